"""`/cameras` and what is done with one: opened, aimed, followed, closed. All of it is for the host alone."""

import contextlib
from email.utils import formatdate
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from engine.games import find_game
from engine.options import read_options
from engine.said import Said, quoted
from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, file, nothing, problems
from service.api.media import JSON
from service.api.shapes import MOST_SEATS, NAMES, Body, Seated
from service.api.tables import Found
from service.commands import Mendable
from service.enrolled import NoneEnrolled
from service.following.station import Station
from service.following.tables import DEFAULT
from service.parts import Parts, Service
from service.problems import Problem
from service.schemas import meanings
from service.server import PortBusy
from service.store.players import checked
from vision.pipeline import GameNotReadable, NotEnrolled, check_readable
from vision.scene.hands import bearing

MAX_SOURCE: Final = 500
OF_GAMES: Final = ("cannot-follow", "unknown-game", "unknown-option", "bad-name", "no-such-game", "store-full")
"""Problems of a game that is to be followed: a new one, or one that goes on."""

ENDS: Final = "the id of the followed game that the camera leaves by this; else that goes on, and this is refused"

router = APIRouter(tags=["cameras"])

Id = Annotated[str, Path(alias="id", description="the table’s id; `1` where there is one camera")]


class Opened(Body):
    """A camera to open."""

    camera: str = Field(
        max_length=MAX_SOURCE,
        examples=["0"],
        description="an id of GET /cameras, or a stream’s address: rtsp, rtsps, http, https",
    )
    game: str | None = Field(None, examples=["stackernoos"], description="the game that it is aimed at")
    ends: str | None = Field(None, max_length=32, description=ENDS)


class Sits(Body):
    """Where somebody sits, on the camera’s picture."""

    seat: int = Field(ge=0, description="0 … players-1")
    x: float = Field(ge=0, le=1, description="from the picture’s left edge, in its widths")
    y: float = Field(ge=0, le=1, description="from its upper edge, in its heights")


class Followed(Body):
    """A game to follow with the open camera: a new one, or one that goes on."""

    game: str = Field(examples=["stackernoos"], description=meanings.GAME_NAME)
    options: dict[str, Any] = Field({}, description="house rules; what is left out keeps its default")
    resume: str | None = Field(None, max_length=32, description="the id of a kept game that goes on by its own rules")
    ends: str | None = Field(None, max_length=32, description=ENDS)
    names: list[Seated] = Field([], max_length=MOST_SEATS, description=NAMES)
    sits: list[Sits] = Field(
        [], max_length=MOST_SEATS, description="where players sit; the camera learns others by their arms"
    )


@router.get("/cameras", summary="List the cameras", responses=answer("CamerasAnswer", "What can be opened."))
@needs(Permission.RUN_CAMERA)
def list_cameras(service: Service) -> dict[str, Any]:
    """The cameras that are plugged in, and a phone, which can be one."""
    return {"cameras": [{"id": c.id, "name": c.name, "kind": c.kind} for c in service.station.choices()]}


@router.post(
    "/tables/{id}/camera",
    summary="Open a camera",
    dependencies=[JSON],
    responses={
        **answer("TableAnswer", "The table, which shows what the camera sees from now on."),
        **problems("no-such-table", "no-such-camera", "camera-taken", "camera-in-use", "unknown-game", "cannot-follow"),
    },
)
@needs(Permission.RUN_CAMERA)
def open_camera(table: Found, wanted: Opened, service: Service) -> dict[str, Any]:
    """The host aims it: `frame` shows what it sees, `placement` whether it stands well. No game is followed yet.

    A game that a camera follows is not cut off: `ends` says that it may be left.
    """
    if wanted.game is not None:
        find_game(wanted.game)
    with _problems():
        _station(service, table.id).look(wanted.camera, wanted.game, wanted.ends)
    return table.snapshot()


@router.post(
    "/tables/{id}/follow",
    status_code=201,
    summary="Follow a game with the open camera",
    dependencies=[JSON],
    responses={
        **answer("FollowedAnswer", "The game.", {"id": "6f1c2ab09d3e4f57", "game": "stackernoos", "version": 0}, 201),
        **problems("no-such-table", "no-camera-open", "camera-taken", "camera-in-use", *OF_GAMES),
    },
)
@needs(Permission.RUN_CAMERA)
def follow_game(table: Found, wanted: Followed, service: Service, response: Response) -> dict[str, Any]:
    """A new game, or one that goes on. A game in which nothing was played is deleted when its camera stops.

    A game that the camera follows already is not cut off: `ends` says that it may be left.
    """
    station = _station(service, table.id)
    station.check_open()
    names = checked({each.seat: each.name for each in wanted.names})
    with _problems():
        session, kept = _sitting(service, wanted)
        many = session.options.players
        session.tracker.seat({each.seat: bearing(each.x, each.y) for each in wanted.sits if each.seat < many})
        station.follow(session, kept, wanted.ends)
    if names:
        service.players.seat(session.game_id, {seat: name for seat, name in names.items() if seat < many})
    response.headers["Location"] = f"/api/v1/games/{session.game_id}"
    return {"id": session.game_id, "game": session.game, "version": session.version}


@router.post(
    "/tables/{id}/close",
    summary="Close the camera",
    responses={**answer("TableAnswer", "The table."), **problems("no-such-table", "camera-taken", "camera-in-use")},
)
@needs(Permission.RUN_CAMERA)
def close_camera(
    table: Found,
    service: Service,
    ends: Annotated[
        str | None,
        Query(max_length=32, description="the one followed game that may end by this, empty for none; without it any"),
    ] = None,
) -> dict[str, Any]:
    """The game that it followed is kept, and can go on later. Where no camera is open, or the named game is followed no
    more, nothing happens."""
    _station(service, table.id).stop(ends)
    return table.snapshot()


@router.get(
    "/tables/{id}/frame",
    summary="What the camera sees now",
    response_class=Response,
    responses={**file("image/jpeg", "The newest frame."), **nothing("No frame yet."), **problems("no-such-table")},
)
@needs(Permission.SEE_PICTURES)
def show_frame(table: Found) -> Response:
    """The newest frame as a JPEG, also while things move. Ask again for the next one.

    `Last-Modified` says when it was taken.
    """
    picture, taken = table.viewfinder.jpeg()
    if picture is None:
        return Response(status_code=204)  # no fault: the page asks again and again until the camera is open
    return Response(picture, media_type="image/jpeg", headers={"Last-Modified": formatdate(taken, usegmt=True)})


def _station(service: Parts, table: str) -> Station:
    """The camera of a table; this machine opens one for its own table alone."""
    if table != DEFAULT:
        raise Problem("no-such-table", Said("no camera can be opened for table {table} from here", table=quoted(table)))
    return service.station


def _sitting(service: Parts, wanted: Followed) -> Any:
    """The session, and what ends with it. A new game without any move is let go."""
    from service.commands.sitting import alone, sitting  # brings the vision, which takes seconds

    rules = find_game(wanted.game)
    check_readable(rules.name)
    options = None if wanted.resume else read_options(rules.options_type, wanted.options)
    service.station.check_ends(wanted.ends)  # before there is a game more
    if wanted.resume and service.station.game == wanted.resume:
        raise Mendable(Said("game {game} is being followed already", game=wanted.resume))
    session = sitting(service, rules, options, wanted.resume)
    with contextlib.ExitStack() as kept:
        if not wanted.resume:
            kept.callback(service.store.discard, session.game_id)
        kept.enter_context(alone(service, session))
        return session, kept.pop_all()


@contextlib.contextmanager
def _problems() -> Any:
    """Errors of what a camera needs, as problems."""
    try:
        yield
    except (Mendable, PortBusy, GameNotReadable, NotEnrolled, NoneEnrolled) as wrong:
        raise Problem("cannot-follow", str(wrong)) from None
