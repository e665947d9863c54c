"""What enrolling dominoes is worth: `python tests/benchmarks/dominoes.py WORK [--sets N] [--scenes M] [--json]`.

Of N sets of chance one picture each is rendered to enrol from: eight tiles, loose and face up, seen from above. Then M
tables of each set, in other light and from anywhere, are read by the whole recogniser without what was enrolled, with
it, and with its highest number told too. Pictures are kept in WORK and drawn again only where they are missing.

- enrolled: photos from which `tableside enroll dominoes` learns; length_off: how far lengths in widths are off, median;
- found, false, sure_and_right, sure_but_wrong: as `tableside eval --scenes` has them; exact: of all tiles to be found,
  those that are found, sure and right.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from datasets.optics.camera import Camera
from datasets.optics.world import World
from datasets.pieces.clutter import strew
from datasets.pieces.domino import build_set, draw_make
from datasets.scenes.dominoes import DominoTable
from datasets.scenes.draw import Scene, photograph
from datasets.scenes.furniture import furnish
from datasets.scenes.room import draw_camera, draw_light, sunlit
from datasets.scenes.stackernoos import grow
from tests.benchmarks.report import Result, as_json, as_table, machine, median, share
from vision import load, recogniser_for
from vision.games.stackernoos.recogniser import recogniser_of_set
from vision.recognise.dominoes import DominoSet, NotEnough, enroll_dominoes
from vision.scoring.scenes import SceneCounts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from datasets.optics.studio import Studio
    from datasets.pieces.domino import DominoSet as Made

SIZE: Final = (1280, 720)
KNOWN: Final = 8
"""Tiles on the picture to enrol from."""
REACH: Final = 130.0
"""How far (mm) round the middle of the table tiles lie."""
PIECE: Final = 48.0


def compose(tiles: Made, seed: int, index: int) -> Scene:
    """Table `index` of a set: the first is the one to enrol from."""
    rng = np.random.default_rng([seed, index])
    world = World(draw_light(rng))
    name = furnish(world, rng, seed)
    table = DominoTable(world, tiles, rng)
    order = [tiles.tiles[int(i)] for i in rng.permutation(len(tiles.tiles))]
    if index:
        laid = grow(rng, order, int(rng.integers(4, 20)))
        used = {tuple(sorted(tile.numbers)) for tile in laid}
        order = [tile for tile in order if tile not in used]
        table.game(laid, float(rng.uniform(0, 6.28)), (0.0, 0.0))
    table.unused = order
    table.scatter(int(rng.integers(3, 10)) if index else KNOWN, REACH, 0.2 if index else 0.0)
    world.light = sunlit(world.light, rng, REACH)
    if index:
        strew(world, rng, table.floor, (REACH, seed), int(rng.integers(1, 6)))
    camera = draw_camera(rng, REACH, PIECE, SIZE) if index else _from_above(rng)
    facts = {"seed": seed, "scene": index, "table": name, **table.floor.facts}
    return Scene("stackernoos", world, camera, rng, facts)


def _from_above(rng: np.random.Generator) -> Camera:
    """A camera held over the table, not quite straight."""
    focal = float(rng.uniform(800, 1300))
    away = focal * 2.5 * REACH / SIZE[1]
    aside = rng.normal(0, 0.05 * away, 2)
    return Camera.look((float(aside[0]), float(aside[1]) - 1.0, away), (0.0, 0.0, 0.0), SIZE, focal)


def render(work: Path, sets: range, scenes: int) -> None:
    """Draw what is missing."""
    studio: Studio | None = None
    for number in sets:
        folder = work / f"{number:03d}"
        folder.mkdir(parents=True, exist_ok=True)
        missing = [index for index in range(scenes + 1) if not (folder / f"{index:06d}.json").exists()]
        if not missing:
            continue
        if studio is None:
            from datasets.optics.studio import Studio

            studio = Studio(False)
        rng = np.random.default_rng(number)
        tiles = build_set(draw_make(rng), rng)
        for index in missing:
            picture, truth, _ = photograph(studio, compose(tiles, number, index))
            (folder / f"{index:06d}.jpg").write_bytes(picture)
            truth["highest"] = tiles.make.highest
            (folder / f"{index:06d}.json").write_text(json.dumps(truth), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, measure, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("work", type=Path, help="folder of the pictures")
    parser.add_argument("--first", type=int, default=0, help="number of the first set")
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--scenes", type=int, default=4, help="tables of each set")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    sets = range(given.first, given.first + given.sets)
    cv2.setNumThreads(1)
    render(given.work, sets, given.scenes)
    results = list(measure(given.work, sets, given.scenes))
    about = machine(("opencv-python", "numpy", "onnxruntime"))
    print(as_json("dominoes", about, results) if given.json else as_table("dominoes", about, results))
    return 0


def measure(work: Path, sets: range, scenes: int) -> Iterator[Result]:
    """The figures."""
    counts = {name: SceneCounts() for name in ("without", "with", "with highest")}
    lengths, refused = [], 0
    for number in sets:
        folder = work / f"{number:03d}"
        known, highest, off = _enrolled(folder)
        refused += known is None
        lengths += [] if known is None else [off]
        recognisers = [recogniser_for("stackernoos")] * 3
        if known is not None:
            recognisers[1:] = recogniser_of_set(known), recogniser_of_set(replace(known, highest=highest))
        for index in range(1, scenes + 1):
            truth, photo = _scene(folder, index)
            for count, recogniser in zip(counts.values(), recognisers, strict=True):
                count.add(truth, recogniser.see(photo))
    yield share("enrolled", len(sets) - refused, len(sets))
    yield median("length_off", lengths, "widths")
    for name, count in counts.items():
        of = count.kinds["domino"]
        yield share(f"found/{name}", of.found, of.annotated)
        yield share(f"false/{name}", of.false, of.detections)
        yield share(f"exact/{name}", of.right, of.annotated)
        yield share(f"sure_and_right/{name}", of.right, of.labelled)
        yield share(f"sure_but_wrong/{name}", of.sure_wrong, of.sure)


def _enrolled(folder: Path) -> tuple[DominoSet | None, int, float]:
    """What is learnt of a set, None where its picture does not do; its highest number; how far its length is off."""
    truth, photo = _scene(folder, 0)
    labels = [piece["label"] for piece in truth["pieces"] if piece["kind"] == "domino"]
    try:
        known, _ = enroll_dominoes(photo.pixels, recogniser_for("stackernoos").see(photo).pieces, labels, folder.name)
    except NotEnough:
        return None, truth["highest"], 0.0
    length, width, _ = truth["pieces"][0]["size"]
    return known, truth["highest"], abs(known.aspect - length / width)


def _scene(folder: Path, index: int) -> tuple[dict[str, Any], Any]:
    file = folder / f"{index:06d}.json"
    return json.loads(file.read_text(encoding="utf-8")), load(file.with_suffix(".jpg"))


if __name__ == "__main__":
    sys.exit(main())
