"""The JSON bodies that the API takes. An unknown key is refused, and a text is no number."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.core import TABLE
from service.schemas import meanings

MAX_SEED = 2**53 - 1
"""JSON tells larger whole numbers inexactly."""
MAX_NOTATION = 200
MOST_SEATS: Final = 20
NAMES: Final = "who sits where; a seat that nobody has is left out"
SEED: Final = "the app shuffles and deals by it, each time alike; take a random one, for it tells every hand"

Notation: TypeAlias = Annotated[str, Field(max_length=MAX_NOTATION, description=meanings.NOTATION)]
Version: TypeAlias = Annotated[
    int, Field(ge=0, description="the game’s `version` that this was decided on; another is refused as `stale-version`")
]
Number: TypeAlias = Annotated[int, Field(ge=1, description="`seq` of a move that stands")]
Mover: TypeAlias = Annotated[int, Field(ge=TABLE, description=meanings.SEAT)]


UNDO: Final = "undo"
"""What becomes of later moves that would no longer be possible: they are taken back."""
Later: TypeAlias = Annotated[
    Literal["keep", "undo"],
    Field(
        description="`keep`: all later moves must still be possible; `undo`: those from the first that is not are taken"
        " back, in an entry before the correction"
    ),
]


class Body(BaseModel):
    """A body of exactly these keys."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _whole(cls, given: Any) -> Any:
        """JSON has one kind of number: 2.0 is the whole number 2."""
        if not isinstance(given, dict):
            return given
        return {
            key: int(value) if isinstance(value, float) and value.is_integer() else value
            for key, value in given.items()
        }


class Question(Body):
    """A position to be judged; what is left out is unknown."""

    game: str = Field(examples=["stackernoos"], description=meanings.GAME_NAME)
    position: dict[str, Any] = Field(description="the table, as the game writes it")
    options: dict[str, Any] = Field({}, description="house rules; what is left out keeps its default")
    seat: int = Field(0, description="who is to move: 0 … players-1")
    hand: list[str] | None = Field(None, description="labels of all that the seat holds; null for a hidden hand")
    move: Notation | None = Field(None, description="a move to be judged")


class Bots(Body):
    """Who plays missing seats, and how well."""

    seats: list[Annotated[int, Field(ge=0)]] = Field(
        max_length=MOST_SEATS, description="0 … players-1; a number that nobody has is left out"
    )
    seconds: float = Field(1.0, gt=0, le=10, description="how long a bot thinks about a move, s")


class Seated(Body):
    """Somebody in a seat."""

    seat: int = Field(ge=0, description="0 … players-1")
    name: str = Field(examples=["Ada"], description="empty: nobody was named")


class NewGame(Body):
    """A game to open. With a seed the app shuffles and deals; without one the pieces lie on a real table."""

    game: str = Field(examples=["stackernoos"], description=meanings.GAME_NAME)
    options: dict[str, Any] = Field({}, description="house rules; what is left out keeps its default")
    players: int | None = Field(None, ge=1, description="how many play; also an option")
    seed: int | None = Field(None, ge=0, le=MAX_SEED, description=SEED)
    rated: bool = Field(False, description="whether it counts for its players, who then get no hints")
    names: list[Seated] = Field([], max_length=MOST_SEATS, description=NAMES)
    bots: Bots | None = Field(None, description="seats that bots play; where hands are held, the app then deals")


class NewMove(Body):
    """A move of a seat."""

    seat: Mover
    move: Notation
    version: Version
    ruling: Literal["accept"] | None = Field(
        None, description="`accept`: the house lets the move stand even where the rules refuse it; the record says so"
    )


class Undo(Body):
    """Takes back move `of`, the last without it, and all that was played after it.

    Where `of` is a taking-back or a correction, what stood before that entry stands again.
    """

    version: Version
    of: Annotated[int, Field(ge=1)] | None = Field(
        None, description="`seq` of a move that stands, or of a change that holds; null: the last move"
    )
    seat: Mover = TABLE


class Correction(Body):
    """Puts another move, or another seat, in the place of move `of`."""

    version: Version
    of: Number
    move: Notation
    seat: Mover | None = Field(None, description="who really moved; null: the seat stays")
    later: Later = "keep"
