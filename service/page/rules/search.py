"""Finds rules by a word or a whole question: those that have most of its telling words, and these first.

Little words, endings and words that stand for each other are a language’s own: `words/search.LANGUAGE.toml`.
"""

from __future__ import annotations

import functools
import re
import tomllib
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import log
from typing import TYPE_CHECKING, Final

from service.page.language import DEFAULT
from service.page.rules.book import HERE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.page.language import Language
    from service.page.rules.book import Book, RuleText

SHORTEST: Final = 3
"""Letters of a word that its endings leave, and that another must share to be the same word."""
LONGER: Final = 2
"""Letters by which two words without their endings may differ at their end and still be the same."""
WITHIN: Final = 4
"""Letters of a word that is looked for within longer ones, as in those that are written together."""
ALIKE: Final = 1.0
"""How much a word tells that a rule has as it was asked, but for endings."""
BEGUN: Final = 0.7
"""How much one tells that only begins alike."""
PART: Final = 0.5
"""How much one tells that has it within."""
HEADING: Final = 2.0
"""A word of the title tells so many times as much as one of the text."""
ENOUGH: Final = 0.5
"""A rule that tells less than this part of the best one is left out, where several words were asked for."""
MOST: Final = 20
"""Rules that are shown of a question: nobody reads more."""
NEAR: Final = 0.8
"""How alike (0 to 1) a word of the book must be to stand for one that was written wrong."""
GUESSED: Final = 6
"""Letters of a word from which that is looked for: shorter ones are like too many others."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that was found, and in which book."""

    book: Book
    rule: RuleText


@dataclass(frozen=True, slots=True)
class Found:
    """Rules, the nearest first; the words that no rule has; for words written wrong, those that were taken instead."""

    hits: tuple[Hit, ...]
    missed: tuple[str, ...]
    instead: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Words:
    """What the search knows of a language.

    `same` has, by its stem, the group of a word that others stand for, `phrases` the word that stands for several.
    """

    little: frozenset[str]
    endings: tuple[str, ...]
    same: Mapping[str, tuple[str, ...]]
    phrases: Mapping[str, str]

    def stem(self, word: str) -> str:
        """A word without its longest ending."""
        cut = next((end for end in self.endings if word.endswith(end) and len(word) - len(end) >= SHORTEST), "")
        return word.removesuffix(cut)

    def told(self, asked: str) -> list[str]:
        """The words of a question that tell something; all of them where none does."""
        text = f" {' '.join(tokens(asked))} "
        for phrase, word in self.phrases.items():
            text = text.replace(f" {phrase} ", f" {word} ")
        every = list(dict.fromkeys(text.split()))
        return [word for word in every if word not in self.little and (len(word) > 1 or word.isdigit())] or every


def found(books: Sequence[Book], asked: str, language: Language) -> Found:
    """The rules of some books that answer a question best."""
    words = words_of(language.code)
    read = [(Hit(book, rule), *_read(rule)) for book in books for rule in book]
    stems = {word: words.stem(word) for _, title, text in read for word in (*title, *text)}
    worth = [0.0] * len(read)
    missed: list[str] = []
    instead: dict[str, str] = {}
    named: list[Book] = []
    several = 0
    for word in words.told(asked):
        told = _told(word, stems, words)
        if not told and (of := [each for each in books if word.startswith(each.title.lower())]):
            named += of  # the rules of a game do not name it
            continue
        if not told and len(word) >= GUESSED and (near := get_close_matches(word, stems, 1, NEAR)):
            instead[word] = near[0]
            told = _told(near[0], stems, words)
        if not told:
            missed.append(word)
            continue
        several += 1
        had = [max(HEADING * _most(title, told), _most(text, told)) for _, title, text in read]
        rare = log(1 + len(read) / sum(map(bool, had)))
        worth = [before + rare * strength for before, strength in zip(worth, had, strict=True)]
    if named:
        worth = [each if hit.book in named else 0.0 for each, (hit, *_) in zip(worth, read, strict=True)]
    return Found(tuple(read[n][0] for n in _best(worth, several)), tuple(missed), instead)


def tokens(text: str) -> Iterator[str]:
    """The words and numbers of a text, without the signs between them."""
    return (each.group() for each in re.finditer(r"[^\W_]+", text.lower()))


@functools.cache
def words_of(code: str) -> Words:
    """What is known of a language; of one without a file, what is known of English."""
    path = HERE / "words" / f"search.{code}.toml"
    if not path.is_file():
        return words_of(DEFAULT)
    kept = tomllib.loads(path.read_text(encoding="utf-8"))
    endings = sorted(kept["endings"].split(), key=len, reverse=True)
    plain = Words(frozenset(tokens(kept["little"])), tuple(endings), {}, kept["phrases"])
    same = {plain.stem(word): tuple(group.split()) for group in kept["same"] for word in group.split()}
    return replace(plain, same=same)


def _best(worth: Sequence[float], several: int) -> list[int]:
    """The places of the rules that are worth most, the best first; all that have a word, where it was one alone."""
    best = sorted((n for n, told in enumerate(worth) if told), key=lambda n: (-worth[n], n))
    return best if several < 2 else [n for n in best if worth[n] >= ENOUGH * worth[best[0]]][:MOST]


@functools.cache
def _read(rule: RuleText) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a rule’s title, with its ids, and of its text."""
    return frozenset(tokens(" ".join((*rule.ids, rule.title)))), frozenset(tokens(rule.text))


def _most(had: frozenset[str], told: Mapping[str, float]) -> float:
    return max((told[each] for each in had if each in told), default=0.0)


def _told(word: str, stems: Mapping[str, str], words: Words) -> dict[str, float]:
    """The words of the books that tell of one that was asked, each with how much it does."""
    told: dict[str, float] = {}
    for each in dict.fromkeys((word, *words.same.get(words.stem(word), ()))):
        stem = words.stem(each)
        for other, own in stems.items():
            if strength := _strength(each, stem, other, own):
                told[other] = max(strength, told.get(other, 0.0))
    return told


def _strength(word: str, stem: str, other: str, own: str) -> float:
    """How much of a word another is: all of it but for the ending, its beginning, or it within another."""
    if stem == own or word == other:
        return ALIKE
    if len(word) >= SHORTEST and other.startswith(word):
        return BEGUN  # so somebody types
    short, long = sorted((stem, own), key=len)
    if len(short) > SHORTEST and long.startswith(short) and len(long) - len(short) <= LONGER:
        return BEGUN  # an ending that nobody listed
    return PART if len(stem) >= WITHIN and stem in other else 0.0
