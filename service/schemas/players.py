"""Players of this machine, and who sits where."""

from typing import Annotated, Literal

from pydantic import Field

from service.schemas import meanings
from service.schemas.base import AnswerPart, Count, GameId, GameName, Time
from service.schemas.base import Player as SeatOfPlayer

Name = Annotated[
    str, Field(max_length=40, examples=["Ada"], description="what people call them, on this machine once only")
]
Colour = Annotated[
    Literal["green", "red", "blue", "amber", "violet", "teal"],
    Field(description=meanings.COLOUR),
]
Shape = Annotated[Literal["●", "▲", "■", "◆", "★", "✚"], Field(description=meanings.SIGN)]


class PlayerAnswer(AnswerPart):
    """Somebody who plays on this machine."""

    id: str = Field(description="what the player is changed and deleted by; it stays when the name changes")
    name: Name
    colour: Colour
    shape: Shape
    created: Time


class PlayersAnswer(AnswerPart):
    """Everybody who plays on this machine."""

    players: list[PlayerAnswer] = Field(description="by name")


class SitterLine(AnswerPart):
    """Somebody in a seat; no two of a game have one shape."""

    seat: SeatOfPlayer
    player: str = Field(description="the player’s id, which may be gone")
    name: Name
    colour: Colour
    shape: Shape


class SittersAnswer(AnswerPart):
    """Who sits where in a game; a seat without a name is left out."""

    players: list[SitterLine] = Field(description="by seat")


class TitleAnswer(AnswerPart):
    """A game and its title."""

    id: GameId
    title: str = Field(description="empty where it has none")


class FiguresLine(AnswerPart):
    """How a player did in one game."""

    game: GameName
    games: Count = Field(description="how many were played, with at least one entry")
    finished: Count = Field(description="how many of them came to their end")
    wins: Count = Field(description="how many of the finished ones were won, a shared victory too")
    average: float | None = Field(description="points a finished game; null before the first")
    best: int | None = Field(description="the most points of a finished game")
    seconds_a_move: float | None = Field(description="null where nothing was timed")
    against_the_rules: Count = Field(description="plays that the camera saw and the rules refused")


class FiguresAnswer(AnswerPart):
    """How a player did, by game."""

    games: list[FiguresLine] = Field(description="one line a kind of game")
