"""Problem documents (`application/problem+json`): each kind has an address that says what the caller can do next."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Mapping

MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its name in the address, the HTTP status, a title, and what the caller can do next."""

    name: str
    status: int
    title: str
    remedy: str

    @property
    def type(self) -> str:
        """The URI reference of the kind; the service answers there with the remedy."""
        return f"/problems/{self.name}"


_ALL: Final = (
    Kind("unreadable-json", 400, "The body is no JSON", "Send one JSON document, encoded as UTF-8."),
    Kind("bad-request", 400, "The request cannot be understood", "Read the detail and send the request again."),
    Kind(
        "not-paired",
        401,
        "Nobody here knows you yet",
        "Pair this device at /pair; a program sends its token as Authorization: Bearer …",
    ),
    Kind("not-allowed", 403, "Your role may not do this", "Ask the host, who can let this device in as another."),
    Kind("not-yours", 403, "This is another's", "Look at your own seat; hands are shown to those who hold them."),
    Kind(
        "cross-site",
        403,
        "Another site's page asked for this",
        "Use the page here. A program sends a token of tableside token create as Authorization: Bearer …",
    ),
    Kind("not-joined", 403, "This phone is not the table's camera", "Scan the code that /join shows now."),
    Kind("no-such-code", 404, "Nothing is paired by this", "Scan the code that the host's page shows now."),
    Kind("no-such-device", 404, "There is no such device", "List them with GET /api/v1/devices."),
    Kind("code-spent", 410, "This code has been used, or is too old", "Let the host's page show a new one."),
    Kind("unknown-address", 404, "Nothing is at this address", "Choose an address from /docs."),
    Kind("no-such-game", 404, "There is no such game", "List the games with GET /api/v1/games, or open a new one."),
    Kind("no-such-question", 404, "There is no such question", "List the open ones with GET …/questions."),
    Kind("no-such-dispute", 404, "There is no such dispute", "List them with GET …/disputes, or ask a new one."),
    Kind(
        "no-such-picture", 404, "The picture is not kept", "GET …/evidence says which pictures are; undisputed ones go."
    ),
    Kind("no-such-table", 404, "No camera looks at this table", "Open one on the start page."),
    Kind("no-such-camera", 422, "There is no such camera", "Choose one of GET /api/v1/cameras."),
    Kind("no-camera-open", 409, "No camera is open", "Open one with POST /api/v1/tables/{id}/camera."),
    Kind("camera-taken", 409, "A command has this table's camera", "End that command, then open the camera here."),
    Kind("no-such-player", 404, "There is no such player", "List them with GET /api/v1/players."),
    Kind("bad-name", 422, "That cannot be its name", "Choose another name, as the detail says."),
    Kind("has-rulings", 409, "The evidence of a ruling would go", "Send it again with rulings: delete."),
    Kind("game-followed", 409, "A camera follows this game", "Close the camera first."),
    Kind("no-phone", 404, "No phone is awaited as a camera", "Choose a phone on the start page."),
    Kind("no-network", 409, "The table cannot be opened to the network", "Do what the detail names, then try again."),
    Kind("cannot-follow", 422, "The game cannot be followed", "Mend what the detail names."),
    Kind(
        "no-such-region",
        422,
        "That is no table",
        "Give 3 to 12 corners in their order round the table, x and y from 0 to 1.",
    ),
    Kind("cannot-enroll", 422, "These cards cannot be enrolled", "Mend what the detail names, and send them again."),
    Kind("no-picture-yet", 404, "The table has no picture yet", "Wait for the camera; GET /api/v1/tables/{id} tells."),
    Kind("wrong-method", 405, "The address does not take this method", "Choose one of those in the Allow header."),
    Kind(
        "stale-version",
        409,
        "The game has moved on",
        "Get the game, look at the new state, and decide again with its version.",
    ),
    Kind(
        "kept-elsewhere",
        409,
        "Another machine keeps this game",
        "Enter it at the table itself; it is here a moment later.",
    ),
    Kind(
        "not-its-record",
        409,
        "These lines are not of this record",
        "Ask GET /api/v1/hub/games/{id} how much is here, and send what follows that.",
    ),
    Kind("not-over", 409, "The game is not over", "Play it to its end; then it can be looked into."),
    Kind("no-such-tournament", 404, "There is no such tournament", "List them with GET /api/v1/tournaments."),
    Kind("no-such-pairing", 404, "Nobody meets there", "Look at the tournament: it lists rounds, tables and entrants."),
    Kind("no-such-ruling", 404, "There is no such ruling", "Look at the tournament: it lists its rulings."),
    Kind("not-now", 409, "The tournament is not there yet", "Do first what the detail names."),
    Kind("no-hints", 409, "This game has no hints", "Play on without them; rated games have none."),
    Kind(
        "record-damaged",
        409,
        "The record was changed in the store",
        "Get the record: it can be read up to the line named.",
    ),
    Kind("too-large", 413, "The body is too large", "Send a smaller one; the detail names the limit."),
    Kind(
        "unsupported-media",
        415,
        "The body has the wrong type",
        "Send a photo as image/jpeg or image/png, the rest as application/json.",
    ),
    Kind("wrong-host", 421, "This is not the address of a table", "Open the address that the table's machine shows."),
    Kind("invalid-request", 422, "A part of the request is not as it should be", "Mend the parts named in errors."),
    Kind("no-such-seat", 422, "Nobody sits there", "Choose a seat of this game; the detail says how many there are."),
    Kind("unknown-game", 422, "No such game is installed", "Choose one of the games named in the detail."),
    Kind("unknown-option", 422, "An option cannot be used", "Choose an option or a value named in the detail."),
    Kind("invalid-position", 422, "The document is no position", "Mend the field named in the detail."),
    Kind("unreadable-move", 422, "The text is no move of this game", "Write it as GET …/moves does."),
    Kind(
        "illegal-move",
        422,
        "The rules refuse the move",
        "Read the refusal, or choose one of GET …/moves. Nothing changed.",
    ),
    Kind("nothing-to-undo", 422, "There is no such move to take back", "Choose a move that stands, from GET …/score."),
    Kind(
        "correction-breaks",
        422,
        "Later moves would no longer be possible",
        "Send it again with later: undo. The moves named in falls are then taken back.",
    ),
    Kind(
        "question-answered",
        409,
        "The question is closed",
        "GET …/questions/{n} tells the answer; a move of it is mended with POST …/corrections.",
    ),
    Kind(
        "no-such-answer",
        422,
        "The question takes no such answer",
        "Answer with one of choice, moves, ruling, correction and adopt.",
    ),
    Kind(
        "no-ruling",
        422,
        "No ruling can let it stand",
        "Take the play back (choice -1), or say what was played (moves). Nothing changed.",
    ),
    Kind(
        "no-adoption",
        422,
        "The table cannot be taken as it lies",
        "Put right what the detail names, or say what was played. Nothing changed.",
    ),
    Kind("not-understood", 422, "The question cannot be understood", "Ask in one of the forms given."),
    Kind("nothing-of-that-name", 422, "The record has nothing of that name", "Name what GET …/record has."),
    Kind("unreadable-game", 422, "Photos of this game cannot be read", "Choose one of the games named in the detail."),
    Kind("not-enrolled", 422, "There are no such pieces here", "Leave the name out, or enrol them as the detail says."),
    Kind("unreadable-picture", 422, "The picture cannot be read", "Save or send the photo again."),
    Kind(
        "internal", 500, "Something went wrong here", "Try again; the server's log says more. Nothing recorded is lost."
    ),
    Kind("too-slow", 408, "The body did not come in time", "Send it again, over a better network."),
    Kind("too-many", 429, "That is too much at once", "Wait as long as Retry-After says, then go on more slowly."),
    Kind("busy", 503, "Others come first", "Try again in a moment."),
    Kind("key-unusable", 503, "Rulings cannot be signed here", "Mend the file that the detail names, then ask again."),
    Kind("store-unavailable", 503, "The store does not answer", "Try again in a moment; the detail says what it told."),
    Kind("store-full", 507, "The disk is full", "Free some space on the server. What was recorded before is safe."),
)

KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in _ALL}


class Problem(HTTPException):
    """A problem to answer with; `more` are further members of its document."""

    def __init__(self, name: str, detail: str, **more: Any) -> None:
        self.kind = KINDS[name]
        super().__init__(self.kind.status, detail)
        self.more = more

    def response(self) -> Response:
        """The answer, in plain ASCII so that no text that was sent can break it."""
        kind = self.kind
        document = {"type": kind.type, "title": kind.title, "status": kind.status, "detail": self.detail}
        text = json.dumps(document | {"remedy": kind.remedy} | self.more)
        return Response(text, kind.status, media_type=MEDIA_TYPE)
