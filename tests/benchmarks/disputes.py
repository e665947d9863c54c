"""How well disputes are decided: `python tests/benchmarks/disputes.py FILM… [--each N] [--json]`.

FILM is a folder of a rendered game with its truth. Its record and frames become a game as a session keeps it; then
disputes are staged on it, a third of which the pictures cannot decide:

- moves as they were played, asked about as legal and as illegal; moves that the record has another piece for;
- what lay under a piece, the score, the order of two moves: as they were, and claimed otherwise;
- the same with the move's pictures taken away, covered where the piece lies, or black: inconclusive is right.

The pictures are read by the eyes that come with Tableside. An overturned statement that was true, or that the pictures
cannot decide, is a false overturn.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np

from engine import record
from engine.errors import EngineError
from engine.ruling import waive
from service.disputes.answer import INCONCLUSIVE, OVERTURNED, UPHELD
from service.disputes.decide import decide
from service.disputes.facts import facts
from service.disputes.moments import Story
from service.disputes.question import read
from tests.benchmarks.report import Result, as_json, as_table, machine, share
from tests.benchmarks.staging import Eyes, Staged, jpeg, stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.record import Event

EACH: Final = 30
"""Disputes a film, where there are so many."""
SEED: Final = 7
MARGIN: Final = 0.6
"""A cover reaches beyond the piece by so much of its size."""
NEAR: Final = 8.0
"""Pixels that a piece may seem to have moved though nobody touched it."""
SKIN: Final = (116, 150, 205)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A staged dispute: what kind it is of, the game as it is kept, what is asked, what is right."""

    kind: str
    game: Staged
    asked: Any
    right: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Stage, decide, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("films", type=Path, nargs="+", help="folders of rendered games")
    parser.add_argument("--each", type=int, default=EACH, help="disputes a film")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    told: Counter[tuple[str, str, str]] = Counter()
    began = time.process_time()
    for folder in given.films:
        told.update(_film(folder, given.each, quiet=given.json))
    results = _results(told, time.process_time() - began)
    about = machine(["onnxruntime", "opencv-python"])
    print(as_json("disputes", about, results) if given.json else as_table("disputes", about, results))
    return 0


def _film(folder: Path, each: int, *, quiet: bool) -> Counter[tuple[str, str, str]]:
    """Kind, right answer and given answer of every dispute staged on a film."""
    staged = stage(folder)
    look, told = Eyes(staged.game), Counter[tuple[str, str, str]]()
    for dispute in _staged(staged, folder, each):
        answer = decide(dispute.game.case(look), read(dispute.asked))
        told[dispute.kind, dispute.right, answer["verdict"]] += 1
        if not quiet and answer["verdict"] != dispute.right:
            line = f"{answer['verdict']}, {dispute.right} is right: {answer['statement']} {answer['reason']}"
            print(f"{folder.name}: {dispute.kind}: {line}", flush=True)
    return told


def _results(told: Counter[tuple[str, str, str]], seconds: float) -> list[Result]:
    def count(keep: Callable[[str, str, str], bool]) -> int:
        return sum(n for (kind, right, given), n in told.items() if keep(kind, right, given))

    every = count(lambda *_: True)
    open_ = count(lambda _kind, right, _given: right == INCONCLUSIVE)
    results = [
        share("right", count(lambda _kind, right, given: right == given), every),
        share("false overturns", count(lambda _kind, right, given: given == OVERTURNED != right), every),
        share("undecidable called inconclusive", count(lambda _kind, r, given: r == given == INCONCLUSIVE), open_),
        share(
            "decidable called inconclusive",
            count(lambda _kind, right, given: given == INCONCLUSIVE != right),
            every - open_,
        ),
    ]
    for name in sorted({kind for kind, _, _ in told}):
        of = count(lambda kind, _right, _given, name=name: kind == name)
        results.append(share(f"right: {name}", count(lambda k, r, g, name=name: k == name and r == g), of))
    return [*results, Result("processor time a dispute", seconds / max(every, 1), "s", every)]


# Staging.


def _staged(staged: Staged, folder: Path, each: int) -> Iterator[Dispute]:
    """Disputes on a game, the kinds in turn, a third of them undecidable."""
    chance = random.Random(f"{SEED} {staged.name}")
    story = Story.of(staged.record)
    shown = [move for move in story.moves if _shows(story, move)]
    chance.shuffle(shown)
    makers = [_legal, _wrong, _illegal, _under, _order, _let_stand, _score]
    decidable = (dispute for n in range(each) if (dispute := makers[n % len(makers)](staged, story, shown, n, chance)))
    spoiled = (_spoil(staged, story, shown, n, folder) for n in range(each))
    for n in range(each):
        source = spoiled if n % 3 == 2 else decidable
        dispute = next((dispute for dispute in source if dispute is not None), None)
        if dispute is not None:
            yield dispute


def _shows(story: Story, move: Event) -> bool:
    """Whether a move, or what was seen at once with it, puts pieces where they can be seen, and was pictured."""
    moment = story.moment(move.seq)
    new = facts(moment.game.position(moment.after)) - facts(moment.game.position(moment.before))
    return bool(moment.frames) and any(fact[0] in {"tiles", "rows", "stacks"} for fact in new)


def _pick(shown: Sequence[Event], n: int) -> Event:
    return shown[n % len(shown)]


def _legal(staged: Staged, _story: Story, shown: Sequence[Event], n: int, _chance: random.Random) -> Dispute:
    return Dispute("as played", staged, f"was move {_pick(shown, n).seq} legal?", UPHELD)


def _illegal(staged: Staged, _story: Story, shown: Sequence[Event], n: int, _chance: random.Random) -> Dispute:
    return Dispute("called illegal", staged, f"was move {_pick(shown, n).seq} illegal?", OVERTURNED)


def _wrong(staged: Staged, story: Story, shown: Sequence[Event], n: int, chance: random.Random) -> Dispute | None:
    """The record up to a move has another piece in its place."""
    for move in (_pick(shown, n + more) for more in range(len(shown))):
        if (altered := _altered(staged, story, move, chance)) is not None:
            return Dispute("another piece recorded", altered, "was that legal?", OVERTURNED)
    return None


def _altered(staged: Staged, story: Story, move: Event, chance: random.Random) -> Staged | None:
    moment = story.moment(move.seq)
    word, _, place = move.move.partition("@")
    word = word.split()[0]
    others = [
        str(other)
        for other in moment.game.moves(moment.before, move.seat)
        if str(other).split()[0] == word and str(other).partition("@")[2] == place and str(other) != move.move
    ]
    if not others or len(moment.plays) > 1:
        return None
    return _ending(staged, replace(move, move=chance.choice(others), kind=record.MOVE))


def _ending(staged: Staged, last: Event) -> Staged:
    """The game up to an entry that takes the place of the one with its number."""
    kept = record.Record(staged.record.header, staged.record.events[: last.seq - 1])
    replay = record.replay(kept)
    move = replay.game.parse(last.move)
    verdict = replay.game.judge(replay.state, last.seat, move)
    if not verdict.legal:
        _, verdict = waive(replay.game, record.house(kept.header), replay.state, last.seat, move)
        last = replace(last, kind=record.RULING)
    return replace(staged, record=record.append(kept, record.judged(last, verdict)))


def _let_stand(staged: Staged, story: Story, shown: Sequence[Event], n: int, _chance: random.Random) -> Dispute | None:
    """A play against the rules that the house let stand, asked about: a move made out of turn."""
    move = _pick(shown, n)
    moment = story.moment(move.seq)
    seats = range(story.record.header.players)
    out_of_turn = [seat for seat in seats if seat not in moment.game.actors(moment.before)]
    if not out_of_turn or move.seat < 0 or len(moment.plays) > 1:
        return None
    try:
        stood = _ending(staged, replace(move, seat=out_of_turn[0]))
    except EngineError:
        return None
    return Dispute("let stand by the house", stood, "was that legal?", OVERTURNED)


def _under(staged: Staged, story: Story, shown: Sequence[Event], n: int, chance: random.Random) -> Dispute | None:
    """What lies under a piece that lies on others, or a claim about it."""
    state, piles = story.states[-1], []
    for move in shown:
        for name in move.move.replace(",", " ").split()[1:]:
            pile = story.game.under(state, name)
            if len(pile) > 1:
                piles.append(pile)
    if not piles:
        return None
    pile = chance.choice(piles)
    asked = {"about": "under", "piece": pile[0].name}
    if n % 2:
        wrong = [lying.label for other in piles for lying in other if lying not in pile]
        return Dispute("under: another claimed", staged, {**asked, "claim": wrong[0]}, OVERTURNED) if wrong else None
    return Dispute("under", staged, asked, UPHELD)


def _order(staged: Staged, story: Story, shown: Sequence[Event], n: int, _chance: random.Random) -> Dispute | None:
    first = _pick(shown, n)
    together = {play.seq for play in story.moment(first.seq).plays}
    later = [move for move in story.moves if move.seq > first.seq and move.seq not in together]
    if not later:
        return None
    second = later[0]
    if n % 2:
        return Dispute("order reversed", staged, f"was move {second.seq} before move {first.seq}?", OVERTURNED)
    return Dispute("order", staged, f"was move {first.seq} before move {second.seq}?", UPHELD)


def _score(staged: Staged, story: Story, _shown: Sequence[Event], n: int, _chance: random.Random) -> Dispute:
    score = story.game.score(story.states[-1])[n % story.record.header.players]
    wrong = n // 7 % 2
    asked = {"about": "score", "seat": score.seat, "claim": score.total + 2 * wrong}
    return Dispute("score claimed wrong" if wrong else "score", staged, asked, OVERTURNED if wrong else UPHELD)


# Pictures that do not show it.


def _spoil(staged: Staged, story: Story, shown: Sequence[Event], n: int, folder: Path) -> Dispute | None:
    """A dispute about a move whose pictures are gone, covered or black; half of them about a wrong record."""
    move = _pick(shown, n * 5 + 1)
    game = staged
    if n % 2:
        game = _altered(staged, story, move, random.Random(n)) or staged
    how = ("gone", "covered", "black")[n % 3]
    asked: Any = f"was move {move.seq} legal?"
    if how == "gone":
        pictures = {name: data for name, data in game.pictures.items() if name not in move.frames}
        return Dispute("pictures gone", replace(game, pictures=pictures), asked, INCONCLUSIVE)
    if how == "black":
        spoiled = _repainted(game, move, lambda pixels, _about: np.zeros_like(pixels))
        return Dispute("pictures black", spoiled, asked, INCONCLUSIVE)
    moment = story.moment(move.seq)
    spots = _spots(folder, staged, move)
    if not spots or len(moment.plays) > 1:
        return None
    spoiled = _repainted(game, move, lambda pixels, _about: _covered(pixels, spots))
    return Dispute("pieces covered", spoiled, asked, INCONCLUSIVE)


def _repainted(game: Staged, move: Event, paint: Callable[[Any, Any], Any]) -> Staged:
    """The game with other pictures of a move, under their hashes."""
    pictures, about, now = dict(game.pictures), dict(game.about), {}
    for sha256 in move.frames:
        pixels = cv2.imdecode(np.frombuffer(game.pictures[sha256], np.uint8), cv2.IMREAD_COLOR)
        data = jpeg(paint(pixels, game.about[sha256]))
        name = hashlib.sha256(data).hexdigest()
        pictures[name], about[name], now[sha256] = data, game.about[sha256], name
    empty = record.Record(game.record.header)
    for event in game.record.events:
        frames = tuple(now.get(sha256, sha256) for sha256 in event.frames) if event.seq == move.seq else event.frames
        empty = record.append(empty, replace(event, frames=frames))
    return replace(game, record=empty, pictures=pictures, about=about)


def _spots(folder: Path, staged: Staged, move: Event) -> list[Any]:
    """Where the pieces that a move puts on the table lie in the picture after it: those that the one before has not."""
    numbers = [staged.about[sha256]["number"] for sha256 in move.frames]
    told: dict[int, list[dict[str, Any]]] = {}
    with (folder / "frames.jsonl").open(encoding="utf-8") as lines:
        for frame in map(json.loads, lines):
            told[frame["frame"]] = told[frame["as"]] if "as" in frame else frame["pieces"]
    open_before = [piece for piece in told[numbers[0]] if piece["label"] != "back"]
    open_after = [piece for piece in told[numbers[-1]] if piece["label"] != "back"]
    return [np.array(piece["corners"]) for piece in open_after if not any(_same(piece, old) for old in open_before)]


def _same(piece: dict[str, Any], old: dict[str, Any]) -> bool:
    """Whether two pieces of a film's truth are one that was not moved, by label and place."""
    centre, there = (np.array(each["corners"]).mean(axis=0) for each in (piece, old))
    return piece["label"] == old["label"] and bool(np.linalg.norm(centre - there) <= NEAR)


def _covered(pixels: Any, spots: Sequence[Any]) -> Any:
    """The picture with something of the colour of skin over these quads."""
    painted = pixels.copy()
    for quad in spots:
        centre = quad.mean(axis=0)
        wider = centre + (quad - centre) * (1.0 + MARGIN)
        cv2.fillConvexPoly(painted, cv2.convexHull(wider.astype(np.int32)), SKIN, cv2.LINE_AA)
    return painted


if __name__ == "__main__":
    raise SystemExit(main())
