"""The house rules of Stackernoos."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.errors import OptionError
from engine.games.stackernoos.tiles import set_size
from engine.options import Options, flag, one_of, only_with, option, whole
from engine.said import Said

Bounds: TypeAlias = tuple[int, int, int, int]
"""The cells that fit on the table: smallest x and y, largest x and y, all included."""

DECLARED = "declared_by_players"
SCORED: Final = only_with("scoring", True)


def _room(value: object) -> object:
    if value == DECLARED:
        return DECLARED
    if isinstance(value, list | tuple) and len(value) == 4 and all(type(v) is int for v in value):
        low_x, low_y, high_x, high_y = value
        if low_x <= 0 < high_x and low_y <= 0 <= high_y:
            return tuple(value)
    raise ValueError(f"{DECLARED!r}, or cells [min_x, min_y, max_x, max_y] that hold the first domino at 0,0 and 1,0")


@dataclass(frozen=True, slots=True)
class StackernoosOptions(Options):
    """The options with their defaults; the rulings that each switches stand beside it."""

    players: int = option(4, whole(2, 6), "A-SN-01")
    max_pip: int = option(9, one_of(6, 9, 12), "A-SN-01")
    hand_size: int = option(9, whole(1, 45), "SN-6")
    scoring: bool = option(True, flag, "SN-42", "SN-43")
    no_double_start: str = option("draw_until_double", one_of("draw_until_double", "redeal"), "A-SN-02")
    stack_before_min_run: bool = option(True, flag, "A-SN-08")
    min_run_before_cap: int = option(7, whole(1, 91), "SN-13")
    branch_min_before_cap: int = option(7, one_of(7, 1), "A-SN-10")
    out_of_room: str | Bounds = option(DECLARED, _room, "A-SN-10")  # noqa: RUF009 - `option` makes a field
    multi_event_value: str = option("each_event", one_of("each_event", "tile_value_once"), "A-SN-28", only=SCORED)
    bridge_value: str = option("full_tiles", one_of("full_tiles", "touching_halves"), "A-SN-21", only=SCORED)
    play_after_draw: str = option("drawn_only", one_of("drawn_only", "any_tile"), "A-SN-24")

    def __post_init__(self) -> None:
        needed = self.players * self.hand_size
        if needed > set_size(self.max_pip):
            raise OptionError(
                Said(
                    "{players} players with {size_hand} tiles each need {many} tiles; a double-{pips} set has {most}",
                    players=self.players,
                    size_hand=self.hand_size,
                    many=needed,
                    pips=self.max_pip,
                    most=set_size(self.max_pip),
                )
            )

    @property
    def bounds(self) -> Bounds | None:
        """The cells that fit on the table; None where the players declare an end out of room."""
        return None if isinstance(self.out_of_room, str) else self.out_of_room
