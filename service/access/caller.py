"""Who a request comes from, and what it may do and see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from service.access.roles import ROLES, SCOPES, Permission, Role


@dataclass(frozen=True, slots=True)
class Caller:
    """A role, the name that it paired by, and its own game and seat; None: every one. `token` is that token's id."""

    role: Role
    name: str = ""
    game: str | None = None
    seat: int | None = None
    scopes: tuple[str, ...] = ()
    token: str | None = None
    waiting: bool = False
    """Whether the host's word is awaited; until then nothing is allowed that a stranger may not."""

    @property
    def permissions(self) -> frozenset[Permission]:
        """All that it may do. Who is let in for one game opens no other."""
        if self.waiting:
            return ROLES[Role.STRANGER]
        allowed = ROLES[self.role].union(*(SCOPES[scope] for scope in self.scopes if scope in SCOPES))
        return allowed if self.game is None else allowed - {Permission.OPEN_GAME}

    @property
    def said(self) -> str:
        """Who it is, as the record says it: `host`, `player Ada`."""
        return f"{self.role} {self.name}".strip()

    def may(self, permission: Permission) -> bool:
        """Whether it may do that, to what is its own."""
        return permission in self.permissions

    def has_game(self, game_id: str) -> bool:
        """Whether a game is its own."""
        return self.game is None or self.game == game_id

    def has_seat(self, seat: int) -> bool:
        """Whether a seat of its game is its own."""
        return self.seat is None or self.seat == seat


STRANGER: Final = Caller(Role.STRANGER)
"""Whoever has not paired."""
HOST: Final = Caller(Role.HOST)
"""Whoever opens the page on this machine."""
