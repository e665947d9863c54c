"""Pairing: what a code is for, who is let in, and what the host's page shows of it."""

from typing import Literal

from pydantic import Field

from service.schemas.base import AnswerPart, Count, Player, Time, sometimes


class PairingAnswer(AnswerPart):
    """How this device stands: not paired, asking by digits, waiting for the host's word, or let in."""

    state: Literal["none", "asking", "waiting", "in"]
    role: str = Field(examples=["player"])
    name: str
    game: str | None = Field(description="the id of its own game; null for every game")
    seat: Player | None = Field(description="its own seat; null for every one")
    word: str = sometimes("what both screens show")
    digits: str = sometimes("what the host is to type", examples=["482913"])
    next: str = Field(description="the page that it may open")


class InvitedAnswer(AnswerPart):
    """What a code is for; it stays open."""

    role: str = Field(examples=["player"])
    game: str | None = Field(description="null for every game")
    title: str = Field(examples=["Stackernoos"], description="of the game; empty for every one")
    seat: Player | None
    word: str = Field(description="what the host's page shows, too")


class InvitationAnswer(AnswerPart):
    """A code that was made: it lets one device in."""

    id: str
    state: Literal["open", "used", "over"]
    word: str = sometimes("what both screens show")
    url: str = sometimes("where the code leads; its fragment is the one-time secret")
    svg: str = sometimes("the code, drawn")
    seconds: Count = sometimes("how long it may be used")


class DeviceAnswer(AnswerPart):
    """A phone, a screen or a program that is let in, or waits to be."""

    id: str
    role: str
    name: str
    game: str | None
    seat: Player | None
    scopes: list[str]
    word: str
    created: Time
    used: Time | None = Field(description="when it last asked for something, to the minute")
    waiting: bool = Field(description="whether it waits for the host's word")


class DevicesAnswer(AnswerPart):
    """All that is let in or waits."""

    devices: list[DeviceAnswer] = Field(description="oldest first")


class NetworkAnswer(AnswerPart):
    """Where phones and screens reach this table."""

    address: str | None = Field(description="null: nowhere, as it answers on its own machine alone")
    certificate: str | None = Field(description="the SHA-256 of the certificate that they are shown")
