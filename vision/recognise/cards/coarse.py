"""The first comparison of a card with every face of a deck: which few may it be, and which way up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.cards.gallery import cell_vectors, centred, tone
from vision.recognise.cards.look import Look, colour, exposed, look, quiet
from vision.recognise.cards.quads import grown, slant, turned
from vision.recognise.cards.settings import COARSE

if TYPE_CHECKING:
    from vision.geometry import Quad
    from vision.recognise.cards.gallery import Gallery
    from vision.recognise.cards.look import Pyramid
    from vision.recognise.cards.settings import CoarseSettings


@dataclass(frozen=True, slots=True)
class Guess:
    """A face that a card may show, its corners turned so that the first two are the top edge; `likeness` 0 … 1."""

    face: int
    turn: int
    shift: tuple[int, int]
    likeness: float


def guesses(source: Pyramid, corners: Quad, ready: Gallery, settings: CoarseSettings = COARSE) -> tuple[Guess, ...]:
    """What the card may be, the likeliest first; each face once, the way up that suits it best."""
    width, height = settings.width, ready.height(settings.width)
    reach = max(settings.shifts)
    turns = range(4)
    views = [_view(source, turned(corners, turn), (width, height), reach) for turn in (0, 1)]
    views += [Look(each.structure[::-1, ::-1], each.colour[::-1, ::-1]) for each in views]
    hypotheses = [(turn, dx, dy) for turn in turns for dx in settings.shifts for dy in settings.shifts]
    structures, colours = [], []
    for view in views:
        tint = centred(view.colour)
        for dx in settings.shifts:
            for dy in settings.shifts:
                part = np.s_[reach + dy : reach + dy + height, reach + dx : reach + dx + width]
                structures.append(view.structure[part])
                colours.append(tint[part])
    seen = cell_vectors(np.stack(structures), np.stack(colours), settings)
    likeness = np.clip(np.matmul(ready.coarse, seen.transpose(0, 2, 1)), 0, None) ** settings.power
    cost = [settings.slant_cost * slant(turned(corners, turn), ready.aspect) for turn, _, _ in hypotheses]
    whole = likeness.mean(axis=0) - np.array(cost, np.float32)
    best = whole.argmax(axis=1)
    order = sorted(range(len(whole)), key=lambda face: (-float(whole[face, best[face]]), face))
    return tuple(
        Guess(face, hypotheses[best[face]][0], hypotheses[best[face]][1:], float(whole[face, best[face]]))
        for face in order
    )


def alike_in_tone(source: Pyramid, corners: Quad, ready: Gallery, settings: CoarseSettings = COARSE) -> list[int]:
    """The faces whose usual colour is nearest to the card's: backs, whose print is faint, are known by little else."""
    card = source.rectified(corners, settings.width, ready.height(settings.width))
    away = np.linalg.norm(ready.tones - tone(colour(quiet(exposed(card)))), axis=1)
    nearest: list[int] = np.argsort(away, kind="stable")[: settings.by_tone].tolist()
    return nearest


def _view(source: Pyramid, corners: Quad, size: tuple[int, int], reach: int) -> Look:
    """The look of a card and a margin of `reach` px round it, so that it may be looked at shifted."""
    width, height = size
    around = grown(corners, reach / width, reach / height)
    return look(source.rectified(around, width + 2 * reach, height + 2 * reach))
