"""The entry point of `tableside`: light, so that Ctrl-C is heard from the first moment on."""

from __future__ import annotations

import atexit
import gc
import sys
from typing import Final

INTERRUPTED: Final = 130
"""The exit code of what Ctrl-C ended, as shells have it."""

OBJECTS: Final = 20_000
"""How many new ones Python waits for before it looks for unused ones; loading makes a million that all stay."""


def tidy_seldom() -> None:
    """Look through the objects of this process seldom, and not at its end: a server starts with a third less work."""
    gc.set_threshold(OBJECTS)
    atexit.register(gc.freeze)


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it with a line."""
    tidy_seldom()
    try:
        from service.cli import main as command

        command()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(INTERRUPTED)
