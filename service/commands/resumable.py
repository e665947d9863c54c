"""What commands of many tasks share: Ctrl-C leaves what is done, and the same command goes on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from service.batch.tasks import NoRay, TaskFailed
from service.commands import Mendable
from service.start import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Callable


def resumable(run: Callable[[], int]) -> int:
    """The exit code of such a command. Raises `Mendable`, with one line, for what the user can mend."""
    try:
        return run()
    except (NoRay, TaskFailed) as wrong:
        raise Mendable(str(wrong)) from None
    except KeyboardInterrupt:
        print("stopped; the same command goes on with what is not done yet", file=sys.stderr, flush=True)
        return INTERRUPTED
