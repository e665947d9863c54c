"""`/network`: the host opens the table to the home network from the page, and closes it again."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request

from service.access.roles import Permission
from service.access.routes import needs
from service.api.docs import answer, problems
from service.problems import Problem
from service.server import PortBusy, Server

router = APIRouter(tags=["pairing"])


@router.post(
    "/network",
    status_code=201,
    summary="Open the table to the home network",
    responses={**answer("NetworkAnswer", "Its address there.", status=201), **problems("no-network")},
)
@needs(Permission.MANAGE)
async def open_network(request: Request) -> dict[str, Any]:
    """Phones and screens reach it until it is closed again or the program ends. Each is let in by itself."""
    server = _server(request)
    if server is None:
        raise Problem("no-network", "whoever started this server says how the network reaches it")
    try:
        await server.open_network()
    except PortBusy as wrong:
        raise Problem("no-network", str(wrong).partition(";")[0]) from wrong  # what follows is for a command
    return _network_json(request)


@router.delete(
    "/network", summary="Close the table to the home network", responses=answer("NetworkAnswer", "No address any more.")
)
@needs(Permission.MANAGE)
async def close_network(request: Request) -> dict[str, Any]:
    """Its own machine reaches it as before. A network that the command itself has opened stays."""
    server = _server(request)
    if server is not None:
        server.close_network()
    return _network_json(request)


def _server(request: Request) -> Server | None:
    """The server, where its page may open it."""
    return getattr(request.app.state, "server", None)


def _network_json(request: Request) -> dict[str, Any]:
    state = request.app.state
    return {"address": getattr(state, "network", None), "certificate": getattr(state, "certificate", None)}
