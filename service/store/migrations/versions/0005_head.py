"""The hash of each record's last line, and what was lost of it: a row that is gone at the end is named by them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns; heads are kept from the next entry on."""
    op.add_column("games", sa.Column("head", sa.String(64), nullable=False, server_default=""))
    op.add_column("games", sa.Column("lost", sa.Text))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("games", "lost")
    op.drop_column("games", "head")
