"""`tableside review` of several recordings: each a task, done once for all time, in as many processes as one likes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError
from engine.games import find_game
from service.app import assemble
from service.batch.follow import Followed, Order, followed
from service.batch.tasks import NoRay, Workers, each
from service.capture.source import SourceError
from service.commands import Mendable
from service.commands.sitting import house_rules
from service.enrolled import KINDS, NoneEnrolled, enrolled
from service.start import INTERRUPTED
from service.store.backup import BackupError, merge
from service.store.store import StoreError
from vision.pipeline import GameNotReadable, check_readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.parts import Parts
    from service.settings import Settings

REVIEWED: Final = "reviewed"
"""The folder of the data folder that has the result of each recording, by the hash of all that it depends on."""
FAILED: Final = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """The result of an order, in files of its own: there whole or not at all."""

    folder: Path

    @property
    def result(self) -> dict[str, Any] | None:
        """What was told of it; None where it has not been done, or its files are not what they were."""
        try:
            result: dict[str, Any] = json.loads((self.folder / "told.json").read_text("utf-8"))
            files = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in FILES}
        except (OSError, ValueError):
            return None
        return result if files == result.get("files") else None

    def keep(self, result: Followed) -> None:
        """Write a result: what it consists of first, then that it is there."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        parts = {"record.jsonl": result.record.encode(), "store.zip": result.store}
        for name, data in parts.items():
            (self.folder / name).write_bytes(data)
        files = {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()}
        part = self.folder / "told.json.part"
        part.write_text(json.dumps({"lines": result.lines, "files": files}), encoding="utf-8")
        part.replace(self.folder / "told.json")


FILES: Final = ("record.jsonl", "store.zip")


def run_many(  # noqa: PLR0913, PLR0917 - what the command takes
    sources: Sequence[str],
    game: str,
    settings: Settings,
    options: str | None,
    out: Path | None,
    players: int | None,
    workers: Workers,
) -> int:
    """Follow recordings; the exit code. Raises `Mendable`, with one line, for what the user can mend.

    Each record is written into the folder `out`, by its recording's name. What was done before is not done again.
    Ctrl-C leaves what is done, and the same command goes on.
    """
    try:
        orders = _orders(sources, game, settings, options, players)
        kept = [Kept(settings.data.expanduser() / REVIEWED / order.key) for order in orders]
        names = _names(sources, out)
        with contextlib.closing(assemble(settings)) as parts:
            wrong = _all(orders, kept, workers, parts)
            for name, place in zip(names, kept, strict=True):
                if place.result is not None and name is not None:
                    name.write_bytes((place.folder / "record.jsonl").read_bytes())
    except (SourceError, EngineError, GameNotReadable, NoneEnrolled, StoreError, BackupError, NoRay) as error:
        raise Mendable(str(error)) from None
    except OSError as error:
        raise Mendable(f"{error.filename}: {error.strerror or error}; choose another place") from None
    except KeyboardInterrupt:
        _note("stopped; the same command goes on with what is not done yet")
        return INTERRUPTED
    return FAILED if wrong else 0


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


def _all(orders: Sequence[Order], kept: Sequence[Kept], workers: Workers, parts: Parts) -> int:
    """Do what is not done yet; how many recordings could not be followed."""
    todo = [number for number, place in enumerate(kept) if place.result is None]
    for number in range(len(orders)):
        if number not in todo:
            _take_in(kept[number], parts)
            _note(f"{Path(orders[number].source).name}: done before")
    wrong, done = 0, len(orders) - len(todo)
    with contextlib.closing(each(followed, [orders[number] for number in todo], workers)) as results:
        for outcome in results:
            number, done = todo[outcome.number], done + 1
            where = f"{done} of {len(orders)}: {Path(orders[number].source).name}"
            if outcome.result is None:
                wrong += 1
                _note(f"{where}: {outcome.wrong}")
                continue
            kept[number].keep(outcome.result)
            _take_in(kept[number], parts)
            _note(f"{where}: {next((line for line in outcome.result.lines if line.startswith('game ')), 'followed')}")
    return wrong


def _take_in(place: Kept, parts: Parts) -> None:
    """Bring the game of a result into the store; one that is there stays as it is."""
    merge(parts.store, parts.evidence, place.folder / "store.zip")


def _note(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
