"""Tournaments: entrants, rounds, standings, rulings and appeals."""

from typing import Literal

from pydantic import Field

from service.schemas.base import AnswerPart, Count, Hash, Time

Result = Literal["one", "other", "draw"]


class EntrantLine(AnswerPart):
    """Somebody who takes part."""

    number: Count = Field(description="their place in the list, from 1: their seed")
    name: str
    out: bool = Field(description="whether they are paired no more")


class PairingLine(AnswerPart):
    """Two who meet at a table."""

    table: Count
    one: Count = Field(description="the entrant who begins, in seat 0 of the game")
    other: Count | None = Field(description="null: `one` has a bye")
    game: str | None = Field(description="the id of the game that it is played in")
    result: Result | None = Field(description="who won; null while it is open")
    totals: list[int] = Field(min_length=2, max_length=2, description="the points of both in the game")
    ruled: bool = Field(description="whether a referee decided it")
    extra: float = Field(description="minutes that were added to its clock")


class RoundLine(AnswerPart):
    """A round."""

    number: Count
    begun: Time
    done: bool
    seconds: float | None = Field(description="seconds that its clock has left; below 0 once it has run out")
    running: bool = Field(description="whether the clock runs")
    pairings: list[PairingLine]


class StandingLine(AnswerPart):
    """Where an entrant stands."""

    place: Count
    number: Count
    name: str
    points: float
    played: Count
    won: Count
    drawn: Count
    ties: dict[str, float] = Field(description="what orders entrants with equal points, the first first")


class AppealLine(AnswerPart):
    """What was said against a ruling."""

    who: str
    time: Time
    text: str
    upheld: bool | None = Field(description="whether the ruling stands; null while that is open")
    decided_by: str
    decided: str
    reason: str


class RulingLine(AnswerPart):
    """A referee's word on a pairing."""

    number: Count
    round: Count
    table: Count
    result: Result | None = Field(description="null: it is to be played")
    reason: str
    who: str = Field(examples=["referee Cy"])
    time: Time
    game: str | None
    dispute: int | None = Field(description="the dispute of the game that it rests on")
    bundle: Hash | Literal[""] = Field(description="the SHA-256 of that evidence, as it was then")
    appeal: AppealLine | None


class TournamentAnswer(AnswerPart):
    """A tournament."""

    id: str
    title: str
    game: str = Field(examples=["stackernoos"])
    system: Literal["robin", "swiss", "knockout"]
    planned: Count = Field(description="rounds that are to be played")
    games: Literal["here", "tables"] = Field(
        description="`here`: opened at this server; `tables`: found by who sits there"
    )
    minutes: float | None = Field(description="minutes on the clock of a round")
    created: Time
    version: Count
    over: bool
    entrants: list[EntrantLine]
    rounds: list[RoundLine]
    standings: list[StandingLine] = Field(description="best first")
    rulings: list[RulingLine]


class TournamentLine(AnswerPart):
    """A tournament in the list."""

    id: str
    title: str
    game: str
    system: str
    rounds: Count = Field(description="rounds that have begun")
    planned: Count
    entrants: Count
    over: bool


class TournamentsAnswer(AnswerPart):
    """Every tournament."""

    tournaments: list[TournamentLine] = Field(description="the newest first")
