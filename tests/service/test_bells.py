"""Bells: a ring from a thread, a ring between two looks, the last ring."""

import asyncio
import threading

from service_help import LIMIT

from service.bells import Bells


def test_a_ring_from_another_thread_is_heard():
    bells = Bells()

    async def follow():
        with bells.listen("g") as bell:
            threading.Timer(0.02, bells.ring, ["g"]).start()
            return await bell.heard(LIMIT)

    assert asyncio.run(follow())
    assert not bells._ears


def test_a_ring_before_the_wait_is_not_missed():
    bells = Bells()

    async def follow():
        with bells.listen("g") as bell:
            bells.ring("g")
            return await bell.heard(1), await bell.heard(0.01)

    assert asyncio.run(follow()) == (True, False)


def test_other_names_stay_silent():
    bells = Bells()

    async def follow():
        with bells.listen("g") as bell:
            bells.ring("h")
            return await bell.heard(0.01)

    assert not asyncio.run(follow())


def test_closing_wakes_everyone():
    bells = Bells()

    async def follow():
        with bells.listen("g") as one, bells.listen("h") as two:
            bells.close()
            return await one.heard(1), await two.heard(1)

    assert asyncio.run(follow()) == (True, True)
    assert not bells.open
