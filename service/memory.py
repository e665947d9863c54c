"""How much memory this process has and may have: a soft limit of the system's, which ends what asks for more.

Under the limit an allocation fails inside the library that asks; it does not take the machine's memory first. Only
Linux has such a limit. Elsewhere nothing is bounded here, but what was taken is still measured.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

MEBI: Final = 2**20
OUT_OF_MEMORY: Final = ("Insufficient memory", "bad allocation", "bad_alloc", "Failed to allocate memory")
STATUS: Final = Path("/proc/self/status")


def resident() -> float:
    """The memory that this process holds now, MiB. A system that does not tell that tells the most it ever held."""
    return _status_mib("VmRSS") or _most()


@contextlib.contextmanager
def bounded(more: float) -> Iterator[None]:
    """Let this process take so many MiB more than it has claimed now, while the context lasts.

    Beyond it Python raises `MemoryError`, and libraries their own errors.
    """
    with _limited(_status_mib("VmData") + more):
        yield


@contextlib.contextmanager
def bounded_whole(most: float) -> Iterator[None]:
    """Let this process claim so many MiB in all, while the context lasts; half of it beside what it has already."""
    with _limited(max(most, _status_mib("VmData") + most / 2)):
        yield


def ran_out(wrong: BaseException) -> bool:
    """Whether an error says that there was not enough memory, as Python, OpenCV or the networks' runtime say it."""
    return isinstance(wrong, MemoryError) or any(words in str(wrong) for words in OUT_OF_MEMORY)


def give_back() -> None:
    """Hand memory that was freed back to the system."""
    trim = _trim()
    if trim is not None:
        trim(0)


@contextlib.contextmanager
def _limited(most: float) -> Iterator[None]:
    if most <= 0 or sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = int(most * MEBI)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard < 0 else min(wanted, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _status_mib(name: str) -> float:
    """A line of what the system says of this process, in MiB."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in STATUS.read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) / 1024
    return 0.0


def _most() -> float:
    """The most that this process ever held, MiB; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEBI if sys.platform == "darwin" else 1024)  # bytes there, KiB elsewhere


@functools.cache
def _trim() -> ctypes._NamedFuncPointer | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
