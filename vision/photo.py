"""A photo from disk or wire: looked at before it is decoded, turned upright, always BGR.

    PhotoError
    ├── PhotoMissing      the file cannot be opened
    ├── PhotoEmpty        there is not one byte
    ├── NotAPicture       in no format that is read here
    ├── PictureTooLarge   more bytes or pixels than the limits allow
    └── PictureBroken     starts like a picture, but is truncated or damaged

Every message is one line that says what to do.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.settings import PHOTO_LIMITS, PhotoLimits

if TYPE_CHECKING:
    from numpy.typing import NDArray

Picture: TypeAlias = "NDArray[np.uint8]"
"""H×W×3, blue green red."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
_FORMAT_NAMES: Final = "JPEG, PNG, WebP, BMP or TIFF"
_DAMAGE: Final = (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error)


class PhotoError(ValueError):
    """A photo that cannot be read; what a person can mend."""


class PhotoMissing(PhotoError):  # noqa: N818 - the name says the state, as the others of the tree do
    """The file is not there or may not be opened."""


class PhotoEmpty(PhotoError):  # noqa: N818
    """Nothing at all."""


class NotAPicture(PhotoError):  # noqa: N818
    """No picture, or one in a format that is not read."""


class PictureTooLarge(PhotoError):  # noqa: N818
    """More bytes or pixels than the limits allow; it was not decoded."""


class PictureBroken(PhotoError):  # noqa: N818
    """A picture that ends too early or is damaged inside."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo, upright.

    `pixels` is H×W×3 uint8, blue green red; `sha256` is that of the bytes as given, before any decoding.
    """

    pixels: Picture
    sha256: str

    @property
    def width(self) -> int:
        """Pixels across."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Pixels down."""
        return int(self.pixels.shape[0])

    @classmethod
    def from_frame(cls, pixels: Picture) -> Photo:
        """A camera frame, H×W×3 uint8 BGR; its `sha256` is that of the raw pixels."""
        if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
            raise ValueError(f"a frame is H×W×3 uint8; got {pixels.shape} {pixels.dtype}")
        return cls(pixels, hashlib.sha256(np.ascontiguousarray(pixels).reshape(-1).data).hexdigest())


def load(source: str | Path | bytes, limits: PhotoLimits = PHOTO_LIMITS) -> Photo:
    """The photo in a file, or in the bytes of one; a `PhotoError` says why there is none."""
    data = source if isinstance(source, bytes) else _contents(Path(source), limits)
    if not data:
        raise PhotoEmpty("the picture is empty: take or save it again")
    if len(data) > limits.max_bytes:
        raise PictureTooLarge(_too_many_bytes(len(data), limits))
    return Photo(_decode(data, limits), hashlib.sha256(data).hexdigest())


def _contents(path: Path, limits: PhotoLimits) -> bytes:
    try:
        size = path.stat().st_size
        if size > limits.max_bytes:
            raise PictureTooLarge(_too_many_bytes(size, limits))
        with path.open("rb") as file:
            return file.read(limits.max_bytes + 1)  # what is no file of a known size may have no end
    except OSError as error:
        raise PhotoMissing(f"cannot open {path}: {error.strerror or error}; check the name") from error


def _decode(data: bytes, limits: PhotoLimits) -> Picture:
    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError as error:
        raise NotAPicture(f"not a picture that can be read: save it as {_FORMAT_NAMES}") from error
    # Warnings may have been made errors by the caller.
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PictureTooLarge(
            f"more than {limits.max_pixels / 1e6:.0f} megapixels: make the picture smaller"
        ) from error
    except _DAMAGE as error:
        raise PictureBroken("the picture is damaged: save or send it again") from error
    with picture:
        width, height = picture.size
        if width * height > limits.max_pixels or max(width, height) > limits.max_side:
            raise PictureTooLarge(
                f"{width}×{height} pixels; at most {limits.max_pixels / 1e6:.0f} megapixels and "
                f"{limits.max_side} on a side are read: make the picture smaller"
            )
        try:
            picture.load()
            upright = ImageOps.exif_transpose(picture)
            return _bgr(upright)
        except _DAMAGE as error:
            raise PictureBroken("the picture is truncated or damaged: save or send it again") from error


def _bgr(picture: Image.Image) -> Picture:
    if picture.mode.startswith("I;16"):
        values = np.asarray(picture, dtype=np.uint16)
        picture = Image.fromarray((values >> 8).astype(np.uint8))
    elif picture.mode in {"I", "F"}:
        deep = np.asarray(picture, dtype=np.float64)
        # 32-bit greys have no fixed white, so the brightest value becomes white.
        deep = np.nan_to_num(deep) * (255.0 / max(float(np.nanmax(deep)), 1.0))
        picture = Image.fromarray(np.clip(deep, 0, 255).astype(np.uint8))
    if picture.mode in {"RGBA", "LA", "PA", "La", "RGBa"} or "transparency" in picture.info:
        clear = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
    rgb = np.asarray(picture.convert("RGB"), dtype=np.uint8)
    return np.ascontiguousarray(rgb[:, :, ::-1])


def _too_many_bytes(size: int, limits: PhotoLimits) -> str:
    return f"{size / 2**20:.1f} MiB; at most {limits.max_bytes / 2**20:.0f} MiB are read: make the picture smaller"
