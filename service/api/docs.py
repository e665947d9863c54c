"""What the API's documentation says of problems and bodies, in the words of OpenAPI."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from service.api.problem_examples import DETAILS, MORE
from service.problems import KINDS, MEDIA_TYPE

Responses = dict[int | str, dict[str, Any]]

JSON_TYPE: Final = "application/json"
SHAPES: Final = "#/components/schemas/"
TITLES: Final = {"SN-5": "The equal halves touch end to end, or lie one above the other"}
"""The title of a rule, for examples."""


def problems(*names: str) -> Responses:
    """The problem documents that an operation may answer with, by their status."""
    responses: Responses = {}
    for name in names:
        kind = KINDS[name]
        content = responses.setdefault(
            kind.status,
            {
                "description": kind.title,
                "content": {MEDIA_TYPE: {"schema": {"$ref": f"{SHAPES}Problem"}, "examples": {}}},
            },
        )
        document = {
            **{"type": kind.type, "title": kind.title, "status": kind.status},
            **{"detail": DETAILS[name], "remedy": kind.remedy},
            **MORE.get(name, {}),
        }
        content["content"][MEDIA_TYPE]["examples"][name] = {"summary": kind.title, "value": document}
    return responses


def hashed(text: str) -> str:
    """A SHA-256 in hexadecimal, for examples."""
    return hashlib.sha256(text.encode()).hexdigest()


def answer(shape: str, description: str, value: Any = None, status: int = 200) -> Responses:
    """The answer of an operation: the name of its shape in `service/schemas`, and an example."""
    content: dict[str, Any] = {"schema": {"$ref": SHAPES + shape}}
    if value is not None:
        content["example"] = value
    return {status: {"description": description, "content": {JSON_TYPE: content}}}


def file(media: str, description: str) -> Responses:
    """An answer that is a file."""
    return {200: {"description": description, "content": {media: {"schema": {"type": "string", "format": "binary"}}}}}


def nothing(description: str) -> Responses:
    """An answer without content: there is none yet, and asking again is no fault."""
    return {204: {"description": description, "content": {}}}


def events(description: str, name: str, number: str, shape: str) -> Responses:
    """A stream of server-sent events: the name of its events, what their `id` is, and the shape of their data."""
    data = {
        "type": "string",
        "description": "JSON on one line",
        "contentMediaType": JSON_TYPE,
        "contentSchema": {"$ref": SHAPES + shape},
    }
    event = {
        "type": "object",
        "required": ["event", "id", "data"],
        "properties": {
            "event": {"const": name, "type": "string", "description": "the kind of event; there is no other here"},
            "id": {"type": "string", "pattern": "^[0-9]+$", "description": number},
            "data": data,
            "retry": {"description": "ms to wait before asking again after a break; left out where the reader decides"},
        },
    }
    return {200: {"description": description, "content": {"text/event-stream": {"itemSchema": event}}}}
