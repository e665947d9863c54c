"""Cards that are laid on their like, and cards that may be none."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np
import pytest
from card_films import film, observed, on_mat, rules_of, stills, turns
from card_places import ZONES, top
from kept import kept_table

from engine.games.stonerow.cards import cards_of
from engine.games.stonerow.cards import label as label_of
from vision.games.reading import TableReading
from vision.games.stonerow.draft import guess_of
from vision.games.stonerow.model.reading import SeenRow, SeenTable
from vision.games.stonerow.piles import piles
from vision.games.stonerow.tracks import GOLD, KEYSTONE, StateCard, associated
from vision.geometry import sides
from vision.observation import BACK, Candidate, Observation, Piece, corners_of


def test_beside_a_quarry_that_lies_alone_the_other_piles_lie_to_its_right():
    quarry = replace(top(), label=None, guess={BACK: 1.0})
    found = piles([quarry], (0.0, 0.0), None)
    assert found.quarry is quarry
    assert found.along == 0.0


@pytest.mark.parametrize("pushed", [9.0, 30.0])
def test_a_row_that_was_pushed_and_is_read_unsurely_has_no_marker(pushed):
    script = film(1, 2)
    options, told = rules_of(script), turns(script)
    times = [time for time in stills(script) if sum(turn.time <= time for turn in told) >= 4]
    tried = 0
    for time in times:
        state = [turn for turn in told if turn.time <= time][-1].after
        seen = observed(script, time)
        for row in state.rows:
            names = {label_of(card) for card in cards_of(row.cards)}
            mine = [piece for piece in seen.pieces if piece.label in names]
            if row.markers or len(mine) < len(names) or not all(name[1:].isdigit() for name in names):
                continue
            table = kept_table("stonerow", options)
            table.interpret(seen, state)
            table.interpret(seen, state)
            step = pushed / 63 * min(sides(mine[0].quad))
            pieces = tuple(_pushed(each, step) if each in mine else each for each in seen.pieces)
            (now,) = (
                each for each in table.interpret(replace(seen, pieces=pieces), state).seen.rows if each.id == row.id
            )
            assert now.markers == ()
            tried += 1
    assert tried


def _pushed(piece: Piece, step: float) -> Piece:
    """A card so many pixels to the right, of which the next two ranks are as likely as each other."""
    colour, rank = piece.label[0], int(piece.label[1:])
    others = (f"{colour}{(rank + more) % 10 + 1}" for more in (0, 1))
    candidates = (Candidate(piece.label, 0.6), *(Candidate(each, 0.18) for each in others))
    corners = corners_of(piece.quad + (step, 0.0))  # noqa: RUF005
    return replace(piece, label=None, confidence=0.6, candidates=candidates, corners=corners)


@pytest.mark.parametrize(("label", "kind"), [("Gd", "golddiggers"), ("Di", "deflectors")])
def test_a_card_laid_on_its_like_is_one_more(label, kind):
    script = film(1, 2)
    options = rules_of(script)
    time = list(stills(script))[-1]
    seen = on_mat(observed(script, time), script, time)
    seen = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != label))
    state = [turn for turn in turns(script) if turn.time <= time][-1].after
    one, two = (state.but(golddiggers=count) if label == "Gd" else state.but(deflectors=(count, 0)) for count in (1, 2))
    homography = np.linalg.inv(np.array(seen.mat.homography).reshape(3, 3))

    def with_one(off: float) -> Observation:
        """The observation with one such card, so many mm from where the first was laid."""
        x, y = (600.0, 220.0) if label == "Gd" else (700.0, 500.0)
        corners = np.array([(0, 0), (63, 0), (63, 88), (0, 88)]) + (x + off, y)  # noqa: RUF005
        pixels = np.column_stack((corners, np.ones(4))) @ homography.T
        piece = Piece("card", label, 1.0, corners_of(pixels[:, :2] / pixels[:, 2:]), None)
        return replace(seen, pieces=(*seen.pieces, piece))

    def count(off: float, now) -> int:
        told = table.interpret(with_one(off), now).position[kind]
        return told if label == "Gd" else told[0]

    table = kept_table("stonerow", options)
    assert count(0.0, one) == 1
    assert count(2.0, one) == 1
    assert [count(13.0, one), count(13.0, one)] == [2, 2]
    assert [count(13.0, two), count(13.0, two)] == [2, 2]
    assert count(26.0, two) == 3


def test_a_golddigger_of_a_table_that_was_knocked_is_no_other():
    def lying(x: float) -> StateCard:
        return StateCard(GOLD if x else KEYSTONE, 0, "Gd" if x else "Y3")

    def is_another(*by: float) -> bool:
        """Whether the GoldDigger is another, where keystone and GoldDigger lie so many mm from where they lay."""
        lie, known = zip((0.0, 70.0), by, strict=True), [lying(0.0), lying(70.0)]
        cards = [replace(top(x + off), label=(label := lying(x).label), guess={label: 1.0}) for x, off in lie]
        found = associated(cards, known, {one: (x, 0.0) for one, x in zip(known, (0.0, 70.0), strict=True)}, exact=True)
        assert lying(0.0) in found
        return lying(70.0) not in found

    assert is_another(0.0, 13.0)
    assert is_another(1.5, 7.0)
    assert is_another(2.0, 7.5)
    assert not is_another(12.0, 13.0)
    assert not is_another(5.0, 8.0)
    assert not is_another(0.0, 2.0)


def test_what_is_not_read_where_the_keystone_lies_is_the_keystone():
    """Else it was a new row of one card, beside a keystone that nobody saw."""
    (x, y), one = ZONES.piles()[KEYSTONE], StateCard(KEYSTONE, 0, "Y5")
    card = replace(top(x, y), label=None, guess={"Y3": 0.2, "Y4": 0.2})
    assert associated([card], [one], ZONES.piles()) == {one: card}
    aside = replace(top(x + 20.0, y), label=None, guess={"Y3": 0.2})
    assert associated([aside], [one], {**ZONES.piles(), one: (x + 19.0, y)}) == {one: aside}
    read = replace(top(x + 28.0, y), label="Y5", guess={"Y5": 1.0})
    assert associated([read], [one], ZONES.piles()) == {one: read}


@pytest.mark.parametrize(
    ("guess", "told", "vagueness"),
    [
        ({"R7": 0.3, "back": 0.4, "T1": 0.3}, {"labels": {"R7": 0.3}}, 0.0),
        ({"R7": 0.3}, {"labels": {"R7": 0.3}}, log(0.3)),
        ({"back": 0.6}, "?", 0.0),
        ({}, "?", 0.0),
    ],
)
def test_what_is_none_of_the_cards_is_no_name_of_a_card(guess, told, vagueness):
    seen = SeenTable((SeenRow(None, 0, (guess_of(replace(top(), label=None, guess=guess)),)),))
    assert seen.to_position()["rows"][0]["cards"] == [told]
    assert TableReading(seen).vagueness == pytest.approx(vagueness)
