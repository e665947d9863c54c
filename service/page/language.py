"""The page's languages, chosen by a switch, a cookie or what the browser asks for.

Its own words are one file a language; those of a game lie beside the game's page.

Rules have their words in `service/page/rules`. Lines of the engine, the camera and the service (reasons of refusals,
faults, details of problems) have theirs in `service/page/reasons`.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from service.page import games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

FOLDER: Final = Path(__file__).parent / "strings"
DEFAULT: Final = "en"
COOKIE: Final = "tableside_language"
QUERY: Final = "lang"
SCRIPT: Final = "js."
"""What the keys begin with that the scripts use."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its code, and its texts by their keys."""

    code: str
    strings: Mapping[str, str]
    names: Mapping[int, str] = field(default_factory=dict)
    """What those are called who sit at the table that is told of, by seat; empty where nobody was named."""
    signs: Mapping[int, str] = field(default_factory=dict)
    """Their shapes."""
    colours: Mapping[int, str] = field(default_factory=dict)
    """Their colours, as words of the page's styles."""
    laid: Mapping[str, str] = field(default_factory=dict)
    """What lies on the table that is told of: its names by codes of the notation (`words.at_table`)."""

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key with its values filled in; with a `count`, its form for that number.

        Every language has two forms: `KEY.one` for exactly one and `KEY.other`. An unknown key raises `KeyError`.
        Numbers among the values are written as the language writes them.
        """
        text = self.strings.get(key)
        if text is None:
            text = self.strings[f"{key}.{'one' if values['count'] == 1 else 'other'}" if "count" in values else key]
        said = {name: self.number(each) if type(each) in (int, float) else each for name, each in values.items()}
        return text.format_map(said) if said else text

    def known(self, key: str, default: str = "") -> str:
        """The text of a key that may have none, such as a word of a state that came from elsewhere."""
        return self.strings.get(key, default)

    def listed(self, parts: list[str], last: str = "and") -> str:
        """Parts as a list in a sentence: `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self(f'list.{last}')} {parts[-1]}"

    def quoted(self, text: str) -> str:
        """A text in quotation marks; those that it has itself become those of a quotation within a quotation."""
        marks, within = (self(key, text=" ").split(" ") for key in ("quote", "quote.within"))
        inner = dict(zip(marks, within, strict=True))
        return self("quote", text="".join(inner.get(each, each) for each in text))

    def number(self, value: float, *, signed: bool = False) -> str:
        """A number without needless decimals, as the language writes it: `0.2`, `0,2`, `5`, `−20`, signed `+5`."""
        return self._written(f"{value:{'+' if signed else ''}{'d' if isinstance(value, int) else 'g'}}")

    def tenths(self, number: float, *, signed: bool = False) -> str:
        """A number with one decimal and a minus as people write it: `7.4`, `7,4`, `−1,3`."""
        number = round(number, 1) + 0.0  # there is no minus nought
        return self._written(f"{number:{'+' if signed else ''}.1f}")

    def _written(self, digits: str) -> str:
        return digits.replace(".", self("decimal")).replace("-", "−")

    @property
    def scripts(self) -> dict[str, str]:
        """The texts that the scripts use."""
        return {key: text for key, text in self.strings.items() if key.startswith(SCRIPT)}


@functools.cache
def languages() -> Mapping[str, Language]:
    """Every language by its code, the default first."""
    codes = sorted((path.stem for path in FOLDER.glob("*.json")), key=lambda code: (code != DEFAULT, code))
    texts = {code: json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8")) for code in codes}
    return {code: Language(code, {**games.words(code), **strings}) for code, strings in texts.items()}


def english() -> Language:
    """The default language."""
    return languages()[DEFAULT]


def chosen(request: Request) -> Language:
    """The language of a request: its address, else its cookie, else what its browser asks for, else English."""
    known = languages()
    for wanted in (request.query_params.get(QUERY, ""), request.cookies.get(COOKIE, "")):
        if wanted in known:
            return known[wanted]
    return known[accepted(request.headers.get("accept-language", ""))]


def asked(request: Request) -> Language | None:
    """The language of a request that says one, as browsers do; None for a program that says none."""
    says = QUERY in request.query_params or COOKIE in request.cookies or "accept-language" in request.headers
    return chosen(request) if says else None


def accepted(header: str) -> str:
    """The best of our languages by `Accept-Language` (RFC 9110, 12.5.4): `sv-SE,sv;q=0.9,en;q=0.8` gives `sv`."""
    wishes: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((float(weight or 1), tag.strip().partition("-")[0].lower()))
        except ValueError:
            continue
    for worth, code in sorted(wishes, key=lambda wish: -wish[0]):
        if worth > 0 and code in languages():
            return code
    return DEFAULT
