"""`tableside print`: the deck, the mat and the pieces of Stones as PDFs, true to the millimetre.

Exit codes: 0 done, 2 something that the user can mend (one line on standard error).
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from service.commands import MENDABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.art.drawing import Drawing

app = typer.Typer(
    help="Print and play: PDFs of the deck, the mat and the pieces of Stones. Print them at 100 %.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)

PaperName = Annotated[str, typer.Option("--paper", "-p", help="a4 or letter.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="The PDF to write.", metavar="FILE.pdf")]


@app.command(epilog="Example: `tableside print deck --paper a4 --out deck.pdf`")
def deck(paper: PaperName = "a4", out: Out = None) -> None:
    """The StoneRow deck: 75 cards with backs, for a printer that turns the sheet over its long edge."""
    from datasets.sheets.deck import deck_sheets
    from datasets.sheets.paper import PaperError, paper_named

    try:
        sheets = deck_sheets(paper_named(paper))
    except PaperError as wrong:
        _refuse(wrong)
    _write(sheets, "StoneRow, the deck", out or Path("deck.pdf"))


@app.command(epilog="Example: `tableside print stones --paper letter --out stones.pdf`")
def stones(paper: PaperName = "a4", out: Out = None) -> None:
    """The board, tiles, tokens, marker and base stones of Stones; the stones themselves are yours to find."""
    from datasets.sheets.paper import PaperError, paper_named
    from datasets.sheets.stones import stones_sheets

    try:
        sheets = stones_sheets(paper_named(paper))
    except PaperError as wrong:
        _refuse(wrong)
    _write(sheets, "Stones", out or Path("stones.pdf"))


@app.command(epilog="Example: `tableside print mat --game stonerow --players 3 --paper a4 --size table --out mat.pdf`")
def mat(
    game: Annotated[str, typer.Option("--game", "-g", help="stonerow, stackernoos or stones.")] = "stonerow",
    players: Annotated[int, typer.Option("--players", "-n", help="Seats that get zones.")] = 4,
    size: Annotated[str, typer.Option(help="sheet: one sheet with the piles; table: nine that are joined.")] = "table",
    paper: PaperName = "a4",
    out: Out = None,
) -> None:
    """The mat that tells the camera where the table is: markers at its edges, zones for the game and its seats."""
    from datasets.sheets.mat import mat_sheets
    from datasets.sheets.paper import PaperError, paper_named
    from vision.scene.mat import MatError
    from vision.scene.mat import mat as layout

    try:
        sheets = mat_sheets(layout(game, players, paper, size), paper_named(paper))
    except (MatError, PaperError) as wrong:
        _refuse(wrong)
    _write(sheets, f"Tableside mat, {game}", out or Path("mat.pdf"))


def _write(sheets: Sequence[Drawing], title: str, out: Path) -> None:
    """Write the PDF, whole or not at all, and say so."""
    from datasets.sheets.pdf import pdf

    if out.is_dir():
        _refuse(f"{out} is a folder; name a file with --out")
    unfinished = out.with_name(out.name + ".part")
    try:
        unfinished.write_bytes(pdf(sheets, title))
        unfinished.replace(out)
    except OSError as wrong:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        _refuse(f"cannot write {out}: {wrong.strerror or wrong}; name another file with --out")
    pages = "1 page" if len(sheets) == 1 else f"{len(sheets)} pages"
    typer.echo(f"{out}: {pages}. Print at 100 %, then check the 50 mm ruler at the edge.")


def _refuse(why: object) -> NoReturn:
    typer.echo(f"tableside print: {why}", err=True)
    raise typer.Exit(MENDABLE)
