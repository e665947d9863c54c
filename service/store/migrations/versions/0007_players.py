"""Players of this machine, who sits where in which game, what games are called, and which follow each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("shape", sa.String(4), nullable=False),
        sa.Column("created", sa.String(40), nullable=False),
    )
    op.create_table(
        "sitters",
        sa.Column("game_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(16), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_table(
        "evenings",
        sa.Column("game_id", sa.String(32), primary_key=True),
        sa.Column("match_id", sa.String(32), nullable=False, index=True),
        sa.Column("title", sa.String(80), nullable=False, server_default=""),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("evenings")
    op.drop_table("sitters")
    op.drop_table("players")
