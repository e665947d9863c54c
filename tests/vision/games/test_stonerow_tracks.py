"""Where cards were last seen, after a camera or a table was moved a little."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from card_places import top

from vision.games.stonerow.tracks import KEYSTONE, ROW, CardTracks, StateCard, associated

STEP = np.array([12.0, -7.0])


def test_cards_of_new_rows_are_shifted_with_those_that_are_known():
    lay = {StateCard(ROW, 1, label): top(x=90.0 * n) for n, label in enumerate(("R1", "R2", "G3"))}
    tracks = CardTracks({one: card.quad for one, card in lay.items()}, {"Y5": top(y=200.0).quad})
    shifted = tracks.shifted(replace(card, label=one.label, quad=card.quad + STEP) for one, card in lay.items())
    assert all(np.allclose(shifted.quads[one], card.quad + STEP) for one, card in lay.items())
    assert np.allclose(shifted.strange["Y5"], tracks.strange["Y5"] + STEP)


def test_what_lies_where_the_keystone_has_its_place_is_that_though_others_read_alike():
    """A Highwayman on a row beside it is none. The keystone was counted as a second one on that row."""
    keystone, centres = StateCard(KEYSTONE, 0, "Hw"), {KEYSTONE: (0.0, 0.0)}
    there, beside = (replace(top(x, y), label="Hw", guess={"Hw": 1.0}) for x, y in ((1.0, -2.0), (20.0, -130.0)))
    assert associated([beside, there], [keystone], centres) == {keystone: there}
    assert associated([beside], [keystone], centres) == {}
    only = StateCard(KEYSTONE, 0, "B4")
    moved = replace(beside, label="B4", guess={"B4": 1.0})
    assert associated([there, moved], [only], centres) == {only: moved}  # there is but one B4
