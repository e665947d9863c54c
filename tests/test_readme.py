"""READMEs and docs keep their word: their Python runs, their commands exist and take their options."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli import app

ROOT = Path(__file__).parents[1]
READMES = [ROOT / "README.md", *sorted(ROOT.glob("[a-z]*/README.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in READMES]
SERVES = {"serve", "watch", "demo", "review"}


@pytest.mark.parametrize("name", NAMES)
def test_its_python_runs(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert not results.failed


def commands() -> list[str]:
    """Every `$ tableside …` line of the pages."""
    return [line for path in READMES for line in re.findall(r"^\$ (tableside .+)$", path.read_text("utf-8"), re.M)]


@pytest.mark.parametrize("line", commands())
def test_its_commands_do_what_they_say(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(line)[1:]
    if words[0] in SERVES:  # these run until stopped, or long: their own tests start them, here the options must exist
        words = [word for word in words if word.startswith("--")]
        help_text = CliRunner().invoke(app, [shlex.split(line)[1], "--help"], env={"COLUMNS": "200"}).output
        assert all(word in help_text for word in words)
        return
    monkeypatch.chdir(ROOT)
    written = [
        tmp_path / word if before in {"--out"} else word for before, word in zip(["", *words], words, strict=False)
    ]
    result = CliRunner().invoke(app, [str(word) for word in written])
    assert result.exit_code == 0, result.output
