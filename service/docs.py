"""`/docs` and `/problems`: the API and its problem documents, readable and to be tried without any network."""

import json
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from engine.said import Said, quoted
from service.access.roles import Permission
from service.access.routes import needs
from service.api import openapi
from service.api.docs import JSON_TYPE, SHAPES
from service.page.templates import View
from service.problems import KINDS, Problem

PLAIN: Final = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
    "object": "object",
}
"""The types of JSON in words."""
LINE: Final = 88
"""Letters of a line of JSON; a part that is longer is laid out on several."""

router = APIRouter(include_in_schema=False)


def include(app: FastAPI) -> None:
    """Add the documentation to the app."""
    app.include_router(router)


@router.get("/openapi.json")
@needs(Permission.READ_TEXT)
def show_openapi(request: Request) -> JSONResponse:
    """The app’s own description of itself."""
    return JSONResponse(request.app.openapi())


@router.get("/docs", response_class=HTMLResponse)
@needs(Permission.READ_TEXT)
def show_docs(request: Request, page: View) -> HTMLResponse:
    """Every operation, drawn from the app’s own description of itself."""
    described = request.app.openapi()
    shapes = described["components"]["schemas"]
    told = {"groups": operations(described), "shapes": dict(sorted(shapes.items())), "tags": _tags(described)}
    forms = {"typed": typed, "bounds": bounds, "sample": sample, "laid_out": laid_out}
    return page.answer("docs.html", api=described, **told, **forms)


@router.get("/problems", response_class=HTMLResponse)
@needs(Permission.READ_TEXT)
def list_problems(page: View) -> HTMLResponse:
    """Every kind of problem."""
    return page.answer("problems.html", kinds=tuple(KINDS.values()))


@router.get("/problems/{name}", response_class=HTMLResponse)
@needs(Permission.READ_TEXT)
def show_problem(name: str, page: View) -> HTMLResponse:
    """What the caller can do about one kind of problem."""
    if name not in KINDS:
        raise Problem("unknown-address", Said("there is no problem {what}", what=quoted(name)))
    return page.answer("problems.html", kinds=[KINDS[name]])


def operations(described: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations of an OpenAPI document by their tag, in its order."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in described["paths"].items():
        for method in openapi.METHODS:
            if method in methods:
                operation = {"method": method.upper(), "path": path, **methods[method]}
                groups.setdefault(operation.get("tags", ["other"])[0], []).append(operation)
    return groups


def typed(schema: dict[str, Any]) -> list[tuple[str, str]]:
    """A type in words: pieces of (how it is shown, text), where `shape` is the name of a shape and `code` a value."""
    if "$ref" in schema:
        return [("shape", schema["$ref"].removeprefix(SHAPES))]
    variants = schema.get("anyOf") or schema.get("oneOf")
    if variants:
        return _joined([typed(each) for each in variants], " or ")
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if values:
        return _joined([[("code", str(value))] for value in values], " or ")
    kind = schema.get("type", "object")
    if kind == "array":
        return [("", "list of "), *typed(schema.get("items", {}))]
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return [("", "by name: "), *typed(schema["additionalProperties"])]
    return [("", PLAIN.get(kind, kind))]


def bounds(schema: dict[str, Any]) -> str:
    """The smallest and the largest value of a number, or nothing."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and high is None:
        return ""
    return f"{_number(low)} … {_number(high)}".strip()


def laid_out(value: Any, indent: str = "") -> str:
    """JSON to be read by people: what fits into a line stays in one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= LINE or not isinstance(value, (dict, list)) or not value:
        return line
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {laid_out(part, deeper)}" for key, part in value.items()]
    else:
        parts = [laid_out(part, deeper) for part in value]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"\n{deeper}".join([begin, *(f"{part}," for part in parts[:-1]), parts[-1]]) + f"\n{indent}{end}"


def sample(operation: dict[str, Any]) -> str | None:
    """The body to begin with when an operation is tried: its example, or its required keys; None: it takes no JSON."""
    content = operation.get("requestBody", {}).get("content", {}).get(JSON_TYPE)
    if content is None:
        return None
    given: Any = next((each["value"] for each in content.get("examples", {}).values()), {})
    return laid_out(given)


def _number(bound: float | None) -> str:
    """A bound in digits; whole numbers may be written as others in the description."""
    return "" if bound is None else str(int(bound) if bound == int(bound) else bound)


def _tags(described: dict[str, Any]) -> dict[str, str]:
    return {tag["name"]: tag["description"] for tag in described["tags"]}


def _joined(parts: list[list[tuple[str, str]]], between: str) -> list[tuple[str, str]]:
    joined: list[tuple[str, str]] = []
    for part in parts:
        joined += [("", between), *part] if joined else part
    return joined
