"""A game told to a home: messages, webhooks that are signed and tried again, and a real broker with its last will."""

import asyncio
import json
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from service_help import LIMIT, OPENING, SECOND, eventually, lasting_port, running
from typer.testing import CliRunner

from service.cli import app
from service.client import Client
from service.home import webhooks
from service.home.bridge import follow_news, to_mqtt
from service.home.news import News, discovery, messages, news_of, status_topic

NEWS = News(
    "ab12",
    "Stackernoos",
    3,
    "Player 2",
    (0, 30),
    "Player 1: 1-1 as the first tile (+0)",
    True,
    False,
    ("Player 1", "Bo"),
)
BROKER = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
SECONDS = LIMIT


@pytest.fixture
def table(settings, tables):
    with running(settings, tables) as where, Client(str(where)) as made:
        yield made


def test_a_game_is_a_device_of_home_assistant():
    state = {each.topic: each.payload for each in messages(NEWS)}
    assert state["tableside/ab12/turn"] == "Player 2"
    assert state["tableside/ab12/score/1"] == "30"
    assert (state["tableside/ab12/question"], state["tableside/ab12/over"]) == ("ON", "OFF")
    configs = [json.loads(each.payload) for each in discovery(NEWS)]
    assert {config["state_topic"] for config in configs} == set(state)
    assert {config["availability_topic"] for config in configs} == {status_topic("ab12")}
    assert [config["name"] for config in configs][-2:] == ["Score of Player 1", "Score of Bo"]
    assert len({config["unique_id"] for config in configs}) == len(configs)


def test_a_webhook_is_signed_and_tried_again(monkeypatch):
    monkeypatch.setattr(webhooks, "PAUSE", 0.0)
    seen = []

    def answer(request):
        seen.append(request)
        return httpx.Response(500 if len(seen) == 1 else 204)

    assert webhooks.post("http://home.test/x", NEWS, "secret", httpx.MockTransport(answer)) == ""
    assert len(seen) == 2
    assert seen[1].headers[webhooks.SIGNATURE] == webhooks.signature(seen[1].content, "secret")
    assert json.loads(seen[1].content)["scores"] == [0, 30]
    refused = webhooks.post(
        "http://me:hush@home.test/hush", NEWS, "", httpx.MockTransport(lambda _: httpx.Response(404))
    )
    assert "404" in refused
    assert "home.test" in refused
    assert "hush" not in refused


@pytest.mark.usefixtures("only_browser_tests_beside_a_browser")
def test_every_move_is_news_until_somebody_stops(table):
    game = table.open("stackernoos", 2).id
    table.seat(game, {0: "Ada"})
    heard = []

    async def tell(news):
        heard.append(news)
        if len(heard) == 1:
            await asyncio.to_thread(table.play, game, 0, OPENING, 0)
        elif news.version == 2:
            raise asyncio.CancelledError
        else:
            await asyncio.to_thread(table.play, game, 1, SECOND, 1)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(asyncio.wait_for(follow_news(table, game, tell), SECONDS))
    assert [news.version for news in heard] == [0, 1, 2]
    assert heard[1].last.startswith("Ada: 1-1 as the first tile")
    assert heard[1].turn == "Player 2"
    assert heard[1].to_json()["players"] == ["Ada", "Player 2"]
    assert news_of(table, game) == heard[2]


def home(*words):
    return CliRunner().invoke(app, ["home", *words])


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["zzz", "--webhook", "http://localhost:1/", "--server", "http://127.0.0.1:1"],
            r"no table answers at http://127.0.0.1:1: [^[\]]+\. Start it there with tableside serve, or give .+",
        ),
        (
            ["zzz", "--webhook", "http://localhost:1/", "--server", "banana"],
            "'banana' is no address of a table. Start .+",
        ),
        (
            ["zzz", "--webhook", "http://localhost:1/", "--server", "http://localhost:banana"],
            "'http://localhost:banana' is no address of a table. .+",
        ),
        (["zzz", "--webhook", "banana"], "--webhook takes an address such as http://.+"),
        (["zzz", "--mqtt", "mqtt://localhost:banana"], "--mqtt takes an address such as mqtt://.+"),
    ],
)
def test_an_address_that_is_none_is_one_line(words, line):
    done = home(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.fullmatch(f"{line}\n", done.stderr), done.stderr


def test_a_game_that_is_not_there_is_said_once(table):
    done = home("zzz", "--webhook", "http://localhost:1/", "--server", table._address)
    assert done.exit_code == 2
    assert done.stderr == ("there is no game 'zzz'. Choose one of the list of all games, or start a new one.\n")


@pytest.fixture
def broker():
    if BROKER is None:
        pytest.skip("no broker was found: install Debian's package mosquitto")
    pytest.importorskip("aiomqtt", reason="install tableside[home]")
    port = lasting_port()
    running_one = subprocess.Popen([BROKER, "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def answers():
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", port)) == 0

    eventually(answers, "the broker")
    yield port
    running_one.terminate()
    running_one.wait(SECONDS)


def test_a_real_broker_hears_of_moves_and_by_a_last_will_of_a_bridge_that_is_killed(table, broker):
    import aiomqtt

    game, server = table.open("stackernoos", 2).id, str(table._http.base_url).removesuffix("/api/v1/")
    command = [sys.executable, "-m", "tableside", "home", game, "--mqtt", f"mqtt://127.0.0.1:{broker}"]
    bridge = subprocess.Popen([*command, "--server", server], cwd=Path(__file__).parents[2])
    seen = {}

    async def heard():
        async with aiomqtt.Client("127.0.0.1", broker) as home:
            await home.subscribe("#", qos=1)
            async for message in home.messages:
                seen[str(message.topic)] = message.payload.decode()
                if seen.get(f"tableside/{game}/score/1") and "played" not in seen:
                    seen["played"] = ""
                    await asyncio.to_thread(table.play, game, 0, OPENING, 0)
                if "first tile" in seen.get(f"tableside/{game}/last", ""):
                    bridge.kill()
                if seen.get(status_topic(game)) == "offline":
                    return

    try:
        asyncio.run(asyncio.wait_for(heard(), SECONDS))
    finally:
        bridge.kill()
        bridge.wait(SECONDS)
    assert seen[f"tableside/{game}/turn"] in {"Player 1", "Player 2"}
    assert json.loads(seen[f"homeassistant/sensor/tableside_{game}/turn/config"])["name"] == "To play"


def test_a_bridge_that_ends_says_so(table, broker):
    import aiomqtt

    game = table.open("stackernoos", 2).id

    async def heard():
        async with aiomqtt.Client("127.0.0.1", broker) as home:
            await home.subscribe(status_topic(game), qos=1)
            bridge = asyncio.create_task(to_mqtt(table, game, f"mqtt://127.0.0.1:{broker}"))
            listed = []
            async for message in home.messages:
                listed.append(message.payload.decode())
                bridge.cancel()
                if listed[-1] == "offline":
                    return listed
        return []

    assert asyncio.run(asyncio.wait_for(heard(), SECONDS)) == ["online", "offline"]
