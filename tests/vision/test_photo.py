"""Photos of every kind are opened; what is none is refused in one line."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision import NotAPicture, Photo, PhotoEmpty, PhotoError, PhotoMissing, PictureBroken, PictureTooLarge, load
from vision.settings import PhotoLimits


def picture(mode: str = "RGB", kind: str = "PNG", size: tuple[int, int] = (60, 40), **extra: object) -> bytes:
    rng = np.random.default_rng(1)
    image = Image.fromarray(rng.integers(0, 255, (size[1], size[0], 3), dtype=np.uint8)).convert(mode)
    out = io.BytesIO()
    image.save(out, kind, **extra)
    return out.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A valid header of a huge PNG with next to no data."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(100_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("RGB", "JPEG"), ("L", "JPEG"), ("CMYK", "JPEG"),
        ("RGB", "PNG"), ("L", "PNG"), ("1", "PNG"), ("P", "PNG"), ("RGBA", "PNG"), ("LA", "PNG"),
        ("RGB", "WEBP"), ("RGB", "BMP"), ("RGB", "TIFF"), ("CMYK", "TIFF"),
    ],
)  # fmt: skip
def test_every_kind_of_picture_becomes_bgr(mode: str, kind: str) -> None:
    photo = load(picture(mode, kind))
    assert photo.pixels.shape == (40, 60, 3)
    assert photo.pixels.dtype == np.uint8


@pytest.mark.parametrize("dtype", [np.uint16, np.int32, np.float32])
def test_deep_greys_keep_their_range(dtype: type) -> None:
    deep = np.linspace(0, 65535, 60 * 40).reshape(40, 60).astype(dtype)
    out = io.BytesIO()
    Image.fromarray(deep).save(out, "TIFF")
    pixels = load(out.getvalue()).pixels
    assert pixels[0, 0, 0] <= 1
    assert pixels[-1, -1, 0] >= 254


def test_a_grey_that_is_no_number_at_all_is_dark() -> None:
    deep = np.linspace(0, 1, 60 * 40, dtype=np.float32).reshape(40, 60)
    deep.view(np.uint32)[0, :3] = 0x7F800001, 0x7FC00000, 0x7F800000  # a signalling NaN, a quiet one, and infinity
    out = io.BytesIO()
    Image.fromarray(deep).save(out, "TIFF")
    pixels = load(out.getvalue()).pixels
    assert (pixels[0, :3] == 0).all()
    assert pixels[-1, -1, 0] >= 254


def test_sixteen_bit_png() -> None:
    out = io.BytesIO()
    Image.fromarray(np.full((18, 19), 32768, np.uint16)).save(out, "PNG")
    assert (load(out.getvalue()).pixels == 128).all()


def test_colours_are_blue_green_red() -> None:
    out = io.BytesIO()
    Image.new("RGB", (16, 16), (250, 120, 10)).save(out, "PNG")
    assert load(out.getvalue()).pixels[0, 0].tolist() == [10, 120, 250]


def test_a_turned_photo_is_set_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = load(picture(kind="JPEG", exif=exif.tobytes()))
    assert (photo.width, photo.height) == (40, 60)


CASES: list[tuple[str, bytes, type[PhotoError]]] = [
    ("empty", b"", PhotoEmpty),
    ("text", b"these are no pixels", NotAPicture),
    ("a format that is not read", picture(kind="GIF"), NotAPicture),
    ("truncated JPEG", picture(kind="JPEG")[:900], PictureBroken),
    ("truncated PNG", picture()[:2000], PictureBroken),
    ("a PNG with a damaged header", picture()[:20] + b"\xff" * 400, PhotoError),
    ("30,000 by 30,000 pixels", bomb(30_000, 30_000), PictureTooLarge),
    ("wider than any camera's", bomb(60_000, 10), PictureTooLarge),
    ("between Pillow's own limits", bomb(10_000, 10_000), PictureTooLarge),
]


@pytest.mark.parametrize(("data", "error"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_bad_picture_is_one_clear_line(data: bytes, error: type[PhotoError]) -> None:
    with pytest.raises(error) as caught:
        load(data)
    message = str(caught.value)
    assert message
    assert "\n" not in message


def test_the_limits_are_settings() -> None:
    data = picture()
    assert load(data, PhotoLimits(max_pixels=2400)).width == 60
    with pytest.raises(PictureTooLarge):
        load(data, PhotoLimits(max_pixels=2399))
    with pytest.raises(PictureTooLarge):
        load(data, PhotoLimits(max_bytes=len(data) - 1))


def test_a_file_that_is_not_there_or_too_large(tmp_path: Path) -> None:
    with pytest.raises(PhotoMissing, match="check the name"):
        load(tmp_path / "none.jpg")
    with pytest.raises(PhotoMissing):
        load(tmp_path)
    large = tmp_path / "large.png"
    large.write_bytes(picture())
    with pytest.raises(PictureTooLarge):
        load(large, PhotoLimits(max_bytes=10))


def test_the_hash_is_that_of_the_bytes_given(tmp_path: Path) -> None:
    data = picture()
    (tmp_path / "a.png").write_bytes(data)
    assert load(data).sha256 == load(str(tmp_path / "a.png")).sha256
    assert len(load(data).sha256) == 64


def test_a_frame_must_be_a_picture() -> None:
    assert Photo.from_frame(np.zeros((4, 5, 3), np.uint8)).width == 5
    with pytest.raises(ValueError, match="H×W×3"):
        Photo.from_frame(np.zeros((4, 5), np.uint8))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
def test_a_file_without_an_end_is_too_large() -> None:
    with pytest.raises(PictureTooLarge):
        load("/dev/zero", PhotoLimits(max_bytes=1000))
