"""An enrolled deck: what its cards look like, as one frozen value and one file."""

from __future__ import annotations

import io
import math
import zipfile
import zlib
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.said import Said

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

FORMAT: Final = "tableside/deck@1"
FACE_WIDTH: Final = 64
"""Width of an enrolled face, px."""
FINE_WIDTH: Final = 256
"""Width of a fine face at most, px."""
MOST_FINE: Final = 40 * 2**20
"""What the fine faces of a deck take at most, bytes."""
MOST_BYTES: Final = 64 * 2**20
"""What the arrays of a deck's file may take unpacked."""
MOST_CARDS: Final = 2000
DAMAGED: Final = (
    *(zipfile.BadZipFile, zlib.error, ValueError, EOFError, RuntimeError),
    *(MemoryError, OverflowError, SyntaxError, TypeError, KeyError, IndexError),
)
"""What reading an archive raises that is damaged, is said to be encrypted or asks for what zipfile cannot do."""
PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The ways NumPy packs arrays; other ways fail on damage with errors of their own."""
LEAST_ASPECT, MOST_ASPECT = 0.95, 2.5
"""Bounds of a card's height over its width."""


class DeckError(ValueError):
    """A file or a set of arrays that is no deck; the message is one line."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The faces of a deck and their local features.

    - `labels`: N names; several faces may bear one.
    - `faces`: N×H×W×3 BGR uint8, upright, W = `FACE_WIDTH`, H = W · `aspect`.
    - `aspect`: height over width of a card.
    - `points`: M×4 float32, features: x 0 … 1 across, y 0 … `aspect` down, size (both in card widths), angle in rad.
    - `descriptors`: M×128 uint8, RootSIFT; `owners`: M int32, the face of each.
    - `fine`: the faces at the resolution of the photos, N×H×W×3, W at most `FINE_WIDTH`; none for decks of old files.

    Sources: D. Lowe, "Distinctive Image Features from Scale-Invariant Keypoints" (2004); R. Arandjelović and
    A. Zisserman, "Three things everyone should know to improve object retrieval" (2012) for RootSIFT.
    """

    labels: tuple[str, ...]
    faces: NDArray[np.uint8]
    aspect: float
    points: NDArray[np.float32]
    descriptors: NDArray[np.uint8]
    owners: NDArray[np.int32]
    name: str = field(default="deck")
    fine: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0, 0, 3), np.uint8))

    def __post_init__(self) -> None:
        check(self)
        for each in (self.faces, self.points, self.descriptors, self.owners, self.fine):
            each.setflags(write=False)

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return f"<Deck {self.name!r}: {len(self)} faces, {len(self.points)} features>"

    def save(self, path: Path) -> None:
        """Write the deck as one `.npz`; the same deck gives the same bytes. Raises `OSError`."""
        arrays: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        arrays["labels"] = np.array(self.labels, dtype=np.str_)
        arrays["name"] = np.array(self.name, dtype=np.str_)
        arrays["aspect"] = np.array(self.aspect, dtype=np.float64)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in {"format": np.array(FORMAT, dtype=np.str_), **arrays}.items():
                one = io.BytesIO()
                np.lib.format.write_array(one, array, allow_pickle=False)
                archive.writestr(zipfile.ZipInfo(f"{name}.npy"), one.getvalue(), zipfile.ZIP_DEFLATED)
        unfinished = path.with_name(path.name + ".part")
        unfinished.write_bytes(packed.getvalue())
        unfinished.replace(path)


def load_deck(path: Path) -> Deck:
    """The deck in a file that `Deck.save` wrote; `DeckError`, in one line, where there is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(each.file_size for each in archive.infolist()) > MOST_BYTES:
                raise DeckError(f"{path} unpacks to more than {MOST_BYTES // 2**20} MiB; that is no deck")
            if any(each.compress_type not in PACKINGS for each in archive.infolist()):
                raise DeckError(f"{path} is no deck: it is packed in another way")
            arrays = {each.filename.removesuffix(".npy"): _array(archive.read(each)) for each in archive.infolist()}
    except OSError as wrong:
        raise DeckError(f"{path} cannot be read: {wrong.strerror or wrong}") from None
    except DAMAGED as wrong:
        if isinstance(wrong, DeckError):
            raise
        raise DeckError(f"{path} is no deck: {wrong}") from None
    needed = {"format", *(each.name for each in fields(Deck))} - {"fine"}
    if not needed <= set(arrays) or str(arrays["format"]) != FORMAT:
        raise DeckError(f"{path} is no deck of the form {FORMAT!r}")
    try:
        return Deck(
            labels=tuple(str(each) for each in arrays["labels"]),
            faces=arrays["faces"],
            aspect=float(arrays["aspect"]),
            points=arrays["points"],
            descriptors=arrays["descriptors"],
            owners=arrays["owners"],
            name=str(arrays["name"]),
            **({"fine": arrays["fine"]} if "fine" in arrays else {}),
        )
    except (DeckError, TypeError, ValueError) as wrong:
        raise DeckError(f"{path} is no deck: {wrong}") from None


def check(deck: Deck) -> None:
    """Raise `DeckError` unless the arrays have the shapes and kinds that `Deck` promises."""
    count = len(deck.labels)
    if not 1 <= count <= MOST_CARDS:
        raise DeckError(Said("a deck has 1 to {most} faces, not {many}", most=MOST_CARDS, many=count))
    if not LEAST_ASPECT <= deck.aspect <= MOST_ASPECT:
        raise DeckError(f"a card is {LEAST_ASPECT} to {MOST_ASPECT} times as high as wide, not {deck.aspect:.2f}")
    points = len(deck.points)
    expected: dict[str, tuple[NDArray[Any], Any, tuple[int, ...]]] = {
        "faces": (deck.faces, np.uint8, (count, face_height(deck.aspect), FACE_WIDTH, 3)),
        "points": (deck.points, np.float32, (points, 4)),
        "descriptors": (deck.descriptors, np.uint8, (points, 128)),
        "owners": (deck.owners, np.int32, (points,)),
    }
    for name, (array, kind, shape) in expected.items():
        if array.dtype != kind or array.shape != shape:
            raise DeckError(f"{name}: expected {np.dtype(kind).name} {shape}, got {array.dtype.name} {array.shape}")
    if len(deck.fine) and (deck.fine.dtype != np.uint8 or deck.fine.shape[0] != count or deck.fine.shape[3:] != (3,)):
        raise DeckError(f"fine: expected uint8 ({count}, height, width, 3), got {deck.fine.dtype} {deck.fine.shape}")
    if points and not (int(deck.owners.min()) >= 0 and int(deck.owners.max()) < count):
        raise DeckError(f"owners: expected faces 0 to {count - 1}")
    if not np.isfinite(deck.points).all():
        raise DeckError("points: expected finite numbers")


def face_height(aspect: float) -> int:
    """Height of an enrolled face, px."""
    return round(FACE_WIDTH * aspect)


def fine_width(count: int, width: float, aspect: float) -> int:
    """Width of fine faces, px, for so many cards that photos show so many px wide."""
    room = float(np.sqrt(MOST_FINE / (3 * max(count, 1) * aspect)))
    return int(max(FACE_WIDTH, min(width, FINE_WIDTH, room)))


def _array(data: bytes) -> NDArray[Any]:
    """An array as NumPy writes it; `ValueError` where it claims more than there is, before anything is made of it."""
    file = io.BytesIO(data)
    version = np.lib.format.read_magic(file)
    if version not in _HEADS:
        raise ValueError(f"arrays of the form {version[0]}.{version[1]} are not read")
    shape, _, kind = _HEADS[version](file)
    if kind.hasobject or math.prod(shape) * kind.itemsize != len(data) - file.tell():
        raise ValueError(f"an array claims to be {shape} of {kind}, which is not what its file holds")
    file.seek(0)
    return np.asarray(np.lib.format.read_array(file, allow_pickle=False))


_HEADS: Final = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
