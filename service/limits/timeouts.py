"""How long a client may take: until its request is whole, and until it hears what it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

    from service.settings import Settings


class Patient(H11Protocol):
    """uvicorn's HTTP, which waits for headers for ever, with an end to waiting."""

    head_seconds: ClassVar[float]
    deaf_seconds: ClassVar[float]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head: asyncio.TimerHandle | None = None
        self._deaf: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """A client has come; now it has to ask."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """A part of a request, or several."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        else:
            self._await_head()  # what trickles in gets no time anew

    def on_response_complete(self) -> None:
        """The next request has to come in time, too: for silence alone uvicorn has its own."""
        super().on_response_complete()
        self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._stop_waiting()
        if self._deaf is not None:
            self._deaf.cancel()
            self._deaf = None
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not take what it is sent."""
        super().pause_writing()
        if self._deaf is None:
            self._deaf = self.loop.call_later(self.deaf_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It has taken it."""
        super().resume_writing()
        if self._deaf is not None:
            self._deaf.cancel()
            self._deaf = None

    def _await_head(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None


def patient(settings: Settings) -> type[Patient]:
    """HTTP with the times of the settings."""
    times = {"head_seconds": settings.head_seconds, "deaf_seconds": settings.deaf_seconds}
    return type("Patient", (Patient,), times)
