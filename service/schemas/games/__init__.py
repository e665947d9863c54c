"""The shapes of each game, found by looking into this folder: `NAME.py` for the engine's game of that name.

It defines `Position`, `FORMS` (its moves as they are written) and `OPTIONS`, the types of house rules that take more
than a list of values. A game without a file still works: its positions and options are described as open objects.
"""

from __future__ import annotations

import functools
import importlib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union

from pydantic import ConfigDict, Field, create_model

from engine.games import games
from engine.options import choices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.games import AnyGame

HERE: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of move is written: its pattern with names in capitals, an example, and what it says."""

    pattern: str
    example: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Shapes:
    """What is described of one game."""

    position: Any = dict[str, Any]
    options: Any = dict[str, Any]
    forms: tuple[Form, ...] = ()
    names: tuple[tuple[str, str], ...] = ()


@functools.cache
def shapes() -> Mapping[str, Shapes]:
    """The shapes of every game by its name."""
    return {name: _shapes(game) for name, game in games().items()}


def positions() -> Any:
    """The type of a position of any game."""
    return Union[tuple(each.position for each in shapes().values())]  # noqa: UP007 - built from a list


def options() -> Any:
    """The type of the house rules of any game."""
    return Union[tuple(each.options for each in shapes().values())]  # noqa: UP007 - built from a list


def _shapes(game: AnyGame) -> Shapes:
    if not (HERE / f"{game.name}.py").is_file():
        return Shapes()
    module = importlib.import_module(f"{__name__}.{game.name}")
    return Shapes(module.Position, _options(game, module.OPTIONS), module.FORMS, module.NAMES)


def _options(game: AnyGame, special: Mapping[str, Any]) -> Any:
    """The house rules of a game as a type: each with its values, its default, and the rules that it switches."""
    listed = choices(game.options_type)
    plain = game.options_type().to_json()
    options: dict[str, Any] = {}
    for each in fields(game.options_type):
        name = each.name
        kind = special[name] if name in special else _among(listed[name])
        options[name] = (kind, Field(plain[name], description=_told(game, each.metadata)))
    config = ConfigDict(extra="forbid", strict=True, defer_build=True)
    return create_model(
        f"{game.title}Options", __config__=config, __doc__=f"The house rules of {game.title}.", **options
    )


def _among(values: Sequence[object]) -> Any:
    if isinstance(values, range):
        return Annotated[int, Field(ge=values[0], le=values[-1])]
    return bool if set(values) == {False, True} and all(type(v) is bool for v in values) else Literal[tuple(values)]


def _told(game: AnyGame, about: Mapping[str, Any]) -> str:
    """The rules that an option switches, and with what it counts."""
    switched = [f"{rule}: {game.rules[rule].title}." for rule in about["rules"]]
    return " ".join(switched if about["only"] is None else [*switched, f"Counts only with {about['only']}."])
