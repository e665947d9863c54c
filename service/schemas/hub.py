"""Many tables at one server: each at a glance, and how much of a game is here."""

from pydantic import Field

from service.schemas.base import AnswerPart, Count, Hash, Player


class HallSide(AnswerPart):
    """A seat of a game at a glance."""

    seat: Player
    name: str = Field(description="who sits there; empty where nobody was named")
    total: int
    turn: bool
    winner: bool


class HallGame(AnswerPart):
    """A game at a glance."""

    id: str
    game: str = Field(examples=["stackernoos"])
    title: str = Field(examples=["Stackernoos"])
    version: Count
    sides: list[HallSide]
    over: bool


class HallTable(AnswerPart):
    """A table at a glance."""

    name: str
    here: bool = Field(description="whether its camera is this machine's own")
    away: bool = Field(description="whether nothing was heard of its machine for a while")
    health: str = Field(examples=["ok"], description="how its camera does")
    health_detail: str
    state: str = Field(examples=["following"], description="how its game is followed; empty where none is")
    detail: str
    game: HallGame | None
    questions: Count = Field(description="open ones")
    disputes: Count


class HallAnswer(AnswerPart):
    """All tables."""

    tables: list[HallTable] = Field(description="this machine's own first, then the others by name")


class StandAnswer(AnswerPart):
    """How much of a game is here."""

    id: str
    events: Count = Field(description="entries of its record")
    head: Hash = Field(description="the hash of the last line")


class WantedAnswer(AnswerPart):
    """The pictures that are to be sent."""

    wanted: list[Hash]


class PictureAnswer(AnswerPart):
    """A picture that is kept."""

    sha256: Hash


class ReportAnswer(AnswerPart):
    """The table that told of itself."""

    name: str
