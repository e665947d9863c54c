"""Another history than the record explains what is seen better: all since is asked about, and the answer settles it."""

import pytest
from followed import gone_on, looks

from engine import record

RECORD = [(0, "start 1-1"), (1, "extend 1-5 @2,0,0:e")]
OTHER = [(0, "start 1-1"), (1, "extend 6-1 @-2,0,0:e"), (0, "extend 2-6 @-4,0,0:e")]


@pytest.fixture
def session(parts, table):
    """The record has 1-5 at the right; it is gone, and two tiles lie at the left."""
    made = gone_on(parts, table)
    del table.tiles[2]
    table.tiles |= {-2: "6-1", -4: "2-6"}
    looks(made, table, 9.0, 4)
    return made


def moves(parts, session):
    return [(event.seat, event.move) for event in record.standing(parts.ledger.find(session.game_id).record.events)]


def test_all_since_is_asked_about(parts, session):
    (asked,) = parts.questions.open(session.game_id)
    question = asked.question
    assert (question.kind, question.of) == ("reopen", 2)
    assert list(question.candidates[0].plays) == OTHER[1:]
    assert session.following()["state"] == "asking"
    assert moves(parts, session) == RECORD


def test_it_is_asked_once(parts, session, table):
    looks(session, table, 11.0, 6)
    assert len(parts.questions.all(session.game_id)) == 1


def test_the_other_history_takes_the_place_of_the_record(parts, session, table):
    parts.questions.answer(session.game_id, 1, choice=0)
    looks(session, table, 12.0)
    assert moves(parts, session) == OTHER
    assert session.following()["state"] == "following"
    assert not session.tracker.belief.hypotheses
    assert not parts.questions.open(session.game_id)


def test_the_game_goes_on_from_what_was_answered(parts, session, table):
    parts.questions.answer(session.game_id, 1, choice=0)
    looks(session, table, 12.0)
    table.lay("1-9", 2)
    looks(session, table, 15.0)
    assert moves(parts, session) == [*OTHER, (1, "extend 1-9 @2,0,0:e")]
    assert len(parts.questions.all(session.game_id)) == 1


def test_neither_takes_all_since_back(parts, session):
    parts.questions.answer(session.game_id, 1, choice=-1)
    assert moves(parts, session) == RECORD[:1]
