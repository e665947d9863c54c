"""Pictures for tests, drawn here: one domino on green, and pictures that are none."""

import struct
import zlib

import cv2
import numpy as np

SPOTS = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
}
HALF = 90


def domino(first=3, second=5):
    """480×640×3 BGR: one tile that lies straight."""
    picture = np.full((480, 640, 3), (60, 110, 50), np.uint8)
    left, top = 320 - HALF, 240 - HALF // 2
    cv2.rectangle(picture, (left, top), (left + 2 * HALF, top + HALF), (235, 245, 250), -1)
    cv2.line(picture, (320, top + 8), (320, top + HALF - 8), (30, 30, 30), 3, cv2.LINE_AA)
    for half, number in enumerate((first, second)):
        for dx, dy in SPOTS[number]:
            centre = (left + HALF // 2 + half * HALF + 25 * dx, 240 + 25 * dy)
            cv2.circle(picture, centre, 8, (20, 20, 20), -1, cv2.LINE_AA)
    return picture


def encoded(picture, suffix=".png"):
    """The bytes of a file of that kind."""
    done, data = cv2.imencode(suffix, picture)
    assert done
    return data.tobytes()


def bomb(side=30_000):
    """A PNG of side×side pixels that is about 100 KB."""
    packer = zlib.compressobj(9)
    row = b"\0" * (side // 8 + 2)
    data = packer.compress(row * side) + packer.flush()
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", data), (b"IEND", b"")]
    parts = [
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def odd_photos():
    """A CMYK, a 16-bit and a turned photo of the tile by their names, as Pillow writes them."""
    import io

    from PIL import Image

    rgb = Image.fromarray(cv2.cvtColor(domino(), cv2.COLOR_BGR2RGB))
    grey = np.asarray(rgb.convert("L"), np.uint16) * 257
    exif = Image.Exif()
    exif[0x0112] = 6
    made = {}
    for name, image, kind, more in (
        ("cmyk.jpg", rgb.convert("CMYK"), "JPEG", {}),
        ("deep.png", Image.fromarray(grey), "PNG", {}),
        ("turned.jpg", rgb, "JPEG", {"exif": exif, "quality": 95}),
    ):
        stream = io.BytesIO()
        image.save(stream, kind, **more)
        made[name] = stream.getvalue()
    return made
