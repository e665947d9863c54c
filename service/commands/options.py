"""What several commands share: options, the settings that were given, and a line with exit code 2."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn, TypeVar

import typer
from typer.core import TyperGroup

from service.commands import MENDABLE, Mendable, is_of_disk, of_disk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import ValidationError

    from service.settings import Settings

T = TypeVar("T")

_TAKES: Final = {
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_parsing": "a number",
    "bool_parsing": "true or false",
    "literal_error": "{expected}",
    "greater_than_equal": "a number from {ge:g} on",
    "greater_than": "a number above {gt:g}",
    "less_than_equal": "a number up to {le:g}",
    "less_than": "a number below {lt:g}",
}
"""What an option takes, by the type of pydantic's error."""

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
        _refuse_setting(wrong, given)


def _refuse_setting(wrong: ValidationError, given: Mapping[str, Any]) -> NoReturn:
    """Say which setting is refused: an option where one was `given`, else a variable of the environment."""
    name = "_".join(str(part) for part in wrong.errors()[0]["loc"])
    option = name.replace("_", "-")
    refuse(expected(f"--{option}" if given.get(name) is not None else f"TABLESIDE_{name.upper()}", wrong))


def expected(option: str, wrong: ValidationError) -> str:
    """One line for a value that pydantic refuses: what the option takes, and what was given."""
    first = wrong.errors()[0]
    kind, said = first["type"], first["msg"].removeprefix("Input should be ")
    takes = _TAKES[kind].format(**first.get("ctx", {})) if kind in _TAKES else said
    return f"{option} takes {takes}, not “{first['input']}”"


class Plain(TyperGroup):
    """The commands, whose options say in a line of ours what they take."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        from pydantic import ValidationError

        try:
            return super().invoke(ctx)
        except typer.BadParameter as wrong:
            if not isinstance(wrong.__cause__, ValidationError) or wrong.param is None:
                raise
            refuse(expected(max(wrong.param.opts, key=len), wrong.__cause__))
        except ValidationError as wrong:
            if wrong.title != "Settings":
                raise
            _refuse_setting(wrong, {})


def mending(call: Callable[[], T], *errors: type[Exception]) -> T:
    """What a call yields; what the user can mend, and these errors, are one line and the exit code 2.

    So is what the disk refuses. Any other error is none of the user's.
    """
    known: tuple[type[Exception], ...] = (Mendable, *errors)
    try:
        return call()
    except known as wrong:
        refuse(str(wrong))
    except OSError as wrong:
        if not is_of_disk(wrong):
            raise
        refuse(of_disk(wrong))


def ended(run: Callable[..., int], *given: Any, **named: Any) -> int:
    """The exit code of a command; what the user can mend is one line and the code 2."""
    return int(mending(lambda: run(*given, **named)))


def refuse(line: str) -> NoReturn:
    """Say what the user can mend, and end."""
    typer.echo(line, err=True)
    raise typer.Exit(MENDABLE)
