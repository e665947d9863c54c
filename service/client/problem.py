"""What can go wrong, by what the caller does next.

TableError: read its remedy. RefusedError: play another move. StaleError: look again, then decide.
UnreachableError: no table answered, so that nothing is known of what was asked.
"""

from __future__ import annotations

from typing import Any, Final

ILLEGAL: Final = "illegal-move"
STALE: Final = "stale-version"
UNREACHABLE: Final = "unreachable"
ANSWERS_NOT: Final = "Start it there with tableside serve, or give its address, such as http://localhost:8080."
"""What to do where no table answers."""


class TableError(Exception):
    """A problem document: `name` is stable (`not-yours`), `detail` says what is wrong, `remedy` what to do.

    Its text is the detail, or the title of its kind where there is none.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.status = int(document.get("status", 0))
        self.name = str(document.get("type", "")).rpartition("/")[2]
        self.detail = str(document.get("detail", ""))
        self.remedy = str(document.get("remedy", ""))
        super().__init__(self.detail or str(document.get("title", self.name)))


class RefusedError(TableError):
    """The rules refuse a move: `reason` in one sentence, `rules` that forbid it."""

    @property
    def reason(self) -> str:
        """Why."""
        return str(self.document.get("refusal", {}).get("reason", self.detail))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that forbid it."""
        return tuple(self.document.get("refusal", {}).get("rules", ()))


class StaleError(TableError):
    """The game went on: look at it again before deciding."""


class UnreachableError(TableError):
    """No answer comes from the address, or it is none."""

    def __init__(self, detail: str) -> None:
        super().__init__({"type": UNREACHABLE, "detail": detail, "remedy": ANSWERS_NOT})


def raised(document: dict[str, Any]) -> TableError:
    """The exception of a problem document."""
    kind = {ILLEGAL: RefusedError, STALE: StaleError}.get(str(document.get("type", "")).rpartition("/")[2], TableError)
    return kind(document)
