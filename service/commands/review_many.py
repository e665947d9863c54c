"""`tableside review` of several recordings: each a task, done once for all time, in as many processes as one likes."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.errors import EngineError
from engine.games import find_game
from service.app import assemble
from service.batch.follow import FOLLOWED, STORE, Order, followed
from service.batch.kept import shelf_in
from service.batch.tasks import each
from service.capture.source import SourceError
from service.commands import Mendable
from service.commands.recordings import replaced
from service.commands.resumable import resumable
from service.commands.sitting import house_rules
from service.enrolled import KINDS, NoneEnrolled, enrolled
from service.store.backup import BackupError, merge
from service.store.store import StoreError
from vision.pipeline import GameNotReadable, check_readable

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from service.batch.follow import Followed
    from service.batch.tasks import Done, Workers
    from service.parts import Parts
    from service.settings import Settings

FAILED: Final = 1


def run_many(  # noqa: PLR0913, PLR0917 - what the command takes
    sources: Sequence[str],
    game: str,
    settings: Settings,
    options: str | None,
    out: Path | None,
    players: int | None,
    workers: Workers,
    anew: bool = False,
) -> int:
    """Follow recordings; the exit code. Raises `Mendable`, with one line, for what the user can mend.

    Each record is written into the folder `out`, by its recording's name. What was done before is done again only
    `anew`. Ctrl-C leaves what is done, and the same command goes on.
    """

    def run() -> int:
        orders, names = _orders(sources, game, settings, options, players), _names(sources, out)
        shelf = shelf_in(settings, FOLLOWED, anew=anew)
        with contextlib.closing(assemble(settings)) as parts:
            wrong = _all(orders, names, each(followed, orders, workers, shelf), parts)
        return FAILED if wrong else 0

    try:
        return resumable(run)
    except (SourceError, EngineError, GameNotReadable, NoneEnrolled, StoreError, BackupError) as error:
        raise Mendable(str(error)) from None


def _orders(
    sources: Sequence[str], game: str, settings: Settings, options: str | None, players: int | None
) -> list[Order]:
    rules = find_game(game)
    check_readable(rules.name)
    house_rules(rules, options, players, settings.max_json_bytes)  # what is wrong with them is said before all work
    text = None if options is None else Path(options).read_text(encoding="utf-8")
    own = enrolled(settings, rules.name)
    if own is not None:  # by its file: a task has a data folder of its own
        kind = next(kind.name for kind in KINDS if kind.game == rules.name)
        settings = settings.model_copy(update={kind: str(own)})
    return [Order(str(Path(source).resolve()), rules.name, settings, text, players) for source in sources]


def _names(sources: Sequence[str], out: Path | None) -> list[Path | None]:
    """Where each record goes. Raises `Mendable` where two would go to one place."""
    if out is None:
        return [None] * len(sources)
    out.mkdir(parents=True, exist_ok=True)
    names = [out / f"{Path(source).stem}.jsonl" for source in sources]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Mendable(f"two recordings are called {twice.stem}: give them names of their own")
    return list(names)


def _all(
    orders: Sequence[Order], names: Sequence[Path | None], results: Generator[Done[Followed], None, None], parts: Parts
) -> int:
    """Take in what comes; how many recordings could not be followed."""
    wrong = 0
    with contextlib.closing(results):
        for done, outcome in enumerate(results, start=1):
            where = f"{done} of {len(orders)}: {Path(orders[outcome.number].source).name}"
            if outcome.result is None:
                wrong += 1
                _note(f"{where}: {outcome.wrong}")
                continue
            earlier = _take_in(outcome.result, names[outcome.number], parts)
            _note(f"{where}: {'done before' if outcome.before else _line(outcome.result)}")
            for line in earlier:
                _note(line)
    return wrong


def _take_in(result: Followed, name: Path | None, parts: Parts) -> list[str]:
    """Bring the game of a result into the store, and write its record; a game that is there stays as it is.

    What became of earlier games of the recording, a line each.
    """
    with tempfile.TemporaryDirectory(prefix="tableside-task-") as folder:
        file = Path(folder) / STORE
        file.write_bytes(result.store)
        came = merge(parts.store, parts.evidence, file)
    earlier = [line for game in came for line in replaced(parts, game)]
    if name is not None:
        name.write_text(result.record, encoding="utf-8")
    return earlier


def _line(result: Followed) -> str:
    return next((line for line in reversed(result.lines) if line.startswith("game ")), "followed")


def _note(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
