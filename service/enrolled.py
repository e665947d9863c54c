"""Pieces of the user's own that `tableside enroll` has learnt: found by name in the data folder, or as a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from service.settings import Settings


@dataclass(frozen=True, slots=True)
class Kind:
    """What can be enrolled: the setting and option of its name, its game, its folder in the data folder, its suffix."""

    name: str
    game: str
    folder: str
    suffix: str

    def file(self, settings: Settings, name: str) -> Path:
        """Where pieces of a name lie."""
        return settings.data.expanduser() / self.folder / f"{name}{self.suffix}"

    def names(self, settings: Settings) -> list[str]:
        """What is enrolled in the data folder, in the order of names."""
        folder = settings.data.expanduser() / self.folder
        return sorted(each.stem for each in folder.glob(f"*{self.suffix}"))


LONGEST_NAME: Final = 100
"""Bytes of a name; a disk takes 255 with all that is added."""
DECK: Final = Kind("deck", "stonerow", "decks", ".npz")
STONES: Final = Kind("stones", "stones", "stones", ".json")
DOMINOES: Final = Kind("dominoes", "stackernoos", "dominoes", ".json")
KINDS: Final = (DECK, STONES, DOMINOES)


class NoneEnrolled(ValueError):  # noqa: N818 - the name says the state
    """Nothing is enrolled under a name; the message is one line."""


def enrolled(settings: Settings, game: str, given: str = "") -> Path | None:
    """The file of the user's own pieces with which a game's photos are read, None where nothing names one.

    `given` is a name or a path, before that of the settings. Raises `NoneEnrolled` where there is no such file.
    """
    kind = kind_of(game)
    chosen = given or (getattr(settings, kind.name) if kind else "")
    if not chosen:
        return None
    if kind is None:
        raise NoneEnrolled(f"nothing can be enrolled for {game}; leave {chosen!r} out")
    return _file(kind, settings, chosen)


def named(settings: Settings, game: str, name: str) -> Path:
    """The file of pieces of a name in the data folder; never another file. Raises `NoneEnrolled`."""
    kind = kind_of(game)
    if kind is None or not is_name(name):
        raise NoneEnrolled(
            f"nothing called {name[:40]!r} is enrolled for {game}; give the --name it was enrolled under"
        )
    return _at(kind, settings, name)


def is_name(text: str) -> bool:
    """Whether a text is a name and no path, and short enough for every disk."""
    plain = bool(text) and text not in {".", ".."} and not set("/\\") & set(text) and text.isprintable()
    return plain and len(text.encode(errors="replace")) <= LONGEST_NAME


def setting(game: str, own: str) -> dict[str, str]:
    """The setting that names own pieces of a game; none where nothing is named or can be."""
    kind = kind_of(game)
    return {kind.name: own} if kind and own else {}


def check(settings: Settings) -> None:
    """Raise `NoneEnrolled` where the settings name pieces that are not there."""
    for kind in KINDS:
        enrolled(settings, kind.game)


def kind_of(game: str) -> Kind | None:
    """What of a game can be enrolled, None where nothing can."""
    return next((kind for kind in KINDS if kind.game == game), None)


def _file(kind: Kind, settings: Settings, given: str) -> Path:
    """A file by its path, or of a name in the data folder."""
    path = Path(given).expanduser()
    if not is_name(given) or path.suffix == kind.suffix:
        if not _is_file(path):
            raise NoneEnrolled(f"{given} is no file; enrol one with: tableside enroll {kind.name} … --out {given}")
        return path
    return _at(kind, settings, given)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # no disk has a file of such a name
        return False


def _at(kind: Kind, settings: Settings, name: str) -> Path:
    file = kind.file(settings, name)
    if not file.is_file():
        known = ", ".join(kind.names(settings))
        others = f"; the names of others are: {known}" if known else ""
        namesakes = (each for each in KINDS if name in each.names(settings))
        others += "".join(f"; the {each.name} {name!r} is of {each.game}" for each in namesakes)
        raise NoneEnrolled(
            f"{kind.game} has no {kind.name} enrolled as {name!r}{others}; "
            f"enrol with: tableside enroll {kind.name} … --name {name}"
        )
    return file
