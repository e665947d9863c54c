"""Games that another machine writes, and the tables of such machines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("games", sa.Column("home", sa.String(40), nullable=False, server_default=""))
    op.create_table(
        "hub_tables",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("game_id", sa.String(32)),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Drop them: whoever has a game's record may then write it."""
    op.drop_table("hub_tables")
    op.drop_column("games", "home")
