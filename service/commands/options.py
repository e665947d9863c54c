"""What several commands share: options, the settings that were given, and a line with exit code 2."""

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
Game = Annotated[
    str,
    typer.Option(
        "--game", "-g", help="The game: stackernoos, stonerow or stones. [required]", show_default=False, metavar="GAME"
    ),
]
Host = Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 for all.", show_default="127.0.0.1")]
Port = Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.", show_default="8080")]
AllowHost = Annotated[
    str | None,
    typer.Option(help="Further names of this machine, with commas between.", metavar="NAME", show_default=False),
]
Certificate = Annotated[
    Path | None, typer.Option(help="Certificate for the network; without one, this machine’s own.", metavar="FILE.pem")
]
CertificateKey = Annotated[Path | None, typer.Option(help="Key of that certificate.", metavar="FILE.pem")]
PlainHttp = Annotated[
    bool | None,
    typer.Option(
        "--plain-http",
        help="Speak HTTP in the network: all there can read what is sent, and take over phones and seats.",
        show_default=False,
    ),
]
Announce = Annotated[bool | None, typer.Option(help="Tell the network that a table is here.", show_default="announce")]
Own = Annotated[
    str,
    typer.Option(
        "--deck",
        "--stones",
        "--dominoes",
        help="Your own pieces of the game, as `tableside enroll` learnt them: by name or file.",
        metavar="NAME",
        show_default=False,
    ),
]
Options = Annotated[
    str | None,
    typer.Option(help='House rules: a file of JSON, {"players": 4, "rule_set": "team"}.', metavar="FILE.json"),
]
Players = Annotated[
    int | None, typer.Option("--players", "-n", help="How many play; else the game’s usual number.", metavar="N")
]
Names = Annotated[
    str | None, typer.Option(help="Who plays, in the order of the seats, with commas between.", metavar="ADA,BOB")
]
Resume = Annotated[
    str | None, typer.Option(help="Go on with a game of the store, by its id, or the newest: last.", metavar="ID")
]
WorkersCount = Annotated[int, typer.Option(help="Processes that do the work; more than one need Ray.", min=1)]
Anew = Annotated[bool, typer.Option("--anew", help="Do again what was done before, too.")]
RayAddress = Annotated[
    str | None, typer.Option(help="Ray’s cluster that does the work, else this machine.", metavar="ADDRESS")
]


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


def ended(run: Callable[..., int], *given: Any, **named: Any) -> int:
    """The exit code of a command; what the user can mend is one line and the code 2."""
    return int(mending(lambda: run(*given, **named)))


def refuse(line: str) -> NoReturn:
    """Say what the user can mend, and end."""
    typer.echo(line, err=True)
    raise typer.Exit(MENDABLE)
