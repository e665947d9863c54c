"""The games, found by looking into folders: a file of rules that defines `GAME`, and a data file beside it.

A game is `NAME.py` or the folder `NAME/`; its rules' titles are in `NAME.toml`, a table for each rule id with
`title` and `source`. A file that cannot be used stops the start with `GameBroken`: a game is never missing quietly.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
import threading
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core import Game, Rule
from engine.errors import GameBroken, UnknownGame
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

AnyGame = Game[Any, Any]
HERE = Path(__file__).parent
_LOADING = threading.RLock()


def discover(folder: Path, package: str = __name__) -> dict[str, AnyGame]:
    """Every game in a folder by name; `GameBroken` names the first file that cannot be used."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(("_", ".")) or not (path.suffix == ".py" or (path / "__init__.py").is_file()):
            continue
        game = _load(path, f"{package}.{path.stem}")
        found[game.name] = game
    return found


@functools.cache
def games() -> Mapping[str, AnyGame]:
    """The installed games by name."""
    return discover(HERE)


def find_game(name: str) -> AnyGame:
    """The game of that name or of another spelling of it; `UnknownGame` names those that there are."""
    wanted = name.strip().lower()
    for game in games().values():
        if wanted == game.name or wanted in game.aliases:
            return game
    known = ", ".join(games())
    raise UnknownGame(Said("there is no game {game}; choose one of {games}", game=quoted(name), games=known))


def _load(path: Path, module_name: str) -> AnyGame:
    source = path / "__init__.py" if path.is_dir() else path
    try:
        game = load(source, module_name).GAME
        game.rules = _rules(path.with_suffix(".toml"))
    except Exception as wrong:
        raise GameBroken(f"the game in {path} cannot be used: {type(wrong).__name__}: {wrong}") from wrong
    if not isinstance(game, Game):
        raise GameBroken(f"the game in {path} cannot be used: GAME is no engine.core.Game")
    return game


def load(source: Path, module_name: str) -> Any:
    """The module of that name, from a file where it is not loaded yet; one that fails is not kept."""
    with _LOADING:  # a module that another thread still loads has nothing in it yet
        if module_name in sys.modules:
            return sys.modules[module_name]
        spec = importlib.util.spec_from_file_location(module_name, source)
        if spec is None or spec.loader is None:
            raise ImportError(f"{source} is no Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[module_name]
            raise
    return module


def _rules(path: Path) -> Mapping[str, Rule]:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: Rule(name, entry["title"], entry["source"]) for name, entry in table.items()}
