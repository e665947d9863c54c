"""What a set of dominoes looks like, as one frozen value and one file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vision.recognise import setfile

if TYPE_CHECKING:
    from pathlib import Path

Colour: TypeAlias = tuple[float, float, float]
"""CIELAB as OpenCV has it in 8 bits: lightness, green to red, blue to yellow, each 0 … 255; or a difference of two."""

SCHEMA: Final = "tableside/domino-set@1"
HIGHEST: Final = 12
ASPECTS: Final = (1.5, 2.6)
"""Bounds of a tile's length in widths."""
THICKNESSES: Final = (0.05, 1.0)
"""Bounds of a tile's thickness in widths."""


class DominoSetError(ValueError):
    """A file that is no set of dominoes; the message names the place and what was expected."""


@dataclass(frozen=True, slots=True)
class DominoSet:
    """A set of dominoes.

    `highest` is the set's highest number, 12 where nobody said. `aspect` is a tile's length in widths. `thickness` is
    its thickness in widths, None where no side was seen. `background` is the colour of bare faces. `pips` says by how
    much the pips of each number differ from it. Both are as the photo's light showed them. `name` is for people.
    """

    name: str
    aspect: float
    background: Colour
    pips: tuple[tuple[int, Colour], ...] = ()
    highest: int = HIGHEST
    thickness: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The set as a JSON object."""
        return {
            "schema": SCHEMA,
            "name": self.name,
            "highest": self.highest,
            "length_in_widths": round(self.aspect, 4),
            "thickness_in_widths": None if self.thickness is None else round(self.thickness, 4),
            "ground": [round(v, 1) for v in self.background],
            "pips": {str(number): [round(v, 1) for v in colour] for number, colour in self.pips},
        }

    @classmethod
    def from_json(cls, document: Any) -> DominoSet:
        """The set that `to_json` wrote; `DominoSetError` where it is none. Keys added later are ignored."""
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise DominoSetError(f"expected an object with schema {SCHEMA!r}")
        name, highest, pips = document.get("name"), document.get("highest"), document.get("pips")
        if not isinstance(name, str):
            raise DominoSetError(f"name: expected a text; got {name!r}")
        if not isinstance(highest, int) or isinstance(highest, bool) or not 1 <= highest <= HIGHEST:
            raise DominoSetError(f"highest: expected a whole number 1 to {HIGHEST}; got {highest!r}")
        if not isinstance(pips, dict) or not set(pips) <= {str(number) for number in range(1, HIGHEST + 1)}:
            raise DominoSetError(f"pips: expected an object of numbers 1 to {HIGHEST}")
        thick = document.get("thickness_in_widths")
        return cls(
            name,
            _within(document.get("length_in_widths"), ASPECTS, "length_in_widths"),
            _colour(document.get("ground"), "ground"),
            tuple(sorted((int(number), _colour(each, f"pips.{number}")) for number, each in pips.items())),
            highest,
            None if thick is None else _within(thick, THICKNESSES, "thickness_in_widths"),
        )

    def save(self, file: Path) -> None:
        """Write the set as JSON, whole or not at all; `OSError` where that fails."""
        setfile.save(file, self.to_json())

    @classmethod
    def load(cls, file: Path) -> DominoSet:
        """The set in a file; `DominoSetError`, one line that names the file, where there is none."""
        return setfile.load(file, cls.from_json, DominoSetError, "set of dominoes")


def _colour(value: Any, where: str) -> Colour:
    if (colour := setfile.triple(value)) is None:
        raise DominoSetError(f"{where}: expected three numbers; got {value!r}")
    return colour


def _within(value: Any, bounds: tuple[float, float], where: str) -> float:
    if not setfile.is_number(value) or not bounds[0] <= value <= bounds[1]:
        raise DominoSetError(f"{where}: expected a number {bounds[0]:g} to {bounds[1]:g}; got {value!r}")
    return float(value)
