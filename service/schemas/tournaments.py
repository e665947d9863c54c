"""Tournaments: entrants, rounds, standings, rulings and appeals."""

from typing import Annotated, Final, Literal

from pydantic import Field

from service.schemas import meanings
from service.schemas.base import AnswerPart, Count, GameName, Hash, Time

Result = Literal["one", "other", "draw"]
SYSTEM: Final = Field(
    description="`robin`: everybody meets everybody; `swiss`: equals meet; `knockout`: losers are out"
)
System = Annotated[Literal["robin", "swiss", "knockout"], SYSTEM]
TournamentId = Annotated[str, Field(description="the tournament’s id: /tournaments/{id}")]
TournamentTitle = Annotated[str, Field(description="what its host calls it")]
Planned = Annotated[Count, Field(description="rounds that are to be played")]
AllPlayed = Annotated[bool, Field(description="whether all rounds are played and every result is known")]
RoundNumber = Annotated[Count, Field(description=meanings.ROUND)]
TableNumber = Annotated[Count, Field(description=meanings.TABLE)]
Who = Annotated[
    str, Field(examples=["referee Cy"], description="who said so: a role, and the name that somebody paired by")
]


class EntrantLine(AnswerPart):
    """Somebody who takes part."""

    number: Count = Field(description="their place in the list, from 1: their seed")
    name: str = Field(description="what they are called; nobody else of the tournament is")
    out: bool = Field(description="whether they are paired no more")


class PairingLine(AnswerPart):
    """Two who meet at a table."""

    table: TableNumber
    one: Count = Field(description="the entrant who begins, in seat 0 of the game")
    other: Count | None = Field(description="null: `one` has a bye")
    game: str | None = Field(description="the id of the game that it is played in")
    result: Result | None = Field(description="who won; null while it is open")
    totals: list[int] = Field(min_length=2, max_length=2, description="the points of both in the game")
    ruled: bool = Field(description="whether a referee decided it")
    extra: float = Field(description="minutes that were added to its clock")


class RoundLine(AnswerPart):
    """A round."""

    number: RoundNumber
    begun: Time
    done: bool = Field(description="whether every result is known")
    seconds: float | None = Field(description="seconds that its clock has left; below 0 once it has run out")
    running: bool = Field(description="whether the clock runs")
    pairings: list[PairingLine] = Field(description="who meets whom, by table")


class StandingLine(AnswerPart):
    """Where an entrant stands."""

    place: Count = Field(description="from 1; those whom nothing parts share one")
    number: Count = Field(description="of the entrant, as in `entrants`")
    name: str = Field(description="what the entrant is called")
    points: float = Field(description="1 for a win, 0.5 for a draw; a bye of a Swiss tournament counts as won")
    played: Count = Field(description="pairings with a result, without byes")
    won: Count = Field(description="how many of those were won")
    drawn: Count = Field(description="how many of those were drawn")
    ties: dict[str, float] = Field(description="what orders entrants with equal points, the first first")


class AppealLine(AnswerPart):
    """What was said against a ruling."""

    who: Who
    time: Time
    text: str = Field(description="what they say against it")
    upheld: bool | None = Field(description="whether the ruling stands; null while that is open")
    decided_by: str = Field(description="role and name of who decided; empty while that is open")
    decided: str = Field(description="when, UTC; empty while that is open")
    reason: str = Field(description="why it was decided so; empty while that is open")


class RulingLine(AnswerPart):
    """A referee’s word on a pairing."""

    number: Count = Field(description="its place among the rulings of the tournament, from 1")
    round: RoundNumber
    table: TableNumber
    result: Result | None = Field(description="null: it is to be played")
    reason: str = Field(description="why, in the referee’s words")
    who: Who
    time: Time
    game: str | None = Field(
        description="the id of the game that was played when it was ruled; null where none was known"
    )
    dispute: int | None = Field(description="the dispute of the game that it rests on")
    bundle: Hash | Literal[""] = Field(description="the SHA-256 of that evidence, as it was then")
    appeal: AppealLine | None = Field(description="what was said against it; null where nobody appealed")


class TournamentAnswer(AnswerPart):
    """A tournament."""

    id: TournamentId
    title: TournamentTitle
    game: GameName
    system: System
    planned: Planned
    games: Literal["here", "tables"] = Field(
        description="`here`: opened at this server; `tables`: found by who sits there"
    )
    minutes: float | None = Field(description="minutes on the clock of a round")
    created: Time
    version: Count = Field(description="it grows with every change of the tournament")
    over: AllPlayed
    entrants: list[EntrantLine] = Field(description="in the order of their numbers, which are their seeds")
    rounds: list[RoundLine] = Field(description="those that have begun, the first first")
    standings: list[StandingLine] = Field(description="best first")
    rulings: list[RulingLine] = Field(description="the oldest first")


class TournamentLine(AnswerPart):
    """A tournament in the list."""

    id: TournamentId
    title: TournamentTitle
    game: GameName
    system: Annotated[str, SYSTEM]
    rounds: Count = Field(description="rounds that have begun")
    planned: Planned
    entrants: Count = Field(description="how many take part, with those who are out")
    over: AllPlayed


class TournamentsAnswer(AnswerPart):
    """Every tournament."""

    tournaments: list[TournamentLine] = Field(description="the newest first")
