"""The command that goes on where one was stopped, as a person can paste it."""

from __future__ import annotations

import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from service.enrolled import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.following.session import Session
    from service.settings import Settings


NETWORK: Final = ("data", "host", "port", "allow_host", "certificate", "certificate_key", "plain_http", "announce")
"""Settings that a command which goes on has to be given again."""


def going_on(command: Sequence[str], settings: Settings, names: Sequence[str], session: Session) -> str:
    """The command that goes on with a session's game; `names` are the settings that it has options for."""
    owned = [kind.name for kind in KINDS if kind.game == session.game]
    words = [*command, "--game", session.game, *chosen(settings, (*names, *owned)), "--resume", session.game_id]
    return typed(["tableside", *words])


def typed(words: Sequence[str]) -> str:
    """A command as it is typed on this system."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def chosen(settings: Settings, names: Sequence[str]) -> list[str]:
    """The options that give those of the named settings that are not the defaults."""
    words: list[str] = []
    for name in names:
        value = getattr(settings, name)
        if name not in settings.model_fields_set or value in (None, ""):
            continue
        option = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{option}" if value else f"--no-{option}")
        else:
            words += [f"--{option}", str(value)]
    return words
