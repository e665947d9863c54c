"""Open codes and screens that show digits: several server processes know the same."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "awaited",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("caller", sa.Text, nullable=False),
        sa.Column("word", sa.String(40), nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("spent", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Drop it; what was awaited is asked for anew."""
    op.drop_table("awaited")
