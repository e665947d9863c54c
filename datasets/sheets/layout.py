"""What must be known of a mat to draw it: its size, its markers and its zones, all in mm from its top left corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Marker(Protocol):
    """An ArUco marker: its id, its top left corner and its side."""

    @property
    def id(self) -> int:
        """The number in the mat's dictionary."""

    @property
    def x(self) -> float:
        """Left edge, mm."""

    @property
    def y(self) -> float:
        """Upper edge, mm."""

    @property
    def side(self) -> float:
        """Side, mm."""


class Zone(Protocol):
    """A place for pieces; `turn` is how far its reader is turned, degrees clockwise from the bottom edge."""

    @property
    def name(self) -> str:
        """What lies there."""

    @property
    def seat(self) -> int | None:
        """The seat that it belongs to, None for all."""

    @property
    def turn(self) -> int:
        """0, 90, 180 or 270."""

    @property
    def x(self) -> float:
        """Left edge, mm."""

    @property
    def y(self) -> float:
        """Upper edge, mm."""

    @property
    def width(self) -> float:
        """Width, mm."""

    @property
    def height(self) -> float:
        """Height, mm."""


class Layout(Protocol):
    """A mat of `columns` × `rows` sheets of equal size."""

    @property
    def game(self) -> str:
        """The game that is played on it."""

    @property
    def width(self) -> float:
        """Width of the whole mat, mm."""

    @property
    def height(self) -> float:
        """Height of the whole mat, mm."""

    @property
    def columns(self) -> int:
        """Sheets side by side."""

    @property
    def rows(self) -> int:
        """Sheets below one another."""

    @property
    def markers(self) -> Sequence[Marker]:
        """The markers."""

    @property
    def zones(self) -> Sequence[Zone]:
        """The zones."""
