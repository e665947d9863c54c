"""The registry between the watcher's thread and the API's event loop."""

import asyncio
import json
import threading

from service_help import LIMIT

from service.following.tables import DEFAULT, Frames, Health, Table, Tables


def test_a_new_table_shows_that_nothing_came_yet():
    shown = Tables().add().snapshot()
    assert shown["id"] == DEFAULT
    assert shown["health"]["state"] == "waiting"
    assert shown["version"] == 0
    assert shown["position"] is None
    assert shown["picture"] is None
    json.dumps(shown)


def test_publish_replaces_what_is_named_and_keeps_the_rest():
    table = Table("1")
    table.publish(game="stackernoos", health=Health("ok", "30 frames/s"), frames=Frames(3, 1, 2.5))
    table.publish(position={"tiles": []}, faults=[{"name": "duplicate_tile", "detail": "", "rules": []}])
    shown = table.snapshot()
    assert shown["game"] == "stackernoos"
    assert shown["frames"] == {"seen": 3, "dropped": 1, "per_second": 2.5}
    assert shown["faults"][0]["name"] == "duplicate_tile"
    assert shown["version"] == 2


def test_what_changes_nothing_keeps_the_version():
    table = Table("1")
    assert table.publish(health=Health("ok", "")) == 1
    assert table.publish(health=Health("ok", "")) == 1


def test_the_address_of_a_picture_changes_with_the_picture_alone():
    table = Table("1")
    table.publish(picture=b"one")
    first = table.snapshot()["picture"]
    table.publish(frames=Frames(1))
    assert table.snapshot()["picture"] == first
    table.publish(picture=b"two")
    assert table.snapshot()["picture"] != first
    assert table.picture() == b"two"


def test_a_change_from_another_thread_wakes_the_loop():
    table = Table("1")

    async def follow() -> int:
        threading.Timer(0.05, lambda: table.publish(game="stackernoos")).start()
        return await asyncio.wait_for(table.changed(0, 10 * LIMIT), LIMIT)

    assert asyncio.run(follow()) == 1


def test_a_change_that_was_missed_is_told_at_once():
    table = Table("1")
    table.publish(game="stackernoos")
    assert asyncio.run(table.changed(0)) == 1


def test_a_wait_without_a_change_ends_after_its_time():
    table = Table("1")
    assert asyncio.run(table.changed(0, 0.01)) == 0
    assert not table._waiting


def test_closing_lets_everyone_go():
    tables = Tables()
    table = tables.add("2")

    async def follow() -> int:
        asyncio.get_running_loop().call_later(0.05, tables.close)
        return await asyncio.wait_for(table.changed(0, 10 * LIMIT), LIMIT)

    assert asyncio.run(follow()) == 0
    assert not table.open


def test_a_loop_that_has_ended_does_not_trouble_the_publisher():
    table = Table("1")
    loop = asyncio.new_event_loop()
    table._waiting.add((loop, asyncio.Event()))
    loop.close()
    assert table.publish(game="stackernoos") == 1


def test_versions_grow_by_one_under_many_threads():
    table = Table("1")

    def count(start: int) -> None:
        for n in range(200):
            table.publish(frames=Frames(start + n))

    threads = [threading.Thread(target=count, args=(k * 1000 + 1,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table.version == 800


def test_tables_are_found_by_id():
    tables = Tables()
    assert tables.get("1") is None
    assert tables.add("1") is tables.add("1")
    assert "1" in tables
    assert tables  # none yet or many, a registry is a registry
    assert [t.id for t in tables] == ["1"]
