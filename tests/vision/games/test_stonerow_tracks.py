"""Which seen card is which of the state."""

from __future__ import annotations

from dataclasses import replace

from card_places import top

from vision.games.stonerow.tracks import KEYSTONE, StateCard, associated


def test_what_lies_where_the_keystone_has_its_place_is_that_though_others_read_alike():
    """A Highwayman on a row beside it is none. The keystone was counted as a second one on that row."""
    keystone, centres = StateCard(KEYSTONE, 0, "Hw"), {KEYSTONE: (0.0, 0.0)}
    there, beside = (replace(top(x, y), label="Hw", guess={"Hw": 1.0}) for x, y in ((1.0, -2.0), (20.0, -130.0)))
    assert associated([beside, there], [keystone], centres) == {keystone: there}
    assert associated([beside], [keystone], centres) == {}
    only = StateCard(KEYSTONE, 0, "B4")
    moved = replace(beside, label="B4", guess={"B4": 1.0})
    assert associated([there, moved], [only], centres) == {only: moved}  # there is but one B4
