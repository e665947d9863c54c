"""The games' pages, found by looking into this folder as the engine finds its games: `NAME.py` or `NAME/`.

Beside it lie the game's template (`NAME.html`), its styles (`NAME.css`), its picture (`NAME.svg`), and its words
(`NAME.en.json`, …).
A page that cannot be used stops the start: a game is never shown without its drawing quietly.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.errors import GameBroken
from engine.games import load
from service.page.game_page import GamePage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.page.language import Language

HERE: Final = Path(__file__).parent
DEFAULT: Final = "en"
SERVED: Final = (".css", ".svg")
"""Files of a game that browsers load."""
_PLAIN: Final = GamePage()


def discover(folder: Path, package: str = __name__) -> dict[str, GamePage]:
    """Every game's page in a folder by the game's name; `GameBroken` names the first file that cannot be used."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(("_", ".")) or not (path.suffix == ".py" or (path / "__init__.py").is_file()):
            continue
        found[path.stem] = _page(path, f"{package}.{path.stem}")
    return found


@functools.cache
def pages() -> Mapping[str, GamePage]:
    """The pages that are installed, by the names of their games."""
    return discover(HERE)


def page_of(game: str | None) -> GamePage:
    """The page of a game; one that says nothing for a game without."""
    return pages().get(game or "", _PLAIN)


def piece(label: str, t: Language) -> str:
    """A piece of any game by its name; its label where people call it that."""
    return next((said for page in pages().values() if (said := page.piece(label, t))), label)


def words(code: str) -> dict[str, str]:
    """The words of all games in a language; in English those of a game that nobody has translated."""
    strings: dict[str, str] = {}
    for page in pages().values():
        for each in dict.fromkeys((DEFAULT, code)):
            path = page.folder / f"{page.name}.{each}.json"
            strings |= json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return strings


def file(name: str) -> Path | None:
    """A game's template, styles or picture by its file's name, such as `NAME.html`; None where there is none."""
    page = pages().get(name.partition(".")[0])
    path = None if page is None else page.folder / name
    return path if path is not None and path.suffix in {".html", *SERVED} and path.is_file() else None


def _page(path: Path, module: str) -> GamePage:
    source = path / "__init__.py" if path.is_dir() else path
    try:
        page = load(source, module).PAGE
        page.name, page.folder = path.stem, path.parent
        if page.draws and not path.with_suffix(".html").is_file():
            raise FileNotFoundError(f"{path.stem}.html is missing")
    except Exception as wrong:
        raise GameBroken(f"the page in {path} cannot be used: {type(wrong).__name__}: {wrong}") from wrong
    if not isinstance(page, GamePage):
        raise GameBroken(f"the page in {path} cannot be used: PAGE is no GamePage")
    return page
