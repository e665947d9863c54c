"""Who may read the files of the data folder: their owner alone. Looked at whenever a store is opened."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
BINARY: Final = getattr(os, "O_BINARY", 0)
"""What a file of bytes is opened with, where the system would else take it for text."""
OURS: Final = (
    "tableside.db",
    "tableside.db-wal",
    "tableside.db-shm",
    "bundles.key",
    "network-key.pem",
    "network-key.lock",
    "hub.json",
)
"""Files that tell of games, sign rulings or speak for this machine."""
FOLDERS: Final = ("evidence", "followed", "keys")
"""Folders of pictures, of locks, and of keys that were used before."""
SHOWN: Final = ("network-certificate.pem", "lens.json", "regions.json", "decks", "stones", "dominoes")
"""What commands may have put there before the first store was opened: it tells nothing that is secret."""


class NotOurs(OSError):  # noqa: N818 - reads as the sentence it is
    """A file that others may read, and that we may not close; the text is one line that says what to do."""


def close_to_others(folder: Path) -> None:
    """Make the data folder, or see that nobody but its owner reads what it holds. Raises `OSError` and `NotOurs`.

    A folder that somebody named and that has other things in it stays as open as it is; its files of ours do not.
    """
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
    names = {path.name for path in folder.iterdir()}
    if names <= {*OURS, *FOLDERS, *SHOWN} or OURS[0] in names:
        _close(folder, 0o700)
    for name in FOLDERS:
        if name in names:
            _close(folder / name, 0o700)
    for name in OURS:
        if name in names and (folder / name).is_file():
            _close(folder / name, 0o600)


def private_file(path: Path) -> None:
    """Make an empty file that only its owner reads, where there is none: SQLite writes into it as it is."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))


def _close(path: Path, mode: int) -> None:
    found = path.stat()
    if not stat.S_IMODE(found.st_mode) & OTHERS or found.st_mode & stat.S_ISVTX:
        return
    try:
        path.chmod(mode)
    except PermissionError as wrong:
        raise NotOurs(f"{path} can be read by others, and is another’s: let its owner close it to them") from wrong
