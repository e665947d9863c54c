"""What several commands share: the data folder, the settings that were given, and a line with exit code 2."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from service.commands import MENDABLE, Mendable

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.settings import Settings

T = TypeVar("T")

Data = Annotated[Path | None, typer.Option(help="Folder of the store.", show_default="where this system keeps data")]


def settings_of(**given: Any) -> Settings:
    """The settings with what was given on the command line; a bad value is one line and the exit code 2."""
    from pydantic import ValidationError

    from service.settings import Settings

    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as wrong:
        first = wrong.errors()[0]
        name = "_".join(str(part) for part in first["loc"])
        option = name.replace("_", "-")
        where = f"--{option} " if given.get(name) is not None else f"TABLESIDE_{name.upper()}="
        refuse(f"{where}{first['input']} {first['msg'].removeprefix('Input ').partition(',')[0]}")


def mending(call: Callable[[], T], *errors: type[Exception]) -> T:
    """What a call yields; what the user can mend, and these errors, are one line and the exit code 2."""
    known: tuple[type[Exception], ...] = (Mendable, *errors)
    try:
        return call()
    except known as wrong:
        refuse(str(wrong))


def refuse(line: str) -> NoReturn:
    """Say what the user can mend, and end."""
    typer.echo(line, err=True)
    raise typer.Exit(MENDABLE)
