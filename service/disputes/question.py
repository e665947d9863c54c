"""What can be asked in a dispute, as JSON or in a few plain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from service.disputes import NotUnderstood
from service.disputes.phrases import FILLING, MOVE, NUMBERED, ORDER, PHRASES, SCORE, STACK, UNDER
from service.spelling import hand

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping

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


class _Asked:
    """What every question can do."""

    __slots__: tuple[str, ...] = ()
    about: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """The question as JSON."""
        return {"about": self.about} | {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class AboutMove(_Asked):
    """Whether event `seq` (None: the last move) was as it is recorded, and legal or `illegal`, as is claimed."""

    about = MOVE
    seq: int | None
    claim: str = LEGAL


@dataclass(frozen=True, slots=True)
class AboutUnder(_Asked):
    """What lay under a piece or place, after event `seq` (None: when it was last on the table).

    `claim` is the label of a piece that is said to have lain there.
    """

    about = UNDER
    what: str
    seq: int | None = None
    claim: str | None = None


@dataclass(frozen=True, slots=True)
class AboutScore(_Asked):
    """Whether the score is right: that of all, or of `seat`; `claim` is the total that it is said to be."""

    about = SCORE
    seat: int | None = None
    claim: int | None = None


@dataclass(frozen=True, slots=True)
class AboutOrder(_Asked):
    """Whether one event came before another; each is a number of the record, or words that its notation has."""

    about = ORDER
    first: int | str
    second: int | str


Question: TypeAlias = AboutMove | AboutUnder | AboutScore | AboutOrder


def read(asked: str | Mapping[str, Any]) -> Question:
    """The question that a text or a JSON object asks. Raises `NotUnderstood`."""
    return _read_text(asked) if isinstance(asked, str) else _read_object(asked)


def _read_text(text: str) -> Question:
    plain = _plain(text)
    if not 0 < len(plain) <= LONGEST:
        raise NotUnderstood(f"a question has 1 to {LONGEST} characters")
    for phrases in PHRASES.values():
        for pattern, about in phrases:
            if found := pattern.fullmatch(plain):
                return _MAKERS[about](found)
    raise NotUnderstood(f"the question {plain!r} cannot be understood; ask in one of the forms given")


def language(text: str) -> str:
    """The language in which a question is asked that is understood, by its code; empty where it is in none."""
    plain = _plain(text)
    known = (code for code, phrases in PHRASES.items() if any(pattern.fullmatch(plain) for pattern, _ in phrases))
    return next(known, "")


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").split()).rstrip("?!. ")


def _of_move(found: re.Match[str]) -> AboutMove:
    named = found.groupdict()
    return AboutMove(int(named["seq"]) if named.get("seq") else None, LEGAL if named.get("right") else ILLEGAL)


def _of_under(found: re.Match[str]) -> AboutUnder:
    named_parts = found.groupdict()
    seq, claim = named_parts.get("seq"), named_parts.get("claim")
    return AboutUnder(named(found["what"]), int(seq) if seq else None, named(claim) if claim else None)


def _of_score(found: re.Match[str]) -> AboutScore:
    claim = found.groupdict().get("claim")
    return AboutScore(_seat(found), int(claim) if claim else None)


def _seat(found: re.Match[str]) -> int | None:
    """The seat that is named, by its number or as a player."""
    if found["player"]:
        return int(found["player"]) - 1
    return int(found["seat"]) if found["seat"] else None


def named(words: str) -> str:
    """A piece or place as the notation has it, without the words before it: `5-8`, `BSu`, `@2,0`, `r3`, `stack 2`."""
    return FILLING.sub("", words.strip())


def spellings(what: str, game: str) -> tuple[str, ...]:
    """A name as it was given, stacks as the notation counts them, and as the label that people call so."""
    what = in_notation(what)
    return tuple(dict.fromkeys((what, " ".join(hand(what, game)), what.lower())))


def in_notation(words: str) -> str:
    """Words in which a stack is told as in the notation, which counts from 0 where people do from 1: `stack 3` is `2`,
    its second stone `2/2`."""
    return STACK.sub(lambda found: str(int(found[1]) - 1), words)


def _ordered(found: re.Match[str]) -> AboutOrder:
    first, second = _event(found["first"]), _event(found["second"])
    return AboutOrder(first, second) if found["before"] else AboutOrder(second, first)


_MAKERS: Final[Mapping[str, Callable[[re.Match[str]], Question]]] = {
    MOVE: _of_move,
    UNDER: _of_under,
    SCORE: _of_score,
    ORDER: _ordered,
}
"""What makes a question of what was found in a text, by what it asks about."""


def _event(words: str) -> int | str:
    """The number of an event, or the words that name it, without those that carry nothing."""
    if numbered := NUMBERED.fullmatch(words):
        return int(numbered["n"])
    return words


def _read_object(body: Mapping[str, Any]) -> Question:
    about = body.get("about")
    if not isinstance(about, str) or about not in _OBJECTS:
        raise NotUnderstood(f"'about' is {about!r}; it is one of {', '.join(_OBJECTS)}")
    keys, make = _OBJECTS[about]
    if unknown := sorted(set(body) - set(keys) - {"about"}):
        raise NotUnderstood(f"a question about {about} has no {unknown[0]!r}; it may have {', '.join(keys)}")
    return make({key: value for key, value in body.items() if value is not None})


def _move(body: Mapping[str, Any]) -> AboutMove:
    claim = body.get("claim", LEGAL)
    if claim not in (LEGAL, ILLEGAL):
        raise NotUnderstood(f"'claim' is {claim!r}; of a move it is {LEGAL} or {ILLEGAL}")
    return AboutMove(_whole(body, "seq"), claim)


def _under(body: Mapping[str, Any]) -> AboutUnder:
    given = [key for key in ("piece", "place", "what") if key in body]
    if len(given) != 1:
        raise NotUnderstood("a question about under has one of 'piece' and 'place'")
    claim = body.get("claim")
    return AboutUnder(
        named(_text(body, given[0])), _whole(body, "seq"), None if claim is None else _text(body, "claim")
    )


def _score(body: Mapping[str, Any]) -> AboutScore:
    return AboutScore(_whole(body, "seat"), _whole(body, "claim"))


def _order(body: Mapping[str, Any]) -> AboutOrder:
    if not {"first", "second"} <= set(body):
        raise NotUnderstood("a question about order has 'first' and 'second'")
    first, second = (
        body[key]
        if isinstance(body[key], int) and not isinstance(body[key], bool)
        else _event(_text(body, key).lower())
        for key in ("first", "second")
    )
    return AboutOrder(first, second)


_OBJECTS: Final[dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], Question]]]] = {
    MOVE: (("seq", "claim"), _move),
    UNDER: (("piece", "place", "what", "seq", "claim"), _under),
    SCORE: (("seat", "claim"), _score),
    ORDER: (("first", "second"), _order),
}


def _whole(body: Mapping[str, Any], key: str) -> int | None:
    value = body.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise NotUnderstood(f"{key!r} is {value!r}; it is a whole number")
    return value


def _text(body: Mapping[str, Any], key: str) -> str:
    value = body[key]
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST:
        raise NotUnderstood(f"{key!r} is {value!r}; it is a text of 1 to {LONGEST} characters")
    return value.strip()
