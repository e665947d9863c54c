"""What the commands do, a file each; `service/cli*.py` hold their arguments, `print` its own."""

from __future__ import annotations

import errno
from typing import Final

MENDABLE: Final = 2
"""The exit code for what the user can mend."""


class Mendable(Exception):  # noqa: N818 - reads as the sentence it is
    """Something that the user can mend; the text is one line that says what."""


_TO_DO: Final = {
    errno.ENOENT: "check the name",
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some space",
}
"""What helps against some refusals of a disk."""


def of_disk(wrong: OSError, place: object = None, done: str = "used") -> str:
    """One line for what the disk refuses: which place, why, and what to do."""
    to_do = _TO_DO.get(wrong.errno or 0, "choose another place")
    return f"{place or wrong.filename or 'the disk'} cannot be {done}: {wrong.strerror or wrong}; {to_do}"


def is_of_disk(wrong: OSError) -> bool:
    """Whether the disk refused something: it names a file or folder, or has no room left."""
    return wrong.filename is not None or wrong.errno in _TO_DO
