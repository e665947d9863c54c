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


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind(
            "not-paired",
            401,
            "Nobody here knows you yet",
            "Open /pair on this device, and ask the host to let it in. A program sends a token of its own.",
        ),
        Kind("not-allowed", 403, "Your role may not do this", "Ask the host to let this device in with another role."),
        Kind("not-yours", 403, "This is another’s", "Look at your own seat. Each player sees their own hand alone."),
        Kind(
            "cross-site",
            403,
            "Another site’s page asked for this",
            "Use the page here. A program sends a token of its own.",
        ),
        Kind("not-joined", 403, "This phone is not the table’s camera", "Scan the code that the start page shows now."),
        Kind("no-such-code", 404, "Nothing is paired by this", "Scan the code that the host’s page shows now."),
        Kind(
            "no-such-device",
            404,
            "There is no such device",
            "The page of phones and screens lists all that are let in.",
        ),
        Kind("code-spent", 410, "This code has been used, or is too old", "Let the host’s page show a new one."),
        Kind(
            "unknown-address",
            404,
            "Nothing is at this address",
            "Go to the start page. The addresses for programs are listed at /docs.",
        ),
        Kind("no-such-game", 404, "There is no such game", "Choose one of the list of all games, or start a new one."),
        Kind(
            "no-such-question", 404, "There is no such question", "The game’s page shows the questions that are open."
        ),
        Kind(
            "no-such-dispute",
            404,
            "There is no such dispute",
            "The game’s page lists the disputes. Ask a new one there.",
        ),
        Kind(
            "no-such-picture",
            404,
            "The picture is not kept",
            "The game’s time line shows those that are. Pictures that nobody disputes go after a while.",
        ),
        Kind("no-such-table", 404, "No camera looks at this table", "Open one on the start page."),
        Kind("no-such-camera", 422, "There is no such camera", "Plug it in, then choose it from the list of cameras."),
        Kind("no-camera-open", 409, "No camera is open", "Open one on the start page first."),
        Kind(
            "camera-taken",
            409,
            "This table’s camera was opened outside this page",
            "End the command that watches with Ctrl-C where it runs, and start Tableside anew. "
            "A server of several processes opens no camera.",
        ),
        Kind(
            "camera-in-use",
            409,
            "The camera follows a game",
            "Go on with that game, or close its camera on the game’s page. "
            "A program that means to leave the game names it in “ends”.",
        ),
        Kind("no-such-player", 404, "There is no such player", "Choose one of the list of players."),
        Kind(
            "bad-name",
            422,
            "That cannot be a name here",
            "Choose another name. The message says why this one cannot be used.",
        ),
        Kind(
            "has-rulings",
            409,
            "The evidence of a ruling would go",
            "Delete it again, and say that its rulings go too.",
        ),
        Kind("game-followed", 409, "A camera follows this game", "Close the camera first."),
        Kind("no-phone", 404, "No phone is awaited as a camera", "Choose a phone on the start page."),
        Kind(
            "no-network", 409, "The table cannot be opened to the network", "Do what the message says, then try again."
        ),
        Kind(
            "cannot-follow", 422, "The game cannot be followed", "Put right what the message names, then start again."
        ),
        Kind(
            "no-such-region",
            422,
            "That is no table",
            "Give 3 to 12 corners in their order round the table. Each is two numbers from 0 to 1.",
        ),
        Kind(
            "cannot-enroll",
            422,
            "These cards cannot be enrolled",
            "Put right what the message names, then send them again.",
        ),
        Kind("no-picture-yet", 404, "The table has no picture yet", "Wait a moment until the camera has one."),
        Kind(
            "wrong-method",
            405,
            "The address does not take this method",
            "Choose one of the methods that the answer allows.",
        ),
        Kind("stale-version", 409, "The game has moved on", "Look at the game as it is now, and decide again."),
        Kind(
            "kept-elsewhere",
            409,
            "Another machine keeps this game",
            "Enter it on the machine of that table. It is here a moment later.",
        ),
        Kind(
            "not-its-record",
            409,
            "These lines are not of this record",
            "Ask the hub how many lines it has, and send those that follow.",
        ),
        Kind("not-over", 409, "The game is not over", "Play it to its end, then ask again."),
        Kind("no-such-tournament", 404, "There is no such tournament", "Choose one of the list of tournaments."),
        Kind(
            "no-such-pairing", 404, "Nobody meets there", "The tournament’s page lists its rounds, tables and entrants."
        ),
        Kind("no-such-ruling", 404, "There is no such ruling", "The tournament’s page lists its rulings."),
        Kind("not-now", 409, "The tournament is not there yet", "Do first what the message names."),
        Kind("no-hints", 409, "This game has no hints", "Play on without them. Rated games have none."),
        Kind(
            "record-damaged",
            409,
            "The record was changed in the store",
            "Download the record. It is sound up to the line that the message names.",
        ),
        Kind(
            "too-large", 413, "What was sent is too large", "Send a smaller one. The message says how large it may be."
        ),
        Kind(
            "unsupported-media",
            415,
            "What was sent is of the wrong kind",
            "Send a photo as JPEG or PNG, and anything else as JSON.",
        ),
        Kind(
            "wrong-host", 421, "This is not the address of a table", "Open the address that the table’s machine shows."
        ),
        Kind(
            "invalid-request",
            422,
            "A part of the request is not as it should be",
            "Change the parts that the message names.",
        ),
        Kind(
            "no-such-seat", 422, "Nobody sits there", "Choose a seat of this game. The message says how many there are."
        ),
        Kind("unknown-game", 422, "No such game is installed", "Choose one of the games that the message names."),
        Kind("unknown-option", 422, "An option cannot be used", "Choose an option or a value that the message names."),
        Kind("invalid-position", 422, "The document is no position", "Change the part that the message names."),
        Kind(
            "unreadable-move",
            422,
            "The text is no move of this game",
            "Choose a move from the list, or write one in the same way.",
        ),
        Kind(
            "illegal-move",
            422,
            "The rules refuse the move",
            "Choose one of the moves that are allowed. The message says which rule refuses this one. Nothing changed.",
        ),
        Kind("nothing-to-undo", 422, "There is no such move to take back", "Choose a move that still stands."),
        Kind(
            "correction-breaks",
            422,
            "Later moves would no longer be possible",
            "Leave it as it is, or let the later moves that the message names be taken back too.",
        ),
        Kind("question-answered", 409, "The question is closed", "Correct the move instead, if the answer was wrong."),
        Kind(
            "no-such-answer",
            422,
            "The question takes no such answer",
            "Choose one of the answers, or say what was played.",
        ),
        Kind(
            "no-ruling",
            422,
            "No ruling can let it stand",
            "Take the play back, or say what was played. Nothing changed.",
        ),
        Kind(
            "no-adoption",
            422,
            "The table cannot be taken as it lies",
            "Put right what the message names, or say what was played. Nothing changed.",
        ),
        Kind(
            "not-understood",
            422,
            "The question cannot be understood",
            "Ask it in one of the ways that the message shows.",
        ),
        Kind("nothing-of-that-name", 422, "The record has no such thing", "Name a move or a piece of this game."),
        Kind(
            "unreadable-game",
            422,
            "Photos of this game cannot be read",
            "Choose one of the games that the message names.",
        ),
        Kind(
            "not-enrolled",
            422,
            "There are no such pieces here",
            "Leave the name out, or let Tableside learn your pieces first.",
        ),
        Kind("unreadable-picture", 422, "The picture cannot be read", "Take the photo again, or save it again."),
        Kind("internal", 500, "Something went wrong here", "Try again. Nothing that was recorded is lost."),
        Kind("too-slow", 408, "What was sent did not come in time", "Send it again, over a better network."),
        Kind("too-many", 429, "That is too much at once", "Wait as long as the message says, then go on more slowly."),
        Kind("busy", 503, "Others come first", "Try again in a moment."),
        Kind(
            "key-unusable",
            503,
            "Rulings cannot be signed here",
            "Put right the file that the message names, then ask again.",
        ),
        Kind(
            "store-unavailable",
            503,
            "The store does not answer",
            "Try again in a moment. The message says what is wrong.",
        ),
        Kind(
            "store-full", 507, "The disk is full", "Free some space on this machine. What was recorded before is safe."
        ),
        # Programs alone meet these: they come last where people read.
        Kind("unreadable-json", 400, "What was sent is no JSON", "Send one JSON document in UTF-8."),
        Kind(
            "bad-request", 400, "The request cannot be understood", "Change what the message names, then send it again."
        ),
    )
}
"""Every kind of problem by its name."""


class Problem(HTTPException):
    """A problem to answer with; `more` are further members of its document."""

    def __init__(self, name: str, detail: str, **more: Any) -> None:
        self.kind = KINDS[name]
        self.title, self.remedy = self.kind.title, self.kind.remedy  # in the language of whoever asks
        super().__init__(self.kind.status, detail)
        self.technical = ""
        """The line with words of the command line, where `detail` leaves them out."""
        self.more = more

    def response(self) -> Response:
        """The answer, in plain ASCII so that no text that was sent can break it."""
        kind = self.kind
        document = {"type": kind.type, "title": self.title, "status": kind.status, "detail": self.detail}
        text = json.dumps(document | {"remedy": self.remedy} | self.more)
        return Response(text, kind.status, media_type=MEDIA_TYPE)
