"""`tableside watch-tables`: the cameras of a hall, each followed by a process of its own, all of them told to a hub."""

from __future__ import annotations

import contextlib
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError
from engine.games import find_game
from service.batch.tasks import NoRay, Workers
from service.batch.watch import Order, watching
from service.capture.source import SourceError, find_source
from service.commands import Mendable, of_disk
from service.commands.hub import hub_of
from service.commands.sitting import house_rules
from service.commands.watch import speaker
from service.enrolled import setting
from service.start import INTERRUPTED
from vision.pipeline import GameNotReadable, check_readable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from service.following.watcher import Say
    from service.settings import Settings

TABLES: Final = "tables"
"""The folder of the data folder that has a folder for each table."""
KNOWN: Final = {"name": str, "source": str, "game": str, "players": int, "names": str, "options": str, "own": str}
NEEDED: Final = ("name", "source", "game")


def run(file: Path, settings: Settings, hub: str | None, token: str, address: str | None) -> int:
    """Follow the tables of a file until Ctrl-C, or until no camera is of use. Raises `Mendable`, with one line."""
    orders = [_order(table, settings, hub, token) for table in read_tables(file)]
    say = speaker()
    for order in orders:
        order.settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        say(f"{order.name}: its lines are in {order.log}")
    try:
        return _follow(orders, Workers(len(orders), address), say)
    except NoRay as wrong:
        raise Mendable(str(wrong)) from None
    except KeyboardInterrupt:
        say("stopped; the same command goes on with the games that are not over")
        return INTERRUPTED


def _follow(orders: Sequence[Order], workers: Workers, say: Say) -> int:
    code = 0
    with contextlib.closing(watching(orders, workers)) as ended:
        for done in ended:
            say(f"{orders[done.number].name}: {done.wrong or 'stopped'}")
            code = max(code, 1 if done.result is None else done.result)
    return code


def read_tables(file: Path) -> list[dict[str, Any]]:
    """The tables of a file of TOML. Raises `Mendable`, with what is wrong and where."""
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise Mendable(of_disk(wrong, file, "read")) from None
    except UnicodeDecodeError as wrong:
        raise Mendable(f"{file} cannot be read: {wrong}") from None
    except tomllib.TOMLDecodeError as wrong:
        raise Mendable(f"{file}: {wrong}") from None
    tables = document.get("table")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise Mendable(f"{file} names no tables; write [[table]], and below it name, source and game")
    for number, table in enumerate(tables, 1):
        _check(f"{file}, table {number}", table)
    names = [_folder(table["name"]) for table in tables]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Mendable(f"{file}: two tables are called {twice}; give them names of their own")
    return tables


def _check(where: str, table: dict[str, Any]) -> None:
    for name, value in table.items():
        if name not in KNOWN:
            raise Mendable(f"{where}: {name} is unknown; known are {', '.join(KNOWN)}")
        if type(value) is not KNOWN[name]:
            raise Mendable(f"{where}: {name} takes a {'number' if KNOWN[name] is int else 'text'}; got {value!r}")
    missing = next((name for name in NEEDED if not table.get(name)), None)
    if missing is not None:
        raise Mendable(f"{where} has no {missing}")
    if not _folder(table["name"]):
        raise Mendable(f"{where}: a name has a letter or a digit")


def _order(table: dict[str, Any], settings: Settings, hub: str | None, token: str) -> Order:
    """How a table is followed; its page is on a free port of this machine. Raises `Mendable`."""
    try:
        rules = find_game(table["game"])
        check_readable(rules.name)
        find_source(table["source"])
    except (EngineError, GameNotReadable, SourceError) as wrong:
        raise Mendable(f"{table['name']}: {wrong}") from None
    house_rules(rules, table.get("options"), table.get("players"), settings.max_json_bytes)
    data = settings.data.expanduser() / TABLES / _folder(table["name"])
    own: dict[str, Any] = {"data": data, "port": 0, **setting(rules.name, table.get("own", ""))}
    fields = {name: table.get(name) for name in ("players", "names", "options")}
    away = None if hub is None else hub_of(hub, table["name"], token)
    return Order(table["name"], table["source"], rules.name, settings.model_copy(update=own), hub=away, **fields)


def _folder(name: str) -> str:
    """A table's name as a folder has it."""
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-")
