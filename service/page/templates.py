"""The page's templates; every text that comes from outside is escaped."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

HERE: Final = Path(__file__).parent


@functools.cache
def _environment() -> Environment:
    loader = FileSystemLoader(HERE / "html")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals["static"] = _static
    made.filters["ticked"] = _ticked
    return made


@functools.cache
def _static(name: str) -> str:
    """The address of a file of ours; it changes with the file, so that no browser keeps an old one."""
    digest = hashlib.sha256((HERE / "static" / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"


def _ticked(text: str) -> Markup:
    """The text with what stands between backticks as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(Markup("<code>{}</code>").format(part) if n % 2 else part for n, part in enumerate(parts))


def render(template: str, **context: Any) -> str:
    """A template, filled in."""
    return _environment().get_template(template).render(context)
