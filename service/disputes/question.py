"""What can be asked in a dispute, as JSON or in a few plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from engine.said import Said, quoted
from service.disputes import NotUnderstood
from service.disputes.phrases import FILLING, MOVE, NUMBERED, ORDER, PHRASES, SCORE, STACK, UNDER
from service.disputes.shapes import in_a_line
from service.spelling import hand

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

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
    return FILLING.sub("", words.strip())


def _event(words: int | str) -> int | str:
    """The number of an event, or the words that name it."""
    numbered = NUMBERED.fullmatch(words) if isinstance(words, str) else None
    return words if numbered is None else int(numbered["n"])


Words: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST)]
Event: TypeAlias = Annotated[int | Words, AfterValidator(_event)]


class _Asked(BaseModel):
    """What every question can do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> dict[str, Any]:
        """The question as JSON."""
        return self.model_dump()


class AboutMove(_Asked):
    """Whether event `seq` (None: the last move) was as it is recorded, and legal or `illegal`, as is claimed."""

    about: Literal["move"] = MOVE
    seq: int | None = None
    claim: Literal["legal", "illegal"] = LEGAL


class AboutUnder(_Asked):
    """What lay under a piece or place after event `seq` (None: when last on the table): a piece of label `claim`?"""

    about: Literal["under"] = UNDER
    what: Annotated[Words, AfterValidator(named)]
    seq: int | None = None
    claim: Words | None = None


class AboutScore(_Asked):
    """Whether the score is right: that of all, or of `seat`. `claim` is the total that this seat is said to have."""

    about: Literal["score"] = SCORE
    seat: int | None = None
    claim: int | None = None

    @model_validator(mode="after")
    def _is_of_somebody(self) -> Self:
        if self.claim is not None and self.seat is None:
            raise ValueError("a total that is claimed is somebody’s: give 'seat', 0 for the first player")
        return self


class AboutOrder(_Asked):
    """Whether one event came before another; each is a number of the record, or words that its notation has."""

    about: Literal["order"] = ORDER
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


def _of_words(text: str) -> dict[str, Any]:
    """What a text asks, by the names of JSON; numbers are digits still."""
    normalised = _normalised(text)
    if not 0 < len(normalised) <= LONGEST:
        raise NotUnderstood(Said("a question has 1 to {many} characters", many=LONGEST))
    for phrases in PHRASES.values():
        for pattern, about in phrases:
            if found := pattern.fullmatch(normalised):
                return {"about": about, **_said(found, about)}
    form = "the question {what} cannot be understood; ask in one of the forms given"
    raise NotUnderstood(Said(form, what=quoted(normalised)))


def _said(found: re.Match[str], about: str) -> dict[str, Any]:
    """The parts of a question that a pattern found."""
    said: dict[str, Any] = {key: words for key, words in found.groupdict().items() if words}
    if about == MOVE:
        said["claim"] = LEGAL if said.pop("right", "") else ILLEGAL
        said.pop("wrong", "")
    if about == UNDER and "claim" in said:
        said["claim"] = named(said["claim"])
    if "player" in said:
        said["seat"] = int(said.pop("player")) - 1
    if about == ORDER and not said.pop("before", ""):
        said["first"], said["second"] = said["second"], said["first"]
    return said


def _of_json(body: Mapping[str, Any]) -> dict[str, Any]:
    """What an object asks, without the keys that say nothing; a piece and a place are both `what`."""
    parts = {key: value for key, value in body.items() if value is not None}
    if parts.get("about") == UNDER:
        given = [key for key in ("piece", "place", "what") if key in parts]
        if len(given) != 1:
            raise NotUnderstood("a question about under has one of 'piece' and 'place'")
        parts["what"] = parts.pop(given[0])
    if parts.get("about") == ORDER:
        parts |= {key: said.lower() for key in ("first", "second") if isinstance(said := parts.get(key), str)}
    return parts


def language(text: str) -> str:
    """The language in which a question is asked that is understood, by its code; empty where it is in none."""
    normalised = _normalised(text)
    known = (code for code, phrases in PHRASES.items() if any(pattern.fullmatch(normalised) for pattern, _ in phrases))
    return next(known, "")


def _normalised(text: str) -> str:
    return " ".join(text.replace("’", "'").split()).rstrip("?!. ")


def spellings(what: str, game: str) -> tuple[str, ...]:
    """A name as it was given, stacks as the notation counts them, and as the label that people call so."""
    what = in_notation(what)
    return tuple(dict.fromkeys((what, " ".join(hand(what, game)), what.lower())))


def in_notation(words: str) -> str:
    """Words with stacks as in the notation, which counts from 0: `stack 3` is `2`, its second stone `2/2`."""
    return STACK.sub(lambda found: str(int(found[1]) - 1), words)
