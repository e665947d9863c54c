"""Games that tell one recording alone: the next game of that takes their place."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the recording's hash; of games from before none is known, so they stay."""
    op.add_column("games", sa.Column("recording", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it: no game takes the place of another."""
    op.drop_column("games", "recording")
