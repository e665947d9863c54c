"""Back-up and restore: all of it, from either database into either, and what was changed is named."""

import hashlib
import json
import zipfile

import pytest
from service_help import OPENING, SECOND
from sqlalchemy import create_engine, text
from typer.testing import CliRunner

from service.app import assemble
from service.cli import app
from service.settings import Settings
from service.store.backup import BackupError, check, restore, save
from service.store.questions import Question

pytestmark = pytest.mark.store


@pytest.fixture
def full(parts):
    """A store with two games, a question and two pictures, one of which has made room."""
    for number in range(2):
        game = parts.ledger.open("stackernoos", {"players": 2}, None, {}).id
        parts.ledger.play(
            game, 0, 0, OPENING, frames=[parts.evidence.keep(game, bytes([number]) * 900, {"why": "after"})]
        )
        parts.ledger.play(game, 1, 1, SECOND)
    parts.questions.ask(game, Question("choice", "what?", 2))
    with parts.store.writing() as connection:
        connection.execute(text("UPDATE evidence SET gone = (1 = 1) WHERE number = 1"))
    return parts


@pytest.fixture
def empty(tmp_path):
    made = assemble(Settings(data=tmp_path / "empty", database_url=None))
    yield made
    made.close()


@pytest.fixture
def saved(full, tmp_path):
    file = tmp_path / "club.zip"
    result = save(full.store, full.evidence, file)
    assert (result.wrong, result.games, result.entries, result.pictures) == ([], 2, 4, 1)
    return file


def changed(file, name, change):
    """The same back-up with other bytes under a name; None leaves it out."""
    with zipfile.ZipFile(file) as pack:
        packed = {each: pack.read(each) for each in pack.namelist()}
    with zipfile.ZipFile(file, "w") as pack:
        for each, kept in packed.items():
            new = change(kept) if each.startswith(name) else kept
            if new is not None:
                pack.writestr(each, new)
    return file


def test_what_was_saved_comes_back_row_for_row(full, saved, empty, tmp_path):
    result = restore(empty.store, empty.evidence, saved)
    assert result.wrong == []
    again = tmp_path / "again.zip"
    save(empty.store, empty.evidence, again)
    with zipfile.ZipFile(saved) as one, zipfile.ZipFile(again) as other:
        assert one.namelist() == other.namelist()
        assert all(one.read(each) == other.read(each) for each in one.namelist() if each != "manifest.json")
    for game in full.store.newest(9):
        mine, theirs = (each.ledger.find(game.id) for each in (full, empty))
        assert (mine.record, mine.fault) == (theirs.record, None)
        assert full.evidence.line(game.id) == empty.evidence.line(game.id)
    game = full.store.newest(1)[0].id
    entry = empty.ledger.find(game)
    seat, move = next(
        (s, str(m)) for s in entry.game.actors(entry.replay.state) for m in entry.game.moves(entry.replay.state, s)
    )
    kept = empty.evidence.keep(game, b"new", {"why": "after"})
    assert empty.ledger.play(game, 2, seat, move, frames=[kept]).seq == 3


def test_a_back_up_of_any_store_comes_back_where_the_service_has_its_own(full, saved):
    """On PostgreSQL this is from there and into there; on SQLite from file to file."""
    for table in ("evidence", "questions", "events", "games"):
        with full.store.writing() as connection:
            connection.execute(text(f"DELETE FROM {table}"))
    assert restore(full.store, full.evidence, saved).wrong == []
    game = full.store.newest(1)[0].id
    full.evidence.keep(game, b"another", {"why": "after"})
    assert len(full.evidence.line(game)) == 2


def test_a_full_store_is_not_written_over(full, saved):
    with pytest.raises(BackupError, match="holds games"):
        restore(full.store, full.evidence, saved)


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("tables/events", lambda kept: kept.replace(b"1-5", b"1-4"), "tables/events.jsonl was changed"),
        ("tables/events", lambda kept: kept.replace(b"1-5", b"1-4"), "its hash"),
        ("pictures/", lambda kept: kept + b"x", "its bytes are not those of its hash"),
        ("pictures/", lambda kept: None, "0 pictures of 1 are there"),
    ],
    ids=["a line", "its chain", "a picture", "a picture that is gone"],
)
def test_what_was_changed_is_named(saved, empty, name, change, told):
    file = changed(saved, name, change)
    assert any(told in line for line in check(file).wrong)
    if name.startswith("tables"):
        with pytest.raises(BackupError, match="nothing was restored"):
            restore(empty.store, empty.evidence, file)
        assert empty.store.newest(1) == ()


def test_a_forged_manifest_does_not_hide_a_changed_line(saved):
    """The chain of each game is checked by itself."""
    with zipfile.ZipFile(saved) as pack:
        forged = pack.read("tables/events.jsonl").replace(b"1-5", b"1-4")
        manifest = json.loads(pack.read("manifest.json"))
    manifest["tables"]["events"]["sha256"] = hashlib.sha256(forged).hexdigest()
    changed(saved, "tables/events", lambda _: forged)
    changed(saved, "manifest", lambda _: json.dumps(manifest).encode())
    wrong = check(saved).wrong
    assert len(wrong) == 2
    assert all(line.startswith("game ") for line in wrong)


@pytest.mark.parametrize("kept", [b"", b"no zip", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_back_up_is_one_line(tmp_path, kept):
    (tmp_path / "x.zip").write_bytes(kept)
    with pytest.raises(BackupError, match=r"no back-up|damaged"):
        check(tmp_path / "x.zip")


def test_a_damaged_game_is_saved_as_it_is_and_named(full, settings, tmp_path):
    engine = create_engine(settings.url)
    with engine.begin() as database:
        database.exec_driver_sql("DELETE FROM events WHERE seq = 1")
    engine.dispose()
    result = save(full.store, full.evidence, tmp_path / "club.zip")
    assert len(result.wrong) == 2
    assert result.games == 2


def test_the_commands_say_what_they_did(full, settings, tmp_path):
    file = tmp_path / "out.zip"
    done = CliRunner().invoke(app, ["backup", str(file), "--data", str(settings.data)])
    assert done.exit_code == 0, done.output
    assert "games: 2, entries: 4, pictures: 1" in done.stdout
    again = CliRunner().invoke(app, ["backup", str(file), "--data", str(settings.data)])
    assert (again.exit_code, again.stdout) == (2, "")
    there = CliRunner().invoke(app, ["restore", str(file), "--data", str(settings.data)])
    assert there.exit_code == 2
    assert "holds games" in there.stderr
    elsewhere = ["restore", str(file), "--data", str(tmp_path / "new")]
    back = CliRunner().invoke(app, elsewhere, env={"TABLESIDE_DATABASE_URL": f"sqlite:///{tmp_path / 'new.db'}"})
    assert back.exit_code == 0, back.output
    assert "every chain is whole" in back.stdout
