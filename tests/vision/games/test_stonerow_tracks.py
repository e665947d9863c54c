"""Where cards were last seen, after a camera or a table was moved a little."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from card_places import top

from vision.games.stonerow.tracks import KEYSTONE, NEW, ROW, StateCard, associated, shifted

STEP = np.array([12.0, -7.0])


def test_cards_of_new_rows_are_shifted_with_those_that_are_known():
    lay = {StateCard(ROW, 1, label): top(x=90.0 * n) for n, label in enumerate(("R1", "R2", "G3"))}
    tracks = {**{one: card.quad for one, card in lay.items()}, StateCard(NEW, 0, "Y5"): top(y=200.0).quad}
    after = shifted(tracks, [replace(card, label=one.label, quad=card.quad + STEP) for one, card in lay.items()])
    assert all(np.allclose(after[one], quad + STEP) for one, quad in tracks.items())


def test_what_lies_where_the_keystone_has_its_place_is_that_though_others_read_alike():
    """A Highwayman on a row beside it is none. The keystone was counted as a second one on that row."""
    keystone, centres = StateCard(KEYSTONE, 0, "Hw"), {KEYSTONE: (0.0, 0.0)}
    there, beside = (replace(top(x, y), label="Hw", guess={"Hw": 1.0}) for x, y in ((1.0, -2.0), (20.0, -130.0)))
    assert associated([beside, there], [keystone], centres) == {keystone: there}
    assert associated([beside], [keystone], centres) == {}
    only = StateCard(KEYSTONE, 0, "B4")
    moved = replace(beside, label="B4", guess={"B4": 1.0})
    assert associated([there, moved], [only], centres) == {only: moved}  # there is but one B4
