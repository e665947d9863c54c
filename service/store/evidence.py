"""Evidence: pictures by their SHA-256 in a folder or an object storage, what was seen on them in the store.

A picture is written whole or not at all. Once those that no dispute holds are larger than the limit, the oldest of them
make room. Their hash, time and reason stay in the time line. What a dispute holds stays, and is not counted: else it
would crowd out what is new. A full disk stops new evidence, never the game: `Evidence.keep` does not raise for it, and
`Evidence.full` says what to do.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, delete, exists, func, insert, select, update

from engine.said import Said
from service.store.clock import now, written
from service.store.schema import evidence
from service.store.store import StoreError, StoreFull

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection

    from service.store.pictures import Pictures
    from service.store.store import Store

RECOUNT: Final = 256
"""So many pictures are kept by a running count before all are added up again. A count misses what another process
brings back, by so many pictures at the most."""
SPARE: Final = 128
"""Where room is made, this part of the limit more goes at once, so that the next pictures need not make room again."""
FULL: Final = "no space for new evidence ({why}): free some, or lower TABLESIDE_MAX_EVIDENCE_BYTES; the game goes on"


@dataclass(frozen=True, slots=True)
class Count:
    """How many bytes undisputed pictures take at the most: those of rows up to `number`, and how often that was added
    to."""

    number: int
    bytes: int
    times: int = 0


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of the time line: its hash, when it was taken, why it was kept.

    `kept` is False once it has made room for others; `held` where a dispute keeps it from that.
    """

    sha256: str
    time: str
    why: str
    held: bool
    kept: bool


class Evidence:
    """The pictures of one store. Safe to use from many threads and from many processes at once."""

    def __init__(self, store: Store, pictures: Pictures, max_bytes: int, days: float | None = None) -> None:
        """Undisputed pictures make room beyond `max_bytes`, and go after so many `days`; None: they stay."""
        self._store = store
        self._pictures = pictures
        self._max_bytes = max_bytes
        self._days = days
        self._lock = threading.Lock()
        self._count: Count | None = None
        self.full: str | None = None
        """One line on why no new evidence can be kept; None as long as it can."""

    def keep(self, game_id: str, picture: bytes, about: Mapping[str, Any]) -> str:
        """Keep a JPEG for a game; its SHA-256 in hexadecimal.

        `about` is JSON: `time` (ISO) when it was taken, `why` ("before", "after", "question"), `seen` (an observation),
        `hidden`. Where there is no space, the hash comes back all the same and `full` says so. Other errors of the
        store, such as `StoreUnavailable`, are raised.
        """
        sha256 = hashlib.sha256(picture).hexdigest()
        text = json.dumps(about, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        with self._lock:
            try:
                self._pictures.write(sha256, picture)
                made_room = self._index(game_id, sha256, about, text, len(picture) + len(text.encode()))
                # Another process may have removed the same picture before the row said that it is kept.
                self._pictures.write(sha256, picture)
                self._remove(made_room)
            except OSError as wrong:
                self._stopped(wrong.strerror or str(wrong))
            except StoreFull:
                self._stopped("the disk is full")
                with contextlib.suppress(OSError, StoreError):
                    self._remove([sha256])  # a file without a row would be neither found nor ever make room
            else:
                self.full = None
        return sha256

    def load(self, sha256: str) -> bytes | None:
        """The picture of that hash; None where it was never kept, has made room, or is not what it was."""
        with self._store.reading() as connection:
            return self._pictures.read(sha256) if _is_kept(connection, sha256) else None

    def about(self, game_id: str, sha256: str) -> Mapping[str, Any] | None:
        """What was said of the picture when it was kept for that game; None where it was not or has made room."""
        wanted = select(evidence.c.about).where(
            evidence.c.game_id == game_id, evidence.c.sha256 == sha256, evidence.c.gone.is_(False)
        )
        with self._store.reading() as connection:
            text = connection.execute(wanted).scalar()
        if text is None:
            return None
        about: Mapping[str, Any] = json.loads(text)
        return about

    def hold(self, game_id: str, hashes: Iterable[str]) -> None:
        """Keep these pictures of a game from ever making room: they are disputed.

        What `load` finds from then on stays; a picture that had made room before does not come back by it.
        """
        held = update(evidence).where(evidence.c.game_id == game_id, evidence.c.sha256.in_(tuple(hashes)))
        with self._store.alone() as connection:
            connection.execute(held.values(held=True))

    def forget(self) -> int:
        """Let go what nobody disputed for as many days as it may be kept; how many pictures went."""
        if self._days is None:
            return 0
        before = datetime.now(UTC) - timedelta(days=self._days)
        held = select(evidence.c.sha256).where(evidence.c.held.is_(True))
        fresh = select(evidence.c.sha256).where(evidence.c.kept >= written(before))
        old = and_(evidence.c.gone.is_(False), evidence.c.sha256.not_in(held), evidence.c.sha256.not_in(fresh))
        with self._lock:
            with self._store.alone() as connection:
                hashes = list(connection.execute(select(evidence.c.sha256).where(old).distinct()).scalars())
                _let_go(connection, hashes)
            self._remove(hashes)
        return len(hashes)

    def drop(self, game_id: str) -> None:
        """Let all pictures of a game go, the disputed ones, too; those that another game has stay for that."""
        with self._lock:
            with self._store.alone() as connection:
                wanted = select(evidence.c.sha256).where(evidence.c.game_id == game_id)
                hashes = list(connection.execute(wanted).scalars())
                connection.execute(delete(evidence).where(evidence.c.game_id == game_id))
            self._remove(hashes)

    def put_back(self, picture: bytes) -> None:
        """Keep a picture whose rows a back-up brings. Raises `OSError`."""
        with self._lock:
            self._pictures.write(hashlib.sha256(picture).hexdigest(), picture)

    def line(self, game_id: str) -> tuple[Shot, ...]:
        """The time line of a game: every picture that was ever kept for it, in that order."""
        wanted = select(evidence).where(evidence.c.game_id == game_id).order_by(evidence.c.number)
        with self._store.reading() as connection:
            rows = connection.execute(wanted)
            return tuple(Shot(row.sha256, row.time, row.why, row.held, not row.gone) for row in rows)

    def _index(self, game_id: str, sha256: str, about: Mapping[str, Any], text: str, size: int) -> list[str]:
        """Write down that a picture is kept; those that made room for it, whose files may be removed."""
        row = {
            "game_id": game_id,
            "sha256": sha256,
            "time": str(about.get("time") or now())[:40],
            "why": str(about.get("why", ""))[:32],
            "bytes": size,
            "held": False,
            "gone": False,
            "about": text,
            "kept": now(),
        }
        with self._store.alone() as connection:
            there, back = _again(connection, row)
            if not there:
                connection.execute(insert(evidence), row)
            count = None if back else self._counted(connection)
            fits = count is not None and count.bytes <= self._max_bytes
            self._count = None  # until this is written
            made_room = [] if fits else self._make_room(connection, sha256)
        self._count = count if fits else None
        return made_room

    def _counted(self, connection: Connection) -> Count | None:
        """The count with the rows since; all are added up where there is none, or after a while."""
        was = self._count
        newest = select(func.coalesce(func.max(evidence.c.number), 0))
        number = int(connection.execute(newest).scalar() or 0)
        if was is None or was.times >= RECOUNT or number < was.number:
            return Count(number, _free_bytes(connection))
        since = select(func.coalesce(func.sum(evidence.c.bytes), 0)).where(evidence.c.number > was.number)
        return Count(number, was.bytes + int(connection.execute(since).scalar() or 0), was.times + 1)

    def _make_room(self, connection: Connection, newest: str) -> list[str]:
        """Let the oldest undisputed pictures go until the rest fits; the newest always stays."""
        over = _free_bytes(connection) - self._max_bytes
        if over <= 0:
            return []
        chosen = _oldest(connection, and_(_free(), evidence.c.sha256 != newest), over + self._max_bytes // SPARE)
        _let_go(connection, chosen)
        return chosen

    def _remove(self, hashes: Sequence[str]) -> None:
        """Delete the files of pictures that made room, once that is on disk, but for one that was kept again since."""
        if not hashes:
            return
        with self._store.alone() as connection:
            for sha256 in hashes:
                if not _is_kept(connection, sha256):
                    self._pictures.remove(sha256)

    def _stopped(self, why: str) -> None:
        first = self.full is None
        self.full = Said(FULL, why=why)
        if first:  # said once, until it can be kept again
            from service.logs import logger

            logger().warning("evidence", detail=self.full)


def _let_go(connection: Connection, hashes: Iterable[str]) -> None:
    """Write down that pictures are gone, and forget what was seen on them."""
    for sha256 in hashes:
        gone = update(evidence).where(evidence.c.sha256 == sha256)
        connection.execute(gone.values(gone=True, about="{}"))


def _free() -> ColumnElement[bool]:
    """What is kept and not disputed in any game."""
    held = select(evidence.c.sha256).where(evidence.c.held.is_(True))
    return and_(evidence.c.gone.is_(False), evidence.c.sha256.not_in(held))


def _free_bytes(connection: Connection) -> int:
    """How many bytes those take."""
    total = select(func.coalesce(func.sum(evidence.c.bytes), 0)).where(_free())
    return int(connection.execute(total).scalar() or 0)


def _again(connection: Connection, row: Mapping[str, Any]) -> tuple[bool, bool]:
    """Whether the picture was kept for the game before, and whether it had made room and is back."""
    same = and_(evidence.c.game_id == row["game_id"], evidence.c.sha256 == row["sha256"])
    back = update(evidence).where(same, evidence.c.gone.is_(True))
    came = connection.execute(back.values(gone=False, **{name: row[name] for name in ("about", "bytes", "kept")}))
    return bool(connection.execute(select(exists().where(same))).scalar()), bool(came.rowcount)


def _is_kept(connection: Connection, sha256: str) -> bool:
    """Whether the picture is kept for any game."""
    kept = exists().where(evidence.c.sha256 == sha256, evidence.c.gone.is_(False))
    return bool(connection.execute(select(kept)).scalar())


def _oldest(connection: Connection, free: ColumnElement[bool], over: int) -> list[str]:
    """The oldest of the pictures that may go, as many as hold `over` bytes."""
    rows = (
        select(evidence.c.sha256, func.sum(evidence.c.bytes).label("bytes"))
        .where(free)
        .group_by(evidence.c.sha256)
        .order_by(func.max(evidence.c.number))
    )
    chosen: list[str] = []
    for sha256, size in connection.execute(rows):
        if over <= 0:
            break
        chosen.append(sha256)
        over -= int(size)
    return chosen
