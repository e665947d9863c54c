"""Another history than the record explains what is seen better: all since is asked about, and the game goes on."""

import pytest
from followed import Table, gone_on, looks

from engine import record
from engine.games.stackernoos.explain import MISCOUNTED
from vision.follow.rivals import Rival, Rivals
from vision.follow.seating import Seating

LIKELY = 10.0
"""How much likelier than the record the rival is."""


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def session(parts, table):
    """A game in which 1-1 lies and 1-5 beside it, though it may have been another player who laid 1-5, after a draw."""
    made = gone_on(parts, table)
    rules = made.follower.decoder.rules
    plays = tuple((seat, rules.parse(text)) for seat, text in ((1, "draw"), (1, "keep"), (0, "extend 1-5 @2,0,0:e")))
    states = [rules.start(made.options)]
    for seat, text in ((0, "start 1-1"), *((seat, str(move)) for seat, move in plays)):
        states.append(rules.play(states[-1], seat, rules.parse(text)))
    made.follower.rivals = Rivals((Rival(1, plays, states[-1], LIKELY, Seating(), MISCOUNTED),))
    table.lay("5-2", 4)
    looks(made, table, 9.0, 2)
    return made


def moves(parts, session):
    return [(event.seat, event.move) for event in record.standing(parts.ledger.find(session.game_id).record.events)]


RECORD = [(0, "start 1-1"), (1, "extend 1-5 @2,0,0:e"), (0, "extend 5-2 @4,0,0:e")]
RIVAL = [(0, "start 1-1"), (1, "draw"), (1, "keep"), (0, "extend 1-5 @2,0,0:e"), (1, "extend 5-2 @4,0,0:e")]


def test_the_move_is_told_and_all_since_is_asked_about(parts, session):
    (asked,) = parts.questions.open(session.game_id)
    question = asked.question
    assert (question.kind, question.of, question.rest) == ("reopen", 2, True)
    assert [list(each.plays) for each in question.candidates] == [RIVAL[1:], RECORD[1:]]
    assert question.text.startswith("Was it draw by player 2 then keep by player 2 then extend 1-5")
    assert moves(parts, session) == RECORD
    assert session.following()["state"] == "asking"


def test_it_stays_asked_while_the_table_rests_and_once(parts, session, table):
    looks(session, table, 11.0, 6)
    assert len(parts.questions.all(session.game_id)) == 1
    assert parts.questions.open(session.game_id)
    assert session.following()["state"] == "asking"


def test_the_game_goes_on_while_nobody_answers(parts, session, table):
    table.lay("2-6", 6)
    looks(session, table, 12.0)
    assert moves(parts, session) == [*RECORD, (1, "extend 2-6 @6,0,0:e")]
    (asked,) = parts.questions.open(session.game_id)
    assert asked.question.version == 4
    assert list(asked.question.candidates[0].plays) == [*RIVAL[1:], (0, "extend 2-6 @6,0,0:e")]


def test_the_other_history_takes_the_place_of_the_record(parts, session, table):
    parts.questions.answer(session.game_id, 1, choice=0)
    looks(session, table, 12.0)
    assert moves(parts, session) == RIVAL
    assert session.following()["state"] == "following"
    assert not session.follower.rivals.all
    assert not parts.questions.open(session.game_id)


@pytest.mark.parametrize("answer", [{"choice": 1}, {"moves": RECORD[1:]}])
def test_what_stands_is_taken_as_it_stands(parts, session, table, answer):
    parts.questions.answer(session.game_id, 1, **answer)
    looks(session, table, 12.0)
    assert moves(parts, session) == RECORD
    assert not session.follower.rivals.all
    assert session.following()["state"] == "following"
    table.lay("2-6", 6)
    looks(session, table, 15.0)
    assert moves(parts, session)[-1] == (1, "extend 2-6 @6,0,0:e")
    assert len(parts.questions.all(session.game_id)) == 1


def test_what_stands_is_no_doubt_any_more_though_the_table_might_have_settled_it(parts, session, table):
    session._said.lasting = False  # as where something was to be asked anyway
    parts.questions.answer(session.game_id, 1, choice=1)
    looks(session, table, 12.0)
    assert not session.follower.rivals.all


def test_neither_takes_all_since_back(parts, session):
    parts.questions.answer(session.game_id, 1, choice=-1)
    assert moves(parts, session) == RECORD[:1]
