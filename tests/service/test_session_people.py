"""What people enter, take back and accept while a camera follows."""

import pytest
from followed import looks, moves

from service.following.session import Books, Session
from service.store.clock import now

pytestmark = pytest.mark.store


def test_who_writes_while_the_camera_looks_is_first(parts, session, table, monkeypatch):
    """A person enters the move between the look and the camera's own entry."""
    go_on = parts.ledger.go_on

    def too_late(entry, *given, **more):
        monkeypatch.setattr(parts.ledger, "go_on", go_on)
        parts.ledger.play(session.game_id, entry.version, 1, "extend 1-5 @2,0,0:e")
        return go_on(entry, *given, **more)

    monkeypatch.setattr(parts.ledger, "go_on", too_late)
    table.lay("1-5", 2)
    looks(session, table, 5.0, count=1)
    looks(session, table, 6.0)
    assert moves(parts, session)[1:] == [(1, "extend 1-5 @2,0,0:e", "person")]
    table.lay("5-2", 4)
    looks(session, table, 9.0)
    assert moves(parts, session)[2:] == [(0, "extend 5-2 @4,0,0:e", "camera")]


def test_what_a_person_enters_is_taken_up(parts, session, table):
    version = parts.ledger.find(session.game_id).version
    parts.ledger.play(session.game_id, version, 1, "extend 1-5 @2,0,0:e")
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    assert [by for *_, by in moves(parts, session)] == ["person", "person"]
    table.lay("5-2", 4)
    looks(session, table, 8.0)
    assert moves(parts, session)[2:] == [(0, "extend 5-2 @4,0,0:e", "camera")]


def test_an_illegal_play_may_be_accepted_by_the_house(parts, session, table):
    table.lay("4-5", 2)
    looks(session, table, 5.0)
    (asked,) = parts.questions.open(session.game_id)
    parts.questions.answer(session.game_id, asked.number, ruling="accept")
    said = []
    session.say = said.append
    looks(session, table, 8.0)
    assert said == ["House ruling: Player 2: 4-5 at the right end of the run, next to 1-1"]
    assert session.following()["state"] == "following"
    last = parts.ledger.find(session.game_id).record.events[-1]
    assert (last.kind, last.move) == ("ruling", "extend 4-5 @2,0,0:e")


def test_a_house_ruling_whose_tile_is_lifted_is_taken_back_as_soon_as_any_move(parts, session, table):
    table.lay("4-5", 2)
    looks(session, table, 5.0)
    (asked,) = parts.questions.open(session.game_id)
    parts.questions.answer(session.game_id, asked.number, ruling="accept")
    looks(session, table, 8.0)
    said = []
    session.say = said.append
    del table.tiles[2]
    looks(session, table, 12.0, 2)
    assert said == ["Taken back: Player 2: 4-5 at the right end of the run, next to 1-1"]
    assert len(moves(parts, session)) == 1


def test_what_is_asked_anew_after_a_ruling_was_taken_back_is_settled_by_its_lifting(parts, session, table):
    table.lay("4-5", 2)
    looks(session, table, 5.0)
    (asked,) = parts.questions.open(session.game_id)
    parts.questions.answer(session.game_id, asked.number, ruling="accept")
    looks(session, table, 8.0)
    ruling = parts.ledger.find(session.game_id).record.events[-1]
    del table.tiles[2]
    undone = parts.ledger.undo(session.game_id, ruling.seq, ruling.seq)
    parts.questions.again(session.game_id, undone)
    assert [each.question.kind for each in parts.questions.open(session.game_id)] == ["illegal"]
    looks(session, table, 12.0)
    assert not parts.questions.open(session.game_id)


def test_what_a_person_enters_before_the_first_look_is_taken_up(parts, table):
    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions)
    parts.ledger.play(game.id, 0, 0, "start 1-1")
    session = Session(game.id, Books(parts.ledger, parts.evidence, parts.questions, now), table.observe)
    parts.ledger.play(game.id, 1, 1, "extend 1-5 @2,0,0:e")
    table.lay("1-1", 0)
    table.lay("1-5", 2)
    looks(session, table, 0.0)
    table.lay("5-2", 4)
    looks(session, table, 5.0)
    assert moves(parts, session)[2:] == [(0, "extend 5-2 @4,0,0:e", "camera")]


def test_what_a_person_enters_after_a_taking_back_is_taken_up(parts, session, table):
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    del table.tiles[2]
    while len(moves(parts, session)) > 1:
        session.look(table.pixels(), session._time + 0.3)
    version = parts.ledger.find(session.game_id).version
    parts.ledger.play(session.game_id, version, 1, "extend 1-6 @2,0,0:e", by="person")
    table.lay("1-6", 2)
    looks(session, table, 10.0)
    table.lay("6-2", 4)
    looks(session, table, 15.0)
    assert moves(parts, session)[1:] == [(1, "extend 1-6 @2,0,0:e", "person"), (0, "extend 6-2 @4,0,0:e", "camera")]
