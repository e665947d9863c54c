"""When each game was last written to: a recording's game is dated by the recording, and was still played now."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; what was kept before counts as written when it was made."""
    op.add_column("games", sa.Column("changed", sa.String(32), nullable=False, server_default=""))
    op.execute("UPDATE games SET changed = created")
    op.create_index("ix_games_changed", "games", ["changed"])
    op.drop_index("ix_games_created", "games")


def downgrade() -> None:
    """Drop it."""
    op.create_index("ix_games_created", "games", ["created"])
    op.drop_index("ix_games_changed", "games")
    op.drop_column("games", "changed")
