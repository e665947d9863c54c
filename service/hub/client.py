"""The client of a hub: what a table's machine asks of it over HTTP.

    HubClientError
    ├── Away         no answer comes, or the hub is busy: try again later
    ├── NotLetIn     the hub does not know this machine any more: pair again
    ├── Distrusted   another certificate than the one that was trusted
    └── RefusedError the hub refuses what was sent: `name` says why

The certificate of a hub is usually its own. It is trusted once, when the machine is let in. Later no other one is.
"""

from __future__ import annotations

import base64
import hashlib
import ssl
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import httpx

from service.hub.receiver import Stand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PREFIX: Final = "/api/v1"
SECONDS: Final = 10.0
"""How long an answer is waited for, s; after that the hub counts as away."""
BUSY: Final = frozenset({408, 429, 500, 502, 503, 504, 507})
"""Answers that say: later."""
HTTPS_PORT: Final = 443


class HubClientError(Exception):
    """The root of the errors of the line; its text is one line."""


class Away(HubClientError):  # noqa: N818 - reads as the sentence it is
    """The hub does not answer now."""


class NotLetIn(HubClientError):  # noqa: N818
    """The hub knows no such machine."""


class Distrusted(HubClientError):  # noqa: N818
    """The hub shows a certificate that nobody trusted."""


class RefusedError(HubClientError):
    """The hub refuses: `name` is that of the problem."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(detail)
        self.name = name


class HubClient:
    """Asks the hub at an address. `certificate` is PEM that alone is trusted; empty: what the system trusts."""

    def __init__(self, url: str, token: str = "", certificate: str = "") -> None:
        self.url = url.rstrip("/")
        headers = {"Origin": self.url} | ({"Authorization": f"Bearer {token}"} if token else {})
        trusted = trust(certificate) if certificate else True
        self._http = httpx.Client(base_url=self.url, headers=headers, timeout=SECONDS, verify=trusted)

    def close(self) -> None:
        """Let go of its connections."""
        self._http.close()

    # Pairing

    def ask_in(self, name: str) -> tuple[str, str, str]:
        """Ask to be let in: the six digits to show, the word that both sides show, and the token to be."""
        body = self._call("POST", "/pairing/digits", {"name": name})
        token = next(iter(self._http.cookies.values()), "")
        return str(body["digits"]), str(body["word"]), token

    def is_in(self) -> bool:
        """Whether the host has let this machine in."""
        try:
            return bool(self._call("GET", "/pairing")["state"] == "in")
        except NotLetIn:
            return False

    # Games

    def stand(self, game_id: str) -> Stand | None:
        """How much of a game the hub has; None where it has none of it."""
        try:
            return _stand(self._call("GET", f"/hub/games/{game_id}"))
        except RefusedError as wrong:
            if wrong.name == "no-such-game":
                return None
            raise

    def send(self, game_id: str, created: str, header: str, after: int, lines: Sequence[str]) -> Stand:
        """Send entries after the first `after`; how much the hub has then."""
        body = {"created": created, "header": header, "after": after, "lines": list(lines)}
        return _stand(self._call("POST", f"/hub/games/{game_id}", body))

    def ask(self, game_id: str, questions: Iterable[Mapping[str, Any]]) -> None:
        """Send questions as they stand."""
        self._call("POST", f"/hub/games/{game_id}/questions", {"questions": list(questions)})

    def wanted(self, game_id: str, hashes: Sequence[str]) -> list[str]:
        """Which of the pictures the hub has not."""
        body = self._call("POST", f"/hub/games/{game_id}/pictures/wanted", {"hashes": list(hashes)})
        return [str(each) for each in body["wanted"]]

    def picture(self, game_id: str, picture: bytes, about: Mapping[str, Any]) -> None:
        """Send a picture."""
        body = {"picture": base64.b64encode(picture).decode(), **about}
        self._call("POST", f"/hub/games/{game_id}/pictures", body)

    def report(self, body: Mapping[str, Any]) -> None:
        """Tell of the table."""
        self._call("POST", "/hub/report", body)

    def _call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        try:
            answer = self._http.request(method, PREFIX + path, json=body)
        except httpx.ConnectError as wrong:
            if "CERTIFICATE_VERIFY_FAILED" in str(wrong):
                raise Distrusted(f"{self.url} shows a certificate that is not trusted") from wrong
            raise Away(f"{self.url} does not answer") from wrong
        except (httpx.TransportError, httpx.InvalidURL) as wrong:
            raise Away(f"{self.url} does not answer") from wrong
        try:
            parsed = answer.json()
        except ValueError:
            parsed = None
        if not answer.is_error and isinstance(parsed, dict):
            return parsed
        document = parsed if isinstance(parsed, dict) else {}
        detail = str(document.get("detail", f"{self.url} answers {answer.status_code}, which no hub says"))
        if answer.status_code in BUSY or not document:
            raise Away(detail)
        if answer.status_code == 401:
            raise NotLetIn(detail)
        raise RefusedError(str(document.get("type", "")).rpartition("/")[2], detail)


def trust(certificate: str) -> ssl.SSLContext:
    """TLS that trusts one certificate alone, by whatever name its machine is asked for."""
    context = ssl.create_default_context(cadata=certificate)
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.check_hostname = False  # the certificate itself is known: a name adds nothing
    return context


def shown(url: str) -> tuple[str, str]:
    """The certificate that a hub shows, as PEM, and its SHA-256 as people compare it. Raises `Away`."""
    parts = urlsplit(url)
    try:
        pem = ssl.get_server_certificate((parts.hostname or "", parts.port or HTTPS_PORT), timeout=SECONDS)
    except (OSError, ValueError) as wrong:
        raise Away(f"{url} does not answer") from wrong
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper()
    return pem, ":".join(digest[n : n + 2] for n in range(0, len(digest), 2))


def _stand(body: Mapping[str, Any]) -> Stand:
    return Stand(int(body["events"]), str(body["head"]))
