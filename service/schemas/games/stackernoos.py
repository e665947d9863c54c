"""Positions and moves of Stackernoos, as JSON."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from service.schemas import meanings
from service.schemas.base import AnswerPart, Count, Direction, Label, Likelihood, Player, sometimes
from service.schemas.games import Form

Coordinate = Annotated[float, Field(multiple_of=0.5)]


class StackernoosTile(AnswerPart):
    """A domino where it lies. One that was not read surely has `labels` in place of `tile`."""

    tile: Label = sometimes("its halves, the one with the smaller x or y first")
    labels: dict[str, Likelihood] = sometimes("how likely it is each of these")
    at: Annotated[list[Coordinate], Field(min_length=3, max_length=3)] = Field(
        examples=[[2, 0, 0]], description=meanings.FIRST_HALF
    )
    dir: Direction
    as_: Literal["stack", "stacked_branch"] = sometimes("what it is where its place leaves both open", alias="as")


class StackernoosPosition(AnswerPart):
    """A table of Stackernoos; what is left out is unknown."""

    tiles: list[StackernoosTile] = sometimes("every domino on the table")
    boneyard: Count | None = sometimes("how many tiles can still be drawn")
    drawn: Label | None = sometimes("the tile just drawn, which is not in the hand; `?` if nobody saw it")
    scores: list[Count] | None = sometimes("the points of each seat")
    extra_turns: Count | None = sometimes("turns owed, with the one now beginning")
    passes: Count | None = sometimes("passes in a row")
    closed: list[str] = sometimes("ends that are declared out of room, such as `run:e`")
    turn: Player | None = sometimes("the seat in turn")
    hand_sizes: list[Count | None] | None = sometimes("how many tiles each seat holds")
    opening_draws: Count = sometimes("tiles drawn before somebody had a double")


Position: Final = StackernoosPosition
OPTIONS: Final[dict[str, Any]] = {
    "out_of_room": Literal["declared_by_players"] | Annotated[list[int], Field(min_length=4, max_length=4)],
}
NAMES: Final = (
    ("TILE", "the two halves, `1-5`; the half with the smaller x or y first"),
    ("@X,Y,Z:D", "the cell and level of the first half; D is `e` or `n`, the side of the second half"),
    ("END", "an end of the run, `run:e` or `run:w`, or an arm: the root’s cell and `n` or `s`, `2:n`"),
)
_PLACE = "TILE @X,Y,Z:D"
FORMS: Final = (
    Form("start TILE", "start 1-1", "lays the first tile on 0,0 and 1,0"),
    Form(
        f"extend {_PLACE}", "extend 5-1 @-2,0,0:e", "end to end with the end of a line; at level 1, of a stacked branch"
    ),
    Form(f"cap {_PLACE}", "cap 3-8 @6,0,1:e", "exactly on the last domino of an end, which is closed for good"),
    Form(f"stack {_PLACE}", "stack 1-8 @0,0,1:e", "exactly on one tile, one half on its equal"),
    Form(f"span {_PLACE}", "span 5-5 @3,0,1:e", "across two touching tiles, both halves on their equals"),
    Form(f"bridge {_PLACE}", "bridge 8-5 @1.5,0,2:e", "over the gap of a root, both halves on their equals"),
    Form(f"branch {_PLACE}", "branch 1-7 @2,1,0:n", "the first tile of an arm, away from a root"),
    Form(f"stacked_branch {_PLACE}", "stacked_branch 1-9 @2,0,1:n", "the first tile of a stacked branch, over a root"),
    Form("draw", "draw", "takes a tile from the boneyard"),
    Form("keep", "keep", "takes the drawn tile into the hand and ends the turn"),
    Form("pass", "pass", "when nothing can be played and nothing drawn"),
    Form("out_of_room END", "out_of_room run:e", "the table (-1) declares that an end has no room"),
    Form("out", "out", "the table (-1) declares that the hand in turn is empty, where its tiles were not counted"),
)
"""Every kind of move."""
