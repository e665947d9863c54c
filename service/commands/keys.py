"""`tableside keys`: the key that signs rulings is shown, handed out in its public part, and replaced."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import typer

from service.commands import Mendable, of_disk
from service.commands.options import Data, refuse, settings_of
from service.disputes.seal import ALGORITHM, KeyUnusable, Seal, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SCHEMA: Final = "tableside/keys@1"

app = typer.Typer(
    help="The key that signs rulings: show it, hand out its public part, replace it.", no_args_is_help=True
)


@app.command(name="list", epilog="Example: `tableside keys list`")
def show(data: Data = None) -> None:
    """Print the fingerprints: of the key in use, then of those that were replaced."""
    for n, key in enumerate(_public(data)):
        typer.echo(f"{fingerprint(key)}  {'in use' if n == 0 else 'replaced; it signs its old rulings alone'}")


@app.command(
    epilog="Example: `tableside keys export > club.keys`, then elsewhere `tableside verify B.zip --signer club.keys`"
)
def export(data: Data = None) -> None:
    """Print the public keys as JSON, for `tableside verify --signer FILE` on another machine."""
    keys = [{"public_key": key, "fingerprint": fingerprint(key)} for key in _public(data)]
    typer.echo(json.dumps({"schema": SCHEMA, "algorithm": ALGORITHM, "keys": keys}, indent=2))


@app.command(epilog="Example: `tableside keys rotate`")
def rotate(data: Data = None) -> None:
    """Sign from now on with a new key. Bundles of older rulings keep the signature that they had."""
    before, now = _used(data, Seal.rotate)
    typer.echo(f"{now}  in use")
    typer.echo(f"{before}  replaced; it signs its old rulings alone")


def known(file: Path) -> frozenset[str]:
    """The fingerprints of the keys that `export` wrote. Raises `Mendable`."""
    try:
        document = json.loads(file.read_bytes()[: 2**20])
        if document["schema"] != SCHEMA:
            raise ValueError
        found = frozenset(fingerprint(each["public_key"]) for each in document["keys"])
        if not found:  # nobody's signature would be checked
            raise ValueError
        return found
    except OSError as wrong:
        raise Mendable(of_disk(wrong, file, "opened")) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Mendable(f"{file} holds no keys: write it with tableside keys export") from None


def _public(data: Path | None) -> tuple[str, ...]:
    return _used(data, Seal.public)


def _used(data: Path | None, use: Callable[[Seal], tuple[str, ...]]) -> tuple[str, ...]:
    """What the keys of a data folder give; where they are of no use, one line says what to do."""
    folder = settings_of(data=data).data
    try:
        return use(Seal(folder))
    except KeyUnusable as wrong:
        of_folder = isinstance(wrong.__cause__, OSError)
        refuse(f"{wrong}; let this user write in {folder}, or name another with --data" if of_folder else str(wrong))
