"""Tokens of programs and the signing key, by their commands; files that only their owner reads."""

import json
import os
import stat

import httpx
import pytest
from service_help import API, LIMIT, running
from typer.testing import CliRunner

from service.access.file_modes import NotOurs, close_to_others
from service.app import assemble
from service.cli import app
from service.disputes.seal import Seal, fingerprint
from service.settings import Settings

pytestmark = pytest.mark.store


def command(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_a_program_is_let_in_by_its_token_until_that_is_revoked(settings):
    with running(settings) as where:
        made = command("token", "create", "--scope", "play", "--name", "robot", "--data", settings.data)
        token = made.stdout.strip()
        with httpx.Client(base_url=where, headers={"authorization": f"Bearer {token}"}, timeout=LIMIT) as client:
            opened = client.post(f"{API}/games", json={"game": "stackernoos"})
            assert opened.status_code == 201, opened.text
            start = {"seat": 0, "move": "start 1-1", "version": 0}
            assert client.post(f"{opened.headers['location']}/moves", json=start).json()["who"] == "client robot"
            assert client.post(f"{opened.headers['location']}/corrections", json={}).status_code == 403
            (line,) = command("token", "list", "--data", settings.data).stdout.splitlines()
            assert "client robot" in line
            assert token not in line
            assert command("token", "revoke", line.split()[0], "--data", settings.data).exit_code == 0
            assert client.get(f"{API}/games").status_code == 401


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--scope", "everything"], "there is no scope 'everything'"),
        (["--scope", "play", "--seat", "0"], "name that with --game"),
        (["--scope", "see", "--game", "none"], "there is no game 'none'"),
    ],
)
def test_a_token_that_cannot_be_made_says_why(tmp_path, words, line):
    refused = command("token", "create", *words, "--data", tmp_path)
    assert refused.exit_code == 2
    assert line in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_where_nothing_is_let_in_that_is_said_and_no_store_is_made(settings, tmp_path):
    new = tmp_path / "new"
    for words in (["list"], ["revoke", "1a2b3c4d5e6f"]):
        done = CliRunner().invoke(app, ["token", *words, "--data", str(new)], env={"TABLESIDE_DATABASE_URL": None})
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2 * (words != ["list"]), "", 1)
        assert "there is no token" in done.stderr or "there are no tokens" in done.stderr
    assert not new.exists()
    wrong = CliRunner().invoke(app, ["token", "list"], env={"TABLESIDE_DATABASE_URL": "nonsense"})
    assert (wrong.exit_code, wrong.stderr.count("\n")) == (2, 1)
    assemble(settings).close()
    listed = command("token", "list", "--data", settings.data)
    assert (listed.exit_code, listed.stdout) == (0, "")
    assert listed.stderr == "there are no tokens; tableside token create makes one\n"


def test_a_replaced_key_signs_its_old_rulings_alone(tmp_path):
    seal = Seal(tmp_path)
    before = seal.signer
    old = seal.sign(b"a ruling")
    assert command("keys", "rotate", "--data", tmp_path).exit_code == 0
    assert seal.signer != before
    assert seal.sign(b"a ruling", before) == old
    assert fingerprint(seal.sign(b"another")["public_key"]) == seal.signer
    listed = command("keys", "list", "--data", tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in listed] == [seal.signer, before]
    answer = json.loads(command("keys", "export", "--data", tmp_path).stdout)
    assert [key["fingerprint"] for key in answer["keys"]] == [seal.signer, before]
    for file in (*tmp_path.rglob("*.key"),):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert file.read_bytes().hex() not in json.dumps(answer)


def test_only_the_owner_reads_the_data_folder(tmp_path):
    folder = tmp_path / "data"
    for _ in range(2):
        made = assemble(Settings(data=folder, database_url=None))
        made.disputes._seal.sign(b"")
        made.close()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.is_file()} == {0o600}
        folder.chmod(0o755)
        (folder / "tableside.db").chmod(0o644)
        (folder / "bundles.key").chmod(0o644)


@pytest.mark.parametrize("name", ["network-certificate.pem", "decks", "lens.json"])
def test_a_folder_that_a_command_has_used_before_is_closed_at_the_first_start(tmp_path, name):
    """`serve --host 0.0.0.0` makes its certificate before it opens the store."""
    (tmp_path / name).mkdir()
    tmp_path.chmod(0o755)
    close_to_others(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_a_folder_with_other_things_in_it_stays_as_it_was(tmp_path):
    (tmp_path / "letters.txt").write_text("somebody's")
    tmp_path.chmod(0o755)
    close_to_others(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_key_of_another_that_all_can_read_is_one_line(tmp_path, monkeypatch):
    (tmp_path / "bundles.key").write_bytes(b"x" * 32)
    (tmp_path / "bundles.key").chmod(0o644)

    def refuse(*_given, **_more):
        raise PermissionError(1, os.strerror(1))

    monkeypatch.setattr("pathlib.Path.chmod", refuse)
    with pytest.raises(NotOurs, match="let its owner close it"):
        close_to_others(tmp_path)
