"""What following makes of real photos of dominoes: `python tests/benchmarks/sequences.py FOLDER… [--json]`.

FOLDER holds photos in the order of their names, and `truth.json` with the tiles on the board and in hands of each. They
are followed as a recording of stills. The games were played by other rules, so no play is right or wrong here. Counted
are, of all folders:

- false_take_backs: takings-back whose tile still lies on the board;
- hands_told: plays of a tile that lies in a hand on that photo, and on no board;
- questions: most questions on one photo;
- silent: photos that end with a tile unexplained, while the table is said to be followed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.app import assemble
from service.capture.footage import footage
from service.capture.source import find_source
from service.following.review import FilmClock, review
from service.following.session import Books, Session
from service.settings import Settings
from tests.benchmarks.report import Result, as_json, as_table, machine
from vision.pipeline import recogniser_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.capture.footage import Shot
    from vision.tracking import Look

GAME: Final = "stackernoos"
OPTIONS: Final = {"players": 2, "max_pip": 6}
TILE: Final = re.compile(r"\b(\d+)-(\d+)\b")
RATE: Final = 15.0
"""Frames a second, as a review takes them."""


class Trial:
    """One folder followed; what was said on each photo."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder, self.clock = folder, FilmClock(datetime(2026, 1, 1, tzinfo=UTC))
        self.frames: list[dict[str, Any]] = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["frames"]
        # A photo stands for several frames: those that are alike are one.
        self.times: list[float] = []
        before = b""
        for shot in footage(find_source(str(folder)), RATE, 0.0):
            pixels = shot.pixels.tobytes()
            if pixels != before:
                self.times.append(shot.time)
            before = pixels
        self.parts = assemble(Settings(data=data), clock=self.clock)
        game = self.parts.ledger.open(GAME, OPTIONS, None, self.parts.versions).id
        books = Books(self.parts.ledger, self.parts.evidence, self.parts.questions, self.clock)
        self.session = Session(game, books, recogniser_for(GAME).see)
        self.session.say = self._said
        self.lines: list[tuple[int, str]] = []
        self.states: dict[int, str] = {}

    def _photo(self) -> int:
        return min(max(sum(time <= self.clock.time for time in self.times) - 1, 0), len(self.frames) - 1)

    def _said(self, line: str) -> None:
        self.lines.append((self._photo(), line))
        print(f"{self.folder.name} {self._photo():3}  {line}", file=sys.stderr, flush=True)

    def _seen(self, _shot: Shot, _look: Look | None) -> None:
        self.states[self._photo()] = self.session.status.state

    def run(self) -> Counter[str]:
        """What came of it."""
        review(find_source(str(self.folder)), self.session, self.clock, seen=self._seen)
        result: Counter[str] = Counter(photos=len(self.frames))
        asked: Counter[int] = Counter()
        for photo, line in self.lines:
            board, hand = (_tiles(self.frames[photo][name]) for name in ("board", "hand"))
            named = {frozenset(map(int, found)) for found in TILE.findall(line)[:1]}
            if line.startswith("Taken back"):
                result["false_take_backs"] += bool(named & board)
            elif line.startswith("Player") and "?" not in line:
                result["plays"] += 1
                result["hands_told"] += bool(named & (hand - board))
            elif "?" in line or line.startswith("The table is not as"):
                asked[photo] += 1
        result["questions"] = max(asked.values(), default=0)
        known = {frozenset(map(int, pair)) for _, line in self.lines for pair in TILE.findall(line)}
        following = [photo for photo, state in self.states.items() if state == "following"]
        result["silent"] = sum(bool(_tiles(self.frames[photo]["board"]) - known) for photo in following)
        self.parts.close()
        return result


def _tiles(pairs: Sequence[Sequence[int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


def main(arguments: Sequence[str] | None = None) -> int:
    """Follow the folders, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of photos with truth.json")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    results = []
    for folder in given.folders:
        with tempfile.TemporaryDirectory() as data:
            result = Trial(folder, Path(data)).run()
        results += [
            Result(f"{folder.name}/{name}", result[name], "", result["photos"])
            for name in ("plays", "false_take_backs", "hands_told", "questions", "silent")
        ]
    about = machine(("opencv-python", "onnxruntime"))
    print(as_json("sequences", about, results) if given.json else as_table("sequences", about, results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
