"""Roles and what each may do: the one table, as data. What is not named here is denied."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Permission(StrEnum):
    """Something that a route does; its value is said in documents and problems."""

    READ_TEXT = "read the program’s own pages: rule books, documentation, problems"
    PAIR = "pair by a code or by six digits, and leave again"
    JUDGE = "have a position judged, of which nothing is kept"
    READ_PHOTO = "have a photo read, of which nothing is kept"
    LIST_GAMES = "list its games"
    SEE_SCORE = "see the score of its game, and that something changed"
    SEE_GAME = "see the table, the moves, the questions and the rulings of its game"
    SEE_HAND = "see the dealt hand of its seat"
    SEE_PICTURES = "see the camera’s pictures of its game"
    SEE_RECORD = "take the record of its game, and bundles of its rulings"
    SEE_SEED = "take the record of a dealt game while that goes on: its seed tells every hand"
    OPEN_GAME = "open a game"
    PLAY = "enter moves of its seat, and on a real table those of the table itself"
    TAKE_BACK_OWN = "take back the last move where that is its own"
    TAKE_BACK = "take back any move"
    CORRECT = "correct a move"
    ANSWER = "answer the camera’s questions, let a play stand, and tell it where the table is and what its cards are"
    DISPUTE = "ask for a ruling"
    RULE_TOURNAMENT = "rule on results of a tournament, and decide appeals"
    RUN_TOURNAMENT = "hold tournaments: who plays, rounds, clocks"
    RUN_CAMERA = "list this machine’s cameras, open and close one, and follow a game with it"
    KEEP_PLAYERS = "say who sits where, keep the players’ names, and see how they did"
    DELETE_GAME = "call a game something, and delete it with all that was kept of it"
    SEND_PICTURES = "send pictures as the table’s camera"
    SEND_GAMES = "send the entries, questions and pictures of its own table’s games"
    SEE_METRICS = "see how much happens: requests, frames, questions, space"
    MANAGE = "let people in, and send them away"


class Role(StrEnum):
    """Who somebody is at the table."""

    STRANGER = "stranger"
    HOST = "host"
    REFEREE = "referee"
    PLAYER = "player"
    CAMERA = "camera"
    SPECTATOR = "spectator"
    SCOREBOARD = "scoreboard"
    CLIENT = "client"
    TABLE = "table"


P = Permission
WRITES: Final = frozenset({P.OPEN_GAME, P.PLAY, P.TAKE_BACK_OWN, P.TAKE_BACK, P.CORRECT, P.ANSWER, P.RUN_CAMERA})
"""What is done at the table of a game alone: what changes its record, and what begins the next one."""
OPEN: Final = frozenset({P.READ_TEXT, P.PAIR})
"""What needs no pairing: it tells nothing of this machine's games."""
SCORE: Final = OPEN | {P.LIST_GAMES, P.SEE_SCORE}
WATCH: Final = SCORE | {P.SEE_GAME, P.SEE_PICTURES, P.SEE_RECORD}
TABLE: Final = WATCH | {P.JUDGE, P.READ_PHOTO, P.DISPUTE}

ROLES: Final[Mapping[Role, frozenset[Permission]]] = {
    Role.STRANGER: OPEN,
    Role.HOST: frozenset(Permission) - {P.SEND_PICTURES, P.SEND_GAMES},
    Role.REFEREE: TABLE | {P.PLAY, P.TAKE_BACK_OWN, P.TAKE_BACK, P.CORRECT, P.ANSWER, P.RULE_TOURNAMENT},
    Role.PLAYER: TABLE | {P.SEE_HAND, P.PLAY, P.TAKE_BACK_OWN},
    Role.CAMERA: OPEN | {P.SEND_PICTURES},
    Role.SPECTATOR: WATCH,
    Role.SCOREBOARD: SCORE,
    Role.CLIENT: OPEN,
    Role.TABLE: OPEN | {P.SEND_GAMES},
}
"""What each role may do. A client may do what its scopes add."""

SCOPES: Final[Mapping[str, frozenset[Permission]]] = {
    "judge": frozenset({P.JUDGE, P.READ_PHOTO}),
    "see": WATCH,
    "table": frozenset({P.SEND_GAMES}),
    "metrics": frozenset({P.SEE_METRICS}),
    "hands": frozenset({P.SEE_HAND, P.SEE_SEED}),
    "play": SCORE | {P.SEE_GAME, P.OPEN_GAME, P.PLAY, P.TAKE_BACK_OWN},
    "rule": SCORE | {P.SEE_GAME, P.TAKE_BACK, P.CORRECT, P.ANSWER, P.DISPUTE},
}
"""What a program's token may be made for, `tableside token create --scope NAME`."""
