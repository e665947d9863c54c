"""Questions about the record are about all since a move: those that were about one move alone are closed."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from service.store.clock import now

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Close those that are open. The camera asks again in the new form, if that is still to be asked."""
    answer = json.dumps({"time": now(), "how": "something else was seen", "events": []}, separators=(",", ":"))
    asked = sa.table("questions", sa.column("question", sa.Text), sa.column("answer", sa.Text))
    alone = asked.c.question.like('%"kind":"reopen"%') & asked.c.question.like('%"rest":false%')
    op.execute(sa.update(asked).where(asked.c.answer.is_(None), alone).values(answer=answer))


def downgrade() -> None:
    """What is closed stays closed."""
