"""Scores, moves, verdicts and faults: what the engine says of a position."""

from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic import Field

from service.schemas import meanings
from service.schemas.base import (
    AnswerPart,
    Count,
    GameName,
    Label,
    Notation,
    Player,
    Points,
    RuleId,
    RuleIds,
    Seat,
    sometimes,
)
from service.schemas.games import positions

if TYPE_CHECKING:
    Position: TypeAlias = Any
else:
    Position = positions()


class Line(AnswerPart):
    """Points with their reason."""

    points: int = Field(description="how much this line adds to the total")
    why: str = Field(description="what the points are for, in a few words")
    rules: RuleIds


class Score(AnswerPart):
    """A seat’s total and the lines that add up to it."""

    seat: Player
    total: int = Field(description="the sum of all lines")
    lines: list[Line] = Field(description="what the total is made of; none before the first points")


class Worth(AnswerPart):
    """A legal move: what it earns its mover, and the rules that allow it."""

    move: Notation
    points: Points
    rules: RuleIds
    if_: list[Label] = sometimes("it holds if these unsure pieces are what they are taken for", alias="if")


class Verdict(AnswerPart):
    """The judgement of one move."""

    move: Notation
    legal: bool = Field(description=meanings.LEGAL)
    rules: list[RuleId] = Field(description="those that allow it, or forbid it")
    reason: str | None = Field(description="why it is refused; null for a legal move")
    name: str = sometimes("the stable name of the refusal", examples=["run_too_short"])
    points: int | None = Field(description="what it changes in the mover’s total; null for a refusal")
    lines: list[Line] = sometimes("the points of a legal move one by one")
    after: Position | None = Field(description="the position that it leads to; null for a refusal")


class Fault(AnswerPart):
    """Why a position cannot be."""

    name: str = Field(examples=["duplicate_tile"], description="a stable name")
    detail: str = Field(description="what is wrong and where, in one line for people")
    rules: RuleIds
    if_: list[Label] = sometimes("it holds if these unsure pieces are what they are taken for", alias="if")


class Next(AnswerPart):
    """What comes next."""

    seats: list[Seat] = Field(description="who may move; none once the game is over")
    extra_turns: Count = sometimes("Stackernoos: turns that are owed")
    drawn: Label = sometimes("Stackernoos: the tile just drawn; `?` if nobody saw it")
    phase: str = sometimes("StoneRow, Stones: what may be done now")
    turn: Player = sometimes("Stones: the seat in turn")
    exchange: list[Player] = sometimes("Stones: who may exchange five golden tokens")


class Over(AnswerPart):
    """A round or game that has ended."""

    winners: list[Player] = Field(description="the seats that won; several share a victory")


class JudgeAnswer(AnswerPart):
    """The answer to a position."""

    moves: list[Worth] = Field(description="every legal move of the seat, none twice")
    verdict: Verdict = sometimes("the judgement of the move that was given")
    score: list[Score] = Field(description="of the position given")
    faults: list[Fault] = Field(description="why the position could not have come about")
    next: Next = Field(description="after a legal move, else now")
    over: Over = sometimes("who has won, once a round or game has ended")
    teams: list[int] = sometimes("TeamPlay: the totals of the teams, that of seats 0 and 2 first")
    unknown: list[str] = sometimes("what the position leaves out and nothing tells")


class MovesAnswer(AnswerPart):
    """The legal moves of a seat."""

    version: Count = Field(description="the version of the game that they belong to")
    seat: Player
    moves: list[Worth] = Field(
        description="every legal move of the seat; without a hand, all that pieces out of sight could make"
    )
    faults: list[Fault] = Field(description="why the hand that was given cannot be")
    rules: dict[str, str] = Field(description="the titles of the rules that are cited")


class RuleText(AnswerPart):
    """A rule."""

    title: str = Field(description="what the rule says, in short")
    source: str = Field(description="the part of the rules that it belongs to")


class RulesAnswer(AnswerPart):
    """The rules of a game."""

    game: GameName
    title: str = Field(description="what people call the game")
    rules: dict[str, RuleText] = Field(description="by rule id; /rules/{id} tells each in full")
