"""Reads dominoes: a network reads each half, pips counted without it have to agree before a read is called sure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from models.halves.patch import BACK, NONE, NUMBERS, halves
from vision.geometry import sides
from vision.observation import Candidate
from vision.recognise.halves.count import count
from vision.recognise.halves.lattice import spots
from vision.recognise.halves.light import evened, of_one_colour
from vision.recognise.halves.settings import COUNT, HALVES
from vision.recognise.network import Network, network
from vision.recognise.read import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.detect import Detection
    from vision.recognise.halves.settings import CountSettings, HalvesSettings

BACK_LABEL: Final = "back"
TINY: Final = np.float32(1e-9)


@dataclass(frozen=True, slots=True, eq=False)
class _Second:
    """What a tile says without the network.

    `pair` are its 2×48×48×3 patches, `possible` the numbers that the count allows, 2×13, and `marked` tells which
    halves surely bear pips.
    """

    pair: NDArray[np.uint8]
    possible: NDArray[np.bool_]
    marked: NDArray[np.bool_]
    settings: CountSettings

    def agrees(self, label: str) -> bool:
        """Whether each half has the label's number by the count of layouts or by the lattice of nine spots.

        Where it has not, pips are looked for a second time, for the background may vary more than the pips stand out. A
        half on which no look finds pips for sure may be blank. Nothing on a blank half tells it from a plain table, so
        it has to have the other half's colour. A back has no pips to count: it is the network's word alone.
        """
        if label == BACK_LABEL:
            return True
        numbers = _numbers(label)
        if numbers.min() == 0 < numbers.max() and not of_one_colour(self.pair):
            return False
        same = self.possible[[0, 1], numbers]
        if same.all() or (same := same | (spots(self.pair) == numbers)).all():
            return True
        second = count(self.pair, self.settings, direction=1)
        bare = ~self.marked & ~second.marked(self.settings)
        seen = second.possible(self.settings)[[0, 1], numbers] & (second.numbers > 0)
        return bool((same | np.where(numbers > 0, seen, bare)).all())


def _numbers(label: str) -> NDArray[np.int64]:
    """The numbers of both halves of a face, 2."""
    return np.array([int(number) for number in label.split("-")], np.int64)


def _seconds(pairs: NDArray[np.uint8], settings: CountSettings) -> Iterator[_Second]:
    """What tiles say without the network, N×2×48×48×3 patches."""
    counted = count(pairs.reshape(-1, *pairs.shape[2:]), settings)
    possible = counted.possible(settings).reshape(len(pairs), 2, -1)
    marked = counted.marked(settings).reshape(len(pairs), 2)
    return (_Second(pair, possible[n], marked[n], settings) for n, pair in enumerate(pairs))


@dataclass(frozen=True, slots=True)
class HalvesReader:
    """What the halves say by the network, sure only where their pips, counted without it, come to the same.

    A piece that the network takes for no domino has no label and no candidates; its confidence then says how sure
    that is.
    """

    network: Network = field(default_factory=lambda: network("halves"))
    settings: HalvesSettings = HALVES
    counting: CountSettings = COUNT
    highest: int = NUMBERS - 1
    """The highest number of the set, where it is known; no other is read."""

    @property
    def name(self) -> str:
        """Name and version: the digits tell the weights."""
        return f"halves-read/{self.network.digest}"

    def read(self, picture: Picture, detections: Sequence[Detection]) -> tuple[Reading, ...]:
        """What the dominoes of an H×W×3 BGR picture say, the first half being the one beside the edge 0→1.

        The halves of a tile are turned to meet the same way, so a tile and its half turn read alike.
        """
        if not detections:
            return ()
        patches = np.stack([halves(picture, each.corners) for each in detections])
        whole = [not self._is_cut(each.corners, picture) for each in detections]
        readings = self._read(patches, whole)
        for n, reading in enumerate(readings):
            if whole[n] and reading.label is None and reading.candidates:
                readings[n] = self._under_even_light(patches[n]) or reading
        return tuple(readings)

    def _read(self, patches: NDArray[np.uint8], whole: Sequence[bool]) -> list[Reading]:
        """What N×2×48×48×3 patches say; only whole tiles are ever sure."""
        flat = patches.reshape(-1, *patches.shape[2:]).transpose(0, 3, 1, 2)
        chances = self.network.run(flat.astype(np.float32)).reshape(len(patches), 2, -1)
        chances[..., self.highest + 1 : NUMBERS] = 0
        chances /= np.maximum(chances.sum(axis=-1, keepdims=True), TINY)
        readings = [self._reading(each) for each in chances]
        hopeful = [n for n, each in enumerate(readings) if whole[n] and self._is_hopeful(each)]
        if hopeful:
            for n, second in zip(hopeful, _seconds(patches[hopeful], self.counting), strict=True):
                best = readings[n].candidates[0].label
                readings[n] = replace(readings[n], label=best if second.agrees(best) else None)
        return readings

    def _under_even_light(self, pair: NDArray[np.uint8]) -> Reading | None:
        """What a tile of 2×48×48×3 patches surely says once the shadows on it are taken out; None where it does not.

        Where a shadow lay, what is left of its edge may pass for pips, and a joint for a blank. So pips have to be
        counted surely there.
        """
        lit = [evened(each) for each in pair]
        uneven = [each is not None for each in lit]
        if not any(uneven):
            return None
        even = np.stack([old if new is None else new for old, new in zip(pair, lit, strict=True)])
        (reading,) = self._read(even[None], [True])
        if reading.label in (None, BACK_LABEL):
            return None
        counted = count(even, self.counting)
        surely = counted.marked(self.counting) & (counted.numbers == _numbers(reading.label))
        return reading if surely[uneven].all() else None

    def _reading(self, chances: NDArray[np.float32]) -> Reading:
        """What the network says of a piece, not yet sure."""
        if chances[:, NONE].min() > self.settings.least_none:
            return Reading(None, float(chances[:, NONE].prod()), ())
        candidates = self._candidates(chances)
        return Reading(None, candidates[0].confidence if candidates else 0.0, candidates)

    def _is_hopeful(self, reading: Reading) -> bool:
        """Whether a reading may be sure. Only then a second opinion is worth its time."""
        return bool(reading.candidates) and reading.confidence >= self.settings.least_confidence

    def _candidates(self, chances: NDArray[np.float32]) -> tuple[Candidate, ...]:
        """The likeliest labels, best first, each as likely as both of its halves together."""
        joint = np.outer(chances[0, :NUMBERS], chances[1, :NUMBERS])
        order = np.argsort(-joint, axis=None, kind="stable")[: self.settings.candidates]
        found = [(f"{flat // NUMBERS}-{flat % NUMBERS}", float(joint.flat[flat])) for flat in order]
        found.append((BACK_LABEL, float(chances[:, BACK].prod())))
        found.sort(key=lambda each: -each[1])
        likely = [Candidate(*each) for each in found if each[1] >= self.settings.least_candidate]
        return tuple(likely[: self.settings.candidates])

    def _is_cut(self, corners: Quad, picture: Picture) -> bool:
        """Whether part of the tile lies outside the picture, so that pips may be out of sight."""
        height, width = picture.shape[:2]
        tolerance = self.settings.most_cut * min(sides(corners))
        inside = (corners >= -tolerance) & (corners <= np.array([width, height]) - 1 + tolerance)
        return not bool(inside.all())
