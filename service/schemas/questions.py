"""Questions of the camera, rulings on disputes, and the pictures that both rest on."""

from typing import Literal

from pydantic import Field

from service.schemas.base import (
    AnswerPart,
    Corners,
    Count,
    Hash,
    Label,
    Notation,
    RuleId,
    Seat,
    Share,
    Time,
    sometimes,
)
from service.schemas.problems import Refusal
from service.schemas.verdicts import Position, Score


class Played(AnswerPart):
    """A move of a seat."""

    seat: Seat
    move: Notation


class Way(AnswerPart):
    """What may have happened."""

    plays: list[Played]
    likelihood: Share
    rules: list[RuleId]
    reason: str = Field(description="why the rules refuse it; empty where they do not")


class Weighed(Way):
    """What pictures may show."""

    name: str = Field(description="the stable name of the refusal; empty where the rules allow it")


class Choice(Way):
    """What may have happened, as a question offers it."""

    legal: bool


class Settled(AnswerPart):
    """How a question was closed."""

    time: Time
    how: str = Field(
        description="by people `choice`, `none`, `moves`, `ruling` or `adopted`; else a line on what was seen later"
    )
    events: list[int] = Field(description="the entries of the record that were written")
    choice: int = sometimes("the candidate that was chosen; -1 for none")
    moves: list[Played] = sometimes("what was played")
    who: str = sometimes("who answered: a role, and the name that somebody paired by")


class QuestionAnswer(AnswerPart):
    """What the camera could not decide."""

    number: Count
    time: Time
    kind: str = Field(examples=["choice"])
    text: str
    version: Count = Field(description="of the game when it was asked")
    frames: list[Hash] = Field(description="pictures before and after: …/evidence/{sha256}")
    candidates: list[Choice]
    of: int | None = Field(description="the move that is in doubt; null for a new one")
    rest: bool = Field(description="whether all since that move is in doubt")
    table: Position | None = Field(description="what the camera reads, where the game may go on from it")
    answer: Settled | None = Field(description="null while it is open")


class QuestionsAnswer(AnswerPart):
    """The questions of a game."""

    questions: list[QuestionAnswer]


class AboutMove(AnswerPart):
    """Whether a move was as recorded, and legal."""

    about: Literal["move"]
    seq: int | None = Field(description="null: the last one")
    claim: Literal["legal", "illegal"]


class AboutUnder(AnswerPart):
    """What lay under a piece or place."""

    about: Literal["under"]
    what: str
    seq: int | None = Field(description="after which move; null: when it was last on the table")
    claim: str | None = Field(description="the label that is said to have lain there")


class AboutScore(AnswerPart):
    """Whether the score is right."""

    about: Literal["score"]
    seat: int | None = Field(description="null: of all")
    claim: int | None


class AboutOrder(AnswerPart):
    """Whether one event came before another."""

    about: Literal["order"]
    first: int | str
    second: int | str


class AskedParts(AnswerPart):
    """A question in parts, as it was sent."""

    question: str = sometimes("the question in plain words")
    about: Literal["move", "under", "score", "order"] = sometimes("what it is about")
    seq: int = sometimes("a move's number")
    piece: str = sometimes("a piece's label")
    place: str = sometimes("a place")
    seat: int = sometimes("whose score")
    first: int | str = sometimes("what is said to have come first")
    second: int | str = sometimes("what is said to have come after it")
    claim: int | str = sometimes("what is claimed")


class RuleCited(AnswerPart):
    """A rule and its title."""

    id: RuleId
    title: str


class Hidden(AnswerPart):
    """A piece that could not be seen for a while."""

    kind: str
    label: Label | None
    corners: Corners
    since: float = Field(description="seconds of the recording")
    until: float | None = Field(description="null: it still was")
    by: str = Field(description="`hand` or `piece`")
    stack: int = sometimes("of a stone: the stack that it lies in, from 0")


class MoveHeard(AnswerPart):
    """A move that the ruling looked at, and what its pictures show."""

    seq: int
    time: Time
    seat: Seat
    move: Notation
    kind: str
    points: int
    by: str
    together: list[int] = Field(description="the moves that the same pictures show")
    before: Position
    after: Position
    refused: Refusal | None = Field(description="why the rules refuse it as it is recorded; null: they allow it")
    shown: str = Field(examples=["as_recorded"], description="what the pictures show of it")
    why: str
    likelihood: Share
    instead: Weighed | None = Field(description="what was played by the pictures, where that is something else")
    ways: list[Weighed]


class Picture(AnswerPart):
    """A picture that a ruling rests on."""

    sha256: Hash
    time: str
    why: str = Field(examples=["before"])
    seq: int
    there: bool = Field(description="whether it is still kept")
    read: str = Field(description="whether it was read `again`, or what was read then is taken")
    trouble: str | None = Field(description="why it could not be read")


class Change(AnswerPart):
    """An entry that took back or corrected a move."""

    seq: int
    time: Time
    kind: str
    of: int | None
    move: Notation


class Laid(AnswerPart):
    """A piece in a pile."""

    name: str
    label: Label


class Pile(AnswerPart):
    """What lay under a piece, from the top down."""

    piece: str
    pieces: list[Laid]


class Earned(AnswerPart):
    """A move that earned points."""

    seq: int
    seat: Seat
    move: Notation
    points: int


class Ordered(AnswerPart):
    """One of two events."""

    seq: int
    time: Time
    move: Notation


class Ruling(AnswerPart):
    """Whether the statement stands, why, by which rules, and what it rests on."""

    verdict: Literal["upheld", "overturned", "inconclusive"]
    statement: str
    reason: str
    rules: list[RuleCited]
    moves: list[MoveHeard]
    frames: list[Picture]
    hidden: list[Hidden] = Field(description="what was known to be out of sight")
    changes: list[Change]
    clock: list[str] = Field(description="where the times of the record contradict each other")
    under: Pile = sometimes("of a question about a pile")
    score: list[Score] = sometimes("of a question about the score")
    sheet: list[Earned] = sometimes("of a question about the score: the moves that earned points")
    order: list[Ordered] = sometimes("of a question about an order")


class RecordTip(AnswerPart):
    """How long the record was, and the hash of its last line."""

    events: Count
    head: Hash


class Versions(AnswerPart):
    """What the ruling depends on."""

    tableside: str
    rules: Hash
    reading: Hash
    deciding: Hash
    models: dict[str, Hash]
    own: Hash | None = Field(description="the file of the user's own pieces")
    game: str


class DisputeAnswer(AnswerPart):
    """A ruling as it was made."""

    schema_: str = Field(alias="schema", examples=["tableside/dispute@1"])
    game: str = Field(description="the id of the game")
    number: Count
    time: Time
    asked: str | AskedParts
    who: str = sometimes("who asked: a role, and the name that somebody paired by")
    question: AboutMove | AboutUnder | AboutScore | AboutOrder
    answer: Ruling
    record: RecordTip
    thresholds: dict[str, float]
    versions: Versions
    signer: str = Field(description="the fingerprint of the key that signs the bundle")


class DisputesAnswer(AnswerPart):
    """The disputes of a game."""

    disputes: list[DisputeAnswer]


class Shot(AnswerPart):
    """A picture that was kept."""

    sha256: Hash
    time: Time
    why: str
    seq: list[int] = Field(description="the entries that name it")
    held: bool = Field(description="whether a dispute keeps it")
    kept: bool = Field(description="false once it has made room for others")


class EvidenceAnswer(AnswerPart):
    """The time line of a game's pictures."""

    evidence: list[Shot]
    full: str | None = Field(description="why no more pictures can be kept; null while there is room")
