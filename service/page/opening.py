"""House rules in the reader's words: those that a game can be opened with, and those that it was opened with.

The options and their values are the engine's, their words those of `house.GAME.OPTION`. Those are offered that the page
has words for: a list to choose from, or a whole number within bounds.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.errors import OptionError
from engine.games import games
from engine.options import choices, conditions, read_options
from service.page.games import file
from service.page.rules.first import has_first

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.games import AnyGame
    from service.page.language import Language

PLAYERS: Final = "players"
ANY: Final = range(1, 21)
"""So many may play where an option does not list whom it takes: more sit at no table."""
RULE_SET: Final = "rule_set"
"""The option that says which game it is at all: it is named even where it is the usual one."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a house rule: as JSON, by name, in a line; how many may play with it; whether it is the usual one."""

    value: str
    words: str
    meaning: str
    players: tuple[int, ...]
    usual: bool


@dataclass(frozen=True, slots=True)
class Condition:
    """What another option has to be, as JSON: its name, the list of its values; whether it usually is one of them."""

    name: str
    values: str
    usual: bool


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option of a game, by its name and in words, with its values."""

    name: str
    words: str
    choices: tuple[Choice, ...] = ()
    only: Condition | None = None
    """With what it counts; None where it always does."""


@dataclass(frozen=True, slots=True)
class Number(HouseRule):
    """An option that is a whole number: its bounds, both included, and what it usually is."""

    least: int = 0
    most: int = 0
    usual: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be opened: how many may play it, and its house rules."""

    game: str
    title: str
    players: tuple[int, ...]
    rules: tuple[HouseRule, ...]
    picture: str = ""
    """The file of its picture among the page's files; empty where there is none."""
    lesson: bool = False
    """Whether a first game of it is told step by step."""

    @property
    def rule_set(self) -> HouseRule | None:
        """The rule that says which game it is at all, which is in sight; the others are under "More"."""
        return next((rule for rule in self.rules if rule.name == RULE_SET), None)


def offers(t: Language) -> tuple[Offer, ...]:
    """Every game that is installed."""
    return tuple(
        Offer(game.name, game.title, _players(game, {}), _rules(game, t), _picture(game.name), has_first(game.name))
        for game in games().values()
    )


def chosen(game: str, options: Mapping[str, Any], t: Language) -> list[str]:
    """The house rules of a game in words: its rule set, and whatever is not the usual."""
    if game not in games():
        return []
    usual = games()[game].options_type().to_json()
    needed = conditions(games()[game].options_type)
    said = []
    for name, values in choices(games()[game].options_type).items():
        words, value = t.known(f"house.{game}.{name}"), options.get(name)
        if name in needed and options.get(needed[name].name) not in needed[name].values:
            continue
        if words and value in values and (value != usual[name] or name == RULE_SET):
            said.append(f"{words}: {t.known(_key(game, name, value), str(value))}")
    return said


def _picture(game: str) -> str:
    return f"games/{game}.svg" if file(f"{game}.svg") else ""


def _rules(game: AnyGame, t: Language) -> tuple[HouseRule, ...]:
    usual = game.options_type().to_json()
    needed = conditions(game.options_type)

    def condition(name: str) -> Condition | None:
        if name not in needed:
            return None
        other, values = needed[name].name, needed[name].values
        return Condition(other, json.dumps(values), usual[other] in values)

    def rule(name: str, words: str, values: Sequence[object]) -> HouseRule:
        only = condition(name)
        if isinstance(values, range):
            return Number(name, words, only=only, least=values[0], most=values[-1], usual=usual[name])
        choosable = tuple(_choice(game, name, v, t, usual=v == usual[name]) for v in values)
        return HouseRule(name, words, choosable, only)

    return tuple(
        rule(name, words, values)
        for name, values in choices(game.options_type).items()
        if (words := t.known(f"house.{game.name}.{name}"))
    )


def _choice(game: AnyGame, name: str, value: object, t: Language, *, usual: bool) -> Choice:
    key = _key(game.name, name, value)
    return Choice(json.dumps(value), t(key), t(f"{key}.told"), _players(game, {name: value}), usual)


def _key(game: str, name: str, value: object) -> str:
    """The key of a value's words."""
    return f"house.{game}.{name}.{value}".lower()


def _players(game: AnyGame, options: Mapping[str, object]) -> tuple[int, ...]:
    """How many may play by these house rules."""
    most: Sequence[Any] = choices(game.options_type).get(PLAYERS, ANY)
    return tuple(many for many in most if _goes(game, {**options, PLAYERS: many}))


def _goes(game: AnyGame, options: Mapping[str, object]) -> bool:
    try:
        read_options(game.options_type, options)
    except OptionError:
        return False
    return True
