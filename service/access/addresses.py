"""Where this machine is in the local network, and what it is called."""

from __future__ import annotations

import socket
from typing import Final
from urllib.parse import urlsplit

from service.access.hosts import LOOPBACK

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that is nobody's: asking for the way there sends nothing, and tells which address is ours."""


def local_address() -> str:
    """This machine's address in the network, `127.0.0.1` where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
            return str(asked.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def leads_others(address: str) -> bool:
    """Whether another device comes here by an address of a page: a loopback one leads each device to itself."""
    return urlsplit(address).hostname not in LOOPBACK


def own_names(*addresses: str) -> tuple[str, ...]:
    """The names by which a browser may ask for this machine, after these addresses of it."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    return tuple(dict.fromkeys((*addresses, "127.0.0.1", "localhost", host, f"{short}.local")))
