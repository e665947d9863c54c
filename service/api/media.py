"""The media types that bodies may have."""

from typing import Final

from fastapi import Depends
from starlette.requests import Request

from engine.said import Said
from service.problems import Problem

PICTURES: Final = ("image/jpeg", "image/png")


async def only_json(request: Request) -> None:
    """Refuses a body that does not call itself JSON. One that is not there has no type: it is found missing later."""
    given = media_type(request)
    if not given and not _has_body(request):
        return
    if not (given == "application/json" or (given.startswith("application/") and given.endswith("+json"))):
        raise Problem(
            "unsupported-media",
            Said("the body is {what}; send {kinds}", what=given or "of no type", kinds="application/json"),
        )


async def only_pictures(request: Request) -> None:
    """Refuses a body that does not call itself a photo."""
    given = media_type(request)
    if given not in PICTURES:
        raise Problem(
            "unsupported-media",
            Said("the body is {what}; send {kinds}", what=given or "of no type", kinds=" or ".join(PICTURES)),
        )


def _has_body(request: Request) -> bool:
    return request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers


def media_type(request: Request) -> str:
    """What the body calls itself, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


JSON: Final = Depends(only_json)
PICTURE: Final = Depends(only_pictures)
