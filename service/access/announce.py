"""Tells the local network that a table is here (`_tableside._tcp`, multicast DNS), as long as it is served there."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING, Final

from service.access.addresses import local_address

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zeroconf import ServiceInfo

KIND: Final = "_tableside._tcp.local."
LEAVE: Final = 3.0
"""s that taking the word back may last."""


@contextlib.contextmanager
def announced(opened: socket.socket, *, secure: bool) -> Iterator[None]:
    """Announce a door while this lasts. It is told beside all else, and a network that takes no such word is none."""
    ending = threading.Event()
    telling = threading.Thread(
        target=_tell, args=(opened.getsockname()[1], secure, ending), name="announce", daemon=True
    )
    telling.start()
    try:
        yield
    finally:
        ending.set()
        telling.join(LEAVE)


def _tell(port: int, secure: bool, ending: threading.Event) -> None:
    from zeroconf import Zeroconf

    from service.logs import logger

    try:
        zeroconf = Zeroconf()
        zeroconf.register_service(service(local_address(), port, secure=secure), allow_name_change=True)
    except Exception as wrong:  # the library has no root of its errors, and none of them is worth a game
        logger().warning("the table is not announced in the network", reason=str(wrong) or type(wrong).__name__)
        return
    ending.wait()
    zeroconf.close()


def service(address: str, port: int, *, secure: bool) -> ServiceInfo:
    """What is announced: where the page is, and whether over HTTPS. Nothing of any game."""
    from zeroconf import ServiceInfo

    name = socket.gethostname().partition(".")[0]
    return ServiceInfo(
        KIND,
        f"Tableside on {name}.{KIND}",
        port=port,
        parsed_addresses=[address],
        properties={"path": "/", "scheme": "https" if secure else "http"},
        server=f"{name}.local.",
    )
