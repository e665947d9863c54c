"""The house rules of Stones, each with the rulings that it switches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.errors import NotationError
from engine.games.stones.tile import EVERY_SUBSET, SIZES, read_tile
from engine.options import Options, flag, one_of, only_with, option, whole

STONES: Final = 37
"""All the stones of the box (ST-2)."""
MOST_TILES: Final = 99
MOST_POINTS: Final = 24
"""The most points that somebody can always reach: nineteen golden tokens and a five-point token (ST-5, ST-58)."""
QUICK: Final = only_with("alternative_start", True)
"""Where stones are placed in advance (ST-63)."""


def _stones_per_size(value: object) -> object:
    """Counts of small, medium and large stones that add up to 37, as a mapping or in that order (A-ST-01)."""
    if isinstance(value, dict):
        value = [value[size] for size in SIZES] if set(value) == set(SIZES) else None
    counts = tuple(value) if isinstance(value, list | tuple) else ()
    if len(counts) == len(SIZES) and all(type(n) is int and n >= 0 for n in counts) and sum(counts) == STONES:
        return counts
    raise ValueError("counts of small, medium and large that add up to 37")


def _tile_set(value: object) -> object:
    """The conjectured set, or a list of any legal tiles, such as the 35 of a box at hand (A-ST-02)."""
    expected = f"{EVERY_SUBSET!r} or a list of 1 to {MOST_TILES} tiles such as ['S/2', 'SM/3']"
    if value == EVERY_SUBSET:
        return EVERY_SUBSET
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_TILES:
        raise ValueError(expected)
    try:
        return tuple(str(read_tile(label)) for label in value)
    except (NotationError, TypeError):
        raise ValueError(expected) from None


@dataclass(frozen=True, slots=True)
class StonesOptions(Options):
    """The options of Stones. Both Norwegian variants are here: own tokens stay, any stone touched counts."""

    players: int = option(4, whole(2, 4), "ST-5", "A-ST-02b")
    stones_per_size: tuple[int, int, int] = option((13, 12, 12), _stones_per_size, "A-ST-01")
    tile_set: str | tuple[str, ...] = option(EVERY_SUBSET, _tile_set, "A-ST-02")
    own_tokens_on_own_fall: str = option("return", one_of("return", "stay"), "C-ST-2")
    touch_scope: str = option("target_stack", one_of("target_stack", "any_stone"), "C-ST-5")
    marker_after_fall: str = option("move", one_of("move", "stay"), "A-ST-13")
    leaning_stone: str = option("stays", one_of("stays", "returned_to_river"), "A-ST-09")
    five_point_token_count: int = option(4, one_of(4, 5), "C-ST-1")
    win_points: int = option(10, whole(1, MOST_POINTS), "ST-59")
    end_timing: str = option("immediate", one_of("immediate", "finish_turn"), "A-ST-19")
    alternative_start: bool = option(False, flag, "ST-63")
    alt_start_steps: str = option("cumulative", one_of("cumulative", "each_from_marker"), "A-ST-20", only=QUICK)
    alt_start_tiles: str = option("remaining", one_of("remaining", "all"), "C-ST-4", only=QUICK)
    settle_seconds: int = option(3, whole(0, 60), "A-ST-16")

    def to_json(self) -> dict[str, Any]:
        """Every option with its value, in JSON types; the stones by the names of their sizes."""
        return Options.to_json(self) | {"stones_per_size": dict(zip(SIZES, self.stones_per_size, strict=True))}


def own(options: Options) -> StonesOptions:
    """The options as those of Stones, which whoever calls must give."""
    if isinstance(options, StonesOptions):
        return options
    raise TypeError(f"Stones is played by StonesOptions, not by {type(options).__name__}")
