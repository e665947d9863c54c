"""The user's own pieces that rulings rest on, by their SHA-256: they may be enrolled anew, or not be named any more."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.said import Said
from service.disputes.dossier import sha256
from service.enrolled import NoneEnrolled
from service.store.pictures import write_whole
from service.store.store import StoreFull

if TYPE_CHECKING:
    from pathlib import Path

PIECES: Final = "own"
"""The folder in the data folder."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The files of own pieces in a folder; each is written whole or not at all."""

    folder: Path

    def keep(self, own: Path | None) -> Path | None:
        """The copy of a file, with which a ruling is to be made.

        Raises `NoneEnrolled` where the file cannot be read, `StoreFull` where it cannot be kept.
        """
        if own is None:
            return None
        try:
            data = own.read_bytes()
        except OSError as wrong:
            raise NoneEnrolled(f"{own} cannot be read: {wrong.strerror or wrong}") from wrong
        kept = self.folder / f"{sha256(data)}{own.suffix}"
        try:
            if self.load(kept.stem) is None:
                write_whole(kept, data)
        except OSError as wrong:
            raise StoreFull(
                Said("{what} cannot be kept with the ruling: {why}", what=own, why=wrong.strerror or wrong)
            ) from wrong
        return kept

    def load(self, digest: str | None) -> bytes | None:
        """The file of that SHA-256; None where there is none, or it is not what it was."""
        for file in self.folder.glob(f"{digest}.*"):
            with suppress(OSError):
                if sha256(data := file.read_bytes()) == digest:
                    return data
        return None
