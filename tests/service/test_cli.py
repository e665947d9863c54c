"""The command `tableside`: help, `judge`, `serve`, and every way to get it wrong."""

import errno
import json
import os
import pty
import signal
import socket
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest
import typer
from service_help import LIMIT
from typer.testing import CliRunner

from service.api.judge import QUESTION
from service.cli import app
from service.commands.options import mending
from service.store.store import Store

TABLESIDE = Path(sys.executable).with_name("tableside")
COMMANDS = ("read", "judge", "serve", "watch", "demo")


def command(*words, **more):
    return CliRunner().invoke(app, [str(word) for word in words], **more)


def refused(done):
    """The one line that a command says when the user can mend something."""
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example(name):
    done = command(name, "--help")
    assert done.exit_code == 0
    assert f"tableside {name}" in done.output
    assert "Example" in done.output


def test_the_version_is_told():
    done = command("--version")
    assert (done.exit_code, done.stdout) == (0, f"tableside {version('tableside')}\n")


def test_help_says_what_has_to_be_given_and_that_a_phone_can_be_the_camera():
    result = command("watch", "--help", env={"COLUMNS": "200"}).output
    assert "phone" in result
    assert "stackernoos, stonerow or stones. [required]" in result


def test_a_film_that_is_none_is_one_line_of_ours(tmp_path):
    film = tmp_path / "text.mp4"
    film.write_text("no film")
    words = [TABLESIDE, "review", film, "--game", "stackernoos", "--data", tmp_path / "data"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "cannot be played" in result.stderr


def took():
    """The processor time that it takes to show the help, s."""
    before = os.times()
    subprocess.run([TABLESIDE, "--help"], check=True, capture_output=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def test_help_comes_at_once():
    heavy = "import sys, service.cli; print(*{'fastapi', 'sqlalchemy', 'cv2', 'numpy', 'pydantic'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", heavy], text=True).strip() == ""
    assert any(took() < 1.5 for _ in range(3))  # s of the processor; half a second is usual


def test_a_position_is_judged(tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps(QUESTION))
    done = command("judge", file)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["verdict"]["legal"]
    piped = command("judge", "-", input=json.dumps(QUESTION))
    assert json.loads(piped.stdout) == json.loads(done.stdout)
    assert not done.stderr


def judged(document, *words):
    done = command("judge", "-", *words, input=json.dumps(document))
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


def test_for_people_a_position_is_judged_in_words():
    answer = judged(QUESTION, "--text")
    assert answer.startswith("1-5 at the right end of the run, next to 1-1 is legal: 0 points. SN-5 ")
    assert "Player 1 has 5 legal moves" in answer
    assert "extend 1-5 @2,0,0:e" not in answer
    assert "extend 1-5 @2,0,0:e" in judged(QUESTION, "--text", "--notation")
    assert answer.endswith("Score: player 1 0, player 2 0 Next: player 2")
    named = judged(QUESTION, "--text", "--names", "Ada,Bo")
    assert "Ada has 5 legal moves" in named
    assert named.endswith("Score: Ada 0, Bo 0 Next: Bo")
    refused_move = judged(QUESTION | {"move": "extend 0-5 @2,0,0:e"}, "--text")
    assert refused_move.startswith(
        "0-5 at the right end of the run, next to 1-1 is not allowed: Player 1 does not hold 0-5."
    )
    assert "SN-6" in refused_move
    apart = {"tile": "3-3", "at": [2, 0, 0], "dir": "e"}
    faulty = QUESTION["position"] | {"tiles": [*QUESTION["position"]["tiles"], apart]}
    assert "Fault: " in judged(QUESTION | {"position": faulty, "move": None}, "--text")
    assert json.loads(judged(QUESTION, "--json")) == json.loads(judged(QUESTION))


def test_cards_are_judged_by_their_names():
    table = {
        "game": "stonerow",
        "options": {"players": 3},
        "position": {"keystone": "yellow 9", "hand_sizes": [7, 7, 3]},
    }
    asked = table | {"seat": 2, "hand": ["Red 4", "blue 4", "highwayman"], "move": "build red 4 blue 4"}
    answer = judged(asked, "--text")
    assert answer.startswith("Build red 4 and blue 4 is legal: 8 points.")
    assert "Discard Highwayman" in answer


def test_a_terminal_gets_words_and_a_pipe_json(tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps(QUESTION))
    ours, theirs = pty.openpty()
    with open(ours, "rb", buffering=0) as screen, open(theirs, "wb", buffering=0) as terminal:  # noqa: PTH123
        subprocess.run([TABLESIDE, "judge", file], stdout=terminal, check=True)
        assert b"is legal: 0 points." in screen.read(4096)
    piped = command("judge", file)
    assert json.loads(piped.stdout)["verdict"]["legal"]
    assert piped.stderr == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Tableside", "no JSON: a JSON document begins with {; give another file"),
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no JSON object"),
        ("{}", "'game'"),
        (json.dumps(QUESTION | {"colour": "red"}), "'colour'"),
        (json.dumps(QUESTION | {"game": "chess"}), "'chess'"),
        (json.dumps(QUESTION | {"move": "fly"}), "'move'"),
        (json.dumps(QUESTION | {"position": {"tiles": [], "colour": 1}}), "colour"),
        (json.dumps(QUESTION | {"options": {"playrs": 2}}), "'playrs'"),
    ],
)
def test_what_is_no_position_is_one_line(tmp_path, text, said):
    file = tmp_path / "position.json"
    file.write_text(text)
    assert said in refused(command("judge", file))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"game": ' + b"1" * 5000 + b"}", "a number of 5000 digits is too long"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"game": "\xff"}', "byte 10 is no UTF-8"),
        (b'{"game": "stones", "game": "stonerow"}', "the key 'game' stands twice"),
    ],
    ids=["long number", "deep", "no UTF-8", "key twice"],
)
def test_json_that_python_stumbles_on_is_refused_in_our_words(tmp_path, data, said):
    file = tmp_path / "position.json"
    file.write_bytes(data)
    line = refused(command("judge", file))
    assert said in line
    assert not {"int_max_str_digits", "codec", "recursion"} & set(line.replace(".", " ").split())


def test_a_file_that_is_not_there_is_one_line(tmp_path):
    assert "none.json" in refused(command("judge", tmp_path / "none.json"))
    refused(command("judge", tmp_path))


def test_a_duplicate_tile_is_a_fault_and_no_failure(tmp_path):
    tile = {"tile": "1-1", "at": [0, 0, 0], "dir": "e"}
    document = {"game": "stackernoos", "position": {"tiles": [tile, tile | {"at": [2, 0, 0]}]}}
    done = command("judge", "-", input=json.dumps(document))
    assert done.exit_code == 0
    assert json.loads(done.stdout)["faults"]


def test_a_port_in_use_is_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert "--port" in refused(command("serve", "--port", port, "--data", tmp_path))


def test_a_host_that_is_not_there_is_told_to_be_the_host(tmp_path):
    line = refused(command("serve", "--host", "nosuch.invalid", "--port", "0", "--data", tmp_path))
    assert "no host 'nosuch.invalid'" in line
    assert "--port" not in line


def test_a_store_that_cannot_be_opened_is_one_line(tmp_path):
    file = tmp_path / "tableside.db"
    file.write_bytes(b"no database" * 1000)
    assert f"{file} is not a database" in refused(command("serve", "--port", "0", "--data", tmp_path))
    assert f"{file} is a file" in refused(command("serve", "--port", "0", "--data", file))


def test_a_damaged_store_is_kept_and_another_named(tmp_path):
    file = tmp_path / "tableside.db"
    Store(f"sqlite:///{file}").close()
    os.truncate(file, file.stat().st_size // 2)
    line = refused(command("serve", "--port", "0", "--data", tmp_path))
    assert "damaged" in line
    assert "keep its file, and restore a copy of it, or name another folder with --data" in line


def test_a_store_that_cannot_be_written_names_its_place_and_the_remedy(tmp_path):
    (tmp_path / "tableside.db").mkdir()  # SQLite says of it what it says of a folder that is read-only
    line = refused(command("serve", "--port", "0", "--data", tmp_path))
    assert f"{tmp_path / 'tableside.db'} cannot be written; name another folder with --data" in line
    assert "name another folder with --data" in refused(command("serve", "--port", "0", "--data", "/proc/none"))


def test_a_database_without_its_driver_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    env = {"TABLESIDE_DATABASE_URL": "postgresql+psycopg://me@localhost/x"}
    assert "pip install -e '.[scale]'" in refused(command("serve", "--port", "0", "--data", tmp_path, env=env))


def test_a_bad_setting_is_one_line(tmp_path):
    env = {"TABLESIDE_MAX_UPLOAD_BYTES": "many"}
    line = refused(command("serve", "--data", tmp_path, env=env))
    assert line == "TABLESIDE_MAX_UPLOAD_BYTES takes a whole number, not “many”\n"
    assert refused(command("watch", "--source", "0", "--port", 99999)) == (
        "--port takes a number up to 65535, not “99999”\n"
    )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["watch", "--source", "0", "-n", "x"], "--players takes a whole number, not “x”"),
        (["serve", "--workers", "0"], "--workers takes a number from 1 on, not “0”"),
        (["review", "x.mp4", "--from", "-1"], "--from takes a number from 0 on, not “-1”"),
        (["train", "detector", "--hours", "long"], "--hours takes a number, not “long”"),
        (["token", "create", "--scope", "see", "--seat", "me"], "--seat takes a whole number, not “me”"),
    ],
)
def test_an_option_says_what_it_takes(words, line):
    assert refused(command(*words)) == f"{line}\n"


def test_a_variable_that_says_nothing_is_one_line_at_every_command(monkeypatch):
    monkeypatch.setenv("TABLESIDE_HINT_SECONDS", "x")
    for words in (["watch", "--source", "x.mp4", "--game", "stones"], ["keys", "list"]):
        assert refused(command(*words)) == "TABLESIDE_HINT_SECONDS takes a number, not “x”\n"


def test_a_refusal_of_the_disk_is_one_line_that_says_what_to_do(tmp_path, capsys):
    file = tmp_path / "film"

    def refusing(number):
        raise OSError(number, os.strerror(number), file)

    for number, to_do in ((errno.ENOSPC, "free some space"), (errno.EACCES, "choose another place")):
        with pytest.raises(typer.Exit):
            mending(lambda number=number: refusing(number))
        assert capsys.readouterr().err == f"{file} cannot be used: {os.strerror(number)}; {to_do}\n"


def test_a_full_disk_is_told_though_no_file_is_named(capsys):
    """A file that is open already has no name in what a full disk says of it."""

    def writing():
        with Path("/dev/full").open("w", encoding="utf-8") as full:
            full.write("a game")

    with pytest.raises(typer.Exit):
        mending(writing)
    assert capsys.readouterr().err == f"the disk cannot be used: {os.strerror(errno.ENOSPC)}; free some space\n"


def test_an_error_that_names_no_file_is_not_laid_on_the_disk():
    def failing():
        raise ConnectionError

    with pytest.raises(ConnectionError):
        mending(failing)


@pytest.mark.parametrize("pause", [0.0, 0.05, 0.2, 0.5])
def test_a_second_ctrl_c_shows_no_traceback(tmp_path, pause):
    words = [TABLESIDE, "serve", "--port", "0", "--data", tmp_path]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        where = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        with httpx.stream("GET", f"{where}api/v1/tables/1/live"):
            for _ in range(3):
                server.send_signal(signal.SIGINT)
                time.sleep(pause)
            _, errors = server.communicate(timeout=LIMIT)
    assert (server.returncode, errors) == (0, "")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_and_ends_cleanly(tmp_path, end):
    """It waits for nobody: with its patience and its keep-alive it would be longer than this test is."""
    words = [TABLESIDE, "serve", "--port", "0", "--data", tmp_path]
    slow = os.environ | {"TABLESIDE_SHUTDOWN_SECONDS": "600", "TABLESIDE_KEEPALIVE_SECONDS": "600"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=slow) as server:
        line = server.stdout.readline()
        where = next(word for word in line.split() if word.startswith("http://"))
        with httpx.stream("GET", f"{where}api/v1/tables/1/live") as followed:
            assert followed.status_code == 200
            server.send_signal(end)
            result, errors = server.communicate(timeout=LIMIT)
    assert (server.returncode, errors) == (0, "")
    again = f"tableside serve --data {tmp_path} --port 0"
    assert result == f"stopped; the games are kept in {tmp_path}; {again} shows them again\n"
