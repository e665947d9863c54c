"""Moves to pick from by typing: those that the rules allow, and why others are not allowed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from engine.errors import NotationError
from service.page.reasons import refused
from service.page.seats import titles
from service.page.words import named, words
from service.spelling import hand, spelt
from service.store.ledger import NoRuling, ruled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from service.page.language import Language
    from service.store.ledger import Entry

MOST_PICKED: Final = 60
"""Moves in one list to pick from: a person narrows it down by typing."""
MOST_REFUSED: Final = 6
"""Reasons that are told of what may not be played."""
_DOMINO: Final = re.compile(r"\b(\d+)-(\d+)\b")
_PLACED: Final = re.compile(r"(\w+) (\d+-\d+) (@\S+)")


def fits(typed: str, move: str, told: str) -> bool:
    """Whether a move's notation or words have all that was typed, in any order; a domino with either half first."""
    text = f"{move} {told}".lower()
    whole, parts = both_ways(text).split(), both_ways(text)
    return all(part in whole if _DOMINO.fullmatch(part) else part in parts for part in typed.lower().split())


def both_ways(text: str) -> str:
    """The text, and after it its dominoes with the other half first."""
    return " ".join([text, *(tile for a, b in _DOMINO.findall(text) for tile in (f"{a}-{b}", f"{b}-{a}"))])


def picked(entry: Entry, seat: int, typed: str, t: Language, *, rulings: bool = False) -> dict[str, Any]:
    """What the dialog shows for what was typed. `moves` are the first that have it all, `more` how many others there
    are. `exact` is the move if it is none of them. `refused` has what the rules refuse, each with its reason and its
    rules. Where rulings are asked for (`rulings`), it says too whether the house can let it stand."""
    typed = spelt(typed, entry.header.game)
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    legal = _legal(entry, seat)
    told = [{"move": move, "words": words(move, position, t, entry.header.game)} for move in legal]
    found = [each for each in told if fits(typed, each["move"], each["words"])]
    whole = _whole(entry, typed)
    exact = whole if whole is not None and whole not in legal and _refusal(entry, seat, whole) is None else None
    meant = _conceivable(entry, seat, typed) if whole is None else [whole]
    refused = list(_refused(entry, seat, (move for move in meant if move not in legal), t))
    for each in refused:
        each["ruling"] = rulings and _may_stand(entry, seat, each["move"])
    return {
        "moves": found[:MOST_PICKED],
        "more": max(0, len(found) - MOST_PICKED),
        "exact": exact,
        "refused": refused,
        "turn": seat in entry.game.actors(entry.replay.state),
    }


def _legal(entry: Entry, seat: int) -> list[str]:
    return list(map(str, entry.game.moves(entry.game.view(entry.replay.state, None), seat)))


def _whole(entry: Entry, text: str) -> str | None:
    """What was typed as a move in its notation, None where it is no whole one."""
    try:
        return str(entry.game.parse(text)) if text else None
    except NotationError:
        return None


def _conceivable(entry: Entry, seat: int, typed: str) -> Iterator[str]:
    """What somebody may mean who typed no whole move: a domino wherever one can be laid, cards as a new row."""
    if entry.header.game == "stonerow" and (row := _whole(entry, f"build {' '.join(hand(typed, 'stonerow'))}")):
        yield row
    tiles = {tuple(sorted(map(int, each))) for each in _DOMINO.findall(typed)}
    if entry.header.game != "stackernoos" or len(tiles) != 1:
        return
    low, high = tiles.pop()
    placed = [found for move in _legal(entry, seat) if (found := _PLACED.fullmatch(move))]
    here = {(kind, at) for kind, tile, at in map(re.Match.groups, placed) if named(tile) == f"{low}-{high}"}
    for kind, at in dict.fromkeys((found[1], found[3]) for found in placed):
        if (kind, at) not in here:
            yield f"{kind} {low}-{high} {at}"


def _refusal(entry: Entry, seat: int, move: str) -> Any:
    """The verdict against a move, None where it is allowed."""
    verdict = entry.game.judge(entry.replay.state, seat, entry.game.parse(move))
    return None if verdict.legal else verdict


def _may_stand(entry: Entry, seat: int, move: str) -> bool:
    """Whether the game could go on from a refused move that the house lets stand."""
    try:
        ruled(entry, entry.replay.state, seat, entry.game.parse(move))
    except NoRuling:
        return False
    return True


def _refused(entry: Entry, seat: int, moves: Iterable[str], t: Language) -> Iterator[dict[str, Any]]:
    """The refused ones among the moves, the first of each reason."""
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    reasons: set[str] = set()
    for move in moves:
        verdict = _refusal(entry, seat, move)
        if verdict is None or verdict.reason in reasons:
            continue
        reasons.add(verdict.reason)
        if len(reasons) > MOST_REFUSED:
            return
        told = words(move, position, t, entry.header.game)
        reason = refused(verdict.name, verdict.reason, t)
        yield {"move": move, "words": told, "reason": reason, "rules": titles(entry, verdict.rules)}
