"""What a set of stones looks like: the colours of its three sizes, as far as they are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision.recognise import setfile

if TYPE_CHECKING:
    from pathlib import Path

    from vision.recognise.stones.plane import Floats

SIZES: Final = ("small", "medium", "large")
SCHEMA: Final = "tableside/stone-set@1"
WIDTHS: Final = (17.5, 24.1, 32.9)
"""The usual width in mm of a small, a medium and a large stone, as it lies."""
FLATNESS: Final = 0.48
"""The usual thickness of a stone in its widths."""


class StoneSetError(ValueError):
    """A file that is no stone set; the message names the place and what was expected."""


@dataclass(frozen=True, slots=True)
class StoneSet:
    """A set of stones: for small, medium and large the colour as `vision.recognise.stones.colour` has it, and the width
    in mm.

    `colours` are None for sizes that have not been seen. `flatness` is the thickness in widths. `name` is for people.
    """

    name: str
    colours: tuple[tuple[float, float, float] | None, ...]
    widths: tuple[float, ...] = WIDTHS
    flatness: float = FLATNESS

    def known(self) -> Floats:
        """The colours (3, 3), NaN where not known."""
        return np.array([each or (np.nan,) * 3 for each in self.colours], dtype=np.float64)

    def to_json(self) -> dict[str, Any]:
        """The set as a JSON object."""
        sizes = {
            size: {"colour": None if colour is None else [round(v, 4) for v in colour], "width_mm": round(width, 2)}
            for size, colour, width in zip(SIZES, self.colours, self.widths, strict=True)
        }
        return {"schema": SCHEMA, "name": self.name, "flatness": round(self.flatness, 3), "sizes": sizes}

    @classmethod
    def from_json(cls, document: Any) -> StoneSet:
        """The set that `to_json` wrote; `StoneSetError` where it is none."""
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise StoneSetError(f"expected an object with schema {SCHEMA!r}")
        sizes = document.get("sizes")
        if not isinstance(sizes, dict) or set(sizes) != set(SIZES):
            raise StoneSetError(f"sizes: expected {', '.join(SIZES)}")
        name, flatness = document.get("name"), document.get("flatness", FLATNESS)
        if not isinstance(name, str):
            raise StoneSetError(f"name: expected a text; got {name!r}")
        return cls(
            name,
            tuple(_colour(sizes[size], f"sizes.{size}") for size in SIZES),
            tuple(_positive(sizes[size].get("width_mm"), f"sizes.{size}.width_mm") for size in SIZES),
            _positive(flatness, "flatness"),
        )

    def save(self, file: Path) -> None:
        """Write the set as JSON, whole or not at all; OSError where that fails."""
        setfile.save(file, self.to_json())

    @classmethod
    def load(cls, file: Path) -> StoneSet:
        """The set in a file; `StoneSetError`, one line that names the file, where there is none."""
        return setfile.load(file, cls.from_json, StoneSetError, "stone set")


UNKNOWN: Final = StoneSet("any", (None, None, None))
"""A set of which nothing is known but how large its stones usually are."""


def of_hex(name: str, *colours: str) -> StoneSet:
    """A set by the sRGB colours of its small, medium and large stones, as `#dcc48f`."""
    from vision.recognise.stones.colour import feature

    values = [[int(each[i : i + 2], 16) for i in (5, 3, 1)] for each in colours]
    return StoneSet(name, tuple(_triple(feature(np.array(each, dtype=np.float64))) for each in values))


def own_artwork() -> StoneSet:
    """The set that our printed tiles show: pale, rust and slate."""
    return of_hex("own artwork", "#dcc48f", "#b4573b", "#4a5866")


def _triple(values: Floats) -> tuple[float, float, float]:
    a, b, c = (float(v) for v in values)
    return a, b, c


def _colour(entry: Any, where: str) -> tuple[float, float, float] | None:
    if not isinstance(entry, dict) or "colour" not in entry:
        raise StoneSetError(f"{where}: expected an object with a colour and a width_mm")
    colour = entry["colour"]
    if colour is None:
        return None
    if (triple := setfile.triple(colour)) is None:
        raise StoneSetError(f"{where}.colour: expected three numbers or null; got {colour!r}")
    return triple


def _positive(value: Any, where: str) -> float:
    if not setfile.is_number(value) or not 0 < value < 1e4:
        raise StoneSetError(f"{where}: expected a number above 0; got {value!r}")
    return float(value)
