"""`tableside token`: what programs show to be let in; made, listed and revoked."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.access.caller import Caller
from service.access.roles import SCOPES, Role
from service.commands import Mendable
from service.commands.options import Data, mending, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.access.tokens import Token, Tokens

app = typer.Typer(help="What programs show to be let in: make, list and revoke it.", no_args_is_help=True)


@app.command(epilog="Example: `tableside token create --scope see --scope play --name robot`")
def create(
    scope: Annotated[list[str], typer.Option(help=f"What it is for: {', '.join(SCOPES)}; more than one may be given.")],
    game: Annotated[str | None, typer.Option(help="One game alone, by its id.", metavar="ID")] = None,
    seat: Annotated[int | None, typer.Option(help="One seat of that game alone, from 0.", min=0)] = None,
    name: Annotated[str, typer.Option(help="What it is called in the list and in records.")] = "program",
    data: Data = None,
) -> None:
    """Print a new token. It is shown this once: the store keeps its hash."""
    mending(lambda: _create(scope, game, seat, name, data))


@app.command(name="list", epilog="Example: `tableside token list`")
def show(data: Data = None) -> None:
    """Print all that is let in: phones, screens and programs."""
    mending(lambda: _show(data))


@app.command(epilog="Example: `tableside token revoke 1a2b3c4d5e6f`")
def revoke(
    token: Annotated[str, typer.Argument(help="Its id, as the list has it.", metavar="ID")], data: Data = None
) -> None:
    """End a token at once."""
    mending(lambda: _revoke(token, data))


def _create(scopes: list[str], game: str | None, seat: int | None, name: str, data: Path | None) -> None:
    if unknown := sorted(set(scopes) - set(SCOPES)):
        raise Mendable(f"there is no scope {unknown[0]!r}; choose of {', '.join(SCOPES)}")
    if seat is not None and game is None:
        raise Mendable("a seat is one of a game: name that with --game")
    from service.access.tokens import new_secret

    secret = new_secret()
    with _tokens(data, game) as tokens:
        tokens.keep(secret, Caller(Role.CLIENT, name, game, seat, tuple(dict.fromkeys(scopes))))
    typer.echo(secret.text)
    typer.echo(
        f"id {secret.id}; send it as Authorization: Bearer …; end it with tableside token revoke {secret.id}", err=True
    )


def _show(data: Path | None) -> None:
    listed: list[Token] = []
    if _is_there(data):
        with _tokens(data) as tokens:
            listed = list(tokens.all().values())
    if not listed:
        typer.echo("there are no tokens; tableside token create makes one", err=True)
    for token in listed:
        caller = token.caller
        of = [f"game {caller.game}"] * (caller.game is not None) + [f"seat {caller.seat}"] * (caller.seat is not None)
        rights = [*caller.scopes, *of, *["waiting for the host"] * caller.waiting]
        typer.echo(f"{token.id}  {caller.said}  {', '.join(rights)}  last used {token.used or 'never'}")


def _revoke(token: str, data: Path | None) -> None:
    revoked = False
    if _is_there(data):
        with _tokens(data) as tokens:
            revoked = tokens.revoke(token)
    if not revoked:
        raise Mendable(f"there is no token {token!r}; tableside token list shows them")
    typer.echo(f"{token} is let in no more")


def _is_there(data: Path | None) -> bool:
    """Whether there is a store: a file that is not there would be made by being looked into."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    from service.store.store import is_shared

    url = settings_of(data=data).url
    try:
        return is_shared(url) or Path(make_url(url).database or "").exists()
    except ArgumentError:
        return True  # the store says what is wrong with it


@contextlib.contextmanager
def _tokens(data: Path | None, game: str | None = None) -> Iterator[Tokens]:
    """The tokens of a store, once a game that was named is known to be there. Raises `Mendable`."""
    from service.access.tokens import Tokens  # brings the database: loaded when it is needed
    from service.store.store import NoSuchGame, Store, StoreError

    settings = settings_of(data=data)
    try:
        with contextlib.closing(Store(settings.url, settings.waits)) as store:
            if game is not None:
                store.load(game)
            yield Tokens(store)
    except NoSuchGame as wrong:
        raise Mendable(f"{wrong}; the page lists them") from None
    except StoreError as wrong:
        raise Mendable(str(wrong)) from None
