"""What can be asked in a dispute, as JSON or in a few plain words.

Each language of words is a file, `words/CODE.toml`. `move`, `number`, `player` and `stack` are what these are called
before a number. `before` has words before the name of a piece that carry nothing, `empty` words that tell no play from
another. `fell` and `stood` have words for a stack that fell, and for a stone that stands and earned tokens.

A pattern of `ask` is filled in with `parts`, and names its own. They are tried in their order. `seq` is a move by its
number. A move is said to be legal where there is `right`. `what` is a piece or place, and `claim` what is said to be
so. `seat` counts as the record does, `player` as people do. `first` and `second` come with `before` where the first is
said to be earlier.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    Discriminator,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from engine.said import Said, quoted
from service.disputes import NotUnderstood
from service.spelling import DASHES, hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ENGLISH: Final = "en"
"""It comes first: a question that fits several languages is English."""
_FILES: Final[Mapping[str, Mapping[str, Any]]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("words/*.toml"), key=lambda path: (path.stem != ENGLISH, path.stem))
}
LANGUAGES: Final = tuple(_FILES)
"""The codes of the languages in which it can be asked in words."""


def _called(key: str) -> str:
    """What something is called in any language, as a pattern."""
    return "|".join(str(words[key]) for words in _FILES.values())


def _words(key: str) -> Iterator[str]:
    """The words of any language that a key lists."""
    return (word for words in _FILES.values() for word in words[key])


_SHARED: Final = {
    "seq": rf"(?:(?:{_called('move')})\s*(?:{_called('number')})?\s*#?\s*(?P<seq>\d{{1,9}}))",
    "seat": rf"(?:(?:seat\s*(?P<seat>\d{{1,2}}))|(?:(?:{_called('player')})\s*(?P<player>\d{{1,2}})))",
}
"""Parts of patterns that every language has."""


def _pattern(text: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\{(\w+)\}\}", lambda found: {**_SHARED, **parts}[found[1]], text), re.IGNORECASE)


_PHRASES: Final = tuple(
    (code, each["about"], _pattern(each["pattern"], words["parts"]))
    for code, words in _FILES.items()
    for each in words["ask"]
)
"""The language of each pattern by its code, and what it asks about."""
_NUMBERED: Final = re.compile(rf"(?:the\s+)?{_SHARED['seq']}(?:\s+.*)?", re.IGNORECASE)
"""A move by its number."""
_FILLING: Final = re.compile(rf"^(?:(?:{'|'.join(_words('before'))})\s+)+", re.IGNORECASE)
"""Words before the name of a piece that carry nothing."""
_STACK: Final = re.compile(rf"\b(?:{_called('stack')})\s+(\d{{1,3}})(?![\d-])", re.IGNORECASE)
"""A stack as people count them."""
FALL: Final = r"place (?:fall|other|source)\b.*"
"""Plays at which a stack fell, as a pattern of their notation."""
PLAYS: Final[Mapping[str, str]] = {
    **dict.fromkeys(_words("fell"), FALL),
    **dict.fromkeys(_words("stood"), r"place (?:ok|lean|touch|touch_other)\b.*"),
}
"""What people call plays, beside the words of the notation, and the pattern of what they mean."""
EMPTY: Final = frozenset(_words("empty"))
"""Words that tell no play from another."""
LEGAL: Final = "legal"
ILLEGAL: Final = "illegal"
LONGEST: Final = 200
"""Characters of a question."""
FORMS: Final = (
    'was move 17 legal? · {"about": "move", "seq": 17, "claim": "legal" or "illegal"}',
    'what lay under 5-8? · {"about": "under", "piece": "5-8"} or {"about": "under", "place": "@2,0"}',
    'is the score right? · {"about": "score", "seat": 0, "claim": 18}',
    'did the stack fall before the token? · {"about": "order", "first": 17 or words, "second": 18 or words}',
)
"""The questions that can be asked, in words and as JSON."""


def named(words: str) -> str:
    """A piece or place as the notation has it, without the words before it: `5-8`, `BSu`, `@2,0`, `r3`, `stack 2`."""
    return _FILLING.sub("", words.strip())


def _event(words: int | str) -> int | str:
    """The number of an event, or the words that name it."""
    numbered = _NUMBERED.fullmatch(words) if isinstance(words, str) else None
    return words if numbered is None else int(numbered["seq"])


Words: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST)]
Event: TypeAlias = Annotated[int | Words, AfterValidator(_event)]


class AboutMove(BaseModel, frozen=True, extra="forbid"):
    """Whether event `seq` (None: the last move) was as it is recorded, and legal or `illegal`, as is claimed."""

    about: Literal["move"] = "move"
    seq: int | None = None
    claim: Literal["legal", "illegal"] = LEGAL


class AboutUnder(BaseModel, frozen=True, extra="forbid"):
    """What lay under a piece or place after event `seq` (None: when last on the table): a piece of label `claim`?"""

    about: Literal["under"] = "under"
    what: Annotated[Words, AfterValidator(named)]
    seq: int | None = None
    claim: Words | None = None


class AboutScore(BaseModel, frozen=True, extra="forbid"):
    """Whether the score is right: that of all, or of `seat`. `claim` is the total that this seat is said to have."""

    about: Literal["score"] = "score"
    seat: int | None = None
    claim: int | None = None

    @model_validator(mode="after")
    def _is_of_somebody(self) -> Self:
        if self.claim is not None and self.seat is None:
            raise ValueError("a total that is claimed is somebody’s: give 'seat', 0 for the first player")
        return self


class AboutOrder(BaseModel, frozen=True, extra="forbid"):
    """Whether one event came before another; each is a number of the record, or words that its notation has."""

    about: Literal["order"] = "order"
    first: Event
    second: Event


Question: TypeAlias = AboutMove | AboutUnder | AboutScore | AboutOrder
_SHAPE: Final[TypeAdapter[Question]] = TypeAdapter(Annotated[Question, Discriminator("about")])


def read(asked: str | Mapping[str, Any]) -> Question:
    """The question that a text or a JSON object asks. Raises `NotUnderstood`."""
    parts = _of_words(asked) if isinstance(asked, str) else _of_json(asked)
    try:
        return _SHAPE.validate_python(parts, strict=not isinstance(asked, str))
    except ValidationError as wrong:
        raise NotUnderstood(f"{in_a_line(wrong)}; ask in one of the forms given") from None


def in_a_line(wrong: ValidationError) -> str:
    """Where something has another shape than it should, and what is expected there."""
    first = wrong.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where[:60]!r}: {first['msg']}" if where else first["msg"]


def _of_words(text: str) -> dict[str, Any]:
    """What a text asks, by the names of JSON; numbers are digits still."""
    normalised = _normalised(text)
    if not 0 < len(normalised) <= LONGEST:
        raise NotUnderstood(Said("a question has 1 to {many} characters", many=LONGEST))
    for _, about, found in _fitting(normalised):
        said: dict[str, Any] = {"about": about} | {key: words for key, words in found.groupdict().items() if words}
        if about == "move":
            said["claim"] = LEGAL if said.pop("right", "") else ILLEGAL
        if about == "under" and "claim" in said:
            said["claim"] = named(said["claim"])
        if "player" in said:
            said["seat"] = int(said.pop("player")) - 1
        if about == "order" and not said.pop("before", ""):
            said["first"], said["second"] = said["second"], said["first"]
        return said
    form = "the question {what} cannot be understood; ask in one of the forms given"
    raise NotUnderstood(Said(form, what=quoted(normalised)))


def _of_json(body: Mapping[str, Any]) -> dict[str, Any]:
    """What an object asks, without the keys that say nothing; a piece and a place are both `what`."""
    parts = {key: value for key, value in body.items() if value is not None}
    if parts.get("about") == "under":
        given = [key for key in ("piece", "place", "what") if key in parts]
        if len(given) != 1:
            raise NotUnderstood("a question about under has one of 'piece' and 'place'")
        parts["what"] = parts.pop(given[0])
    if parts.get("about") == "order":
        parts |= {key: said.lower() for key in ("first", "second") if isinstance(said := parts.get(key), str)}
    return parts


def language(text: str) -> str:
    """The language in which a question is asked that is understood, by its code; empty where it is in none."""
    return next((code for code, *_ in _fitting(_normalised(text))), "")


def _fitting(text: str) -> Iterator[tuple[str, str, re.Match[str]]]:
    """The patterns that a text fits: the language of each by its code, what it asks about, and what it finds."""
    return ((code, about, found) for code, about, pattern in _PHRASES if (found := pattern.fullmatch(text)))


def _normalised(text: str) -> str:
    return " ".join(text.replace("’", "'").translate(DASHES).split()).rstrip("?!. ")


def spellings(what: str, game: str) -> tuple[str, ...]:
    """A name as it was given, stacks as the notation counts them, and as the label that people call so."""
    what = in_notation(what)
    return tuple(dict.fromkeys((what, " ".join(hand(what, game)), what.lower())))


def in_notation(words: str) -> str:
    """Words with stacks as in the notation, which counts from 0: `stack 3` is `2`, its second stone `2/2`."""
    return _STACK.sub(lambda found: str(int(found[1]) - 1), words)
