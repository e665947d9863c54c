"""What the commands do, a file each; `service.cli` holds their arguments."""

from __future__ import annotations


class Mendable(Exception):  # noqa: N818 - reads as the sentence it is
    """Something that the user can mend; the text is one line that says what."""
