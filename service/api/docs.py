"""What the API's documentation says of problems and bodies, in the words of OpenAPI."""

from __future__ import annotations

from typing import Any, Final

from service.problems import KINDS, MEDIA_TYPE

Responses = dict[int | str, dict[str, Any]]

_SCHEMA: Final = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "remedy"],
    "properties": {
        "type": {"type": "string", "description": "address that says what the caller can do next"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "remedy": {"type": "string"},
    },
}


def problems(*names: str) -> Responses:
    """The problem documents that an operation may answer with, by their status."""
    told: Responses = {}
    for name in names:
        kind = KINDS[name]
        content = told.setdefault(
            kind.status,
            {"description": kind.title, "content": {MEDIA_TYPE: {"schema": _SCHEMA, "examples": {}}}},
        )
        document = {"type": kind.type, "title": kind.title, "status": kind.status, "detail": "…", "remedy": kind.remedy}
        content["content"][MEDIA_TYPE]["examples"][name] = {"summary": kind.title, "value": document}
    return told


def example(description: str, value: Any, status: int = 200) -> Responses:
    """The answer of an operation, by an example."""
    return {status: {"description": description, "content": {"application/json": {"example": value}}}}
