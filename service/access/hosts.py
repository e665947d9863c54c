"""Which addresses are this machine's, and which pages may ask it for something.

A page elsewhere can let a name of its own lead here (DNS rebinding). It cannot choose the name that a browser then
sends, so only names that are known are answered. An address in figures needs no list: it is the one that was reached.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.datastructures import Headers
    from starlette.types import Scope

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
"""What a proxy adds. Whom it speaks for is not on this machine for certain."""
_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[A-Za-z0-9.-]+))(?::(?P<port>\d{1,5}))?")


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names by which this machine may be asked: its own, and those that `--allow-host` added."""

    own: frozenset[str]
    allowed: frozenset[str] = frozenset()

    def knows(self, scope: Scope, host: str) -> bool:
        """Whether a request may ask for that host."""
        name = named(host)
        return name is not None and (name in LOOPBACK | self.own | self.allowed or name == _reached(scope))


def hosts(own: Iterable[str], allowed: str = "") -> Hosts:
    """The hosts of a machine of these names; `allowed` has further ones with commas between."""
    more = frozenset(name.strip().lower() for name in allowed.split(",") if name.strip())
    return Hosts(frozenset(name.lower() for name in own), more)


def named(host: str) -> str | None:
    """The name or address in a Host header; None where it has none."""
    found = _HOST.fullmatch(host)
    if found is None:
        return None
    return (found["six"] or found["name"]).lower().removesuffix(".")


def port_of(host: str) -> str:
    """The port in a Host header, empty where it has none."""
    found = _HOST.fullmatch(host)
    return (found["port"] or "") if found else ""


def is_here(scope: Scope, headers: Headers) -> bool:
    """Whether a request comes from this machine itself, asks for it by a loopback name, and through no proxy."""
    client = scope.get("client")
    if client is None or any(name in headers for name in FORWARDED):
        return False
    return named(headers.get("host", "")) in LOOPBACK and ipaddress.ip_address(_plain(client[0])).is_loopback


def same_origin(scope: Scope, headers: Headers) -> bool | None:
    """Whether a page of this very address asks; None where the request does not say, as programs do not."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if origin is not None:
        host = headers.get("host", "").lower()
        # A proxy may speak HTTPS to the browser and HTTP to us.
        return origin.lower() in {f"{scope['scheme']}://{host}", f"https://{host}"} and site in {None, "same-origin"}
    return None if site is None else site == "same-origin"


def fetched_from_elsewhere(headers: Headers) -> bool:
    """Whether another site's page loads this as a part of itself. A link that a person follows is no such part."""
    if headers.get("sec-fetch-site") not in {"cross-site", "same-site"}:
        return False
    return headers.get("sec-fetch-mode") != "navigate" or headers.get("sec-fetch-dest") != "document"


def _reached(scope: Scope) -> str | None:
    """The address of this machine that the connection was made to."""
    server = scope.get("server")
    return None if server is None else _plain(str(server[0]))


def _plain(address: str) -> str:
    """An address as browsers write it: IPv4 inside IPv6 is IPv4."""
    try:
        given = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = getattr(given, "ipv4_mapped", None)
    return str(mapped or given)
