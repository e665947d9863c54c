"""A set of stones from one photo: the colours, widths and thickness of its three sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.recognise.stones.palette import FLATNESS, SIZES, UNKNOWN, WIDTHS, StoneSet
from vision.recognise.stones.reader import layout_of, looks_of
from vision.recognise.stones.settings import ENROLL, STONES
from vision.recognise.stones.sizes import chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.photo import Picture
    from vision.recognise.detect import Detection
    from vision.recognise.stones.plane import Floats
    from vision.recognise.stones.settings import EnrollSettings
    from vision.recognise.stones.sizes import Looks


class NotEnough(ValueError):  # noqa: N818 - the name says the state
    """A photo that does not show what a set looks like; the message is one line and says what to do."""


def enroll_stones(
    picture: Picture,
    detections: Sequence[Detection],
    name: str,
    labels: Sequence[str | None] = (),
    settings: EnrollSettings = ENROLL,
) -> StoneSet:
    """The set of stones in an H×W×3 BGR picture of loose stones of all three sizes.

    `labels` says for each detection `small`, `medium` or `large`, as far as a person knows. Without any, sizes are told
    by how large the stones of each colour look. For that, base stones, tokens or tiles have to lie beside them. Raises
    `NotEnough` where a size is missing or none is sure.
    """
    layout = layout_of(picture, detections)
    looks = looks_of(layout)
    if not layout.stones:
        raise NotEnough("The photo shows no stones; lay some of each size on the table, a little apart.")
    known = [labels[n] if n < len(labels) else None for n in layout.stones]
    if not looks.scaled and not any(known):
        raise NotEnough("Nothing tells how large the stones are; lay a base stone, a token or a tile beside them.")
    size = _sizes(looks, known, settings)
    missing = [each for number, each in enumerate(SIZES) if not (size == number).any()]
    if missing:
        raise NotEnough(
            f"No stone is surely {' or '.join(missing)}; lay some of each size on the table, a little apart."
        )
    rows = [np.median(looks.colours[size == number], axis=0).tolist() for number in range(len(SIZES))]
    return StoneSet(
        name,
        tuple((float(a), float(b), float(c)) for a, b, c in rows),
        _widths(looks, size) if looks.scaled else WIDTHS,
        _flatness(looks, size, settings) if looks.scaled else FLATNESS,
    )


def _sizes(looks: Looks, known: Sequence[str | None], settings: EnrollSettings) -> NDArray[np.int64]:
    """The size of each stone by its number, -1 where it is not sure or hardly seen."""
    likelihoods = chances(looks, UNKNOWN, STONES)
    size = np.where(likelihoods.max(axis=1) >= settings.least_confidence, likelihoods.argmax(axis=1), -1)
    size[looks.seen < settings.least_seen] = -1
    if any(known):
        size[:] = -1
    for n, label in enumerate(known):
        if label in SIZES:
            size[n] = SIZES.index(label)
    return size


def _widths(looks: Looks, size: NDArray[np.int64]) -> tuple[float, ...]:
    """The usual width of each size, mm."""
    return tuple(float(2 * np.median(looks.extents[size == number, 0])) for number in range(len(SIZES)))


def _flatness(looks: Looks, size: NDArray[np.int64], settings: EnrollSettings) -> float:
    """Thickness in widths, from stones that are seen from the side; the usual one where none is."""
    slant: Floats = np.sqrt(1 - looks.steepness**2)
    use = (size >= 0) & (slant > settings.least_slant)
    if not use.any():
        return FLATNESS
    wide, high = looks.extents[use].T
    upright = np.maximum(high**2 - (settings.depth * wide * looks.steepness[use]) ** 2, 0)
    return float(np.clip(np.median(np.sqrt(upright) / slant[use] / wide), *settings.flatness))
