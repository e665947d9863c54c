"""When a picture was kept, by the machine's clock: a recording may be older, and its evidence lasts as long as any."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column; older rows go by the time at which the picture was taken."""
    op.add_column("evidence", sa.Column("kept", sa.String(32), nullable=False, server_default=""))
    op.execute("UPDATE evidence SET kept = substr(time, 1, 32)")


def downgrade() -> None:
    """Drop it."""
    op.drop_column("evidence", "kept")
