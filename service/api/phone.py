"""The phone as a camera: its page, its pictures, and the code by which it joins."""

import asyncio
import ipaddress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Cookie, Depends, Path
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from engine.said import Said
from service.access.roles import Permission
from service.access.routes import needs
from service.api.media import JSON, PICTURE
from service.api.pairing import Scanned
from service.limits.rates import client_of
from service.page.language import chosen
from service.page.reasons import for_people
from service.page.templates import View
from service.parts import Service
from service.phone.door import PhoneDoor
from service.phone.inbox import NotJoined
from service.phone.page import FILES, file, phone_page
from service.pictures import translated
from service.problems import Problem

COOKIE: Final = "tableside_phone"
EVENING: Final = 12 * 3600
"""s that a phone is known by its cookie, also once its browser was closed. A closed camera lets it in no more."""

router = APIRouter(include_in_schema=False)
"""What the phone's own server serves."""

codes = APIRouter(include_in_schema=False)
"""What the table's server shows of it."""


async def _opened(request: Request) -> PhoneDoor:
    opened = request.app.state.phone
    assert isinstance(opened, PhoneDoor)
    return opened


async def _awaited(service: Service) -> PhoneDoor:
    if service.station.phone is None:
        raise Problem("no-phone", "no phone is awaited as a camera: choose one on the start page")
    return service.station.phone


Number = Annotated[int, Path(ge=0, description="which of the codes that were shown")]
Opened = Annotated[PhoneDoor, Depends(_opened)]
OpenPairings = Annotated[PhoneDoor, Depends(_awaited)]
Session = Annotated[str, Cookie(alias=COOKIE)]


@router.get("/phone")
@needs(Permission.PAIR)
def show_phone(request: Request, opened: Opened, session: Session = "") -> HTMLResponse:
    """The page that opens the camera, for the phone that has joined; for all others, the one that joins by a code."""
    t, host = chosen(request), request.url.hostname or opened.address
    try:
        opened.inbox.check(session)
    except NotJoined as wrong:
        return HTMLResponse(phone_page(t.code, for_people(str(wrong), t), host=host))
    return HTMLResponse(phone_page(t.code, word=opened.inbox.word, host=host))


@router.post("/phone/join", dependencies=[JSON])
@needs(Permission.PAIR)
def join(
    scanned: Scanned, request: Request, opened: Opened, response: Response, session: Session = ""
) -> dict[str, str]:
    """The code is exchanged once for what the phone shows with its pictures; no script reads that."""
    try:
        joined = opened.inbox.join(scanned.code, client_of(request.scope), session)
    except NotJoined as wrong:
        raise Problem("not-joined", str(wrong)) from None
    response.set_cookie(COOKIE, joined, max_age=EVENING, path="/phone", secure=True, httponly=True, samesite="strict")
    return {"word": opened.inbox.word}


@router.get("/phone/{name}")
@needs(Permission.READ_TEXT)
def show_file(name: str) -> Response:
    """The page’s own files."""
    if name not in FILES:
        raise Problem("unknown-address", Said("there is no {file}", file=name))
    return Response(file(name), media_type=FILES[name])


@router.post("/phone/frame", dependencies=[PICTURE])
@needs(Permission.PAIR)
async def take_frame(request: Request, opened: Opened, session: Session = "") -> dict[str, Any]:
    """A frame of the phone’s camera."""
    return await _take(request, opened, session, still=False)


@router.post("/phone/picture", dependencies=[PICTURE])
@needs(Permission.PAIR)
async def take_picture(request: Request, opened: Opened, session: Session = "") -> dict[str, Any]:
    """A still picture, shown to the table until the next one comes."""
    return await _take(request, opened, session, still=True)


@router.post("/phone/stop", dependencies=[JSON])
@needs(Permission.PAIR)
def stop(opened: Opened, session: Session = "") -> dict[str, Any]:
    """The camera was stopped on the phone; its next picture says that it goes on."""
    try:
        opened.inbox.stop(session)
    except NotJoined as wrong:
        raise Problem("not-joined", str(wrong)) from None
    return {}


async def _take(request: Request, opened: PhoneDoor, session: str, *, still: bool) -> dict[str, Any]:
    try:
        opened.inbox.check(session)  # before anything large is taken in
        data = await request.body()
        with translated():
            await asyncio.to_thread(opened.inbox.put, session, data, still=still)
    except NotJoined as wrong:
        raise Problem("not-joined", str(wrong)) from None
    return {"line": for_people(opened.line(), chosen(request))}


@codes.get("/join")
@needs(Permission.MANAGE)
def show_code(page: View, opened: OpenPairings) -> HTMLResponse:
    """The code that lets a phone in, on a page of its own, which leads to the table once the phone’s pictures come."""
    return page.answer("join_alone.html", **_code(opened))


@codes.get("/view/join")
@needs(Permission.RUN_CAMERA)
def show_code_here(page: View, opened: OpenPairings) -> HTMLResponse:
    """The same as a part of another page; a computer that is in no network says so."""
    return page.answer("join.html", **_code(opened))


@codes.get("/view/join/{number}")
@needs(Permission.RUN_CAMERA)
def show_state(number: Number, opened: OpenPairings) -> dict[str, str]:
    """How a code does that is shown: `open`, `joined`, `sends` or `over`."""
    return {"state": opened.inbox.state(number)}


def _code(opened: PhoneDoor) -> dict[str, Any]:
    _, word = opened.inbox.invite()
    reachable = not ipaddress.ip_address(opened.address).is_loopback
    shown = {"code": Markup(opened.svg()), "url": opened.url, "word": word, "reachable": reachable}
    return shown | {"number": opened.inbox.number}
