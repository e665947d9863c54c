"""The demonstration: the film that comes with Tableside is followed from the page's address on."""

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from service_help import eventually

from service.commands import Mendable, demo
from service.settings import Settings

HOME = Path(__file__).parents[2]
TABLESIDE = Path(sys.executable).with_name("tableside")
LIMIT = 300.0
"""How long the film may take until its first tile lies there and is read on a busy machine, s."""


@pytest.fixture
def address():
    command = [TABLESIDE, "demo", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=HOME, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            lines = iter(process.stdout.readline, "")
            result = next((found[0] for line in lines if (found := re.search(r"http://[\d.:]+", line))), None)
            assert result, process.stderr.read()
            yield result
            process.send_signal(signal.SIGINT)
            assert process.wait(LIMIT) == 0
        finally:
            process.kill()


def shown(address):
    with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/api/v1/tables/1", timeout=LIMIT) as answer:
        return json.load(answer)
    return {}


def test_the_demo_follows_its_film(address):
    frames = demo.FILM.with_name("frames.jsonl").read_text(encoding="utf-8").splitlines()
    laid = {piece["label"] for line in frames for piece in json.loads(line).get("pieces", ()) if "cell" in piece}
    until = time.monotonic() + LIMIT
    read: set[str] = set()
    while not read & laid and time.monotonic() < until:
        pieces = ((shown(address).get("observation") or {}).get("pieces")) or []
        read = {piece["label"] for piece in pieces}
        time.sleep(0.2)
    assert read & laid
    eventually(lambda: shown(address).get("game") == "stackernoos", "the game of the film")


def test_a_port_that_was_named_is_the_one_and_else_any_will_do():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Mendable, match=f"cannot listen on 127.0.0.1:{port} .*--port"):
            demo.free_port(Settings(port=port))
        assert demo.free_port(Settings.model_construct(host="127.0.0.1", port=port, _fields_set=set()))[0] != port


def test_another_port_than_the_usual_one_is_told(monkeypatch, capsys):
    """The page was elsewhere than it is said to be, without a word."""
    watched = []
    monkeypatch.setattr("service.commands.watch.run", lambda *_, **__: watched.append(1) or 0)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        usual = Settings.model_construct(host="127.0.0.1", port=port, _fields_set=set())
        assert demo.run(usual, browser=False) == 0
        (line,) = capsys.readouterr().out.splitlines()
        assert re.search(rf"Another program has port {port}: this one takes port \d+\.$", line)
    assert demo.run(Settings(port=0), browser=False) == 0
    assert capsys.readouterr().out == ""
    assert len(watched) == 2


def test_a_film_that_is_missing_is_one_line(monkeypatch, tmp_path):
    monkeypatch.setattr(demo, "FILM", tmp_path / "film.mp4")
    with pytest.raises(Mendable, match="film of the demonstration is missing"):
        demo.run(Settings(data=tmp_path, port=0), browser=False)
