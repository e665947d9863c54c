"""Players of this machine, and who sits where."""

from typing import Annotated, Literal

from pydantic import Field

from service.schemas.base import AnswerPart, Count, Time
from service.schemas.base import Player as SeatOfPlayer

Name = Annotated[str, Field(max_length=40, examples=["Ada"])]
Colour = Literal["green", "red", "blue", "amber", "violet", "teal"]
Shape = Literal["●", "▲", "■", "◆", "★", "✚"]


class PlayerAnswer(AnswerPart):
    """Somebody who plays on this machine."""

    id: str
    name: Name
    colour: Colour
    shape: Shape
    created: Time


class PlayersAnswer(AnswerPart):
    """Everybody who plays on this machine."""

    players: list[PlayerAnswer]


class SitterLine(AnswerPart):
    """Somebody in a seat; no two of a game have one shape."""

    seat: SeatOfPlayer
    player: str = Field(description="the player's id, which may be gone")
    name: Name
    colour: Colour
    shape: Shape


class SittersAnswer(AnswerPart):
    """Who sits where in a game; a seat without a name is left out."""

    players: list[SitterLine]


class TitleAnswer(AnswerPart):
    """A game and its title."""

    id: str = Field(description="its id: /games/{id}")
    title: str = Field(description="empty where it has none")


class FiguresLine(AnswerPart):
    """How a player did in one game."""

    game: str = Field(examples=["stackernoos"], description="name of the game")
    games: Count
    finished: Count
    wins: Count
    average: float | None = Field(description="points a finished game; null before the first")
    best: int | None = Field(description="the most points of a finished game")
    seconds_a_move: float | None = Field(description="null where nothing was timed")
    against_the_rules: Count


class FiguresAnswer(AnswerPart):
    """How a player did, by game."""

    games: list[FiguresLine]
