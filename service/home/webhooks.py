"""Webhooks: the news of a game, sent to addresses as JSON, signed where there is a secret."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import httpx

if TYPE_CHECKING:
    from service.home.news import News

SIGNATURE: Final = "X-Tableside-Signature"
TRIES: Final = 3
"""Times that an address is tried; then the news is let go, for the next is newer."""
PAUSE: Final = 0.5
"""Before an address is tried again, s; each pause is twice the one before."""
SECONDS: Final = 10.0
"""How long an address may take to answer."""


def signature(body: bytes, secret: str) -> str:
    """`sha256=…`: the HMAC of a body by the secret that both sides know."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def post(address: str, news: News, secret: str = "", transport: httpx.BaseTransport | None = None) -> str:
    """Send news; why it could not be sent, or nothing."""
    body = json.dumps(news.to_json(), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json"} | ({SIGNATURE: signature(body, secret)} if secret else {})
    wrong = ""
    with httpx.Client(timeout=SECONDS, transport=transport) as http:
        for n in range(TRIES):
            if n:
                time.sleep(PAUSE * 2 ** (n - 1))
            try:
                answer = http.post(address, content=body, headers=headers)
            except httpx.HTTPError as error:
                wrong = f"{type(error).__name__}: {error}"
                continue
            if answer.is_success:
                return ""
            wrong = f"it answers {answer.status_code}"
            if answer.is_client_error:
                break  # it would say the same again
    # The rest of an address may be as secret as a password.
    return f"{urlsplit(address).hostname} does not take the news: {wrong}"
