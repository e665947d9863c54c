"""What of a game is somebody's own: the hand that they see, the seat that they move for, what they take back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import TABLE
from engine.record import standing
from engine.said import Said
from service import answers
from service.access.roles import Permission, Role
from service.problems import Problem

if TYPE_CHECKING:
    from engine.core import Seat
    from service.access.caller import Caller
    from service.parts import Parts
    from service.store.entry import Entry


def viewing_seat(parts: Parts, who: Caller, entry: Entry, seat: Seat | None) -> Seat | None:
    """The seat whose hand is shown, once the caller may see it; None shows no hand. Raises `not-yours`.

    A hand that was dealt is for its holder. The host, at a machine that all share, sees those that no phone has taken.
    """
    if seat is None or not answers.is_hidden(entry):
        return seat
    if not who.may(Permission.SEE_HAND) or not who.has_seat(seat):
        raise Problem("not-yours", Said("the hand of player {number} is for that player alone", number=seat + 1))
    if seat in parts.bots.of(entry.id) and entry.game.hand(entry.replay.state, seat):
        raise Problem(
            "not-yours", Said("a bot plays for player {number}, and shows its hand to nobody", number=seat + 1)
        )
    if who.role is Role.HOST and seat in parts.tokens.seats(entry.id):
        raise Problem("not-yours", Said("a phone plays for player {number}, and shows that hand", number=seat + 1))
    return seat


def check_record(parts: Parts, who: Caller, game_id: str) -> None:
    """Whether somebody may take a record, and what holds it. Raises `not-yours`."""
    if who.may(Permission.SEE_SEED) and who.role is not Role.HOST:
        return
    if not answers.is_hidden(parts.ledger.find(game_id)):
        return
    if not who.may(Permission.SEE_SEED) or parts.tokens.seats(game_id) or parts.bots.of(game_id):
        raise Problem("not-yours", "the record of a dealt game tells every hand; it is open once the game has ended")


def check_move(parts: Parts, who: Caller, game_id: str, seat: Seat, *, ruling: bool) -> None:
    """Whether somebody may enter a move of a seat; what the table itself does, anybody may who plays. A `ruling` lets
    it stand against the rules. Raises `not-yours`."""
    if ruling and not who.may(Permission.ANSWER):
        raise Problem("not-allowed", Said("a {role} may not do this: {what}", role=who.role, what=Permission.ANSWER))
    if seat != TABLE and not who.has_seat(seat):
        raise Problem("not-yours", Said("this device moves for player {number}", number=(who.seat or 0) + 1))
    if parts.ledger.header(game_id).seed is not None:
        _check_hand(parts, who, parts.ledger.now(game_id), seat)


def check_correction(parts: Parts, who: Caller, game_id: str, of: int, seat: Seat | None) -> None:
    """Whether somebody may put a move of a seat in the place of move `of`; None: of the seat that made that. Raises
    `not-yours`."""
    entry = parts.ledger.now(game_id)
    made = next((event.seat for event in entry.record.events if event.seq == of), TABLE)
    _check_hand(parts, who, entry, made if seat is None else seat)


def _check_hand(parts: Parts, who: Caller, entry: Entry, seat: Seat) -> None:
    """Whether somebody may try out moves of a seat: of a dealt hand, a refusal tells what it holds."""
    if 0 <= seat < entry.header.players and entry.game.hand(entry.replay.state, seat):
        viewing_seat(parts, who, entry, seat)


def check_undo(parts: Parts, who: Caller, game_id: str, of: int | None) -> None:
    """Whether somebody may take back a move, the last without `of`. Raises `not-yours`."""
    if who.may(Permission.TAKE_BACK):
        return
    moves = standing(parts.ledger.now(game_id).record.events)
    if not moves or of not in {None, moves[-1].seq} or not who.has_seat(moves[-1].seat):
        raise Problem("not-yours", "this device takes back the last move, and only its own; ask the host")
