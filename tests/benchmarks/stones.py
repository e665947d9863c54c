"""How well Stones is read: `python tests/benchmarks/stones.py SCENES [--weights MODEL.onnx] [--json]`.

SCENES is a folder of `tableside render scenes --game stones`. Its truth's corners stand in for a detector, so that what
is measured is reading alone. They are shaken as a detector's are, by 1 to 4 px at 1280 px of width, twice that for
covered pieces. 3 % of the pieces are missed, and all of which less than 15 % is seen.

- stone_right, token_right, tile_right: pieces whose likeliest label is right; …_sure: those with a label;
  …_sure_but_wrong: wrong ones of these; …_well_seen…: the same of pieces of which at least half is seen;
- confidence/KIND/LOW-HIGH: how many labels of such a confidence are right;
- column_right: stones seen on the stack that they stand on, or on none; order_right: standing stones seen on their own
  stack with as many detected stones below as there are; size_and_order_right: those whose size is right too;
- stacks_exact: stacks whose detected stones are all in order and of the right size;
- position_told: standing stones with a position; position_right: right ones of these, hidden stones counted;
- stack_told/KIND: pieces at a stack that have its number, in scenes with a board; stack_right/KIND: right ones;
- time: processor time of reading a scene, after one warm-up.

With `--weights MODEL.onnx` a detector finds the pieces instead. A piece whose box shares at least half of the area of
both with the box of a detection of its class is the piece detected. found/CLASS says how many pieces are found of those
of which at least half is seen. Then with `--photos PHOTOS LABELS` the towers of the JSON list LABELS are counted too:
how many stones the detector separates in each tower's box.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from datasets.formats.ultralytics import class_of
from tests.benchmarks.report import Result, as_json, as_table, machine, median, share
from tests.vision.recognise.stones.stones_seen import KINDS, scenes
from vision.photo import load
from vision.recognise.network import Network
from vision.recognise.stones import StoneReader
from vision.recognise.stones.reader import layout_of
from vision.recognise.trained.detector import TrainedDetector

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.vision.recognise.stones.stones_seen import Scene
    from vision.geometry import Quad
    from vision.observation import Piece
    from vision.recognise.stones.table import Layout

BINS: Final = (0.0, 0.5, 0.8, 0.9, 0.97, 0.99, 1.0)
LEAST_SHARED: Final = 0.5
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
        if truths[n]["kind"] == "none":
            continue
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
        if kind == "none":
            continue
        stack = {"stone": truth.get("stack"), "token": truth.get("beside"), "marker": truth.get("at_stack")}.get(kind)
        if stack is not None and board:
            tally.count(f"stack_told/{kind}", piece.stack is not None)
        if piece.stack is not None:
            tally.count(f"stack_right/{kind}", piece.stack == stack and board)


def columns(scene: Scene, layout: Layout) -> dict[int, tuple[int, int]]:
    """The true number of the stack that each stone is seen on, and how many stones are seen below it.

    Stacks are known by their bases, whose truth is known; a base that was not detected by its neighbours on the ring.
    """
    base_of = [scene.truths[each.base].get("stack") if each.base >= 0 else None for each in layout.columns]
    both = [(stack, each.place) for stack, each in zip(base_of, layout.columns, strict=True)]
    offset = next((stack - place for stack, place in both if stack is not None and place is not None), 0)
    seen = {}
    for (stack, place), column in zip(both, layout.columns, strict=True):
        number = (place + offset) % 6 if stack is None and place is not None else stack
        for rank, link in enumerate(column.links):
            seen[layout.stones[link.stone]] = (-1 if number is None else number, rank)
    return seen


def found(scene: Scene, detector: TrainedDetector, tally: Tally) -> Scene:
    """The scene as a detector sees it; what it finds where nothing is has a truth of no kind."""
    detections = [each for each in detector.detect(scene.picture) if each.kind in KINDS]
    truths: list[dict[str, Any]] = [{"kind": "none", "label": None, "visible": 0.0}] * len(detections)
    left = [each for each in scene.pieces if each["kind"] in KINDS]
    for n, detection in enumerate(detections):
        name = detection.name or detection.kind
        near = [(shared(detection.corners, each), k) for k, each in enumerate(left) if class_of(each) == name]
        if near and max(near)[0] >= LEAST_SHARED:
            truths[n] = left.pop(max(near)[1])
    for piece in scene.pieces:
        if piece["kind"] in KINDS and piece["visible"] >= WELL_SEEN:
            tally.count(f"found/{class_of(piece)}", not any(piece is each for each in left))
    return replace(scene, detections=tuple(detections), truths=tuple(truths))


def shared(corners: Quad, piece: dict[str, Any]) -> float:
    """The shared area of two upright boxes over that of both."""
    one, two = (np.array([box.min(axis=0), box.max(axis=0)]) for box in (corners, np.array(piece["corners"])))
    sides = np.clip(np.minimum(one[1], two[1]) - np.maximum(one[0], two[0]), 0, None)
    both = float(np.prod(one[1] - one[0]) + np.prod(two[1] - two[0]))
    return float(np.prod(sides)) / max(both - float(np.prod(sides)), 1e-9)


def measure(folder: Path, limit: int | None, seed: int, detector: TrainedDetector | None = None) -> Tally:
    """Read all scenes of a folder."""
    tally, reader = Tally(), StoneReader()
    for number, each in enumerate(scenes(folder, seed, limit=limit)):
        scene = each if detector is None else found(each, detector, tally)
        if number == 0:
            reader.see(scene.picture, scene.detections)
        start = time.process_time()
        pieces = reader.see(scene.picture, scene.detections)[: len(scene.detections)]  # a mat's markers follow
        tally.times.append(1000 * (time.process_time() - start))
        count_labels(tally, scene, pieces)
        count_stacks(tally, scene, pieces, layout_of(scene.picture, scene.detections))
        count_numbers(tally, scene, pieces)
    return tally


def towers(folder: Path, entries: Sequence[dict[str, Any]], detector: TrainedDetector) -> Iterator[Result]:
    """How many stones are found in the box of each photo's tower."""
    for entry in entries:
        photo = load(folder / entry["file"])
        stones = [each for each in detector.detect(photo.pixels) if each.kind == "stone"]
        for tower in entry["stacks"]:
            x0, y0, x1, y1 = tower["bbox"]
            middles = [each.corners.mean(axis=0) for each in stones]
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
    detector = TrainedDetector(Network(given.weights)) if given.weights else None
    tally = measure(given.scenes, given.limit, given.seed, detector)
    results, about = list(tally.results()), machine(("opencv-python", "numpy"))
    if given.photos and detector is not None:
        results += towers(given.photos[0], json.loads(given.photos[1].read_text(encoding="utf-8")), detector)
    print(as_json("stones", about, results) if given.json else as_table("stones", about, results))
    if given.worst:
        print("\n".join(tally.worst))
    return 0


if __name__ == "__main__":
    sys.exit(main())
