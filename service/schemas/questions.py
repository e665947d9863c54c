"""Questions of the camera, rulings on disputes, and the pictures that both rest on."""

from typing import Annotated, Final, Literal

from pydantic import Field

from service.schemas import meanings
from service.schemas.base import (
    AnswerPart,
    Corners,
    Count,
    Forms,
    GameId,
    GameName,
    Hash,
    Label,
    Notation,
    Points,
    Reason,
    RuleId,
    RuleIds,
    Seat,
    Seq,
    Share,
    Time,
    formed,
    sometimes,
)
from service.schemas.problems import Refusal
from service.schemas.verdicts import Position, Score

ABOUT: Final = Field(description="what is asked; the other fields follow from it")
EntryKind = Annotated[str, Field(examples=["move"], description="what sort of entry it is, as the record has it")]
WhyKept = Annotated[str, Field(examples=["before"], description=meanings.WHY_KEPT)]


class Played(AnswerPart):
    """A move of a seat."""

    seat: Seat
    move: Notation


class Way(AnswerPart):
    """What may have happened."""

    plays: list[Played] = Field(description=meanings.PLAYS)
    likelihood: Share = Field(description=meanings.LIKELIHOOD)
    rules: RuleIds
    reason: str = Field(description=meanings.WHY_REFUSED)


class Weighed(Way):
    """What pictures may show."""

    name: str = Field(description="the stable name of the refusal; empty where the rules allow it")
    said: Forms = formed()


class Choice(Way):
    """What may have happened, as a question offers it."""

    legal: bool = Field(description=meanings.LEGAL)
    said: Forms = formed()


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

    number: Count = Field(description=meanings.QUESTION_NUMBER)
    time: Time
    kind: str = Field(description=meanings.QUESTION_KIND, examples=["choice"])
    text: str = Field(description=meanings.QUESTION_TEXT)
    version: Count = Field(description=meanings.QUESTION_VERSION)
    frames: list[Hash] = Field(description="pictures before and after: …/evidence/{sha256}")
    candidates: list[Choice] = Field(description=meanings.CANDIDATES)
    of: int | None = Field(description=meanings.DOUBTED)
    table: Position | None = Field(description="what the camera reads, where the game may go on from it")
    said: Forms = formed()
    answer: Settled | None = Field(description="null while it is open")


class QuestionsAnswer(AnswerPart):
    """The questions of a game."""

    questions: list[QuestionAnswer] = Field(description="the oldest first")


class AboutMove(AnswerPart):
    """Whether a move was as recorded, and legal."""

    about: Annotated[Literal["move"], ABOUT]
    seq: int | None = Field(description="null: the last one")
    claim: Literal["legal", "illegal"] = Field(description="what is said of the move")


class AboutUnder(AnswerPart):
    """What lay under a piece or place."""

    about: Annotated[Literal["under"], ABOUT]
    what: str = Field(
        description="the piece or the place that is asked about, as the notation has it", examples=["5-8"]
    )
    seq: int | None = Field(description="after which move; null: when it was last on the table")
    claim: str | None = Field(description="the label that is said to have lain there")


class AboutScore(AnswerPart):
    """Whether the score is right."""

    about: Annotated[Literal["score"], ABOUT]
    seat: int | None = Field(description="null: of all")
    claim: int | None = Field(description="the total that it is said to be; null: that of the record")


class AboutOrder(AnswerPart):
    """Whether one event came before another."""

    about: Annotated[Literal["order"], ABOUT]
    first: int | str = Field(description="what is said to have come first: a number of the record, or words of a move")
    second: int | str = Field(description="what is said to have come after it, told likewise")


class AskedParts(AnswerPart):
    """A question in parts, as it was sent."""

    question: str = sometimes("the question in plain words")
    about: Literal["move", "under", "score", "order"] = sometimes("what it is about")
    seq: int = sometimes("a move’s number")
    piece: str = sometimes("a piece’s label")
    place: str = sometimes("a place on the table, as the notation writes it")
    seat: int = sometimes("whose score")
    first: int | str = sometimes("what is said to have come first")
    second: int | str = sometimes("what is said to have come after it")
    claim: int | str = sometimes("what is claimed")


class RuleCited(AnswerPart):
    """A rule and its title."""

    id: RuleId
    title: str = Field(description="what the rule says, in short")


class Hidden(AnswerPart):
    """A piece that could not be seen for a while."""

    kind: str = Field(description="what sort of piece it is, as in a reading", examples=["domino"])
    label: Label | None = Field(description="what it was last read as; null where that was unsure")
    corners: Corners
    since: float = Field(description="seconds of the recording")
    until: float | None = Field(description="null: it still was")
    by: str = Field(description="`hand` or `piece`")
    stack: int = sometimes("of a stone: the stack that it lies in, from 0")


class MoveHeard(AnswerPart):
    """A move that the ruling looked at, and what its pictures show."""

    seq: Seq
    time: Time
    seat: Seat
    move: Notation
    kind: EntryKind
    points: Points
    by: str = Field(description="who told it: `camera`, `person` or `bot`")
    together: list[int] = Field(description="the moves that the same pictures show")
    before: Position = Field(description="the table that it was played on, by the record")
    after: Position = Field(description="the table that it led to, by the record")
    refused: Refusal | None = Field(description="why the rules refuse it as it is recorded; null: they allow it")
    shown: str = Field(examples=["as_recorded"], description="what the pictures show of it")
    why: Reason
    said: Forms = formed()
    likelihood: Share = Field(description="how far the pictures bear the record out, 0 … 1")
    instead: Weighed | None = Field(description="what was played by the pictures, where that is something else")
    ways: list[Weighed] = Field(description="what the pictures may show, at most four, the likeliest first")


class Picture(AnswerPart):
    """A picture that a ruling rests on."""

    sha256: Hash
    time: str = Field(description="when it was taken, UTC; empty where nobody said")
    why: WhyKept
    seq: int = Field(description="number of the move that it was read for")
    there: bool = Field(description="whether it is still kept")
    read: str = Field(description="whether it was read `again`, or what was read then is taken")
    trouble: str | None = Field(description="why it could not be read")
    said: Forms = formed()


class Change(AnswerPart):
    """An entry that took back or corrected a move."""

    seq: Seq
    time: Time
    kind: EntryKind
    of: int | None = Field(description="number of the entry that it changes; null where it changes none")
    move: Notation


class Laid(AnswerPart):
    """A piece in a pile."""

    name: str = Field(description="what tells the piece from all others on the table")
    label: Label


class Pile(AnswerPart):
    """What lay under a piece, from the top down."""

    piece: str = Field(description="the piece on top, which was asked about")
    pieces: list[Laid] = Field(description="those below it, from the top down")


class Earned(AnswerPart):
    """A move that earned points."""

    seq: Seq
    seat: Seat
    move: Notation
    points: Points


class Ordered(AnswerPart):
    """One of two events."""

    seq: Seq
    time: Time
    move: Notation


class Ruling(AnswerPart):
    """Whether the statement stands, why, by which rules, and what it rests on."""

    verdict: Literal["upheld", "overturned", "inconclusive"] = Field(
        description="whether the statement stands; `inconclusive`: the pictures do not tell"
    )
    statement: str = Field(description="what is ruled on, in one sentence")
    reason: str = Field(description="what the rules and the pictures say of it")
    rules: list[RuleCited] = Field(description="the rules that it rests on, each once")
    moves: list[MoveHeard] = Field(description="the moves whose pictures were looked at again")
    frames: list[Picture] = Field(description="every picture that it rests on, each once")
    hidden: list[Hidden] = Field(description="what was known to be out of sight")
    changes: list[Change] = Field(description="entries that took back, corrected or let stand what was asked about")
    clock: list[str] = Field(description="where the times of the record contradict each other")
    said: Forms = formed()
    under: Pile = sometimes("of a question about a pile")
    score: list[Score] = sometimes("of a question about the score")
    sheet: list[Earned] = sometimes("of a question about the score: the moves that earned points")
    order: list[Ordered] = sometimes("of a question about an order")


class RecordTip(AnswerPart):
    """How long the record was, and the hash of its last line."""

    events: Count = Field(description="how many entries it had")
    head: Hash


class Versions(AnswerPart):
    """What the ruling depends on."""

    tableside: str = Field(description="the release")
    rules: Hash = Field(description="one SHA-256 over the code of the rules")
    reading: Hash = Field(description="one SHA-256 over the code that reads pictures")
    deciding: Hash = Field(description="one SHA-256 over the code that rules")
    models: dict[str, Hash] = Field(description="the SHA-256 of every network and deck, by its file")
    own: Hash | None = Field(description="the file of the user’s own pieces")
    game: GameName


class DisputeAnswer(AnswerPart):
    """A ruling as it was made."""

    schema_: str = Field(
        description="the form of a ruling and its version", alias="schema", examples=["tableside/dispute@1"]
    )
    game: GameId
    number: Count = Field(description="its place among the game’s disputes, from 1")
    time: Time
    asked: str | AskedParts = Field(description="what was sent, in words or in parts")
    who: str = sometimes("who asked: a role, and the name that somebody paired by")
    question: AboutMove | AboutUnder | AboutScore | AboutOrder = Field(description="how that was understood")
    answer: Ruling = Field(description="what was ruled, and by what")
    record: RecordTip = Field(description="where the record ended when it was ruled")
    thresholds: dict[str, float] = Field(
        description="shares of the mass from which pictures are believed, by name, 0 … 1"
    )
    versions: Versions = Field(description="what the ruling depends on; another version may rule otherwise")
    signer: str = Field(description="the fingerprint of the key that signs the bundle")


class DisputesAnswer(AnswerPart):
    """The disputes of a game."""

    disputes: list[DisputeAnswer] = Field(description="the oldest first")


class Shot(AnswerPart):
    """A picture that was kept."""

    sha256: Hash
    time: Time
    why: WhyKept
    seq: list[int] = Field(description="the entries that name it")
    held: bool = Field(description="whether a dispute keeps it")
    kept: bool = Field(description="false once it has made room for others")


class EvidenceAnswer(AnswerPart):
    """The time line of a game’s pictures."""

    evidence: list[Shot] = Field(description="the oldest first")
    full: str | None = Field(description="why no more pictures can be kept; null while there is room")
