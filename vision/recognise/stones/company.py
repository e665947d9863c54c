"""What is surely a piece of Stones: what stands on the board's table, or looks like nothing else beside base stones.

Dice, chessmen and mahjong tiles look like stones and tokens one by one. A ring of base stones tells that this is the
game; then nothing is looked at twice. Without one, a network of crops has to agree, and some base or tile has to be
there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from models.strange.crop import CLASSES, STRANGE
from vision.recognise.stones.settings import COMPANY
from vision.recognise.strange import chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.observation import Piece
    from vision.photo import Picture
    from vision.recognise.stones.board import Board
    from vision.recognise.stones.settings import CompanySettings


DOUBTFUL: Final = frozenset({"stone", "base", "token", "tile_back", "marker"})
"""Classes of which other things look like one by one."""


def in_company(
    picture: Picture, pieces: Sequence[Piece], board: Board | None, settings: CompanySettings = COMPANY
) -> tuple[Piece, ...]:
    """The pieces of an H×W×3 BGR picture, in their order: strange ones `unknown`, those without company unsure."""
    standing = 0 if board is None else sum(base >= 0 for base in board.bases)
    if standing >= settings.enough_bases:
        return tuple(pieces)
    sure = [n for n, piece in enumerate(pieces) if piece.label is not None and class_of(piece) in DOUBTFUL]
    kind_chances = chances(picture, [np.array(pieces[n].corners, np.float64) for n in sure])
    out = list(pieces)
    # A tile's artwork is like nothing else: it was compared with it, and is company as good as a base.
    company = sum(piece.label is not None and class_of(piece) == "tile" for piece in pieces)
    for n, row in zip(sure, kind_chances, strict=True):
        own = float(row[CLASSES.index(class_of(out[n]))])
        if row[STRANGE] > settings.most_strange or own < settings.least_own:
            out[n] = replace(out[n], kind="unknown", label=None, confidence=float(row[STRANGE]), candidates=())
        else:
            company += out[n].label == "base"
    if company >= settings.least_company:
        return tuple(out)
    alone = {n for n in sure if class_of(pieces[n]) != "tile_back"}
    return tuple(replace(each, label=None) if n in alone else each for n, each in enumerate(out))


def class_of(piece: Piece) -> str:
    """The class of crops that a piece with a label is of; another word for what is of none."""
    if piece.kind == "stone" and piece.label == "base":
        return "base"
    return "tile_back" if piece.kind == "tile" and piece.label == "back" else piece.kind
