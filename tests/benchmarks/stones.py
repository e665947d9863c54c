"""How well Stones is read: `python tests/benchmarks/stones.py SCENES [--photos …] [--json]`.

SCENES is a folder of `tableside render scenes --game stones`. Its truth's corners, shaken as a detector's are (by 1 to
4 px at 1280 px of width, twice that for covered pieces; 3 % of the pieces missed, and all of which less than 15 % is
seen), stand in for a detector, so that what is measured is reading alone.

- stone_right, token_right, tile_right: pieces whose likeliest label is right; …_sure: those with a label;
  …_sure_but_wrong: wrong ones of these; …_well_seen…: the same of pieces of which at least half is seen;
- confidence/KIND/LOW-HIGH: how many labels of such a confidence are right;
- column_right: stones seen on the stack that they stand on, or on none; order_right: standing stones seen on their own
  stack with as many detected stones below as there are; size_and_order_right: those whose size is right too;
- stacks_exact: stacks whose detected stones are all in order and of the right size;
- position_told: standing stones with a position; position_right: right ones of these, hidden stones counted;
- stack_told/KIND: pieces at a stack that have its number, in scenes with a board; stack_right/KIND: right ones;
- time: processor time of reading a scene, after one warm-up.

With `--photos PHOTOS LABELS --weights MODEL.onnx` the towers of the JSON list LABELS are counted too: how many stones
the detector separates in each tower's box.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.report import Result, as_json, as_table, machine, median, share
from tests.vision.stones.stones_seen import scenes
from vision.network import Network
from vision.photo import load
from vision.stones import StoneReader
from vision.stones.reader import layout_of
from vision.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.vision.stones.stones_seen import Scene
    from vision.observation import Piece
    from vision.stones.table import Layout

BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.97, 0.99, 1.0)
WELL_SEEN: Final = 0.5
"""Pieces of which so much is visible are also counted apart."""


@dataclass(slots=True)
class Tally:
    """Counts by name: hits and cases, and the times."""

    hits: Counter[str] = field(default_factory=Counter)
    cases: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    worst: list[str] = field(default_factory=list)

    def count(self, name: str, hit: bool) -> None:
        """One more case."""
        self.hits[name] += hit
        self.cases[name] += 1

    def results(self) -> Iterator[Result]:
        """The figures, in the order of their names."""
        for name in sorted(self.cases):
            yield share(name, self.hits[name], self.cases[name])
        yield median("time", self.times, "ms")


def best(piece: Piece) -> str | None:
    """The likeliest label, sure or not."""
    return piece.label or (piece.candidates[0].label if piece.candidates else None)


def count_labels(tally: Tally, scene: Scene, pieces: Sequence[Piece]) -> None:
    """What the pieces are, and how sure that is."""
    for truth, piece in zip(scene.truths, pieces, strict=True):
        kind = truth["kind"]
        if kind not in {"stone", "token", "tile"} or truth["label"] == "base":
            continue
        right = best(piece) == truth["label"]
        names = [kind] + ([f"{kind}_well_seen"] if truth["visible"] >= WELL_SEEN else [])
        for name in names:
            tally.count(f"{name}_right", right)
            tally.count(f"{name}_sure", piece.label is not None)
            if piece.label is not None:
                tally.count(f"{name}_sure_but_wrong", not right)
        at = int(np.searchsorted(BINS, piece.confidence, side="right")) - 1
        low, high = BINS[min(at, len(BINS) - 2)], BINS[min(at, len(BINS) - 2) + 1]
        tally.count(f"confidence/{kind}/{low:.2f}-{high:.2f}", right)
        if piece.label is not None and not right:
            tally.worst.append(f"{scene.name} {truth['label']} read as {piece.label}, visible {truth['visible']}")


def count_stacks(tally: Tally, scene: Scene, pieces: Sequence[Piece], layout: Layout) -> None:
    """What stands on what."""
    truths = scene.truths
    given = columns(scene, layout)
    standing = defaultdict(list)
    for n in layout.stones:
        stack = truths[n].get("stack")
        tally.count("column_right", given.get(n, (None, 0))[0] == stack)
        if stack is not None:
            standing[stack].append(n)
    for stack, members in standing.items():
        members.sort(key=lambda n: truths[n]["position"])
        ordered = [given.get(n) == (stack, rank) for rank, n in enumerate(members)]
        sized = [best(pieces[n]) == truths[n]["label"] for n in members]
        tally.count("stacks_exact", all(ordered) and all(sized))
        for n, order, size in zip(members, ordered, sized, strict=True):
            tally.count("order_right", order)
            tally.count("size_and_order_right", order and size)
            if truths[n]["visible"] >= WELL_SEEN:
                tally.count("size_and_order_well_seen_right", order and size)
            tally.count("position_told", pieces[n].position is not None)
            if pieces[n].position is not None:
                tally.count("position_right", pieces[n].position == truths[n]["position"])


def count_numbers(tally: Tally, scene: Scene, pieces: Sequence[Piece]) -> None:
    """Which stack things belong to, by the board's mark."""
    board = scene.facts.get("board", True)
    for truth, piece in zip(scene.truths, pieces, strict=True):
        kind = truth["kind"]
        stack = {"stone": truth.get("stack"), "token": truth.get("beside"), "marker": truth.get("at_stack")}.get(kind)
        if stack is not None and board:
            tally.count(f"stack_told/{kind}", piece.stack is not None)
        if piece.stack is not None:
            tally.count(f"stack_right/{kind}", piece.stack == stack and board)


def columns(scene: Scene, layout: Layout) -> dict[int, tuple[int, int]]:
    """The true number of the stack that each stone is seen on, and how many stones are seen below it.

    Stacks are known by their bases, whose truth is known; a base that was not detected by its neighbours on the ring.
    """
    offset = next(
        (
            scene.truths[each.base]["stack"] - each.place
            for each in layout.columns
            if each.base >= 0 and each.place is not None
        ),
        0,
    )
    found = {}
    for column in layout.columns:
        if column.base < 0 and column.place is None:
            continue
        stack = scene.truths[column.base]["stack"] if column.base >= 0 else (column.place + offset) % 6
        for rank, link in enumerate(column.links):
            found[layout.stones[link.stone]] = (stack, rank)
    return found


def measure(folder: Path, limit: int | None, seed: int) -> Tally:
    """Read all scenes of a folder."""
    tally, reader = Tally(), StoneReader()
    for number, scene in enumerate(scenes(folder, seed, limit=limit)):
        if number == 0:
            reader.see(scene.picture, scene.detections)
        start = time.process_time()
        pieces = reader.see(scene.picture, scene.detections)
        tally.times.append(1000 * (time.process_time() - start))
        count_labels(tally, scene, pieces)
        count_stacks(tally, scene, pieces, layout_of(scene.picture, scene.detections))
        count_numbers(tally, scene, pieces)
    return tally


def towers(folder: Path, entries: Sequence[dict[str, Any]], weights: Path) -> Iterator[Result]:
    """How many stones are found in the box of each photo's tower, and how many of a column the reader orders."""
    detector = TrainedDetector(Network(weights))
    for entry in entries:
        photo = load(folder / entry["file"])
        found = [each for each in detector.detect(photo.pixels) if each.kind == "stone"]
        for tower in entry["stacks"]:
            x0, y0, x1, y1 = tower["bbox"]
            middles = [each.corners.mean(axis=0) for each in found]
            inside = sum(bool(x0 <= x <= x1 and y0 <= y <= y1) for x, y in middles)
            yield Result(f"stones_found/{entry['file']}", float(inside), f"of {tower['stones']}", 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("scenes", type=Path, help="folder of rendered scenes of Stones")
    parser.add_argument("--limit", type=int, help="how many scenes to read at most")
    parser.add_argument("--seed", type=int, default=0, help="of the chance that shakes the corners")
    parser.add_argument(
        "--photos", nargs=2, type=Path, metavar=("PHOTOS", "LABELS"), help="photos of towers, their labels"
    )
    parser.add_argument("--weights", type=Path, help="the detector that finds the stones of photos")
    parser.add_argument("--worst", action="store_true", help="also list what was read surely and wrongly")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    if not any(given.scenes.glob("[0-9]*.json")):
        print(f"stones.py: {given.scenes} holds no rendered scenes; make some with tableside render", file=sys.stderr)
        return 2
    if given.photos and not given.weights:
        print("stones.py: photos need a detector; name its file with --weights", file=sys.stderr)
        return 2
    tally = measure(given.scenes, given.limit, given.seed)
    results, about = list(tally.results()), machine(("opencv-python", "numpy"))
    if given.photos:
        results += towers(given.photos[0], json.loads(given.photos[1].read_text(encoding="utf-8")), given.weights)
    print(as_json("stones", about, results) if given.json else as_table("stones", about, results))
    if given.worst:
        print("\n".join(tally.worst))
    return 0


if __name__ == "__main__":
    sys.exit(main())
