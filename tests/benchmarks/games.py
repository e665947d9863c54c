"""How well whole games are followed: `python tests/benchmarks/games.py FILM… [--truth] [--json]`.

FILM is a folder of `tableside render game` (unseen seeds), or a folder of such folders. Each is followed by `tableside
review`. Questions are answered as people at the table would, with what was really played. A table that stays out of
step is told what was played, as its message asks for. So is one that goes on reporting lawful plays as false. Per game
and rule set:

- moves_right: true moves that the record has, in order; missed, spurious, wrong: what is left of both records once they
  are laid side by side; corrected: moves that people had to enter by themselves, once asked about something that had
  gone wrong before (they count as wrong); wrong_and_sure: of the record's moves, those that are not true and that
  nobody was asked about;
- asked: questions per true move, tables out of step that had to be told, and false reports that had to be denied;
- illegal_caught: plays against the rules that were reported while they lay there; false_calls: reports a game of what
  was no such play;
- score_right: games whose final score is right, once nobody reacts to what was played last; silent_wrong: games whose
  score is wrong with nothing left open;
- delay: from the leaving of the hand that shows a move to the event, in the film's time plus the processor time of the
  look that told it (s);
  late: of the moves so timed, those told more than two seconds after the hand left;
- decoded, decoded_worst: processor time of the belief's part of a look, ms;
- speed: the film's time over that of the review; looks: pictures read a minute; memory: the peak of a process (MiB).

A deck that is not ours is enrolled from its artwork first, as its players would enrol it.

With `--sure SHARE` a play is committed from so much mass on: several runs give accuracy against delay.

With `--workers`, `--ray` and `--kept` films are tasks: see `crew.py`.

With `--truth` the truth of the frames stands in for the recogniser: what is measured is the decoding alone.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine import record
from engine.core import TABLE
from service.app import assemble
from service.batch.kept import digest
from service.capture.source import find_source
from service.following.review import FilmClock, review
from service.following.session import AWAY, Books, Session
from service.settings import Settings
from tests.benchmarks import crew
from tests.benchmarks.decks import own_pieces
from tests.benchmarks.films import SILENT, Film, by_players, decline, totals
from tests.benchmarks.report import Result, as_json, as_table, machine, median, share
from vision.pipeline import recogniser_for
from vision.scoring.films import observations
from vision.tracking import look as looking
from vision.tracking.step import step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games import AnyGame
    from service.capture.footage import Shot
    from service.store.questions import Asked, Question
    from tests.benchmarks.films import Move
    from vision.observation import Observation
    from vision.photo import Photo, Picture
    from vision.scene.memory.stationary import Stationary
    from vision.tracking import Look
    from vision.tracking.belief import Belief
    from vision.tracking.evidence import Evidence
    from vision.tracking.look import PictureReader
    from vision.tracking.step import Model, Step

NOTICED: Final = 1.5
"""A report may come so many seconds after the illegal play is gone."""
FRAME: Final = 0.02
"""s; frames of a film are further apart."""
LATE: Final = 2.0
"""A move is told late after so long (s)."""
LOST: Final = 3.0
"""People say what was played once the table has been out of step, or has accused falsely, for so long (s)."""
UNSEEN: Final = "?"
"""What a card that nobody saw is called."""
FILES: Final = ("film.json", "record.jsonl", "frames.jsonl", "film.mp4")
START: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Played:
    """What came of following one film."""

    right: int = 0
    missed: int = 0
    spurious: int = 0
    wrong: int = 0
    sure_wrong: int = 0
    true: int = 0
    asked: int = 0
    corrected: int = 0
    cheats: int = 0
    caught: int = 0
    false_calls: int = 0
    score_right: bool = False
    silent: bool = False
    delays: list[float] = field(default_factory=list)
    decoded: list[float] = field(default_factory=list)
    seconds: float = 0.0
    took: float = 0.0
    looks: int = 0
    memory: float = 0.0


@dataclass(frozen=True, slots=True)
class Order:
    """A film, and how it is followed."""

    folder: Path
    truth: bool = False
    sure: float | None = None
    verbose: bool = False

    @property
    def decides(self) -> list[Any]:
        """The film's files, and how it is followed."""
        return ["games", self.truth, self.sure, [digest(self.folder / name) for name in FILES]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Follow the films, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("films", type=Path, nargs="+", help="folders of films, or folders of such")
    parser.add_argument("--truth", action="store_true", help="the truth of the frames in place of the recogniser")
    parser.add_argument("--sure", type=float, help="the share of mass from which plays are committed, 0 … 1")
    parser.add_argument("--verbose", action="store_true", help="what was said while each film was followed")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    crew.add_to(parser)
    given = parser.parse_args(arguments)
    by_kind: defaultdict[str, list[Played]] = defaultdict(list)
    orders = [Order(folder.resolve(), given.truth, given.sure, given.verbose) for folder in films_in(given.films)]
    for order, played in zip(orders, crew.done(followed, orders, given, Played), strict=True):
        by_kind[Film(order.folder).kind].append(played)
        tell(order.folder.name, played)
    results = [each for kind, games in sorted(by_kind.items()) for each in figures(kind, games)]
    peaks = [game.memory for games in by_kind.values() for game in games]
    results.append(Result("memory_peak", max(peaks, default=None), "MiB", len(peaks)))
    about = machine(("opencv-python", "onnxruntime"))
    print(as_json("games", about, results) if given.json else as_table("games", about, results))
    return 0


def followed(order: Order) -> Played:
    """What came of following a film: a task of its own."""
    with tempfile.TemporaryDirectory() as data:
        trial = Trial(Film(order.folder), Path(data), truth=order.truth, verbose=order.verbose)
        if order.sure is not None:
            trial.session.commit_from(order.sure)
        played = trial.run()
    played.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return played


class Timed(Session):
    """A session; `cost` is the processor time of its last look (s), `decoded` of the belief's part of each look (s)."""

    cost = 0.0

    def __init__(self, game_id: str, books: Books, read: PictureReader) -> None:
        super().__init__(game_id, books, read)
        self.decoded: list[float] = []
        looking.step = self._step  # the last film that was begun is the one that is followed

    def commit_from(self, sure: float) -> None:
        """Commit plays from so much mass on, at the first look as at others."""
        model = self.tracker.model
        self.tracker.model = replace(model, policy=replace(model.policy, sure=sure, at_once=sure))

    def _step(self, model: Model, belief: Belief, evidence: Evidence) -> Step:
        """A step as every tracker takes it."""
        began = thread_time()
        result = step(model, belief, evidence)
        self.decoded.append(thread_time() - began)
        return result

    def look(self, pixels: Picture, time: float) -> Look:
        """A look as every session takes it."""
        began = thread_time()
        look = super().look(pixels, time)
        self.cost = thread_time() - began
        return look

    def glimpse(self, pixels: Picture, time: float) -> Look | None:
        """A glimpse as every session takes it."""
        began = thread_time()
        look = super().glimpse(pixels, time)
        self.cost = thread_time() - began
        return look


class Trial:
    """One film followed by a session in a store of its own."""

    def __init__(self, film: Film, data: Path, *, truth: bool = False, verbose: bool = False) -> None:
        self.film, self.clock, self.verbose = film, FilmClock(START), verbose
        self.parts = assemble(Settings(data=data), clock=self.clock)
        house = record.house(film.record.header)
        game = film.record.header.game
        self.game = self.parts.ledger.open(game, house.to_json(), None, self.parts.versions).id
        read: PictureReader = TruthfulRecogniser(film.folder, self.clock)
        if not truth:
            read = recogniser_for(game, own_pieces(game, film.about["order"]["seed"], data)).fresh().see
        books = Books(self.parts.ledger, self.parts.evidence, self.parts.questions, self.clock)
        self.session = Timed(self.game, books, read)
        self.session.say = self._said
        self.played = Played(true=len(film.moves))
        self.known: dict[int, float] = {}
        self.answered = 0
        self.lost: float | None = None
        self.wronged: dict[int, float] = {}
        self.cheats = [play for play in film.plays if play["kind"] == "cheat"]
        self.caught: set[int] = set()

    def run(self) -> Played:
        """Follow the film; what came of it."""
        self.follow()
        self._judge()
        self.parts.close()
        return self.played

    def follow(self) -> None:
        """Follow the film to its end; what was written down is still in the store."""
        began = perf_counter()
        count = review(find_source(str(self.film.video)), self.session, self.clock, seen=self._seen)
        self.played.took = perf_counter() - began
        self.played.decoded = self.session.decoded
        self.played.seconds, self.played.looks = count.seconds, count.looks

    def _said(self, line: str) -> None:
        if self.verbose:
            print(f"{self.clock.time:8.2f} s  {line}", file=sys.stderr, flush=True)

    def _seen(self, shot: Shot, look: Look | None) -> None:
        """What a look left: new moves are timed, with what the look cost; questions are answered."""
        if look is not None:
            self._attend(shot.time + self.session.cost, shot.time)

    def _attend(self, known: float, now: float) -> None:
        """New moves are known since `known`; new questions are answered with what was played until `now` (s)."""
        for event in self.parts.ledger.find(self.game).record.events:
            self.known.setdefault(event.seq, known)
        for asked in self.parts.questions.open(self.game):
            if asked.number > self.answered:
                self._answer(asked, now)
                self.answered = asked.number
            elif now - self.wronged.get(asked.number, now) >= LOST:
                del self.wronged[asked.number]
                self._tell(asked, now)
        self._say_if_lost(now)

    def _say_if_lost(self, now: float) -> None:
        """Enter what was played where the table has been out of step for a while."""
        result = self.session.status
        if result.state != "out_of_step" or result.detail in AWAY:
            self.lost = None
            return
        self.lost = now if self.lost is None else self.lost
        if now - self.lost >= LOST and self._moves() != self.film.played(now):
            self._said("ORACLE told a table that is out of step")
            self._correct(self.film.played(now))
            self.played.asked += 1
            self.lost = None

    def _answer(self, asked: Asked, now: float) -> None:
        if asked.question.kind != "illegal":
            self._tell(asked, now)
        elif not self._called(now):  # whoever played against the rules takes it back, or leaves it; others object
            self.wronged[asked.number] = now

    def _tell(self, asked: Asked, now: float) -> None:
        """Say what was played."""
        mine, true = self._moves(), self.film.played(now)
        self._said(f"ORACLE asked {asked.question.text}")
        chosen = self._candidate(asked.question, true)
        if chosen is not None:
            self.parts.questions.answer(self.game, asked.number, choice=chosen)
        elif true[: len(mine)] == mine and len(true) > len(mine):
            moves = self._with_declines(true[len(mine) :], self._not_turned_up())
            wanted: dict[str, Any] = {"moves": moves} if moves else {"choice": -1}
            self.parts.questions.answer(self.game, asked.number, **wanted)
        else:
            self.parts.questions.answer(self.game, asked.number, choice=-1)
            self._correct(true)
        self.played.asked += 1

    def _candidate(self, question: Question, true: tuple[Move, ...]) -> int | None:
        """The candidate of a question about earlier moves with which the record tells most of what was played."""
        if question.of is None:
            return self._with_the_table(question, true)
        events = by_players(self.parts.ledger.find(self.game).record)
        before = [(e.seat, e.move) for e in events if e.seq < question.of]
        listed = [
            (*before, *((seat, move) for seat, move in candidate.plays if seat != TABLE and move != SILENT))
            for candidate in question.candidates
        ]
        # The newest may lie there and be taken back later: then it is no move of the film.
        right = [
            number
            for number, moves in enumerate(listed)
            if len(moves) > len(before) and (moves == true[: len(moves)] or moves[:-1] == true)
        ]
        # That which tells most of what was played, and nothing more than it must.
        return max(right, key=lambda number: (min(len(listed[number]), len(true)), -len(listed[number])), default=None)

    def _with_the_table(self, question: Question, true: tuple[Move, ...]) -> int | None:
        """The candidate of a question about what the table turned up that tells most of that, and what was played."""
        later, shown = true[len(self._moves()) :], self._not_turned_up()
        right = []
        for number, candidate in enumerate(question.candidates):
            table = [move for seat, move in candidate.plays if seat == TABLE]
            moves = tuple((seat, move) for seat, move in candidate.plays if seat != TABLE and move != SILENT)
            if table and all(move in shown or move.endswith(UNSEEN) for move in table) and moves == later[: len(moves)]:
                right.append(number)
        return max(right, key=lambda number: len(question.candidates[number].plays), default=None)

    def _correct(self, true: tuple[Move, ...]) -> None:
        """What people do who see that the record is wrong: take back what is, and enter what was played."""
        entry = self.parts.ledger.find(self.game)
        events = by_players(entry.record)
        agreed = next((n for n, (e, t) in enumerate(zip(events, true, strict=False)) if (e.seat, e.move) != t), None)
        agreed = min(len(events), len(true)) if agreed is None else agreed
        if agreed < len(events):
            self.parts.ledger.undo(self.game, entry.version, events[agreed].seq)
        entered = self._with_declines(true[agreed:], self._not_turned_up())
        for seat, move in entered:
            self.parts.ledger.play(self.game, self.parts.ledger.find(self.game).version, seat, move)
        self.played.corrected += sum(play in true for play in entered)

    def _not_turned_up(self) -> list[str]:
        """What the table turned up in the film that the record does not have."""
        known, true = (
            [event.move for event in record.standing(each.events) if event.seat == TABLE]
            for each in (self.parts.ledger.find(self.game).record, self.film.record)
        )
        true = [*self.film.dealt, *true]
        for move in known:
            if move in true:
                true.remove(move)
        return true

    def _with_declines(self, moves: tuple[Move, ...], table: Sequence[str] = ()) -> list[Move]:
        """The moves, before each what had to come: moves of the table, declines of all who might have reacted.

        Ends before the first that cannot be.
        """
        entry = self.parts.ledger.find(self.game)
        game, state, result = entry.game, entry.replay.state, list[tuple[int, str]]()
        for seat, text in moves:
            move = game.parse(text)
            while not game.judge(state, seat, move).legal:
                silent = decline(game, state) or _turned_up(game, state, table)
                if silent is None:
                    self._said(f"ORACLE could not enter {text}: {game.judge(state, seat, move).reason}")
                    return result
                state = game.play(state, *silent)
                result.append((silent[0], str(silent[1])))
            state = game.play(state, seat, move)
            result.append((seat, text))
        return result

    def _called(self, now: float) -> bool:
        """Whether a report is of a play against the rules that lies there; else it is a false one."""
        for number, cheat in enumerate(self.cheats):
            taken = cheat.get("back")
            back = self.film.about["seconds"] if taken is None else taken
            if cheat["laid"] - 0.5 <= now <= back + NOTICED:
                self.caught.add(number)
                return True
        self.played.false_calls += 1
        return False

    def _moves(self) -> tuple[Move, ...]:
        return tuple((event.seat, event.move) for event in by_players(self.parts.ledger.find(self.game).record))

    def _judge(self) -> None:
        played, entry = self.played, self.parts.ledger.find(self.game)
        events = by_players(entry.record)
        pairs = aligned(tuple((e.seat, e.move) for e in events), self.film.moves)
        for mine, true in pairs:
            same = mine is not None and true is not None
            right = same and (events[mine or 0].seat, events[mine or 0].move) == self.film.moves[true or 0]
            right = right and not corrected(events[mine or 0])
            played.right += right
            played.wrong += same and not right
            played.missed += mine is None
            played.spurious += true is None
            if mine is not None and not right:
                played.sure_wrong += events[mine].by == "camera"
            left = None if true is None else self.film.left[true]
            if right and mine is not None and left is not None and events[mine].by == "camera":
                played.delays.append(self.known[events[mine].seq] - left)
        played.cheats, played.caught = len(self.cheats), len(self.caught)
        score = totals(entry.game, entry.replay.state)
        played.score_right = [score[seat] for seat in sorted(score)] == self.film.totals
        quiet = self.session.status.state in ("following", "over") and not self.parts.questions.open(self.game)
        played.silent = not played.score_right and quiet


def _turned_up(game: AnyGame, state: Any, table: Sequence[str]) -> tuple[int, Any] | None:
    """The first of the table's moves that can be made now."""
    moves = (game.parse(text) for text in table)
    return next(((TABLE, move) for move in moves if game.judge(state, TABLE, move).legal), None)


def corrected(event: record.Event) -> bool:
    """Whether people entered a move that nobody had asked them about."""
    return event.by == "person" and not event.frames


class TruthfulRecogniser:
    """Sees what the film's truth says of the newest frame that it tells."""

    def __init__(self, folder: Path, clock: FilmClock) -> None:
        self._clock = clock
        self._times, self._seen = zip(*observations(folder), strict=True)

    def __call__(self, photo: Photo, known: Stationary | None = None, /) -> Observation:
        """The observation of a faultless recogniser."""
        seen: Observation = self._seen[max(bisect_right(self._times, self._clock.time + FRAME) - 1, 0)]
        return seen


def aligned(mine: Sequence[Move], true: Sequence[Move]) -> list[tuple[int | None, int | None]]:
    """The two lists laid side by side with the fewest differences: pairs of places, None where one has no partner."""
    cost = [[0.0] * (len(true) + 1) for _ in range(len(mine) + 1)]
    for i in range(len(mine) + 1):
        for j in range(len(true) + 1):
            if i == 0 or j == 0:
                cost[i][j] = i + j
            else:
                swap = cost[i - 1][j - 1] + (mine[i - 1] != true[j - 1])
                cost[i][j] = min(swap, cost[i - 1][j] + 1, cost[i][j - 1] + 1)
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(mine), len(true)
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + (mine[i - 1] != true[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


def figures(kind: str, games: Sequence[Played]) -> list[Result]:
    """The figures of the games of one kind."""
    true = sum(game.true for game in games)
    delays = sorted(delay for game in games for delay in game.delays)
    decoded = sorted(1000 * each for game in games for each in game.decoded)
    seconds = sum(game.seconds for game in games)
    return [
        share(f"{kind}/moves_right", sum(game.right for game in games), true),
        share(f"{kind}/missed", sum(game.missed for game in games), true),
        Result(f"{kind}/spurious", sum(game.spurious for game in games), "moves", true),
        Result(f"{kind}/wrong", sum(game.wrong for game in games), "moves", true),
        Result(f"{kind}/wrong_and_sure", sum(game.sure_wrong for game in games), "moves", true),
        Result(f"{kind}/corrected", sum(game.corrected for game in games), "moves", true),
        Result(f"{kind}/asked", sum(game.asked for game in games) / max(true, 1), "a move", true),
        share(f"{kind}/illegal_caught", sum(g.caught for g in games), sum(g.cheats for g in games)),
        Result(f"{kind}/false_calls", sum(g.false_calls for g in games) / len(games), "a game", len(games)),
        share(f"{kind}/score_right", sum(game.score_right for game in games), len(games)),
        share(f"{kind}/silent_wrong", sum(game.silent for game in games), len(games)),
        median(f"{kind}/delay", delays, "s"),
        Result(f"{kind}/delay_95th", delays[int(0.95 * (len(delays) - 1))] if delays else None, "s", len(delays)),
        share(f"{kind}/late", sum(delay > LATE for delay in delays), len(delays)),
        median(f"{kind}/decoded", decoded, "ms"),
        Result(f"{kind}/decoded_worst", decoded[-1] if decoded else None, "ms", len(decoded)),
        Result(f"{kind}/speed", seconds / max(sum(game.took for game in games), 1e-9), "of the film's", len(games)),
        Result(f"{kind}/looks", 60 * sum(game.looks for game in games) / max(seconds, 1e-9), "a minute", len(games)),
    ]


def films_in(given: Sequence[Path]) -> list[Path]:
    """The folders of films among the given ones, and those in them."""
    found = []
    for folder in given:
        inner = sorted(each.parent for each in folder.glob("*/film.json"))
        found += [folder] if (folder / "film.json").exists() else inner
    return found


def tell(name: str, played: Played) -> None:
    """One line on a film, on standard error."""
    line = (
        f"{name}: {played.right}/{played.true} right, {played.missed} missed, {played.spurious} spurious, "
        f"{played.wrong} wrong, {played.corrected} corrected, {played.asked} asked, "
        f"cheats {played.caught}/{played.cheats}, {played.false_calls} false calls, "
        f"score {'right' if played.score_right else 'wrong'}, "
        f"{played.took:.0f} s for {played.seconds:.0f} s"
    )
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    crew.run(__file__)
