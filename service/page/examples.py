"""Questions that can be asked in one's own words about a game as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.page.games import page_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from service.page.language import Language
    from service.page.live import Played, Player
    from service.store.entry import Entry


def examples(game: str, moves: Sequence[Played], players: Sequence[Player], over: str, t: Language) -> tuple[str, ...]:
    """A few questions that fit the moves that stand, newest first, and the totals; none before the first move.

    One is about the piece `over` others; where that is empty, no piece is asked about.
    """
    if not moves:
        return ()
    return tuple(_examples(game, moves, players, over, t))


def _examples(game: str, moves: Sequence[Played], players: Sequence[Player], over: str, t: Language) -> Iterator[str]:
    yield t("asked.move", seq=moves[0].seq)
    yield t("asked.move.last.illegal")
    if over:
        yield t("asked.under", what=page_of(game).piece(over, t) or over)
    best = max(players, key=lambda player: player.total)
    yield t("asked.has", player=best.seat + 1, count=best.total)
    if len(moves) > 1:
        yield t("asked.before", first=moves[1].seq, second=moves[0].seq)
    yield from page_of(game).questions([move.move for move in moves], t)


def upper(entry: Entry, moves: Iterable[str]) -> str:
    """The label of a piece that lies where one of the moves, the newest first, laid something on others.

    People know a place by what lies there, not by its code. Empty where nothing was laid on others, or nothing lies
    under another there now.
    """
    covering = page_of(entry.header.game).covering
    if covering is None:
        return ""
    where = next((found[1] for move in moves if (found := covering.search(move))), "")
    pile = entry.game.under(entry.replay.state, where) if where else ()
    return pile[0].label if len(pile) > 1 else ""
