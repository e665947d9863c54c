"""Where cards were last seen, after a camera or a table was moved a little."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from card_places import top

from vision.games.stonerow.tracks import ROW, CardTracks, StateCard

STEP = np.array([12.0, -7.0])


def test_cards_of_new_rows_are_shifted_with_those_that_are_known():
    lay = {StateCard(ROW, 1, label): top(x=90.0 * n) for n, label in enumerate(("R1", "R2", "G3"))}
    tracks = CardTracks({one: card.quad for one, card in lay.items()}, {"Y5": top(y=200.0).quad})
    shifted = tracks.shifted(replace(card, label=one.label, quad=card.quad + STEP) for one, card in lay.items())
    assert all(np.allclose(shifted.quads[one], card.quad + STEP) for one, card in lay.items())
    assert np.allclose(shifted.strange["Y5"], tracks.strange["Y5"] + STEP)
