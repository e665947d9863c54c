"""What a photo shows and what it means, and the tables that cameras look at."""

from typing import Annotated, Literal

from pydantic import Field

from service.schemas.base import AnswerPart, Corners, Count, Hash, Label, Notation, RuleId, Seat, Share, sometimes
from service.schemas.stored_games import HouseRules
from service.schemas.verdicts import Fault, Position

Kind = Literal["domino", "card", "stone", "token", "tile", "marker", "hand", "unknown"]
Region = Annotated[list[float], Field(min_length=4, max_length=4, description="x0, y0, x1, y1 in pixels")]


Place = Annotated[list[Share], Field(min_length=2, max_length=2, description="x and y from the upper left corner")]


class Candidate(AnswerPart):
    """What an unsure piece may be."""

    label: Label
    confidence: Share


class Piece(AnswerPart):
    """A piece as it was read."""

    kind: Kind
    label: Label | None = Field(description="null where the reader is unsure")
    confidence: Share
    corners: Corners
    level: int | None = Field(description="0 on the table; null when one photo cannot tell")
    candidates: list[Candidate] = sometimes("what it may be, best first")
    stack: int = sometimes("of a stone: its base, clockwise from the mark")
    position: int = sometimes("of a stone: 1, 2, … upwards")


class Notice(AnswerPart):
    """Something that makes a reading less sure, such as glare."""

    name: str
    detail: str
    region: Region | None


class Image(AnswerPart):
    """The photo as a person sees it."""

    width: Count
    height: Count
    sha256: Hash


class Mat(AnswerPart):
    """Where the printed mat lies."""

    sort: list[str] = Field(description="game, paper, size")
    homography: list[float] = Field(description="from pixels to millimetres, row by row", min_length=9, max_length=9)


class Observation(AnswerPart):
    """What a photo shows."""

    schema_: Literal["tableside/observation@1"] = Field(alias="schema")
    image: Image
    pieces: list[Piece]
    warnings: list[Notice]
    model: str = Field(description="the networks that read it, by name")
    mat: Mat = sometimes("the printed mat, where one was seen")


class Cell(AnswerPart):
    """Where a domino lies in the position."""

    at: Annotated[list[float], Field(min_length=3, max_length=3)]
    dir: Literal["e", "n"]


class Reading(AnswerPart):
    """What the pieces mean."""

    position: Position | None = Field(description="null where Tableside does not put this game's pieces together")
    faults: list[Fault]
    loose: list[int] = Field(description="pieces (by their place in the list) that belong to no line or row")
    unsure: list[int] = Field(description="unsure pieces: the position gives them `labels` instead of one label")
    cells: dict[str, Cell] = Field(description="where a piece (by its place in the list, as text) lies")
    unjudged: str | None = Field(description="why the engine could not judge it; null where it could")


class ReadAnswer(Observation):
    """What a photo shows, and what that means."""

    table: Reading


class Health(AnswerPart):
    """How the camera does."""

    state: Literal["waiting", "ok", "black", "blocked", "slow", "unkept", "retrying", "ended", "failed"]
    detail: str = Field(description="one line that says what to do")


class Frames(AnswerPart):
    """Frames since the start."""

    seen: Count
    dropped: Count
    per_second: float = Field(description="of the last second or so")


class Gate(AnswerPart):
    """Whether the picture is at rest."""

    state: str = Field(examples=["still"])
    detail: str
    glare: Notice = sometimes("where light is reflected, and what to do")


class Refused(AnswerPart):
    """A play that the rules refuse."""

    seat: Seat
    move: Notation
    rules: list[RuleId]
    reason: str


class Last(AnswerPart):
    """The newest move that stands."""

    seq: int
    seat: Seat
    move: Notation
    points: int
    rules: list[RuleId]


class Following(AnswerPart):
    """How a game is followed at the table."""

    game: str = Field(description="its id: /games/{id}")
    version: Count
    state: Literal["following", "asking", "illegal", "out_of_step", "over"]
    detail: str
    illegal: Refused | None
    questions: list[int] = Field(description="the numbers of the open ones")
    last: Last | None


class TableRegion(AnswerPart):
    """Where the play is in the picture."""

    corners: list[Place] = Field(min_length=3, max_length=12, description="in their order round it")
    source: Literal["people", "mat", "pieces"]


class Check(AnswerPart):
    """A check of how the camera stands."""

    name: Literal["view", "sharp", "light", "angle", "mat"]
    state: Literal["good", "change", "open"] = Field(description="`open` is for a person to look at")
    why: str = Field(examples=["flat"])


class CameraChoice(AnswerPart):
    """A camera that can be opened."""

    id: str = Field(examples=["0"])
    name: str = Field(description="what its maker calls it; empty for a phone")
    kind: Literal["camera", "film", "phone"]


class CamerasAnswer(AnswerPart):
    """The cameras of this machine."""

    cameras: list[CameraChoice]


class FollowedAnswer(AnswerPart):
    """The game that the camera follows from now on."""

    id: str = Field(description="its id: /games/{id}")
    game: str
    version: Count


class TableLine(AnswerPart):
    """A table in the list."""

    id: str
    game: str | None
    version: Count
    health: Health


class TablesAnswer(AnswerPart):
    """The tables that cameras look at."""

    tables: list[TableLine]


class TableAnswer(AnswerPart):
    """A table now; all parts belong to one version."""

    id: str
    game: str | None
    options: HouseRules = Field(description="the house rules that were chosen; the others keep their defaults")
    version: Count
    health: Health
    frames: Frames
    gate: Gate | None
    observation: Observation | None = Field(description="of the last picture at rest")
    position: Position | None
    faults: list[Fault]
    loose: list[int]
    unsure: list[int]
    cells: dict[str, Cell]
    unjudged: str | None
    delay: float | None = Field(description="seconds from the first frame at rest to its published reading")
    following: Following | None
    picture: str | None = Field(description="the address of the picture that was read")
    region: TableRegion | None = Field(description="where the play is; null: anywhere in the picture")
    camera: str | None = Field(description="the camera that is open, null where none is")
    placement: list[Check] | None = Field(description="how it stands, while it is aimed")
