"""The OpenAPI document: what the routes say of themselves, the shapes of their answers, and every refusal there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from service.api.docs import JSON_TYPE, SHAPES, Responses, problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

SSE: Final = "text/event-stream"
METHODS: Final = ("get", "post", "put", "patch", "delete")
BODIES: Final = ("Question", "NewGame", "Followed", "NewTournament")
"""Bodies that name a game and its options."""
SENT: Final = (
    ("SentPicture", "seen", "Observation"),
    ("SentPicture", "hidden", "Hidden"),
    ("SentQuestion", "answer", "Settled"),
)
"""What a table's machine sends as it got it: the body, its field, and the shape that this has in answers."""
TAGS: Final = {
    "judging": "Positions and photos, judged and read. Nothing is kept.",
    "rules": "The rules that answers cite. `/rules/{id}` is a page for people about each.",
    "games": "Games that are kept: their table, their score sheet, their record, and their events as they come.",
    "moves": "What may be played, and every entry of the record. The list at the end tells how moves are written.",
    "questions": "What the camera could not decide. The players answer.",
    "disputes": "Rulings, their bundles, and the pictures that were kept.",
    "tables": "What the cameras show now.",
    "evenings": "Another game like it, its title, the game as one file, and the score sheet to print.",
    "players": "Who plays on this machine, and who sits where.",
    "cameras": "The host opens a camera, aims it, follows a game with it, and closes it.",
    "tournaments": "Rounds, pairings, standings and clocks. Referees rule with evidence, and players appeal.",
    "hub": "Many tables at one server. The machines of other tables send it what happens there.",
    "pairing": "Who is let in. Phones and screens pair by a code or by six digits. The host’s page lists them.",
}


def install(app: FastAPI) -> None:
    """Let the app describe itself in full."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = described(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def described(app: FastAPI) -> dict[str, Any]:
    """The document."""
    from service.schemas import document  # brings all shapes

    tags = [{"name": name, "description": text} for name, text in TAGS.items()]
    document_of_app = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes, tags=tags
    )
    schemas = document_of_app["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas |= document.components()
    schemas["Question"]["properties"]["position"] |= _typed(document.position())
    for body in BODIES:
        schemas[body]["properties"]["options"] |= _typed(document.options())
        schemas[body]["properties"]["game"] |= document.game_name()
    for body, field, shape in SENT:
        _shape(schemas[body]["properties"][field], shape)
    for path, operation in operations(document_of_app):
        _complete(path, operation)
    for path, method, given in _given():
        _illustrate(document_of_app["paths"][path][method], given)
    return document_of_app | {"x-moves": document.moves()}


def _given() -> Iterator[tuple[str, str, Responses]]:
    """What each route says of its answers, with its path and method."""
    from service.api import PREFIX, ROUTERS

    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute):
                for method in route.methods or ():
                    yield PREFIX + route.path, method.lower(), route.responses


def operations(openapi: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation of a document with its path."""
    for path, methods in openapi["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, methods[method]


def _typed(schema: dict[str, Any]) -> dict[str, Any]:
    """What is laid over an object that its route leaves open."""
    return {"additionalProperties": True} | schema


def _shape(schema: dict[str, Any], shape: str) -> None:
    """Give the objects of a field the shape that they have: itself, the items of a list, or what may be null."""
    for each in (schema, schema.get("items", {}), *schema.get("anyOf", ())):
        if each.get("type") == "object":
            each.clear()
            each["$ref"] = SHAPES + shape


def _complete(path: str, operation: dict[str, Any]) -> None:
    """The answers of an operation, each with its one shape, and the refusals that may meet any request like it."""
    answers = operation["responses"]
    answers.get("422", {}).get("content", {}).pop(JSON_TYPE, None)  # FastAPI's own form of it, which is never sent
    for answer in answers.values():
        for content in answer.get("content", {}).values():
            schema = content.get("schema", {})
            if "$ref" in schema:
                content["schema"] = {"$ref": schema["$ref"]}
    for status, refused in problems(*_anywhere(path, operation)).items():
        known = answers.setdefault(str(status), {"description": refused["description"], "content": {}})
        for media, content in refused["content"].items():
            examples = known["content"].setdefault(media, {"schema": content["schema"], "examples": {}})["examples"]
            examples |= {name: value for name, value in content["examples"].items() if name not in examples}
    operation["responses"] = dict(sorted(answers.items()))


def _illustrate(operation: dict[str, Any], given: Responses) -> None:
    """The examples as they were given: FastAPI leaves out whatever is null."""
    for status, answer in given.items():
        for media, content in answer.get("content", {}).items():
            if "example" in content:
                operation["responses"][str(status)]["content"][media]["example"] = content["example"]


def _anywhere(path: str, operation: dict[str, Any]) -> Iterator[str]:
    """The names of the problems that come from what all such operations go through."""
    yield from ("too-large", "internal", "wrong-host", "cross-site", "not-paired", "not-allowed", "too-many")
    if "requestBody" in operation:
        yield "unsupported-media"
        yield "too-slow"
        if JSON_TYPE in operation["requestBody"]["content"]:
            yield "unreadable-json"
    if "requestBody" in operation or operation.get("parameters"):
        yield "invalid-request"
    if "/games" in path:
        yield "store-unavailable"
    if "/games/{id}" in path:
        yield "no-such-game"
    if any(each["name"] == "seat" for each in operation.get("parameters", ())):
        yield "no-such-seat"
