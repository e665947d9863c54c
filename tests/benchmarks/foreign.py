"""How many pieces are seen where none of ours lies.

    python tests/benchmarks/foreign.py SET… [--games stackernoos stonerow stones] [--told FILE] [--json]

A SET shows things of other games, or none at all:

- a JSON list of `{"file", "kind"}`: photos beside it, a set a kind;
- a folder: its photos, in the order of their names;
- a film: a frame every `--every` seconds.

Every piece that a game reads there with a label is a sure false one; hands and unknown things are none.

- sure false: sure false pieces in 20 photos;
- sure false photos: photos that show one;
- said at 0.9: sure false pieces of a confidence of 0.9 and more, in 20 photos.

`--told FILE` writes one JSON line a photo: game, set, photo, and the sure false pieces.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.report import Result, as_json, as_table, machine, share
from vision import Photo, load, recogniser_for
from vision.pipeline import READABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision import Observation
    from vision.observation import Piece

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png"})
PER: Final = 20
"""Photos that figures are given for."""
SURE: Final = 0.9
NONE: Final = frozenset({"hand", "unknown"})


@dataclass(frozen=True, slots=True)
class Shown:
    """A photo of a set, and its name."""

    of: str
    name: str
    photo: Photo


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the photos, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("sets", type=Path, nargs="+", help="JSON list of labels, folder of photos, or film")
    parser.add_argument("--games", nargs="+", choices=sorted(READABLE), default=sorted(READABLE))
    parser.add_argument("--every", type=float, default=0.5, help="seconds between two frames of a film")
    parser.add_argument("--told", type=Path, help="JSON Lines of what was seen")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    try:
        results = list(figures(measure(given.sets, given.games, given.every, given.told)))
    except (OSError, ValueError) as wrong:
        print(f"foreign.py: {wrong}; give lists of labels, folders of photos, or films", file=sys.stderr)
        return 2
    about = machine(("opencv-python", "numpy", "onnxruntime"))
    print(as_json("foreign", about, results) if given.json else as_table("foreign", about, results))
    return 0


def measure(
    sets: Sequence[Path], games: Sequence[str], every: float, told: Path | None = None
) -> dict[tuple[str, str], list[tuple[Piece, ...]]]:
    """The sure false pieces of each photo, by game and set."""
    seen: dict[tuple[str, str], list[tuple[Piece, ...]]] = defaultdict(list)
    if told is not None:
        told.write_text("", encoding="utf-8")
    for shown in (each for source in sets for each in photos(source, every)):
        for game in games:
            false = sure_pieces(recogniser_for(game).fresh().see(shown.photo))
            seen[game, shown.of].append(false)
            pieces = [each.to_json() for each in false]
            line = {"game": game, "set": shown.of, "photo": shown.name, "pieces": pieces}
            if told is not None:
                with told.open("a", encoding="utf-8") as lines:
                    lines.write(f"{json.dumps(line)}\n")
    return seen


def sure_pieces(observation: Observation) -> tuple[Piece, ...]:
    """The pieces with a label; there is none of ours in the photo, so all are false."""
    return tuple(each for each in observation.pieces if each.label is not None and each.kind not in NONE)


def figures(seen: dict[tuple[str, str], list[tuple[Piece, ...]]]) -> Iterator[Result]:
    """The figures of each game, set by set and then all together."""
    for game in dict.fromkeys(game for game, _ in seen):
        by_set = {of: photos for (each, of), photos in seen.items() if each == game}
        if len(by_set) > 1:
            by_set["all"] = [photo for each in list(by_set.values()) for photo in each]
        for of, photos_of in by_set.items():
            name = f"{game}/{of}"
            yield _rate(f"sure false/{name}", [len(each) for each in photos_of])
            yield _rate(f"said at 0.9/{name}", [sum(p.confidence >= SURE for p in each) for each in photos_of])
            yield share(f"sure false photos/{name}", sum(bool(each) for each in photos_of), len(photos_of))


def _rate(name: str, counts: Sequence[int]) -> Result:
    """So many in 20 photos."""
    return Result(name, PER * sum(counts) / max(len(counts), 1), f"in {PER} photos", len(counts))


def photos(source: Path, every: float) -> Iterator[Shown]:
    """The photos of a set; OSError or ValueError where there is none."""
    if source.is_dir():
        files = [each for each in sorted(source.iterdir()) if each.suffix.lower() in PICTURES]
        if not files:
            raise ValueError(f"{source} holds no photos")
        yield from (Shown(source.name, each.name, load(each)) for each in files)
    elif source.suffix == ".json":
        yield from (
            Shown(str(entry["kind"]), entry["file"], load(source.parent / entry["file"])) for entry in _entries(source)
        )
    else:
        yield from _frames(source, every)


def _entries(source: Path) -> list[dict[str, Any]]:
    entries = json.loads(source.read_text(encoding="utf-8"))
    if not isinstance(entries, list) or not all({"file", "kind"} <= set(each) for each in entries):
        raise ValueError(f"{source} is no list of photos with a file and a kind each")
    return entries


def _frames(film: Path, every: float) -> Iterator[Shown]:
    video = cv2.VideoCapture(str(film))
    step = max(1, round(every * (video.get(cv2.CAP_PROP_FPS) or 1)))
    number = 0
    while True:
        there, frame = video.read()
        if not there:
            break
        if number % step == 0:
            yield Shown(
                film.parent.name or film.stem, f"{film.name}:{number}", Photo.from_frame(np.asarray(frame, np.uint8))
            )
        number += 1
    video.release()
    if number == 0:
        raise ValueError(f"{film} is no film that can be played")


if __name__ == "__main__":
    sys.exit(main())
