"""The bridge: hears of a game by its events, and tells MQTT and webhooks. A broken connection is taken up again."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from service.client import TableError
from service.home import webhooks
from service.home.news import OFFLINE, ONLINE, Message, News, discovery, messages, news_of, status_topic

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from service.client import Client

LOOK: Final = 5.0
"""How often a game is looked at though no move came, s: a question is no entry of its record."""
AGAIN: Final = 5.0
"""Before a broker that is away is tried again, s."""
ONCE: Final = 1
"""MQTT's quality of service: a message arrives at least once."""


async def follow_news(client: Client, game: str, tell: Callable[[News], Awaitable[None]]) -> None:
    """Tell every news of a game, the present one first, until it is over. Raises `TableError` where it is refused."""
    bell, loop = asyncio.Event(), asyncio.get_running_loop()
    threading.Thread(target=_listen, args=(client, game, bell, loop), daemon=True).start()
    last = None
    while last is None or not last.over:
        bell.clear()
        news = await asyncio.to_thread(news_of, client, game)
        if news != last:
            await tell(news)
            _heed()
            last = news
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK):  # `wait_for` loses a cancellation that comes with the bell
                await bell.wait()


def _heed() -> None:
    """End where that was asked for: what waits for a broker's answer may lose a cancellation that comes with it."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _listen(client: Client, game: str, bell: asyncio.Event, loop: asyncio.AbstractEventLoop) -> None:
    with contextlib.suppress(TableError, RuntimeError):  # the loop has ended, and with it whoever listened
        for _ in client.events(game):
            loop.call_soon_threadsafe(bell.set)


async def to_mqtt(client: Client, game: str, broker: str, say: Callable[[str], None] = print) -> None:
    """Tell a broker (`mqtt://user:password@host:1883`) of a game until it is over. Whoever listens hears that the
    bridge is there, and by its last will that it is gone."""
    import aiomqtt

    where, status = urlsplit(broker), status_topic(game)
    will = aiomqtt.Will(status, OFFLINE, ONCE, retain=True)
    while True:
        try:
            async with aiomqtt.Client(
                where.hostname or "localhost",
                where.port or 1883,
                username=where.username,
                password=where.password,
                will=will,
            ) as mqtt:
                called: tuple[str, ...] | None = None

                async def tell(news: News, mqtt: Any = mqtt) -> None:
                    nonlocal called
                    begun = [*discovery(news), Message(status, ONLINE)] if news.players != called else []
                    called = news.players
                    await _publish(mqtt, [*begun, *messages(news)])

                try:
                    await follow_news(client, game, tell)
                finally:  # who goes in peace leaves no will
                    await mqtt.publish(status, OFFLINE, ONCE, retain=True)
                return
        except aiomqtt.MqttError as wrong:
            say(f"the broker at {where.hostname} is away ({wrong}): trying again in {AGAIN:g} s")
            await asyncio.sleep(AGAIN)


async def to_webhooks(
    client: Client, game: str, addresses: Iterable[str], secret: str = "", say: Callable[[str], None] = print
) -> None:
    """Send every news of a game to addresses until it is over."""
    every = tuple(addresses)

    async def tell(news: News) -> None:
        for wrong in await asyncio.gather(*(asyncio.to_thread(webhooks.post, each, news, secret) for each in every)):
            if wrong:
                say(wrong)

    await follow_news(client, game, tell)


async def _publish(mqtt: Any, listed: Iterable[Message]) -> None:
    for each in listed:
        await mqtt.publish(each.topic, each.payload, ONCE, retain=True)
