"""What the OpenAPI document says of an answer, to hold real answers to it."""

import functools
import re
import tempfile
from pathlib import Path

from pydantic import TypeAdapter

from service.api import PREFIX, openapi
from service.app import create_app
from service.schemas import document
from service.settings import Settings

SHAPES = {answer.__name__: TypeAdapter(answer) for answer in document.ANSWERS}
PROBLEM = "application/problem+json"
MAY_FAIL = {500, 503, 507}


@functools.cache
def told():
    """The document."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder)))
        found = openapi.described(app)
        app.state.parts.close()
    return found


@functools.cache
def _routes():
    listed = ((re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), methods) for path, methods in told()["paths"].items())
    return tuple(listed)


def operation(method, path):
    """The operation that takes a request, or None."""
    return next((ms.get(method.lower()) for pattern, ms in _routes() if pattern.fullmatch(path)), None)


def conform(response):
    """Holds an answer to what the document says of it: an event hook of the tests' client."""
    path = response.request.url.path
    found = operation(response.request.method, path)
    if not path.startswith(PREFIX) or found is None:
        return
    where = f"{response.request.method} {path} {response.status_code}"
    answer = found["responses"].get(str(response.status_code))
    assert answer is not None, f"{where} is not described"
    if not answer["content"]:
        assert not response.read(), f"{where} has a content that is not described"
        return
    media = response.headers["content-type"].partition(";")[0]
    content = answer["content"].get(media)
    assert content is not None, f"{where} is not described as {media}"
    if media == "text/event-stream":
        return
    response.read()
    if media == PROBLEM:
        name = response.json()["type"].rpartition("/")[2]
        assert name in content["examples"], f"{where}: the problem {name} is not described"
    if media in {PROBLEM, "application/json"}:
        shape_of(content["schema"]).validate_json(response.content)
    if media == "application/jsonl":
        header, *events = response.text.splitlines()
        for name, lines in (("RecordHeader", [header]), ("Event", events)):
            for line in lines:
                SHAPES[name].validate_json(line)


def shape_of(schema):
    """The type that a schema refers to."""
    return SHAPES[schema["$ref"].rpartition("/")[2]]
