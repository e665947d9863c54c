"""The command `tableside`, and `python -m tableside`: sees that its packages are its own, then runs.

It stands alone at the top with a name that nobody else has: of the packages even `service` may be another's.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOMS: Final = ("engine", "vision", "models", "datasets", "service")
"""The packages. Their names are common ones, so that a neighbour may have one, too."""
MARK: Final = '__house__ = "tableside"'
"""The line by which a package of ours is known. It is read, not run: another's code stays asleep."""
HERE: Final = Path(__file__).resolve().parent
_OWN: Final = "in an environment of its own (pipx or uv tool makes one; the README says how)"
MENDABLE: Final = 2
"""The exit code for what the user can mend."""


def strangers() -> Iterator[str]:
    """What stands in the place of our packages: for each a line that says what to do."""
    for room in ROOMS:
        place = _found(room)
        if place is None:
            yield f"Tableside is not whole, its package {room!r} is gone: install it again, {_OWN}"
        elif not _is_ours(place):
            yield _complaint(room, place)


def main() -> None:
    """Run the command, unless another's package would run in it."""
    line = next(strangers(), None)
    if line is not None:
        print(f"tableside: {line}", file=sys.stderr)
        sys.exit(MENDABLE)
    from service.start import main as start

    start()


def _found(room: str) -> Path | None:
    """The folder from which Python would load a package; None where there is none."""
    spec = find_spec(room)
    if spec is None:
        return None
    inside = [*(spec.submodule_search_locations or []), *([spec.origin] if spec.origin else [])]
    return Path(inside[0]).resolve() if inside else None


def _is_ours(place: Path) -> bool:
    try:
        return MARK in (place / "__init__.py").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _complaint(room: str, place: Path) -> str:
    if place.parent != HERE:
        return (
            f"{place} stands in the place of Tableside’s package {room!r}: "
            "start from another folder, rename that one, or take it off PYTHONPATH"
        )
    from importlib.metadata import packages_distributions

    others = [name for name in packages_distributions().get(room, ()) if name != "tableside"]
    who = f"the package {others[0]}" if others else "another package"
    return f"{who} has written over Tableside’s {room!r} in {place}: install Tableside again, {_OWN}"


if __name__ == "__main__":
    main()
