"""Problem documents: what every refusal looks like."""

from pydantic import Field

from service.schemas.base import AnswerPart, Count, Forms, GameId, Notation, Reason, RuleIds, Seat, formed, sometimes


class Refusal(AnswerPart):
    """Why the rules refuse a move."""

    rules: RuleIds
    reason: Reason
    name: str = Field(description="a stable name", examples=["run_too_short"])
    said: Forms = formed()


class WrongPart(AnswerPart):
    """A part of the request that is not as it should be."""

    where: str = Field(description="its path in the request, with dots between", examples=["body.seat"])
    what: str = Field(description="what it should be, in one line for people")


class Fallen(AnswerPart):
    """A move that could not be played any more after a correction."""

    seq: Count = Field(description="number of the move in the record")
    seat: Seat
    move: Notation


class Problem(AnswerPart):
    """Why a request was refused, and what the caller can do next (RFC 9457)."""

    type: str = Field(
        examples=["/problems/illegal-move"],
        description="an address here that says what kind of problem it is and what to do next",
    )
    title: str = Field(description="what this kind of problem is, in a few words")
    status: int = Field(description="the status of the HTTP answer")
    detail: str = Field(description="what happened this time, in one line")
    remedy: str = Field(description="what the caller can do next about this kind of problem")
    refusal: Refusal = sometimes("of `illegal-move`: the rules that refuse it, and why")
    game: GameId = sometimes("of `camera-in-use`: the game that is followed")
    version: Count = sometimes("of `stale-version`: the version now")
    errors: list[WrongPart] = sometimes("of `invalid-request`: each part that is wrong")
    forms: list[str] = sometimes("of `not-understood`: the questions that can be asked")
    falls: list[Fallen] = sometimes("of `correction-breaks`: the moves that the correction would take back")
