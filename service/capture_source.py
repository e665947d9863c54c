"""What frames come from: a camera by its number, a video, a folder of pictures, an address.

SourceError    nothing can be seen there: mend what the message names (exit code 2)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["camera", "video", "pictures", "address"]

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
ADDRESSES: Final = ("rtsp", "rtsps", "http", "https")


class SourceError(ValueError):
    """A source that a person has to mend; the message is one line."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source that looks usable: its kind, what was named, and the pictures in their order for a folder."""

    kind: Kind
    name: str
    pictures: tuple[str, ...] = ()

    @property
    def live(self) -> bool:
        """Whether it is a camera, which may come back, and not a file, which ends."""
        return self.kind in ("camera", "address")

    def __str__(self) -> str:
        words = {"camera": "camera {}", "video": "video {}", "pictures": "pictures in {}", "address": "{}"}
        return words[self.kind].format(re.sub(r"//[^/@]*@", "//…@", self.name))


def find_source(text: str) -> Source:
    """The source that a person named; `SourceError` if there is nothing of that name."""
    if text.isdecimal():
        return Source("camera", str(int(text)))
    scheme, mark, _ = text.partition("://")
    if mark:
        if scheme.lower() not in ADDRESSES:
            raise SourceError(f"{text}: cannot watch {scheme}://; give one of {', '.join(ADDRESSES)}")
        return Source("address", text)
    path = Path(text)
    if path.is_dir():
        pictures = sorted(str(p) for p in path.iterdir() if p.suffix.lower() in PICTURES and p.is_file())
        if not pictures:
            raise SourceError(f"{text}: the folder has no pictures; put some there ({', '.join(sorted(PICTURES))})")
        return Source("pictures", text, tuple(pictures))
    if not path.is_file():
        raise SourceError(f"{text}: there is no such file or folder; give a camera's number, a file, a folder or a URL")
    if path.suffix.lower() in PICTURES:
        return Source("pictures", text, (text,))
    return Source("video", text)
