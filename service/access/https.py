"""How the network is spoken to: TLS with a certificate that is renewed while it serves, and a word for plain HTTP."""

from __future__ import annotations

import asyncio
import ssl
from typing import TYPE_CHECKING, Final

from service.access.certificate import CertificateUnusable, files, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.settings import Settings

LOOKS: Final = 3600.0
"""s from one look at the certificate to the next."""
ANSWER: Final = (
    "HTTP/1.1 307 Temporary Redirect\r\nLocation: {where}\r\nContent-Type: text/plain; charset=utf-8\r\n"
    "Content-Length: {length}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
)
"""Where it leads is our own address, never one that was asked for."""


def tls(settings: Settings, where: str = "") -> Network:
    """How the network is spoken to; a browser that speaks plain HTTP is sent to `where`.

    Raises `CertificateUnusable`, with one line.
    """
    cert, key = files(settings)
    context = Network(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.sslobject_class = _Greeting
    context.where = where
    try:
        context.load_cert_chain(cert, key)
    except (OSError, ssl.SSLError) as wrong:
        raise CertificateUnusable(f"{cert} with {key} is no certificate with its key: {wrong.strerror}") from wrong
    return context


async def renewing(context: Network, settings: Settings, renewed: Callable[[str], None]) -> None:
    """Show a new certificate once the old one ends soon, or was replaced; for ever. `told` gets its fingerprint."""
    while True:
        await asyncio.sleep(LOOKS)
        try:
            await asyncio.to_thread(tls, settings)  # one that does not fit its key would spoil the context
            cert, key = files(settings)
            context.load_cert_chain(cert, key)
            renewed(fingerprint(cert))
        except (CertificateUnusable, OSError, ValueError) as wrong:
            from service.logs import logger

            logger().warning("the certificate is not renewed", reason=str(wrong))


class Network(ssl.SSLContext):
    """TLS that knows where it leads."""

    where: str

    def wrap_bio(
        self,
        incoming: ssl.MemoryBIO,
        outgoing: ssl.MemoryBIO,
        server_side: bool = False,
        server_hostname: str | bytes | None = None,
        session: ssl.SSLSession | None = None,
    ) -> ssl.SSLObject:
        """A connection, which knows what it is read from and written to."""
        made = super().wrap_bio(incoming, outgoing, server_side, server_hostname, session)
        if isinstance(made, _Greeting):
            made.incoming, made.outgoing = incoming, outgoing
        return made


class _Greeting(ssl.SSLObject):
    """A connection whose client may have forgotten the `https://`: it is answered once, as it asked."""

    incoming: ssl.MemoryBIO
    outgoing: ssl.MemoryBIO
    plain = False

    def do_handshake(self) -> None:
        """Go on with it. After the answer nothing more is heard; its client closes, or its time is over."""
        try:
            if not self.plain:
                super().do_handshake()
                return
        except ssl.SSLError as wrong:
            if wrong.reason != "HTTP_REQUEST":
                raise
            self.plain = True
            self.outgoing.read()  # what TLS would have said
            self.outgoing.write(_answer(self.context))
        self.incoming.read()
        raise ssl.SSLWantReadError


def _answer(context: ssl.SSLContext) -> bytes:
    assert isinstance(context, Network)
    from service.page.language import languages

    said = "".join(f"{t('https', where=context.where)}\n" for t in languages().values()).encode()
    return ANSWER.format(where=context.where, length=len(said)).encode() + said
