"""Pictures that mean no good, made small: each is a few bytes that ask for much, or of a shape that no camera has."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
from PIL import Image

GREY = (90, 120, 60)


def flat(width, height, kind, mode="RGB", **how):
    """A picture of one colour; it packs to nearly nothing."""
    Image.MAX_IMAGE_PIXELS, before = None, Image.MAX_IMAGE_PIXELS
    try:
        colour = {"RGB": GREY, "L": 90, "RGBA": (*GREY, 128), "CMYK": (9, 8, 7, 6), "P": 3, "F": 0.5, "I": 7, "1": 1}
        packed = io.BytesIO()
        Image.new(mode, (width, height), colour.get(mode, 9)).save(packed, kind, **how)
    finally:
        Image.MAX_IMAGE_PIXELS = before
    return packed.getvalue()


def scans(width, height, count):
    """A progressive JPEG whose last scan is there again and again: every one goes over all pixels."""
    whole = flat(width, height, "JPEG", progressive=True, quality=60)
    last = whole.rindex(b"\xff\xda")
    tail = whole[last:-2]
    return whole[:-2] + tail * count + whole[-2:]


def noise(width, height, kind, seed=1, **how):
    """A picture that packs to no less than it is."""
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    packed = io.BytesIO()
    Image.fromarray(pixels).save(packed, kind, **how)
    return packed.getvalue()


def chunk(name, data):
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, *, bits=8, colour=2, interlaced=0, body=b"", before=b""):
    """A PNG that claims a size; its rows are zeros, or `body`."""
    row = 1 + (width * bits * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour] + 7) // 8
    head = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, interlaced)
    if not body:
        packer = zlib.compressobj(9)
        rows = [packer.compress(bytes(row)) for _ in range(height)]
        body = b"".join(rows) + packer.flush()
    palette = chunk(b"PLTE", bytes(range(9))) if colour == 3 else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + before + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def bomb_text(size):
    """A compressed text chunk that unpacks to `size` bytes."""
    return chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(size), 9))


def bomb_profile(size):
    """A colour profile that unpacks to `size` bytes."""
    return chunk(b"iCCP", b"profile\0\0" + zlib.compress(bytes(size), 9))
