"""Positions and moves of Stones, as JSON."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from service.schemas.base import AnswerPart, Count, Label, Likelihood, Player, sometimes
from service.schemas.games import Form

Size = Literal["small", "medium", "large"]


class StonesCounts(AnswerPart):
    """A count that a camera is not sure of."""

    counts: dict[str, Likelihood] = Field(description="how likely each number is")


class StonesGuess(AnswerPart):
    """A stone or tile that was not read surely."""

    label: Label | None = sometimes("what it is taken for")
    labels: dict[str, Likelihood] = sometimes("how likely it is each of these")
    there: Likelihood | None = sometimes("of a tile: how likely it still lies there")


class StonesWay(AnswerPart):
    """What a stack may be, as a camera weighs it."""

    stones: list[Size] = Field(description="from the base up")
    likelihood: Likelihood = Field(description="how likely it is, beside the other ways")


Number = Count | StonesCounts
Stone = Size | StonesGuess


class StonesStack(AnswerPart):
    """One of the six stacks."""

    stones: list[Stone] = sometimes("from the base up")
    tokens: dict[str, Number] = sometimes("tokens beside it by seat, or `gold` and `five` where none may lie")
    ways: list[StonesWay] = sometimes("all that it may be, where the camera is not sure")


class StonesRiver(AnswerPart):
    """The stones that are not in use."""

    small: Number | None = sometimes("how many small ones")
    medium: Number | None = sometimes("how many medium ones")
    large: Number | None = sometimes("how many large ones")


class StonesTaken(AnswerPart):
    """The tile of the turn and the stone in hand."""

    tile: Label
    size: Size = Field(description="the size of the stone, which the tile offers")
    from_: Annotated[int, Field(ge=0, le=5)] | None = sometimes(
        "the stack that it came from; null: the river", alias="from"
    )


class StonesPosition(AnswerPart):
    """A table of Stones; what is left out is unknown. Stacks are 0 … 5, clockwise from the mark on the board."""

    marker: Annotated[int, Field(ge=0, le=5)] | None = sometimes("the stack beside which the marker stands")
    stacks: list[StonesStack] = sometimes("all six")
    river: StonesRiver = sometimes("the stones that are not in use")
    display: list[Label | StonesGuess] = sometimes("the tiles face up")
    facedown: Count | None = sometimes("how many tiles lie face down")
    used: list[Label | StonesGuess] = sometimes("the tiles that were played")
    supply: list[Number | None] = sometimes("coloured tokens before each seat")
    golden: list[Number | None] = sometimes("golden tokens before each seat")
    five: list[Number | None] = sometimes("five-point tokens before each seat")
    phase: Literal["set", "choose", "place", "over"] = sometimes("what may be done now")
    turn: Player = sometimes("the seat in turn")
    taken: StonesTaken | None = sometimes("in `place`: the tile and the stone in hand")
    aside: Count = sometimes("tiles that were set aside in this turn because none could be used")
    settling: Player = sometimes("whose turn has just ended: a fall still belongs to that seat")
    apart: list[Label | StonesGuess] = sometimes("tiles that lie face up elsewhere")


Position: Final = StonesPosition
Whole = Annotated[int, Field(ge=0, le=37)]


class StonesPerSize(AnswerPart):
    """How many stones of each size there are; 37 in all."""

    small: Whole = Field(description="how many small ones")
    medium: Whole = Field(description="how many medium ones")
    large: Whole = Field(description="how many large ones")


OPTIONS: Final[dict[str, Any]] = {
    "stones_per_size": StonesPerSize,
    "tile_set": Literal["every_subset_1_to_5"] | Annotated[list[str], Field(min_length=1, max_length=99)],
}
NAMES: Final = (
    ("TILE", "the sizes that it offers and its steps: `S/2` `SM/3` `SML/5`"),
    ("SIZE", "`small`, `medium` or `large`"),
    ("N", "a stack, 0 … 5, clockwise from the mark on the board"),
    ("STACKS", "stacks with commas between, lowest first: `2,4`"),
    ("SEAT", "a seat, 0 … 3"),
)
FORMS: Final = (
    Form("take TILE SIZE", "take SM/3 medium", "chooses a tile, and a stone from the river"),
    Form("take TILE SIZE from N", "take SM/3 medium from 4", "the same from a stack, when the river is empty"),
    Form("place ok", "place ok", "the stone stands as it should"),
    Form("place lean", "place lean", "it stands but leans on another stone than the one beneath"),
    Form("place touch", "place touch", "another stone of the stack was touched"),
    Form("place touch_other", "place touch_other", "a stone elsewhere was touched"),
    Form("place fall", "place fall", "the stack fell"),
    Form("place fall STACKS", "place fall 2,4", "the stack fell, and these with it"),
    Form("place other STACKS", "place other 2,4", "the stone stands, these stacks fell"),
    Form("place source", "place source", "the stack that gave the stone fell"),
    Form("place culprit SEAT: STACKS", "place culprit 1: 2,4", "another seat made these stacks fall"),
    Form("exchange", "exchange", "five golden tokens become a five-point token"),
    Form("refresh", "refresh", "no tile can be used: five new ones"),
    Form("set TILE SIZE", "set SM/3 small", "a stone of the alternative start"),
    Form("marker N", "marker 2", "the table (-1) says where the marker starts"),
    Form("turn TILE", "turn S/2", "the table (-1) says which tile was turned up"),
)
"""Every kind of move."""
