"""A drawing: a size, an outline to cut along, and marks painted one over the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from datasets.art.place import Place
    from datasets.art.shape import Shape


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """An area (even-odd) of one colour, as `#rrggbb`."""

    shape: Shape
    colour: str

    def at(self, place: Place) -> Fill:
        """The same mark at a place."""
        return replace(self, shape=place.shape(self.shape))


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """Lines of one width in mm with round ends and joins; `closed` joins each one's end to its start."""

    shape: Shape
    width: float
    colour: str
    closed: bool = False

    def at(self, place: Place) -> Line:
        """The same mark at a place, its width scaled along."""
        return replace(self, shape=place.shape(self.shape), width=self.width * place.scale)


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """Marks that show inside a shape alone."""

    shape: Shape
    marks: Marks

    def at(self, place: Place) -> Window:
        """The same window and marks at a place."""
        return Window(place.shape(self.shape), placed(self.marks, place))


Mark: TypeAlias = "Fill | Line | Window"
Marks: TypeAlias = "tuple[Mark, ...]"


def placed(marks: Iterable[Mark], place: Place) -> Marks:
    """Marks drawn about 0, 0 at a place."""
    return tuple(mark.at(place) for mark in marks)


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A flat piece of artwork: `width` × `height` mm, marks from 0, 0 at the top left, and the outline to cut along."""

    width: float
    height: float
    outline: Shape
    marks: Marks
