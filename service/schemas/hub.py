"""Many tables at one server: each at a glance, and how much of a game is here."""

from pydantic import Field

from service.schemas import meanings
from service.schemas.base import AnswerPart, Count, GameId, GameName, Hash, Player, Version


class HallSide(AnswerPart):
    """A seat of a game at a glance."""

    seat: Player
    name: str = Field(description="who sits there; empty where nobody was named")
    total: int = Field(description="the points that the seat has now")
    turn: bool = Field(description="whether the seat may move now")
    winner: bool = Field(description="whether the seat has won; false while the game goes on")


class HallGame(AnswerPart):
    """A game at a glance."""

    id: GameId
    game: GameName
    title: str = Field(description="what people call this kind of game", examples=["Stackernoos"])
    version: Version
    sides: list[HallSide] = Field(description="one a seat")
    over: bool = Field(description="whether the game has ended")


class HallTable(AnswerPart):
    """A table at a glance."""

    name: str = Field(description="what its machine was let in as; of this machine’s own, the id")
    here: bool = Field(description="whether its camera is this machine’s own")
    away: bool = Field(description="whether nothing was heard of its machine for a while")
    health: str = Field(examples=["ok"], description="how its camera does")
    health_detail: str = Field(description=meanings.CAMERA_LINE)
    state: str = Field(examples=["following"], description="how its game is followed; empty where none is")
    detail: str = Field(description=meanings.FOLLOWING_LINE)
    game: HallGame | None = Field(description="the game that it follows; null where none is, or none can be read")
    questions: Count = Field(description="open ones")
    disputes: Count = Field(description="rulings that were given on its game")


class HallAnswer(AnswerPart):
    """All tables."""

    tables: list[HallTable] = Field(description="this machine’s own first, then the others by name")


class StandAnswer(AnswerPart):
    """How much of a game is here."""

    id: GameId
    events: Count = Field(description="entries of its record")
    head: Hash = Field(description="the hash of the last line")


class WantedAnswer(AnswerPart):
    """The pictures that are to be sent."""

    wanted: list[Hash] = Field(description="the SHA-256 of each; none once all are here")


class PictureAnswer(AnswerPart):
    """A picture that is kept."""

    sha256: Hash


class ReportAnswer(AnswerPart):
    """The table that told of itself."""

    name: str = Field(description="what the table is called: as its machine was let in")
