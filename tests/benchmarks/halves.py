"""How well halves are read on rendered scenes: `python tests/benchmarks/halves.py SCENES [--json]`.

SCENES is a folder of `tableside render scenes --game stackernoos`, of a seed that the weights were not trained on.
Every tile that is wholly seen is read in a quad whose corners are off by chance. Each coordinate is off by `--jitter`
of the mean of the tile's length and width (standard deviation). What shows no domino is read too. A tile's size is the
shortest side of its halves, so that a tile of 10 px is 20 px long or more.

- tiles exact: read surely and read right; best guess: right whether sure or not; sure but wrong: of sure readings;
- halves right: by the network alone; counted: by the second count alone;
- foreign refused: places without a domino that get no label and no candidate; foreign labelled: that get a label;
- calibration error: how far chances are from the share that is right, of halves and of tiles;
- time: processor time of reading a tile, by the network and the count, cutting included.

`--figure FILE.svg` draws how far the chances of halves can be trusted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from models import weights
from models.halves.calibrate import calibration_error, reliability
from models.halves.gather import Place, places, scenes, shortest_side
from models.halves.patch import BACK, NONE, halves
from tests.benchmarks.report import Result, as_json, as_table, machine, share
from vision.geometry import quad, sides
from vision.recognise.detect import Detection
from vision.recognise.halves import HalvesReader
from vision.recognise.halves.count import count
from vision.recognise.network import Network

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from models.halves.calibrate import Bin
    from vision.recognise.read import Reading

LIMITS: Final = (8, 10, 14, 20, 30)
"""Sizes in px from which tiles are told apart; LIMITS[1] is a tile 20 px long."""


@dataclass(slots=True)
class Seen:
    """All tiles and places of the scenes; of halves the network's chance for its answer and whether that is right."""

    sizes: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    sure: list[bool] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)
    half_sizes: list[float] = field(default_factory=list)
    half_chance: list[float] = field(default_factory=list)
    half_right: list[bool] = field(default_factory=list)
    counted: list[bool] = field(default_factory=list)
    backs: list[bool] = field(default_factory=list)
    refused: list[bool] = field(default_factory=list)
    labelled: list[bool] = field(default_factory=list)
    spent: float = 0.0
    tiles_timed: int = 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the scenes' tiles, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("scenes", type=Path, help="folder of rendered scenes of Stackernoos")
    parser.add_argument("--jitter", type=float, default=0.02, help="how far corners are off, in mean tile sides")
    parser.add_argument("--weights", type=Path, default=weights("halves"), help="another ONNX file")
    parser.add_argument("--figure", type=Path, help="SVG file to write")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    truths = scenes(given.scenes)
    if not truths or not given.weights.exists():
        print(f"halves.py: no scenes in {given.scenes}, or no weights at {given.weights}", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    seen = measure(truths, HalvesReader(Network(given.weights)), given.jitter)
    results = list(figures(seen))
    about = machine(("opencv-python", "numpy", "onnxruntime"))
    print(as_json("halves", about, results) if given.json else as_table("halves", about, results))
    bins = _bins(seen.half_chance, seen.half_right)
    if not given.json:
        print("\n".join(_lines(bins)))
    if given.figure:
        given.figure.write_text(figure(bins), encoding="utf-8")
    return 0


def measure(truths: Sequence[Path], reader: HalvesReader, jitter: float) -> Seen:
    """Everything that the scenes show, read once."""
    seen = Seen()
    for number, path in enumerate(truths):
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        chance = np.random.default_rng(number)
        found = [_shaken(place, chance, jitter) for place in places(json.loads(path.read_text(encoding="utf-8")))]
        found = [place for place in found if None not in place.classes]
        if picture is None or not found:
            continue
        detections = [Detection(quad(place.corners), "domino", 1.0) for place in found]
        start = time.process_time()
        readings = reader.read(picture, detections)
        seen.spent += time.process_time() - start
        seen.tiles_timed += len(found)
        patches = np.concatenate([halves(picture, place.corners) for place in found])
        chances = reader.network.run(patches.transpose(0, 3, 1, 2).astype(np.float32)).reshape(len(found), 2, -1)
        counted = count(patches).numbers.reshape(-1, 2)
        for n, (place, reading) in enumerate(zip(found, readings, strict=True)):
            _add(seen, place, reading, chances[n], counted[n])
    return seen


def _shaken(place: Place, chance: np.random.Generator, jitter: float) -> Place:
    sigma = jitter * sum(sides(quad(place.corners))) / 2
    return Place(place.corners + chance.normal(0, sigma, (4, 2)), place.classes)


def _add(seen: Seen, place: Place, reading: Reading, chances: np.ndarray, counted: np.ndarray) -> None:
    classes = np.array(place.classes)
    if NONE in place.classes:
        if (classes == NONE).all():
            seen.refused.append(reading.label is None and not reading.candidates)
            seen.labelled.append(reading.label is not None)
        return
    if BACK in place.classes:
        seen.backs.append(reading.label == "back")
        return
    label = f"{classes[0]}-{classes[1]}"
    seen.sizes.append(shortest_side(place.corners))
    best = reading.candidates[0].label if reading.candidates else None
    seen.right.append(best == label)
    seen.sure.append(reading.label is not None)
    seen.confidence.append(reading.confidence)
    seen.half_sizes += [seen.sizes[-1]] * 2
    seen.half_chance += chances.max(axis=1).tolist()
    seen.half_right += (chances.argmax(axis=1) == classes).tolist()
    seen.counted += (counted == classes).tolist()


def figures(seen: Seen) -> Iterator[Result]:
    """The figures, by the tiles' least size."""
    sizes, right, sure = np.array(seen.sizes), np.array(seen.right), np.array(seen.sure)
    half_sizes, half_right, counted = np.array(seen.half_sizes), np.array(seen.half_right), np.array(seen.counted)
    for least in LIMITS:
        tiles, parts = sizes >= least, half_sizes >= least
        of = f"{least}px"
        yield share(f"tiles_exact/{of}", int((right & sure & tiles).sum()), int(tiles.sum()))
        yield share(f"best_guess/{of}", int((right & tiles).sum()), int(tiles.sum()))
        yield share(f"sure_but_wrong/{of}", int((sure & ~right & tiles).sum()), int((sure & tiles).sum()))
        yield share(f"halves_right/{of}", int((half_right & parts).sum()), int(parts.sum()))
        yield share(f"halves_counted/{of}", int((counted & parts).sum()), int(parts.sum()))
    yield share("backs_right", sum(seen.backs), len(seen.backs))
    yield share("foreign_refused", sum(seen.refused), len(seen.refused))
    yield share("foreign_labelled", sum(seen.labelled), len(seen.labelled))
    halves_error = calibration_error(_bins(seen.half_chance, seen.half_right))
    yield Result("calibration_error/halves", halves_error, "", len(seen.half_chance))
    tiles_error = calibration_error(_bins(seen.confidence, seen.right))
    yield Result("calibration_error/tiles", tiles_error, "", len(seen.confidence))
    yield Result("time/tile", 1000 * seen.spent / max(1, seen.tiles_timed), "ms", seen.tiles_timed)


def _bins(chances: list[float], right: list[bool]) -> tuple[Bin, ...]:
    return reliability(np.array(chances), np.array(right))


def _lines(bins: tuple[Bin, ...]) -> Iterator[str]:
    yield "| chance | halves | mean chance | right |"
    yield "|---|---|---|---|"
    for each in bins:
        yield f"| {each.low:.2f} – {each.high:.2f} | {each.count} | {each.chance:.3f} | {each.right:.3f} |"


def figure(bins: tuple[Bin, ...]) -> str:
    """The bins as an SVG: chance to the right, the share that is right upwards, the honest diagonal."""
    side, rim = 320, 40
    size = side + 2 * rim
    most = max(each.count for each in bins)

    def at(x: float, y: float) -> tuple[float, float]:
        return round(rim + side * x, 1), round(rim + side * (1 - y), 1)

    dots = []
    for each in bins:
        x, y = at(each.chance, each.right)
        radius = round(4 + 8 * (each.count / most) ** 0.5, 1)
        dots.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#2563eb" fill-opacity="0.7"/>')
        dots.append(f'<text x="{x - radius - 4}" y="{y + 4}" text-anchor="end">{each.count}</text>')
    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="12">',
        f'<rect width="{size}" height="{size}" fill="#fff"/>',
        f'<path d="M{x0} {y1}V{y0}H{x1}" fill="none" stroke="#111"/>',
        f'<path d="M{x0} {y0}L{x1} {y1}" stroke="#888" stroke-dasharray="4 4"/>',
        *dots,
        f'<text x="{size / 2}" y="{size - 8}" text-anchor="middle">chance that the network gives its answer</text>',
        f'<text x="14" y="{size / 2}" text-anchor="middle" transform="rotate(-90 14 {size / 2})">share right</text>',
        *(f'<text x="{at(v, 0)[0]}" y="{y0 + 16}" text-anchor="middle">{v:g}</text>' for v in (0, 0.5, 1)),
        *(f'<text x="{x0 - 6}" y="{at(0, v)[1] + 4}" text-anchor="end">{v:g}</text>' for v in (0.5, 1)),
        "</svg>\n",
    ])  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
