"""Players of this machine, and who sits where in which game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


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


def downgrade() -> None:
    """Drop them."""
    op.drop_table("sitters")
    op.drop_table("players")
