"""The store's forms: each is reached from the one before and the one after, with data in it."""

import json

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Float, Integer, MetaData, create_engine, insert, select

from service.store import migrations
from service.store.schema import REVISION, metadata
from service.store.store import Store

pytestmark = pytest.mark.store

OLDEST = "0001"


@pytest.fixture
def database(database_url, tmp_path):
    (tmp_path / "deep").mkdir(exist_ok=True)
    engine = create_engine(database_url)
    yield engine
    engine.dispose()


def forms():
    """Every revision, the oldest first."""
    script = ScriptDirectory.from_config(migrations.config(None))
    return [each.revision for each in script.walk_revisions()][::-1]


def moved(engine, step, revision):
    with engine.connect() as connection:
        migrations.lock(connection)
        step(migrations.config(connection), revision)
        connection.commit()


def tables(connection):
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def tables_of(engine):
    """The tables by their names."""
    with engine.connect() as connection:
        return {table.name: table for table in tables(connection)}


def sample(column, game):
    """A value of a column; everything belongs to one game."""
    if (column.table.name, column.name) == ("evidence", "number"):
        return int(game[-len(OLDEST) :])
    if column.name == "game_id" or (column.table.name, column.name) == ("games", "id"):
        return game
    if isinstance(column.type, Boolean):
        return False
    return 1 if isinstance(column.type, Integer | Float) else f"{column.name} of {game}"[: column.type.length or 40]


def filled(engine, game):
    """One row more in every table, all of one game."""
    with engine.begin() as connection:
        for table in tables(connection):
            connection.execute(insert(table), {column.name: sample(column, game) for column in table.columns})


def kept(engine):
    """The rows of every table as dictionaries."""
    with engine.connect() as connection:
        return {
            table.name: sorted((dict(row._mapping) for row in connection.execute(select(table))), key=repr)
            for table in tables(connection)
        }


def same_as_far_as_both_tell(before, after):
    """Every row is still there with the columns that both forms have."""
    for name in before.keys() & after.keys():
        assert len(before[name]) == len(after[name]), name
        for one, other in zip(before[name], after[name], strict=True):
            shared = one.keys() & other.keys()
            assert {key: one[key] for key in shared} == {key: other[key] for key in shared}


def test_every_form_is_reached_with_data_in_it_up_and_down_again(database, database_url):
    known = forms()
    assert (known[0], known[-1]) == (OLDEST, REVISION)
    for form in known:
        before = kept(database) if form != OLDEST else {}
        moved(database, command.upgrade, form)
        same_as_far_as_both_tell(before, kept(database))
        filled(database, f"game-{form}")
    assert set(kept(database)) == set(metadata.tables)
    for form in known[-2::-1]:
        before = kept(database)
        moved(database, command.downgrade, form)
        same_as_far_as_both_tell(before, kept(database))
    assert set(kept(database)) == {"games", "events"}
    store = Store(database_url)  # and up again, as at a start
    try:
        assert {game.id for game in store.newest(99)} == {f"game-{form}" for form in known}
        assert store.load("game-0001").lines == ("line of game-0001",)
    finally:
        store.close()


def test_open_questions_of_an_older_form_are_closed_and_no_others(database, database_url):
    moved(database, command.upgrade, "0012")
    filled(database, "game-0012")
    asked = tables_of(database)["questions"]
    texts = ['{"kind":"reopen","rest":false}', '{"kind":"reopen","rest":true}', '{"kind":"choice","rest":false}']
    with database.begin() as connection:
        row = dict(connection.execute(select(asked)).one()._mapping) | {"answer": None}
        connection.execute(asked.delete())
        for number, text in enumerate(texts):
            connection.execute(insert(asked), row | {"number": number, "question": text})
    moved(database, command.upgrade, "0013")
    answers = [row["answer"] for row in kept(database)["questions"]]
    assert [answer and json.loads(answer)["how"] for answer in answers] == ["something else was seen", None, None]
