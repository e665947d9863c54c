"""`/healthz`, `/readyz` and `/metrics`: for whoever runs the service; no part of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from starlette.requests import Request  # noqa: TC002 - FastAPI reads it
from starlette.responses import JSONResponse, Response

from service.access.guard import Who, has_table
from service.access.roles import Permission
from service.access.routes import needs
from service.parts import Parts, Service  # noqa: TC001 - FastAPI reads it
from service.store.store import StoreError

if TYPE_CHECKING:
    from fastapi import FastAPI

router = APIRouter(include_in_schema=False)


def include(app: FastAPI) -> None:
    """Add them to the app."""
    app.include_router(router)


@router.get("/healthz")
@needs(Permission.READ_TEXT)
async def alive() -> dict[str, bool]:
    """Whether the process answers; one that does not should be started anew."""
    return {"alive": True}


@router.get("/readyz")
@needs(Permission.READ_TEXT)
def ready(service: Service) -> JSONResponse:
    """Whether requests may be sent here (200), or not yet, or no more (503); it says what stands against it."""
    against = _against(service)
    return JSONResponse({"ready": not against, "against": against}, 503 if against else 200)


@router.get("/metrics")
@needs(Permission.SEE_METRICS)
def show_metrics(request: Request, service: Service, who: Who) -> Response:
    """What happens, in the text that Prometheus reads."""
    from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest  # loaded when somebody asks

    from service.operations.metrics import registry

    tables = [table for table in service.tables if has_table(service.tables, who, table.id)]
    metrics: Any = registry(service, request.app.state.requests, tables)
    return Response(generate_latest(metrics), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _against(parts: Parts) -> list[str]:
    if not parts.bells.open:
        return ["it is stopping"]
    try:
        parts.store.newest(1)
    except StoreError:
        return ["the store does not answer"]  # its own words may name a host
    return []
