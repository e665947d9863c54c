"""`tableside fit tracking`: priors and temperatures of the games, estimated from rendered games with their truth."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from engine.core import TABLE
from engine.errors import EngineError
from engine.record import standing
from service.batch.kept import Form, as_json, digest, shelf_in
from service.batch.tasks import HERE, Workers, in_order
from service.capture.footage import footage
from service.capture.source import SourceError, find_source
from service.commands import Mendable, fitting, of_disk
from service.commands.resumable import resumable
from vision.games import assembler
from vision.games.model import NUMBERS, Budget, in_force, observation_model
from vision.photo import Photo
from vision.pipeline import recogniser_for
from vision.scoring.films import Film, stills

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from service.batch.kept import Shelf
    from service.settings import Settings
    from vision.games.model import ObservationModel
    from vision.observation import Observation
    from vision.scoring.films import Still

FITTED: Final = ("tracking",)
EVERY: Final = 2.0
"""s; a table that nobody changes is looked at again after so long."""
MOST: Final = 2
"""A look of more plays is no sample: no explanation has them all."""
STEPS: Final = 16000.0
"""A look is explained within as many steps as a live one."""


@dataclass(frozen=True, slots=True)
class Order:
    """A film, and whether its truth stands in for the recogniser."""

    folder: Path
    truth: bool

    @property
    def decides(self) -> list[Any]:
        """The film's name and its files. Raises `Mendable`."""
        files = ("record.jsonl", "film.json", "frames.jsonl", *(() if self.truth else ("film.mp4",)))
        return ["fit", self.folder.name, self.truth, [digest(self.folder / name) for name in files]]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a film tells of its game."""

    chances: tuple[fitting.Chance, ...]
    samples: tuple[fitting.Sample, ...]


SEEN: Final[Form[Seen]] = as_json(Seen)


def run(  # noqa: PLR0913 - a command's options
    what: str,
    games: Sequence[Path],
    out: Path,
    settings: Settings,
    *,
    truth: bool,
    workers: Workers = HERE,
    anew: bool = False,
) -> int:
    """Fit, write a file for each game, and print the numbers. Whoever the `workers` are, they are the same.

    A film that was looked at before is looked at again only `anew`. The numbers that are in force decide, too: what is
    written into their own folder has the next run do all.
    """
    shelf = shelf_in(settings, SEEN, anew=anew)
    return resumable(lambda: _written(what, games, out, truth, workers, shelf))


def _written(  # noqa: PLR0913, PLR0917 - what the command takes
    what: str, games: Sequence[Path], out: Path, truth: bool, workers: Workers, shelf: Shelf[Seen]
) -> int:
    if not what:
        raise Mendable("say what to fit, and by which rendered games: tableside fit tracking FOLDER…")
    if what not in FITTED:
        raise Mendable(f"{what!r} cannot be fitted; choose one of: {', '.join(FITTED)}")
    films = [_opened(folder) for folder in games]
    if not films:
        raise Mendable("give the folders of rendered games, such as `tableside render game` makes")
    by_game: dict[str, list[Film]] = defaultdict(list)
    for film in films:
        by_game[film.game.name].append(film)
    for name, some in sorted(by_game.items()):
        found = _fitted(some, truth, workers, shelf)
        file = out / name / NUMBERS
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            kept = file if file.exists() else in_force(name)
            before = kept.read_text(encoding="utf-8") if kept.exists() else ""
            file.write_text(fitting.as_toml(fitting.merged(before, found)), encoding="utf-8")
        except OSError as wrong:
            raise Mendable(of_disk(wrong, file, "written")) from None
        for number in found:
            typer.echo(
                f"{name}: {number.name} {number.value:.4g} {number.unit}, n {number.n}, held out {number.held_out:.3f}"
            )
        typer.echo(f"{file} is written")
        if file.resolve() != in_force(name):
            typer.echo(
                f"games are followed by {in_force(name)} as before; --out {in_force(name).parents[1]} changes that"
            )
    return 0


def _opened(folder: Path) -> Film:
    if not folder.is_dir():
        raise Mendable(f"there is no folder {folder}")
    try:
        return Film.open(folder)
    except FileNotFoundError as wrong:
        raise Mendable(f"{folder} is no rendered game: it has no {Path(wrong.filename).name}") from None
    except (OSError, EngineError, ValueError, KeyError) as wrong:
        raise Mendable(f"{folder} is no rendered game: {wrong}") from None


def _fitted(films: Sequence[Film], truth: bool, workers: Workers, shelf: Shelf[Seen]) -> list[fitting.Number]:
    """The numbers of one game, from all of its films."""
    source = f"{len(films)} rendered games, {'their truth' if truth else 'read by the recogniser'}"
    chances, samples = list[fitting.Chance](), list[fitting.Sample]()
    orders = [Order(film.folder.resolve(), truth) for film in films]
    for number, seen in enumerate(in_order(_of_film, orders, workers, shelf), start=1):
        name = orders[number - 1].folder.name
        typer.echo(f"{number} of {len(films)}: {name}: {len(seen.samples)} looks", err=True)
        chances += seen.chances
        samples += seen.samples
    temperature = [fitting.of_samples(samples, source)] if samples else []
    return [*temperature, *fitting.of_chances(chances, f"the records of {len(films)} rendered games")]


def _of_film(order: Order) -> Seen:
    """What one film tells: a task of its own."""
    film = _opened(order.folder)
    return Seen(tuple(_chances(film)), tuple(_samples(film, _truth if order.truth else _reader(film))))


def _chances(film: Film) -> Iterator[fitting.Chance]:
    """What each play of a record was, of what it could have been."""
    model = observation_model(film.game.name)
    state = film.game.start(film.options, film.seed)
    for event in standing(film.events):
        move = film.game.parse(event.move)
        for name, hit in model.chances(state, event.seat, move).items():
            yield fitting.Chance(film.folder.name, name, hit)
        state = film.game.play(state, event.seat, move)


def _samples(film: Film, look: Callable[[Still], Observation]) -> Iterator[fitting.Sample]:
    """The looks at a film: the first after every play, and some more."""
    table, model = assembler(film.game.name, film.options), observation_model(film.game.name)
    since, last = 0, None
    for still in stills(film.folder):
        same = last is not None and (still.events, still.illegal) == (last.events, last.illegal)
        if same and last is not None and still.time - last.time < EVERY:
            continue
        last, before, played = still, film.state(since), film.played(since, still)
        reading, table = table.interpret(look(still), before)
        if played is not None and len(played) <= MOST and not reading.trouble and since:
            weights = _weights(film, model, before, reading.seen, played)
            yield fitting.Sample(film.folder.name, weights)
        since = still.events


def _weights(
    film: Film, model: ObservationModel, before: Any, seen: Any, played: Sequence[tuple[int, str]]
) -> tuple[float, ...]:
    """The weights of a look's explanations, the true one's first."""
    explanations = model.explain(before, seen, MOST, Budget(STEPS)).lines
    true = _visible_moves(film, played)
    explained = [
        (_visible_moves(film, [(seat, str(move)) for seat, move in explanation.plays]), explanation.weight)
        for explanation in explanations
    ]
    hit = sum(weight for plays, weight in explained if plays == true)
    others = (weight for plays, weight in explained if plays != true)
    # What no explanation has is told by none: it is the share of what nothing explains.
    return (hit, *others, model.unexplained) if hit else (model.unexplained, *others)


def _visible_moves(film: Film, plays: Sequence[tuple[int, str]]) -> list[str]:
    """The plays that somebody can see, by their notation."""
    return [move for seat, move in plays if seat != TABLE and move not in film.game.announced]


def _truth(still: Still) -> Observation:
    return still.observation


def _reader(film: Film) -> Callable[[Still], Observation]:
    """Who reads the frames of a film; they are asked for in their order."""
    recogniser = recogniser_for(film.game.name).fresh()
    shots = footage(find_source(str(film.folder / "film.mp4")), inf)

    def look(still: Still) -> Observation:
        try:
            shot = next(shot for shot in shots if shot.number >= still.frame)
        except (SourceError, StopIteration):
            raise Mendable(f"{film.folder}/film.mp4 ends before its truth; render it again") from None
        return recogniser.see(Photo.from_frame(shot.pixels))

    return look
