"""The last tile of a hand: whether it was that is asked, unless the count tells it."""

import pytest
from followed import looks

from service.following.session import Books, Session
from service.store.clock import now

pytestmark = pytest.mark.store


def followed(parts, table, *, drawn):
    """Hands of two tiles, of which seat 0 has laid both; `drawn`: the camera told a draw before the second."""
    game = parts.ledger.open("stackernoos", {"players": 2, "hand_size": 2}, None, parts.versions)
    played = [
        (0, "start 1-1"),
        (1, "extend 1-5 @2,0,0:e"),
        *([(0, "draw")] if drawn else []),
        (0, "extend 5-2 @4,0,0:e"),
    ]
    for version, (seat, move) in enumerate(played):
        parts.ledger.play(game.id, version, seat, move, by="camera")
    for label, x in (("1-1", 0), ("1-5", 2), ("5-2", 4)):
        table.lay(label, x)
    return Session(game.id, Books(parts.ledger, parts.evidence, parts.questions, now), table.observe)


def test_the_table_is_asked_whether_that_was_the_last_tile(parts, table):
    session = followed(parts, table, drawn=True)
    looks(session, table, 0.0)
    assert parts.questions.open(session.game_id) == ()
    assert session.restless
    looks(session, table, 7.0)
    (asked,) = parts.questions.open(session.game_id)
    assert asked.question.text == "Was 5-2 the last tile of player 1?"
    parts.questions.answer(session.game_id, asked.number, choice=0)
    entry = parts.ledger.find(session.game_id)
    assert entry.game.winners(entry.replay.state) == (0,)
    assert [each.total for each in entry.game.score(entry.replay.state)] == [20, 0]


def test_where_it_was_not_the_table_is_asked_no_more(parts, table):
    session = followed(parts, table, drawn=True)
    looks(session, table, 0.0)
    session.end()
    (asked,) = parts.questions.open(session.game_id)
    parts.questions.answer(session.game_id, asked.number, choice=-1)
    looks(session, table, 9.0)
    session.end()
    assert parts.questions.open(session.game_id) == ()
    assert not session.restless


def test_a_play_against_the_rules_is_settled_by_its_lifting_though_a_hand_may_be_empty(parts, table):
    session = followed(parts, table, drawn=True)
    looks(session, table, 0.0)
    session.end()
    (asked,) = parts.questions.open(session.game_id)
    parts.questions.answer(session.game_id, asked.number, choice=-1)
    table.lay("4-6", 6)
    looks(session, table, 9.0)
    assert session.following()["state"] == "illegal"
    del table.tiles[6]
    looks(session, table, 12.0)
    assert session.following()["state"] == "following"
    assert parts.questions.open(session.game_id) == ()


def test_a_hand_that_the_count_says_is_empty_ends_the_game_by_itself(parts, table):
    session = followed(parts, table, drawn=False)
    looks(session, table, 0.0)
    session.end()
    assert parts.questions.all(session.game_id) == ()
    entry = parts.ledger.find(session.game_id)
    assert entry.game.winners(entry.replay.state) == (0,)
