"""`/tournaments`: opened, paired, timed, ruled on, and printed."""

import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.responses import Response

from engine.said import Said, quoted
from service.access.caller import Caller
from service.access.guard import Who
from service.access.privacy import check_record
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, file, problems
from service.api.media import JSON
from service.api.shapes import Body
from service.page.templates import View
from service.parts import Parts, Service
from service.problems import Problem
from service.schemas import meanings
from service.tournament.model import Appeal, NoSuchTournament, Pairing, Round, Ruling, Tournament
from service.tournament.standings import standings

router = APIRouter(prefix="/tournaments", tags=["tournaments"])

LONGEST = 80
MOST = 256
"""Entrants: a Swiss round of so many is paired within a few seconds."""
MOST_ROUNDS = 255
MOST_MINUTES = 1440.0
KNOWN = ("no-such-tournament", "no-such-pairing", "not-now", "stale-version", "store-full", "store-unavailable")

Id = Annotated[str, Path(alias="id", max_length=32, description="the tournament’s id, as `POST /tournaments` gave it")]
Number = Annotated[
    int, Path(alias="n", ge=1, le=100_000, description="the number of an entrant or a ruling in the tournament")
]
Place = Annotated[int, Field(ge=1, le=100_000)]
RoundNumber = Annotated[Place, Field(description=meanings.ROUND)]
TableNumber = Annotated[Place, Field(description=meanings.TABLE)]
Result = Literal["one", "other", "draw"]
Reason = Annotated[str, Field(min_length=1, max_length=2000, description="why, in one’s own words")]
Minutes = Annotated[float, Field(gt=0, le=MOST_MINUTES)]


class NewTournament(Body):
    """A tournament of a game of two."""

    title: Annotated[
        str, Field(min_length=1, max_length=LONGEST, examples=["Club championship"], description="what people call it")
    ]
    game: str = Field(examples=["stackernoos"], description=meanings.GAME_NAME)
    options: dict[str, Any] = Field({}, description="house rules; what is left out keeps its default")
    system: Literal["robin", "swiss", "knockout"] = Field(description="everybody meets everybody, Swiss, or knock-out")
    names: list[str] = Field(max_length=MOST, description="who plays, the strongest first")
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = Field(
        None, description="how many rounds a Swiss one has"
    )
    games: Literal["here", "tables"] = Field(
        "here", description="`here`: a game is opened for each pairing; `tables`: cameras follow it, and names find it"
    )
    minutes: Minutes | None = Field(None, description="minutes on the clock of a round")


class Linked(Body):
    """The game that a pairing is played in."""

    round: RoundNumber
    table: TableNumber
    game: str = Field(max_length=32, description="its id")


class Ruled(Body):
    """A referee’s word on a pairing."""

    round: RoundNumber
    table: TableNumber
    result: Result | None = Field(description="the result from now on; null: it is to be played")
    reason: Reason
    dispute: Place | None = Field(
        None, description="the dispute of its game that this rests on; its evidence is attached"
    )
    extra: Annotated[float, Field(gt=0, le=MOST_MINUTES)] | None = Field(
        None, description="minutes to add to its clock"
    )


class Clocked(Body):
    """The clock of the last round."""

    running: bool = Field(description="whether the clock runs from now on; else it stands still")
    minutes: Minutes | None = Field(None, description="minutes that it has left from now on")


class Entering(Body):
    """Whether somebody plays on."""

    out: bool = Field(description="whether they are paired no more")


class Appealed(Body):
    """What somebody says against a ruling."""

    text: Reason


class Decided(Body):
    """The decision on an appeal."""

    upheld: bool = Field(description="whether the ruling stands; else what was before it does")
    reason: Reason


def _answers(*names: str, status: int = 200) -> dict[int | str, dict[str, Any]]:
    return {**answer("TournamentAnswer", "The tournament.", status=status), **problems(*KNOWN, *names)}


@router.get("", summary="List the tournaments", responses={
    **answer("TournamentsAnswer", "Newest first."), **problems("store-unavailable")})  # fmt: skip
@needs(Permission.SEE_SCORE)
def list_tournaments(service: Service, who: Who) -> dict[str, Any]:
    """All tournaments. Whoever is let in to one game sees the tournaments of that game alone."""
    return {"tournaments": [_line(each) for each in service.tournaments.all() if is_own(who, each)]}


@router.post(
    "",
    status_code=201,
    summary="Open a tournament",
    dependencies=[JSON],
    responses={
        **answer("TournamentAnswer", "The tournament.", status=201),
        **problems("unknown-game", "unknown-option", "bad-name", "not-now", "store-full", "store-unavailable"),
    },
)
@needs(Permission.RUN_TOURNAMENT)
def open_tournament(wanted: NewTournament, service: Service, response: Response) -> dict[str, Any]:
    """Nobody is paired yet."""
    made = service.tournaments.open(
        wanted.title,
        wanted.game,
        wanted.names,
        wanted.system,
        options=wanted.options,
        rounds=wanted.rounds,
        games=wanted.games,
        minutes=wanted.minutes,
    )
    response.headers["Location"] = f"/api/v1/tournaments/{made.id}"
    return tournament_json(made)


@router.get("/{id}", summary="A tournament", responses=_answers())
@needs(Permission.SEE_SCORE)
def show_tournament(tournament: Id, service: Service, who: Who) -> dict[str, Any]:
    """Its rounds with the results so far, and the standings."""
    return tournament_json(own(service, who, tournament))


@router.delete("/{id}", summary="Delete a tournament", responses=_answers())
@needs(Permission.RUN_TOURNAMENT)
def delete_tournament(tournament: Id, service: Service, who: Who) -> dict[str, Any]:
    """Its games stay."""
    gone = own(service, who, tournament)
    service.tournaments.remove(tournament)
    return tournament_json(gone)


@router.post("/{id}/rounds", status_code=201, summary="Pair the next round", responses=_answers(status=201))
@needs(Permission.RUN_TOURNAMENT)
def pair_round(tournament: Id, service: Service, who: Who) -> dict[str, Any]:
    """Every result of the last one must be known."""
    own(service, who, tournament)
    return tournament_json(service.tournaments.pair(tournament))


@router.post(
    "/{id}/games", summary="Say which game a pairing is", dependencies=[JSON], responses=_answers("no-such-game")
)
@needs(Permission.RUN_TOURNAMENT)
def link_game(tournament: Id, wanted: Linked, service: Service, who: Who) -> dict[str, Any]:
    """It is needed where the names of the players do not tell which game it is."""
    own(service, who, tournament)
    return tournament_json(service.tournaments.link(tournament, wanted.round, wanted.table, wanted.game))


@router.post("/{id}/clock", summary="Start or stop the clock", dependencies=[JSON], responses=_answers())
@needs(Permission.RUN_TOURNAMENT)
def set_clock(tournament: Id, wanted: Clocked, service: Service, who: Who) -> dict[str, Any]:
    """It is the clock of the last round."""
    own(service, who, tournament)
    return tournament_json(service.tournaments.clock(tournament, running=wanted.running, minutes=wanted.minutes))


@router.post("/{id}/entrants/{n}", summary="Withdraw somebody", dependencies=[JSON], responses=_answers())
@needs(Permission.RUN_TOURNAMENT)
def withdraw(tournament: Id, number: Number, wanted: Entering, service: Service, who: Who) -> dict[str, Any]:
    """Whoever is out is not paired any more, and keeps the points."""
    own(service, who, tournament)
    return tournament_json(service.tournaments.withdraw(tournament, number, out=wanted.out))


@router.post(
    "/{id}/rulings",
    status_code=201,
    summary="Rule on a pairing",
    dependencies=[JSON],
    responses=_answers("no-such-dispute", "no-such-game", "key-unusable", status=201),
)
@needs(Permission.RULE_TOURNAMENT)
def rule(tournament: Id, wanted: Ruled, service: Service, who: Who) -> dict[str, Any]:
    """The ruling takes the place of the game’s result. It keeps who ruled, in which role, and why."""
    own(service, who, tournament)
    more: dict[str, Any] = {"dispute": wanted.dispute, "extra": wanted.extra}
    place = (wanted.round, wanted.table)
    return tournament_json(service.tournaments.rule(tournament, *place, wanted.result, wanted.reason, who.said, **more))


@router.post(
    "/{id}/rulings/{n}/appeal",
    summary="Appeal against a ruling",
    dependencies=[JSON],
    responses=_answers("no-such-ruling"),
)
@needs(Permission.DISPUTE)
def appeal(tournament: Id, number: Number, wanted: Appealed, service: Service, who: Who) -> dict[str, Any]:
    """A ruling can be appealed once. Another referee, or the host, decides."""
    own(service, who, tournament)
    return tournament_json(service.tournaments.appeal(tournament, number, wanted.text, who.said))


@router.post(
    "/{id}/rulings/{n}/decision", summary="Decide an appeal", dependencies=[JSON], responses=_answers("no-such-ruling")
)
@needs(Permission.RULE_TOURNAMENT)
def decide(tournament: Id, number: Number, wanted: Decided, service: Service, who: Who) -> dict[str, Any]:
    """The ruling stands, or the result from before it is back."""
    own(service, who, tournament)
    return tournament_json(
        service.tournaments.decide(tournament, number, wanted.reason, who.said, upheld=wanted.upheld)
    )


@router.get(
    "/{id}/rulings/{n}/bundle",
    summary="The evidence of a ruling",
    response_class=Response,
    responses={
        **file("application/zip", "A zip that `tableside verify` checks."),
        **problems(*KNOWN, "no-such-ruling", "no-such-game", "no-such-dispute", "not-yours", "key-unusable"),
    },
)
@needs(Permission.SEE_RECORD)
def show_bundle(tournament: Id, number: Number, service: Service, who: Who) -> Response:
    """It is the bundle of the dispute that the ruling rests on."""
    own(service, who, tournament)
    game, bundle = service.tournaments.bundle(tournament, number)
    if not who.has_game(game):
        raise Problem("no-such-ruling", Said("there is no ruling {ruling}", ruling=number))
    check_record(service, who, game)
    name = f"attachment; filename=tableside-{tournament}-ruling-{number}.zip"
    return Response(bundle, media_type="application/zip", headers={"Content-Disposition": name})


@router.get(
    "/{id}/print",
    summary="The tournament as a PDF",
    response_class=Response,
    responses={**file("application/pdf", "Standings, and the pairings of the last round."), **problems(*KNOWN)},
)
@needs(Permission.SEE_SCORE)
def show_print(tournament: Id, service: Service, page: View, who: Who) -> Response:
    """A sheet to hang up in the hall."""
    from service.page.tournament_sheet import sheet  # brings ReportLab

    made = sheet(own(service, who, tournament), page.language)
    headers = {"Content-Disposition": f"inline; filename=tableside-{tournament}.pdf"}
    return Response(made, media_type="application/pdf", headers=headers)


def own(service: Parts, who: Caller, tournament_id: str) -> Tournament:
    """A tournament that somebody may see. What is another's is answered as what is not there."""
    found = service.tournaments.find(tournament_id)
    if not is_own(who, found):
        raise NoSuchTournament(Said("there is no tournament {tournament}", tournament=quoted(tournament_id)))
    return found


def is_own(who: Caller, tournament: Tournament) -> bool:
    """Whether somebody may see it: who is let in for one game sees the tournament of that game alone."""
    return who.game is None or any(each.game == who.game for each in tournament.played())


def tournament_json(tournament: Tournament) -> dict[str, Any]:
    """A tournament in JSON types."""
    shown = ("id", "title", "game", "system", "planned", "games", "minutes", "created", "version", "over")
    return {
        **{name: getattr(tournament, name) for name in shown},
        "entrants": [{"number": e.number, "name": e.name, "out": e.out} for e in tournament.entrants],
        "rounds": [_round(n, each) for n, each in enumerate(tournament.rounds, start=1)],
        "standings": [
            {
                "place": row.place,
                "number": row.number,
                "name": tournament.name(row.number),
                "points": row.points,
                "played": row.played,
                "won": row.won,
                "drawn": row.drawn,
                "ties": row.ties,
            }
            for row in standings(tournament)
        ],
        "rulings": [_ruling(each) for each in tournament.rulings],
    }


def _line(tournament: Tournament) -> dict[str, Any]:
    shown = ("id", "title", "game", "system", "planned", "over")
    counted = {"rounds": len(tournament.rounds), "entrants": len(tournament.entrants)}
    return {name: getattr(tournament, name) for name in shown} | counted


def _round(number: int, of: Round) -> dict[str, Any]:
    clock = of.clock
    seconds = None if clock is None else round(clock.remaining(time.time()), 1)
    body = {"number": number, "begun": of.begun, "done": of.done, "seconds": seconds}
    running = clock is not None and clock.since is not None
    return body | {"running": running, "pairings": [_pairing(each) for each in of.pairings]}


def _pairing(pairing: Pairing) -> dict[str, Any]:
    shown = ("table", "one", "other", "game", "result", "ruled", "extra")
    return {name: getattr(pairing, name) for name in shown} | {"totals": list(pairing.totals)}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    shown = ("number", "round", "table", "result", "reason", "who", "time", "game", "dispute", "bundle")
    return {name: getattr(ruling, name) for name in shown} | {"appeal": _appeal(ruling.appeal)}


def _appeal(appeal: Appeal | None) -> dict[str, Any] | None:
    shown = ("who", "time", "text", "upheld", "decided_by", "decided", "reason")
    return None if appeal is None else {name: getattr(appeal, name) for name in shown}
