"""The phone as a camera: its page, its pictures, and the code by which it joins."""

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Cookie, Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from service.access.needs import needs
from service.access.roles import Permission
from service.api.media import PICTURE
from service.page.language import chosen
from service.phone.door import PhoneDoor
from service.phone.inbox import NotJoined
from service.phone.page import FILES, file, join_page, phone_page
from service.pictures import translated
from service.problems import Problem

COOKIE: Final = "tableside_phone"

router = APIRouter(include_in_schema=False)
"""What the phone's own server serves."""

codes = APIRouter(include_in_schema=False)
"""What the table's server shows of it."""


def _opened(request: Request) -> PhoneDoor:
    opened = request.app.state.phone
    assert isinstance(opened, PhoneDoor)
    return opened


Opened = Annotated[PhoneDoor, Depends(_opened)]
Session = Annotated[str, Cookie(alias=COOKIE)]


@router.get("/phone")
def show_phone(request: Request, opened: Opened, join: str = "", session: Session = "") -> HTMLResponse:
    """The page that opens the camera: for the phone with the code, or the one that has joined already."""
    language = chosen(request).code
    try:
        opened.inbox.check(session)
        return HTMLResponse(phone_page(language))
    except NotJoined as known:
        wrong = str(known)
    if join:
        try:
            session = opened.inbox.join(join)
        except NotJoined as refused:
            wrong = str(refused)
        else:
            page = HTMLResponse(phone_page(language))
            page.set_cookie(COOKIE, session, path="/phone", secure=True, httponly=True, samesite="strict")
            return page
    return HTMLResponse(phone_page(language, wrong), 403)


@router.get("/phone/{name}")
def show_file(name: str) -> Response:
    """The page's own files."""
    if name not in FILES:
        raise Problem("unknown-address", f"there is no {name}")
    return Response(file(name), media_type=FILES[name])


@router.post("/phone/frame", dependencies=[PICTURE])
async def take_frame(request: Request, opened: Opened, session: Session = "") -> dict[str, Any]:
    """A frame of the phone's camera."""
    return await _take(request, opened, session, still=False)


@router.post("/phone/picture", dependencies=[PICTURE])
async def take_picture(request: Request, opened: Opened, session: Session = "") -> dict[str, Any]:
    """A still picture, shown to the table until the next one comes."""
    return await _take(request, opened, session, still=True)


async def _take(request: Request, opened: PhoneDoor, session: str, *, still: bool) -> dict[str, Any]:
    try:
        opened.inbox.check(session)  # before anything large is taken in
        data = await request.body()
        with translated():
            await asyncio.to_thread(opened.inbox.put, session, data, still=still)
    except NotJoined as wrong:
        raise Problem("not-joined", str(wrong)) from None
    return {"line": opened.line()}


@codes.get("/join/phone.css")
@needs(Permission.MANAGE)
def show_style() -> Response:
    """The look of the page with the code."""
    return Response(file("phone.css"), media_type=FILES["phone.css"])


@codes.get("/join")
@needs(Permission.MANAGE)
def show_code(request: Request, opened: Opened) -> HTMLResponse:
    """The code that lets a phone in."""
    page = join_page(chosen(request).code, opened.svg(), opened.url)
    return HTMLResponse(page)
