"""The tables of the store, as the newest migration leaves them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

REVISION: Final = "0013"
"""The migration that this module describes; a store that says so needs none."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", String(32), nullable=False),
    Column("game", String(64), nullable=False),
    Column("header", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", String(32), nullable=False, server_default="", index=True),
    Column("head", String(64), nullable=False, server_default=""),
    Column("lost", Text),
    Column("home", String(40), nullable=False, server_default=""),
    Column("recording", String(64), nullable=False, server_default=""),
)
"""A game: the header line of its record and the number of its events. `head` is the hash of the last, empty where it
was not kept yet. `lost` is JSON on entries that were gone from the store when the game went on. `changed` is when it
last changed, by the machine's clock. `created` is the time of what it tells: a recording may be older. `home` is the
table whose own machine writes it; empty where this one does. `recording` is the SHA-256 of the recording that it tells;
empty where it tells anything else."""

events = Table(
    "events",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)
"""An event: its line of the record, exactly as it was hashed."""

evidence = Table(
    "evidence",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id"), nullable=False),
    Column("sha256", String(64), nullable=False, index=True),
    Column("time", String(40), nullable=False),
    Column("why", String(32), nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("held", Boolean, nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("about", Text, nullable=False),
    Column("kept", String(32), nullable=False, server_default=""),
    Index("ix_evidence_game", "game_id", "sha256", unique=True),
)
"""A picture kept for a game: `bytes` of file and text together, `held` in a dispute, `gone` to make room.
`kept` is when that was, by the machine's clock; `time` is that of what it shows."""

questions = Table(
    "questions",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("time", String(40), nullable=False),
    Column("question", Text, nullable=False),
    Column("answer", Text),
)
"""What the camera could not decide, as JSON, and what was answered, null as long as it is open."""

disputes = Table(
    "disputes",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("time", String(40), nullable=False),
    Column("document", Text, nullable=False),
)
"""A dispute with its ruling, as JSON; it is decided once and never changed."""

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("role", String(16), nullable=False),
    Column("game_id", String(32)),
    Column("seat", Integer),
    Column("scopes", String(80), nullable=False),
    Column("word", String(40), nullable=False),
    Column("created", String(40), nullable=False),
    Column("used", String(40)),
    Column("waiting", Boolean, nullable=False),
    Column("revoked", String(40)),
)
"""A token of a phone, a screen or a program: `hash` is its SHA-256, `game_id` and `seat` its own, null for every one.
`waiting` for the host's word, `word` what both screens showed. It names a game that may have been let go."""

players = Table(
    "players",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("colour", String(16), nullable=False),
    Column("shape", String(4), nullable=False),
    Column("created", String(40), nullable=False),
)
"""Somebody who plays on this machine."""

sitters = Table(
    "sitters",
    metadata,
    Column("game_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", String(16), nullable=False, index=True),
    Column("name", String(40), nullable=False),
)
"""Who sits where. The name outlives the player. It names a game that may have been let go."""

evenings = Table(
    "evenings",
    metadata,
    Column("game_id", String(32), primary_key=True),
    Column("match_id", String(32), nullable=False, index=True),
    Column("title", String(80), nullable=False, server_default=""),
)
"""What a game is called, and the match that it belongs to: the id of the match's first game."""

awaited = Table(
    "awaited",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("id", String(16), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("caller", Text, nullable=False),
    Column("word", String(40), nullable=False),
    Column("ends", Float, nullable=False),
    Column("spent", Boolean, nullable=False),
)
"""A code that is open, or a screen that shows digits: `key` is the SHA-256 of the code, or the digits.
`hash` is that of the screen's token to be, empty for a code. `ends` in seconds since 1970."""

hub_tables = Table(
    "hub_tables",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("game_id", String(32)),
    Column("told", Text, nullable=False),
    Column("seen", Float, nullable=False),
)
"""A table of another machine: the game that it follows, what it told last as JSON, and when (s since 1970).
It names a game that may have been let go."""

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("document", Text, nullable=False),
)
"""A tournament as JSON; `version` grows with every change, so that nobody writes over another's."""

bots = Table(
    "bots",
    metadata,
    Column("game_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("seconds", Float, nullable=False),
)
"""A seat that a bot plays, and how long it thinks about a move."""

stamp = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own table: which form the store has. It belongs to no form, so it is not in `metadata`."""
