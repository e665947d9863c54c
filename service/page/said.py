"""Lines of the engine and of the camera in the reader's words: what earned points, how the camera does.

They come as English sentences of a few known forms; a line of another form is shown as it came, marked as English.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from service.page.games import pages
from service.page.language import english
from service.seats import spoken
from service.store.store import FULL

if TYPE_CHECKING:
    from service.page.language import Language

SO_FAR: Final = "points so far"
"""Points of a position that does not say what brought them."""
_CAMERA: Final = {
    "none": r"No camera has been started for this table\.",
    "join": r"Scan the code with the phone: the computer shows it at /join\.",
    "joined": r"The phone is in: start the camera on it\.",
    "phone.silent": r"The phone sends no picture: unlock it, and keep its page open\.",
    "phone.stopped": r"The phone stopped its camera: start it again on the phone\.",
    "phone.on": r"The phone's camera is on\.",
    "black": r"Black picture: uncover the camera, or switch on a light\.",
    "blocked": r"Something is before the camera: clear its view of the table\.",
    "slow": r"Hardly any frames come: bring more light, or use a nearer network\.",
    "opening": r"Opening (?P<source>.+) …",
    "gone": r"(?P<source>.+) gives no more frames: check its cable or its network\.(?P<again> Trying again\.)?",
    "frozen": r"(?P<source>.+) shows the same frame again and again: unplug it and plug it in\.(?P<again> .+)?",
    "hangs": r"(?P<source>.+) hangs: check its cable or its network\.(?P<again> Trying again\.)?",
    "closed": r"(?P<source>.+) does not open: check it, or whether the computer is too busy\.(?P<again> .+)?",
    "ended": r"(?P<source>.+) has ended after \d+ frames\.",
    "shown": r"All shown: (?P<source>.+)\.",
    "stills": r"(?P<source>.+), \S+ s each",
    "full": re.escape(FULL),
    "damaged": r"the store is damaged \((?P<why>.+)\): .+",
    "unusable": r"the store cannot be (?:used|made): (?P<why>.+?)(?:; [^;]*--data)?",
    "unpictured": r"no space for new evidence \(.+\): .+",
    "ok": r"(?P<source>.+), (?P<size>\d+×\d+)(?:, \S+ frames/s)?",
}
"""How a camera does (`service.capture`), and what it sees can be recorded (`service.store`), by the key of its text."""
_CELL: Final = r"-?\d+"
_END: Final = re.compile(
    rf"(?<![\w.,@:/-])(?:(?P<run>run:(?=[ew]))|{_CELL}:(?=[ns])|{_CELL},{_CELL}:)(?P<side>[nsew])(?![\w@/-])"
)
"""An end by its name: `run:e`; `2:n`, an arm of the run; `2,4:e`, an arm of an arm. No time, address or placed tile."""
_CELLS: Final = re.compile(rf" @{_CELL}(?:\.5)?,{_CELL}(?:\.5)?,\d+:[en]\b")
"""Where a move lays its tile, in the notation: nobody counts cells on a table."""
_SOURCES: Final = {
    "number": r"camera (?P<number>\d+)",
    "phone": r"the phone",
    "video": r"video (?P<name>.+)",
    "pictures": r"(?:\d+ )?pictures? in (?P<name>.+)",
    "picture": r"(?:1 )?picture (?P<name>.+)",
}
"""What a source calls itself (`service.capture.source`), by the key of its text."""


def earned(why: str, t: Language) -> str:
    """What earned points, in words; empty where the line is of no known form."""
    if why == SO_FAR:
        return t("earned.so_far")
    for page in pages().values():
        for key, pattern in page.earning.items():
            if found := re.fullmatch(pattern, why):
                return t(f"earned.{key}", **page.earned(key, found.groupdict(), t))
    return ""


def camera(detail: str, t: Language) -> str:
    """How the camera does, in words; empty where the line is of no known form."""
    for key, pattern in _CAMERA.items():
        if found := re.fullmatch(pattern, detail):
            parts = found.groupdict()
            again = f" {t('camera.again')}" if parts.pop("again", None) else ""
            source = parts.get("source") or ""
            if name := _source(source, t):
                parts["source"] = name
            said = t(f"camera.{key}", **parts) + again
            return said[:1].upper() + said[1:] if name else said
    return ""


def _source(name: str, t: Language) -> str:
    """A source in words, as within a sentence; empty where it has a name of its own, as an address has."""
    for key, pattern in _SOURCES.items():
        if found := re.fullmatch(pattern, name, re.IGNORECASE):
            return t(f"camera.{key}", **found.groupdict())
    return ""


def in_words(text: str) -> str:
    """An English line of the engine for people: seats as players, ends of the run and of branches by their sides,
    moves without their cells."""
    return _END.sub(lambda found: _called(found, english()), spoken(_CELLS.sub("", text)))


def end(name: str, t: Language) -> str:
    """An end of the run or of a branch by its side; another text as it is."""
    found = _END.fullmatch(name)
    return name if found is None else _called(found, t)


def _called(end: re.Match[str], t: Language) -> str:
    return t(f"end.{'run' if end['run'] else 'branch'}.{end['side']}")
