"""`/source`: the source of the very program that runs, as its licence (AGPL-3.0, section 13) wants it offered."""

import io
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from engine.said import Said
from service.access.roles import Permission
from service.access.routes import needs
from service.problems import Problem

ROOMS: Final = ("engine", "vision", "models", "datasets", "service")
TEXTS: Final = frozenset(
    {".py", ".html", ".css", ".js", ".json", ".toml", ".svg", ".ini", ".mako", ".md", ".typed", ".txt"}
)
"""What a program is changed in. Weights, films and pictures come with a release, and are no source."""
BESIDE: Final = ("tableside.py", "pyproject.toml", "LICENSE", "README.md", "Makefile", "CHANGELOG.md")
"""What stands beside the packages where they run from a checkout."""
DOCS: Final = "docs"
"""The documentation, which the page names for what the page itself cannot do; it lies there, too."""
ALWAYS: Final = (1980, 1, 1, 0, 0, 0)
"""One time for all files, so that the same program gives the same archive."""

router = APIRouter(include_in_schema=False)


@router.get("/source")
@needs(Permission.READ_TEXT)
def show_source() -> Response:
    """A zip of the packages as they are installed here, with every change that somebody made."""
    name = "attachment; filename=tableside-source.zip"
    return Response(_packed(), media_type="application/zip", headers={"Content-Disposition": name})


@router.get("/source/docs/{name}")
@needs(Permission.READ_TEXT)
def show_document(name: str) -> Response:
    """A page of the documentation, as it is written."""
    found = documents().get(name)
    if found is None:
        raise Problem("unknown-address", Said("there is no {file}", file=name))
    return Response(found.read_text(encoding="utf-8"), media_type="text/plain")


@cache
def documents() -> dict[str, Path]:
    """The pages of the documentation by their names; none where the packages are installed without it."""
    return {path.name: path for path in sorted((Path(__file__).parents[2] / DOCS).glob("*.md"))}


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
