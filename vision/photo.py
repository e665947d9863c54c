"""A photo from disk or wire: looked at before it is decoded, turned upright, always BGR.

    PhotoError
    ├── PhotoMissing      the file cannot be opened
    ├── PhotoEmpty        there is not one byte
    ├── NotAPicture       in no format that is read here
    ├── PictureTooLarge   more bytes, pixels or scans than the limits allow
    ├── PictureMisshapen  too small or too narrow to show a table
    └── PictureBroken     starts like a picture, but is truncated or damaged

Every message is one line that says what to do.
"""

from __future__ import annotations

import hashlib
import io
import math
import struct
import warnings
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from PIL import Image, UnidentifiedImageError

from engine.said import Said
from vision.header import misshapen, scans_of, too_large
from vision.settings import PHOTO_LIMITS, PhotoLimits

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Picture: TypeAlias = "NDArray[np.uint8]"
"""H×W×3, blue green red."""

warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")  # a stranger's file fills no log
_SPOKEN: Final = {"WEBP": "WebP"}
_WHOLE: Final = frozenset({"WEBP", "TIFF"})
"""Formats whose decoders hold the whole picture in memory, some of them more than once."""
_DEEP: Final = frozenset({"I", "F"})
ROWS: Final = 256
"""Rows that are converted at a time: a power of two, as every scale is."""
ORIENTATION: Final = 0x0112
"""The tag of EXIF that says how the camera was held."""
_TURNS: Final[dict[int, Callable[[NDArray[Any]], NDArray[Any]]]] = {
    2: np.fliplr,
    3: lambda pixels: np.rot90(pixels, 2),
    4: np.flipud,
    5: lambda pixels: np.swapaxes(pixels, 0, 1),
    6: lambda pixels: np.rot90(pixels, -1),
    7: lambda pixels: np.swapaxes(np.rot90(pixels, 2), 0, 1),
    8: np.rot90,
}
"""What sets a picture upright, by its orientation."""
_DAMAGE: Final = (
    *(OSError, SyntaxError, ValueError, TypeError, KeyError, EOFError, IndexError, OverflowError, RuntimeError),
    *(struct.error, zlib.error, MemoryError),
)
"""What Pillow's parsers raise of a damaged file; each of these was seen."""


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


class PictureMisshapen(PhotoError):  # noqa: N818
    """Too small or too narrow to show a table; it was not decoded."""


class PictureBroken(PhotoError):  # noqa: N818
    """A picture that ends too early or is damaged inside."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo, upright.

    `pixels` is H×W×3 uint8, blue green red; `sha256` is that of the bytes as given, before any decoding. A very large
    photo is decoded smaller: `taken` is then its own width and height, upright.
    """

    pixels: Picture
    sha256: str
    taken: tuple[int, int] | None = None

    @property
    def width(self) -> int:
        """Pixels across, as decoded."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Pixels down, as decoded."""
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
    check_size(data, limits)
    pixels, taken = _decode(data, limits)
    return Photo(pixels, hashlib.sha256(data).hexdigest(), taken)


def check_size(data: bytes, limits: PhotoLimits = PHOTO_LIMITS) -> None:
    """Raise `PhotoEmpty` or `PictureTooLarge` where there are too few or too many bytes."""
    if not data:
        raise PhotoEmpty("the picture is empty: take or save it again")
    if len(data) > limits.max_bytes:
        raise PictureTooLarge(_too_many_bytes(len(data), limits))


def _contents(path: Path, limits: PhotoLimits) -> bytes:
    try:
        size = path.stat().st_size
        if size > limits.max_bytes:
            raise PictureTooLarge(_too_many_bytes(size, limits))
        with path.open("rb") as file:
            return file.read(limits.max_bytes + 1)  # what is no file of a known size may have no end
    except OSError as error:
        raise PhotoMissing(Said("cannot be opened ({why}): check the name", why=error.strerror or error)) from error


def _decode(data: bytes, limits: PhotoLimits) -> tuple[Picture, tuple[int, int] | None]:
    """The pixels, and the picture's own size where they are fewer."""
    try:
        picture = Image.open(io.BytesIO(data), formats=limits.formats)
    except UnidentifiedImageError as error:
        raise NotAPicture(
            Said("not a picture that can be read: save it as {formats}", formats=_named(limits.formats))
        ) from error
    # Warnings may have been made errors by the caller.
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PictureTooLarge(
            Said("more than {most} megapixels: make the picture smaller", most=f"{limits.max_pixels / 1e6:.0f}")
        ) from error
    except _DAMAGE as error:
        raise PictureBroken("the picture is damaged: save or send it again") from error
    with picture:
        _check(picture, data, limits)
        try:
            return _pixels(picture, limits)
        except _DAMAGE as error:
            raise PictureBroken("the picture is truncated or damaged: save or send it again") from error


def _check(picture: Image.Image, data: bytes, limits: PhotoLimits) -> None:
    """Raise what stands against decoding a picture whose header was read."""
    if line := too_large(*picture.size, limits):
        raise PictureTooLarge(line)
    if line := misshapen(*picture.size, limits):
        raise PictureMisshapen(line)
    whole = picture.format in _WHOLE
    if picture.format in {"JPEG", "MPO"}:
        scans = scans_of(data)
        if scans.count > limits.max_scans:
            form = "the JPEG has {many} scans; at most {most} are read: save it as a plain JPEG"
            raise PictureTooLarge(Said(form, many=scans.count, most=limits.max_scans))
        whole = not scans.streamed
    if whole and math.prod(picture.size) > limits.max_whole_pixels:
        raise PictureTooLarge(
            Said(
                "{width}×{height} pixels; at most {most} megapixels are read in this format: "
                "make the picture smaller, or save it as a plain JPEG",
                **{"width": picture.width, "height": picture.height, "most": f"{limits.max_whole_pixels / 1e6:.0f}"},
            )
        )


def _pixels(picture: Image.Image, limits: PhotoLimits) -> tuple[Picture, tuple[int, int] | None]:
    """The pixels of a picture whose size was checked, no more of them than are to be decoded, upright."""
    width, height = picture.size
    scale = 1
    while width * height > limits.max_decoded_pixels * scale**2:
        scale *= 2
    if scale > 1:
        picture.draft(None, (math.ceil(width / scale), math.ceil(height / scale)))  # a JPEG alone does it
    picture.load()
    turn = _TURNS.get(picture.getexif().get(ORIENTATION, 1), np.asarray)
    pixels = np.ascontiguousarray(turn(_bgr(picture, round(scale * picture.width / width))))
    if scale == 1:
        return pixels, None
    turned = turn(np.broadcast_to(np.uint8(0), (height, width)))
    return pixels, (turned.shape[1], turned.shape[0])


def _bgr(picture: Image.Image, scale: int) -> Picture:
    """The pixels of a picture of any mode, on a side as many times fewer.

    A few rows are converted at a time: each step of a conversion copies what it is given.
    """
    width, height = picture.size
    pixels = np.empty((math.ceil(height / scale), math.ceil(width / scale), 3), np.uint8)
    white = _white(picture)
    for top in range(0, height, ROWS):
        rows = _rgb(picture.crop((0, top, width, min(top + ROWS, height))), white)
        small = np.asarray(rows.reduce(scale) if scale > 1 else rows)
        pixels[top // scale :][: len(small)] = small[:, :, ::-1]
    return pixels


def _rgb(rows: Image.Image, white: float) -> Image.Image:
    if rows.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(rows, dtype=np.uint16) >> 8).astype(np.uint8)).convert("RGB")
    if rows.mode in _DEEP:
        deep = _finite(rows) * (255.0 / white)
        return Image.fromarray(np.clip(deep, 0, 255).astype(np.uint8)).convert("RGB")
    if rows.mode in {"RGBA", "LA", "PA", "La", "RGBa"} or "transparency" in rows.info:
        clear = rows.convert("RGBA")
        rows = Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear)
    return rows.convert("RGB")


def _white(picture: Image.Image) -> float:
    """The brightest value of 32-bit greys, which have no fixed white; 255 of all else."""
    if picture.mode not in _DEEP:
        return 255.0
    width, height = picture.size
    tops = range(0, height, ROWS)
    parts = (_finite(picture.crop((0, top, width, min(top + ROWS, height)))) for top in tops)
    return max(1.0, *(float(part.max()) for part in parts))


def _finite(rows: Image.Image) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore"):  # a signalling NaN is none that matters
        return np.nan_to_num(np.asarray(rows, dtype=np.float64), posinf=0.0, neginf=0.0)


def _named(formats: tuple[str, ...]) -> str:
    """`JPEG, PNG or WebP`."""
    spoken = [_SPOKEN.get(name, name) for name in formats]
    return " or ".join([", ".join(spoken[:-1]), spoken[-1]]) if len(spoken) > 1 else spoken[0]


def _too_many_bytes(size: int, limits: PhotoLimits) -> str:
    form = "{many} MiB; at most {most} MiB are read: make the picture smaller"
    return Said(form, many=f"{size / 2**20:.1f}", most=f"{limits.max_bytes / 2**20:.0f}")
