"""What is wrong with a photo, as a problem document."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from engine.said import Said
from service.api.media import PICTURES
from service.enrolled import NoneEnrolled
from service.problems import Problem
from service.reading import TooCostly

if TYPE_CHECKING:
    from collections.abc import Iterator


NO_PICTURE: Final = Said("not a picture that can be read: send a JPEG or PNG ({kinds})", kinds=", ".join(PICTURES))


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Errors of the vision inside the context become problems."""
    try:
        yield
    except ValueError as wrong:
        from vision import GameNotReadable, NotAPicture, NotEnrolled, PhotoEmpty, PhotoError, PictureTooLarge

        names = {
            GameNotReadable: "unreadable-game",
            NoneEnrolled: "not-enrolled",
            TooCostly: "unreadable-picture",
            NotEnrolled: "not-enrolled",
            PictureTooLarge: "too-large",
            PhotoEmpty: "unreadable-picture",
            NotAPicture: "unsupported-media",
            PhotoError: "unreadable-picture",
        }
        name = next((names[kind] for kind in type(wrong).__mro__ if kind in names), None)
        if name is None:
            raise
        raise Problem(name, NO_PICTURE if name == "unsupported-media" else str(wrong)) from wrong
