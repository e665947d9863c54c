"""Tokens of phones, screens and programs, kept as hashes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("game_id", sa.String(32)),
        sa.Column("seat", sa.Integer),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("word", sa.String(40), nullable=False),
        sa.Column("created", sa.String(40), nullable=False),
        sa.Column("used", sa.String(40)),
        sa.Column("waiting", sa.Boolean, nullable=False),
        sa.Column("revoked", sa.String(40)),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("tokens")
