"""What a photo shows and what it means, and the tables that cameras look at."""

from typing import Annotated, Final, Literal

from pydantic import Field

from service.schemas import meanings
from service.schemas.base import (
    AnswerPart,
    Corners,
    Count,
    Direction,
    GameId,
    GameName,
    Hash,
    Label,
    Notation,
    Points,
    Reason,
    RuleIds,
    Seat,
    Seq,
    Share,
    Version,
    sometimes,
)
from service.schemas.stored_games import HouseRules
from service.schemas.verdicts import Fault, Position

Kind = Literal["domino", "card", "stone", "token", "tile", "marker", "hand", "unknown"]
Region = Annotated[list[float], Field(min_length=4, max_length=4, description="x0, y0, x1, y1 in pixels")]


Place = Annotated[list[Share], Field(min_length=2, max_length=2, description="x and y from the upper left corner")]


class Candidate(AnswerPart):
    """What an unsure piece may be."""

    label: Label
    confidence: Share = Field(description="how likely this label is, 0 … 1")


class Piece(AnswerPart):
    """A piece as it was read."""

    kind: Kind = Field(description="what sort of piece it is; `unknown` is none that it knows")
    label: Label | None = Field(description="null where the reader is unsure")
    confidence: Share = Field(description="how sure the recogniser is of the reading, 0 … 1")
    corners: Corners
    level: int | None = Field(description="0 on the table; null when one photo cannot tell")
    candidates: list[Candidate] = sometimes("what it may be, best first")
    stack: int = sometimes("of a stone: its base, clockwise from the mark")
    position: int = sometimes("of a stone: 1, 2, … upwards")


class Notice(AnswerPart):
    """Something that makes a reading less sure, such as glare."""

    name: str = Field(description="a stable name", examples=["glare"])
    detail: str = Field(description="one line that says what to do")
    region: Region | None = Field(description="where in the picture; null where it is all of it")


class Image(AnswerPart):
    """The photo as a person sees it."""

    width: Count = Field(description="in pixels, after the photo was turned upright")
    height: Count = Field(description="in pixels, after the photo was turned upright")
    sha256: Hash


class Mat(AnswerPart):
    """Where the printed mat lies."""

    sort: list[str] = Field(description="game, paper, size")
    homography: list[float] = Field(description="from pixels to millimetres, row by row", min_length=9, max_length=9)


class Observation(AnswerPart):
    """What a photo shows."""

    schema_: Literal["tableside/observation@1"] = Field(
        description="the form of an observation and its version", alias="schema"
    )
    image: Image = Field(description="its size and hash; all pixels are those of it")
    pieces: list[Piece] = Field(description="every piece that was found, unsure ones too")
    warnings: list[Notice] = Field(description="what makes the reading less sure; none of a good photo")
    model: str = Field(description="the networks that read it, by name")
    mat: Mat = sometimes("the printed mat, where one was seen")


class Cell(AnswerPart):
    """Where a domino lies in the position."""

    at: Annotated[list[float], Field(min_length=3, max_length=3, description=meanings.FIRST_HALF)]
    dir: Direction


PositionFaults = Annotated[
    list[Fault], Field(description="why the position cannot have come about; empty where it can")
]
Loose = Annotated[
    list[int], Field(description="pieces that belong to no line or row, by their place in `pieces`, from 0")
]
Unsure = Annotated[
    list[int],
    Field(description="unsure pieces, by their place in `pieces`: the position gives them `labels` instead of one"),
]
Cells = Annotated[dict[str, Cell], Field(description="where each domino lies, by its place in `pieces`, as text")]
Unjudged = Annotated[str | None, Field(description="why the engine could not judge the position; null where it could")]


class Reading(AnswerPart):
    """What the pieces mean."""

    position: Position | None = Field(description="null where Tableside does not put this game’s pieces together")
    faults: PositionFaults
    loose: Loose
    unsure: Unsure
    cells: Cells
    unjudged: Unjudged


class ReadAnswer(Observation):
    """What a photo shows, and what that means."""

    table: Reading = Field(description="what the pieces mean as a position")


HealthState = Literal["waiting", "ok", "black", "blocked", "slow", "behind", "unkept", "retrying", "ended", "failed"]
HEALTH: Final = (
    "`waiting`: nothing came yet; `black`: covered, or no light; `blocked`: something is before it; "
    "`slow`: hardly any frames come; `behind`: the computer is too busy to follow it; "
    "`unkept`: what it sees cannot be recorded; "
    "`retrying`: missing, busy or frozen; `ended`: the recording is over; `failed`: it cannot be used"
)


class Health(AnswerPart):
    """How the camera does."""

    state: Annotated[HealthState, Field(description=HEALTH)]
    detail: str = Field(description="one line that says what to do")


class Frames(AnswerPart):
    """Frames since the start."""

    seen: Count = Field(description="frames that were looked at")
    dropped: Count = Field(description="a camera’s frames that came meanwhile and were left out")
    per_second: float = Field(description="of the last second or so")


class Gate(AnswerPart):
    """Whether the picture is at rest."""

    state: str = Field(description="`moving`, `settling`, `still`, `dark`, `blurred` or `blocked`", examples=["still"])
    detail: str = Field(description="one line on it that says what to do")
    glare: Notice = sometimes("where light is reflected, and what to do")


class Refused(AnswerPart):
    """A play that the rules refuse."""

    seat: Seat
    move: Notation
    rules: RuleIds
    reason: Reason


class Last(AnswerPart):
    """The newest move that stands."""

    seq: Seq
    seat: Seat
    move: Notation
    points: Points
    rules: RuleIds


FollowingState = Annotated[
    Literal["following", "asking", "illegal", "out_of_step", "over"],
    Field(
        description="`asking`: a question is open; `illegal`: the rules refuse what was played; "
        "`out_of_step`: the table is not as the game has it; `over`: the game has ended"
    ),
]


class Following(AnswerPart):
    """How a game is followed at the table."""

    game: GameId
    version: Version
    state: FollowingState
    detail: str = Field(description="one line that says what to do")
    illegal: Refused | None = Field(description="the play on the table that the rules refuse; null where there is none")
    questions: list[int] = Field(description="the numbers of the open ones")
    last: Last | None = Field(description="the newest move that stands; null before the first")


class TableRegion(AnswerPart):
    """Where the play is in the picture."""

    corners: list[Place] = Field(min_length=3, max_length=12, description="in their order round it")
    source: Literal["people", "mat", "pieces"] = Field(
        description="who says so: somebody who dragged its corners, the printed mat, or where pieces lay"
    )


class Check(AnswerPart):
    """A check of how the camera stands."""

    name: Literal["view", "sharp", "light", "angle", "mat"] = Field(
        description="what was checked; `view` is whether all is in the picture, `angle` how steeply it looks down"
    )
    state: Literal["good", "change", "open"] = Field(description="`open` is for a person to look at")
    why: str = Field(
        description="a stable word for what was found; `good` where nothing is to be changed", examples=["flat"]
    )


class CameraChoice(AnswerPart):
    """A camera that can be opened."""

    id: str = Field(description="what the camera is opened by", examples=["0"])
    name: str = Field(description="what its maker calls it; empty for a phone")
    kind: Literal["camera", "film", "phone"] = Field(
        description="`film` is a recording that plays in the place of a camera"
    )


class CamerasAnswer(AnswerPart):
    """The cameras of this machine."""

    cameras: list[CameraChoice] = Field(description="what can be opened now")


class FollowedAnswer(AnswerPart):
    """The game that the camera follows from now on."""

    id: GameId
    game: GameName
    version: Version


TableId = Annotated[str, Field(description="the table’s id: /tables/{id}; `1` where there is one camera")]
GameSeen = Annotated[
    str | None, Field(examples=["stackernoos"], description="name of the game that is read; null where none is")
]
TableVersion = Annotated[Count, Field(description="it grows by one with every change of what the table shows")]
CameraHealth = Annotated[Health, Field(description="whether the camera is well, and what to do where it is not")]


class TableLine(AnswerPart):
    """A table in the list."""

    id: TableId
    game: GameSeen
    version: TableVersion
    health: CameraHealth


class TablesAnswer(AnswerPart):
    """The tables that cameras look at."""

    tables: list[TableLine] = Field(description="one a camera")


class TableAnswer(AnswerPart):
    """A table now; all parts belong to one version."""

    id: TableId
    game: GameSeen
    options: HouseRules = Field(description="the house rules that were chosen; the others keep their defaults")
    version: TableVersion
    health: CameraHealth
    frames: Frames = Field(description="what came from the camera since the start")
    gate: Gate | None = Field(description="whether the picture is at rest; null before the first frame")
    observation: Observation | None = Field(description="of the last picture at rest")
    position: Position | None = Field(description="what the pieces mean; null where they are not put together")
    faults: PositionFaults
    loose: Loose
    unsure: Unsure
    cells: Cells
    unjudged: Unjudged
    delay: float | None = Field(description="seconds from the first frame at rest to its published reading")
    following: Following | None = Field(description="how the game is followed; null where none is")
    picture: str | None = Field(description="the address of the picture that was read")
    picture_time: str | None = Field(description="when that picture came, UTC; null where there is none")
    region: TableRegion | None = Field(description="where the play is; null: anywhere in the picture")
    camera: str | None = Field(description="the camera that is open, null where none is")
    placement: list[Check] | None = Field(description="how it stands, while it is aimed")
