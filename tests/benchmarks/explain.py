"""How well a game is explained look by look: `python tests/benchmarks/explain.py FILM… [--by truth noise recogniser]`.

FILM is a folder of a rendered film. At every look (a frame of the film in which nothing moves) the true state of the
look before is given. The likeliest explanation of what is seen is held against what was truly played in between. That
is the plays of the record, and a play against the rules that lies there now. Looks are made of the truth, of the truth
with noise (corners, missed and unsure pieces), or by the recogniser of the game on the film's own pictures.

- right: the likeliest explanation is the true one; after a play was taken back: the state before the play explains
  more;
- asked: the likeliest explanation has less than 0.9 (0.8 if it is against the rules), or the table could not be put
  together;
- missed: nothing is said to have happened;
- wrong: another explanation has 0.9 or more.

The known state moves on where a look was right, or where more than two plays lie between.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service.logs import to_standard_error
from tests.benchmarks.report import Result, as_json, as_table, machine, share
from vision.games import assembler
from vision.games.model import Budget, observation_model
from vision.observation import Candidate, Observation, Piece, corners_of
from vision.photo import Photo
from vision.pipeline import read_photo
from vision.scoring.films import Film, stills

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vision.games.model import Line
    from vision.scoring.films import Still

SURE: Final = 0.9
ILLEGAL: Final = 0.8
"""How likely a play against the rules must be to be told."""
LESS: Final = 0.2
"""What was taken back must explain the table so much worse than the state without it."""
CORNERS: Final = 2.0
MISSED: Final = 0.05
UNSURE: Final = 0.05
VERDICTS: Final = ("right", "asked", "missed", "wrong")
SOURCES: Final = ("truth", "noise", "eye")
MOST: Final = 2
"""As many plays are explained at once."""
QUIET: Final = ("keep", "pass")
"""Moves at the end of a explanation that nothing is seen of."""


@dataclass(slots=True)
class Tally:
    """What became of the looks of some films."""

    verdicts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    readings: list[float] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("films", type=Path, nargs="+", help="folders of rendered films")
    parser.add_argument("--by", nargs="+", choices=SOURCES, default=SOURCES[:2], help="who looks")
    parser.add_argument("--seed", type=int, default=0, help="of the noise")
    parser.add_argument("--every", type=float, default=0.5, metavar="S", help="seconds from look to look")
    parser.add_argument("--looks", type=Path, help="a folder that keeps what the recogniser read")
    parser.add_argument("--verbose", action="store_true", help="tell every look that was not right")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    to_standard_error()
    results: list[Result] = []
    for source in given.by:
        tally = Tally()
        for folder in given.films:
            follow(
                Film.open(folder), looker(source, folder, given), tally, given.every, source if given.verbose else ""
            )
        results += figures(source, tally)
    about = machine(("numpy", "opencv-python"))
    print(as_json("explain", about, results) if given.json else as_table("explain", about, results))
    return 0


def figures(source: str, tally: Tally) -> list[Result]:
    """The figures of one source."""
    total = sum(tally.verdicts.values())
    found = [share(f"{source}: {name}", tally.verdicts[name], total) for name in VERDICTS]
    for name in sorted({kind.split()[0] for kind in tally.kinds}):
        right, of = tally.kinds[f"{name} right"], sum(tally.kinds[f"{name} {v}"] for v in VERDICTS)
        found.append(share(f"{source}: {name} right", right, of))
    for name, times in (("explain", tally.times), ("put together", tally.readings)):
        if times:
            found.append(Result(f"{source}: {name}, median", 1e3 * float(np.median(times)), "ms", len(times)))
            found.append(Result(f"{source}: {name}, longest", 1e3 * max(times), "ms", len(times)))
    return found


def looker(source: str, folder: Path, given: argparse.Namespace) -> Callable[[Still], Observation]:
    """Who looks at a film."""
    if source == "truth":
        return lambda still: still.observation
    if source == "noise":
        rng = np.random.default_rng(given.seed)
        return lambda still: noisy(still.observation, rng)
    return lambda still: by_recogniser(folder, still.frame, given.looks)


def follow(film: Film, look: Callable[[Still], Observation], tally: Tally, every: float, tell: str = "") -> None:
    """Explains every look at a film."""
    table = assembler(film.game.name, film.options)
    since = 0
    for still in looks(film.folder, every):
        before = film.state(since)
        observation = look(still)
        start = time.process_time()
        reading, table = table.interpret(observation, before)
        between = time.process_time()
        explanations = observation_model(film.game.name).explain(before, reading.seen, 2, Budget()).lines
        tally.times.append(time.process_time() - between)
        tally.readings.append(between - start)
        played = film.played(since, still)
        if played is None:
            after = film.state(still.events)
            again, table = table.interpret(observation, after)
            other = observation_model(film.game.name).explain(after, again.seen, 2, Budget()).lines
            kind, verdict = "back", taken_back(explanations, other)
        else:
            kind = "start" if since == 0 and played else _kind(still, len(played))
            verdict = "asked" if reading.trouble else judged(explanations, played)
        tally.verdicts[verdict] += 1
        tally.kinds[f"{kind} {verdict}"] += 1
        if tell and verdict != "right":
            print(tell, film.folder.name, still.time, kind, verdict, played, reading.trouble)
            print(*map(_line, explanations[:3]), sep="\n")
        if verdict == "right" or kind == "start" or len(played or (1, 2)) >= MOST:
            since = still.events


def _line(explanation: Line) -> str:
    plays = " · ".join(f"{seat} {move}" for seat, move in explanation.plays) or "nothing"
    return f"    {explanation.weight:.3g} {plays} {explanation.illegal.name if explanation.illegal else ''}"


def _kind(still: Still, plays: int) -> str:
    return "cheat" if still.illegal else ("nothing", "play", "plays")[min(plays, 2)]


def looks(folder: Path, every: float) -> Iterator[Still]:
    """The still frames of a film: the first after every play, and then one every so many seconds."""
    last: Still | None = None
    for still in stills(folder):
        same = last is not None and (still.events, still.illegal) == (last.events, last.illegal)
        if last is None or not same or still.time - last.time >= every:
            yield still
            last = still


def judged(explanations: Sequence[Line], played: Sequence[tuple[int, str]]) -> str:
    """What the likeliest explanation is worth beside what was truly played."""
    best = explanations[0]
    likelihood = best.weight / (sum(each.weight for each in explanations) or 1.0)
    if likelihood < (ILLEGAL if best.illegal is not None else SURE):
        return "asked"
    result = loud((seat, str(move)) for seat, move in best.plays)
    # Who lays a tile out of turn cannot be seen: by the table alone it is the play of the seat in turn.
    if [move for _, move in result] == [move for _, move in loud(iter(played))]:
        return "right"
    return "wrong" if result else "missed"


def taken_back(explanations: Sequence[Line], other: Sequence[Line]) -> str:
    """Whether the state without the play that was taken back explains the table better."""
    if explanations[0].plays or other[0].plays:
        return "wrong"
    return "right" if explanations[0].weight < LESS * other[0].weight else "wrong"


def loud(plays: Iterator[tuple[int, str]]) -> list[tuple[int, str]]:
    """Plays without those at the end that leave nothing to see."""
    listed = list(plays)
    while listed and listed[-1][1] in QUIET:
        listed.pop()
    return listed


def noisy(observation: Observation, rng: np.random.Generator) -> Observation:
    """An observation as a middling recogniser would have it."""
    pieces = tuple(_noisy(piece, rng) for piece in observation.pieces if rng.random() >= MISSED)
    return replace(observation, pieces=pieces)


def _noisy(piece: Piece, rng: np.random.Generator) -> Piece:
    shaken = np.array(piece.corners) + rng.normal(0, CORNERS, (4, 2))
    piece = replace(piece, corners=corners_of(shaken), level=None)
    if piece.label in (None, "back") or rng.random() >= UNSURE:
        return piece
    others = [f"{a}-{b}" for a, b in rng.integers(0, 10, (2, 2))]
    weights = rng.dirichlet((4, 2, 1))
    candidates = [Candidate(label, float(w)) for label, w in zip([piece.label, *others], weights, strict=True)]
    return replace(piece, label=None, candidates=tuple(sorted(candidates, key=lambda c: -c.confidence)))


def by_recogniser(folder: Path, frame: int, kept: Path | None) -> Observation:
    """What the game's recogniser reads on a frame of the film."""
    at = None if kept is None else kept / f"{folder.name}-{frame}.json"
    if at is not None and at.exists():
        return Observation.from_json(json.loads(at.read_text(encoding="utf-8")))
    film = cv2.VideoCapture(str(folder / "film.mp4"))
    film.set(cv2.CAP_PROP_POS_FRAMES, frame)
    found, pixels = film.read()
    film.release()
    if not found:
        raise SystemExit(f"{folder}/film.mp4 has no frame {frame}; render the film again.")
    game = json.loads((folder / "film.json").read_text(encoding="utf-8"))["order"]["game"]
    observation = read_photo(Photo.from_frame(np.asarray(pixels, np.uint8)), game)
    if at is not None:
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_text(json.dumps(observation.to_json()), encoding="utf-8")
    return observation


if __name__ == "__main__":
    raise SystemExit(main())
