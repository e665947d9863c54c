"""What frames come from: a camera by its number, a video, a folder of pictures, an address, a phone.

SourceError    nothing can be seen there: mend what the message names (exit code 2)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from engine.said import Said

if TYPE_CHECKING:
    from service.phone.inbox import Inbox

Kind: TypeAlias = Literal["camera", "video", "pictures", "address", "phone"]

PHONE: Final = "phone"
"""The name of a phone's camera."""

UNPLAYABLE: Final = "{source} cannot be played: it is no film that can be read; give another (MP4, MKV, WebM or AVI)"
"""What is said of a video of which no frame can be read."""

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
    inbox: Inbox | None = field(default=None, compare=False, repr=False)
    """Where a phone's pictures come in."""

    @property
    def live(self) -> bool:
        """Whether it is a camera, which may come back, and not a file, which ends."""
        return self.kind in ("camera", "address", "phone")

    def __str__(self) -> str:
        """Its name as every page may show it: without folders of this machine, users and passwords."""
        if self.kind == "phone":
            return "the phone"
        if self.kind == "camera":
            return Said("camera {number}", number=self.name)
        if self.kind == "address":
            return _public(self.name)
        name = Path(self.name).resolve().name or self.name
        if self.kind == "video":
            return Said("video {file}", file=name)
        return Said("picture {file}" if self.pictures == (self.name,) else "pictures in {file}", file=name)


def find_source(text: str) -> Source:
    """The source that a person named; `SourceError` if there is nothing of that name."""
    if text.isdecimal():
        return Source("camera", str(int(text)))
    if text == PHONE:
        from service.phone.inbox import Inbox

        return Source("phone", PHONE, inbox=Inbox())
    scheme, mark, _ = text.partition("://")
    if mark:
        if scheme.lower() not in ADDRESSES:
            raise SourceError(f"{text}: cannot watch {scheme}://; give one of {', '.join(ADDRESSES)}")
        try:
            _public(text)
        except ValueError as wrong:
            raise SourceError(Said("{what}: that is no address ({why})", what=text, why=wrong)) from None
        return Source("address", text)
    try:
        return _file(text)
    except OSError as wrong:
        raise SourceError(f"{text}: cannot be opened: {wrong.strerror or wrong}; check the name") from None


def _file(text: str) -> Source:
    path = Path(text)
    if path.is_dir():
        pictures = sorted(str(p) for p in path.iterdir() if p.suffix.lower() in PICTURES and p.is_file())
        if not pictures:
            raise SourceError(f"{text}: the folder has no pictures; put some there ({', '.join(sorted(PICTURES))})")
        return Source("pictures", text, tuple(pictures))
    if not path.is_file():
        raise SourceError(f"{text}: there is no such file or folder; give a camera’s number, a file, a folder or a URL")
    if path.suffix.lower() in PICTURES:
        return Source("pictures", text, (text,))
    return Source("video", text)


def _public(address: str) -> str:
    """The address without what only its owner should know."""
    parts = urlsplit(address)
    _, user, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{'…@' if user else ''}{host}{parts.path}{'?…' if parts.query else ''}"
