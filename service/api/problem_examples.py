"""What happened, for the example of every kind of problem in the API's document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from service.disputes.question import FORMS

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORT: Final = "The run has 6 dominoes; run:e can be capped from 7."
NO_MATCH: Final = "The end shows 4; the half of 5-6 that touches it is another."
MISTYPED: Final = "Input should be a valid integer"

DETAILS: Final[Mapping[str, str]] = {
    "unreadable-json": "the body is no JSON: Expecting value",
    "bad-request": "Last-Event-ID is the number of an event; leave it out to start at the first",
    "not-paired": "this device is not let in yet: scan the host’s code, or open /pair",
    "not-allowed": "a spectator may not do this: correct a move",
    "not-yours": "the hand of player 2 is for that player alone",
    "cross-site": "a page of another site asked for this; open it here",
    "not-joined": "Scan the code with the phone: the computer shows it.",
    "no-such-code": "no screen shows these digits; look at them again, or let it show new ones",
    "no-such-device": "there is no device '3f9a01bc'",
    "code-spent": "this code was used, or its ten minutes are over; let the host’s page show a new one",
    "unknown-address": "there is no rule or game 'chess'",
    "no-such-game": "there is no game '6f1c2ab09d3e4f57'",
    "no-such-question": "game 6f1c2ab09d3e4f57 has no question 3",
    "no-such-dispute": "game 6f1c2ab09d3e4f57 has no dispute 2",
    "no-such-picture": "the picture 9f86d081884c is not there",
    "no-such-table": "no camera looks at table '2'",
    "no-such-camera": "there is no camera '7' here; plug it in, then list them again",
    "no-camera-open": "open one on the start page first",
    "camera-taken": "the camera of this table is open elsewhere; end tableside watch with Ctrl-C where it runs",
    "camera-in-use": "the camera follows game 6f1c2ab09d3e4f57",
    "no-such-player": "there is no player '5d41402abc4b2a76'",
    "bad-name": "two seats are called 'Ada'; give each player a name of their own",
    "has-rulings": "the game has 2 rulings, and their evidence goes with it: say so to delete it",
    "game-followed": "a camera follows game 6f1c2ab09d3e4f57; close it first",
    "no-phone": "no phone is awaited as a camera: choose one on the start page",
    "no-network": "whoever started this server says how the network reaches it",
    "cannot-follow": "game 6f1c2ab09d3e4f57 is being followed already",
    "no-such-region": "a corner lies outside of the picture: x and y are 0 to 1",
    "cannot-enroll": "the table has another picture by now; name the cards of that one",
    "no-picture-yet": "table 1 has no stable picture yet",
    "wrong-method": "this address does not take DELETE",
    "stale-version": "the game is at version 17",
    "kept-elsewhere": "the machine of table Window writes this game; enter it there",
    "not-its-record": "game 6f1c2ab09d3e4f57 has other entries here than those that were sent",
    "not-over": "a game that is rated or dealt is looked into once it is over",
    "no-such-tournament": "there is no tournament '1c2ab09d'",
    "no-such-pairing": "round 2 has no table 9",
    "no-such-ruling": "there is no ruling 4",
    "not-now": "no round has begun, so there is no clock; pair one first",
    "no-hints": "this game is rated",
    "record-damaged": "line 12 was changed: its hash is not the one that the store keeps of the last line",
    "too-large": "the body is larger than 1 MiB",
    "unsupported-media": "the body is text/plain; send application/json",
    "wrong-host": "this address is not one of this machine’s; --allow-host adds a name",
    "invalid-request": f"body.seat: {MISTYPED}",
    "no-such-seat": "2 players sit at 0 to 1",
    "unknown-game": "there is no game 'chess'; choose one of stackernoos, stonerow, stones",
    "unknown-option": "option 'players' is 4 in TeamPlay (SRT-10), not 3",
    "invalid-position": "'hand' is a list of labels, or null for a hidden hand",
    "unreadable-move": "a card is missing; the move is written 'break Y9 r3'",
    "illegal-move": SHORT,
    "nothing-to-undo": "there is no move 9 that stands",
    "correction-breaks": f"with it, move 18, 'extend 5-6 @4,0,0:e', is refused: {NO_MATCH}",
    "question-answered": "question 3 has been answered: choice",
    "no-such-answer": "a correction is an answer of its own: leave choice, moves and ruling out",
    "no-ruling": "no ruling can let 'extend 1-1 @2,0,0:e' stand, so take it back or correct it: 1-1 lies on the table.",
    "no-adoption": "this game was dealt by the program: what lies on a table is not its own",
    "not-understood": "the question 'who cheated' cannot be understood; ask in one of the forms given",
    "nothing-of-that-name": "there is no move 40; the last one is move 17",
    "unreadable-game": "photos of 'tictactoe' cannot be read yet: choose stackernoos, stonerow, stones",
    "not-enrolled": "nothing can be enrolled for stones; leave 'mine' out",
    "unreadable-picture": "the picture is no JPEG",
    "internal": "the server met an error that it did not foresee",
    "too-slow": "the body did not come in time; send it again over a better network",
    "too-many": "too many tries in a minute; wait a minute, then try again",
    "busy": "as many photos as may be are on their way; send this one again in a moment",
    "key-unusable": "bundles.key in the data folder is no key: move it away, and a new one is made",
    "store-unavailable": "the store cannot be used: the database is locked",
    "store-full": "the deck was not kept: No space left on device",
}
"""One line of each kind, as it is really said."""
MORE: Final[Mapping[str, Mapping[str, Any]]] = {
    "illegal-move": {"refusal": {"rules": ["SN-13", "A-SN-09", "C-SN-5"], "reason": SHORT, "name": "run_too_short"}},
    "camera-taken": {"game": "6f1c2ab09d3e4f57"},
    "camera-in-use": {"game": "6f1c2ab09d3e4f57"},
    "stale-version": {"version": 17},
    "invalid-request": {"errors": [{"where": "body.seat", "what": MISTYPED}]},
    "not-understood": {"forms": list(FORMS)},
    "correction-breaks": {"falls": [{"seq": 18, "seat": 1, "move": "extend 5-6 @4,0,0:e"}]},
}
"""What only these kinds tell besides."""
