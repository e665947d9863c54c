"""The entry point of `tableside`: light, so that Ctrl-C is heard from the first moment on."""

from __future__ import annotations

import sys
from typing import Final

INTERRUPTED: Final = 130
"""The exit code of what Ctrl-C ended, as shells have it."""


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it with a line."""
    try:
        from service.cli import main as command

        command()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(INTERRUPTED)
