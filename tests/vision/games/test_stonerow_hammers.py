"""Hammers that were attracted or laid anew, a Foreman over a row, and what is not read where no row can lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from card_films import GAME, film, observed, on_mat, rules_of, stills, turns
from kept import kept_table
from seen_tables import seen_table

from engine.games.stonerow.cards import CARDS
from engine.games.stonerow.state import REACTION
from vision.games.stonerow.cards import Card, rectangle
from vision.games.stonerow.glimpses import CardGlimpse, struck
from vision.games.stonerow.tracks import MARK, ROW, StateCard, associated
from vision.games.stonerow.zones import zones_of
from vision.observation import Candidate, Piece, corners_of

ROWS = seen_table("stonerow", {"rows": [{"id": "r3", "holder": 1, "cards": ["G2", "B2"], "markers": []}]}).rows
PLACES = {StateCard(ROW, 3, "G2"): (200.0, -100.0), StateCard(ROW, 3, "B2"): (215.0, -100.0)}
THERE = (CardGlimpse("G1", 130.0, -100.0), CardGlimpse("G1", 131.0, -101.0))


def told(cards=THERE, yard="Di", places=PLACES, lying=(), **state):
    script = film(1, 2)
    known = next(turn.after for turn in turns(script) if turn.after.phase == "action").but(**state)
    seen = seen_table("stonerow", {"brickyard": [yard], "rows": lying})
    return list(struck(known, ROWS, cards, places, seen))


def test_a_hammer_that_lay_by_a_row_until_a_displacer_came_was_attracted():
    assert told() == [(replace(ROWS[0], markers=({CARDS["G1"]: 1.0},)),)]


@pytest.mark.parametrize(
    "otherwise",
    [
        {"cards": THERE[:1]},
        {"cards": (THERE[0], CardGlimpse("G1", 150.0, -100.0))},  # carried past
        {"cards": (*THERE, CardGlimpse("G2", 200.0, -100.0), CardGlimpse("G2", 200.0, -100.0)), "places": {}},
        {"cards": (CardGlimpse("G2", 200.0, -100.0),) * 2},  # a card of the row
        {"yard": "R5"},
        {"lying": [{"holder": 0, "cards": ["G1"], "markers": []}]},  # it lies there now
        {"phase": REACTION},  # one that the game knows of
    ],
)
def test_what_was_only_carried_or_lies_there_was_not(otherwise):
    assert told(**otherwise) == []


class Counted(str):
    """A name that counts with how many others it is compared."""

    __slots__ = ()
    times = 0

    def __eq__(self, other):
        Counted.times += 1
        return str(self) == str(other)

    __hash__ = str.__hash__


def test_of_many_glimpses_only_those_of_a_card_are_compared():
    names = list(map(Counted, CARDS))[:40]
    cards = [CardGlimpse(names[n % 40], 2000.0 * n, 0.0) for n in range(800)]
    assert told(cards=(*cards, *THERE)) == told()
    assert Counted.times < 4000


def test_a_foreman_that_lies_over_a_row_is_called():
    script = film(1, 2)
    options = rules_of(script)
    acting = next(turn for turn in turns(script) if turn.after.rows and turn.after.phase == "draw")
    time = next(time for time in stills(script) if time >= acting.time)
    seen = on_mat(observed(script, time), script, time)
    state = [turn for turn in turns(script) if turn.time <= time][-1].after
    seen = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != "Fo"))
    label = GAME.position(state)["rows"][0]["layers"][0]["cards"][0]
    over = next(piece for piece in seen.pieces if piece.label == label)
    foreman = Piece("card", "Fo", 1.0, corners_of(np.array(over.corners) + (0.0, 20.0)), None)  # noqa: RUF005
    position = kept_table("stonerow", options).interpret(replace(seen, pieces=(*seen.pieces, foreman)), state).position
    assert position["overtime"] is True
    assert not any(row["markers"] for row in position["rows"] if row["cards"] and label in row["cards"])


@pytest.mark.parametrize("label", ["R1", "Gd"])
def test_what_is_not_read_where_golddiggers_lie_is_no_row(label):
    script = film(1, 2)
    acting = next(turn for turn in turns(script) if turn.after.rows and turn.after.phase == "draw")
    time = next(time for time in stills(script) if time >= acting.time)
    seen = on_mat(observed(script, time), script, time)
    table = kept_table("stonerow", rules_of(script))
    before = table.interpret(seen, acting.after).position
    quad = zones_of(seen.mat, 2).quad("golddiggers")
    guess = (Candidate(label, 0.6), Candidate("R2", 0.3))
    unread = Piece("card", None, 0.6, corners_of(quad), None, guess)
    after = table.interpret(replace(seen, pieces=(*seen.pieces, unread)), acting.after).position
    assert after["rows"] == before["rows"]
    assert after["golddiggers"] == before["golddiggers"] + (label == "Gd")


HAMMER = StateCard(MARK, 3, "G1")
LAIN = {**PLACES, HAMMER: (208.0, -90.0)}


def card(number, label, x, y):
    rect = rectangle(x, y, 0.0, (60.0, 90.0))
    return Card(number, label, {label: 1.0}, x, y, 0.0, rect, rect)


def hammered(cards, lain=LAIN):
    return associated([card(n, *each) for n, each in enumerate(cards)], list(LAIN), lain)


def test_a_hammer_that_lies_elsewhere_while_its_row_stays_was_taken_up():
    row = [("G2", 201.0, -100.0), ("B2", 216.0, -100.0)]
    assert HAMMER in hammered([*row, ("G1", 209.0, -91.0)])
    assert HAMMER not in hammered([*row, ("G1", -150.0, 140.0)])


def test_a_hammer_goes_with_a_row_that_was_carried_away():
    row = [("G2", -140.0, 130.0), ("B2", -125.0, 130.0)]
    assert HAMMER in hammered([*row, ("G1", -150.0, 140.0)])


def test_a_card_of_the_row_that_nobody_had_seen_does_not_keep_it_where_it_was():
    row = [("G2", -140.0, 130.0), ("B2", -125.0, 130.0)]
    seen_before = {key: at for key, at in LAIN.items() if key != StateCard(ROW, 3, "B2")}
    assert HAMMER in hammered([*row, ("G1", -150.0, 140.0)], seen_before)
