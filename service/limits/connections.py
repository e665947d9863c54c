"""Connections are counted where they are accepted, before TLS and before a byte is read; too many are closed there.

A server that runs out of file descriptors answers nobody, and says so in a traceback a second.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from service.settings import Settings

SPARE: Final = 200
"""File descriptors that are left for files, pipes and processes."""


class Guests:
    """The connections that are open, by the address that they come from."""

    def __init__(self, most: int, most_each: int, most_here: int) -> None:
        """`most` in all, `most_each` of one address, `most_here` of this machine itself."""
        self._most, self._most_each, self._most_here = most, most_each, most_here
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()

    @classmethod
    def of(cls, settings: Settings) -> Guests:
        """As the settings have it, and no more than the system has file descriptors for."""
        most = min(settings.max_connections, max(_descriptors() - SPARE, 16))
        return cls(most, settings.max_connections_each, settings.max_connections_here)

    def enter(self, host: str) -> bool:
        """Count a connection in; False where there are too many."""
        mine = self._most_here if is_here(host) else self._most_each
        with self._lock:
            if self._open.total() >= self._most or self._open[host] >= mine:
                return False
            self._open[host] += 1
            return True

    def leave(self, host: str) -> None:
        """Count it out."""
        with self._lock:
            self._open[host] -= 1
            if self._open[host] <= 0:
                del self._open[host]

    def __len__(self) -> int:
        return self._open.total()


class Door(socket.socket):
    """A listening socket that lets in as many as there may be."""

    guests: Guests

    @classmethod
    def of(cls, opened: socket.socket, guests: Guests) -> Door:
        """The same socket, with a count of who comes in; the one given is used up."""
        door = cls(fileno=opened.detach())
        door.guests = guests
        return door

    def accept(self) -> tuple[socket.socket, Any]:
        """A connection. One too many is closed at once: `ConnectionAbortedError`, as if its client had gone."""
        taken, address = super().accept()
        host = str(address[0])
        if not self.guests.enter(host):
            taken.close()
            raise ConnectionAbortedError("too many connections")
        return _Counted(taken, host, self.guests), address


class _Counted(socket.socket):
    """A connection that is counted out when it is closed."""

    def __init__(self, taken: socket.socket, host: str, guests: Guests) -> None:
        super().__init__(taken.family, taken.type, taken.proto, fileno=taken.detach())
        self._leave: contextlib.ExitStack | None = contextlib.ExitStack()
        self._leave.callback(guests.leave, host)

    def close(self) -> None:
        """Close it; twice does no harm."""
        super().close()
        left, self._leave = self._leave, None
        if left is not None:
            left.close()


def is_here(host: str) -> bool:
    """Whether an address is this machine's own loopback."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def _descriptors() -> int:
    """How many file descriptors this process may have, after asking for as many as it may."""
    try:
        import resource
    except ImportError:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if hard < 0 else min(hard, 4096)
    if 0 <= soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return soft if soft > 0 else 4096
