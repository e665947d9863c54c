"""Games of the store: as a seat sees them, their score sheet, and the lines of their record."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field

from service.schemas.base import (
    AnswerPart,
    Count,
    GameId,
    GameName,
    Hash,
    Label,
    Notation,
    Player,
    Points,
    RuleId,
    RuleIds,
    Seat,
    Seq,
    Share,
    Time,
    Version,
    sometimes,
)
from service.schemas.games import options
from service.schemas.verdicts import Fault, Line, Next, Over, Position, Score

if TYPE_CHECKING:
    HouseRules: TypeAlias = Any
else:
    HouseRules = options()


class GameAnswer(AnswerPart):
    """A game as a seat sees it."""

    id: GameId
    game: GameName
    options: HouseRules = Field(description="the house rules, of the game that `game` names")
    players: Count = Field(description="how many play; they sit at 0 … players-1")
    created: Time
    dealt: bool = Field(description="whether the app shuffled and dealt")
    version: Count = Field(description="entries of the record; a move names the version that it was decided on")
    seat: Player | None = Field(description="the seat that looks; null: a bystander")
    hand: list[Label] | None = Field(description="what the seat holds; null where unknown")
    position: Position = Field(description="the table, of the game that `game` names")
    score: list[Score] = Field(description="what every seat has now")
    next: Next = Field(description="who may move now, and what")
    over: Over = sometimes("who has won, once a round or game has ended")
    teams: list[int] = sometimes("TeamPlay: the totals of the teams, that of seats 0 and 2 first")
    unknown: list[str] = sometimes("parts of the position that nobody has told")
    fault: str = sometimes("the first line of the record that cannot be followed")
    lost: str = sometimes("which entries at the end of the record were lost from the store; the game goes on")


class GameLine(AnswerPart):
    """A game in the list."""

    id: GameId
    game: GameName
    created: Time
    changed: Time | None = Field(
        description="when its newest entry was written; of a game without any, when it was opened"
    )
    version: Version


class GamesAnswer(AnswerPart):
    """The games of this service."""

    games: list[GameLine] = Field(description="the one that changed last first")


class HintLine(AnswerPart):
    """A play that promises much."""

    move: Notation
    points: int = Field(description="what it earns at once")
    expected: float = Field(
        description="points that it gains on the best other side, on average over sampled games; where the game tells "
        "what hands promise, that counts at their end"
    )
    likely: Annotated[list[float], Field(min_length=2, max_length=2)] | None = Field(
        description="between what that gain likely lies, in some 95 of 100 cases; null where too little was tried"
    )
    behind: Share = Field(description="the share of sampled games in which that gain is below 0, 0 to 1")
    reply: float = Field(description="points that the next player could earn right after it, on average")
    samples: Count = Field(description="how many sampled games this rests on")
    rules: RuleIds


class HintsAnswer(AnswerPart):
    """The best plays of a seat."""

    version: Version
    seat: Player
    hints: list[HintLine] = Field(
        description="first what the bots would play; empty where it is not the seat’s turn to choose"
    )
    faults: list[Fault] = Field(description="of the hand that was told")
    rules: dict[RuleId, str] = Field(description="the titles of the rules cited")


class SheetLine(AnswerPart):
    """A move that stands, with what it earned."""

    seq: Seq
    seat: Seat
    move: Notation
    points: Points
    lines: list[Line] = Field(description="its points one by one; none where it earned nothing")


class ScoreAnswer(AnswerPart):
    """The score sheet."""

    version: Version
    score: list[Score] = Field(description="what every seat has, by the moves that stand")
    sheet: list[SheetLine] = Field(description="every move that stands, the oldest first")
    rules: dict[str, str] = Field(description="the titles of the rules that are cited")
    teams: list[int] = sometimes("TeamPlay: the totals of the teams, that of seats 0 and 2 first")
    unknown: list[str] = sometimes("parts of the position that nobody has told")


class Event(AnswerPart):
    """A line of the record."""

    seq: int = Field(ge=1, description="1, 2, …")
    time: Time
    seat: Seat
    move: Notation
    by: Literal["camera", "person", "bot"] = Field(
        description="who told it: the camera, somebody at the table, or a bot"
    )
    confidence: Share | None = Field(description="how sure the camera was; null for people")
    frames: list[Hash] = Field(description="the pictures that it rests on: …/evidence/{sha256}")
    points: Points
    rules: RuleIds
    kind: Literal["move", "ruling", "undo", "correct", "adopt"] = Field(
        description="a move, a refused one that the house lets stand, an entry about the move `of`, or a table that is "
        "taken as it lies"
    )
    of: int | None = sometimes("the move that is taken back or corrected")
    position: Position | None = sometimes("the table from which the game goes on after an `adopt`")
    who: str | None = sometimes("who entered it: a role, and the name that somebody paired by; null where nobody said")
    prev: Hash = Field(description="the hash of the line before")
    hash: Hash = Field(description="of this line’s canonical JSON without `hash`")


class RecordHeader(AnswerPart):
    """The first line of a record."""

    schema_: Literal["tableside/record@1"] = Field(description="the form of the record and its version", alias="schema")
    game: GameName
    options: HouseRules = Field(description="every house rule of the game, with those that keep their default")
    players: Count = Field(description="how many play; they sit at 0 … players-1")
    seed: int = sometimes("of a dealt game; with it every hand is known")
    versions: dict[str, str] = Field(description="what it was begun with, by name, such as the release of `tableside`")
    salt: str = sometimes("of a dealt game: random text, so that nobody can work out the seed from a hash")
    rated: bool = sometimes("whether it counts for its players, who get no hints")
    hash: Hash
