"""Questions that can be asked in one's own words about a game as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.page.games import page_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.page.language import Language
    from service.page.live import Played, Player


def examples(game: str, moves: Sequence[Played], players: Sequence[Player], t: Language) -> tuple[str, ...]:
    """A few questions that fit the moves that stand, newest first, and the totals; none before the first move."""
    if not moves:
        return ()
    return tuple(_examples(game, moves, players, t))


def _examples(game: str, moves: Sequence[Played], players: Sequence[Player], t: Language) -> Iterator[str]:
    yield t("asked.move", seq=moves[0].seq)
    yield t("asked.move.last.illegal")
    if under := _under(game, moves, t):
        yield t("asked.under", what=under)
    best = max(players, key=lambda player: player.total)
    yield t("asked.has", player=best.seat + 1, points=best.total)
    if len(moves) > 1:
        yield t("asked.before", first=moves[1].seq, second=moves[0].seq)
    yield from page_of(game).questions([move.move for move in moves], t)


def _under(game: str, moves: Sequence[Played], t: Language) -> str:
    """A piece that lies on others by the newest move of that sort, as the page calls it; empty where none does."""
    page = page_of(game)
    if page.covering is None:
        return ""
    label = next((found[1] for move in moves if (found := page.covering.search(move.move))), "")
    return page.piece(label, t) or label
