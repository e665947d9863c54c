"""How well covered cards are read by their strips: `python tests/benchmarks/strips.py GAME…`.

GAME is a folder of stills that `stills.py` drew of StoneRow, or a folder of such. Each still is read afresh. What looks
the same in the still before counts once.

- found: cards of rows that others cover, of which something is seen, and at whose place a card was read;
- right, nats: of those found, the likeliest label is right; the mean log likelihood of the true one, at least of 0.5 %;
- wrong_and_sure: of those found, another label has 90 % and more;
- false: cards that were read where none lies, a still.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine import record
from tests.benchmarks.decks import own_pieces
from tests.benchmarks.report import Result, as_json, as_table, machine, share
from tests.benchmarks.stills import RECORD
from vision.photo import load
from vision.pipeline import recogniser_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.observation import Candidate, Piece
    from vision.pipeline import Recogniser

COVERED: Final = 0.6
"""A card of which a smaller share is seen lies under others."""
SEEN: Final = 0.08
"""Of a card whose share is smaller nothing is asked."""
SAME: Final = 0.12
"""Cards whose middles are nearer than this, in heights of a card, are one. Strips are 19 of 88 mm apart."""
SURE: Final = 0.9
LEAST: Final = 0.005
"""No true label counts as less likely than this."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the stills, print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=Path, nargs="+", help="folders of stills, or folders of such")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--failures", action="store_true", help="list what was read wrong on standard error")
    given = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    nats: list[float] = []
    for folder in games_in(given.games):
        header = record.loads((folder / RECORD).read_text(encoding="utf-8"))[0].header
        with tempfile.TemporaryDirectory() as data:
            recogniser = recogniser_for(header.game, own_pieces(header.game, header.seed, Path(data)))
            before: list[Any] = []
            for path in sorted(folder.glob("*.jpg")):
                before = judge(path, recogniser, before, counts, nats, given.failures)
    found = counts["found"]
    results = [
        share("strips/found", found, counts["strips"]),
        share("strips/right", counts["right"], found),
        share("strips/wrong_and_sure", counts["sure"], found),
        Result("strips/nats", sum(nats) / max(len(nats), 1), "a strip", len(nats)),
        Result("strips/false", counts["false"] / max(counts["stills"], 1), "a still", counts["stills"]),
    ]
    about = machine(("opencv-python", "onnxruntime"))
    print(as_json("strips", about, results) if given.json else as_table("strips", about, results))
    return 0


def games_in(folders: Sequence[Path]) -> Iterator[Path]:
    """The folders of whole games."""
    for folder in folders:
        if (folder / RECORD).exists():
            yield folder
        else:
            yield from sorted(path.parent for path in folder.glob(f"*/{RECORD}"))


def judge(  # noqa: PLR0917 - what is counted, and how it is told
    path: Path, recogniser: Recogniser, before: list[Any], counts: Counter[str], nats: list[float], tell: bool
) -> list[Any]:
    """Read a still, and count what it says of covered cards that `before` has not. Its cards are given back."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["pieces"]
    cards = [each for each in truth if each["kind"] == "card"]
    pieces = [each for each in recogniser.fresh().see(load(path)).pieces if each.kind == "card"]
    counts["stills"] += 1
    for piece in pieces:
        if said(piece) and not any(_same(piece.corners, card["corners"]) for card in cards):
            counts["false"] += 1
            _tell(tell, path, "nothing", said(piece))
    for card in cards:
        if "row" not in card or not SEEN <= card["visible"] < COVERED or _told(card) in before:
            continue
        counts["strips"] += 1
        mates = [piece for piece in pieces if said(piece) and _same(piece.corners, card["corners"])]
        likely = said(min(mates, key=lambda piece: _apart(piece.corners, card["corners"]))) if mates else ()
        counts["found"] += bool(likely)
        if likely:
            right = likely[0].label == card["label"]
            counts["right"] += right
            counts["sure"] += not right and likely[0].confidence >= SURE
            true = next((each.confidence for each in likely if each.label == card["label"]), 0.0)
            nats.append(math.log(max(true, LEAST)))
        if not likely or not right:
            _tell(tell, path, f"{card['label']} ({card['visible']})", likely)
    return [_told(card) for card in cards]


def _told(card: dict[str, Any]) -> Any:
    return card["label"], card["corners"], card["visible"]


def said(piece: Piece) -> tuple[Candidate, ...]:
    """What a card may be, the likeliest first."""
    from vision.observation import Candidate

    return piece.candidates or ((Candidate(piece.label, piece.confidence),) if piece.label else ())


def _apart(one: Any, other: Any) -> float:
    """How far the middles of two cards are apart, in heights of the second."""
    one, other = np.asarray(one, float), np.asarray(other, float)
    height = np.linalg.norm(other[[0, 1]].mean(axis=0) - other[[2, 3]].mean(axis=0))
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)) / height)


def _same(one: Any, other: Any) -> bool:
    return _apart(one, other) < SAME


def _tell(tell: bool, path: Path, true: str, said: Sequence[Candidate]) -> None:
    if tell:
        names = ", ".join(f"{each.label} {each.confidence:.2f}" for each in said[:3])
        print(f"{path.parent.name}/{path.name}: {true} was read as {names or 'nothing'}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
