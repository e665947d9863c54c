"""Where games live: one row a game, one row an event; an event is on disk before `append` returns.

    StoreError
    ├── NoSuchGame        no game has this id
    ├── StaleVersion      somebody else has added an event: look again, then decide
    ├── StoreFull         the disk is full: nothing was added
    └── StoreUnavailable  the database cannot be opened, read or written

SQLite keeps a write-ahead log and waits for the disk at every commit; PostgreSQL does as it is set up.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, create_engine, delete, event, exists, func, insert, inspect, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from engine.said import Said, quoted
from service.access.file_modes import private_file
from service.store import migrations, postgresql
from service.store.clock import now
from service.store.schema import REVISION, disputes, events, evidence, games, metadata, questions, sitters, stamp
from service.store.timeouts import Waits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sqlalchemy import URL, Connection, Engine, Table

    from service.bells import Bells

SHORT: Final = frozenset({"postgres", "postgresql"})
"""How URLs of a PostgreSQL begin elsewhere."""
NO_DATABASE: Final = "file is not a database"
"""SQLite's words for a file that it did not make."""
DAMAGED: Final = "database disk image is malformed"
"""SQLite's words for a file of its own that was cut or written over."""
NO_WRITING: Final = ("unable to open database file", "readonly database")
"""SQLite's words for a folder or a file that cannot be written."""
AGAIN: Final = 0.01
"""Seconds until a locked new store is tried again: making one takes about that long."""
SPOILT: Final = (
    "the store is damaged ({why}): keep its file, and restore a copy of it, or name another folder with --data"
)
FULL: Final = "the disk is full: free some space; what was recorded before is safe"


class StoreError(Exception):
    """The root of the store's errors; its text is one line."""


class NoSuchGame(StoreError):  # noqa: N818 - reads as the sentence it is
    """There is no game of this id."""


class StaleVersion(StoreError):  # noqa: N818
    """The game has moved on; `current` is the number of its events now."""

    def __init__(self, current: int) -> None:
        super().__init__(Said("the game is at version {number}", number=current))
        self.current = current


class StoreFull(StoreError):  # noqa: N818
    """No space is left on the disk; what was stored before is safe."""


class StoreUnavailable(StoreError):  # noqa: N818
    """The database does not answer as it should."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it is kept: when it was made, its header line, its event lines after the first `after`. `changed` is
    when something of it was last written, by the machine's clock.

    `version` is how many events were written, `head` the hash of the last, `lost` what was noticed to be gone.
    `home` is the table whose own machine writes it.
    """

    id: str
    created: str
    game: str
    header: str
    version: int
    lines: tuple[str, ...] = ()
    changed: str = ""
    head: str = ""
    lost: str | None = None
    home: str = ""

    @property
    def text(self) -> str:
        """The record as JSON Lines."""
        return "".join(line + "\n" for line in (self.header, *self.lines))


class Store:
    """The games of one database. Safe to use from many threads and from many processes at once."""

    def __init__(self, url: str, waits: Waits | None = None, clock: Callable[[], str] = now) -> None:
        """Open the database and bring its tables to the newest form; `StoreUnavailable` says what stands against it."""
        self._clock = clock
        self._sender = secrets.token_hex(4)
        self._listener: postgresql.Listener | None = None
        self._engine = _open(url, waits or Waits())
        self._looking = postgresql.without_transactions(self._engine)
        try:
            with _translated():
                self._migrate()
        except migrations.UnknownForm as wrong:
            self.close()
            raise StoreUnavailable(f"a newer Tableside made the store ({wrong}): update this one") from wrong
        except StoreUnavailable as wrong:
            self.close()
            file = self._engine.url.database
            if NO_DATABASE in str(wrong):
                raise StoreUnavailable(f"{file} is not a database; choose another folder with --data") from wrong
            if any(words in str(wrong) for words in NO_WRITING):
                raise StoreUnavailable(f"{file} cannot be written; name another folder with --data") from wrong
            raise
        except StoreError:
            self.close()
            raise

    @property
    def shared(self) -> bool:
        """Whether processes hear of each other's changes through it."""
        return postgresql.is_postgresql(self._engine)

    def listen(self, bells: Bells, say: Callable[[str], None] = lambda _line: None) -> None:
        """Ring the bells of what other processes change, until the store is closed, where those tell of it.

        `say` takes a line when the database is lost, and when it is back.
        """
        if self.shared:
            self._listener = postgresql.Listener(self._engine, self._sender, bells, say)

    def create(self, game: Kept) -> None:
        """Keep a new game without events."""
        row: dict[str, Any] = {"id": game.id, "created": game.created, "game": game.game, "header": game.header}
        row |= {"version": 0, "changed": self._clock(), "home": game.home}
        with _translated(), self._engine.begin() as connection:
            connection.execute(insert(games), row)

    def append(  # noqa: PLR0913, PLR0917 - what a row of a game says
        self, game_id: str, version: int, lines: Sequence[str], head: str = "", gone: int = 0, lost: str | None = None
    ) -> None:
        """Add event lines after the first `version`: all of them or none. `head` is the hash of the last.

        `gone` rows after those are missing, as `lost` tells from now on. Raises `NoSuchGame` or `StaleVersion`.
        """
        rows = [{"game_id": game_id, "seq": seq, "line": line} for seq, line in enumerate(lines, start=version + 1)]
        now_is = {"version": version + len(rows), "head": head, "changed": self._clock()}
        # The version is claimed first: the write that claims it is what makes every other writer wait.
        claim = update(games).where(games.c.id == game_id, games.c.version == version + gone)
        with _translated(), self._engine.begin() as connection:
            claimed = claim.values(now_is | ({"lost": lost} if gone else {}))
            if self.shared:  # the claim tells the others, too: a statement less
                claimed = claimed.returning(postgresql.telling(self._sender, game_id))
            if connection.execute(claimed).rowcount != 1:
                raise StaleVersion(_version(connection, game_id))
            connection.execute(insert(events), rows)

    def tip(self, game_id: str) -> Kept:
        """The game with its last event alone, if that is there. Raises `NoSuchGame`."""
        last = and_(events.c.game_id == games.c.id, events.c.seq == games.c.version)
        wanted = select(games, events.c.line).outerjoin(events, last).where(games.c.id == game_id)
        with self.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))
        return _kept(row, () if row.line is None else (row.line,))

    def since(self, game_id: str, after: int) -> tuple[str, ...]:
        """The event lines of a game after the first `after`; none of a game that there is not."""
        wanted = select(events.c.line).where(events.c.game_id == game_id, events.c.seq > after).order_by(events.c.seq)
        with self.reading() as connection:
            return tuple(connection.execute(wanted).scalars())

    def load(self, game_id: str, after: int = 0) -> Kept:
        """The game with its events after the first `after`, all of one moment. Raises `NoSuchGame`."""
        wanted = select(events.c.line).where(events.c.game_id == game_id, events.c.seq > after).order_by(events.c.seq)
        with self.reading() as connection:
            row = connection.execute(select(games).where(games.c.id == game_id)).one_or_none()
            if row is None:
                raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))
            lines = connection.execute(wanted.where(events.c.seq <= row.version)).scalars()
            return _kept(row, tuple(lines))

    def version(self, game_id: str) -> int:
        """How many events a game has. Raises `NoSuchGame`."""
        with self.reading() as connection:
            version = connection.execute(select(games.c.version).where(games.c.id == game_id)).scalar()
        if version is None:
            raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))
        return int(version)

    def tells(self, game_id: str, recording: str, *, goes_on: bool) -> None:
        """Say which recording a game tells (SHA-256). One that goes on with anything else tells none alone."""
        told = update(games).where(games.c.id == game_id)
        if goes_on:
            told = told.where(games.c.recording != recording)
        with self.writing() as connection:
            connection.execute(told.values(recording="" if goes_on else recording))

    def newest(self, limit: int) -> tuple[Kept, ...]:
        """The games that were written to last, the last first, without their events."""
        wanted = select(games).order_by(games.c.changed.desc(), games.c.id).limit(limit)
        with self.reading() as connection:
            rows = connection.execute(wanted)
            return tuple(_kept(row) for row in rows)

    def discard(self, game_id: str) -> bool:
        """Let a game go of which nothing is kept: no event, picture, question or dispute; whether it went."""
        bare = [~exists().where(table.c.game_id == games.c.id) for table in (evidence, questions, disputes)]
        with self.writing() as connection:
            gone = connection.execute(delete(games).where(games.c.id == game_id, games.c.version == 0, *bare))
            if gone.rowcount:
                connection.execute(delete(sitters).where(sitters.c.game_id == game_id))
            return bool(gone.rowcount)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to look with, for what keeps its own tables here; errors are the store's."""
        with _translated(), self._looking.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self, game_id: str | None = None) -> Iterator[Connection]:
        """A transaction, on disk once the context has ended; errors are the store's.

        Other processes are told of a game that is named.
        """
        with _translated(), self._engine.begin() as connection:
            yield connection
            if game_id is not None:
                postgresql.tell(connection, self._sender, game_id)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[Connection]:
        """A connection to which the whole store stays as it is at its first look, however long it looks."""
        with _translated(), self._engine.connect() as connection:
            if self.shared:
                connection.execution_options(isolation_level="REPEATABLE READ")
                postgresql.patient(connection)
            else:
                connection.exec_driver_sql("BEGIN")  # Python's driver begins none for a look
            yield connection

    @contextlib.contextmanager
    def alone(self) -> Iterator[Connection]:
        """A transaction that waits for every other of this kind: what is looked up in it holds until it has ended."""
        with self.writing() as connection:
            migrations.lock(connection)
            yield connection

    def numbered(self, table: Table, game_id: str, row: Mapping[str, Any]) -> int:
        """Add a row to a table whose rows are numbered 1, 2, … within a game; its number. Raises `NoSuchGame`."""
        last = select(func.coalesce(func.max(table.c.number), 0)).where(table.c.game_id == game_id)
        with self.writing(game_id) as connection:
            # Claims the game first: the write makes every other writer wait, so that no number is given twice.
            claim = update(games).where(games.c.id == game_id).values(version=games.c.version)
            if connection.execute(claim).rowcount != 1:
                raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))
            number = int(connection.execute(last).scalar() or 0) + 1
            connection.execute(insert(table), {**row, "game_id": game_id, "number": number})
        return number

    def close(self) -> None:
        """Let the connections go."""
        if self._listener is not None:
            self._listener.close()
        self._engine.dispose()

    def _migrate(self) -> None:
        with self._engine.connect() as connection:
            if _revision(connection) == REVISION:
                return
        with self._engine.connect() as connection:
            postgresql.patient(connection)
            migrations.lock(connection)
            if inspect(connection).get_table_names():
                migrations.upgrade(connection)
            else:
                # A new store is made in its newest form: loading Alembic would take a good part of the start.
                metadata.create_all(connection, checkfirst=False)
                stamp.create(connection)
                connection.execute(insert(stamp), {"version_num": REVISION})
            connection.commit()


def is_shared(url: str) -> bool:
    """Whether processes hear of each other's changes through a store of that URL."""
    return url.partition(":")[0].partition("+")[0] in SHORT


def _kept(row: Any, lines: tuple[str, ...] = ()) -> Kept:
    columns = (row.id, row.created, row.game, row.header, row.version, lines, row.changed, row.head, row.lost, row.home)
    return Kept(*columns)


def _open(url: str, waits: Waits) -> Engine:
    try:
        address = _with_driver(make_url(url))
        if address.get_backend_name() == "postgresql":
            return postgresql.tried_after_a_rest(create_engine(address, **postgresql.arguments(waits)))
        if address.get_backend_name() != "sqlite":
            raise StoreUnavailable(f"the store lies in SQLite or PostgreSQL, not in {address.get_backend_name()}")
        if address.database in {None, "", ":memory:"}:
            raise StoreUnavailable("a store in memory is lost with every connection; name a file: sqlite:///FILE")
        private_file(Path(str(address.database)))
        engine = create_engine(address, connect_args={"timeout": waits.busy_seconds})
    except ImportError as wrong:
        raise StoreUnavailable(_driver_missing(address.get_backend_name(), wrong)) from wrong
    except OSError as wrong:
        form = "the store cannot be made: {why}; name another folder with --data"
        raise StoreUnavailable(Said(form, why=os_words(wrong))) from wrong
    except SQLAlchemyError as wrong:
        raise StoreUnavailable(f"the store cannot be opened: {_first_line(wrong)}; check its URL and folder") from wrong
    event.listen(engine, "connect", partial(_careful, patience=waits.busy_seconds))
    return engine


def _with_driver(address: URL) -> URL:
    """PostgreSQL's usual URLs name no driver, or one that is not used here."""
    return address.set(drivername="postgresql+psycopg") if address.drivername in SHORT else address


def _driver_missing(backend: str, wrong: ImportError) -> str:
    """What to install for a database that Python cannot talk to yet."""
    if backend == "postgresql":
        return "PostgreSQL needs its driver: pip install -e '.[scale]' in Tableside’s folder"
    return f"the store cannot be opened: {backend} has no driver here ({wrong}); use sqlite or postgresql+psycopg"


def os_words(wrong: OSError) -> str:
    """What is wrong with a folder or a file, in a line."""
    if isinstance(wrong, FileExistsError | NotADirectoryError):
        return f"{wrong.filename} is a file, not a folder"
    return f"{wrong.filename}: {wrong.strerror}" if wrong.filename and wrong.strerror else str(wrong)


def _careful(connection: Any, _record: Any, patience: float) -> None:
    """Ask for safe writing. SQLite itself never waits to change a new store's journal, so it is tried again here."""
    until = monotonic() + patience
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        while True:
            try:
                connection.execute(f"PRAGMA {pragma}").close()
                break
            except sqlite3.OperationalError as wrong:
                if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                    raise
                sleep(AGAIN)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(stamp.name):
        return None
    return connection.execute(select(stamp.c.version_num)).scalar()


def _version(connection: Connection, game_id: str) -> int:
    version: int | None = connection.execute(select(games.c.version).where(games.c.id == game_id)).scalar()
    if version is None:
        raise NoSuchGame(Said("there is no game {game}", game=quoted(game_id)))
    return version


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as wrong:
        reason = _first_line(wrong)
        if "disk is full" in reason or "No space left" in reason:
            raise StoreFull(FULL) from wrong
        if DAMAGED in reason:
            raise StoreUnavailable(Said(SPOILT, why=reason)) from wrong
        raise StoreUnavailable(Said("the store cannot be used: {why}", why=reason)) from wrong


def _first_line(wrong: BaseException) -> str:
    cause = getattr(wrong, "orig", None) or wrong
    return (str(cause).splitlines() or [type(cause).__name__])[0]
