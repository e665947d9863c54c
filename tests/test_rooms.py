"""The house: what each room may import. Source: the project's design, "The house"."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_USE = {
    "engine": set(),
    "vision": {"engine", "models"},
    "models": {"datasets"},
    "datasets": {"engine"},
    "service": {"engine", "vision", "models", "datasets"},
}
ROOMS = set(MAY_USE)


@cache
def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_uses_only_what_it_may(room: str) -> None:
    files = list((ROOT / room).rglob("*.py"))
    assert files
    for path in files:
        strangers = imported(path) & ROOMS - MAY_USE[room] - {room}
        assert not strangers, f"{path.relative_to(ROOT)} imports {', '.join(sorted(strangers))}"


def test_the_engine_needs_the_standard_library_alone() -> None:
    for path in (ROOT / "engine").rglob("*.py"):
        foreign = imported(path) - set(sys.stdlib_module_names) - {"engine"}
        assert not foreign, f"{path.relative_to(ROOT)} imports {', '.join(sorted(foreign))}"


def test_the_engine_has_no_clock_and_touches_no_disk() -> None:
    for path in (ROOT / "engine").rglob("*.py"):
        reaching = imported(path) & {"time", "datetime", "socket", "subprocess", "asyncio", "logging"}
        assert not reaching, f"{path.relative_to(ROOT)} imports {', '.join(sorted(reaching))}"
