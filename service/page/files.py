"""The page's own files. Their addresses change with them, so that a browser keeps each for good and never an old one.

`/static/@VERSION/NAME` is such an address. A module has those in it that it leads to. What it still names without a
version a browser looks for beside it, and so under the same version. `/static/NAME` leads to the same file, which is
asked for each time.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from service.page import games
from service.page.compression import LEAST, LEVEL
from service.page.modules import STATIC, joined

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Scope

GAMES: Final = "games"
"""Where templates and styles of games lie, for templates and for browsers."""
MARK: Final = "@"
"""What a version begins with."""
FOR_GOOD: Final = "max-age=31536000, immutable"
EACH_TIME: Final = "no-cache"


@functools.lru_cache(maxsize=256)
def address(name: str) -> str:
    """Where a browser finds a file of ours, with its version."""
    path = _of_game(name)
    version = _version() if path is None else _digest(path)
    return f"/static/{MARK}{version}/{name}"


class Files(StaticFiles):
    """The page's files, and the styles and pictures of games."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """A file of the page, or the styles or the picture of a game."""
        name = _named(path.replace(os.sep, "/"))
        found = _of_game(name)
        return super().lookup_path(name) if found is None else (str(found), found.stat())

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, *more: Any, **named: Any
    ) -> Response:
        """A file, or that it did not change; packed where the browser takes that."""
        if str(full_path).endswith(".js"):
            answer, packed = self._module(joined(Path(full_path).name).encode(), scope)
        else:
            answer = super().file_response(full_path, stat_result, scope, *more, **named)
            packed = functools.partial(_packed, str(full_path), stat_result.st_mtime_ns)
        path, size = scope["path"], int(answer.headers.get("Content-Length", "0"))
        kept = path.startswith(f"/static/{MARK}") and path == address(_named(path.removeprefix("/static/")))
        answer.headers["Cache-Control"] = FOR_GOOD if kept else EACH_TIME
        if answer.status_code != 200 or size < LEAST or not _unpacks(scope):
            return answer
        answer.headers.update({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
        del answer.headers["Content-Length"]
        return Response(packed(), headers=answer.headers)

    def _module(self, whole: bytes, scope: Scope) -> tuple[Response, Callable[[], bytes]]:
        """A module, or that it did not change, and how it is packed. Its tag is that of all modules in it."""
        answer = Response(whole, headers={"ETag": f'"{_short(whole)}"'}, media_type="text/javascript")
        known = self.is_not_modified(answer.headers, Headers(scope=scope))
        return NotModifiedResponse(answer.headers) if known else answer, functools.partial(_packed_text, whole)


def _named(path: str) -> str:
    """The name of a file without the version before it."""
    return path.partition("/")[2] if path.startswith(MARK) else path


def _of_game(name: str) -> Path | None:
    folder, _, file = name.partition("/")
    return games.file(file) if folder == GAMES and file.endswith(games.SERVED) else None


def _unpacks(scope: Scope) -> bool:
    """Whether a browser takes packed answers."""
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


@functools.cache
def _version() -> str:
    """It changes with any of the page's files, for they name each other."""
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return _short("".join(f"{path.name} {_digest(path)}\n" for path in files).encode())


@functools.cache
def _digest(path: Path) -> str:
    return _short(path.read_bytes())


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


@functools.lru_cache(maxsize=256)
def _packed(path: str, _changed: int) -> bytes:
    """A file as it is sent; packed once, for each page asks for ten of them."""
    return _packed_text(Path(path).read_bytes())


@functools.lru_cache(maxsize=64)
def _packed_text(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)
