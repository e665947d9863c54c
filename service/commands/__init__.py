"""What the commands do, a file each; `service/cli*.py` hold their arguments, `print` its own."""

from __future__ import annotations

from typing import Final

MENDABLE: Final = 2
"""The exit code for what the user can mend."""


class Mendable(Exception):  # noqa: N818 - reads as the sentence it is
    """Something that the user can mend; the text is one line that says what."""
