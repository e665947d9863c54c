"""What was read, to be drawn over the picture: outlines and names in the picture's own pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import TYPE_CHECKING, Any, Final

from service.page import games
from service.page.language import english
from vision.labels import Spot, spots

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from service.page.language import Language

WORD: Final = 0.5
"""Height of a name, in short edges of its piece."""
LEAST_WORD: Final = 0.036
MOST_WORD: Final = 0.045
"""Smallest and largest name, in widths of what is shown near."""
CLEAR: Final = 0.12
"""Room round the pieces in the near view, in its own widths, for their names to stand in."""
NEAREST: Final = 0.36
"""The least width of the near view, in widths of the picture: one piece alone does not fill it."""
FLATTEST: Final = 0.45
"""The least height of the near view, in its own widths."""
WITHIN: Final = 0.85
"""Height of a letter that stands upon its piece, in short edges of the piece."""
LETTER: Final = 0.62
"""Width of a letter of a name, in its height."""
CROWD: Final = 6
"""So many pieces that nobody can name are told by their outlines; each has its “?” at a touch alone."""
SMALL: Final = frozenset({"stone", "token", "marker"})
"""Kinds of pieces that lie so close together that their names stand upon them."""
SILENT: Final = frozenset({"token", "five", "base"})
"""What is told by its outline and the colour of the piece itself; its words are told at a touch."""
SIGNS: Final = {"token": "●", "five": "●", "marker": "↑", "base": "▂"}
"""What stands for small pieces of which there are many."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece: the corners of its outline, its name and where that stands, and whether it is unsure or lies apart.

    `within` tells that the name stands upon the piece itself, `silent` that its outline alone tells what it is.
    """

    points: str
    at: Spot
    name: str
    words: str
    sure: bool
    loose: bool
    within: bool = False
    silent: bool = False
    covered: bool = False
    """Whether its name is shown at a touch alone: it would stand on another's, or be one of a heap of “?”."""


@dataclass(frozen=True, slots=True)
class Region:
    """A place of the picture that a warning is about, such as glare, and what it says."""

    x: float
    y: float
    width: float
    height: float
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Overlay:
    """A drawing of the picture's size, in pixels; `near` is the part of it in which the pieces with a face lie."""

    width: int
    height: int
    marks: tuple[Mark, ...]
    regions: tuple[Region, ...] = ()
    near: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Left, top, width, height."""

    @property
    def stroke(self) -> float:
        """Width of the outlines: the same share of a small view as of a large one."""
        return max(self.near[2:]) / 400

    @property
    def whole(self) -> bool:
        """Whether nothing is nearer than the whole picture."""
        return self.near[2] >= self.width and self.near[3] >= self.height

    @property
    def unsure(self) -> int:
        """How many pieces have no sure name."""
        return sum(not mark.sure for mark in self.marks)

    @property
    def loose(self) -> int:
        """How many pieces lie beside the game."""
        return sum(mark.loose for mark in self.marks)


def overlay(
    observation: Mapping[str, Any] | None, loose: Collection[int] = (), language: Language | None = None
) -> Overlay | None:
    """The drawing for an observation, the contract's JSON; None without one."""
    if observation is None:
        return None
    t = language or english()
    width, height = observation["image"]["width"], observation["image"]["height"]
    pieces = observation["pieces"]
    near = _near([piece["corners"] for piece in pieces if _name(piece, t)], width, height)
    names = [("", 0.0) if _is_small(piece) else _named(piece, near[2], t) for piece in pieces]
    placed = spots([piece["corners"] for piece in pieces], names, (width, height))
    placed = [_upon(piece) if _is_small(piece) else spot for piece, spot in zip(pieces, placed, strict=True)]
    marks = tuple(_mark(piece, n in loose, placed[n], t) for n, piece in enumerate(pieces))
    marks = _apart(marks)
    return Overlay(width, height, marks, tuple(_regions(observation["warnings"])), near)


def _apart(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """The marks with names that do not stand on each other; of two that would, the first piece's is shown.

    A heap of unread pieces, such as backs before a first face is seen, would be a heap of question marks.
    """
    heap = sum(not mark.sure for mark in marks) > CROWD
    shown: list[tuple[Spot, float]] = []
    drawn = []
    for mark in marks:
        half = LETTER * mark.at.size * len(mark.name) / 2
        seen = bool(mark.name) and not mark.silent
        collides = any(
            abs(mark.at.x - other.x) < half + wide and abs(mark.at.y - other.y) < (mark.at.size + other.size) / 2
            for other, wide in shown
        )
        covered = seen and (collides or (heap and not mark.sure))
        if seen and not covered:
            shown.append((mark.at, half))
        drawn.append(replace(mark, covered=covered))
    return tuple(drawn)


def _near(quads: Sequence[Sequence[Sequence[float]]], width: int, height: int) -> tuple[float, float, float, float]:
    """The part of the picture (left, top, width, height; px) round the pieces, inside it; all of it without any."""
    if not quads:
        return 0.0, 0.0, float(width), float(height)
    xs, ys = ([corner[axis] for quad in quads for corner in quad] for axis in (0, 1))
    wide = max((max(xs) - min(xs)) / (1 - 2 * CLEAR), NEAREST * width)
    room = 2 * CLEAR * wide
    wide = min(max(wide, (max(ys) - min(ys) + room) * width / height), float(width))
    high = min(max(max(ys) - min(ys) + room, FLATTEST * wide), float(height))
    left = min(max((min(xs) + max(xs) - wide) / 2, 0.0), width - wide)
    top = min(max((min(ys) + max(ys) - high) / 2, 0.0), height - high)
    return left, top, wide, high


def _regions(warnings: Iterable[Mapping[str, Any]]) -> Iterator[Region]:
    for warning in warnings:
        if (region := warning.get("region")) is not None:
            x0, y0, x1, y1 = region
            yield Region(x0, y0, x1 - x0, y1 - y0, warning["name"], warning["detail"])


def _name(piece: Mapping[str, Any], t: Language) -> str:
    """What is written beside a piece; nothing beside a back, of which there are many and all alike.

    Stones lie close together: their sizes are letters there, and tokens and the marker have the signs of the drawing.
    """
    label = piece["label"] or "?"
    if label == "back":
        return ""
    return SIGNS.get(label.partition(":")[0]) or t.known(f"size.{label}.letter", _called(label, piece, t))


def _called(label: str, piece: Mapping[str, Any], t: Language) -> str:
    """A label as people say it: a domino has one name, whichever half was read first."""
    return games.piece(label, t) if piece.get("kind") == "domino" else label


def _named(piece: Mapping[str, Any], width: float, t: Language) -> tuple[str, float]:
    """A piece's name and how high its letters are."""
    name = _name(piece, t)
    return name, _letters(piece["corners"], width) if name else 0.0


def _is_small(piece: Mapping[str, Any]) -> bool:
    """Whether a piece has no room for a name beside it: such pieces lie close together, and a letter tells them."""
    return piece.get("kind") in SMALL and bool(piece["label"])


def _upon(piece: Mapping[str, Any]) -> Spot:
    """The middle of a piece, with letters that fit into it."""
    xs, ys = zip(*piece["corners"], strict=True)
    return Spot(sum(xs) / len(xs), sum(ys) / len(ys), WITHIN * _short(piece["corners"]))


def _short(corners: Sequence[Sequence[float]]) -> float:
    """The short edge of a piece, px."""
    return min(dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True))


def _letters(corners: Sequence[Sequence[float]], width: float) -> float:
    """How high the letters of a piece's name are."""
    size = WORD * _short(corners)
    return min(max(size, LEAST_WORD * width), MOST_WORD * width)


def _mark(piece: Mapping[str, Any], loose: bool, at: Spot, t: Language) -> Mark:
    corners, label = piece["corners"], piece["label"]
    percent = round(100 * piece["confidence"])
    words = t("overlay.sure", label=_called(label, piece, t), percent=percent) if label else _guesses(piece, t)
    points = " ".join(f"{x:g},{y:g}" for x, y in corners)
    words += t("overlay.apart") if loose else ""
    small, silent = _is_small(piece), (label or "").partition(":")[0] in SILENT
    return Mark(points, at, _name(piece, t), words, bool(label), loose, small, silent)


def _guesses(piece: Mapping[str, Any], t: Language) -> str:
    likely = [_called(candidate["label"], piece, t) for candidate in piece.get("candidates", ())[:3]]
    return t("unsure.perhaps", labels=t.listed(likely, "or")) if likely else t("unsure")
