"""Dominoes in a run, on top of each other and in branches."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from service.page.game_page import Box, GamePage, Names, Unseen
from service.page.games.stackernoos import typed
from service.page.games.stackernoos.around import around
from service.page.games.stackernoos.board import (
    Board,
    Tile,
    board,
    cells_at,
    closeup,
    highest_at,
    target,
    tile,
    tile_of,
)
from service.page.games.stackernoos.covered import compared
from service.page.games.stackernoos.last_tile import last_tile
from service.page.games.stackernoos.words import named, words_of_dominoes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.core import Move, Seat
    from engine.record import Event
    from service.page.language import Language

_DOMINO: Final = re.compile(r"\b(\d+)-(\d+)\b")
_POINT: Final = re.compile(r"@(-?[\d.]+),(-?[\d.]+)")
_PLACED: Final = re.compile(r"(\w+) (\d+-\d+) (@\S+)")
_LAID: Final = re.compile(r"(\w+) (\d+-\d+)")
FIRST: Final = "@0,0,1:e"
"""Above the place of the first tile: what is meant to lie on others before any does."""


_ON_ANOTHER: Final = frozenset({"cap", "stack", "span"})
"""Kinds of moves that lay a tile on another one."""


class Dominoes(GamePage):
    """The page of dominoes."""

    bare: ClassVar[Names] = ("draw", "keep", "pass", "out")
    covering: ClassVar[re.Pattern[str] | None] = re.compile(r"(?:stack|span|cap) (\d+-\d+) @\S+")

    def drawing(self, position: Mapping[str, Any], players: int, t: Language) -> Board:
        """The tiles that have a place."""
        return board(position, t)

    def empty(self, table: Board | None) -> bool:
        """Whether no tile lies there."""
        return table is None or not table.tiles

    def near(self, table: Board, move: Move) -> Board:
        """The line near the tile that is laid."""
        return closeup(table, target(move))

    def words(self, move: str, position: Mapping[str, Any], t: Language) -> str:
        """Which tile, and next to which other."""
        return words_of_dominoes(move, position, t)

    def piece(self, label: str, t: Language) -> str:
        """A domino with its lower half first."""
        return named(label) if _DOMINO.fullmatch(label) else ""

    def called(self, t: Language) -> Iterator[tuple[str, str]]:
        """Dominoes by their halves in words."""
        return typed.names(t)

    def unseen(self, events: Sequence[Event], position: Mapping[str, Any]) -> Unseen | None:
        """The last tile of a hand."""
        return last_tile(events, position)

    def target(self, move: Move) -> Box | None:
        """The two cells of the tile."""
        return target(move)

    def spot(self, move: Move, seat: Seat) -> tuple[Names, str]:
        """A tile by its name, and its two cells."""
        if not isinstance(move.place, tuple):
            return tuple(map(named, move.pieces)), ""
        x, y, z, direction = move.place
        return tuple(map(named, move.pieces)), f"{x:g},{y:g},{z}:{direction}"

    def held(self, label: str, t: Language) -> Tile:
        """The tile."""
        return tile(label, t)

    def tried(
        self, pieces: Names, place: str, seat: Seat, legal: Sequence[str], position: Mapping[str, Any]
    ) -> Iterator[str]:
        """The tile there, either way round: on what lies there; then on the table and on each level."""
        found = _POINT.fullmatch(place)
        if found is None or len(pieces) != 1:
            return
        a, b = pieces[0].split("-")
        point = float(found[1]), float(found[2])
        tiles = [each for each in position.get("tiles", ()) if "at" in each]
        below = highest_at(*point, tiles)
        meant = [] if below is None else [(kind, at) for kind, at in around(below, tiles) if kind in _ON_ANOTHER]
        for x, y, way in cells_at(*point):
            kinds = ((0, "extend"), (0, "branch"), (1, "stack"), (2, "stack"))
            meant += [(kind, f"@{x:g},{y:g},{level}:{way}") for level, kind in kinds]
        yield from (f"{kind} {label} {at}" for kind, at in meant for label in (f"{a}-{b}", f"{b}-{a}"))

    def marked(self, table: Board, move: Move, seat: Seat) -> Board:
        """A ring round the tile."""
        return replace(table, last=target(move))

    def also(self, text: str) -> str:
        """Each domino with the other half first, too, and the place by the names that people type."""
        turned = (tile for a, b in _DOMINO.findall(text) for tile in (f"{a}-{b}", f"{b}-{a}"))
        return " ".join([text, *turned, typed.places(text)])

    def conceivable(self, text: str, legal: Sequence[str], position: Mapping[str, Any]) -> Iterator[str]:
        """A domino wherever one can be laid, first where it may be.

        Where one of the table was typed with it, it is also on, across and beside that.
        Where only the sort of place was typed, such as `on top`, it is that sort on the whole table. If no tile can be
        laid so and none was typed, it is the first that can be laid at all. What is on the table is no tile to lay,
        unless nothing else was typed.
        """
        sorts = typed.kinds(text)
        tiles = list(dict.fromkeys(named(f"{a}-{b}") for a, b in _DOMINO.findall(text))) or _example(sorts, legal)
        lying = {named(each["tile"]): each for each in position.get("tiles", ()) if each.get("tile") and "at" in each}
        own = next((each for each in tiles if each not in lying), next(iter(tiles), ""))
        others = [lying[each] for each in tiles if each != own and each in lying]
        if not own or len(others) < len(tiles) - 1:
            return
        if any(move.startswith("start ") for move in legal):
            yield f"start {own}"
        placed = [found for move in legal if (found := _PLACED.fullmatch(move))]
        fits = [found for found in placed if named(found[2]) == own]
        yield from (found[0] for found in fits)
        here = {(found[1], found[3]) for found in fits}
        for kind, at in dict.fromkeys((found[1], found[3]) for found in placed):
            if (kind, at) not in here:
                yield f"{kind} {own} {at}"
        known = {found[3] for found in placed}
        for other in others:
            yield from (f"{kind} {own} {at}" for kind, at in around(other, lying.values()) if at not in known)
        meant = sorts if not others else frozenset()
        everywhere = [place for each in lying.values() if meant for place in around(each, lying.values())]
        places = [(kind, at) for kind, at in everywhere if kind in meant] or [(kind, FIRST) for kind in sorted(meant)]
        yield from (f"{kind} {own} {at}" for kind, at in places if at not in known)

    def undecided(self, position: Mapping[str, Any], t: Language) -> tuple[str, Names]:
        """Before the first tile lies, nobody sees who holds the lowest double."""
        return ("", ()) if position.get("tiles") else (t("domino.begins"), ("SN-7", "A-SN-02"))

    def compared(self, seen: Mapping[str, Any], recorded: Mapping[str, Any], t: Language) -> tuple[Names, Names]:
        """Tiles by their names."""
        return compared(seen, recorded)

    def meant(self, position: Mapping[str, Any], move: Move) -> Mapping[str, Any]:
        """With the refused tile."""
        laid = tile_of(move)
        return position if laid is None else {**position, "tiles": [*position.get("tiles", ()), laid]}


def _example(sorts: frozenset[str], legal: Sequence[str]) -> list[str]:
    """A tile that tells why a sort of place cannot be had; none where some tile can be laid so."""
    laid = [(found[1], named(found[2])) for move in legal if (found := _LAID.match(move))]
    return [] if not sorts or any(kind in sorts for kind, _ in laid) else [tile for _, tile in laid[:1]]


PAGE = Dominoes()
