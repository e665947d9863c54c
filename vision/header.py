"""What a picture or a film says of itself before it is decoded, and what is refused by that alone.

A decoder takes memory for the size that a file claims, and time for every scan that it has. So both are looked at
first. Each check gives one line that says what to do, empty where nothing is wrong.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.settings import PhotoLimits

_IN_A_SCAN: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""The next marker after the data of a scan: neither a stuffed zero, nor filling, nor a restart."""
_SOS, _EOI = 0xDA, 0xD9
_BARE: Final = frozenset({0x01, 0xD8, *range(0xD0, 0xD8)})
"""Markers without a length."""
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_STREAMED: Final = frozenset({0xC0, 0xC1})
"""Frames of a JPEG that are decoded row by row, where one scan has all components."""
MOST_PARTS: Final = 4096
"""So many parts of a JPEG are gone through; a camera writes some dozens."""
PICTURE: Final = "picture"
FILM: Final = "film"


@dataclass(frozen=True, slots=True)
class Scans:
    """The scans of a JPEG: how many there are, and whether all is decoded row by row in one of them.

    Otherwise the decoder holds the coefficients of the whole picture in memory, whatever scale is asked for.
    """

    count: int
    streamed: bool


def too_large(width: int, height: int, limits: PhotoLimits, which: str = PICTURE) -> str:
    """Why a picture of this size, or a film of such, is not decoded."""
    if width * height <= limits.max_pixels and max(width, height) <= limits.max_side:
        return ""
    return Said(
        "{width}×{height} pixels; at most {many} megapixels and {most} on a side are read: make the {which} smaller",
        **{"width": width, "height": height, "which": which},
        **{"many": f"{limits.max_pixels / 1e6:.0f}", "most": limits.max_side},
    )


def misshapen(width: int, height: int, limits: PhotoLimits, which: str = PICTURE) -> str:
    """Why nothing could be read in a picture of this shape."""
    if min(width, height) < limits.min_side:
        form = "{width}×{height} pixels; a side has at least {need}: send a larger {which}"
        return Said(form, width=width, height=height, need=limits.min_side, which=which)
    if max(width, height) > limits.max_proportion * min(width, height):
        return Said(
            "{width}×{height} pixels; a side is at most {most} times as long as the other: "
            "send the whole {which} of the table",
            **{"width": width, "height": height, "most": f"{limits.max_proportion:g}", "which": which},
        )
    return ""


def refused(width: int, height: int, limits: PhotoLimits, which: str = PICTURE) -> str:
    """Why frames of this size are not taken."""
    return too_large(width, height, limits, which) or misshapen(width, height, limits, which)


def scans_of(data: bytes) -> Scans:
    """The scans of a JPEG by its markers; of a damaged one those before the damage, which its decoder names."""
    count, components, streamed = 0, 0, True
    for number, (marker, start) in enumerate(_parts(data), start=1):
        if number > MOST_PARTS:
            return Scans(number, streamed=False)
        if marker in _FRAMES:
            streamed = marker in _STREAMED
            components = data[start + 7] if start + 7 < len(data) else 0
        elif marker == _SOS:
            count += 1
            streamed = streamed and count == 1 and start + 2 < len(data) and data[start + 2] == components
    return Scans(count, streamed)


def _parts(data: bytes) -> Iterator[tuple[int, int]]:
    """The markers of a JPEG, each with the place after it, where its length stands."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at = _not_filling(data, at)
            continue
        if marker == _EOI:
            return
        yield marker, at + 2
        at += 2
        if marker in _BARE:
            continue
        at += struct.unpack_from(">H", data, at)[0]
        if marker == _SOS:
            found = _IN_A_SCAN.search(data, at)
            if found is None:
                return
            at = found.start()


_FILLING: Final = re.compile(rb"\xff+")


def _not_filling(data: bytes, at: int) -> int:
    """The last of the bytes that fill the space before a marker."""
    found = _FILLING.match(data, at)
    assert found is not None, "it was looked at"
    return found.end() - 1
