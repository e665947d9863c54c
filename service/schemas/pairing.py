"""Pairing: what a code is for, who is let in, and what the host's page shows of it."""

from typing import Annotated, Literal

from pydantic import Field

from service.schemas.base import AnswerPart, Count, Player, Time, sometimes

RoleName = Annotated[
    str, Field(examples=["player"], description="in which role: it says what is seen and what may be done")
]
OwnGame = Annotated[str | None, Field(description="the id of its own game; null for every game")]
OwnSeat = Annotated[Player | None, Field(description="its own seat, 0 … players-1; null for every one")]


class PairingAnswer(AnswerPart):
    """How this device stands: not paired, asking by digits, waiting for the host’s word, or let in."""

    state: Literal["none", "asking", "waiting", "in"] = Field(
        description="`none`: not paired; `asking`: it shows digits; `waiting`: for the host’s word; `in`: let in"
    )
    role: RoleName
    name: str = Field(description="what it was called when it paired; empty without a name")
    game: OwnGame
    seat: OwnSeat
    word: str = sometimes("what both screens show")
    digits: str = sometimes("what the host is to type", examples=["482913"])
    next: str = Field(description="the page that it may open")


class InvitedAnswer(AnswerPart):
    """What a code is for; it stays open."""

    role: RoleName
    game: OwnGame
    title: str = Field(examples=["Stackernoos"], description="of the game; empty for every one")
    seat: OwnSeat
    word: str = Field(description="what the host’s page shows, too")


class InvitationAnswer(AnswerPart):
    """A code that was made: it lets one device in."""

    id: str = Field(description="what the code is looked up and ended by; it lets nobody in")
    state: Literal["open", "used", "over"] = Field(
        description="`used`: a device came by it; `over`: it was ended, or its time is up"
    )
    word: str = sometimes("what both screens show")
    url: str = sometimes("where the code leads; its fragment is the one-time secret")
    svg: str = sometimes("the code, drawn")
    seconds: Count = sometimes("how long it may be used")


class DeviceAnswer(AnswerPart):
    """A phone, a screen or a program that is let in, or waits to be."""

    id: str = Field(description="what the device is confirmed and sent away by")
    role: RoleName
    name: str = Field(description="what it was called when it was let in; may be empty")
    game: OwnGame
    seat: OwnSeat
    scopes: list[str] = Field(
        description="what a program’s token allows; none for phones and screens", examples=[["judge", "see"]]
    )
    word: str = Field(description="what the device shows, too, so that the host knows it again")
    created: Time
    used: Time | None = Field(description="when it last asked for something, to the minute")
    waiting: bool = Field(description="whether it waits for the host’s word")


class DevicesAnswer(AnswerPart):
    """All that is let in or waits."""

    devices: list[DeviceAnswer] = Field(description="oldest first")


class NetworkAnswer(AnswerPart):
    """Where phones and screens reach this table."""

    address: str | None = Field(description="null: nowhere, as it answers on its own machine alone")
    certificate: str | None = Field(description="the SHA-256 of the certificate that they are shown")
