"""What the phone shows, and the page with the code."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE: Final = Path(__file__).parent / "html"
FILES: Final = {"phone.css": "text/css", "phone.js": "text/javascript"}
"""The page's files and what they are."""


@cache
def _environment() -> Environment:
    return Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


def phone_page(trouble: str = "") -> str:
    """The page that sends pictures; or, where `trouble` says why it may not, the page that says so."""
    return _environment().get_template("phone.html").render(trouble=trouble)


def join_page(svg: str, url: str) -> str:
    """The page that shows the code. `svg` is drawn by us and holds nothing from outside."""
    from markupsafe import Markup

    return _environment().get_template("join.html").render(code=Markup(svg), url=url)


@cache
def file(name: str) -> bytes:
    """One of `FILES`. Raises `KeyError`."""
    FILES[name]
    return (HERE / name).read_bytes()
