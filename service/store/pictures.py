"""Where pictures lie, by their SHA-256: a folder of this machine, or an object storage by its URL.

A picture is there whole or not at all, whoever is killed meanwhile.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUFFIX: Final = ".jpg"
PART: Final = ".part"
PART_SECONDS: Final = 3600.0
"""A part that is older than this was left behind by a process that is gone."""
ELSEWHERE: Final = "://"
"""What tells a URL from a folder."""
PATIENCE: Final[dict[str, dict[str, Any]]] = {
    "s3": {"config_kwargs": {"connect_timeout": 3, "read_timeout": 5, "retries": {"total_max_attempts": 2}}}
}
"""How long a storage is waited for, s, and how often it is asked: by itself S3 asks 25 times, for a minute each."""
SLOW: Final = 2.0
"""A storage that fails after longer than this, s, is left alone for a while: nobody waits for it again and again."""
REST: Final = 30.0
"""That while, s."""


class Pictures(Protocol):
    """Pictures by their hashes. `OSError` says why one cannot be written or removed."""

    def read(self, sha256: str) -> bytes | None:
        """The picture; None where there is none, or it is not the one of that hash."""

    def write(self, sha256: str, picture: bytes) -> None:
        """Keep a picture."""

    def remove(self, sha256: str) -> None:
        """Remove it, if it is there."""


class Folder:
    """Pictures in a folder, a file each, on disk before `write` returns."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.expanduser()
        self._sweep()

    def read(self, sha256: str) -> bytes | None:
        """The file's bytes; None where there is none, or they are not those of the hash."""
        try:
            return intact(sha256, self._file(sha256).read_bytes())
        except (OSError, ValueError):
            return None

    def write(self, sha256: str, picture: bytes) -> None:
        """Keep a picture, unless it is there."""
        if self.read(sha256) is None:
            write_whole(self._file(sha256), picture)

    def remove(self, sha256: str) -> None:
        """Remove it, if it is there."""
        self._file(sha256).unlink(missing_ok=True)

    def _file(self, sha256: str) -> Path:
        return self._folder / place(sha256)

    def _sweep(self) -> None:
        """Remove what processes that were killed left half written."""
        old = time.time() - PART_SECONDS
        for part in self._folder.glob(f"*/*{PART}"):
            with contextlib.suppress(OSError):
                if part.stat().st_mtime < old:
                    part.unlink()


class Objects:
    """Pictures in an object storage, such as `s3://bucket/evidence`, by fsspec; an object appears whole."""

    def __init__(self, url: str) -> None:
        """Raises `OSError` where the storage of such a URL cannot be reached from here."""
        try:
            import fsspec  # of the extra `scale`
        except ImportError as wrong:
            raise OSError("evidence by a URL needs fsspec: pip install -e '.[scale]' in Tableside’s folder") from wrong
        try:
            self._files, root = fsspec.core.url_to_fs(url, **PATIENCE.get(url.partition(ELSEWHERE)[0], {}))
        except (ImportError, ValueError) as wrong:
            raise OSError(f"the storage of {url} cannot be reached: {wrong}") from wrong
        self._files.retries = 1  # s3fs asks again by itself; others have no such attribute, and do not look at it
        self._root = str(root).rstrip("/")
        self._rests_until = 0.0

    def read(self, sha256: str) -> bytes | None:
        """The object's bytes; None where there is none, or they are not those of the hash."""
        with contextlib.suppress(OSError, ValueError):
            return self._found(sha256)
        return None

    def write(self, sha256: str, picture: bytes) -> None:
        """Keep a picture, unless it is there."""
        with contextlib.suppress(FileNotFoundError):
            if self._found(sha256) is not None:
                return
        path = self._path(sha256)
        with self._asked():
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(path, picture)

    def remove(self, sha256: str) -> None:
        """Remove it, if it is there."""
        path = self._path(sha256)
        with contextlib.suppress(FileNotFoundError), self._asked():
            self._files.rm_file(path)

    def _found(self, sha256: str) -> bytes | None:
        """The object's bytes; None where they are not those of the hash. Raises `OSError`."""
        path = self._path(sha256)
        with self._asked():
            return intact(sha256, self._files.cat_file(path))

    @contextlib.contextmanager
    def _asked(self) -> Iterator[None]:
        """While the storage is asked; its own errors become `OSError`."""
        began = time.monotonic()
        if began < self._rests_until:
            raise OSError("the storage did not answer in time")
        try:
            yield
        except FileNotFoundError:
            raise  # that is an answer, however long it took
        except Exception as wrong:
            now = time.monotonic()
            if now - began > SLOW:
                self._rests_until = now + REST
            if isinstance(wrong, OSError):
                raise
            raise OSError(str(wrong)) from wrong

    def _path(self, sha256: str) -> str:
        return f"{self._root}/{place(sha256)}"


def pictures(folder: Path, url: str | None) -> Pictures:
    """Where the evidence lies: at the URL, or without one in the folder. Raises `OSError`."""
    return Objects(url) if url and ELSEWHERE in url else Folder(folder)


def place(sha256: str) -> str:
    """The name of a picture in any storage. Raises `ValueError` for what is no hash."""
    if len(sha256) != 64 or not set(sha256) <= set("0123456789abcdef"):
        raise ValueError(f"{sha256!r} is no SHA-256 in hexadecimal")
    return f"{sha256[:2]}/{sha256}{SUFFIX}"


def intact(sha256: str, picture: bytes) -> bytes | None:
    """The picture, if it is the one of that hash."""
    return picture if hashlib.sha256(picture).hexdigest() == sha256 else None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, and on disk before this returns. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, part = tempfile.mkstemp(suffix=PART, prefix=path.stem[:8], dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)  # noqa: PTH105 - the name comes from tempfile
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(part)  # noqa: PTH108
        raise
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Make a new name in a folder last through a power cut, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
