"""`/source`: the source of the very program that runs, as its licence (AGPL-3.0, section 13) wants it offered."""

import io
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from service.access.roles import Permission
from service.access.routes import needs

ROOMS: Final = ("engine", "vision", "models", "datasets", "service")
TEXTS: Final = frozenset(
    {".py", ".html", ".css", ".js", ".json", ".toml", ".svg", ".ini", ".mako", ".md", ".typed", ".txt"}
)
"""What a program is changed in. Weights, films and pictures come with a release, and are no source."""
BESIDE: Final = ("tableside.py", "pyproject.toml", "LICENSE", "README.md", "Makefile", "CHANGELOG.md")
"""What stands beside the packages where they run from a checkout."""
DOCS: Final = "docs"
"""The documentation; it lies there, too."""
ALWAYS: Final = (1980, 1, 1, 0, 0, 0)
"""One time for all files, so that the same program gives the same archive."""

router = APIRouter(include_in_schema=False)


@router.get("/source")
@needs(Permission.READ_TEXT)
def show_source() -> Response:
    """A zip of the packages as they are installed here, with every change that somebody made."""
    name = "attachment; filename=tableside-source.zip"
    return Response(_packed(), media_type="application/zip", headers={"Content-Disposition": name})


@cache
def _packed() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(name, ALWAYS), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return held.getvalue()


def _files() -> list[tuple[str, Path]]:
    found: list[tuple[str, Path]] = []
    for room in ROOMS:
        spec = find_spec(room)
        for place in (spec.submodule_search_locations or []) if spec else []:
            folder = Path(place)
            texts = (path for path in folder.rglob("*") if path.suffix in TEXTS and "__pycache__" not in path.parts)
            found += [(f"{room}/{path.relative_to(folder).as_posix()}", path) for path in texts]
            found += [(name, folder.parent / name) for name in BESIDE if (folder.parent / name).is_file()]
            found += [(f"{DOCS}/{path.name}", path) for path in (folder.parent / DOCS).glob("*.md")]
    return list(dict(found).items())
