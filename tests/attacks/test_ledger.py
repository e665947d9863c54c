"""The store is tampered with, or loses its last rows: it is named, and the game goes on where it can."""

import time

import pytest
from service_help import API, OPENING, SECOND, client_of, play, running
from sqlalchemy import create_engine, text

from engine import record
from service.app import assemble
from service.bells import Bells
from service.settings import Settings
from service.store.ledger import Ledger
from service.store.ledger_errors import RecordDamaged
from service.store.store import Store

pytestmark = pytest.mark.store


def sql(settings, statement):
    engine = create_engine(settings.url)
    with engine.begin() as database:
        database.exec_driver_sql(statement)
    engine.dispose()


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path, keepalive_seconds=0.1)


@pytest.fixture
def parts(settings):
    made = assemble(settings)
    yield made
    made.close()


@pytest.fixture(params=["by hand", "by the camera"])
def game(parts, request):
    """A game of two moves."""
    made = parts.ledger.open("stackernoos", {"players": 2}, None, {})
    if request.param == "by the camera":
        parts.ledger.go_on(made, [(0, OPENING), (1, SECOND)], by="camera", confidence=0.9)
        return made.id
    parts.ledger.play(made.id, 0, 0, OPENING)
    parts.ledger.play(made.id, 1, 1, SECOND)
    return made.id


@pytest.mark.parametrize("anew", [False, True], ids=["while it runs", "before it starts"])
def test_a_last_row_that_is_lost_is_named_and_the_game_goes_on(parts, game, settings, anew, request):
    """Posting was refused at this version and at the next, for ever."""
    sql(settings, "DELETE FROM events WHERE seq = 2")
    store = Store(settings.url) if anew else parts.store
    request.addfinalizer(store.close)
    ledger = Ledger(store, Bells()) if anew else parts.ledger
    found = ledger.find(game)
    assert (found.version, found.gone, found.damage) == (1, 1, None)
    assert "(2)" in found.loss
    written = ledger.play(game, 1, 1, SECOND)
    assert written.seq == 2
    after = ledger.find(game)
    assert (after.version, after.gone, after.damage) == (2, 0, None)
    assert "(2)" in after.loss
    assert ledger.play(game, 2, 0, str(next(iter(after.game.moves(after.replay.state, 0))))).seq == 3


def test_a_loss_while_it_writes_is_noticed_before_the_next_entry(parts, game, settings):
    entry = parts.ledger.find(game)
    move = str(next(iter(entry.game.moves(entry.replay.state, 0))))
    sql(settings, "DELETE FROM events WHERE seq = 2")
    with pytest.raises(Exception, match="version 1"):
        parts.ledger.play(game, 2, 0, move)
    assert parts.ledger.find(game).damage is None


def test_the_page_and_the_api_name_it(settings):
    with running(settings) as where, client_of(where) as client:
        game = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
        play(client, game, 0, OPENING, 0)
        sql(settings, "DELETE FROM events")
        assert "(1)" in client.get(game).json()["lost"]
        play(client, game, 0, OPENING, 0)
        assert "(1)" in client.get(game).json()["lost"]
        page = client.get(game.removeprefix(API)).text
        assert "were lost from the store" in page


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET line = replace(line, '1-1', '2-2') WHERE seq = 1",
        "UPDATE events SET line = replace(line, '1-5', '1-4') WHERE seq = 2",
        "DELETE FROM events WHERE seq = 1",
        "UPDATE events SET line = 'none' WHERE seq = 2",
        "UPDATE games SET head = 'another'",
    ],
)
def test_what_was_changed_is_named_and_takes_no_more(parts, game, settings, change):
    sql(settings, change)
    found = parts.ledger.find(game)
    assert found.damage is not None
    assert "line" in found.damage
    with pytest.raises(RecordDamaged):
        parts.ledger.play(game, found.version, 0, OPENING)


def test_a_last_line_that_was_forged_whole_is_named_by_its_head(parts, game, settings):
    """With a hash of its own the chain is whole; the store keeps what the hash was."""
    kept = parts.ledger.find(game).record
    forged = record.append(record.Record(kept.header, kept.events[:1]), record.Event(0, "2026", 1, "draw"))
    engine = create_engine(settings.url)
    with engine.begin() as database:
        database.execute(text("UPDATE events SET line = :line WHERE seq = 2"), {"line": record.line(forged.events[-1])})
    engine.dispose()
    assert "the store keeps" in parts.ledger.find(game).damage


def long_game(folder, entries):
    """A game of so many entries: a move, and its taking back, again and again."""
    parts = assemble(Settings(data=folder))
    game = parts.ledger.open("stackernoos", {"players": 2}, None, {}).id
    chain = parts.ledger.find(game).record
    move = record.judged(record.Event(0, "2026-01-01T00:00:00.000Z", 0, OPENING), _verdict(parts, game))
    for number in range(entries):
        undo = record.Event(0, "2026-01-01T00:00:00.000Z", -1, OPENING, kind=record.UNDO, of=number)
        chain = record.append(chain, undo if number % 2 else move)
    parts.store.append(game, 0, [record.line(event) for event in chain.events], chain.tip)
    return parts, game


def _verdict(parts, game):
    entry = parts.ledger.find(game)
    return entry.game.judge(entry.replay.state, 0, entry.game.parse(OPENING))


def written(parts, game, count):
    """The median time of an entry that is a move, s of the processor."""
    version = parts.ledger.find(game).version
    took = []
    for _ in range(count):
        began = time.thread_time()
        parts.ledger.play(game, version, 0, OPENING)
        took.append(time.thread_time() - began)
        parts.ledger.undo(game, version + 1, None)
        version += 2
    return sorted(took)[len(took) // 2]


def test_an_entry_takes_as_long_in_a_long_record_as_in_a_short_one(tmp_path):
    """It took 6 ms at 20 entries, and 67 ms at 1,000."""
    short, brief = long_game(tmp_path / "short", 20)
    long, lengthy = long_game(tmp_path / "long", 1000)
    try:
        assert written(long, lengthy, 15) < 3 * written(short, brief, 15) + 0.01
    finally:
        short.close()
        long.close()
