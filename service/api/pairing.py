"""`/pairing`, `/invitations` and `/devices`: who is let in, by a code or by six digits, and who is sent away."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from pydantic import ConfigDict, Field
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from engine.said import Said, quoted
from service.access import code as drawn
from service.access.caller import Caller
from service.access.guard import Who, cookie_name, cookie_of
from service.access.pairing import LASTS
from service.access.roles import Permission, Role
from service.access.routes import needs
from service.access.tokens import IDLE, LONGEST_NAME, Secret, Token
from service.api.docs import answer, problems
from service.api.media import JSON
from service.api.shapes import Body
from service.parts import Parts, Service
from service.problems import Problem

router = APIRouter(tags=["pairing"])

CODES = ("no-such-code", "code-spent", "too-many")
ENDING = {**answer("InvitationAnswer", "Its state."), **problems("no-such-code")}
Code = Annotated[str, Field(min_length=1, max_length=64, description="what follows `#` in the scanned address")]
Name = Annotated[str, Field(max_length=LONGEST_NAME, description="what the device is called in the host’s list")]
SEATED: dict[str, Any] = {
    "if": {"properties": {"role": {"const": "player"}}},
    "then": {"properties": {"seat": {"type": "integer"}, "game": {"type": "string"}}, "required": ["seat", "game"]},
    "else": {
        "properties": {"seat": {"type": "null"}},
        "if": {"properties": {"role": {"const": "table"}}},
        "then": {"properties": {"game": {"type": "null"}}},
    },
}
"""A player has a seat and a game, and nobody else has a seat. A table has games of its own."""
Id = Annotated[str, Path(alias="id", max_length=32, description="its id in the list")]


class Scanned(Body):
    """A code that was scanned."""

    code: Code


class Joining(Scanned):
    """A code that was scanned, and the name of who comes by it."""

    name: Name = ""


class AskedPairing(Body):
    """A screen without a camera."""

    name: Name = ""


class Invited(Body):
    """The role in which somebody is let in."""

    model_config = ConfigDict(json_schema_extra=SEATED)

    role: Literal["player", "referee", "spectator", "scoreboard", "table"] = Field(
        description="what the device is let in as; `table` is the machine of another table"
    )
    game: str | None = Field(max_length=32, description="the game’s id; null: all games, but a player needs one")
    seat: int | None = Field(None, ge=0, description="the seat of a player; null in every other role")


class Typed(Invited):
    """The digits that a screen shows, and the role in which it is let in."""

    digits: str = Field(max_length=16, examples=["482913"], description="the six digits that the screen shows")


@router.get("/pairing", summary="How this device is paired", responses=answer("PairingAnswer", "How it stands."))
@needs(Permission.PAIR)
def show_pairing(request: Request, service: Service, who: Who) -> dict[str, Any]:
    """Whether it is let in, waits for the host, or shows digits. `next` is the page that it may open."""
    token = cookie_of(request)
    asking = service.pairing.asking(token) if token and who.role is Role.STRANGER else None
    if asking is not None:
        return _answer("asking", who) | {"name": asking.name, "word": asking.word, "digits": asking.digits}
    if who.role is Role.STRANGER:
        who = service.tokens.find(token) or who  # the host may have typed the digits since this request came in
    if who.role is Role.STRANGER:
        return _answer("none", who)
    kept = service.tokens.all().get(who.token or "")
    word = {"word": kept.word} if kept is not None and kept.word else {}
    return _answer("waiting" if who.waiting else "in", who) | word


@router.post(
    "/pairing/look",
    summary="What a code is for",
    dependencies=[JSON],
    responses={**answer("InvitedAnswer", "What it lets in."), **problems(*CODES)},
)
@needs(Permission.PAIR)
def look_at_code(scanned: Scanned, request: Request, service: Service) -> dict[str, Any]:
    """It can still be used afterwards. The host’s page shows the same `word`."""
    found = service.pairing.look(scanned.code, _address(request))
    caller = found.caller
    title = "" if caller.game is None else service.ledger.find(caller.game).game.title
    answer = {"role": str(caller.role), "game": caller.game, "seat": caller.seat}
    return answer | {"title": title, "word": found.word}


@router.post(
    "/pairing",
    status_code=201,
    summary="Pair by a code",
    dependencies=[JSON],
    responses={**answer("PairingAnswer", "How it stands now.", status=201), **problems(*CODES)},
)
@needs(Permission.PAIR)
def pair(joining: Joining, request: Request, service: Service, response: Response) -> dict[str, Any]:
    """A code is exchanged for a token, once. The token is in a cookie that no script can read.

    A referee waits until the host says yes. So does whoever wants a seat that another phone has.
    """
    secret, token = service.pairing.exchange(joining.code, joining.name, _address(request))
    _remember(request, response, secret)
    return _answer("waiting" if token.caller.waiting else "in", token.caller) | {"word": token.word}


@router.post(
    "/pairing/digits",
    status_code=201,
    summary="Ask by six digits",
    dependencies=[JSON],
    responses={**answer("PairingAnswer", "The digits to show.", status=201), **problems("too-many")},
)
@needs(Permission.PAIR)
def ask_by_digits(asked: AskedPairing, request: Request, service: Service, response: Response) -> dict[str, Any]:
    """For a television, or a machine without a camera: the host types the digits that it shows."""
    asking = service.pairing.ask(asked.name, _address(request))
    _remember(request, response, asking.secret)
    answer = _answer("asking", Caller(Role.STRANGER, asking.name))
    return answer | {"word": asking.word, "digits": asking.digits}


@router.post("/pairing/leave", summary="Leave", responses=answer("PairingAnswer", "How it stands now."))
@needs(Permission.PAIR)
def leave(request: Request, service: Service, who: Who, response: Response) -> dict[str, Any]:
    """This device is let in no more."""
    if who.token is not None:
        service.tokens.revoke(who.token)
    headers = Headers(scope=request.scope)
    response.delete_cookie(cookie_name(request.scope, headers), secure=_is_secure(request), samesite="strict")
    return _answer("none", Caller(Role.STRANGER))


@router.post(
    "/invitations",
    status_code=201,
    summary="Make a code",
    dependencies=[JSON],
    responses={**answer("InvitationAnswer", "The code.", status=201), **problems("no-such-game", "no-such-seat")},
)
@needs(Permission.MANAGE)
def invite(wanted: Invited, request: Request, service: Service) -> dict[str, Any]:
    """A code lets in one device, once, within ten minutes. Its secret is behind the `#`, which browsers never send."""
    made, code = service.pairing.invite(_caller(service, wanted))
    url = f"{base(request)}pair#{code}"
    answer = {"id": made.id, "state": "open", "word": made.word, "url": url}
    return answer | {"svg": drawn.svg(url), "seconds": int(LASTS)}


@router.get("/invitations/{id}", summary="State of a code", responses=ENDING)
@needs(Permission.MANAGE)
def show_invitation(invitation: Id, service: Service) -> dict[str, Any]:
    """Whether it is open, used or too old."""
    return {"id": invitation, "state": service.pairing.state(invitation)}


@router.delete("/invitations/{id}", summary="End a code", responses=ENDING)
@needs(Permission.MANAGE)
def end_invitation(invitation: Id, service: Service) -> dict[str, Any]:
    """The code lets nobody in any more."""
    service.pairing.cancel(invitation)
    return {"id": invitation, "state": "over"}


@router.post(
    "/screens",
    status_code=201,
    summary="Let in a screen by its digits",
    dependencies=[JSON],
    responses={
        **answer("DeviceAnswer", "The screen.", status=201),
        **problems("no-such-code", "too-many", "no-such-game", "no-such-seat"),
    },
)
@needs(Permission.MANAGE)
def let_in_by_digits(typed: Typed, service: Service) -> dict[str, Any]:
    """The host types what a screen shows. Both then show the same `word`."""
    return device(service.pairing.answer(typed.digits, _caller(service, typed)))


@router.get("/devices", summary="Who is let in", responses=answer("DevicesAnswer", "Oldest first."))
@needs(Permission.MANAGE)
def list_devices(service: Service) -> dict[str, Any]:
    """Phones, screens and programs: those that are let in, and those that wait for the host’s word."""
    return {"devices": [device(token) for token in service.tokens.all().values()]}


@router.post(
    "/devices/{id}/confirm",
    summary="Let in who waits",
    responses={**answer("DeviceAnswer", "The device."), **problems("no-such-device")},
)
@needs(Permission.MANAGE)
def confirm(token: Id, service: Service) -> dict[str, Any]:
    """The host says yes. If another device had the seat, that one is sent away."""
    if not service.tokens.confirm(token):
        raise Problem("no-such-device", Said("there is no device {what}", what=quoted(token)))
    return device(service.tokens.all()[token])


@router.delete(
    "/devices/{id}",
    summary="Send a device away",
    responses={**answer("DevicesAnswer", "Who is left."), **problems("no-such-device")},
)
@needs(Permission.MANAGE)
def send_away(token: Id, service: Service) -> dict[str, Any]:
    """Its token ends at once, and with it every stream that it has open."""
    if not service.tokens.revoke(token):
        raise Problem("no-such-device", Said("there is no device {what}", what=quoted(token)))
    return list_devices(service)


def device(token: Token) -> dict[str, Any]:
    """A device as the host sees it."""
    caller = token.caller
    return {
        "id": token.id,
        "role": str(caller.role),
        "name": caller.name,
        "game": caller.game,
        "seat": caller.seat,
        "scopes": list(caller.scopes),
        "word": token.word,
        "created": token.created,
        "used": token.used,
        "waiting": caller.waiting,
    }


def base(request: Request) -> str:
    """The address by which others reach this machine's page."""
    return str(getattr(request.app.state, "network", None) or request.base_url)


def home(who: Caller) -> str:
    """The page that somebody may open."""
    if who.waiting or who.role is Role.STRANGER:
        return "/pair"
    if who.game is None and who.role in {Role.HOST, Role.CLIENT}:
        return "/"
    if who.game is None:
        return "/tables" if who.may(Permission.SEE_GAME) else "/scores"
    return f"/games/{who.game}" + ("" if who.may(Permission.SEE_GAME) else "/scoreboard")


def _caller(service: Parts, wanted: Invited) -> Caller:
    """As what somebody is to be let in, once there are such a game and such a seat."""
    role = Role(wanted.role)
    if (wanted.seat is not None) is not (role is Role.PLAYER):
        raise Problem("invalid-request", "body.seat: a player has one, and nobody else")
    if wanted.game is None and role is Role.PLAYER:
        raise Problem("invalid-request", "body.game: a player has one")
    if wanted.game is not None and role is Role.TABLE:
        raise Problem("invalid-request", "body.game: a table’s machine is let in for all that it follows")
    players = 0 if wanted.game is None else service.ledger.find(wanted.game).header.players
    if wanted.seat is not None and wanted.seat >= players:
        raise Problem("no-such-seat", Said("{players} players sit at 0 to {seat}", players=players, seat=players - 1))
    return Caller(role, "", wanted.game, wanted.seat)


def _answer(state: str, who: Caller) -> dict[str, Any]:
    answer = {"state": state, "role": str(who.role), "name": who.name, "game": who.game, "seat": who.seat}
    return answer | {"next": home(who)}


def _remember(request: Request, response: Response, secret: Secret) -> None:
    """Let the browser show the token from now on; no script reads it, and no other site's page makes it be sent."""
    name = cookie_name(request.scope, Headers(scope=request.scope))
    lasts = int(IDLE.total_seconds())
    response.set_cookie(
        name, secret.text, max_age=lasts, path="/", secure=_is_secure(request), httponly=True, samesite="strict"
    )


def _is_secure(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")


def _address(request: Request) -> str:
    return request.client.host if request.client else ""
