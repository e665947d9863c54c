"""Players of this machine, and who sits where."""

from typing import Annotated, Literal

from pydantic import Field

from service.schemas.base import Player as SeatOfPlayer
from service.schemas.base import Time, Told

Name = Annotated[str, Field(max_length=40, examples=["Ada"])]
Colour = Literal["green", "red", "blue", "amber", "violet", "teal"]
Shape = Literal["●", "▲", "■", "◆", "★", "✚"]


class PlayerAnswer(Told):
    """Somebody who plays on this machine."""

    id: str
    name: Name
    colour: Colour
    shape: Shape
    created: Time


class PlayersAnswer(Told):
    """Everybody who plays on this machine."""

    players: list[PlayerAnswer]


class SitterLine(Told):
    """Somebody in a seat; no two of a game have one shape."""

    seat: SeatOfPlayer
    player: str = Field(description="the player's id, which may be gone")
    name: Name
    colour: Colour
    shape: Shape


class SittersAnswer(Told):
    """Who sits where in a game; a seat without a name is left out."""

    players: list[SitterLine]
