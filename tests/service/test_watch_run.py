"""The whole command: a server with a watcher, stopped by Ctrl-C, and its clear lines."""

import contextlib
import errno
import http.client
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest
import structlog
from page_table import Followed, served
from service_help import API, LIMIT, client_of, eventually, problem
from typer.testing import CliRunner
from watch_pictures import table

from service.cli import app
from service.commands import Mendable
from service.commands.sitting import NOTHING, alone
from service.commands.watch import OVER, STAYS, _Follower, run, speaker
from service.following.tables import Health, Table
from service.logs import to_standard_error
from service.settings import Settings
from service.store.store import Store

HOME = Path(__file__).parents[2]
START = (
    "import sys; from service.commands.watch import run; from service.settings import Settings;"
    "from service.following.watcher import WatchSettings; from service.capture.capture import CaptureSettings;"
    "sys.exit(run(sys.argv[1], 'stackernoos', Settings(data=sys.argv[2], port=0),"
    "WatchSettings(capture=CaptureSettings(picture_time=1.0)), loop=True))"
)


@pytest.fixture
def watching(tmp_path):
    """A running watch of a folder, and the address of its page."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), table("1-1 1-5 5-3 3-6"))
    command = [sys.executable, "-c", START, str(pictures), str(tmp_path / "data")]
    with subprocess.Popen(
        command, cwd=HOME, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            lines = iter(process.stdout.readline, "")
            result = next((found[0] for line in lines if (found := re.search(r"http://[\d.:]+", line))), None)
            assert result, process.stderr.read()
            yield process, result
        finally:
            process.kill()


def fetch(address, timeout=LIMIT):
    with urllib.request.urlopen(address, timeout=timeout) as answer:
        return json.load(answer)


def wait_for_position(address):
    """What the table shows once its tiles are read; how it does while they are not."""
    document = {}

    def read():
        with contextlib.suppress(OSError):
            document.update(fetch(f"{address}/api/v1/tables/1"))
        return document.get("position") and document["health"]["state"] == "ok" and document

    return eventually(read, lambda: f"a position (now {document})", lambda: time.sleep(0.2))


def eat(stream):
    with contextlib.suppress(OSError, http.client.HTTPException):
        while stream.readline():
            pass


def children(process):
    """The cameras' processes that this one started; Python itself has one more, for its shared memory."""
    there = Path(f"/proc/{process}/task").glob("*/children")
    started = [int(number) for threads in there for number in threads.read_text().split()]
    return [each for each in started if b"service.capture.child" in told(each, "cmdline")]


def told(process, name):
    """What the system says of a process; empty once it is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/{name}").read_bytes()
    return b""


def gone(process):
    """Whether a process has ended, though nobody may have asked how."""
    return told(process, "stat").rpartition(b")")[2].split()[:1] in ([], [b"Z"])


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for child processes in /proc")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_folder_is_served_and_ctrl_c_or_the_system_ends_all_soon(watching, tmp_path, ending):
    """Where the system ended all processes at once, the camera's was taken for one that had failed."""
    process, address = watching
    shown = wait_for_position(address)
    assert len(shown["position"]["tiles"]) == 4
    with urllib.request.urlopen(address + shown["picture"], timeout=LIMIT) as picture:
        assert picture.headers["Content-Type"] == "image/jpeg"
    stream = urllib.request.urlopen(f"{address}/api/v1/tables/1/live", timeout=LIMIT)
    assert stream.readline().startswith((b"event", b"id", b"data"))
    eater = threading.Thread(target=eat, args=(stream,))  # a page that follows the table must not hold it up
    eater.start()
    camera = eventually(lambda: children(process.pid), "the camera's process")
    os.killpg(process.pid, ending)
    assert process.wait(LIMIT) == 0
    stopped = process.stdout.read().splitlines()[-1]
    with contextlib.closing(Store(f"sqlite:///{tmp_path / 'data' / 'tableside.db'}")) as store:
        kept = [f"game {game.id} is kept" for game in store.newest(9)]  # after a while the tiles are taken for moves
    assert [result for result in (*kept, NOTHING) if result in stopped] == (kept or [NOTHING])
    eater.join(LIMIT)
    stream.close()
    assert process.stderr.read() == ""
    for child in camera:
        eventually(lambda child=child: gone(child), "the end of the camera's process")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for child processes in /proc")
def test_the_camera_s_process_ends_with_a_killed_watch(watching):
    process, address = watching
    wait_for_position(address)
    (camera,) = eventually(lambda: children(process.pid), "the camera's process")
    process.kill()
    process.wait(LIMIT)
    eventually(lambda: gone(camera), "the end of the camera's process")


@pytest.mark.parametrize(
    ("source", "game", "line"),
    [
        ("nowhere.mp4", "stackernoos", "there is no such file"),
        ("EMPTY", "stackernoos", "no pictures"),
        ("0", "chess", "there is no game"),
    ],
)
def test_what_a_person_can_mend_is_one_line(tmp_path, capsys, source, game, line):
    if source == "EMPTY":
        source = str(tmp_path)
    with pytest.raises(Mendable, match=line) as wrong:
        run(source, game, Settings(data=tmp_path, port=0))
    assert "\n" not in str(wrong.value)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("text", "line"),
    [("{", "no JSON"), ("[]", "no options"), ('{"playrs": 2}', "'players'"), ('{"players": 99}', "whole number")],
)
def test_house_rules_that_there_are_not_are_one_line(tmp_path, text, line):
    rules = tmp_path / "rules.json"
    rules.write_text(text)
    with pytest.raises(Mendable, match=line) as wrong:
        run("0", "stackernoos", Settings(data=tmp_path, port=0), options=str(rules))
    assert "rules.json" in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_port_in_use_is_one_line(tmp_path):
    cv2.imwrite(str(tmp_path / "1.png"), table("1-1"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Mendable, match="--port"):
            run(str(tmp_path), "stackernoos", Settings(data=tmp_path / "data", port=port))


def test_a_video_that_cannot_be_played_ends_the_command(tmp_path, capsys):
    path = tmp_path / "film.mp4"
    path.write_bytes(b"no film" * 99)
    with pytest.raises(Mendable, match="cannot be played"):
        run(str(path), "stackernoos", Settings(data=tmp_path / "data", port=0))
    assert capsys.readouterr().out == ""
    assert not (tmp_path / "data").exists()


def test_ctrl_c_while_the_command_is_loaded_is_one_line():
    late = "import sys, builtins, service.start as s\nsys.modules['service.cli'] = None\n"
    hear = "def heard(*a, **k): raise KeyboardInterrupt\nbuiltins.__import__ = heard\ns.main()"
    result = subprocess.run(
        [sys.executable, "-c", late + hear], cwd=HOME, text=True, capture_output=True, timeout=LIMIT, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "stopped\n")


def test_the_command_says_it_in_one_line():
    result = CliRunner().invoke(app, ["watch", "--source", "nowhere.mp4", "--game", "stackernoos"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


class Full(io.StringIO):
    """A file on a full disk."""

    def write(self, _text):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_output_on_a_full_disk_ends_neither_the_watch_nor_its_errors(monkeypatch):
    to_standard_error()
    monkeypatch.setattr(sys, "stdout", Full())
    monkeypatch.setattr(sys, "stderr", Full())
    speaker()("the table is dark")
    try:
        raise RuntimeError
    except RuntimeError:
        structlog.get_logger().exception("a frame could not be read")


class Written(io.StringIO):
    """Keeps what is written at a time."""

    def __init__(self):
        super().__init__()
        self.at_once = []

    def write(self, text):
        self.at_once += [text] if text else []


def test_a_line_is_written_with_its_end_so_that_lines_of_two_threads_stay_apart(monkeypatch):
    to_standard_error()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, Written())
    speaker()("the table is dark")
    structlog.get_logger().warning("a frame was lost")
    for stream in (sys.stdout, sys.stderr):
        (line,) = stream.at_once
        assert (line[-1], line.count("\n")) == ("\n", 1)


def test_a_watcher_that_stops_by_an_error_is_shown_as_failed(monkeypatch):
    stopped, board = [], Table("1")

    def broken(_stopped):
        raise RuntimeError

    def no_log(_event):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("service.commands.watch._log", SimpleNamespace(exception=no_log))
    watcher = SimpleNamespace(run=broken, table=board)
    server = SimpleNamespace(should_exit=False, stop=lambda: stopped.append(True))
    with contextlib.suppress(OSError):
        _Follower(server, watcher, contextlib.ExitStack()).run()
    assert board.snapshot()["health"]["state"] == "failed"


@pytest.mark.parametrize(("stopped", "lines"), [(False, [STAYS]), (True, [])])
def test_where_a_film_has_ended_it_is_said_that_the_page_stays(stopped, lines):
    """The last line was that of the film's end; nobody knew whether to wait."""
    said = []
    ended = Health("ended", "film.mp4 has ended.")
    watcher = SimpleNamespace(run=lambda _stopped: ended, say=said.append, table=Table("1"))
    _Follower(SimpleNamespace(should_exit=stopped), watcher, contextlib.ExitStack()).run()
    assert said == lines


def test_once_a_film_has_ended_its_game_goes_on_by_hand_or_with_a_camera(tmp_path):
    """The page said that a camera follows it, offered to close that, and refused both this and every other camera."""
    with served(tmp_path) as (parts, where), client_of(where) as client:
        table, held = Followed(parts), contextlib.ExitStack()
        page, session = f"/games/{table.id}", SimpleNamespace(game_id=table.id)
        parts.station.take("tableside watch")
        held.callback(parts.station.release)
        held.enter_context(alone(parts, session))
        assert "The camera follows this game" in client.get("/").text
        assert 'id="camera-close"' not in client.get(page).text  # a command has it
        problem(client.post(f"{API}/tables/1/camera", json={"camera": "77"}), 409, "camera-taken")
        watcher = SimpleNamespace(run=lambda _stopped: Health("ended", ""), say=str, table=table.table)
        end = _Follower(SimpleNamespace(should_exit=False, stop=str), watcher, held)
        end.start()
        end.stop()
        for address in ("/", "/start"):
            start = client.get(address).text
            assert "Recording ended" in start
            assert str(OVER) in start
            assert f'<a class="go" href="{page}">' in start
            assert 'id="running"' not in start
        game = client.get(page).text
        assert "more moves can be entered by hand" in game
        assert 'id="tray"' in game
        assert 'id="camera-close"' not in game
        assert f'<p class="go-on" id="go-on"><a class="button" href="/start?resume={table.id}">' in game
        problem(client.post(f"{API}/tables/1/camera", json={"camera": "77"}), 422, "no-such-camera")
        with alone(parts, session):  # nor does the film hold the game back
            pass
