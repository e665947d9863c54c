"""How well disputes are decided: `python tests/benchmarks/disputes.py FILM… [--each N] [--truth GAME…] [--json]`.

FILM is a folder of a rendered game with its truth. It is followed as `tableside review` does; then disputes are staged
on the record and the pictures that were kept, a third of which the pictures cannot decide:

- moves as they were played, asked about as legal and as illegal; moves that the record has another piece for;
- what lay under a piece, the score, the order of two moves: as they were, and claimed otherwise;
- the same with the pictures from the move on taken away, covered where the piece lies, or black: inconclusive is right.

The pictures are read as the film was: a deck of chance is enrolled. With `--truth GAME` films of that game are not
followed. Their true record with their quiet frames is what was kept, and the pictures show what the film's truth says
of them. It tells how disputes are decided where reading is not to blame. Such figures are named so, and apart.

With `--workers`, `--ray` and `--kept` films are tasks: see `crew.py`.

An overturned statement that was true, or that the pictures cannot decide, is a false overturn.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np

from engine import record
from engine.core import TABLE
from engine.errors import EngineError
from engine.ruling import waive
from service.batch.kept import digest
from service.disputes.answer import INCONCLUSIVE, OVERTURNED, UPHELD
from service.disputes.decide import decide
from service.disputes.moments import Story
from service.disputes.question import read
from tests.benchmarks import crew
from tests.benchmarks.decks import own_pieces
from tests.benchmarks.dispute_recognisers import Real, Truthful
from tests.benchmarks.films import Film
from tests.benchmarks.followed import followed
from tests.benchmarks.report import Result, as_json, as_table, machine, share
from tests.benchmarks.spoiled import cover, covered, repainted, spots
from tests.benchmarks.staging import Staged, stage
from vision.tracking.facts import facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.record import Event
    from service.disputes.moments import Moment
    from tests.benchmarks.dispute_recognisers import Looker

FILES: Final = ("film.json", "record.jsonl", "frames.jsonl", "film.mp4")
EACH: Final = 30
"""Disputes a film, where there are so many."""
SEED: Final = 7
OPEN: Final = frozenset({"tiles", "rows", "stacks", "display", "brickyard"})
"""The parts of positions whose pieces lie open."""
TRUTH: Final = " (truth)"
"""Added to the name of a game whose pictures the truth reads."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A staged dispute: what kind it is of, the game as it is kept, what is asked, what is right."""

    kind: str
    game: Staged
    asked: Any
    right: str


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of a dispute: of which game, of what kind, what is right, what was answered."""

    game: str
    kind: str
    right: str
    given: str


@dataclass(frozen=True, slots=True)
class Order:
    """A film, how many disputes are staged on it, and whether its truth reads the pictures."""

    folder: Path
    each: int
    truth: bool

    @property
    def decides(self) -> list[Any]:
        """The film's files, and what is asked."""
        return ["disputes", self.folder.name, self.each, self.truth, [digest(self.folder / name) for name in FILES]]


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of the disputes of a film, a line for each that was decided wrongly, and the processor's seconds."""

    decided: tuple[Decided, ...]
    wrong: tuple[str, ...]
    seconds: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Stage, decide, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("films", type=Path, nargs="+", help="folders of rendered games")
    parser.add_argument("--each", type=int, default=EACH, help="disputes a film")
    parser.add_argument("--truth", nargs="+", default=[], metavar="GAME", help="games whose pictures the truth reads")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    crew.add_to(parser)
    given = parser.parse_args(arguments)
    films = map(Film, given.films)
    orders = [Order(film.folder.resolve(), given.each, film.record.header.game in given.truth) for film in films]
    decided, seconds = list[Decided](), 0.0
    for judged in crew.done(_film, orders, given, Judged):
        decided += judged.decided
        seconds += judged.seconds
        if not given.json:
            print("".join(f"{line}\n" for line in judged.wrong), end="", flush=True)
    seconds /= max(len(decided), 1)
    results = [*figures(decided), Result("processor time a dispute", seconds, "s", len(decided))]
    about = machine(["onnxruntime", "opencv-python"])
    print(as_json("disputes", about, results) if given.json else as_table("disputes", about, results))
    return 0


def _film(order: Order) -> Judged:
    """Every dispute staged on a film, decided: a task of its own."""
    cv2.setNumThreads(1)
    began, folder = time.process_time(), order.folder
    staged = stage(folder) if order.truth else followed(folder)
    decided, wrong = [], []
    with tempfile.TemporaryDirectory() as data:
        recognisers = _looker(order, staged.game, Path(data))
        for dispute in _staged(staged, folder, order.each):
            answer = decide(dispute.game.case(recognisers.at(dispute.game)), read(dispute.asked))
            decided.append(Decided(staged.game + TRUTH * order.truth, dispute.kind, dispute.right, answer["verdict"]))
            if answer["verdict"] != dispute.right:
                line = f"{answer['verdict']}, {dispute.right} is right: {answer['statement']} {answer['reason']}"
                wrong.append(f"{folder.name}: {dispute.kind}: {line}")
    return Judged(tuple(decided), tuple(wrong), time.process_time() - began)


def _looker(order: Order, game: str, data: Path) -> Looker:
    """Who looks at the pictures; the pieces that the film shows are enrolled in a folder."""
    if order.truth:
        return Truthful(order.folder)
    return Real(own_pieces(game, Film(order.folder).about["order"]["seed"], data))


def figures(told: Sequence[Decided]) -> list[Result]:
    """The figures over all disputes, of each game, and of each kind."""
    games, kinds = sorted({each.game for each in told}), sorted({each.kind for each in told})
    results = _shares("", told)
    for game in games:
        results += _shares(f"{game}/", [each for each in told if each.game == game])
    for kind in kinds:
        of = [each for each in told if each.kind == kind]
        results.append(share(f"right: {kind}", sum(each.right == each.given for each in of), len(of)))
    return results


def _shares(prefix: str, told: Sequence[Decided]) -> list[Result]:
    undecidable = [each for each in told if each.right == INCONCLUSIVE]
    decidable = [each for each in told if each.right != INCONCLUSIVE]
    overturned = [each for each in told if each.given == OVERTURNED != each.right]
    return [
        share(f"{prefix}right", sum(each.right == each.given for each in told), len(told)),
        share(f"{prefix}false overturns", len(overturned), len(told)),
        share(
            f"{prefix}undecidable called inconclusive",
            sum(each.given == INCONCLUSIVE for each in undecidable),
            len(undecidable),
        ),
        share(
            f"{prefix}decidable called inconclusive",
            sum(each.given == INCONCLUSIVE for each in decidable),
            len(decidable),
        ),
    ]


# Staging.


def _staged(staged: Staged, folder: Path, each: int) -> Iterator[Dispute]:
    """Disputes on a game, the kinds in turn, a third of them undecidable."""
    chance = random.Random(f"{SEED} {staged.name}")
    story = Story.of(staged.record)
    shown = [move for move in story.moves if _shows(staged, story, folder, move)]
    chance.shuffle(shown)
    makers = [_legal, _wrong, _illegal, _under, _order, _let_stand, _score]
    decidable = (dispute for n in range(each) if (dispute := makers[n % len(makers)](staged, story, shown, n, chance)))
    spoiled = (_spoil(staged, story, shown, n, folder) for n in range(each))
    for n in range(each):
        source = spoiled if n % 3 == 2 else decidable
        dispute = next((dispute for dispute in source if dispute is not None), None)
        if dispute is not None:
            yield dispute


def _shows(staged: Staged, story: Story, folder: Path, move: Event) -> bool:
    """Whether a player's move was pictured, so that an open piece lies on one of its pictures and not on the other by
    it. A card that is drawn from a pile face down changes nothing that a picture shows."""
    if not move.frames or move.seat == TABLE or not (staged.pictured is None or move.seq in staged.pictured):
        return False
    moment = story.moment(move.seq)
    return _open(story, moment.before) != _open(story, moment.after) and bool(spots(folder, staged, move))


def _open(story: Story, state: Any) -> frozenset[Any]:
    """The pieces that lie open in a state, each at its place."""
    return frozenset(fact for fact in facts(story.game.position(state)) if fact[0] in OPEN)


def _pick(shown: Sequence[Event], n: int) -> Event:
    return shown[n % len(shown)]


def _legal(staged: Staged, _story: Story, shown: Sequence[Event], n: int, _chance: random.Random) -> Dispute:
    return Dispute("as played", staged, f"was move {_pick(shown, n).seq} legal?", UPHELD)


def _illegal(staged: Staged, _story: Story, shown: Sequence[Event], n: int, _chance: random.Random) -> Dispute:
    return Dispute("called illegal", staged, f"was move {_pick(shown, n).seq} illegal?", OVERTURNED)


def _wrong(staged: Staged, story: Story, shown: Sequence[Event], n: int, chance: random.Random) -> Dispute | None:
    """The record has another piece in its place."""
    for move in (_pick(shown, n + more) for more in range(len(shown))):
        if (altered := _altered(staged, story, move, chance)) is not None:
            return Dispute("another piece recorded", altered, f"was move {move.seq} legal?", OVERTURNED)
    return None


def _altered(staged: Staged, story: Story, move: Event, chance: random.Random) -> Staged | None:
    """The game with another piece at a move's place, or, where it has no place, with another one among its pieces."""
    moment = story.moment(move.seq)
    words, *place = move.move.partition("@")
    others = [
        other
        for other in map(str, moment.game.moves(moment.before, move.seat))
        if other.partition("@")[1:] == tuple(place) and _replaced(other.partition("@")[0], words) == 1
    ]
    chance.shuffle(others)
    games = (_instead(staged, moment, replace(move, move=other, kind=record.MOVE)) for other in others)
    return next((game for game in games if game and _differs(story, moment, game)), None)


def _replaced(one: str, other: str) -> int:
    """How many words of a move stand otherwise in another of as many words, the first the same; 0: it is another."""
    words, others = one.split(), other.split()
    same = len(words) == len(others) and words[0] == others[0]
    return sum(word != there for word, there in zip(words, others, strict=True)) if same else 0


def _differs(story: Story, moment: Moment, game: Staged) -> bool:
    """Whether by a changed record other pieces lay on the table after a moment than those that lay there."""
    return _open(story, Story.of(game.record).moment(moment.event.seq).end) != _open(story, moment.end)


def _instead(staged: Staged, moment: Moment, instead: Event) -> Staged | None:
    """The game with an entry that takes the place of the one with its number, and with the moves after it as far as the
    rules then allow them; None if it cannot be."""
    kept = record.Record(staged.record.header, staged.record.events[: moment.plays[0].seq - 1])
    replay, house = record.replay(kept), record.house(kept.header)
    game, state = replay.game, replay.state
    for event in moment.plays:
        entry = instead if event.seq == instead.seq else event
        move = game.parse(entry.move)
        verdict = game.judge(state, entry.seat, move)
        if verdict.legal:
            state = game.play(state, entry.seat, move)
        elif entry is not instead:
            return None
        else:
            state, verdict = waive(game, house, state, entry.seat, move)
            entry = replace(entry, kind=record.RULING)
        kept = record.append(kept, record.judged(entry, verdict))
    return replace(staged, record=_going_on(kept, staged.record, moment.plays[-1].seq))


def _going_on(kept: record.Record, whole: record.Record, seq: int) -> record.Record:
    """A record with the moves that stand after a number in another, as far as the rules allow them; those that were
    seen at once, together."""
    later = (event for event in record.standing(whole.events) if event.seq > seq)
    for _, group in groupby(later, key=lambda event: event.frames):
        longer = kept
        for event in group:
            replay = record.replay(longer)
            verdict = replay.game.judge(replay.state, event.seat, replay.game.parse(event.move))
            if not verdict.legal:
                return kept
            longer = record.append(longer, record.judged(event, verdict))
        kept = longer
    return kept


def _let_stand(staged: Staged, story: Story, shown: Sequence[Event], n: int, _chance: random.Random) -> Dispute | None:
    """A play against the rules that the house let stand, asked about: a move made out of turn."""
    move = _pick(shown, n)
    moment = story.moment(move.seq)
    seats = range(story.record.header.players)
    out_of_turn = [seat for seat in seats if seat not in moment.game.actors(moment.before)]
    if not out_of_turn or len(moment.plays) > 1:
        return None
    try:
        stood = _instead(staged, moment, replace(move, seat=out_of_turn[0]))
    except EngineError:
        return None
    return (
        None if stood is None else Dispute("let stand by the house", stood, f"was move {move.seq} legal?", OVERTURNED)
    )


def _under(staged: Staged, story: Story, shown: Sequence[Event], n: int, chance: random.Random) -> Dispute | None:
    """What lies under a piece that lies on others, or a claim about it."""
    state, piles = story.states[-1], []
    for move in shown:
        placed = _open(story, story.moment(move.seq).end) - _open(story, story.moment(move.seq).start)
        for name in sorted({str(fact[1]) for fact in placed}):
            pile = story.game.under(state, name)
            if len(pile) > 1 and pile not in piles:
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
    """A dispute about a move of which no picture shows it, then or later: they are gone, covered or black; half of them
    about a wrong record."""
    move = _pick(shown, n * 5 + 1)
    game = staged
    if n % 2:
        game = _altered(staged, story, move, random.Random(n)) or staged
    how = ("gone", "covered", "black")[n % 3]
    names = dict.fromkeys(name for event in game.record.events if event.seq >= move.seq for name in event.frames)
    asked: Any = f"was move {move.seq} legal?"
    if how == "gone":
        pictures = {name: data for name, data in game.pictures.items() if name not in names}
        return Dispute("pictures gone", replace(game, pictures=pictures), asked, INCONCLUSIVE)
    if how == "black":
        # Each a shade lighter: alike they would be one picture.
        shade = count()
        spoiled = repainted(game, names, lambda pixels: np.full_like(pixels, next(shade)), {"black": True})
        return Dispute("pictures black", spoiled, asked, INCONCLUSIVE)
    lying = spots(folder, staged, move)
    if not lying or len(story.moment(move.seq).plays) > 1:
        return None
    covers = [cover(spot) for spot in lying]
    listed = {"covers": [each.tolist() for each in covers]}
    spoiled = repainted(game, names, lambda pixels: covered(pixels, covers), listed)
    return Dispute("pieces covered", spoiled, asked, INCONCLUSIVE)


if __name__ == "__main__":
    crew.run(__file__)
