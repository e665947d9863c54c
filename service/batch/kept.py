"""What tasks gave, in a folder by the hash of all that decides it: a second run does only what is missing.

Whoever asks first gets what whoever asks later finds: a result goes through its files once, in any case.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import time
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from pydantic import TypeAdapter

from service.commands import Mendable, of_disk
from service.disputes.versions import models, tree
from service.figures import machine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from service.settings import Settings

R = TypeVar("R")

FOLDER: Final = "kept"
"""The folder of the data folder that has the results."""
DAYS: Final = 30.0
"""Days after which a result goes."""
ROOMS: Final = ("engine", "vision", "service")
LIBRARIES: Final = ("numpy", "opencv-python", "onnxruntime")
"""Another version of these may see other things in a picture."""
WHOLE: Final = "whole.json"
"""The file that is written last: it has the SHA-256 of the others."""
RESULT: Final = "result.json"
SECONDS_A_DAY: Final = 86_400.0


@cache
def code_hash(*more: str) -> str:
    """The SHA-256 of Tableside's code, numbers and weights, of `more` files or folders, and of libraries' versions."""
    known = machine(LIBRARIES)
    decides = [tree(*ROOMS, *more), models(), [known[name] for name in LIBRARIES]]
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Form(Generic[R]):
    """How a result becomes files, and files the result again."""

    files: Callable[[R], Mapping[str, bytes]]
    result: Callable[[Mapping[str, bytes]], R]


def as_json(kind: Any) -> Form[Any]:
    """Results of a type that pydantic knows, such as a dataclass of dataclasses, as one file of JSON."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    return Form(lambda result: {RESULT: adapter.dump_json(result)}, lambda files: adapter.validate_json(files[RESULT]))


@dataclass(frozen=True, slots=True)
class Shelf(Generic[R]):
    """The results of one kind of task. `code` is the hash of what does the work.

    An order of such a task `decides`: that is JSON with all else that its result depends on, files by their hashes.
    """

    folder: Path
    form: Form[R]
    code: str = field(default_factory=code_hash)

    def key(self, order: Any) -> str:
        """The SHA-256 of all that an order's result depends on. Raises `Mendable` where that cannot be read."""
        return hashlib.sha256(json.dumps([self.code, order.decides]).encode()).hexdigest()

    def find(self, key: str) -> R | None:
        """What was kept; None where nothing was, or where its files are not what they were."""
        files = _read(self.folder / key)
        if files is None:
            return None
        try:
            return self.form.result(files)
        except (ValueError, KeyError):
            return None

    def keep(self, key: str, result: R) -> R:
        """Keep a result; the same as it will be found. Raises `OSError`."""
        files = self.form.files(result)
        _write(self.folder / key, files)
        return self.form.result(files)


def shelf_in(settings: Settings, form: Form[R], *, anew: bool = False) -> Shelf[R]:
    """The shelf of the data folder, once what is too old is gone.

    With `anew` nothing is found on it. Pictures of people do not stay longer than `TABLESIDE_EVIDENCE_DAYS`.
    """
    folder = settings.data.expanduser() / FOLDER
    forget(folder, days_kept(settings))
    return Anew(folder, form) if anew else Shelf(folder, form)


def days_kept(settings: Settings) -> float:
    """After so many days a result goes."""
    return min(DAYS, settings.evidence_days or DAYS)


class Anew(Shelf[R]):
    """A shelf for what is to be done again."""

    __slots__ = ()

    def find(self, key: str) -> R | None:
        """Nothing."""
        return None


def forget(folder: Path, days: float) -> None:
    """Remove what was kept so many days ago."""
    before = time.time() - days * SECONDS_A_DAY
    with contextlib.suppress(OSError):
        for place in folder.iterdir():
            if place.stat().st_mtime < before:
                shutil.rmtree(place, ignore_errors=True)


def digest(file: Path) -> str:
    """The SHA-256 of a file. Raises `Mendable`."""
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as wrong:
        raise Mendable(of_disk(wrong, file, "opened")) from None


def _read(place: Path) -> dict[str, bytes] | None:
    """The files of a result; None where they are not whole."""
    try:
        hashes = json.loads((place / WHOLE).read_text("utf-8"))
        files = {name: (place / name).read_bytes() for name in hashes}
        if {name: hashlib.sha256(data).hexdigest() for name, data in files.items()} != hashes:
            return None
    except (OSError, ValueError, TypeError):
        return None
    return files


def _write(place: Path, files: Mapping[str, bytes]) -> None:
    """Write the files, then that they are there."""
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    (place / WHOLE).unlink(missing_ok=True)
    for name, data in files.items():
        (place / name).write_bytes(data)
    part = place / f"{WHOLE}.part"
    part.write_text(json.dumps({name: hashlib.sha256(data).hexdigest() for name, data in files.items()}), "utf-8")
    part.replace(place / WHOLE)
