"""The table's side: a thread that sends this machine's record to a hub, and goes on where the hub has ended.

The record itself is what waits to be sent. The hub says how much it has, so nothing is lost and nothing sent twice,
whatever breaks between. The camera's thread never waits for the network.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.said import forms
from service.hub import connection as connections
from service.hub.client import Away, Distrusted, HubClient, HubClientError, NotLetIn, RefusedError, shown
from service.store.questions import to_json
from service.store.store import NoSuchGame, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from service.following.tables import Table
    from service.hub.connection import HubConnection
    from service.hub.receiver import Stand
    from service.parts import Parts
    from service.store.questions import Asked

    Say = Callable[[str], None]

LOOKS: Final = 0.5
"""s from one look at the record to the next: an entry is at the hub that much later."""
SPEAKS: Final = 10.0
"""s after which a table tells of itself though nothing changed."""
RETRIES: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
"""s until a hub that is away is tried again; the last one from then on."""
LINES: Final = 200
BYTES: Final = 262_144
"""Entries, and letters of them, that are sent at once: a quarter of what a hub takes."""
QUESTIONS: Final = 50
"""Questions that are sent at once."""
HASHES: Final = 5000
"""Pictures that a hub is asked about at once: half of what it takes."""
ABOUT: Final = ("time", "why", "seen", "hidden")
"""What is said of a picture."""
DIGITS: Final = 590.0
"""s that six digits are shown; the hub forgets them after 600."""
LAST: Final = 5.0
"""s that the end of a watch waits for what is not sent yet."""


class Forwarder(threading.Thread):
    """Sends the game of a table, and those of earlier days that are not sent whole. `say` gets a line for a person."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it sends, where to, and what it knows
        self, parts: Parts, table: Table, game_id: str, connection: HubConnection, folder: Path, say: Say
    ) -> None:
        super().__init__(name="forwarder", daemon=True)
        self._parts, self._table, self._game = parts, table, game_id
        self._connection, self._folder, self._say = connections.begun(connection, game_id), folder, say
        self._written: HubConnection | None = None
        self._client: HubClient | None = None
        self._ending = threading.Event()
        self._stands: dict[str, Stand] = {}
        self._asked: dict[tuple[str, int], str] = {}
        self._looked: set[str] = set()
        self._differs: set[str] = set()
        self._reported: tuple[float, dict[str, Any]] | None = None
        self._lost: str | None = None
        self._there = 0

    def run(self) -> None:
        """Send until it is ended. A hub that is away is tried again, however long."""
        tries = 0
        while True:
            ending = self._ending.is_set()
            try:
                self._turn()
            except (HubClientError, StoreError, OSError) as wrong:
                self._missed(wrong)
                pause, tries = RETRIES[min(tries, len(RETRIES) - 1)], tries + 1
            else:
                self._count()
                if self._lost is not None:
                    self._say("the hub answers again; all is sent")
                pause, tries, self._lost = LOOKS, 0, None
            if ending:
                break
            self._ending.wait(pause)
        if self._client is not None:
            self._client.close()

    def close(self) -> None:
        """Send what is there, for a few seconds at most; the rest goes at the next start."""
        self._ending.set()
        self.join(LAST)
        if self._table.unsent:
            unsent = f"{self._table.unsent} of the game’s entries"
            self._say(f"Not at the hub yet: {unsent}. The next watch with this hub sends them.")

    def _missed(self, wrong: Exception) -> None:
        """Say once what stands against it, and look anew at what the hub has when it is back."""
        self._count()
        self._stands, self._looked, self._reported = {}, set(), None
        line = str(wrong) if isinstance(wrong, HubClientError) else f"the hub was not told: {wrong}"
        if isinstance(wrong, NotLetIn):
            self._keep(
                connections.HubConnection(self._connection.url, self._connection.table, games=self._connection.games)
            )
            self._drop()
            line = f"{wrong}; this machine asks to be let in again"
        if isinstance(wrong, Distrusted):
            line = f"{wrong}; if the hub has a new one, delete {self._folder / connections.FILE} and start again"
        if self._lost != line:
            self._say(f"{line}. The game goes on here, and is sent later.")
        self._lost = line

    def _count(self) -> None:
        """Tell how many entries the hub has not, as far as it said what it has."""
        stand = self._stands.get(self._game)
        self._there = self._there if stand is None else stand.events
        with contextlib.suppress(StoreError):
            self._table.unsent = max(self._parts.ledger.version(self._game) - self._there, 0)

    # One turn

    def _turn(self) -> None:
        self._keep(self._connection)
        client = self._open()
        if client is None:
            return
        for game_id in (self._game, *(each for each in self._connection.games if each != self._game)):
            whole = self._send(client, game_id)
            if whole and game_id != self._game:
                self._keep(connections.sent(self._connection, game_id))
            if self._ending.is_set() and game_id == self._game:
                break  # the rest goes at the next start
        self._report(client)

    def _open(self) -> HubClient | None:
        """The client of the hub, once this machine is let in."""
        if not self._connection.is_paired:
            self._pair()
        if self._client is None and self._connection.is_paired:
            self._client = HubClient(self._connection.url, self._connection.token, self._connection.certificate)
        return self._client

    def _pair(self) -> None:
        """Show six digits until the hub's host has typed them."""
        certificate = self._connection.certificate or self._trusted()
        client = HubClient(self._connection.url, certificate=certificate)
        try:
            digits, word, token = client.ask_in(self._connection.table)
            asking = HubClient(self._connection.url, token, certificate)
            spaced = f"{digits[:3]} {digits[3:]}"
            self._say(f"On the hub’s own computer, open Phones and screens, and type {spaced} to let this table in.")
            self._say(f"Both sides then show the word {word}.")
        finally:
            client.close()
        over = time.monotonic() + DIGITS
        try:
            while not self._ending.wait(LOOKS) and time.monotonic() < over:
                with contextlib.suppress(Away):  # the digits hold when it is back
                    if asking.is_in():
                        self._keep(replace(self._connection, token=token, certificate=certificate))
                        self._say(f"The hub has let this table in as {self._connection.table}.")
                        return
        finally:
            asking.close()

    def _trusted(self) -> str:
        """The hub's own certificate, where the system knows none for it; said, so that people compare it."""
        if not self._connection.url.startswith("https:"):
            return ""
        client = HubClient(self._connection.url)
        try:
            client.is_in()
        except Distrusted:
            certificate, fingerprint = shown(self._connection.url)
            self._say(f"The hub’s certificate has the SHA-256 {fingerprint}. Its page of devices shows the same.")
            return certificate
        finally:
            client.close()
        return ""

    # A game

    def _send(self, client: HubClient, game_id: str) -> bool:
        """Send what the hub has not of a game; whether it has all now."""
        try:
            version = self._parts.ledger.version(game_id)
        except NoSuchGame:
            self._stands.pop(game_id, None)
            return True  # nothing was played, so it was let go
        if game_id in self._differs:
            return False
        try:
            changed = self._send_entries(client, game_id, version)
            changed = self._send_questions(client, game_id) or changed
            if changed or game_id not in self._looked:
                self._send_pictures(client, game_id)
        except RefusedError as wrong:
            if wrong.name == "not-its-record":
                self._differs.add(game_id)
                self._say(f"Game {game_id} is another at the hub: {wrong}. It goes on here alone.")
                return False
            raise Away(f"the hub refuses it: {wrong}") from wrong
        return True

    def _send_entries(self, client: HubClient, game_id: str, version: int) -> bool:
        stand = self._stands.get(game_id) or client.stand(game_id)
        if stand is not None and stand.events == version:
            self._stands[game_id] = stand
            return False
        after = 0 if stand is None else stand.events
        kept = self._parts.store.load(game_id)
        if after > len(kept.lines):
            raise RefusedError("not-its-record", f"the hub has {after} entries, this machine {len(kept.lines)}")
        for some in batches(kept.lines[after:]) if kept.lines[after:] else [()]:
            stand = client.send(game_id, kept.created, kept.header, after, some)
            after = stand.events
            self._stands[game_id] = stand
        return True

    def _send_questions(self, client: HubClient, game_id: str) -> bool:
        new = []
        for asked in self._parts.questions.all(game_id):
            question = question_json(asked)
            digest = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()
            if self._asked.get((game_id, asked.number)) != digest:
                new.append((digest, question))
        for n in range(0, len(new), QUESTIONS):
            some = new[n : n + QUESTIONS]
            client.ask(game_id, [question for _, question in some])
            self._asked |= {(game_id, question["number"]): digest for digest, question in some}
        return bool(new)

    def _send_pictures(self, client: HubClient, game_id: str) -> None:
        """Pictures are kept before the entry or the question that names them: this is done where one is new."""
        kept = [shot.sha256 for shot in self._parts.evidence.line(game_id) if shot.kept]
        for n in range(0, len(kept), HASHES):
            for sha256 in client.wanted(game_id, kept[n : n + HASHES]):
                picture, about = self._parts.evidence.load(sha256), self._parts.evidence.about(game_id, sha256)
                if picture is not None and about is not None:
                    client.picture(game_id, picture, {name: about[name] for name in ABOUT if name in about})
        self._looked.add(game_id)

    # The table

    def _report(self, client: HubClient) -> None:
        """Tell of the table where something changed, and every few seconds."""
        shown_now, now = self._table.snapshot(), time.monotonic()
        due = self._reported is None or now - self._reported[0] >= SPEAKS
        following: dict[str, Any] = shown_now["following"] or {}
        health_detail, detail = shown_now["health"]["detail"], str(following.get("detail", ""))
        report = {
            "game": self._game if self._game in self._stands else None,
            "health": shown_now["health"]["state"],
            "health_detail": health_detail,
            "state": str(following.get("state", "")),
            "detail": detail,
            **forms(health_detail=health_detail, detail=detail),
            "names": {str(seat): each.name for seat, each in self._parts.players.of(self._game).items()},
            "disputes": self._rulings() if self._reported is None or due else self._reported[1]["disputes"],
            "stopped": self._ending.is_set(),
        }
        if due or self._reported is None or self._reported[1] != report:
            client.report(report)
            self._reported = (now, report)

    def _rulings(self) -> int:
        with contextlib.suppress(NoSuchGame):
            return len(self._parts.disputes.all(self._game))
        return 0

    def _keep(self, connection: HubConnection) -> None:
        if connection != self._written:
            connections.write(self._folder, connection)
        self._connection = self._written = connection

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None


def batches(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The lines in parts that a hub takes at once."""
    some: list[str] = []
    size = 0
    for line in lines:
        if some and (len(some) == LINES or size + len(line) > BYTES):
            yield tuple(some)
            some, size = [], 0
        some.append(line)
        size += len(line)
    if some:
        yield tuple(some)


def question_json(asked: Asked) -> dict[str, Any]:
    """A question as the hub takes it; the table that lies there is offered where it lies alone."""
    told = to_json(asked)
    del told["table"]
    return told
