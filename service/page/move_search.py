"""Moves to pick from by typing: those that the rules allow, and why others are not allowed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from engine.errors import NotationError
from service.answers import seen
from service.page.games import page_of
from service.page.reasons import refused
from service.page.seats import titles
from service.page.words import at_table, words
from service.spelling import hand, spelt
from service.store.ledger import ruled
from service.store.ledger_errors import NoRuling

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from service.page.language import Language
    from service.store.entry import Entry

MOST_PICKED: Final = 60
"""Moves in one list to pick from: a person narrows it down by typing."""
MOST_REFUSED: Final = 6
"""Reasons that are told of what may not be played."""
MOST_SHOWN: Final = 4
"""Lawful moves that are shown where none fits what was typed."""
QUOTES: Final = "“”\"'"
"""What people put round a name of the page that they type."""
LEAST_STEM: Final = 3
"""Letters that two forms of a word share at least."""
LEAST_WORD: Final = 3
"""Letters that say which move without pieces and places was meant."""
PASSES: Final = (
    (True, False, False),
    (False, False, False),
    (False, True, False),
    (True, False, True),
    (False, True, True),
)
"""What is tried one after the other: whether words alone count, whether loosely, whether the names within them do."""
_WHOLE: Final = re.compile(r"\d+-\d+")
"""What is typed as a whole: `1-1` is no part of `11-1`."""
_WORD: Final = re.compile(r"[\w/-]+")
"""A word or a label, without the marks round it."""


def fits(typed: str, move: str, words: str, game: str, *, loosely: bool = False) -> bool:
    """Whether a move's notation or words have all that was typed, in any order; a piece by any of its names.

    Letters are where a word begins: Swedish `stor` is none of `mellanstor`. `loosely` takes a word in another of its
    forms: Finnish `vasen` is the `vasempaan` of the words.
    """
    page = page_of(game)
    text = page.also(f"{page.told(move)} {words}".lower())
    whole = text.split()

    def has(part: str) -> bool:
        if _WHOLE.fullmatch(part):
            return part in whole
        stem = part[: max(LEAST_STEM, len(part) // 2)]
        return _begins(part, text) or (loosely and part.isalpha() and any(word.startswith(stem) for word in whole))

    return all(map(has, typed.lower().split()))


def _begins(part: str, text: str) -> bool:
    """Whether a text has what was typed, with no letter before a letter."""
    return re.search(rf"(?<![^\W\d_]){re.escape(part)}" if part[0].isalpha() else re.escape(part), text) is not None


def picked(  # noqa: PLR0913 - what two kinds of dialogs ask for
    entry: Entry, seat: int, typed: str, t: Language, *, rulings: bool = False, waits: bool = False
) -> dict[str, Any]:
    """What the dialog shows for what was typed.

    `moves` are the first that have it all, `more` how many others there are. `exact` is the move if it is none of them,
    `whole` the one that was typed from end to end, or by all its pieces. `refused` has what the rules refuse, each with
    its reason and its rules. They stand `beside` the moves unless they alone move a piece that was typed. `instead` has
    a few lawful moves where all of these are empty. `example` is what to type for a lawful one, until something is.
    Where rulings are asked for (`rulings`), it says too whether the house can let it stand. With `waits`, what people
    enter before a move counts, as if the rules refused it until then.
    """
    by_hand, typed = typed, spelt(typed, entry.header.game)
    position = entry.game.position(entry.game.view(entry.replay.state, None))
    name, every = entry.header.game, _legal(entry, seat)
    t = at_table(t, position, name)
    due = {move: first for move in every if waits and (first := page_of(name).due(move, position))}
    legal = [move for move in every if move not in due]
    whole, own = _whole(entry, typed), _named(position, typed)
    exact = whole if whole is not None and whole not in every and _refusal(entry, seat, whole) is None else None
    conceived = _conceivable(entry, seat, typed, own, position) if whole is None else [whole]
    meant = {move: words(move, position, name, t) for move in conceived if move not in legal}
    others = meant | _bare(entry, legal, position, t) if whole is None and _has_word(typed) else meant
    others |= {move: words(move, position, name, t) for move in due if typed or not legal}
    lawful, named = _fitting(typed, {move: words(move, position, name, t) for move in legal}, others, name)
    if whole in legal:
        lawful[whole] = words(whole, position, name, t)
    said = _WORD.findall(page_of(name).also(typed).lower()) if typed else []
    twice = len(set(typed.split())) < len(typed.split())
    by_piece = None if twice else _piece_by_piece(entry, said, lawful, t)
    meant_whole = exact or _from_end_to_end(by_hand, whole, lawful, name) or by_piece
    phrase = by_hand.lower().strip(QUOTES)

    def nearest(each: tuple[str, str]) -> tuple[object, ...]:
        move, text = each
        other = bool(phrase) and not _begins(phrase, text.lower())
        return (move != meant_whole, -_moved(entry, move, typed, own), _unsaid(entry, move, said, t), other)

    found = [{"move": move, "words": words} for move, words in sorted(lawful.items(), key=nearest)]
    against = dict(sorted((named if named or found else meant).items(), key=nearest))
    refused = list(_waiting(entry, against, due, t))[:MOST_REFUSED] or list(_refused(entry, seat, against, t))
    for each in refused:
        each["ruling"] = rulings and "first" not in each and _may_stand(entry, seat, each["move"])
    moved = max((_moved(entry, each["move"], typed, own) for each in found), default=0)
    not_moved = max((_moved(entry, each["move"], typed, own) for each in refused), default=0)
    none = not (found or refused or exact)
    return {
        "example": "" if typed or not found else page_of(name).sought(found[0]["words"]),
        "moves": found[:MOST_PICKED],
        "instead": _some(legal, position, name, t) if none else [],
        "more": max(0, len(found) - MOST_PICKED),
        "exact": exact,
        "whole": meant_whole,
        "refused": refused,
        "beside": exact is not None or (bool(found) and not_moved <= moved),
        "turn": seat in entry.game.actors(entry.replay.state),
    }


def _from_end_to_end(typed: str, whole: str | None, moves: Mapping[str, str], game: str) -> str | None:
    """The move that was typed in its notation, its pieces in any order, or in its words; None where more was meant."""
    told, typed = page_of(game).told, typed.lower()
    same = (move for move, words in moves.items() if typed in (told(move).lower(), words.lower()))
    return next(same, whole if whole in moves else None)


def _piece_by_piece(entry: Entry, said: Sequence[str], moves: Collection[str], t: Language) -> str | None:
    """Of several moves of one sort the only one whose pieces were all typed; None where there is none such.

    More words cannot tell it from those that have more pieces, or a piece with a longer name.
    """
    if not said or len(moves) < 2 or len({move.split()[0] for move in moves}) > 1:
        return None
    able = (move for move in moves if entry.game.parse(move).pieces)
    same = [move for move in able if not _unsaid(entry, move, said, t)]
    return same[0] if len(same) == 1 else None


def _fitting(
    typed: str, lawful: Mapping[str, str], others: Mapping[str, str], game: str
) -> tuple[dict[str, str], dict[str, str]]:
    """The moves with their words, lawful ones and others, that fit what was typed; loosely where none does exactly.

    A lawful move whose words alone have it goes first; names that say more than the move itself are looked at after
    that. Where no words fit, the others are those with its whole names.
    """
    sought = page_of(game).sought
    for told, loosely, named in PASSES:
        some, more = (
            {
                move: text
                for move, text in each.items()
                if fits(typed, "" if told else move, text if named else sought(text), game, loosely=loosely)
            }
            for each in (lawful, others)
        )
        if some or (more and not told):
            break
    pieces = " ".join(_WHOLE.findall(typed))
    if some or more or not pieces:
        return some, more
    return some, {move: text for move, text in others.items() if fits(pieces, move, text, game)}


def _moved(entry: Entry, move: str, typed: str, names: Collection[str]) -> int:
    """How many of the pieces that were typed a move moves itself: `4-5 next to 5-5` moves no `5-5`.

    Of the names of the table, how many it has.
    """
    also = page_of(entry.header.game).also
    pieces = set(also(" ".join(entry.game.parse(move).pieces)).lower().split())
    return sum(
        word in move.split() if word in names else not pieces.isdisjoint(also(word).lower().split())
        for word in typed.split()
    )


def _unsaid(entry: Entry, move: str, said: Sequence[str], t: Language) -> int:
    """How many pieces of a move were not typed, by label or by whole name: `B5 B6` means those before longer rows."""
    page = page_of(entry.header.game)
    return sum(
        label.lower() not in said and not set(_WORD.findall((page.piece(label, t) or label).lower())) <= set(said)
        for label in (entry.game.parse(move).pieces if said else ())
    )


def _legal(entry: Entry, seat: int) -> list[str]:
    """The moves of a seat with the pieces that it knows of."""
    return list(map(str, entry.game.moves(seen(entry, seat), seat)))


def _of_those_in_turn(entry: Entry) -> list[str]:
    """What bystanders know may be played now: after that somebody is understood who is not in turn."""
    state = seen(entry, None)
    return [str(move) for seat in entry.game.actors(state) for move in entry.game.moves(state, seat)]


def _bare(entry: Entry, legal: Collection[str], position: Mapping[str, Any], t: Language) -> dict[str, str]:
    """The moves without pieces and places that are not allowed now, with their words."""
    game = entry.header.game
    return {move: words(move, position, game, t) for move in page_of(game).bare if move not in legal}


def _has_word(typed: str) -> bool:
    """Whether a word was typed that is long enough to be one of a move without pieces and places."""
    return any(sum(map(str.isalpha, word)) >= LEAST_WORD for word in typed.split())


def _some(legal: Sequence[str], position: Mapping[str, Any], game: str, t: Language) -> list[dict[str, str]]:
    """A few of the lawful moves with their words, of each sort the first."""
    sorts: dict[str, str] = {}
    for move in legal:
        sorts.setdefault(move.split()[0], move)
    shown = list(dict.fromkeys((*sorts.values(), *legal)))[:MOST_SHOWN]
    return [{"move": move, "words": words(move, position, game, t)} for move in shown]


def _whole(entry: Entry, text: str) -> str | None:
    """What was typed as a move in its notation, None where it is no whole one."""
    try:
        return str(entry.game.parse(page_of(entry.header.game).typed(text))) if text else None
    except NotationError:
        return None


def _named(position: Mapping[str, Any], typed: str) -> frozenset[str]:
    """The words that the table has letter by letter: `r1` is that row there, and no card R1."""
    text = json.dumps(position)
    return frozenset(word for word in typed.split() if f'"{word}"' in text)


def _conceivable(
    entry: Entry, seat: int, typed: str, names: Collection[str], position: Mapping[str, Any]
) -> Iterator[str]:
    """What somebody may mean who typed no whole move: names of the table, pieces however spelt, places as typed.

    What has the codes letter by letter goes before what does the same with what they may stand for.
    """
    game = entry.header.game
    words = (word if word in names else label for word in typed.split() for label in hand(word, game))
    readings = dict.fromkeys((" ".join(words), typed))
    playable = _legal(entry, seat) or _of_those_in_turn(entry)
    meant = (move for text in readings for move in page_of(game).conceivable(text, playable, position))
    moves = [whole for move in meant if (whole := _whole(entry, move)) is not None]
    codes = {word for word in typed.split() if any(map(str.isdecimal, word))}
    as_typed = {move for move in moves if codes.issubset(page_of(game).also(move).split())}
    verbs = {move.split()[0] for move in as_typed}
    return (move for move in moves if move in as_typed or move.split()[0] not in verbs)


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


def _waiting(entry: Entry, moves: Mapping[str, str], due: Mapping[str, str], t: Language) -> Iterator[dict[str, Any]]:
    """The first of the moves that wait for each other one; that has no words where it is not known whole."""
    firsts = {due[move]: move for move in reversed(list(moves)) if move in due}
    for first, move in reversed(firsts.items()):
        reason, rules = page_of(entry.header.game).waiting(first, t)
        waiting = {"move": move, "words": moves[move], "reason": reason, "rules": titles(entry, rules)}
        told = words(first, {}, entry.header.game, t) if _whole(entry, first) else ""
        yield waiting | {"first": first, "first_words": told}


def _refused(entry: Entry, seat: int, moves: Mapping[str, str], t: Language) -> Iterator[dict[str, Any]]:
    """The refused ones among moves and their words, the first of each reason."""
    reasons: set[str] = set()
    for move, text in moves.items():
        verdict = _refusal(entry, seat, move)
        reason = "" if verdict is None else refused(verdict.name, verdict.reason, t)
        if verdict is None or reason in reasons:
            continue
        reasons.add(reason)
        if len(reasons) > MOST_REFUSED:
            return
        yield {"move": move, "words": text, "reason": reason, "rules": titles(entry, verdict.rules)}
