"""`/docs` and `/problems`: the API and its problem documents, readable without any network."""

from typing import Any, Final

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse

from service.page.templates import render
from service.problems import KINDS, Problem

METHODS: Final = ("get", "post", "put", "patch", "delete")

router = APIRouter(include_in_schema=False)


def include(app: FastAPI) -> None:
    """Add the documentation to the app."""
    app.include_router(router)


@router.get("/docs", response_class=HTMLResponse)
def show_docs(request: Request) -> HTMLResponse:
    """Every operation, drawn from the app's own description of itself."""
    described = request.app.openapi()
    return HTMLResponse(render("docs.html", api=described, groups=operations(described)))


@router.get("/problems", response_class=HTMLResponse)
def list_problems() -> HTMLResponse:
    """Every kind of problem."""
    return HTMLResponse(render("problems.html", kinds=KINDS.values()))


@router.get("/problems/{name}", response_class=HTMLResponse)
def show_problem(name: str) -> HTMLResponse:
    """What the caller can do about one kind of problem."""
    if name not in KINDS:
        raise Problem("unknown-address", f"there is no problem {name!r}")
    return HTMLResponse(render("problems.html", kinds=[KINDS[name]]))


def operations(described: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations of an OpenAPI document by their tag, in its order."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in described["paths"].items():
        for method in METHODS:
            if method in methods:
                told = {"method": method.upper(), "path": path, **methods[method]}
                groups.setdefault(told.get("tags", ["other"])[0], []).append(told)
    return groups
