"""The keys that sign bundles, as a file that others check with."""

import json

import pytest
from typer.testing import CliRunner

from service.cli import app
from service.commands import Mendable
from service.commands.keys import SCHEMA, known


@pytest.mark.parametrize(
    "text", ["", "[]", json.dumps({"schema": "else", "keys": []}), json.dumps({"schema": SCHEMA, "keys": []})]
)
def test_a_file_without_keys_is_refused_for_no_signature_would_be_checked(tmp_path, text):
    (tmp_path / "keys.json").write_text(text)
    with pytest.raises(Mendable, match="holds no keys"):
        known(tmp_path / "keys.json")


@pytest.mark.parametrize("word", ["list", "export", "rotate"])
def test_a_key_that_cannot_be_used_says_what_to_do(tmp_path, word):
    (tmp_path / "text").write_text("a file stands where the folder would be")
    done = CliRunner().invoke(app, ["keys", word, "--data", str(tmp_path / "text")])
    assert (done.exit_code, done.stdout) == (2, "")
    to_do = f"; let this user write in {tmp_path / 'text'}, or name another with --data\n"
    assert done.stderr.endswith(to_do)


def test_what_is_no_key_is_told_once(tmp_path):
    (tmp_path / "bundles.key").write_bytes(b"no key")
    done = CliRunner().invoke(app, ["keys", "list", "--data", str(tmp_path)])
    assert done.stderr == "bundles.key in the data folder is no key: move it away, and a new one is made\n"
