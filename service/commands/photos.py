"""Photos as people name them to a command: files, and folders of files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.commands import Mendable, of_disk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""How the names of photos end."""


def listed(photos: Iterable[Path]) -> Iterator[Path]:
    """The files in the order given, in the place of a folder the photos in it by their names. Raises `Mendable`."""
    for path in photos:
        if not path.is_dir():
            yield path
            continue
        try:
            inside = sorted(each for each in path.iterdir() if each.suffix.lower() in SUFFIXES and each.is_file())
        except OSError as wrong:
            raise Mendable(of_disk(wrong, path, "opened")) from None
        if not inside:
            raise Mendable(f"{path} holds no pictures; give a folder with {', '.join(sorted(SUFFIXES))} files")
        yield from inside
