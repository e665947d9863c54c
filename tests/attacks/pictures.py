"""Pictures that mean no good, made small: each is a few bytes that ask for much, or of a shape that no camera has."""

from __future__ import annotations

import io
import struct
import zlib
from functools import partial

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


def hostile():
    """Many pictures by name, each of which asks for much or is of an odd shape; made when they are asked for."""
    for some in (_of_many_shapes, _of_many_modes, _of_many_scans, _of_next_to_nothing, _with_bombs):
        yield from some()


def _of_many_shapes():
    kinds = {"JPEG": {}, "PNG": {}, "WEBP": {"lossless": True}, "BMP": {}, "TIFF": {"compression": "tiff_deflate"}}
    for kind, how in kinds.items():
        for width, height in SHAPES:
            bare = kind == "BMP" and width * height > 8e6  # its bytes are its pixels: it is refused as too large
            if not bare and not (kind == "WEBP" and max(width, height) > 16_000):
                yield f"{kind} {width}×{height}", partial(flat, width, height, kind, **how)


def _of_many_modes():
    for mode in ("L", "RGBA", "P", "1", "I", "F", "CMYK", "LA"):
        for kind in ("PNG", "TIFF")[mode in {"I", "F", "CMYK"} :]:
            for side in (4000, 8000):
                yield f"{kind} {mode} {side}×{side}", partial(flat, side, side, kind, mode)


def _of_many_scans():
    for side in (64, 1000, 4000, 8000):
        for count in (1, 10, 21, 40, 300):
            yield f"{count} more scans of {side}×{side}", partial(scans, side, side, count)


def _of_next_to_nothing():
    body = zlib.compress(bytes(9000))
    for side in (100, 2000, 8000, 30_000):
        for bits, colour in ((1, 0), (8, 0), (16, 0), (8, 2), (16, 2), (8, 3), (8, 4), (16, 6)):
            for interlaced in (0, 1):
                name = f"PNG of {side}×{side}, {bits} bits, colour {colour}, interlaced {interlaced}, nearly empty"
                how = {"bits": bits, "colour": colour, "interlaced": interlaced, "body": body}
                yield name, partial(png, side, side, **how)


def _with_bombs():
    for size in (10**6, 10**8):
        yield f"text that unpacks to {size}", lambda n=size: png(64, 64, before=bomb_text(n))
        yield f"profile that unpacks to {size}", lambda n=size: png(64, 64, before=bomb_profile(n))
    yield "a JPEG of nothing but filling", lambda: b"\xff\xd8" + b"\xff" * 10**6
    yield "a JPEG of empty parts", lambda: b"\xff\xd8" + b"\xff\xfe\x00\x02" * 10**6
    yield "a JPEG of restarts", lambda: flat(64, 64, "JPEG")[:-2] + b"\xff\xd0" * 10**6
    for name in ("GIF", "PPM", "ICO", "TGA", "SGI"):
        yield name, partial(flat, 64, 64, name)


SHAPES = [
    (width, height)
    for width in (1, 16, 64, 4000, 8000, 16_000)
    for height in (1, 16, 64, 4000, 8000, 16_000)
    if width * height <= 144_000_000
]
