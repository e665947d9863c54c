"""`tableside verify` in a process of its own, with the models that come with Tableside; and what it refuses."""

import json
import subprocess
import sys
from pathlib import Path

from bundled import a_bit_in_a_frame
from disputed import FILM, GAME, desk_of, drawn
from typer.testing import CliRunner

from service import bundle
from service.cli import app
from service.reader import Reader
from service.settings import Settings
from tests.benchmarks.staging import frames_of, stage

TABLESIDE = Path(sys.executable).with_name("tableside")


def verified(path, *options):
    command = [TABLESIDE, "verify", path, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)


def filmed(folder, numbers):
    """The frames of the film where they are of the second move, small pictures else."""
    second = sorted(numbers)[1:3]
    real = dict(frames_of(folder, second))
    for number, picture in drawn(folder, numbers):
        yield number, real.get(number, picture)


def test_a_bundle_is_verified_by_a_fresh_process_that_reads_the_pictures_again(tmp_path):
    settings = Settings(data=tmp_path / "data")
    desk = desk_of(settings.data, stage(FILM, filmed), Reader(settings))
    ruling = desk.ask(GAME, "was move 2 legal?")["answer"]
    assert [frame["read"] for frame in ruling["frames"]] == ["again", "again"]
    path = tmp_path / "bundle.zip"
    path.write_bytes(desk.bundle(GAME, 1))
    done = verified(path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{ruling['verdict']}: Was move 2 legal? ")
    assert "\nmove 2: Player " in done.stdout
    assert "@" not in done.stdout  # notation, which people do not read
    result = bundle.unpack(path, 10**8)
    a_bit_in_a_frame(result)
    path.write_bytes(bundle.pack(result))
    done = verified(path, "--json")
    assert done.returncode == 1
    assert any("was changed" in line for line in json.loads(done.stdout)["changed"])


def refused(path, *options):
    """The exit code, and the one line that is said."""
    done = CliRunner().invoke(app, ["verify", str(path), *options])
    assert done.stderr.count("\n") == 1
    return done.exit_code, done.stderr


def test_a_signer_that_is_no_fingerprint_is_refused(tmp_path):
    code, line = refused(tmp_path / "bundle.zip", "--signer", "abc")
    assert code == 2
    assert "--signer 'abc' is no fingerprint" in line


def test_what_is_no_bundle_is_one_line(tmp_path):
    path = tmp_path / "bundle.zip"
    assert refused(path)[0] == 2
    path.write_bytes(b"PK no zip")
    assert refused(path)[0] == 1
