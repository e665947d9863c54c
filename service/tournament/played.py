"""Which games the pairings of a tournament are played in, and what these came to by now."""

from __future__ import annotations

import functools
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError
from service.access.caller import HOST
from service.store.ledger_errors import LedgerError
from service.store.named import alike
from service.store.store import NoSuchGame
from service.tournament.model import DRAW, KNOCKOUT, ONE, OTHER, with_pairing

if TYPE_CHECKING:
    from service.hub.overview import Overview, Score
    from service.store.ledger import Ledger
    from service.tournament.model import Pairing, Round, Tournament

MOST_NAMES: Final = 4096
"""So many names are remembered at most by what people take for the same."""


class PlayedGames:
    """Finds games of pairings: those that a pairing names, and at tables by the names of who sits there."""

    def __init__(self, ledger: Ledger, overview: Overview) -> None:
        self._ledger, self._overview = ledger, overview

    def seen(self, tournament: Tournament) -> Tournament:
        """With what games of the last round and of open pairings came to by now, where no referee has ruled."""
        for number, of in enumerate(tournament.rounds, start=1):
            for pairing in of.pairings:
                if number == len(tournament.rounds) or not pairing.done:
                    seen = self._played(tournament, number, pairing)
                    if seen != pairing:
                        tournament = with_pairing(tournament, number, seen)
        return tournament

    def _played(self, tournament: Tournament, number: int, pairing: Pairing) -> Pairing:
        if pairing.other is None or (pairing.result is not None and pairing.game is None):
            return pairing
        score = self._overview.score(pairing.game) if pairing.game else self._found(tournament, number, pairing)
        if score is None:
            return pairing
        names = {alike(side.name): side for side in score.sides}
        one = names.get(alike(tournament.name(pairing.one)), score.sides[0])
        other = names.get(alike(tournament.name(pairing.other)), score.sides[-1])
        if one is other:  # the name of one alone is known
            one, other = score.sides[0], score.sides[-1]
        change: dict[str, Any] = {"game": score.id, "totals": (one.total, other.total)}
        if score.over and not pairing.ruled:
            change["result"] = (
                ONE if one.winner and not other.winner else OTHER if other.winner and not one.winner else DRAW
            )
            if tournament.system == KNOCKOUT and change["result"] == DRAW:
                change["result"] = None  # a referee says who goes on
        elif not pairing.ruled:
            change["result"] = None  # the last move was taken back
        return replace(pairing, **change)

    def _found(self, tournament: Tournament, number: int, pairing: Pairing) -> Score | None:
        """The game at some table in which both sit, begun since the round was paired; none that was ruled on."""
        scores = (row.score for row in self._overview.rows(HOST) if row.score is not None)
        return next((score for score in scores if self._plays(tournament, number, pairing, score)), None)

    def _plays(self, tournament: Tournament, number: int, pairing: Pairing, score: Score) -> bool:
        """Whether a game at a table is a pairing's, by the names of who sits there."""
        if pairing.other is None or score.game != tournament.game:
            return False
        wanted = {_same(tournament.name(pairing.one)), _same(tournament.name(pairing.other))}
        if {_same(side.name) for side in score.sides} != wanted:
            return False
        ruled = {each.game for each in tournament.rulings_on(number, pairing.table)}
        return score.id not in ruled and self._since(score.id, tournament.rounds[number - 1])

    def _since(self, game_id: str, of: Round) -> bool:
        try:
            created = self._ledger.find(game_id).created
            return datetime.fromisoformat(created) >= datetime.fromisoformat(of.begun)
        except (ValueError, TypeError, NoSuchGame, LedgerError, EngineError):
            return False

    def pairing_of(self, tournament: Tournament, score: Score) -> Pairing | None:
        """The pairing of the last round that a game is played for; None where it is none of these."""
        number = len(tournament.rounds)
        for each in tournament.rounds[-1].pairings:
            if each.game == score.id or (each.game is None and self._plays(tournament, number, each, score)):
                return each
        return None


_same = functools.lru_cache(maxsize=MOST_NAMES)(alike)
