"""How well single stills of whole games are read: `python tests/benchmarks/worlds.py FOLDER…`.

    python tests/benchmarks/worlds.py WORLDS/stonerow_201 WORLDS/stones_201 [--list] [--json]

A FOLDER is named GAME_NUMBER. It holds `NNN.jpg`, and its truth in one of two files:

- `stills.json`, a picture's pieces in the order of the pictures: a kind, a label, a box or corners, a visible share;
- `truth.json`, the plays: `NNN.jpg` shows the tiles after play NNN. No place in the picture is known.

A piece that lies in full view has to be read. A piece that others hide in part is counted apart, and only the top of a
pile is counted at all. Where no places are known, a sure label answers a tile that bears it.

- right: pieces in full view that were read surely and right, of all in full view;
- right_partly_hidden: the same of those that others hide in part;
- sure_but_wrong: of all that is said surely, what is none of the pieces there, hidden ones included. Base stones are
  left out, for the truth does not name them.

`--list` names every mistake on standard error. With `--workers`, `--ray` and `--kept` folders are tasks: see `crew.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.batch.kept import digest
from tests.benchmarks import crew
from tests.benchmarks.report import as_json, as_table, machine, share
from vision import load, recogniser_for
from vision.scoring.pairs import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.benchmarks.report import Result
    from vision import Piece

    Box = tuple[float, float, float, float]

IN_VIEW: Final = 0.6
"""A card with four corners is in full view where so much of it is seen, as in rendered scenes."""
IN_VIEW_OF_BOX: Final = 0.35
"""The same where the share is that of an upright box, of which a slanted piece fills about half."""
LEAST_SHARED: Final = 0.3
"""Intersection over union of upright boxes from which a piece answers a truth."""
PILED: Final = frozenset({"tile", "token"})
"""Kinds that lie in piles, listed from the bottom to the top."""
READ: Final = frozenset({".jpg", ".json"})
"""The endings of files that are read."""
LEAST_BURIED: Final = 0.5
"""Intersection over union of upright boxes from which the upper of two lies on the lower."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the truth tells of a piece: its box in the picture, px, where that is known."""

    kind: str
    label: str
    in_view: bool
    box: Box | None = None
    hidden: bool = False
    """Whether nothing of it has to be seen."""


@dataclass(slots=True)
class Counts:
    """Counts over some stills."""

    told: Counter[bool] = field(default_factory=Counter)
    right: Counter[bool] = field(default_factory=Counter)
    sure: int = 0
    wrong: int = 0
    mistakes: list[str] = field(default_factory=list)

    def add(self, name: str, told: Sequence[Told], seen: Sequence[Piece]) -> None:
        """Count one still."""
        answers = dict(pairs(told, seen, _unlike))
        wrong = {s for s, piece in enumerate(seen) if piece.label is not None} - set(answers.values())
        for t, each in enumerate(told):
            piece = seen[answers[t]] if t in answers else None
            right = piece is not None and piece.label == each.label
            if piece is not None and piece.label is not None and not right:
                wrong.add(answers[t])
            if each.hidden:
                continue
            self.told[each.in_view] += 1
            self.right[each.in_view] += right
            if not right and each.in_view:
                self.mistakes.append(f"{name} {each.kind} {each.label} {_place(each.box)}: {_said(piece)}")
        self.sure += sum(piece.label is not None for piece in seen)
        self.wrong += len(wrong)
        self.mistakes += [f"{name} {_place(_box(seen[s].corners))}: wrongly {_said(seen[s])}" for s in sorted(wrong)]

    def merge(self, other: Counts) -> None:
        """Add what was counted over other stills."""
        self.told += other.told
        self.right += other.right
        self.sure += other.sure
        self.wrong += other.wrong
        self.mistakes += other.mistakes

    def results(self, of: str) -> Iterator[Result]:
        """The figures, their names ending in what they are of."""
        yield share(f"right/{of}", self.right[True], self.told[True])
        yield share(f"right_partly_hidden/{of}", self.right[False], self.told[False])
        yield share(f"sure_but_wrong/{of}", self.wrong, self.sure)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the stills, print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, help="folders of stills, each named GAME_NUMBER")
    parser.add_argument("--list", action="store_true", help="name every mistake on standard error")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    crew.add_to(parser)
    given = parser.parse_args(arguments)
    results: list[Result] = []
    games: dict[str, Counts] = {}
    orders = [Order(folder.resolve()) for folder in given.folders]
    try:
        for order, counts in zip(orders, crew.done(_read, orders, given, Counts), strict=True):
            games.setdefault(order.game, Counts()).merge(counts)
    except (ValueError, OSError) as wrong:
        print(f"worlds.py: {wrong}; give folders with stills.json or truth.json", file=sys.stderr)
        return 2
    for game, counts in games.items():
        results += counts.results(game)
        if given.list:
            print("\n".join(counts.mistakes), file=sys.stderr)
    about = machine(("opencv-python", "numpy", "onnxruntime"))
    print(as_json("worlds", about, results) if given.json else as_table("worlds", about, results))
    return 0


@dataclass(frozen=True, slots=True)
class Order:
    """A folder of stills."""

    folder: Path

    @property
    def game(self) -> str:
        """The game that they show."""
        return self.folder.name.split("_")[0]

    @property
    def decides(self) -> list[Any]:
        """Its name and its files."""
        files = (file for file in self.folder.iterdir() if file.suffix in READ)
        return ["worlds", self.folder.name, [(file.name, digest(file)) for file in sorted(files)]]


def _read(order: Order) -> Counts:
    """What is counted over the stills of a folder. Raises `ValueError`, in a line, where it is none."""
    counts, folder = Counts(), order.folder
    try:
        recogniser = recogniser_for(order.game).fresh()
        for picture, told in _truth(folder):
            seen = [piece for piece in recogniser.see(load(picture)).pieces if _counts(piece)]
            counts.add(f"{folder.name}/{picture.name}", told, [_ordered(piece) for piece in seen])
    except (OSError, ValueError, KeyError) as wrong:
        raise ValueError(f"{folder}: {wrong}") from wrong
    return counts


def _counts(piece: Piece) -> bool:
    """Whether the truth tells of such pieces: it names no base stone, and nothing that is none of the game's."""
    return piece.kind not in ("hand", "unknown") and piece.label != "base"


def _truth(folder: Path) -> Iterator[tuple[Path, list[Told]]]:
    """The pictures of a folder, each with the pieces that lie there."""
    pictures = sorted(folder.glob("[0-9]*.jpg"))
    if not (folder / "stills.json").exists():
        plays = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["plays"]
        yield from ((picture, list(_tiles(plays[int(picture.stem)]["tiles"]))) for picture in pictures)
        return
    stills = json.loads((folder / "stills.json").read_text(encoding="utf-8"))
    for picture, still in zip(pictures, stills["stills"] if isinstance(stills, dict) else stills, strict=True):
        yield picture, list(map(_card, still["cards"]) if "cards" in still else _pieces(still["pieces"]))


def _tiles(tiles: Sequence[dict[str, Any]]) -> Iterator[Told]:
    """Tiles on the cells of a table; one lies in full view where none lies over it."""
    cells = [_cells(tile) for tile in tiles]
    for tile, own in zip(tiles, cells, strict=True):
        over = [other for other in cells if other[0][2] > own[0][2]]
        covered = [any(_meet(cell, each) for other in over for each in other) for cell in own]
        yield Told("domino", _sorted(tile["tile"]), not any(covered), hidden=all(covered))


def _cells(tile: dict[str, Any]) -> tuple[tuple[float, float, float], ...]:
    x, y, z = tile["at"]
    return ((x, y, z), (x + 1, y, z) if tile["dir"] == "e" else (x, y + 1, z))


def _meet(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    return abs(one[0] - other[0]) < 1 and abs(one[1] - other[1]) < 1


def _card(card: dict[str, Any]) -> Told:
    label = card["label"] if card["up"] else "back"
    return Told("card", label, card["visible"] >= IN_VIEW, _box(card["corners"]), hidden=card["visible"] == 0)


def _pieces(pieces: Sequence[dict[str, Any]]) -> Iterator[Told]:
    for n, piece in enumerate(pieces):
        over = [each for each in pieces[n + 1 :] if each["kind"] == piece["kind"] in PILED]
        buried = any(_shared(piece["box"], each["box"]) >= LEAST_BURIED for each in over)
        in_view = piece["visible"] >= IN_VIEW_OF_BOX
        yield Told(piece["kind"], piece["label"], in_view, tuple(piece["box"]), buried or piece["visible"] == 0)


def _ordered(piece: Piece) -> Piece:
    """A domino with its smaller half first."""
    if piece.kind != "domino" or piece.label in (None, "back"):
        return piece
    return replace(piece, label=_sorted(piece.label))


def _sorted(label: str) -> str:
    return "-".join(sorted(label.split("-")))


def _box(corners: Sequence[Sequence[float]]) -> Box:
    x, y = zip(*corners, strict=True)
    return min(x), min(y), max(x), max(y)


def _unlike(told: Told, seen: Piece) -> float | None:
    """How badly a piece answers a truth, hidden ones worst; None where it does not."""
    if told.kind != seen.kind:
        return None
    if told.box is None:
        return float(told.hidden) if seen.label == told.label else None
    shared = _shared(told.box, _box(seen.corners))
    return float(told.hidden) + 1 - shared if shared >= LEAST_SHARED else None


def _shared(one: Box, other: Box) -> float:
    """Intersection over union of two upright boxes."""
    width = max(0.0, min(one[2], other[2]) - max(one[0], other[0]))
    height = max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
    both = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)) - width * height
    return width * height / both if both > 0 else 0.0


def _place(box: Box | None) -> str:
    return "" if box is None else f"at {(box[0] + box[2]) / 2:.0f},{(box[1] + box[3]) / 2:.0f}"


def _said(piece: Piece | None) -> str:
    if piece is None:
        return "not found"
    among = ", ".join(f"{each.label} {each.confidence:.2f}" for each in piece.candidates[:3])
    return f"{piece.kind} {piece.label or 'unsure'} {piece.confidence:.2f} ({among})"


if __name__ == "__main__":
    crew.run(__file__)
