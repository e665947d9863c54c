"""READMEs and docs keep their word: their Python runs, their commands exist and take their options."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from service.cli import app

ROOT = Path(__file__).parents[1]
READMES = [ROOT / "README.md", *sorted(ROOT.glob("[a-z]*/README.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in READMES]
MENTIONED = [*READMES, *sorted((ROOT / "models/cards").glob("*.md")), ROOT / "CHANGELOG.md"]
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


def mentions(program: str) -> list[tuple[str, str]]:
    """Every command line of a program in code spans and blocks of the pages: the page and the words after its name."""
    line = re.compile(rf"(?:^ {{4}}|^\$ |^|`){program}((?: [^`\n#|]+)?)`?", re.M)
    return sorted(
        {
            (str(path.relative_to(ROOT)), words.strip())
            for path in MENTIONED
            for block in re.findall(r"^```console\n.*?^```|^ {4}\S.*|`[^`\n]+`", path.read_text("utf-8"), re.S | re.M)
            for words in line.findall(block)
        }
    )


@pytest.mark.parametrize(("page", "line"), mentions("tableside"))
def test_a_command_that_is_mentioned_is_there_with_its_options(page: str, line: str) -> None:
    command: Any = get_command(app)
    words = re.sub(r"[()…]", " ", line).split()
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    assert {word for word in words if word.startswith("--")} <= known, page
    assert not words or not hasattr(command, "commands") or words[0].startswith("-"), f"{page}: no command {words[0]}"


@pytest.mark.parametrize(("page", "line"), mentions("make"))
def test_what_is_made_can_be_made(page: str, line: str) -> None:
    made = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert not line or line.split(maxsplit=1)[0] in made, page


@pytest.mark.parametrize(("page", "line"), mentions("python"))
def test_a_script_that_is_named_is_there(page: str, line: str) -> None:
    words = line.split()
    file = f"{words[1].replace('.', '/')}.py" if words[0] == "-m" else words[0]
    assert (ROOT / file).exists(), page
    text = (ROOT / file).read_text("utf-8")
    assert [word for word in words if word.startswith("--") and word not in text] == []
