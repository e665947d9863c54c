"""A back-up of a store: one zip with every row and every picture, and each hash in it checked.

    manifest.json        what there is: rows and SHA-256 of each table, pictures, the form of the tables
    tables/NAME.jsonl    a row a line
    pictures/SHA256.jpg  the evidence

It is taken at one moment, while others play. Reading it needs no database. Keys and own pieces are files of the data
folder, and are not in it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import zipfile
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, insert, select, text

from engine import record
from engine.errors import EngineError
from service.store.clock import now
from service.store.pictures import SUFFIX, intact
from service.store.schema import REVISION, disputes, events, evidence, games, metadata, questions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from service.store.evidence import Evidence
    from service.store.store import Store

SCHEMA: Final = "tableside/backup/1"
MANIFEST: Final = "manifest.json"
AT_ONCE: Final = 500
"""So many rows are written to a database in one statement."""


class BackupError(Exception):
    """A back-up that cannot be read or restored; the text is one line."""


@dataclass(slots=True)
class Checked:
    """What a back-up holds: games, entries, pictures, bytes; and what is wrong, a line each."""

    games: int = 0
    entries: int = 0
    pictures: int = 0
    bytes: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"games: {self.games}, entries: {self.entries}, pictures: {self.pictures}, MiB: {self.bytes / 2**20:.1f}"


def save(store: Store, kept: Evidence, out: Path) -> Checked:
    """Write a back-up, then check what was written. Raises `OSError` or `StoreError`; then there is no file."""
    part = out.with_name(out.name + ".part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as pack:
            with store.frozen() as connection:
                tables = {table.name: _write_table(pack, connection, table) for table in metadata.sorted_tables}
                wanted = select(evidence.c.sha256).where(evidence.c.gone.is_(False)).distinct()
                hashes = sorted(connection.execute(wanted).scalars())
            written = sum(_write_picture(pack, sha256, kept.load(sha256)) for sha256 in hashes)
            manifest = {"schema": SCHEMA, "time": now(), "revision": REVISION, "tables": tables, "pictures": written}
            pack.writestr(MANIFEST, json.dumps(manifest, indent=1))
        checked = check(part)
        part.replace(out)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return checked


def check(file: Path) -> Checked:
    """Check every hash of a back-up, and the chain of every game. Raises `BackupError` where it is none."""
    with _opened(file) as (pack, manifest):
        checked = Checked(bytes=file.stat().st_size)
        for name, table in manifest["tables"].items():
            _check_table(pack, name, table, checked)
        held = _check_pictures(pack, checked)
        if checked.pictures != manifest["pictures"]:
            checked.wrong.append(f"{checked.pictures} pictures of {manifest['pictures']} are there")
        checked.wrong += _missing(pack, held)
        checked.wrong += _chains(pack, checked)
    return checked


def restore(store: Store, kept: Evidence, file: Path) -> Checked:
    """Bring a checked back-up into an empty store, all of it or nothing, then check the store.

    Raises `BackupError` where the store holds games already, or where the back-up is damaged.
    """
    checked = check(file)
    if any(line.startswith("tables/") for line in checked.wrong):
        raise BackupError(f"{file} is damaged, and nothing was restored: {checked.wrong[0]}")
    with _opened(file) as (pack, manifest):
        if manifest["revision"] > REVISION:
            raise BackupError(f"{file} is of a newer Tableside: update this one")
        with store.alone() as connection:
            if connection.execute(select(func.count()).select_from(games)).scalar():
                raise BackupError("the store holds games; restore into an empty one: name another folder or database")
            for name in pack.namelist():
                if name.startswith("pictures/"):
                    kept.put_back(pack.read(name))
            for table in metadata.sorted_tables:
                if table.name in manifest["tables"]:
                    _fill(connection, table, _rows(pack, table.name))
            _number_on(connection)
    checked.wrong += list(_compared(store, file))
    return checked


def merge(store: Store, kept: Evidence, file: Path) -> list[str]:
    """Bring the games of a checked back-up into a store beside its own; the ids of those that came.

    Those that are there stay. Raises `BackupError` where something of it is damaged.
    """
    if wrong := check(file).wrong:
        raise BackupError(f"{file} is damaged, and nothing was taken from it: {wrong[0]}")
    with _opened(file) as (pack, _), store.alone() as connection:
        there = set(connection.execute(select(games.c.id)).scalars())
        new = {row["id"] for row in _rows(pack, games.name)} - there
        for name in pack.namelist():
            if name.startswith("pictures/") and new:
                kept.put_back(pack.read(name))
        for table in (games, events, evidence, questions, disputes):
            of = "id" if table is games else "game_id"
            rows = (row for row in _rows(pack, table.name) if row[of] in new)
            # A picture has another number here.
            _fill(connection, table, (row for row in rows if table is not evidence or row.pop("number")))
    return sorted(new)


def _lines(connection: Connection, table: Any) -> Iterator[bytes]:
    """The rows of a table, each as its line."""
    for row in connection.execute(select(table).order_by(*table.primary_key.columns)):
        yield (json.dumps(dict(row._mapping), ensure_ascii=False) + "\n").encode()


def _write_table(pack: zipfile.ZipFile, connection: Connection, table: Any) -> dict[str, Any]:
    """Write a table; how many rows there are, and the SHA-256 of its lines."""
    count, digest = 0, hashlib.sha256()
    with pack.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as file:
        for line in _lines(connection, table):
            file.write(line)
            digest.update(line)
            count += 1
    return {"rows": count, "sha256": digest.hexdigest()}


def _write_picture(pack: zipfile.ZipFile, sha256: str, picture: bytes | None) -> int:
    """Write a picture, if it has not made room since; how many were written."""
    if picture is None:
        return 0
    pack.writestr(zipfile.ZipInfo(f"pictures/{sha256}{SUFFIX}"), picture)  # a JPEG is small already
    return 1


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any]]]:
    try:
        with zipfile.ZipFile(file) as pack:
            manifest = json.loads(pack.read(MANIFEST))
            if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
                raise BackupError(f"{file} is no back-up of Tableside")
            yield pack, manifest
    except OSError as wrong:
        raise BackupError(f"{file} cannot be read: {wrong.strerror or wrong}") from wrong
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as wrong:
        raise BackupError(f"{file} is no back-up, or is damaged: {wrong}") from wrong


def _check_table(pack: zipfile.ZipFile, name: str, manifest: dict[str, Any], checked: Checked) -> None:
    lines = pack.read(f"tables/{name}.jsonl")
    if hashlib.sha256(lines).hexdigest() != manifest["sha256"] or lines.count(b"\n") != manifest["rows"]:
        checked.wrong.append(f"tables/{name}.jsonl was changed: its hash is not the one that the manifest keeps")


def _check_pictures(pack: zipfile.ZipFile, checked: Checked) -> set[str]:
    """The hashes of the pictures that are what they were."""
    held = set()
    for name in pack.namelist():
        if name.startswith("pictures/"):
            sha256 = name.removeprefix("pictures/").removesuffix(SUFFIX)
            checked.pictures += 1
            if intact(sha256, pack.read(name)) is None:
                checked.wrong.append(f"{name} was changed: its bytes are not those of its hash")
            else:
                held.add(sha256)
    return held


def _missing(pack: zipfile.ZipFile, held: set[str]) -> Iterator[str]:
    """Pictures that a row says are kept, and that are not there."""
    missing = {row["sha256"] for row in _rows(pack, evidence.name) if not row["gone"]} - held
    if missing:
        yield f"{len(missing)} pictures are not there, such as {min(missing)}"


def _chains(pack: zipfile.ZipFile, checked: Checked) -> Iterator[str]:
    """What is wrong with a record, a line each; every game and entry is counted."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for row in _rows(pack, events.name):
        lines[row["game_id"]].append(row["line"])
    for game in _rows(pack, games.name):
        checked.games += 1
        checked.entries += len(lines[game["id"]])
        wrong = _fault(game, lines[game["id"]])
        if wrong:
            yield f"game {game['id']}: {wrong}"


def _fault(game: dict[str, Any], lines: list[str]) -> str | None:
    """What is wrong with a game's record; None where its chain is whole and ends as the store says."""
    try:
        chain, damage = record.loads("\n".join([game["header"], *lines]) + "\n")
    except EngineError as wrong:
        return str(wrong)
    if damage is None and len(lines) != game["version"]:
        return f"{len(lines)} entries of {game['version']} are there"
    if damage is None and game["head"] not in ("", chain.tip):
        return "its last line is not the one that was written"
    return damage


def _rows(pack: zipfile.ZipFile, name: str) -> Iterator[dict[str, Any]]:
    with pack.open(f"tables/{name}.jsonl") as file:
        for line in file:
            yield json.loads(line)


def _fill(connection: Connection, table: Any, rows: Iterable[dict[str, Any]]) -> None:
    waiting: list[dict[str, Any]] = []
    for row in rows:
        waiting.append(row)
        if len(waiting) == AT_ONCE:
            connection.execute(insert(table), waiting)
            waiting = []
    if waiting:
        connection.execute(insert(table), waiting)


def _number_on(connection: Connection) -> None:
    """Let PostgreSQL number the next picture after those that were brought."""
    if connection.dialect.name == "postgresql":
        last = connection.execute(select(func.coalesce(func.max(evidence.c.number), 0))).scalar_one()
        of = {"table": evidence.name, "column": "number", "last": last + 1}
        connection.execute(text("SELECT setval(pg_get_serial_sequence(:table, :column), :last, false)"), of)


def _compared(store: Store, file: Path) -> Iterator[str]:
    """Tables of the store that are not, row for row, what the back-up has."""
    with _opened(file) as (pack, manifest), store.frozen() as connection:
        for table in metadata.sorted_tables:
            if table.name not in manifest["tables"]:
                continue
            there = sorted(json.dumps(json.loads(line), sort_keys=True) for line in _lines(connection, table))
            wanted = sorted(json.dumps(row, sort_keys=True) for row in _rows(pack, table.name))
            if manifest["revision"] == REVISION and there != wanted:
                yield f"table {table.name} is not as the back-up has it"
