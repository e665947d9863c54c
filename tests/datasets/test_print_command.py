"""`tableside print`: files, words and exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.commands.print import app

RUNNER = CliRunner()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["deck", "--paper", "a3"], "there is no paper 'a3'; choose one of a4, letter"),
        (["stones", "--paper", "A4"], "there is no paper 'A4'; choose one of a4, letter"),
        (["mat", "--paper", "napkin"], "there is no paper 'napkin'; choose one of a4, letter"),
        (["mat", "--game", "chess"], "there is no game 'chess'; choose one of stackernoos, stonerow, stones"),
        (["mat", "--players", "1"], "stonerow is played by 2 to 4, not by 1"),
        (["mat", "--size", "wall"], "there is no size 'wall'; choose one of sheet, table"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    out = tmp_path / "x.pdf"
    result = RUNNER.invoke(app, [*arguments, "--out", str(out)])
    assert result.exit_code == 2
    assert result.stderr == f"tableside print: {said}\n"
    assert not out.exists()


def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    for out in (tmp_path / "missing" / "x.pdf", tmp_path / "file" / "x.pdf", tmp_path, Path("/proc/x.pdf")):
        result = RUNNER.invoke(app, ["mat", "--size", "sheet", "--out", str(out)])
        assert result.exit_code == 2, out
        assert len(result.stderr.splitlines()) == 1
        assert "name a" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_mat_is_written_whole(tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    result = RUNNER.invoke(app, ["mat", "--game", "stones", "--players", "3", "--size", "sheet", "--out", str(out)])
    assert result.exit_code == 0
    assert "1 page" in result.stdout
    assert out.read_bytes().startswith(b"%PDF")
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("what", ["deck", "mat", "stones"])
def test_every_command_has_help_with_an_example(what: str) -> None:
    result = RUNNER.invoke(app, [what, "--help"])
    assert result.exit_code == 0
    assert f"Example: tableside print {what}" in " ".join(result.stdout.split())
