"""Vectors put together from parts: a part is a few numbers of 16 bits as bytes, so that it can be kept and joined.

NumPy takes twice as long to read a list of numbers.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

KEPT: Final = 4096
"""How many parts of a kind an encoding keeps."""
_BYTE: Final = 8


def part(values: Sequence[int]) -> bytes:
    """The part that holds these numbers."""
    return struct.pack(f"{len(values)}h", *values)


def bits(held: int, count: int) -> bytes:
    """The part with a 1 for each of the lowest `count` bits that is set, and a 0 for the others."""
    spread = [_SPREAD[byte] for byte in held.to_bytes(-(-count // _BYTE), "little")]
    return b"".join(spread)[: count * np.dtype(np.int16).itemsize]


_SPREAD: Final = tuple(part([byte >> bit & 1 for bit in range(_BYTE)]) for byte in range(1 << _BYTE))


def vector(parts: Iterable[bytes]) -> NDArray[np.int16]:
    """The parts one after the other, in an array of its own."""
    return np.frombuffer(bytearray(b"".join(parts)), np.int16)
