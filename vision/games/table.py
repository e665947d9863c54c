"""One followed table of a game, as a frozen value: what every game keeps of it from look to look."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final

from vision.scene.memory.change import Change

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from vision.games.reading import TableReading
    from vision.observation import Corners, Observation
    from vision.photo import Picture
    from vision.recognise.read import Reader


PUSHED: Final = 25.0
"""A piece is at its place within so many mm: tables are bumped, and hands brush pieces."""
AT_ONCE: Final = 3
"""More pieces of one sort than this do not come or go unseen between two looks."""


@dataclass(frozen=True, slots=True)
class LookContext:
    """What a look says beside its pieces. It was taken at `time` (s). `change` is what differs since the table was last
    accounted for. `unread_boxes` are those (pixels) round what came or went without being read. `sides` are the angles
    (radians) round the middle of the picture at which seats are known to reach in."""

    time: float = 0.0
    change: Change = field(default_factory=Change)
    unread_boxes: tuple[Corners, ...] = ()
    sides: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class FollowedTable(ABC):
    """What is remembered of one table. It is never changed: each step gives the table that follows. `options` are the
    game's. `reader` reads the faces of the set in use, None for the one that comes with Tableside."""

    alike: ClassVar[bool] = False
    """Whether nobody can say which of its pieces came first. None is looked at in passing then."""
    by_changes: ClassVar[bool] = False
    """Whether it is read by what changed in the picture. That part is looked at once more, and more is found in it than
    in the whole. Its readings say what came there and was not read."""

    options: Any
    reader: Reader | None = None

    @abstractmethod
    def interpret(
        self, observation: Observation, state: Any | None = None, context: LookContext | None = None
    ) -> tuple[TableReading[Any], Self]:
        """What is seen, and the table that follows. The game was last known in `state`, an engine's, if any."""

    def shown_of(self, state: Any) -> Any:
        """What of a state a table reading depends on; hashable. Default: all of it."""
        return state

    def reading_given(self, observation: Observation, state: Any) -> TableReading[Any] | None:
        """The reading of the last observation, were the game in another state. Default: the same for all (None)."""
        return None

    def again(self, picture: Picture, observation: Observation, state: Any, change: Change) -> tuple[Observation, Self]:
        """The observation of an H×W×3 BGR picture, with what reads where pieces lie in `state` or may come to lie. The
        table that follows comes with it. `change` is that since the table was accounted for. Default: both as they
        are."""
        return observation, self

    def watch(self, grey: NDArray[Any], time: float, *, still: bool) -> Self:
        """The table after the next small grey frame (h, w), of a `time` (s). `still`: nothing moves on it."""
        return self

    def recall(self, glimpsed: Observation) -> Self:
        """The table after what was seen where something moved, since the look before the one that comes next."""
        return self

    def accounted_for(self) -> Self:
        """The table once it is accounted for as the last look has it."""
        return self

    def moved(self, motion: NDArray[np.float64]) -> Self:
        """The table after the camera moved. `motion` (3×3) maps the pixels of before to those of now."""
        return self
