"""PostgreSQL's side of the store: its pool and time-outs, and word of changes from process to process.

A transaction that changes a game tells the channel so (`NOTIFY`). PostgreSQL passes that on when the transaction is on
disk, and not otherwise. A `Listener` of each process rings that process's bells.
"""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import event, func, select, text
from sqlalchemy.exc import DisconnectionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import ColumnElement, Connection, Engine

    from service.bells import Bells
    from service.store.timeouts import Waits

CHANNEL: Final = "tableside"
ENDED: Final = "!ended"
"""What a listener tells its own process when it is to end; no game has such an id."""
LISTENS: Final = 1.0
"""s in which a listener that hears nothing looks whether it is to end."""
RESTS: Final = 1.0
"""s without use after which a connection is tried before it is used again: a server that was started anew has cut it.
One that is in use all the time would be asked as often as it is used."""
RETRIES: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
"""s until a connection that was lost is tried again; the last one from then on."""
SILENCE: Final = 5
"""s without an answer of the network after which a connection counts as lost."""


def arguments(waits: Waits) -> dict[str, Any]:
    """What SQLAlchemy's engine is made with."""
    limits = {
        "statement_timeout": waits.statement_seconds,
        "lock_timeout": waits.busy_seconds,
        "idle_in_transaction_session_timeout": waits.statement_seconds,
    }
    return {
        "pool_size": waits.connections,
        "max_overflow": 0,
        "pool_timeout": waits.busy_seconds,
        "connect_args": {
            "application_name": "tableside",
            "connect_timeout": max(2, math.ceil(waits.busy_seconds)),  # libpq takes 1 for 2
            "keepalives_idle": SILENCE,
            "tcp_user_timeout": SILENCE * 1000,
            "options": " ".join(f"-c {name}={round(1000 * seconds)}" for name, seconds in limits.items()),
        },
    }


def tried_after_a_rest(engine: Engine) -> Engine:
    """The engine, whose connections are tried where they have rested; those that are cut are made again."""
    rested: Final = "rested"

    def rests(_connection: Any, known: Any) -> None:
        known.info[rested] = time.monotonic()

    def used(connection: Any, known: Any, _proxy: Any) -> None:
        if time.monotonic() - known.info.get(rested, math.inf) > RESTS and not _answers(engine, connection):
            raise DisconnectionError

    event.listen(engine, "checkin", rests)
    event.listen(engine, "checkout", used)
    return engine


def _answers(engine: Engine, connection: Any) -> bool:
    try:
        return bool(engine.dialect.do_ping(connection))
    except engine.dialect.loaded_dbapi.Error as wrong:
        if engine.dialect.is_disconnect(wrong, connection, None):
            return False
        raise


def is_postgresql(of: Engine | Connection) -> bool:
    """Whether a store lies in a PostgreSQL."""
    return of.dialect.name == "postgresql"


def without_transactions(engine: Engine) -> Engine:
    """The same connections for those who only look: each statement is a transaction of its own, as in SQLite.

    Beginning one and rolling it back would be two ways more to the server for each look.
    """
    return engine.execution_options(isolation_level="AUTOCOMMIT") if is_postgresql(engine) else engine


def patient(connection: Connection) -> None:
    """Let a transaction take as long as it takes: a change of the tables of a full store, or a back-up."""
    if is_postgresql(connection):
        for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"SET LOCAL {name} = 0"))


def tell(connection: Connection, sender: str, name: str) -> None:
    """Let all processes know, once the transaction is on disk, that something of that name changed."""
    if is_postgresql(connection):
        connection.execute(select(telling(sender, name)))


def telling(sender: str, name: str) -> ColumnElement[Any]:
    """What tells it, within a statement."""
    return func.pg_notify(CHANNEL, f"{sender}:{name}")


class Listener:
    """A thread that hears what other processes changed, and rings the bells of it in this one.

    A connection that is lost is made again. What was told meanwhile is not known, so every bell rings then.
    """

    def __init__(self, engine: Engine, sender: str, bells: Bells, say: Callable[[str], None]) -> None:
        """`sender` is this process, which rings its own bells; `say` takes a line when a connection is lost or back."""
        self._engine, self._sender, self._bells, self._say = engine, sender, bells, say
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._ending.set()
        try:
            with self._engine.begin() as connection:
                tell(connection, self._sender, ENDED)
        except Exception:
            pass
        self._thread.join(SILENCE)

    def _run(self) -> None:
        import psycopg  # of the extra `scale`

        given, named = self._engine.dialect.create_connect_args(self._engine.url)
        named.update(connect_timeout=SILENCE, keepalives_idle=SILENCE, tcp_user_timeout=SILENCE * 1000)
        tries, lost = 0, False
        while not self._ending.is_set():
            try:
                with psycopg.connect(*given, **named, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if lost:
                        self._say("the database answers again")
                    tries, lost = 0, False
                    self._bells.ring_all()
                    self._hear(connection)
            except psycopg.Error as wrong:
                if not lost:
                    self._say(f"the database does not answer: {(str(wrong).splitlines() or [''])[0]}")
                lost = True
                self._ending.wait(RETRIES[min(tries, len(RETRIES) - 1)])
                tries += 1

    def _hear(self, connection: Any) -> None:
        while not self._ending.is_set():
            for notice in connection.notifies(timeout=LISTENS):
                sender, _, name = notice.payload.partition(":")
                if sender != self._sender:
                    self._bells.ring(name)
                elif name == ENDED:
                    return
