"""A film's script from a game and a seed: the game is rehearsed, then every beat becomes motions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.films.cards import CardDirector, CardTaste
from datasets.films.dominoes import DominoDirector, DominoTaste
from datasets.films.errors import FilmError
from datasets.films.lens import draw_view
from datasets.films.rehearsal import Rehearsal
from datasets.films.script import Script
from datasets.films.shooting import TAIL, Shooting
from datasets.films.stones import StoneDirector, StoneTaste
from engine.errors import EngineError
from engine.games import find_game
from engine.options import read_options
from engine.record import new

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.random import Generator

    from datasets.films.rehearsal import Beat, Taste
    from datasets.films.shooting import Director
    from datasets.sheets.layout import Layout

BRISK: Final = 1.9
"""No film shows more than a beat in so many seconds."""


@dataclass(frozen=True, slots=True)
class Genre:
    """How a game is filmed: what makes good plays, and who turns them into motions."""

    taste: Callable[[], Taste]
    open: Callable[[Generator, Generator, Sequence[Beat], int, Layout | None], Director]


GENRES: Final[dict[str, Genre]] = {
    "stackernoos": Genre(DominoTaste, DominoDirector.open),
    "stonerow": Genre(CardTaste, CardDirector.open),
    "stones": Genre(StoneTaste, StoneDirector.open),
}


def stream(seed: int, name: str) -> Generator:
    """A source of chance of its own for a part of a film."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, *name.encode()])))


def plan(  # noqa: PLR0913, PLR0917 - what a film is made of
    game: str,
    players: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    seconds: float = 90.0,
    mat: Layout | None = None,
) -> Script:
    """The script of a film of at most so many seconds; the same arguments always give the same. Raises `FilmError`."""
    if game not in GENRES:
        raise FilmError(f"There is no game “{game}”; films are made of: {', '.join(GENRES)}.")
    rules = find_game(game)
    try:
        chosen = read_options(rules.options_type, {**(options or {}), "players": players})
    except EngineError as error:
        raise FilmError(f"The game cannot be set up: {error}.") from error
    genre = GENRES[game]
    beats = Rehearsal(rules, genre.taste(), seed).beats(rules.start(chosen, seed), int(seconds / BRISK) + 1)
    director = genre.open(stream(seed, "stage"), stream(seed, "look"), beats, players, mat)
    record = new(game, chosen.to_json(), seed, {"film": "1"})
    shooting = Shooting(director, stream(seed, "chance"), record, seconds - TAIL)
    for beat in beats:
        if not shooting.take(beat):
            break
    stage = director.stage
    return Script(
        game=game,
        seed=seed,
        players=players,
        seconds=round(shooting.end + TAIL, 2),
        record=shooting.record,
        props=tuple(stage.props),
        legs=tuple(stage.legs),
        reaches=tuple(stage.reaches),
        plays=tuple(shooting.plays),
        events=tuple(shooting.events),
        view=draw_view(stream(seed, "view"), stage.half),
        area=stage.half,
        mat=mat,
        shakes=tuple(stage.shakes),
        changes=tuple(stage.changes),
        incidents=tuple(stage.incidents),
    )
