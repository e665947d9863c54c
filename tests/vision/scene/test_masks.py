"""Masks: gaps are closed and specks opened, the picture's edge is an end, and only large parts are left."""

from __future__ import annotations

import numpy as np

from vision.scene.masks import closed, components, large_parts, opened, shrunk


def blocks(*corners, side=6):
    mask = np.zeros((40, 60), np.bool_)
    for top, left in corners:
        mask[top : top + side, left : left + side] = True
    return mask


def test_a_narrow_gap_is_closed_and_a_wide_one_is_not():
    assert components(closed(blocks((5, 5), (5, 13)), 3))[0] == 2
    assert components(closed(blocks((5, 5), (5, 14)), 3))[0] == 3


def test_a_speck_goes_and_what_is_larger_stays_as_it_is():
    block = blocks((5, 5))
    assert (opened(block | blocks((20, 20), side=2), 3) == block).all()


def test_what_lies_at_the_edge_of_the_picture_shrinks_there_too():
    assert shrunk(np.ones((40, 60), np.bool_), 5).sum() == 36 * 56


def test_parts_that_are_too_small_or_too_large_are_left_out():
    mask = blocks((5, 5)) | blocks((20, 20), side=2) | blocks((20, 40), side=12)
    assert (large_parts(mask, 5, 100) == blocks((5, 5))).all()
    assert (large_parts(mask, 0) == mask).all()
