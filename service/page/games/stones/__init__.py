"""Six shared stacks of stones round a board."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.core import TABLE
from service.page.game_page import GamePage, Names
from service.page.games.stones.stacks import UNKNOWN, Stacks, StoneTile, offered, side, stacks
from service.page.games.stones.words import SIZES, counted, sizes_in, tile, words_of_stones

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.core import Move, Seat
    from engine.said import Said
    from service.page.language import Language


_QUOTED: Final = re.compile(r"[“”][^“”]*”")
_TILE: Final = re.compile(r"\b[SML]+/\d+", re.IGNORECASE)
_STEPS: Final = re.compile(r"\b\d+\b")


class Stacked(GamePage):
    """The page of stacked stones."""

    hands: ClassVar[bool] = False
    order: ClassVar[bool] = True
    bare: ClassVar[Names] = (
        *("exchange", "refresh", "place ok", "place lean", "place touch", "place touch_other", "place fall"),
        "place source",
    )

    def drawing(self, position: Mapping[str, Any], players: int, t: Language) -> Stacks:
        """The stacks, the river, the tiles and the tokens."""
        return stacks(position, players, t)

    def words(self, move: str, position: Mapping[str, Any], t: Language) -> str:
        """Stacks are counted from one."""
        return words_of_stones(move, t)

    def told(self, move: str) -> str:
        """Stacks and players are counted from one."""
        return counted(move, 1)

    def typed(self, text: str) -> str:
        """A stack 0 is none."""
        return counted(text, -1)

    def sought(self, words: str) -> str:
        """Without the tile's name: its sizes are not that of the stone."""
        return _QUOTED.sub("", words)

    def piece(self, label: str, t: Language) -> str:
        """A stone by its size, a tile by what stands on it."""
        return tile(label, t) if _TILE.fullmatch(label) else t.known(f"size.{label}")

    def compared(self, seen: Mapping[str, Any], recorded: Mapping[str, Any], t: Language) -> tuple[Names, Names]:
        """Stacks that are higher, and those that are lower, than the record says."""
        extra: list[str] = []
        missing: list[str] = []
        pairs = zip(seen.get("stacks") or (), recorded.get("stacks") or (), strict=False)
        for n, (mine, theirs) in enumerate(pairs):
            more = len(_stones(mine)) - len(_stones(theirs))
            if more:
                (extra if more > 0 else missing).append(t("differs.stack", number=n + 1, count=abs(more)))
        return tuple(extra), tuple(missing)

    def facing(self, table: Stacks, seat: Seat, players: int) -> Stacks:
        """The ring turned, so that the seat's side is at the bottom."""
        return replace(table, turned=side(seat, players))

    def spot(self, move: Move, seat: Seat) -> tuple[Names, str]:
        """A tile, and the stone in the river or on a stack."""
        verb, *rest = str(move).split()
        if verb in ("take", "set"):
            return (rest[0],), f"stack{rest[3]}" if len(rest) > 2 else f"river-{rest[1]}"
        if verb == "marker":
            return (), f"stack{rest[0]}"
        return ((rest[0],) if verb == "turn" else ()), ""

    def table_first(self, position: Mapping[str, Any]) -> bool:
        """A stone in hand is placed first."""
        return "taken" not in position

    def being_set(self, position: Mapping[str, Any]) -> bool:
        """Nobody plays without the marker, nor without a tile face up."""
        return "marker" not in position or set(position.get("display") or ()) == {UNKNOWN}

    def due(self, move: str, position: Mapping[str, Any]) -> str:
        """A tile is taken from those face up (ST-23); others come only where none of those can be used (ST-46)."""
        display, (verb, *rest) = position.get("display") or (), move.split()
        if UNKNOWN not in display or verb not in ("take", "refresh") or (rest and rest[0] in display):
            return ""
        return f"turn {rest[0]}" if rest else "turn"

    def waiting(self, first: str, t: Language) -> tuple[str, Names]:
        """The tile, or all that lie face up."""
        _, _, label = first.partition(" ")
        return (t("due.turn", tile=tile(label, t)), ("ST-23",)) if label else (t("due.more"), ("ST-46",))

    def steps(
        self, position: Mapping[str, Any], seat: Seat, ready: Sequence[str], t: Language, *, dealt: bool = False
    ) -> Names:
        """The marker and the five tiles, then a tile with its stone, then what became of the stone."""
        display = list(position.get("display") or ())
        left = display.count(UNKNOWN)
        if seat == TABLE:
            marker = () if "marker" in position else (t("step.marker"),)
            return (*marker, t("step.tiles", count=left)) if left else marker
        if seat != position.get("turn"):
            return ()
        if position.get("phase") == "choose" and not any(move.startswith("take") for move in ready):
            return (t("step.refresh"),) if ready else (t("step.first"),) if left else ()
        river = any((position.get("river") or {}).values())
        key = {"choose": "step.choose" if river else "step.choose.stack", "set": "step.set", "place": "step.place"}
        return (t(key[position["phase"]], stack=position.get("marker", 0) + 1),) if "marker" in position else ()

    def lying(self, position: Mapping[str, Any]) -> frozenset[str]:
        """The tiles face up."""
        return frozenset(position.get("display") or ()) - {UNKNOWN}

    def within_reach(self, table: Stacks) -> Stacks:
        """The tiles face up are taken up there."""
        return replace(table, reach=True)

    def held(self, label: str, t: Language) -> StoneTile:
        """The tile."""
        return offered(label, t)

    def tried(
        self, pieces: Names, place: str, seat: Seat, legal: Sequence[str], position: Mapping[str, Any]
    ) -> Iterator[str]:
        """The stone that was taken there."""
        kind, _, size = place.partition("-")
        for label in pieces:
            if kind == "river":
                yield from (f"take {label} {size}", f"set {label} {size}")
            elif place.startswith("stack"):
                yield from (f"take {label} {each} from {place[5:]}" for each in SIZES)

    def said(self, line: Said, t: Language) -> Mapping[str, str]:
        """A stone that lies somewhere, by its size."""
        size = line.parts.get("piece") if "spot" in line.parts else None
        return {"piece": t("size.stone", size=t(f"size.{size}"))} if size in SIZES else {}

    def conceivable(self, typed: str, legal: Sequence[str], position: Mapping[str, Any]) -> Iterator[str]:
        """A tile with each size that was typed, else with each that there is; or turned up, where that is due.

        Where none can be used, a tile may be told by its sizes and its steps, or be one face up that offers the size.
        """
        now = {move.split()[0] for move in legal}
        named = sizes_in(typed)
        tiles = [label.upper() for label in _TILE.findall(typed)]
        if not tiles and named:
            letters = "".join(size[0].upper() for size in named)
            usable = now & {"take", "set", "turn"}
            lying = () if usable else self.lying(position)
            tiles = [f"{letters}/{steps}" for steps in _STEPS.findall(typed)] or [
                label for label in lying if set(letters) <= set(label.partition("/")[0])
            ]
        for label, verb in product(tiles, sorted(now & {"set", "turn"} or {"take"})):
            yield from [f"turn {label}"] if verb == "turn" else (f"{verb} {label} {size}" for size in named or SIZES)

    def questions(self, moves: Sequence[str], t: Language) -> Iterator[str]:
        """Where a stack fell, what was first."""
        if any("fall" in move for move in moves):
            yield t("dispute.kind.order")


def _stones(stack: Any) -> Any:
    return stack["stones"] if isinstance(stack, dict) else stack


PAGE = Stacked()
