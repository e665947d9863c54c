"""Cameras followed by actors: a lost one begins again where it was, one of no use is told, and the others go on."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from service_help import LIMIT, eventually

from service.batch.watch import LOG
from service.commands import Mendable
from service.commands.watch_many import TABLES, read_tables

pytestmark = pytest.mark.scale

HALL = """
[[table]]
name = "Table 1"
source = "97"
game = "stackernoos"
players = 2

[[table]]
name = "Table 2"
source = "98"
game = "stones"

[[table]]
name = "Table 3"
source = "{film}"
game = "stones"
"""
ACTOR = b"ray::Camera.follow"


def actors():
    """The processes that follow a table, by the files they write into; one that they start has a higher number."""
    found = {}
    for process in sorted(int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()):
        with contextlib.suppress(OSError):
            place = Path(f"/proc/{process}")
            if (place / "cmdline").read_bytes().startswith(ACTOR):
                for opened in (place / "fd").iterdir():
                    if opened.resolve().name == LOG:
                        found.setdefault(opened.resolve(), process)
    return found


def test_a_lost_camera_goes_on_with_its_game_and_one_of_no_use_is_told(tmp_path):
    film, hall, data = tmp_path / "film.mp4", tmp_path / "hall.toml", tmp_path / "data"
    film.write_text("no film")
    hall.write_text(HALL.format(film=film))
    words = [sys.executable, "-m", "tableside", "watch-tables", str(hall), "--data", str(data)]
    said = tmp_path / "said.txt"
    logs = [data / TABLES / f"table-{n}" / LOG for n in (1, 2, 3)]

    def told(log, text):
        return lambda: log.exists() and text in log.read_text()

    with said.open("w") as lines, subprocess.Popen(words, stdout=lines, stderr=subprocess.STDOUT) as command:
        try:
            for log in logs[:2]:
                eventually(told(log, "Watching camera 9"), log)
            eventually(lambda: "Table 3: " in said.read_text().partition("watch.log\n")[2], "the third")
            os.kill(actors()[logs[0].resolve()], signal.SIGKILL)
            eventually(told(logs[0], "goes on"), logs[0])
            eventually(lambda: logs[0].read_text().count("Watching camera 97") == 2, logs[0])
            assert len(set(re.findall(r"game (\S+?)[ :]", logs[0].read_text()))) == 1
            assert "goes on" not in logs[1].read_text()
        finally:
            command.send_signal(signal.SIGINT)
            command.wait(LIMIT)
    assert command.returncode == 130
    assert "the same command goes on" in said.read_text()
    assert actors() == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "names no tables"),
        ("[[table]", "line 1"),
        ('[[table]]\nname = "A"\nsource = "0"', "table 1 has no game"),
        ('[[table]]\nname = "A"\nsource = 0\ngame = "stones"', "source takes a text; got 0"),
        ('[[table]]\nname = "A"\nsource = "0"\ngame = "stones"\ncolour = "red"', "colour is unknown"),
        ('[[table]]\nname = "?"\nsource = "0"\ngame = "stones"', "a letter or a digit"),
        ('[[table]]\nname = "A"\nsource = "0"\ngame = "stones"\n' * 2, "two tables are called a"),
    ],
)
def test_a_file_of_tables_that_is_wrong_is_one_line(tmp_path, text, said):
    file = tmp_path / "hall.toml"
    file.write_text(text)
    with pytest.raises(Mendable, match=re.escape(said)) as wrong:
        read_tables(file)
    assert "\n" not in str(wrong.value)
