"""Pictures kept as evidence, questions to the table, disputes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "evidence",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("time", sa.String(40), nullable=False),
        sa.Column("why", sa.String(32), nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("held", sa.Boolean, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )
    op.create_index("ix_evidence_sha256", "evidence", ["sha256"])
    op.create_index("ix_evidence_game", "evidence", ["game_id", "sha256"], unique=True)
    op.create_table(
        "questions",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.String(40), nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("answer", sa.Text),
    )
    op.create_table(
        "disputes",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.String(40), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them; the files of pictures stay."""
    op.drop_table("disputes")
    op.drop_table("questions")
    op.drop_index("ix_evidence_game", "evidence")
    op.drop_index("ix_evidence_sha256", "evidence")
    op.drop_table("evidence")
