"""Layouts: where a random deck puts index, symbol, picture and name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.art.colour import mix
from datasets.art.drawing import Drawing, Fill, Line, Window, placed
from datasets.art.place import Place
from datasets.art.shape import bounds, box, circle, ellipse, polygon, regular
from datasets.decks.scripts import LATIN, glyphs

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.art.drawing import Marks
    from datasets.art.shape import Shape
    from datasets.decks.colours import Colours
    from datasets.decks.dice import Dice
    from datasets.decks.hand import Hand
    from datasets.decks.motif import Motif
    from datasets.decks.patterns import Pattern


@dataclass(frozen=True, slots=True)
class Layout:
    """A deck's layout: a card's size in mm and what is drawn where."""

    kind: str
    width: float
    height: float
    corner: float
    margin: float
    index_height: float
    corners: int
    symbol_in_index: bool
    named: bool
    medal: str

    @property
    def outline(self) -> Shape:
        """Where the card is cut."""
        return box(0, 0, self.width, self.height, self.corner)

    def inside(self, margin: float) -> Shape:
        """The card without a margin, mm."""
        return box(
            margin, margin, self.width - 2 * margin, self.height - 2 * margin, max(0.6, self.corner - margin / 2)
        )


@dataclass(frozen=True, slots=True)
class Style:
    """What all of a deck's cards share."""

    layout: Layout
    colours: Colours
    hand: Hand
    background: Pattern


def _index(style: Style, motif: Motif, colours: tuple[str, str], inset: float) -> Marks:
    """The index in its corners, `inset` mm from the edges; colours of ink and of what lies behind."""
    layout, height = style.layout, style.layout.index_height
    ink, behind = colours
    room = height * 1.25
    x, y = inset + room / 2, inset + height / 2
    marks = style.hand.write(motif.index, (x, y, room, height), ink, behind)
    if motif.underlined:
        half = height * 0.3
        level = y + height * 0.68
        marks += (Line(polygon((x - half, level), (x + half, level)), height * 0.1, ink),)
    if layout.symbol_in_index:
        marks += placed(motif.symbol(ink, behind), Place(x, y + height * 1.22, height * 0.042))
    if layout.corners == 4:
        marks += placed(marks, Place(layout.width - 2 * x, 0))
    return marks + placed(marks, Place(layout.width, layout.height, turn=180))


def _picture(style: Style, motif: Motif, room: tuple[float, float]) -> Marks:
    """The picture in the middle, made to fit a width and height in mm."""
    named = style.layout.named and bool(motif.name) and style.layout.kind not in ("full", "split")
    lost = NAME_ROOM if named else 0.0
    scale = min(room[0] / 40, (room[1] - lost) / 52)
    return placed(motif.picture, Place(style.layout.width / 2, (style.layout.height - lost) / 2, scale))


def _name(style: Style, motif: Motif, ink: str, spot: tuple[float, float]) -> Marks:
    """The name about the card's middle line at y, `room` mm wide."""
    if not style.layout.named or not motif.name:
        return ()
    y, room = spot
    if style.layout.corners == 4:
        room = min(room, style.layout.width - 3 * style.layout.index_height - 2 * style.layout.margin)
    return style.hand.write(glyphs(motif.name, LATIN), (style.layout.width / 2, y, room, 3.4), ink, style.colours.paper)


def _medal(style: Style, radius: float) -> Shape:
    x, y = style.layout.width / 2, style.layout.height / 2
    tall = min(1.35 * radius, max(style.layout.height / 2 - 15, 0.7 * radius))
    return {
        "circle": circle(x, y, radius),
        "oval": ellipse(x, y, radius, tall),
        "box": box(x - radius * 0.8, y - tall * 0.8, 1.6 * radius, 1.6 * tall, 3.0),
        "octagon": regular(x, y, 8, radius * 1.06, 22.5),
        "diamond": polygon((x, y - tall * 1.2), (x + radius * 1.12, y), (x, y + tall * 1.2), (x - radius * 1.12, y)),
    }[style.layout.medal]


def _fit(shape: Shape, share: float) -> tuple[float, float]:
    left, top, right, bottom = bounds(shape)
    return (right - left) * share, (bottom - top) * share


def framed(style: Style, motif: Motif) -> Marks:
    """Paper within a coloured frame."""
    layout, paper = style.layout, style.colours.paper
    ink = style.colours.on_paper(motif.colour)
    inner = layout.inside(layout.margin)
    return (
        Fill(layout.inside(0), motif.colour),
        *style.background.over(inner, paper, mix(paper, motif.colour, 0.14)),
        *_picture(style, motif, (layout.width - 2 * layout.margin - 14, layout.height - 2 * layout.margin - 12)),
        *_index(style, motif, (ink, paper), layout.margin + 1.6),
        *_name(style, motif, ink, (layout.height - layout.margin - 4, layout.width * 0.5)),
    )


def classic(style: Style, motif: Motif) -> Marks:
    """Paper from edge to edge, as cards have been for long."""
    layout, paper = style.layout, style.colours.paper
    ink = style.colours.on_paper(motif.colour)
    line = Line(layout.inside(layout.margin + 7), 0.35, ink, closed=True)
    return (
        *style.background.over(layout.inside(0), paper, mix(paper, motif.colour, 0.08)),
        *((line,) if layout.medal == "box" else ()),
        *_picture(style, motif, (layout.width - 22, layout.height - 20)),
        *_index(style, motif, (ink, paper), 2.6),
        *_name(style, motif, ink, (layout.height - 5, layout.width * 0.45)),
    )


def full(style: Style, motif: Motif) -> Marks:
    """Colour from edge to edge, the picture on a medal of paper."""
    layout, paper = style.layout, style.colours.paper
    bright = style.colours.on(motif.colour)
    medal = _medal(style, layout.width * 0.36)
    across, down = _fit(medal, 0.8)
    edge = (
        Fill(layout.inside(0), paper),
        *style.background.over(layout.inside(layout.margin / 2), motif.colour, mix(motif.colour, bright, 0.14)),
    )
    return (
        *edge,
        Fill(medal, paper),
        Line(medal, 0.9, bright, closed=True),
        *_picture(style, motif, (across, down)),
        *_index(style, motif, (bright, motif.colour), layout.margin / 2 + 1.8),
        *_name(style, motif, bright, (layout.height - layout.margin / 2 - 4.4, layout.width * 0.5)),
    )


def banded(style: Style, motif: Motif) -> Marks:
    """Two coloured bands at the sides or above and below."""
    layout, paper = style.layout, style.colours.paper
    bright = style.colours.on(motif.colour)
    width, height, deep = layout.width, layout.height, layout.index_height * 1.45 + layout.margin
    upright = layout.medal in ("circle", "octagon") or height < 1.2 * width
    if upright:
        bands = (box(0, 0, deep, height), box(width - deep, 0, deep, height))
        room = (width - 2 * deep - 2, height - 12)
    else:
        bands = (box(0, 0, width, deep * 1.3), box(0, height - deep * 1.3, width, deep * 1.3))
        room = (width - 8, height - 2.6 * deep - 6)
    return (
        *style.background.over(layout.inside(0), paper, mix(paper, motif.colour, 0.1)),
        *(Fill(band, motif.colour) for band in bands),
        *_picture(style, motif, room),
        *_index(style, motif, (bright, motif.colour), layout.margin * 0.6),
        *_name(style, motif, style.colours.on_paper(motif.colour), (height / 2 + room[1] / 2 - 1, room[0])),
    )


def split(style: Style, motif: Motif) -> Marks:
    """Two halves along the diagonal, the picture on a medal."""
    layout, paper = style.layout, style.colours.paper
    width, height = layout.width, layout.height
    dark, bright = mix(motif.colour, "#000000", 0.22), style.colours.on(motif.colour)
    medal = _medal(style, layout.width * 0.33)
    across, down = _fit(medal, 0.8)
    return (
        Fill(layout.inside(0), motif.colour),
        Window(layout.inside(0), (Fill(polygon((0, height), (width, 0), (width, height)), dark),)),
        Line(layout.inside(layout.margin / 2), 0.7, bright, closed=True),
        Fill(medal, paper),
        *_picture(style, motif, (across, down)),
        *_index(style, motif, (bright, motif.colour), layout.margin / 2 + 2.2),
        *_name(style, motif, bright, (height - layout.margin / 2 - 4.6, width * 0.5)),
    )


def bare(style: Style, motif: Motif) -> Marks:
    """No index at all: paper, a thin frame and a large picture."""
    layout, paper = style.layout, style.colours.paper
    ink = style.colours.on_paper(motif.colour)
    inner = layout.inside(layout.margin)
    return (
        Fill(layout.inside(0), paper),
        *style.background.over(inner, mix(paper, motif.colour, 0.18), mix(paper, motif.colour, 0.28)),
        Line(inner, 1.4, ink, closed=True),
        *_picture(style, motif, (layout.width - 2 * layout.margin - 6, layout.height - 2 * layout.margin - 8)),
        *placed(motif.symbol(ink, paper), Place(layout.width / 2, layout.margin + 5.4, 0.34)),
        *_name(style, motif, ink, (layout.height - layout.margin - 4, layout.width * 0.7)),
    )


KINDS: Final[dict[str, Callable[[Style, Motif], Marks]]] = {
    "framed": framed,
    "classic": classic,
    "full": full,
    "banded": banded,
    "split": split,
    "bare": bare,
}
NAME_ROOM: Final = 7.0
CARD_SIZES: Final = ((63.0, 88.0), (63.0, 88.0), (63.0, 88.0), (57.0, 89.0), (44.0, 68.0), (70.0, 120.0), (70.0, 70.0))


def laid_out(style: Style, motif: Motif) -> Drawing:
    """The card's face."""
    layout = style.layout
    return Drawing(layout.width, layout.height, layout.outline, KINDS[layout.kind](style, motif))


def random_layout(dice: Dice, kinds: tuple[str, ...] = tuple(KINDS)) -> Layout:
    """Some layout of one of the kinds."""
    width, height = dice.pick(CARD_SIZES)
    return Layout(
        kind=dice.pick(kinds),
        width=width,
        height=height,
        corner=dice.between(1.5, 5.0),
        margin=dice.between(2.0, 5.5),
        index_height=width * dice.between(0.1, 0.17),
        corners=dice.pick((2, 2, 4)),
        symbol_in_index=dice.chance(0.75),
        named=dice.chance(0.5),
        medal=dice.pick(("circle", "oval", "box", "octagon", "diamond")),
    )
