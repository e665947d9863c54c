"""What the phone shows; its words are in `strings`, a file a language."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE: Final = Path(__file__).parent
PAGE: Final = HERE.parent / "page" / "static"
"""Where the table's page has its files: the sign of both is one."""
FILES: Final = {
    "phone.css": "text/css",
    "phone.js": "text/javascript",
    "join.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
"""The page's files and what they are."""
SCRIPT: Final = "js."
"""What the keys begin with that the script uses."""


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(HERE / "html")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)


@cache
def strings(code: str) -> Mapping[str, str]:
    """The texts of a language that the table's page has too, by their keys."""
    strings: dict[str, str] = json.loads((HERE / "strings" / f"{code}.json").read_text(encoding="utf-8"))
    return strings


def phone_page(language: str, trouble: str = "", *, word: str = "", host: str = "") -> str:
    """The page that sends pictures, with the `word` that the computer shows, too, and the name of that `host`.

    Where `trouble` says why it may not, the page that says so, and that joins by a code.
    """
    return _page(language, trouble=trouble, lost=False, word=word, host=host)


def lost_page(language: str, host: str, table: str) -> str:
    """The page for a browser at an address where nothing is: where all else is on the computer of that name.

    `table` is the address of the table's own page; empty where a phone does not reach that.
    """
    return _page(language, trouble="", lost=True, host=host, table=table)


def _page(language: str, **shown: object) -> str:
    texts = strings(language)
    script = {key.removeprefix(SCRIPT): text for key, text in texts.items() if key.startswith(SCRIPT)}
    page = _environment().get_template("phone.html")
    return page.render(t=texts, code=language, script=script, **shown)


@cache
def file(name: str) -> bytes:
    """One of `FILES`. Raises `KeyError`."""
    if name not in FILES:
        raise KeyError(name)
    place = PAGE if name.endswith(".svg") else HERE / "html"
    return (place / name).read_bytes()
