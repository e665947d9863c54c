"""How well photos of dominoes are read, and how fast: `python tests/benchmarks/read.py PHOTOS LABELS [--json]`.

PHOTOS is a folder, LABELS a JSON list that names its photos. Three kinds of list are understood:

- scenes: `{"file", "source", "tiles": [{"halves", "centre", "length_px"}], "face_down"}`, every tile listed;
- singles: `{"file", "halves"}`, one tile a photo, whose place is not known;
- distractors: `{"file", "kind"}` (and neither of the above), photos without any domino.

A detection matches a labelled tile if the tile's centre lies in its quad, or within 0.35 tile lengths of the quad's
centre (labelled centres are good to about 0.1 lengths); the nearest pairs are matched first, one to one. In singles
any detection matches, the surest first. Detections on a listed face-down tile are left out of everything.

- tile recall: matched tiles of all labelled ones; precision: matched detections of all detections;
- halves right: right halves of matched tiles, as an unordered pair, an unsure reading by its best candidate;
- tiles exact: labelled tiles that were found, read surely and read right; sure but wrong: of sure matched readings;
- time: reading a photo as it is, and scaled to fit 1280×720, after one warm-up; loading is not counted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.report import Result, as_json, as_table, machine, median, share
from vision import Photo, load, read_photo
from vision.geometry import centre, contains, quad

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision import Observation, Piece

GAME: Final = "stackernoos"
NEAR: Final = 0.35
"""Of a tile's length: how far the labelled centre may lie from the centre of a quad."""
FRAME: Final = (1280, 720)


@dataclass(slots=True)
class Tally:
    """Counts over some photos."""

    photos: int = 0
    tiles: int = 0
    detections: int = 0
    matched: int = 0
    halves: int = 0
    exact: int = 0
    sure: int = 0
    sure_wrong: int = 0
    photos_with_pieces: int = 0
    times: list[float] = field(default_factory=list)
    frame_times: list[float] = field(default_factory=list)

    def add(self, entry: dict[str, Any], observation: Observation) -> None:
        """Count one photo."""
        pieces = [piece for piece in observation.pieces if not _face_down(piece, entry)]
        tiles = _tiles(entry)
        self.photos += 1
        self.tiles += len(tiles)
        self.detections += len(pieces)
        self.photos_with_pieces += bool(pieces)
        for tile, piece in _matches(tiles, pieces):
            right = _right_halves(tile["halves"], piece)
            self.matched += 1
            self.halves += right
            self.sure += piece.label is not None
            self.exact += piece.label is not None and right == 2
            self.sure_wrong += piece.label is not None and right < 2

    def results(self, of: str) -> Iterator[Result]:
        """The figures, their names ending in what they are of."""
        if self.tiles:
            yield share(f"tile_recall/{of}", self.matched, self.tiles)
            yield share(f"precision/{of}", self.matched, self.detections)
            yield share(f"halves_right/{of}", self.halves, 2 * self.matched)
            yield share(f"tiles_exact/{of}", self.exact, self.tiles)
            yield share(f"sure_but_wrong/{of}", self.sure_wrong, self.sure)
        else:
            yield share(f"photos_with_false_pieces/{of}", self.photos_with_pieces, self.photos)
            yield Result(f"false_pieces/{of}", float(self.detections), "pieces", self.photos)
        yield median(f"time/{of}", self.times, "ms")
        yield median(f"time_1280x720/{of}", self.frame_times, "ms")


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the photos, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("photos", type=Path, help="folder of the photos")
    parser.add_argument("labels", type=Path, help="JSON list of their labels")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    try:
        tallies = measure(given.photos, _labels(given.labels))
    except (OSError, ValueError) as wrong:
        words = f"{wrong.filename}: {wrong.strerror}" if isinstance(wrong, OSError) else wrong
        print(f"read.py: {words}; give a folder of photos and the JSON file of their labels", file=sys.stderr)
        return 2
    results = [result for of, tally in tallies.items() for result in tally.results(of)]
    about = machine(("opencv-python", "numpy"))
    print(as_json("read", about, results) if given.json else as_table("read", about, results))
    return 0


def _labels(file: Path) -> list[dict[str, Any]]:
    """The list in a file of labels; OSError or ValueError, in one line, where there is none."""
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as wrong:
        raise ValueError(f"{file} is no JSON list of labels: {wrong}") from wrong
    if not isinstance(entries, list) or not all(isinstance(entry, dict) and "file" in entry for entry in entries):
        raise ValueError(f"{file} is no list of labels; an entry is an object that names its 'file'")
    return entries


def measure(folder: Path, entries: Sequence[dict[str, Any]]) -> dict[str, Tally]:
    """Counts per source, in the order of the list, and of all."""
    tallies: dict[str, Tally] = {}
    whole = Tally()
    for number, entry in enumerate(entries):
        photo = load(folder / entry["file"])
        if number == 0:
            read_photo(photo, GAME)
        observation, spent = _timed(photo)
        _, frame_spent = _timed(_frame(photo))
        for tally in (tallies.setdefault(_source(entry), Tally()), whole):
            tally.add(entry, observation)
            tally.times.append(spent)
            tally.frame_times.append(frame_spent)
    return {**tallies, "all": whole} if len(tallies) != 1 else {"all": whole}


def _source(entry: dict[str, Any]) -> str:
    return str(entry.get("kind") or entry.get("source", "all")).split("/")[-1]


def _timed(photo: Photo) -> tuple[Observation, float]:
    start = time.perf_counter()
    observation = read_photo(photo, GAME)
    return observation, 1000 * (time.perf_counter() - start)


def _frame(photo: Photo) -> Photo:
    """The photo scaled to fit 1280×720, the rest black, as a camera of that size would give it."""
    scale = min(FRAME[0] / photo.width, FRAME[1] / photo.height)
    small = cv2.resize(
        photo.pixels, (round(photo.width * scale), round(photo.height * scale)), interpolation=cv2.INTER_AREA
    )
    frame = np.zeros((FRAME[1], FRAME[0], 3), np.uint8)
    frame[: small.shape[0], : small.shape[1]] = small
    return Photo.from_frame(frame)


def _tiles(entry: dict[str, Any]) -> list[dict[str, Any]]:
    if "tiles" in entry:
        return list(entry["tiles"])
    return [{"halves": entry["halves"]}] if "halves" in entry else []


def _face_down(piece: Piece, entry: dict[str, Any]) -> bool:
    return any(contains(quad(piece.corners), back["centre"]) for back in entry.get("face_down", []))


def _matches(tiles: list[dict[str, Any]], pieces: list[Piece]) -> Iterator[tuple[dict[str, Any], Piece]]:
    """One-to-one pairs, the nearest first."""
    pairs = sorted(
        (distance, t, p)
        for t, tile in enumerate(tiles)
        for p, piece in enumerate(pieces)
        if (distance := _distance(tile, piece)) is not None
    )
    tiles_left, pieces_left = set(range(len(tiles))), set(range(len(pieces)))
    for _, t, p in pairs:
        if t in tiles_left and p in pieces_left:
            tiles_left.remove(t)
            pieces_left.remove(p)
            yield tiles[t], pieces[p]


def _distance(tile: dict[str, Any], piece: Piece) -> float | None:
    """How far the piece is from the tile in tile lengths, or None where it is no match."""
    if "centre" not in tile:
        return -piece.confidence
    corners = quad(piece.corners)
    distance = float(np.linalg.norm(centre(corners) - np.array(tile["centre"]))) / tile["length_px"]
    return distance if distance <= NEAR or contains(corners, tile["centre"]) else None


def _right_halves(halves: Sequence[int], piece: Piece) -> int:
    label = piece.label or (piece.candidates[0].label if piece.candidates else "")
    left = [str(half) for half in halves]
    right = 0
    for half in label.split("-"):
        if half in left:
            left.remove(half)
            right += 1
    return right


if __name__ == "__main__":
    sys.exit(main())
