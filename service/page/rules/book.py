"""The rule book as data: sections of rules in a reader's language, and where a rule id is told."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.games import games
from service.page.language import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games import AnyGame
    from service.page.language import Language

HERE: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule with its title and text. `ids` are all that say the same, `options` the house rules that change it."""

    ids: tuple[str, ...]
    title: str
    text: str
    options: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id that it goes by."""
        return self.ids[0]

    @property
    def kind(self) -> str:
        """`rule` of the printed book, `open` where it says nothing, `conflict` where it contradicts itself."""
        return {"A": "open", "C": "conflict"}.get(self.id.partition("-")[0], "rule")


@dataclass(frozen=True, slots=True)
class Section:
    """Rules on one subject."""

    name: str
    title: str
    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """All rules of a game."""

    game: str
    title: str
    sections: tuple[Section, ...]

    def __iter__(self) -> Iterator[RuleText]:
        return (rule for section in self.sections for rule in section.rules)


def book(name: str, language: Language) -> Book:
    """The book of a game; where the language has no words for it, in English."""
    return _book(name, language.code if words_of(name, language.code) else DEFAULT)


def home(rule: str) -> tuple[str, str] | None:
    """The game that has a rule, and the id as it is written; None where there is no such rule."""
    return _homes().get(rule.upper())


def title(rule: str, language: Language) -> str:
    """The title of a rule in a language; empty where there is no such rule."""
    found = home(rule)
    if found is None:
        return ""
    titles = _titles(found[0], language.code)
    return titles.get(found[1]) or games()[found[0]].rules[found[1]].title


@functools.cache
def _book(name: str, code: str) -> Book:
    game, words = games()[name], words_of(name, code) or _plain(games()[name])
    sections = tuple(
        Section(
            section,
            words["sections"].get(section, section),
            tuple(_rule_text(game, words["rules"], ids) for ids in rules),
        )
        for section, rules in _order(game).items()
    )
    return Book(name, game.title, sections)


def _rule_text(game: AnyGame, words: Mapping[str, Any], line: str) -> RuleText:
    ids = tuple(line.split())
    known, rule = words.get(ids[0], {}), game.rules[ids[0]]
    options = tuple(dict.fromkeys(option for each in ids for option in _switched(game).get(each, ())))
    return RuleText(ids, known.get("title", rule.title), known.get("text", ""), options)


@functools.cache
def _switched(game: AnyGame) -> Mapping[str, tuple[str, ...]]:
    """The house rules that change a rule, by its id."""
    listed: dict[str, tuple[str, ...]] = {}
    for option in fields(game.options_type):
        for rule in option.metadata["rules"]:
            listed[rule] = (*listed.get(rule, ()), option.name)
    return listed


def _order(game: AnyGame) -> Mapping[str, list[str]]:
    """The rules of each section; a game without an order has one section with all."""
    path = HERE / "order" / f"{game.name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"all": list(game.rules)}


@functools.cache
def words_of(name: str, code: str) -> dict[str, Any]:
    """The words of a game's book in a language, as its file has them; empty where it has none."""
    path = HERE / "words" / f"{name}.{code}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _plain(game: AnyGame) -> dict[str, Any]:
    """The words of a game that nobody has written a book for: its name, and the titles of its rules."""
    return {"sections": {"all": game.title}, "rules": {}}


@functools.cache
def _titles(name: str, code: str) -> Mapping[str, str]:
    """The title of every rule id; of those that say the same, the one that they share."""
    words = words_of(name, code).get("rules", {})
    lines = [line.split() for rules in _order(games()[name]).values() for line in rules]
    return {each: words[ids[0]]["title"] for ids in lines for each in ids if "title" in words.get(ids[0], {})}


@functools.cache
def _homes() -> Mapping[str, tuple[str, str]]:
    return {rule.upper(): (name, rule) for name, game in games().items() for rule in game.rules}
