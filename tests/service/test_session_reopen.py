"""A label that later looks deny: the move is put in question again, and the answer rewrites the record."""

import pytest
from followed import gone_on, looks
from sqlalchemy import create_engine

from engine import record
from service.settings import Settings


@pytest.fixture
def session(parts, table):
    return gone_on(parts, table)


def moves(parts, session):
    return [event.move for event in record.standing(parts.ledger.find(session.game_id).record.events)]


def test_a_label_that_reads_otherwise_later_is_asked_about_with_its_pictures(parts, session, table):
    table.tiles[2] = "1-6"
    looks(session, table, 9.0, 10)
    (asked,) = parts.questions.open(session.game_id)
    question = asked.question
    assert (question.kind, question.of) == ("reopen", 2)
    assert [each.plays for each in question.candidates] == [
        ((1, "extend 1-6 @2,0,0:e"),),
        ((1, "extend 1-5 @2,0,0:e"),),
    ]
    assert len(question.frames) == 2
    assert all(parts.evidence.load(sha256) for sha256 in question.frames)
    assert session.following()["state"] == "asking"
    assert moves(parts, session) == ["start 1-1", "extend 1-5 @2,0,0:e"]


def test_one_look_that_reads_otherwise_asks_nothing(parts, session, table):
    table.tiles[2] = "1-6"
    looks(session, table, 9.0, 1)
    table.tiles[2] = "1-5"
    looks(session, table, 9.3, 6)
    assert not parts.questions.all(session.game_id)


def test_the_answer_rewrites_the_record(parts, session, table):
    table.tiles[2] = "1-6"
    looks(session, table, 9.0, 10)
    parts.questions.answer(session.game_id, 1, choice=0)
    looks(session, table, 13.0)
    assert moves(parts, session) == ["start 1-1", "extend 1-6 @2,0,0:e"]
    event = parts.ledger.find(session.game_id).record.events[-1]
    assert (event.kind, event.of, event.by, len(event.frames)) == (record.CORRECT, 2, "person", 2)
    assert session.following()["state"] == "following"
    assert not parts.questions.open(session.game_id)


def test_what_stays_as_it_was_is_not_asked_again(parts, session, table):
    table.tiles[2] = "1-6"
    looks(session, table, 9.0, 10)
    parts.questions.answer(session.game_id, 1, choice=1)
    looks(session, table, 13.0, 10)
    assert moves(parts, session) == ["start 1-1", "extend 1-5 @2,0,0:e"]
    assert len(parts.questions.all(session.game_id)) == 1


def test_the_moves_after_it_stay(parts, session, table):
    table.tiles[-2] = "6-1"
    looks(session, table, 8.0)
    table.tiles[2] = "1-4"
    looks(session, table, 12.0, 10)
    (asked,) = parts.questions.open(session.game_id)
    parts.questions.answer(session.game_id, asked.number, choice=0)
    assert moves(parts, session) == ["start 1-1", "extend 1-4 @2,0,0:e", "extend 6-1 @-2,0,0:e"]
    (event,) = parts.ledger.find(session.game_id).record.events[asked.question.version :]
    assert (event.kind, event.of) == (record.CORRECT, 2)


def test_what_nobody_answers_is_put_right_once_more_is_laid(parts, session, table):
    table.tiles[2] = "1-4"
    looks(session, table, 9.0, 10)
    table.tiles[-2] = "6-1"
    looks(session, table, 13.0, 6)
    assert moves(parts, session) == ["start 1-1", "extend 1-4 @2,0,0:e", "extend 6-1 @-2,0,0:e"]
    *_, corrected = parts.ledger.find(session.game_id).record.events
    assert (corrected.kind, corrected.of, corrected.by) == (record.CORRECT, 2, "camera")


def test_a_piece_without_which_the_game_could_not_have_gone_on_is_not_doubted(parts, session, table):
    table.tiles[4] = "5-2"
    looks(session, table, 8.0)
    table.tiles[2] = "1-6"
    looks(session, table, 12.0, 10)
    assert not parts.questions.open(session.game_id)
    assert moves(parts, session)[1:] == ["extend 1-5 @2,0,0:e", "extend 5-2 @4,0,0:e"]


def test_a_piece_far_back_is_asked_about_as_well(parts, session, table):
    at = 8.0
    for x, label in ((-2, "6-1"), (-4, "2-6"), (-6, "3-2"), (-8, "4-3"), (-10, "7-4"), (-12, "8-7")):
        table.tiles[x] = label
        looks(session, table, at)
        at += 3.0
    assert len(moves(parts, session)) == 8
    table.tiles[2] = "1-8"
    looks(session, table, at, 12)
    (asked,) = parts.questions.open(session.game_id)
    assert (asked.question.kind, asked.question.of) == ("reopen", 2)


def test_what_people_stand_by_is_not_asked_again_once_it_read_right_and_somebody_entered_a_move(parts, session, table):
    table.tiles[2] = "1-4"
    looks(session, table, 9.0, 10)
    parts.questions.answer(session.game_id, 1, choice=1)
    looks(session, table, 14.0, 3)
    table.tiles[2] = "1-5"
    looks(session, table, 16.0, 6)
    version = parts.ledger.find(session.game_id).version
    parts.ledger.play(session.game_id, version, 0, "extend 6-1 @-2,0,0:e")
    table.tiles[-2] = "6-1"
    looks(session, table, 19.0, 6)
    table.tiles[2] = "1-4"
    looks(session, table, 23.0, 10)
    assert len(parts.questions.all(session.game_id)) == 1


def test_a_correction_to_what_no_look_has_read_is_not_doubted(parts, session, table):
    table.tiles[2] = "1-4"
    looks(session, table, 9.0, 10)
    parts.questions.correct(session.game_id, 1, 1, "extend 1-7 @2,0,0:e")
    looks(session, table, 14.0, 10)
    assert len(parts.questions.all(session.game_id)) == 1
    assert moves(parts, session) == ["start 1-1", "extend 1-7 @2,0,0:e"]


def test_a_record_whose_end_is_lost_is_followed_on_from_what_is_left(parts, session, table, tmp_path):
    engine = create_engine(Settings(data=tmp_path).url)
    with engine.begin() as database:
        database.exec_driver_sql("DELETE FROM events WHERE seq = 2")
    engine.dispose()
    looks(session, table, 9.0, 10)
    assert moves(parts, session) == ["start 1-1", "extend 1-5 @2,0,0:e"]
    assert parts.ledger.find(session.game_id).loss
