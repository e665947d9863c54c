"""The tables of the store, as the newest migration leaves them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text

REVISION: Final = "0001"
"""The migration that this module describes; a store that says so needs none."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", String(32), nullable=False, index=True),
    Column("game", String(64), nullable=False),
    Column("header", Text, nullable=False),
    Column("version", Integer, nullable=False),
)
"""A game: the header line of its record, and the number of its events."""

events = Table(
    "events",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)
"""An event: its line of the record, exactly as it was hashed."""

stamp = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own table: which form the store has. It belongs to no form, so it is not in `metadata`."""
