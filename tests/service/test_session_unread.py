"""Something comes that nobody reads, and the table looks as the game is but for that: it is told, and asked once."""

import cv2
import pytest
from followed import Table, begun, looks

from service.following.session import NOT_READ
from vision.tracking import Difference, Lost
from vision.tracking.difference import PieceAt


class Blotted(Table):
    """A table on which something may lie that is no piece of the game."""

    blot = False

    def pixels(self):
        picture = super().pixels()
        if self.blot:
            cv2.rectangle(picture, (400, 260), (430, 290), (0, 200, 240), -1)
        return picture


@pytest.fixture
def table():
    return Blotted()


@pytest.fixture
def session(parts, table, monkeypatch):
    """A session whose game does not tell by itself what was not read."""
    made = begun(parts, table)
    monkeypatch.setattr(type(made.tracker.table_state.table), "by_changes", False)
    looks(made, table, 3.0)
    table.blot = True
    looks(made, table, 5.0, 2)
    return made


def test_it_is_told_within_three_seconds_and_not_at_once(parts, session, table):
    assert not parts.questions.all(session.game_id)
    looks(session, table, 5.6, 9)
    (asked,) = parts.questions.open(session.game_id)
    assert asked.question.kind == "out_of_step"
    assert NOT_READ.rstrip(".") in asked.question.text
    assert session.following()["state"] == "out_of_step"


def test_a_table_that_is_lost_for_nothing_else_says_so(parts, session, table):
    looks(session, table, 5.6, 8)
    look = session.look(table.pixels(), 8.3)
    session._lose(Lost("", difference=Difference()), look)
    assert NOT_READ.rstrip(".") in session.following()["detail"]
    named = Difference(came=(PieceAt("4-5", "4,0,0:e"),))
    session._lose(Lost("", difference=named), look)
    assert "4-5" in session.following()["detail"]


def test_it_is_asked_once(parts, session, table):
    looks(session, table, 5.6, 20)
    assert len(parts.questions.all(session.game_id)) == 1


def test_what_is_gone_is_no_question_any_more(parts, session, table):
    looks(session, table, 5.6, 9)
    table.blot = False
    looks(session, table, 9.0)
    assert not parts.questions.open(session.game_id)
    assert session.following()["state"] == "following"


def test_nothing_was_played_is_an_answer(parts, session, table):
    looks(session, table, 5.6, 9)
    parts.questions.answer(session.game_id, 1, choice=-1)
    looks(session, table, 9.0, 20)
    assert len(parts.questions.all(session.game_id)) == 1
    assert session.following()["state"] == "following"


def test_the_game_goes_on_beside_it(parts, session, table):
    looks(session, table, 5.6, 9)
    table.lay("1-5", 2)
    looks(session, table, 9.0)
    assert [event.move for event in parts.ledger.find(session.game_id).record.events][1:] == ["extend 1-5 @2,0,0:e"]
