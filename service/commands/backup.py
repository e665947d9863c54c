"""`tableside backup` and `tableside restore`: the whole store in one file, and every chain of it verified."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import typer

from service.app import assemble
from service.commands import Mendable
from service.store.backup import BackupError, Checked, restore, save
from service.store.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from service.settings import Settings
    from service.store.evidence import Evidence
    from service.store.store import Store

DAMAGED = 1
"""The exit code where something in the store or the back-up is not what it was."""


def back_up(out: Path, settings: Settings) -> int:
    """Write a back-up; the exit code. Raises `Mendable`."""
    if out.exists():
        raise Mendable(f"{out} is there already; choose another name")
    return _done("saved", settings, lambda store, evidence: save(store, evidence, out))


def bring_back(file: Path, settings: Settings) -> int:
    """Bring a back-up into an empty store; the exit code. Raises `Mendable`."""
    return _done("restored", settings, lambda store, evidence: restore(store, evidence, file))


def _done(word: str, settings: Settings, work: Callable[[Store, Evidence], Checked]) -> int:
    began = time.monotonic()
    try:
        parts = assemble(settings)
        try:
            checked = work(parts.store, parts.evidence)
        finally:
            parts.close()
    except (BackupError, StoreError) as wrong:
        raise Mendable(str(wrong)) from None
    for line in checked.wrong:
        typer.echo(line, err=True)
    state = (
        "every chain is whole"
        if not checked.wrong
        else f"{len(checked.wrong)} things are not what they were: see above"
    )
    typer.echo(f"{word} in {time.monotonic() - began:.1f} s: {checked}; {state}")
    return DAMAGED if checked.wrong else 0
