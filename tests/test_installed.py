"""The wheel, installed in an environment of its own outside the repository, and beside neighbours of the same names.

Nothing is fetched: the wheel is built with what is here, and the environment borrows the libraries of this one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import tableside

ROOT = Path(__file__).parents[1]
CALM = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP_", "TABLESIDE_"))}
PIP = (sys.executable, "-m", "pip")
SHORT = 600
"""Seconds that no step takes: a hang fails."""


def run(*command, cwd, **more):
    words, env = [str(part) for part in command], {**CALM, **more}
    return subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, timeout=SHORT, check=False)


def built(folder):
    """The wheel, made from a copy, so that the repository stays as it is."""
    source = folder / "source"
    for room in tableside.ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE", "tableside.py"):
        shutil.copy(ROOT / file, source)
    wheel = (*PIP, "wheel", ".", "--no-deps", "--no-build-isolation", "--no-index", "-q", "-w", folder)
    made = run(*wheel, cwd=source)
    assert made.returncode == 0, made.stderr
    return next(folder.glob("tableside-*.whl"))


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """An environment with Tableside from its wheel: its folder of packages, and its command."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "env", with_pip=False, symlinks=True)
    python = folder / "env" / "bin" / "python"
    packages = next((folder / "env" / "lib").glob("python*/site-packages"))
    (packages / "libraries.pth").write_text(next(path for path in sys.path if path.endswith("site-packages")))
    install = (*PIP, "--python", python, "install", "--no-deps", "--no-index", "--no-compile", "-q", built(folder))
    done = run(*install, cwd=folder)
    assert done.returncode == 0, done.stderr
    return packages, folder / "env" / "bin" / "tableside"


@pytest.fixture
def command(house, tmp_path):
    """The command of the environment, run in an empty folder."""
    _, program = house
    return lambda *words, **more: run(program, *words, cwd=tmp_path, **more)


@pytest.fixture
def overwritten(house):
    """Writes over a package of ours as a neighbour's installation does, and puts it right afterwards."""
    packages, _ = house
    kept = {}

    def write(room, text):
        file = packages / room / "__init__.py"
        kept.setdefault(file, file.read_bytes())
        file.unlink()
        if text is not None:
            file.write_text(text)

    yield write
    for file, before in kept.items():
        file.write_bytes(before)


def test_the_wheel_works_outside_the_repository(command, house, tmp_path):
    packages, _ = house
    where = run(packages.parents[2] / "bin" / "python", "-c", "import vision; print(vision.__file__)", cwd=tmp_path)
    assert Path(where.stdout.strip()) == packages / "vision" / "__init__.py"
    assert command("--version").stdout.startswith("tableside ")
    position = ROOT / "tests" / "positions" / "first-domino.json"
    judged = command("judge", position)
    assert judged.returncode == 0, judged.stderr
    assert json.loads(judged.stdout)["moves"]
    printed = command("print", "deck", "--out", "deck.pdf")
    assert printed.returncode == 0, printed.stderr
    assert (tmp_path / "deck.pdf").read_bytes().startswith(b"%PDF")
    photo = packages / "datasets" / "demo" / "04-black-tiles.jpg"
    read = command("read", photo, "--game", "stackernoos", "--json", "--data", "store")
    assert read.returncode == 0, read.stderr
    assert json.loads(read.stdout)["pieces"]


def one_line(done):
    """What a command that will not start says: one line, without a traceback."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("tableside: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("room", tableside.ROOMS)
def test_a_neighbour_that_wrote_over_a_package_is_named(command, overwritten, house, room):
    """`pip install datasets` of another project left `No module named 'fsspec'`."""
    packages, _ = house
    overwritten(room, "import fsspec_of_nobody\n")
    info = packages / "neighbour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: neighbour\nVersion: 1.0\n")
    (info / "RECORD").write_text(f"{room}/__init__.py,,\n")
    try:
        result = one_line(command("print", "deck"))
    finally:
        shutil.rmtree(info)
    assert f"the package neighbour has written over Tableside’s {room!r} in {packages / room}" in result
    assert "an environment of its own" in result


def test_what_a_neighbour_took_along_is_missed(command, overwritten):
    """Its removal takes the file that both had."""
    overwritten("datasets", None)
    assert "'datasets'" in one_line(command("--version"))


@pytest.mark.parametrize("name", ["models/__init__.py", "service/__init__.py", "engine.py"])
def test_a_package_in_the_place_of_ours_is_named(command, tmp_path, name):
    """A folder `models` on the way that Python looks hides ours; even `service` may."""
    (tmp_path / "beside" / name).parent.mkdir(parents=True)
    (tmp_path / "beside" / name).write_text("x = 1\n")
    result = one_line(command("--version", PYTHONPATH=str(tmp_path / "beside")))
    assert str(tmp_path / "beside" / name.removesuffix("/__init__.py")) in result
    assert "PYTHONPATH" in result


def test_a_folder_beside_does_no_harm_to_the_command(command, tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "__init__.py").write_text("x = 1\n")
    assert command("--version").returncode == 0
