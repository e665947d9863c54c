"""Why the rules refuse a move, and what else is said in lines, in the reader's language.

The engine, the disputes and the camera say it in English. Each language has a file here. It holds the forms of their
lines, and a sentence for the stable name of each refusal. It also has one for each line on pictures, and one for each
kind of invalid part.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from service.page.language import DEFAULT
from service.page.reasons.lines import line, texts
from service.seats import spoken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.page.language import Language

_COMMAND: Final = re.compile(r"(?<!\S)--[a-z]|\bTABLESIDE_\w|\btableside [a-z]")
"""An option, a variable or a command of Tableside."""
_QUOTED: Final = re.compile(r"'[^']*'|“[^”]*”")
"""What somebody typed is told in quotes, and is no command."""


def refused(name: str, reason: str, t: Language) -> str:
    """Why the rules refuse a move: its own sentence, or that of its name; else as it was stored."""
    return line(reason, t) or texts(t.code)["refused"].get(name) or spoken(reason)


def of_pictures(why: str, t: Language, move: Callable[[str], str] = str) -> str:
    """What pictures say of a move; in a language that has no words for it, that they do not settle it."""
    if said := texts(t.code)["pictures"].get(why) or line(why, t, move):
        return said
    return why if t.code == DEFAULT else t("verdict.unclear")


def invalid(kind: str, bounds: Mapping[str, Any], t: Language) -> str:
    """What a part of a request should be, by the kind of its error; empty in the language of the errors themselves."""
    said = texts(t.code)["invalid"]
    return said.get(kind, said.get("other", "")).format_map(bounds)


def for_people(text: str, t: Language) -> str:
    """The line in the reader's language; what only the command line does is left to whoever set Tableside up."""
    if said := translated(text, t):
        return said
    if not is_technical(text):
        return text
    told = "; ".join(clause for clause in text.split("; ") if not is_technical(clause))
    return f"{translated(told, t) or told}. {t('set_up.help')}" if told else t("set_up.help")


def is_technical(text: str) -> bool:
    """Whether a line has words of the command line."""
    return _COMMAND.search(_QUOTED.sub("", text)) is not None


def translated(text: str, t: Language, name: str = "", move: Callable[[str], str] = str) -> str:
    """Any line in the reader's language; empty where it has no words for it. `name` is that of a fault or refusal, and
    `move` tells the moves in it."""
    return line(text, t, move) or texts(t.code)["refused"].get(name, "")
