"""How likely a table reading of Stackernoos is, and the plays that lead to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.core import TABLE
from engine.games.stackernoos.moves import DRAW, KEEP, PASS
from engine.games.stackernoos.options import StackernoosOptions
from engine.games.stackernoos.positions import entries
from engine.games.stackernoos.tiles import BIT, read_halves, read_tiles
from vision.games.model import Budget, Doubt, ObservationModel, likeliest_of
from vision.games.stackernoos.model.explain import explanations
from vision.games.stackernoos.model.tiles import label_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.core import Seat, Setup
    from engine.games.stackernoos.state import State
    from vision.games.model import Explained
    from vision.games.stackernoos.model.tiles import SeenTable

MOST: Final = 8
"""Of how many unsure tiles it is looked into what they change; on further ones everything is said to rest."""


class StackernoosModel(ObservationModel):
    """The tiles on the grid, and the count of the boneyard."""

    reading_steps: ClassVar[int] = 400
    weight_tells_rest: ClassVar[bool] = False  # its readings tell what came and was not read
    bare: ClassVar[frozenset[str]] = frozenset({"0-0"})

    def explain(self, state: State, seen: SeenTable, plies: int, budget: Budget) -> Explained:
        """How the tiles seen came about."""
        return explanations(state, seen, plies, budget)

    def doubts(self, setup: Setup) -> Sequence[Doubt]:
        """The tiles that were not read surely, each with what else it may be. Raises `PositionError`."""
        assert isinstance(setup.options, StackernoosOptions)
        listed = entries(setup.position, "tiles")
        unsure = [n for n, entry in enumerate(listed) if isinstance(entry, dict) and entry.get("tile") is None]
        known = read_tiles(entry["tile"] for n, entry in enumerate(listed) if n not in unsure)
        known |= read_tiles(setup.hand or ())
        found = []
        for count, n in enumerate(unsure):
            weights = {read_halves(label): share for label, share in listed[n]["labels"].items()}
            taken = max(weights, key=weights.__getitem__)
            halves = _others(weights, setup.options.max_pip, known) if count < MOST else ()
            others = [_named(listed[n], label_of(other)) for other in halves if other != taken]
            tables = ({**setup.position, "tiles": [*listed[:n], other, *listed[n + 1 :]]} for other in others)
            found.append(Doubt(label_of(taken), tuple(replace(setup, position=table) for table in tables)))
        return found

    def surest(self, seen: Any) -> Any:
        """A tile that was not read surely is the one that it looks most like."""
        if isinstance(seen, dict) and "at" in seen and seen.get("tile") is None and seen.get("labels") is not None:
            return _named(seen, likeliest_of(seen["labels"], "labels"))
        return super().surest(seen)

    def chances(self, state: State, seat: Seat, move: Any) -> Mapping[str, bool]:
        """Whether a turn ended without a tile."""
        ends = seat != TABLE and state.started and move != DRAW
        return {"quiet": move in (KEEP, PASS)} if ends else {}


def _others(weights: Mapping[tuple[int, int], float], max_pip: int, known: int) -> Iterator[tuple[int, int]]:
    """What else a tile may be: what it looks like, and each number once as its first and once as its second half. Two
    tiles for every number, for one of them may be seen elsewhere: no tile is in two places. Source: SN-1."""
    count = max_pip + 1
    apart = count // 2
    every = [*weights, *((n, n) for n in range(count)), *((n, (n + apart) % count) for n in range(count))]
    yield from (halves for halves in dict.fromkeys(every) if not BIT[halves[0]][halves[1]] & known)


def _named(entry: Mapping[str, Any], label: str) -> dict[str, Any]:
    """A tile of a position that was not read surely, with the label that it is taken for."""
    return {key: value for key, value in entry.items() if key != "labels"} | {"tile": label}


MODEL: Final = StackernoosModel()
