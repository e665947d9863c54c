"""The command `tableside`. What is heavy is loaded by the command that needs it, so that help comes at once.

Exit codes: 0 done, 1 failed, 2 something that the user can mend (one line on standard error).
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from service import cli_models, cli_render
from service.commands import enroll, keys, token
from service.commands import print as print_command
from service.commands.options import (
    AllowHost,
    Anew,
    Announce,
    Certificate,
    CertificateKey,
    Data,
    Game,
    Host,
    Names,
    Options,
    Own,
    Plain,
    PlainHttp,
    Players,
    Port,
    RayAddress,
    Resume,
    WorkersCount,
    ended,
    mending,
    refuse,
    settings_of,
)
from service.enrolled import setting

if TYPE_CHECKING:
    from service.settings import Settings

app = typer.Typer(
    name="tableside",
    cls=Plain,
    help="Reads the pieces on a real table, follows the game by its rules, keeps the score.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)

app.add_typer(print_command.app, name="print")
app.add_typer(cli_render.app, name="render")
app.add_typer(enroll.app, name="enroll")
app.add_typer(token.app, name="token")
app.add_typer(keys.app, name="keys")
app.add_typer(cli_models.app)

QUIET: Final = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""OpenCV and FFmpeg write lines of their own beside ours, which say what to do."""


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"tableside {version('tableside')}")
        raise typer.Exit


@app.callback(epilog="Example: `tableside`, without a word more, opens the page: the rest is done there.")
def tableside(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_version),
    ] = False,
) -> None:
    """Reads the pieces on a real table, follows the game by its rules, keeps the score. Alone it opens the page."""
    if context.invoked_subcommand is None:
        from service.commands.serve import run

        raise typer.Exit(ended(run, settings_of(), True, anywhere=True))


@app.command(epilog="Example: `tableside read table.jpg --game stackernoos --out seen/`")
def read(  # noqa: PLR0913, PLR0917 - a command's options
    photos: Annotated[list[Path], typer.Argument(help="Photos, or folders of photos.", metavar="PHOTO…")],
    game: Game = "",
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON a photo, in the order given.")] = False,
    out: Annotated[Path | None, typer.Option(help="Folder for annotated pictures.", metavar="DIR")] = None,
    own: Own = "",
    data: Data = None,
    every: Annotated[bool, typer.Option("--all", help="Show what is no piece of the game, too.")] = False,
) -> None:
    """Read the pieces in photos."""
    from service.commands.read import run

    raise typer.Exit(ended(run, photos, _named(game), as_json, out, settings_of(data=data), own, every))


@app.command(epilog="Example: `tableside judge position.json`, for a program `tableside judge position.json --json`")
def judge(
    file: Annotated[str, typer.Argument(help="A position as JSON; - for standard input.", metavar="FILE.json")],
    as_json: Annotated[
        bool | None,
        typer.Option("--json/--text", help="JSON, or words. Else words on a terminal, JSON for what reads the output."),
    ] = None,
    notation: Annotated[bool, typer.Option("--notation", help="List moves as records write them, too.")] = False,
    names: Names = None,
) -> None:
    """Judge a position: verdict, legal moves, score, faults. Readable on a terminal, JSON in a pipe or file."""
    from service.commands.judge import run

    raise typer.Exit(ended(run, file, settings_of().max_json_bytes, as_json, notation=notation, names=names))


@app.command(epilog="Example: `tableside serve --host 0.0.0.0 --port 9000`")
def serve(  # noqa: PLR0913, PLR0917 - a command's options
    host: Host = None,
    port: Port = None,
    data: Data = None,
    deck: Annotated[str | None, typer.Option(help="Your own deck, by name or file.", metavar="NAME")] = None,
    stones: Annotated[str | None, typer.Option(help="Your own stones, by name or file.", metavar="NAME")] = None,
    dominoes: Annotated[str | None, typer.Option(help="Your own dominoes, by name or file.", metavar="NAME")] = None,
    allow_host: AllowHost = None,
    certificate: Certificate = None,
    certificate_key: CertificateKey = None,
    plain_http: PlainHttp = None,
    announce: Announce = None,
    browser: Annotated[
        bool | None,
        typer.Option(help="Open the page in a browser.", show_default="where the output is a terminal"),
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes that serve; more than one need PostgreSQL.", min=1)] = 1,
) -> None:
    """Serve the page and the API until Ctrl-C. Everything that an evening needs is done on the page."""
    from service.commands.serve import run

    network = {
        "allow_host": allow_host,
        "certificate": certificate,
        "certificate_key": certificate_key,
        "plain_http": plain_http,
        "announce": announce,
    }
    own = {"deck": deck, "stones": stones, "dominoes": dominoes}
    raise typer.Exit(
        ended(run, settings_of(host=host, port=port, data=data, **network, **own), browser, workers=workers)
    )


@app.command(epilog="Example: `tableside watch --source 0 --game stackernoos --players 2`")
def watch(  # noqa: PLR0913, PLR0917 - a command's options
    source: Annotated[
        str,
        typer.Option(
            help="A camera’s number, phone, a video, a folder of pictures, or a stream’s URL. One with a password "
            "belongs in the variable, as others on this machine can read a command’s words.",
            envvar="TABLESIDE_SOURCE",
        ),
    ],
    game: Game = "",
    players: Players = None,
    names: Names = None,
    options: Options = None,
    resume: Resume = None,
    own: Own = "",
    host: Host = None,
    port: Port = None,
    data: Data = None,
    allow_host: AllowHost = None,
    certificate: Certificate = None,
    certificate_key: CertificateKey = None,
    plain_http: PlainHttp = None,
    announce: Announce = None,
    hub: Annotated[
        str | None,
        typer.Option(help="Address of a hub that shows many tables; the game is sent there.", envvar="TABLESIDE_HUB"),
    ] = None,
    table: Annotated[
        str | None, typer.Option(help="What this table is called at the hub.", envvar="TABLESIDE_TABLE")
    ] = None,
    hub_token: Annotated[
        str,
        typer.Option(
            help="What `tableside token create --scope table` printed at the hub; without it, digits are shown.",
            envvar="TABLESIDE_HUB_TOKEN",
        ),
    ] = "",
) -> None:
    """Follow a game with a camera, and serve its page."""
    from service.commands.hub import hub_of
    from service.commands.watch import run
    from service.logs import to_standard_error

    to_standard_error()
    network = {
        "allow_host": allow_host,
        "certificate": certificate,
        "certificate_key": certificate_key,
        "plain_http": plain_http,
        "announce": announce,
    }
    settings = settings_of(host=host, port=port, data=data, **network, **setting(game, own))
    away = mending(lambda: hub_of(hub, table, hub_token))
    chosen = {"options": options, "players": players, "names": names, "resume": resume, "hub": away}
    raise typer.Exit(ended(run, source, _named(game), settings, **chosen))


@app.command("watch-tables", epilog="Example: `tableside watch-tables hall.toml --hub https://192.168.1.5:8080`")
def watch_tables(
    tables: Annotated[
        Path, typer.Argument(help="A file of TOML: a [[table]] each, with name, source, game.", metavar="FILE.toml")
    ],
    data: Data = None,
    hub: Annotated[
        str | None,
        typer.Option(help="Address of a hub that shows the tables; the games are sent there.", envvar="TABLESIDE_HUB"),
    ] = None,
    hub_token: Annotated[
        str,
        typer.Option(help="What `tableside token create --scope table` printed there.", envvar="TABLESIDE_HUB_TOKEN"),
    ] = "",
    ray: RayAddress = None,
) -> None:
    """Follow the cameras of many tables, each in a process that is begun again when it is lost."""
    from service.commands.watch_many import run

    raise typer.Exit(ended(run, tables, settings_of(data=data), hub, hub_token, ray))


@app.command(epilog="Example: `tableside review evening.mp4 --game stackernoos --players 2 --record evening.jsonl`")
def review(  # noqa: PLR0913, PLR0917 - a command's options
    recordings: Annotated[
        list[str],
        typer.Argument(help="Videos, or folders of pictures in the order of their names.", metavar="RECORDING…"),
    ],
    game: Game = "",
    players: Players = None,
    names: Names = None,
    options: Options = None,
    resume: Resume = None,
    begin: Annotated[
        float, typer.Option("--from", help="The second of the recording to begin at.", min=0.0, metavar="S")
    ] = 0.0,
    out: Annotated[
        Path | None,
        typer.Option(
            "--record", help="File for the record, else standard output; of several, a folder.", metavar="OUT.jsonl"
        ),
    ] = None,
    own: Own = "",
    data: Data = None,
    workers: WorkersCount = 1,
    ray: RayAddress = None,
    anew: Anew = False,
) -> None:
    """Follow a game in a recording and write its record. The game is kept in the store, too.

    It takes the place of an earlier game of the same recording, unless people have used that.
    Several recordings are several games of the same kind, each done once: the same command goes on after a stop.
    """
    from service.commands.review import run

    settings = settings_of(data=data, **setting(game, own))
    if len(recordings) > 1 or workers > 1 or ray is not None:
        from service.batch.tasks import Workers
        from service.commands.review_many import run_many

        if resume is not None or begin or names:
            refuse("--resume, --from and --names are for one recording alone")
        given = (recordings, _named(game), settings, options, out, players, Workers(workers, ray), anew)
        raise typer.Exit(ended(run_many, *given))
    more = {"players": players, "names": names, "resume": resume, "begin": begin}
    raise typer.Exit(_bounded(settings, run, recordings[0], _named(game), settings, options, out, **more))


@app.command(epilog="Example: `tableside verify tableside-6f1c2ab09d3e4f57-1.zip`")
def verify(
    bundle: Annotated[Path, typer.Argument(help="A bundle, as a dispute gave it.", metavar="BUNDLE")],
    signer: Annotated[
        str | None,
        typer.Option(
            help="The fingerprint that the table’s machine showed, or a file of tableside keys export.",
            metavar="SHA256",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Check the bundle of a dispute, offline: is anything changed, and does the ruling come out the same?"""
    from service.commands.verify import run

    settings = settings_of()
    raise typer.Exit(_bounded(settings, run, bundle, settings, signer, as_json))


@app.command(epilog="Example: `tableside calibrate mat-1.jpg mat-2.jpg mat-3.jpg mat-4.jpg mat-5.jpg`")
def calibrate(
    sources: Annotated[
        list[str], typer.Argument(help="Pictures, folders of them, a film, or a camera’s number.", metavar="PICTURES…")
    ],
    data: Data = None,
) -> None:
    """Measure a camera’s lens once, from pictures of the printed mat taken from many sides."""
    from service.commands.calibrate import run

    raise typer.Exit(ended(run, sources, settings_of(data=data)))


@app.command(epilog="Example: `tableside backup club.zip`")
def backup(
    out: Annotated[Path, typer.Argument(help="The file to write.", metavar="OUT.zip")],
    data: Data = None,
) -> None:
    """Write the whole store, with its evidence, into one file, and verify every chain. Others may play meanwhile."""
    from service.commands.backup import back_up

    raise typer.Exit(ended(back_up, out, settings_of(data=data)))


@app.command(epilog="Example: `tableside restore club.zip --data new`")
def restore(
    file: Annotated[Path, typer.Argument(help="A file of tableside backup.", metavar="FILE.zip")],
    data: Data = None,
) -> None:
    """Bring a back-up into an empty store, SQLite or PostgreSQL, and verify every chain."""
    from service.commands.backup import bring_back

    raise typer.Exit(ended(bring_back, file, settings_of(data=data)))


@app.command(epilog="Example: `tableside demo`")
def demo(
    host: Host = None,
    port: Port = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser where there is one.")] = True,
) -> None:
    """Follow a filmed game that comes with Tableside, on a page."""
    from service.commands.demo import run

    raise typer.Exit(ended(run, settings_of(host=host, port=port), browser))


@app.command(epilog="Example: `tableside home 6f1c2ab09d3e4f57 --mqtt mqtt://localhost --token tableside_…`")
def home(  # noqa: PLR0913, PLR0917 - a command's options
    game: Annotated[str, typer.Argument(help="The game’s id: the last part of its page’s address.", metavar="GAME")],
    mqtt: Annotated[
        str, typer.Option(help="Your broker.", metavar="mqtt://USER:PASSWORD@HOST:PORT", envvar="TABLESIDE_MQTT")
    ] = "",
    webhook: Annotated[
        list[str] | None,
        typer.Option(help="An address that takes the news.", metavar="URL", envvar="TABLESIDE_WEBHOOK"),
    ] = None,
    secret: Annotated[str, typer.Option(help="Signs what webhooks are sent.", envvar="TABLESIDE_HOOK_SECRET")] = "",
    server: Annotated[str, typer.Option(help="Where the table is served.")] = "http://localhost:8080",
    token: Annotated[
        str, typer.Option(help="A token of tableside token create --scope see.", envvar="TABLESIDE_TOKEN")
    ] = "",
) -> None:
    """Tell a home of a game: by MQTT, which Home Assistant finds by itself, and by webhooks."""
    from service.commands.home import run

    raise typer.Exit(ended(run, server, token, game, mqtt, webhook or (), secret))


def main() -> None:
    """The entry point of the command."""
    for name, level in QUIET.items():
        os.environ.setdefault(name, level)
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # of libraries, about files that are read all the same
    app()


def _named(game: str) -> str:
    """The game that was named; without a name, one line that lists the games."""
    if not game:
        from engine.games import games

        refuse(f"say which game is on the table with --game: {', '.join(sorted(games()))}")
    return game


def _bounded(settings: Settings, run: Any, *given: Any, **named: Any) -> int:
    """The exit code of a command that may be fed by strangers, and so has only so much memory."""
    from service.memory import bounded_whole, ran_out

    try:
        with bounded_whole(settings.command_mebibytes):
            return ended(run, *given, **named)
    except Exception as wrong:
        if ran_out(wrong):
            refuse("this takes more memory than it may: give something smaller, or raise TABLESIDE_COMMAND_MEBIBYTES")
        raise
