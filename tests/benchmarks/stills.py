"""How well whole games are followed from stills: `python tests/benchmarks/stills.py FOLDER --game G --seeds 1 2 3`.

Of each rendered game a picture is taken at its beginning, and one after each play that stood. No hand is in any of
them. So nothing is told by movement, and nothing tells who played. What is in FOLDER already is not drawn again. Every
game is then followed by `tableside review`, and nobody answers its questions.

- plays_right: plays of players that name a piece or a place, in order, of those that were made, whoever made them;
- spurious: such plays that were not made;
- asked: questions, and messages that say what to do, for each such play.

Beside each picture is the truth of it. A deck that is not ours is enrolled from its artwork. With `--workers`, `--ray`
and `--kept` games are tasks: see `crew.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from datasets.films.plan import plan
from engine import record
from engine.core import TABLE
from engine.games import find_game
from service.app import assemble
from service.batch.kept import digest
from service.capture.source import find_source
from service.following.review import FilmClock, review
from service.following.session import Books, Session
from service.settings import Settings
from tests.benchmarks import crew
from tests.benchmarks.decks import own_pieces
from tests.benchmarks.games import aligned
from tests.benchmarks.report import Result, as_json, as_table, machine, share
from vision.pipeline import recogniser_for
from vision.scene.mat import mat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from datasets.films.script import Script
    from engine.games import AnyGame

SIZE: Final = (1280, 720)
SECONDS: Final = 60.0
"""How long the film would be at most that the stills are taken of."""
LAID: Final = 0.04
"""A still is taken so long (s) after the pieces of a play came to rest."""
RECORD: Final = "record.jsonl"
"""Written last: a folder that has it is whole."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw what is missing, follow the games, print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the games are, a folder each")
    parser.add_argument("--game", required=True, help="stackernoos, stonerow or stones")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seeds", type=int, nargs="+", required=True)
    parser.add_argument("--options", type=json.loads, default={}, help="house rules, as JSON")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    crew.add_to(parser)
    given = parser.parse_args(arguments)
    orders = [Order(given.folder.resolve(), given.game, given.players, seed, given.options) for seed in given.seeds]
    missing = [order for order in orders if not order.drawn]
    list(crew.done(_draw, missing, argparse.Namespace(workers=given.workers, ray=given.ray)))
    right = made = spurious = asked = 0
    counted = crew.done(_follow, orders, given, tuple[int, int, int, int])
    for order, counts in zip(orders, counted, strict=True):
        line = f"{counts[0]} of {counts[1]}, {counts[2]} spurious, asked {counts[3]}"
        print(f"{order.folder.name}: {line}", file=sys.stderr, flush=True)
        right, made, spurious, asked = (a + b for a, b in zip((right, made, spurious, asked), counts, strict=True))
    results = [
        share(f"{given.game}/plays_right", right, made),
        Result(f"{given.game}/spurious", spurious, "plays", made),
        Result(f"{given.game}/asked", asked / max(made, 1), "a play", made),
    ]
    about = machine(("opencv-python", "onnxruntime"))
    print(as_json("stills", about, results) if given.json else as_table("stills", about, results))
    return 0


@dataclass(frozen=True, slots=True)
class Order:
    """A game of stills, in a folder of its own within that of all."""

    all: Path
    game: str
    players: int
    seed: int
    options: dict[str, Any]

    @property
    def folder(self) -> Path:
        """The folder of the game."""
        return self.all / f"{self.game}_{self.seed}"

    @property
    def drawn(self) -> bool:
        """Whether the folder is whole."""
        return (self.folder / RECORD).exists()

    @property
    def decides(self) -> list[Any]:
        """All of its files."""
        return ["stills", [(file.name, digest(file)) for file in sorted(self.folder.iterdir())]]


def _draw(order: Order) -> str:
    """The stills of a game, and its record; the folder's name."""
    import cv2

    from datasets.films.shoot import Shooter
    from datasets.optics.studio import Studio

    folder, game, players = order.folder, order.game, order.players
    folder.mkdir(parents=True, exist_ok=True)
    layout = mat(game, players, "a4", "table") if game == "stonerow" else None
    script = _without_hands(plan(game, players, order.seed, order.options, SECONDS, layout))
    shooter = Shooter(Studio(), script, SIZE)
    rests = (_rest(script, play.laid) for play in script.plays if play.kind == "play")
    times = {LAID, *(round(rest + LAID, 2) for rest in rests)}
    for number, time in enumerate(sorted(time for time in times if time < script.seconds)):
        picture, truth = shooter.still(time)
        cv2.imwrite(str(folder / f"{number:03d}.jpg"), picture[..., ::-1])
        (folder / f"{number:03d}.json").write_text(json.dumps(truth), encoding="utf-8")
    (folder / RECORD).write_text(record.dumps(script.record), encoding="utf-8")
    return folder.name


def _rest(script: Script, time: float) -> float:
    """The first time from then on at which no piece moves. What is laid may have been laid to take something else."""
    while ends := [leg.path.end for leg in script.legs if leg.path.start <= time < leg.path.end]:
        time = max(ends)
    return time


def _without_hands(script: Script) -> Script:
    """The script as it would be if pieces moved by themselves, before a camera that stands still in one light."""
    return replace(script, reaches=(), shakes=(), changes=())


def _follow(order: Order) -> tuple[int, int, int, int]:
    """Of a game: plays that are right, that were made, that are spurious, and questions."""
    folder = order.folder
    true, _ = record.loads((folder / RECORD).read_text(encoding="utf-8"))
    header, said, rules = true.header, list[str](), find_game(true.header.game)
    with tempfile.TemporaryDirectory() as data:
        clock = FilmClock(datetime(2026, 1, 1, tzinfo=UTC))
        parts = assemble(Settings(data=Path(data)), clock=clock)
        game = parts.ledger.open(header.game, record.house(header).to_json(), None, parts.versions).id
        books = Books(parts.ledger, parts.evidence, parts.questions, clock)
        recogniser = recogniser_for(header.game, own_pieces(header.game, header.seed, Path(data))).fresh()
        session = Session(game, books, recogniser.see)
        session.say = said.append
        review(find_source(str(folder)), session, clock)
        mine = _laid(rules, record.standing(parts.ledger.find(game).record.events))
        parts.close()
    made = _laid(rules, record.standing(true.events))
    same = max(
        sum(a is not None and b is not None and mine[a] == result[b] for a, b in aligned(mine, result))
        for result in (made, list(map(_turned, made)))
    )
    asked = sum("?" in line or "should not lie there" in line for line in said)
    return same, len(made), max(len(mine) - same, 0), asked


def _laid(rules: AnyGame, events: Iterable[record.Event]) -> list[tuple[Any, ...]]:
    """What players laid, in order: the pieces, by their labels in order, and the cell and direction if there is one."""
    moves = [rules.parse(event.move) for event in events if event.seat != TABLE]
    laid = [move for move in moves if move.pieces or move.place is not None]
    listed = ((sorted(map(_unturned, move.pieces)), move.place) for move in laid)
    return [(*pieces, place if isinstance(place, tuple) else None) for pieces, place in listed]


def _unturned(label: str) -> str:
    return "-".join(sorted(label.split("-")))


def _turned(play: tuple[Any, ...]) -> tuple[Any, ...]:
    """A play as it is seen from the other side of the table."""
    *pieces, place = play
    if place is None:
        return play
    x, y, z, way = place
    return (*pieces, (-x, -y, z, way) if way == "e" else (1 - x, -1 - y, z, way))


if __name__ == "__main__":
    crew.run(__file__)
