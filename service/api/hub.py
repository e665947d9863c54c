"""`/hub`: all tables at a glance, and what the machines of other tables send of their games."""

import base64
import binascii
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Path, Query
from pydantic import AfterValidator, Field

from engine.said import Said, quoted
from service.access.caller import Caller
from service.access.guard import Who
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, problems
from service.api.media import JSON
from service.api.shapes import MAX_NOTATION, Body
from service.hub.overview import Row, Score
from service.hub.receiver import Stand
from service.hub.tables import TableReport
from service.parts import Service
from service.problems import Problem
from service.schemas import meanings

router = APIRouter(prefix="/hub", tags=["hub"])

MAX_LINES = 500
"""Entries that are sent at once."""
MAX_LINE = 262_144
"""Letters of a line: an `adopt` has a whole table in it."""
MAX_TEXT = 2000
MAX_DEPTH = 8
"""Lines within lines."""
HASH = r"^[0-9a-f]{64}$"
START = b"\xff\xd8"
"""What a JPEG begins with."""

GameId = Annotated[
    str, Path(alias="id", pattern=r"^[0-9a-f]{16}$", description="the game’s id, as the table’s machine has it")
]
Hash = Annotated[str, Field(pattern=HASH)]
Time = Annotated[str, Field(max_length=40)]
Text = Annotated[str, Field(max_length=MAX_TEXT)]
Seq = Annotated[int, Field(ge=0, le=999_999_999)]


class SentForm(Body):
    """Of what form a line is."""

    line: Text = Field(description=meanings.LINE)
    form: Text = Field(description=meanings.FORM)
    parts: "dict[str, SentPart | list[SentPart]]" = Field(max_length=20, description=meanings.FORM_PARTS)


SentPart: TypeAlias = Text | int | float | SentForm


def _depth(form: SentForm) -> int:
    several = (each if isinstance(each, list) else [each] for each in form.parts.values())
    return 1 + max((_depth(each) for some in several for each in some if isinstance(each, SentForm)), default=0)


def _shallow(said: dict[str, SentForm]) -> dict[str, SentForm]:
    if any(_depth(form) > MAX_DEPTH for form in said.values()):
        raise ValueError(f"lines stand in each other {MAX_DEPTH} deep at the most")
    return said


Forms = Annotated[dict[str, SentForm], Field(max_length=2), AfterValidator(_shallow)]
FORMS = Field(None, description=meanings.FORMS)


class SentRecord(Body):
    """A record’s header, and entries after the first `after`, each line as it was hashed."""

    created: Annotated[str, Field(max_length=32, description="when the game was opened at its table, UTC")]
    header: Annotated[str, Field(max_length=MAX_LINE, description="the first line of the record, as it was hashed")]
    after: Seq = Field(0, description="how many entries came before these lines")
    lines: Annotated[list[Annotated[str, Field(max_length=MAX_LINE)]], Field(max_length=MAX_LINES)] = Field(
        [], description="entries, the oldest first; none where only the game is told of"
    )


class SentPlay(Body):
    """A play of a candidate."""

    seat: Annotated[int, Field(ge=-1, le=99, description=meanings.SEAT)]
    move: Annotated[str, Field(max_length=MAX_NOTATION, description=meanings.NOTATION)]


class SentCandidate(Body):
    """What may have happened."""

    plays: Annotated[list[SentPlay], Field(max_length=100, description=meanings.PLAYS)]
    likelihood: float = Field(description=meanings.LIKELIHOOD)
    legal: bool = Field(description=meanings.LEGAL)
    rules: Annotated[
        list[Annotated[str, Field(max_length=40)]],
        Field(max_length=100, description=meanings.RULES),
    ]
    reason: Text = Field(description=meanings.WHY_REFUSED)
    said: Forms | None = FORMS


class SentQuestion(Body):
    """A question as it stands at the table; `answer` is null while it is open."""

    number: Annotated[int, Field(ge=1, le=999_999_999, description=meanings.QUESTION_NUMBER)]
    time: Time = Field(description="when the camera asked, UTC")
    kind: Annotated[str, Field(max_length=40, description=meanings.QUESTION_KIND)]
    text: Text = Field(description=meanings.QUESTION_TEXT)
    said: Forms | None = FORMS
    version: Seq = Field(description=meanings.QUESTION_VERSION)
    frames: Annotated[list[Hash], Field(max_length=100, description="pictures before and after, by their SHA-256")]
    candidates: Annotated[list[SentCandidate], Field(max_length=100, description=meanings.CANDIDATES)]
    of: Seq | None = Field(description=meanings.DOUBTED)
    answer: dict[str, Any] | None = Field(description="how it was closed, as the questions of a game tell it")


class SentQuestions(Body):
    """Questions of a game."""

    questions: Annotated[
        list[SentQuestion], Field(max_length=100, description="open ones, and those that were closed at the table")
    ]


class Hashes(Body):
    """Pictures that a table’s machine has of a game."""

    hashes: Annotated[list[Hash], Field(max_length=10_000, description="the SHA-256 of each, in hexadecimal")]


class SentPicture(Body):
    """A JPEG, and what was said of it when it was kept."""

    picture: str = Field(description="the JPEG in base64")
    time: Time = Field(description="when it was taken, UTC")
    why: Annotated[
        str,
        Field(
            max_length=32,
            description=meanings.WHY_KEPT,
        ),
    ]
    seen: dict[str, Any] | None = Field(None, description="the observation that was read from it")
    hidden: list[dict[str, Any]] = Field([], description="what was hidden then")


class Report(Body):
    """What a table’s machine tells of itself, every few seconds."""

    game: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = Field(None, description="the game that it follows")
    health: Annotated[str, Field(max_length=32)] = Field("waiting", description="how its camera does")
    health_detail: Text = Field("", description=meanings.CAMERA_LINE)
    state: Annotated[str, Field(max_length=32)] = Field("", description="how the game is followed")
    detail: Text = Field("", description=meanings.FOLLOWING_LINE)
    names: Annotated[dict[str, Annotated[str, Field(max_length=40)]], Field(max_length=20)] = Field(
        {}, description="who sits where, by seat"
    )
    disputes: Seq = Field(0, description="rulings that were given at the table")
    stopped: bool = Field(False, description="whether its machine stops following now")
    said: Forms | None = FORMS


@router.get("/tables", summary="All tables at a glance", responses=answer("HallAnswer", "Every table."))
@needs(Permission.SEE_SCORE)
def list_hall(service: Service, who: Who) -> dict[str, Any]:
    """This machine’s tables and those of others. Whoever is let in to one game sees its table alone."""
    return {"tables": [row_json(row) for row in service.hub.overview.rows(who)]}


@router.delete(
    "/tables",
    summary="Forget a table of another machine",
    responses={**answer("ReportAnswer", "The table that is gone."), **problems("no-such-table")},
)
@needs(Permission.MANAGE)
def forget_table(
    service: Service, name: Annotated[str, Query(max_length=40, description="the table’s name, as the list has it")]
) -> dict[str, Any]:
    """Its games stay. The table is back as soon as its machine reports again."""
    if not service.hub.others.remove(name):
        raise Problem("no-such-table", Said("there is no table {table}", table=quoted(name)))
    return {"name": name}


@router.post(
    "/report",
    summary="Tell of a table",
    dependencies=[JSON],
    responses={**answer("ReportAnswer", "The table."), **problems("bad-name", "no-such-game", "store-unavailable")},
)
@needs(Permission.SEND_GAMES)
def report(sent: Report, service: Service, who: Who) -> dict[str, Any]:
    """A table’s machine reports every few seconds. The table is called as its machine was let in."""
    home = _home(who)
    if sent.game is not None:
        service.hub.receiver.stand(home, sent.game)
        _seat(service, sent.game, sent.names)
    kept = sent.model_dump(exclude={"names"})
    return {"name": service.hub.others.tell(home, TableReport(**kept)).name}


@router.get(
    "/games/{id}",
    summary="How much of a game is here",
    responses={**answer("StandAnswer", "Its entries, and the hash of the last line."), **problems("bad-name")},
)
@needs(Permission.SEND_GAMES)
def show_stand(game_id: GameId, service: Service, who: Who) -> dict[str, Any]:
    """A table’s machine asks it after a break, then sends the entries that follow."""
    return _stand(game_id, service.hub.receiver.stand(_home(who), game_id))


@router.post(
    "/games/{id}",
    summary="Send entries of a game",
    dependencies=[JSON],
    responses={
        **answer("StandAnswer", "How much is here now."),
        **problems("bad-name", "stale-version", "not-its-record", "store-full"),
    },
)
@needs(Permission.SEND_GAMES)
def take_record(game_id: GameId, sent: SentRecord, service: Service, who: Who) -> dict[str, Any]:
    """The hashes are checked, and the lines are kept as they are. The same lines may be sent again."""
    lines = [line for line in sent.lines if line]
    if any("\n" in line for line in (sent.header, *lines)):
        raise Problem("not-its-record", "a line has a line break in it")
    stand = service.hub.receiver.take(_home(who), game_id, sent.created, sent.header, sent.after, lines)
    return _stand(game_id, stand)


@router.post(
    "/games/{id}/questions",
    summary="Send questions of a game",
    dependencies=[JSON],
    responses={**answer("StandAnswer", "How much is here."), **problems("bad-name", "store-full")},
)
@needs(Permission.SEND_GAMES)
def take_questions(game_id: GameId, sent: SentQuestions, service: Service, who: Who) -> dict[str, Any]:
    """What the camera asks, and what was answered at the table."""
    home = _home(who)
    service.hub.receiver.ask(home, game_id, [_question(each) for each in sent.questions])
    return _stand(game_id, service.hub.receiver.stand(home, game_id))


@router.post(
    "/games/{id}/pictures/wanted",
    summary="Which pictures are wanted",
    dependencies=[JSON],
    responses={**answer("WantedAnswer", "Those that are not here yet."), **problems("bad-name")},
)
@needs(Permission.SEND_GAMES)
def want_pictures(game_id: GameId, sent: Hashes, service: Service, who: Who) -> dict[str, Any]:
    """A table’s machine names its pictures by their SHA-256. It then sends those that are missing."""
    return {"wanted": service.hub.receiver.wanted(_home(who), game_id, sent.hashes)}


@router.post(
    "/games/{id}/pictures",
    summary="Send a picture of a game",
    dependencies=[JSON],
    responses={
        **answer("PictureAnswer", "Its hash."),
        **problems("bad-name", "unreadable-picture", "store-full"),
    },
)
@needs(Permission.SEND_GAMES)
def take_picture(game_id: GameId, sent: SentPicture, service: Service, who: Who) -> dict[str, Any]:
    """The same picture may be sent again."""
    try:
        picture = base64.b64decode(sent.picture, validate=True)
    except (binascii.Error, ValueError):
        raise Problem("unreadable-picture", "the picture is no base64") from None
    if not picture.startswith(START):
        raise Problem("unreadable-picture", "the picture is no JPEG")
    about = sent.model_dump(exclude={"picture"}, exclude_none=True)
    return {"sha256": service.hub.receiver.picture(_home(who), game_id, picture, about)}


def row_json(row: Row) -> dict[str, Any]:
    """A table at a glance, in JSON types."""
    body = {name: getattr(row, name) for name in ("name", "here", "away", "health", "health_detail", "state", "detail")}
    return body | {"game": _game(row.score), "questions": row.questions, "disputes": row.disputes}


def _game(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    body = {name: getattr(score, name) for name in ("id", "game", "title", "version", "over")}
    parts = ("seat", "name", "total", "turn", "winner")
    return body | {"sides": [{name: getattr(side, name) for name in parts} for side in score.sides]}


def _home(who: Caller) -> str:
    """The table that a machine speaks for: it is called as it was let in."""
    if not who.name:
        raise Problem("bad-name", "this machine was let in without a name; give its table one, and pair again")
    return who.name


def _stand(game_id: str, stand: Stand) -> dict[str, Any]:
    return {"id": game_id, "events": stand.events, "head": stand.head}


def _seat(service: Service, game_id: str, names: dict[str, str]) -> None:
    """Who sits where, as the table's machine keeps it; of seats that its game has."""
    players = service.ledger.find(game_id).header.players
    players_named = {seat: name for seat in range(players) if (name := names.get(str(seat), "").strip())}
    if players_named != {seat: each.name for seat, each in service.players.of(game_id).items()}:
        service.players.seat(game_id, players_named)


def _question(sent: SentQuestion) -> dict[str, Any]:
    question = sent.model_dump(exclude={"number", "time", "answer"})
    for each in question["candidates"]:
        each["plays"] = [(play["seat"], play["move"]) for play in each["plays"]]
    return {"number": sent.number, "time": sent.time, "question": question, "answer": _answer(sent.answer)}


def _answer(answer: dict[str, Any] | None) -> dict[str, Any] | None:
    """An answer with what every one has, so that nobody who reads it misses a part."""
    if answer is None:
        return None
    numbers = [each for each in answer.get("events") or () if isinstance(each, int)]
    known: dict[str, Any] = {"time": str(answer.get("time", "")), "how": str(answer.get("how", "")), "events": numbers}
    if isinstance(answer.get("choice"), int):
        known["choice"] = answer["choice"]
    if answer.get("who"):
        known["who"] = str(answer["who"])
    return known | ({"moves": moves} if (moves := _moves(answer.get("moves"))) else {})


def _moves(moves: Any) -> list[dict[str, Any]]:
    listed = moves if isinstance(moves, list) else []
    return [
        {"seat": each["seat"], "move": str(each["move"])}
        for each in listed
        if isinstance(each, dict) and isinstance(each.get("seat"), int) and "move" in each
    ]
