"""Alembic's steps from one form of the store to the next; `upgrade` takes them all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import text

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection


LOCK: Final = 8_429_177_001
"""The number of PostgreSQL's advisory lock under which a store changes its form, or lets pictures go; any will do that
stays the same."""


class UnknownForm(Exception):  # noqa: N818 - reads as the sentence it is
    """The store has a form that these steps do not know: a newer Tableside made it."""


def lock(connection: Connection) -> None:
    """Begin a transaction that makes every other one wait that begins so, until it has ended."""
    if connection.dialect.name == "sqlite":
        # Python's driver begins no transaction for CREATE TABLE by itself.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})


def config(connection: Connection) -> Config:
    """What Alembic's commands take, to work in the caller's transaction."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def upgrade(connection: Connection) -> None:
    """Bring the store to the newest form, in the caller's transaction. Raises `UnknownForm`."""
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(config(connection), "head")
    except CommandError as wrong:
        raise UnknownForm(str(wrong)) from wrong
