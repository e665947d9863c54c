"""One followed table of a game: what every game's reading of the table keeps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.games.reading import TableReading
    from vision.observation import Corners, Observation
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.scene.memory import Change


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a look says beside its pieces. It was taken at `time` (s).

    `change` is what differs since the table was last accounted for. `unread` are the boxes (pixels) round what came or
    went without being read.
    """

    time: float
    change: Change
    unread: tuple[Corners, ...] = ()


class FollowedTable(ABC):
    """Puts the pieces of one followed table together, again and again; it remembers how they lie there."""

    alike: ClassVar[bool] = False
    """Whether nobody can say which of its pieces came first. None is looked at in passing then."""
    tells_unread: ClassVar[bool] = False
    """Whether its readings say what came without being read."""
    closely: ClassVar[bool] = False
    """Whether its recogniser finds more in the part of a picture that changed than in the whole of it."""

    @abstractmethod
    def interpret(
        self, observation: Observation, state: Any | None = None, around: Surroundings | None = None
    ) -> TableReading:
        """The position that is seen, where the game was last known to be in `state` (an engine's; None: unknown)."""

    def suppose(self, observation: Observation, state: Any) -> TableReading | None:
        """The reading of the last observation if the game were in another state; nothing of it is remembered.

        Default: the same for every state (None).
        """
        return None

    def again(self, picture: Picture, observation: Observation, state: Any) -> Observation:
        """The observation of an H×W×3 BGR picture, with what reads where pieces lie in `state` or may come to lie.

        Default: as it is.
        """
        return observation

    def read_by(self, faces: Reader) -> None:  # noqa: B027 - most games read nothing again
        """From now on faces are read by this reader: that of the set in use."""

    def watch(self, grey: NDArray[Any], time: float, *, still: bool) -> None:  # noqa: B027 - few games look at frames
        """A small grey frame (h, w) taken at `time` (s), and whether the table is still; in their order."""

    def recall(self, glimpsed: Observation) -> None:  # noqa: B027 - few games have pieces that pass
        """What was seen where something moved, since the look before the one that is put together next."""

    def settled(self) -> None:  # noqa: B027 - for games that compare pictures
        """The table is accounted for as the last look has it."""

    def moved(self, motion: NDArray[np.float64], width: int) -> None:  # noqa: B027 - for games that know places
        """The camera moved: `motion` (3×3) maps the pixels of before to those of now, of a picture of that width."""
