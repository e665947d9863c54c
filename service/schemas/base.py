"""What all shapes share: exact for our tests, open for callers, and fields that an answer may leave out."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from service.schemas import meanings


def _open(schema: dict[str, Any]) -> None:
    """Callers must not refuse a field that a later version adds."""
    schema.pop("additionalProperties", None)
    schema.pop("title", None)


class AnswerPart(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True, json_schema_extra=_open)


def sometimes(description: str, **more: Any) -> Any:
    """A field that an answer leaves out where there is nothing to say; it is never null unless its type says so."""
    return Field(default_factory=object, description=description, **more)


class Form(AnswerPart):
    """Of what form a line is."""

    line: str = Field(description=meanings.LINE)
    form: str = Field(description=meanings.FORM)
    parts: "dict[str, Part | list[Part]]" = Field(description=meanings.FORM_PARTS)


Part: TypeAlias = str | int | float | Form
Forms: TypeAlias = dict[str, Form | list[Form]]


def formed() -> Any:
    """The forms of the lines of a part; left out where they have no places."""
    return sometimes(meanings.FORMS)


Seat: TypeAlias = Annotated[int, Field(ge=-1, description="0 … players-1, clockwise; -1 is the table itself")]
Player: TypeAlias = Annotated[int, Field(ge=0, description="0 … players-1, clockwise")]
RuleId: TypeAlias = Annotated[str, Field(examples=["SN-5"], description="a rule id; /rules/{id} tells the rule")]
Notation: TypeAlias = Annotated[str, Field(examples=["extend 1-5 @2,0,0:e"], description=meanings.NOTATION)]
Label: TypeAlias = Annotated[str, Field(examples=["3-5"], description="the label of a piece; `?` is an unknown one")]
Time: TypeAlias = Annotated[str, Field(examples=["2026-01-31T18:00:05.120Z"], description="UTC, to the millisecond")]
Hash: TypeAlias = Annotated[str, Field(description="a SHA-256 in hexadecimal")]
GameId: TypeAlias = Annotated[str, Field(description="the game’s id: /games/{id}")]
GameName: TypeAlias = Annotated[str, Field(examples=["stackernoos"], description=meanings.GAME_NAME)]
Version: TypeAlias = Annotated[
    int, Field(ge=0, description="entries of the game’s record, one more with each that is written")
]
Seq: TypeAlias = Annotated[int, Field(description="number of the entry in the record, from 1")]
Points: TypeAlias = Annotated[
    int, Field(description="what it changes in the mover’s own total, in TeamPlay the team’s")
]
RuleIds: TypeAlias = Annotated[list[RuleId], Field(description=meanings.RULES)]
Reason: TypeAlias = Annotated[str, Field(description="why, in one line for people")]
Direction: TypeAlias = Annotated[
    Literal["e", "n"], Field(description="where the second half is: `e` to larger x, `n` to larger y")
]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Count: TypeAlias = Annotated[int, Field(ge=0)]
Likelihood: TypeAlias = Annotated[float, Field(ge=0)]
Pixel: TypeAlias = Annotated[list[float], Field(min_length=2, max_length=2, description="x and y in pixels")]
Corners: TypeAlias = Annotated[
    list[Pixel], Field(min_length=4, max_length=4, description="four corners round the top face")
]
