"""What a running service is made of, and how a request comes by it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from service.access.pairing import Pairing
from service.access.tokens import Tokens
from service.bells import Bells
from service.disputes.desk import Disputes
from service.following.station import Station
from service.following.tables import Tables
from service.hub.hub import Hub
from service.limits.fair_queue import Turns
from service.limits.streams import Streams
from service.reader import Reader
from service.settings import Settings
from service.store.bots import BotSeats
from service.store.evenings import Evenings
from service.store.evidence import Evidence
from service.store.ledger import Ledger
from service.store.players import Players
from service.store.questions import Questions
from service.store.store import Store
from service.tournament.desk import Tournaments


@dataclass(frozen=True, slots=True)
class Parts:
    """The settings and everything that lives as long as the app does."""

    settings: Settings
    store: Store
    ledger: Ledger
    evidence: Evidence
    questions: Questions
    players: Players
    bots: BotSeats
    evenings: Evenings
    disputes: Disputes
    bells: Bells
    tables: Tables
    station: Station
    reader: Reader
    tokens: Tokens
    pairing: Pairing
    hub: Hub
    tournaments: Tournaments
    streams: Streams
    judging: Turns
    errands: Turns
    versions: Mapping[str, str]

    def end_streams(self) -> None:
        """Let every event stream end, and who waits for a ruling go, so that the server can stop."""
        self.bells.close()
        self.tables.close()
        self.judging.close()
        self.errands.close()

    def close(self) -> None:
        """Let the camera, the reader's processes and the store go."""
        self.station.close()
        self.reader.close()
        self.store.close()


def parts_of(connection: HTTPConnection) -> Parts:
    """The parts of the app that answers this request."""
    parts = connection.app.state.parts
    assert isinstance(parts, Parts)
    return parts


async def _parts(connection: HTTPConnection) -> Parts:
    """The same in the event loop: one that is not async goes to a thread of its own for every request."""
    return parts_of(connection)


Service = Annotated[Parts, Depends(_parts)]
"""A parameter of an endpoint: the parts of its app."""
