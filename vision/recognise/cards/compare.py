"""How well a rectified card fits each of some faces, pixel by pixel, whatever the light and whatever covers it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.cards.look import colour, exposed, quiet, shrunk, structure
from vision.recognise.cards.settings import COMPARE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.recognise.cards.gallery import Gallery, Level
    from vision.recognise.cards.settings import CompareSettings

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Light:
    """The light on a card against that of its enrolment: white balance in log red and log blue, and saturation.

    `known` when it is that of a whole picture, so that single cards may not differ much.
    """

    red: float = 0.0
    blue: float = 0.0
    vividness: float = 1.0
    known: bool = False


@dataclass(frozen=True, slots=True)
class Fit:
    """How a face fits: the mean log likelihood of a pixel's structure and of its colour, each at most 0.

    `shown` is the share of the face's contrast that is seen where it should be, at most 1 and about 0 for a blank card.
    `light` is the light that suits the face best.
    """

    face: int
    structure: float
    colour: float
    shown: float
    light: Light

    @property
    def likelihood(self) -> float:
        """Both together, at most 0."""
        return self.structure + self.colour


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A rectified card as the comparison wants it: P of structure, 2×Q of colour."""

    light: Floats
    tint: Floats

    @property
    def upside_down(self) -> View:
        """The card turned by half a turn."""
        return View(self.light[::-1], self.tint[:, ::-1])


def view(card: NDArray[np.uint8], settings: CompareSettings = COMPARE) -> View:
    """The view of an upright H×W×3 BGR card of the comparison's size."""
    light = structure(quiet(exposed(card)))
    tint = colour(quiet(exposed(shrunk(card, settings.colour_width))))
    return View(light.reshape(-1), np.ascontiguousarray(tint.reshape(-1, 2).T))


def sharpness(seen: View, ready: Gallery, face: int, settings: CompareSettings = COMPARE) -> int:
    """The level of the gallery at which a face fits best: how sharp the card is seen."""
    likelihoods = [_structure(seen.light, level, [face], settings)[0].item() for level in ready.levels]
    return int(np.argmax(likelihoods))


def fits(
    seen: View, ready: Gallery, faces: Sequence[int], level: int, settings: CompareSettings = COMPARE
) -> tuple[Fit, ...]:
    """The fit of each face, in the order given, all at one level of sharpness."""
    chosen = ready.levels[level]
    structures, shown = _structure(seen.light, chosen, list(faces), settings)
    colours, shift, gain = _colour(seen.tint, chosen.colours[list(faces)], Light(), settings)
    rows = zip(faces, structures.tolist(), colours.tolist(), shown.tolist(), _lights(shift, gain), strict=True)
    return tuple(Fit(*row) for row in rows)


def likelihoods(seen: View, level: Level, light: Light, settings: CompareSettings = COMPARE) -> tuple[Floats, Floats]:
    """The mean log likelihood of a pixel for every face of a level, under a known light, and what is shown of each."""
    structures, shown = _structure(seen.light, level, slice(None), settings)
    colours, _, _ = _colour(seen.tint, level.colours, light, settings)
    return structures + colours, shown


def relit(
    seen: View, found: Sequence[Fit], ready: Gallery, light: Light, settings: CompareSettings = COMPARE
) -> tuple[Fit, ...]:
    """The fits again with their colours under the light of the picture."""
    colours = ready.levels[0].colours[[each.face for each in found]]
    likelihoods, shift, gain = _colour(seen.tint, colours, light, settings)
    new = zip(found, likelihoods.tolist(), _lights(shift, gain), strict=True)
    return tuple(replace(each, colour=colour, light=own) for each, colour, own in new)


def _structure(
    light: Floats, level: Level, faces: list[int] | slice, settings: CompareSettings
) -> tuple[Floats, Floats]:
    """Mean log likelihood of the structure of each face, and the share of its contrast that is there."""
    structures = level.structures[faces]
    pixels = light - structures  # in one place from here on, for these are millions
    pixels *= pixels
    pixels /= -2 * settings.structure**2
    inside = np.exp(pixels, out=pixels)
    contrast = np.abs(structures)
    there = np.einsum("np,np->n", inside, contrast) / np.maximum(contrast.sum(axis=1), 1e-6)
    pixels *= 1 - settings.odd
    pixels += settings.odd
    logs = np.log(pixels, out=pixels)
    return logs.mean(axis=1), (there - level.flat[faces]) / (1 - level.flat[faces])


def flatness(structures: Floats, settings: CompareSettings = COMPARE) -> Floats:
    """The share of the contrast of each of N×P structures that even a blank card would seem to show, N."""
    contrast = np.abs(structures)
    inside = np.exp(structures**2 / (-2 * settings.structure**2))
    share: Floats = (inside * contrast).sum(axis=1) / np.maximum(contrast.sum(axis=1), 1e-6)
    return share


def _lights(shift: Floats, gain: Floats) -> tuple[Light, ...]:
    """White balances (N×2) and saturations (N) as lights."""
    own = zip(shift.tolist(), gain.tolist(), strict=True)
    return tuple(Light(red, blue, vividness) for (red, blue), vividness in own)


def _colour(tint: Floats, colours: Floats, light: Light, settings: CompareSettings) -> tuple[Floats, Floats, Floats]:
    """Mean log likelihood of each face's colours (N×2×Q) under the white balance (N×2) and the saturation (N) that suit
    it, and those."""
    count = len(colours)
    shift = np.tile(np.array([light.red, light.blue], np.float32), (count, 1))
    middle, gain = shift, np.full(count, light.vividness, np.float32)
    for _ in range(settings.rounds):
        residual = tint - gain[:, None, None] * colours - shift[:, :, None]
        off = np.einsum("ncq,ncq->nq", residual, residual) / settings.colour**2
        shift, gain = _balance(tint, colours, 1 / (1 + off / 4), light, settings)
    residual = bent(tint - shift[:, :, None], settings.bend) - bent(gain[:, None, None] * colours, settings.bend)
    off = np.einsum("ncq,ncq->nq", residual, residual) / settings.bent_colour**2
    logs = np.log((1 - settings.odd) * np.exp(-off / 2) + settings.odd)
    cost = settings.known_cost if light.known else settings.unknown_cost
    likelihood = settings.colour_share * (logs.mean(axis=1) - cost * ((shift - middle) ** 2).sum(axis=1))
    return likelihood, shift, gain


def bent(colours: Floats, most: float) -> Floats:
    """Colours (N×2×Q) with their strength bounded: pale and vivid blue are much the same, blue and green are not."""
    strength = np.sqrt(np.einsum("ncq,ncq->nq", colours, colours))[:, None] / most
    bounded: Floats = colours * (np.tanh(strength) / np.maximum(strength, 1e-6))
    return bounded


def _balance(
    tint: Floats, colours: Floats, w: Floats, light: Light, settings: CompareSettings
) -> tuple[Floats, Floats]:
    """The white balance (N×2) and saturation (N) under which the faces' colours come nearest, by weights N×Q."""
    total = w.sum(axis=1) + 1e-3
    mean_seen = w @ tint.T / total[:, None]
    mean_face = np.einsum("nq,ncq->nc", w, colours) / total[:, None]
    product = np.einsum("nq,ncq,cq->n", w, colours, tint) / total - (mean_seen * mean_face).sum(axis=1)
    square = np.einsum("nq,ncq,ncq->n", w, colours, colours) / total - (mean_face**2).sum(axis=1)
    pull = settings.known_pull if light.known else settings.unknown_pull
    prior = settings.gain_prior * (1 + 10 * light.known)
    gain = np.clip((product + prior * light.vividness) / (square + prior), settings.pale, settings.vivid)
    middle = np.array([light.red, light.blue], np.float32)
    share = (total / w.shape[1] / (total / w.shape[1] + pull))[:, None]
    shift = share * (mean_seen - gain[:, None] * mean_face) + (1 - share) * middle
    return np.clip(shift, -settings.balance, settings.balance).astype(np.float32), gain.astype(np.float32)
