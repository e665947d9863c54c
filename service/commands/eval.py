"""`tableside eval`: how well pieces are read, in rendered scenes and in photos that others took; apart."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import typer

from service.batch import look
from service.batch.kept import shelf_in
from service.batch.progress import told
from service.batch.tasks import HERE, Workers, in_order
from service.commands import Mendable, of_disk
from service.commands.resumable import resumable
from service.figures import Result, as_json, as_table, machine, median, share
from service.worst_scenes import Worst
from vision import READABLE
from vision.scoring.dominoes import DominoCounts
from vision.scoring.scenes import SceneCounts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from service.settings import Settings
    from vision import Observation
    from vision.scoring.scenes import KindCounts

PACKAGES: Final = ("opencv-python", "numpy", "onnxruntime")
BINS: Final = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0001)
"""Bounds of confidence in a reliability table."""


def run(  # noqa: PLR0913, PLR0917 - a command's options
    scenes: Sequence[Path],
    photos: Sequence[Path],
    as_json_: bool,
    settings: Settings,
    own: str = "",
    worst: Path | None = None,
    workers: Workers = HERE,
    anew: bool = False,
) -> int:
    """Read all, print the figures; `own` names the user's own pieces, `worst` a folder for the worst scenes.

    Whoever the `workers` are, the figures are the same but for the times. A photo that was read before is read again
    only `anew`; else its time is that of then.
    """
    if not scenes and not photos:
        raise Mendable("give rendered scenes with --scenes DIR, or photos with --photos LABELS.json, or both")
    reading = Readings(settings, own, workers, anew)
    return resumable(lambda: _told(scenes, photos, as_json_, reading, worst))


def _told(scenes: Sequence[Path], photos: Sequence[Path], as_json_: bool, reading: Readings, worst: Path | None) -> int:
    cases = Worst()
    results = [result for folder in scenes for result in _scenes(folder, reading, cases)]
    results += [result for labels in photos for result in _photos(labels, reading)]
    typer.echo((as_json if as_json_ else as_table)("eval", machine(PACKAGES), results))
    if worst is not None:
        _write(cases, worst)
    return 0


def _write(cases: Worst, folder: Path) -> None:
    try:
        lines = cases.write(folder)
    except OSError as wrong:
        raise Mendable(of_disk(wrong, folder, "written")) from None
    typer.echo("\n".join(lines), err=True)


@dataclass(frozen=True, slots=True)
class Readings:
    """Reads photos with the pieces that were asked for, and times that."""

    settings: Settings
    own: str
    workers: Workers
    anew: bool

    def all(self, photos: Sequence[tuple[Path, str]]) -> Iterator[tuple[Observation, float]]:
        """What each photo shows of its game, in their order, and the milliseconds that it took. Raises `Mendable`."""
        orders = [look.Order(photo, game, self.settings, self.own) for photo, game in photos]
        shelf = shelf_in(self.settings, look.SEEN, anew=self.anew)
        return told(in_order(look.looked, orders, self.workers, shelf), len(orders), "photos")


def _scenes(folder: Path, reading: Readings, cases: Worst) -> Iterator[Result]:
    truths = sorted(folder.glob("[0-9]*.json"))
    if not truths:
        raise Mendable(f"{folder} holds no rendered scenes; make some: tableside render scenes --out {folder}")
    counts, times, game, labelled = SceneCounts(), [], "", []
    for file in truths:
        truth = _json(file)
        game = truth.get("game", "") if isinstance(truth, dict) else ""
        if game not in READABLE:
            raise Mendable(f"{file} is no truth of a scene of {', '.join(sorted(READABLE))}")
        labelled.append((file.with_suffix(".jpg"), truth))
    seen = reading.all([(picture, truth["game"]) for picture, truth in labelled])
    for (picture, truth), (observation, spent) in zip(labelled, seen, strict=True):
        cases.add(picture, truth, observation, counts.add(truth, observation))
        times.append(spent)
    for kind, each in sorted(counts.kinds.items()):
        yield from _kind(f"scenes/{game}/{kind}", each)
    yield share(f"scenes/{game}/unknown/no_piece_there", counts.strange_right, counts.strange)
    yield from _reliability(f"scenes/{game}", counts.confidences)
    yield median(f"scenes/{game}/time", times, "ms")


def _kind(of: str, counts: KindCounts) -> Iterator[Result]:
    yield share(f"{of}/found", counts.found, counts.annotated)
    yield share(f"{of}/false", counts.false, counts.detections)
    yield median(f"{of}/corners_apart", counts.apart, "px")
    if counts.labelled:
        yield share(f"{of}/sure_and_right", counts.right, counts.labelled)
        yield share(f"{of}/sure_but_wrong", counts.sure_wrong, counts.sure)
    for name, placed in sorted(counts.placed.items()):
        right = counts.places[name, True]
        yield share(f"{of}/{name}_told", right + counts.places[name, False], placed)
        yield share(f"{of}/{name}_right", right, right + counts.places[name, False])


def _reliability(of: str, confidences: Sequence[tuple[float, bool]]) -> Iterator[Result]:
    for low, high in pairwise(BINS):
        inside = [right for confidence, right in confidences if low <= confidence < high]
        if inside:
            yield share(f"{of}/right_where_sure_{low:g}_to_{min(high, 1.0):g}", sum(inside), len(inside))


def _photos(labels: Path, reading: Readings) -> Iterator[Result]:
    """Dominoes per source, and all together; photos without any are counted by kind."""
    sources: dict[str, tuple[DominoCounts, list[float]]] = {}
    entries = _entries(labels)
    seen = reading.all([(labels.parent / entry["file"], "stackernoos") for entry in entries])
    for entry, (observation, spent) in zip(entries, seen, strict=True):
        for name in dict.fromkeys((str(entry.get("kind") or entry.get("source", "all")).split("/")[-1], "all")):
            counts, times = sources.setdefault(name, (DominoCounts(), []))
            counts.add(entry, observation)
            times.append(spent)
    for name in sorted(sources, key=lambda name: (name == "all", name)):
        counts, times = sources[name]
        yield from domino_figures(f"{labels.stem}/{name}", counts)
        yield median(f"time/{labels.stem}/{name}", times, "ms")


def domino_figures(of: str, counts: DominoCounts) -> Iterator[Result]:
    """The figures of some photos, their names ending in what they are of."""
    if not counts.tiles:
        yield share(f"photos_with_false_pieces/{of}", counts.photos_with_pieces, counts.photos)
        yield Result(f"false_pieces/{of}", float(counts.detections), "pieces", counts.photos)
        yield Result(f"sure_false_pieces/{of}", float(counts.sure_pieces), "pieces", counts.photos)
        return
    yield share(f"tile_recall/{of}", counts.matched, counts.tiles)
    yield share(f"precision/{of}", counts.matched, counts.detections)
    yield share(f"halves_right/{of}", counts.halves, 2 * counts.matched)
    yield share(f"tiles_exact/{of}", counts.exact, counts.tiles)
    yield share(f"sure_but_wrong/{of}", counts.sure_wrong, counts.sure)
    yield share(f"sure_but_wrong_or_on_nothing/{of}", counts.sure_false, counts.sure_pieces)


def _entries(labels: Path) -> list[dict[str, Any]]:
    entries = _json(labels)
    if not isinstance(entries, list) or not all(isinstance(each, dict) and "file" in each for each in entries):
        raise Mendable(f"{labels} is no list of labels; an entry is an object that names its 'file'")
    return entries


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise Mendable(of_disk(wrong, file, "opened")) from None
    except ValueError as wrong:
        raise Mendable(f"{file} is no JSON: {wrong}") from None
