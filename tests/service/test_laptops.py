"""What differs from system to system: the data folder, how a command is typed, what a process may be told."""

import subprocess
import sys
from pathlib import Path

import pytest
from service_help import eventually

from service import settings
from service.capture.slot import Slot
from service.commands import again
from service.reading import work
from service.settings import usual_data


def test_the_data_lie_where_the_system_has_them_unless_they_lie_at_home(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(settings, "user_data_path", lambda name, appauthor: tmp_path / "data" / name)
    assert usual_data() == tmp_path / "data" / "tableside"
    (tmp_path / ".tableside").mkdir()
    assert usual_data() == tmp_path / ".tableside"


@pytest.mark.parametrize(("system", "typed"), [("linux", "a 'b c'"), ("darwin", "a 'b c'"), ("win32", 'a "b c"')])
def test_a_command_is_shown_as_it_is_typed(monkeypatch, system, typed):
    monkeypatch.setattr(again.sys, "platform", system)
    assert again.typed(["a", "b c"]) == typed


def test_a_photo_is_read_where_the_system_counts_no_seconds(monkeypatch):
    monkeypatch.delattr(work.signal, "setitimer")
    with work._timed(1.0):
        done = True
    assert done


def test_a_camera_s_process_ends_with_the_one_that_started_it():
    body = "from service.capture import child\nimport time\nchild.watch_parent()\nprint('on', flush=True)\n"
    body += "while child._alive(None): time.sleep(0.01)\n"
    process = subprocess.Popen([sys.executable, "-c", body], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process:
        assert process.stdout.readline() == b"on\n" or sys.platform == "win32"
        assert process.poll() is None
        process.stdin.close()
        eventually(lambda: process.poll() is not None, "the end")
        assert process.returncode == 0


def test_a_writer_that_ends_leaves_the_slot_to_its_reader():
    with Slot.make(4) as slot:
        body = f"from service.capture.slot import Slot\nSlot({slot.name!r}, 4).beat(5.0)\n"
        for _ in range(2):
            subprocess.run([sys.executable, "-c", body], check=True)
            assert slot.last_beat == 5.0
    with pytest.raises(FileNotFoundError):
        Slot(slot.name, 4)
