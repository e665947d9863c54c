"""What Alembic runs for every command: the migrations, over the connection that the store hands in."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
