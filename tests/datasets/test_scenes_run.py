"""Runs of many scenes: resumed, interrupted, broken; and what they say when something is wrong."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from at_hand import AtHand
from broken_workers import fake_worker, no_library_worker
from typer.testing import CliRunner

from datasets.optics import context
from datasets.scenes.errors import GLMissingError, SceneError
from datasets.scenes.run import MANIFEST, Crew, Order, prepare, render, write_whole
from service.cli_render import app

SIZE = (160, 120)


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_an_interrupted_run_resumes_and_ends_with_the_same_files(tmp_path):
    whole = Order("stackernoos", 3, 4, tmp_path / "whole", SIZE)
    assert [one.state for one in render(whole, workers=2)] == ["drawn"] * 3
    cut = Order("stackernoos", 3, 4, tmp_path / "cut", SIZE)
    prepare(cut)
    for name in ("000000.jpg", "000000.json", "000001.jpg"):
        (cut.out / name).write_bytes((whole.out / name).read_bytes())
    outcomes = sorted(render(cut, workers=1, crew=AtHand), key=lambda one: one.index)
    assert [one.state for one in outcomes] == ["there", "drawn", "drawn"]
    assert files(cut.out) == files(whole.out)


def test_a_broken_worker_loses_one_scene(tmp_path):
    order = Order("stackernoos", 5, 0, tmp_path, SIZE)
    crew = Crew(order, 2, fake_worker)
    states = {one.index: (one.state, one.reason) for one in crew.work(list(range(5)))}
    assert states[1] == ("lost", "its worker ended with code 3")
    assert states[2] == ("lost", "no paint")
    assert [states[index][0] for index in (0, 3, 4)] == ["drawn"] * 3


def test_a_folder_of_other_scenes_is_refused(tmp_path):
    prepare(Order("stackernoos", 3, 4, tmp_path, SIZE))
    prepare(Order("stackernoos", 9, 4, tmp_path, SIZE))
    with pytest.raises(SceneError, match="seed 4"):
        prepare(Order("stackernoos", 3, 5, tmp_path, SIZE))


def test_a_folder_of_another_version_is_refused(tmp_path):
    (tmp_path / MANIFEST).write_text('{"schema": "tableside/scenes@1", "game": "stackernoos", "seed": 4, "size": null}')
    with pytest.raises(SceneError, match="another version drew"):
        prepare(Order("stackernoos", 3, 4, tmp_path))


def test_a_folder_of_another_quality_is_refused(tmp_path):
    prepare(Order("stackernoos", 3, 4, tmp_path, SIZE))
    with pytest.raises(SceneError, match="other settings"):
        prepare(Order("stackernoos", 3, 4, tmp_path, SIZE, high=True))


def test_a_full_disk_is_one_clear_line_and_leaves_no_part(tmp_path, monkeypatch):
    def full(self, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SceneError, match="is full; free some space"):
        write_whole(tmp_path / "a.json", b"{}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "Permission denied"),
        (IsADirectoryError(errno.EISDIR, "Is a directory"), "Is a directory"),
        (OSError("the device went away"), "the device went away"),
    ],
)
def test_another_write_error_names_the_file(tmp_path, monkeypatch, error, said):
    def broken(self, data):
        raise error

    monkeypatch.setattr(Path, "write_bytes", broken)
    with pytest.raises(SceneError) as caught:
        write_whole(tmp_path / "a.json", b"{}")
    assert str(caught.value) == f"{tmp_path / 'a.json'} cannot be written: {said}; choose another folder."


def test_a_file_that_cannot_be_written_stops_the_run_with_one_line(tmp_path):
    """Where the second scene's picture belongs there is a folder: the run ends and says so."""
    (tmp_path / "000001.jpg").mkdir()
    arguments = ["--game", "stackernoos", "--count", "9", "--size", "160x120", "--workers", "1", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, ["scenes", *arguments])
    assert result.exit_code == 2
    assert (
        result.output.splitlines()[-1]
        == f"{tmp_path / '000001.jpg'} cannot be written: Is a directory; choose another folder."
    )
    assert "lost" not in result.output
    assert not (tmp_path / "000002.json").exists()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("", "MUJOCO_GL=egl or MUJOCO_GL=osmesa"),
        ("egl", "MUJOCO_GL=egl does not work on this machine: unset MUJOCO_GL, or install libEGL.so.1"),
        ("wgl", "MUJOCO_GL=wgl draws nothing here"),
    ],
)
def test_a_missing_gl_library_is_one_clear_line(monkeypatch, wanted, said):
    def missing(name):
        raise OSError(name)

    monkeypatch.setenv("MUJOCO_GL", wanted)
    monkeypatch.setattr(context.ctypes, "CDLL", missing)
    with pytest.raises(GLMissingError, match="apt-get install libegl1 libosmesa6") as caught:
        context.open_context()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_gl_library_stops_a_run(tmp_path):
    crew = Crew(Order("stackernoos", 3, 0, tmp_path, SIZE), 2, no_library_worker)
    with pytest.raises(SceneError, match="MUJOCO_GL=wgl draws nothing here"):
        list(crew.work([0, 1, 2]))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--game", "chess"], "There is no game “chess”"),
        (["--game", "stones", "--seed", "lucky"], "--seed takes a whole number"),
        (["--game", "stones", "--count", "-3"], "--count takes a whole number"),
        (["--game", "stones", "--size", "wide"], "--size takes a width and a height"),
        (["--game", "stones", "--size", "9x9"], "--size takes sides from"),
        (["--game", "stones", "--quality", "best"], "--quality takes normal or high"),
        (
            ["--game", "stones", "--count", "1", "--out", "/dev/null/x"],
            "/dev/null/x cannot be used: Not a directory; choose another place",
        ),
    ],
)
def test_what_a_person_can_mend_is_one_line_and_exit_code_2(arguments, line):
    result = CliRunner().invoke(app, ["scenes", *arguments])
    assert result.exit_code == 2
    assert line in result.output
    assert result.output.count("\n") == 1


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr("service.cli_render.find_spec", lambda name: None)
    result = CliRunner().invoke(app, ["scenes", "--game", "stones"])
    assert result.exit_code == 2
    assert result.output == "Rendering needs mujoco and OpenGL: pip install -e '.[render]' in Tableside’s folder\n"


def test_nothing_missing_is_soon_done(tmp_path):
    order = Order("stones", 2, 1, tmp_path, SIZE)
    prepare(order)
    for index in range(2):
        for path in order.paths(index):
            path.write_bytes(b"{}")
    assert {one.state for one in render(order)} == {"there"}
    assert (tmp_path / MANIFEST).exists()
