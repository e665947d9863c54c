"""A ruling in words: yes or no first, and what that rests on, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.record import RULING
from engine.said import line_of
from service.disputes.answer import AS_RECORDED, INCONCLUSIVE, OTHERWISE, OVERTURNED, UPHELD
from service.disputes.question import ILLEGAL
from service.page.games import page_of
from service.page.reasons import of_pictures, refused
from service.page.seats import name
from service.page.words import at_table, told, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.page.language import Language


def asked_of(document: Mapping[str, Any], game: str, t: Language) -> Language:
    """The language with names for what lay on the table once the last move was played that a ruling is about."""
    moves = document["answer"]["moves"]
    return at_table(t, moves[-1]["after"], game) if moves else t


def lead(document: Mapping[str, Any], game: str, t: Language) -> str:
    """The answer to what was asked, in one sentence: `Yes, legal.`, `No: 3-2 has no half that matches the 8.`"""
    about, answer = document["question"]["about"], document["answer"]
    if answer["verdict"] == INCONCLUSIVE:
        return t("verdict.unknown", why=_open(answer, game, t))
    if about == "move":
        return _of_move(document["question"], answer, game, t)
    if about == "under" and document["question"].get("claim") is None and answer["verdict"] == UPHELD:
        return _under(document, game, t)
    why = {"under": _under, "score": _score, "order": _order}[about](document, game, t)
    return t("verdict.yes" if answer["verdict"] == UPHELD else "verdict.no", why=why)


def ruling(document: Mapping[str, Any], t: Language) -> str:
    """The word of the ruling; nothing where nobody claimed anything and something can be told."""
    question, verdict = document["question"], document["answer"]["verdict"]
    if question["about"] == "under" and question.get("claim") is None and verdict == UPHELD:
        return ""
    return f"{t.known(f'dispute.{verdict}', verdict)}."


def rests(document: Mapping[str, Any], t: Language) -> tuple[str, ...]:
    """What the answer rests on, a line each."""
    about, answer = document["question"]["about"], document["answer"]
    if answer["verdict"] == INCONCLUSIVE:
        return ()
    if about == "score":
        return (t("verdict.score.rests"),)
    shown = {move["shown"] for move in answer["moves"]}
    if about != "move":
        return () if OTHERWISE in shown else (t("verdict.both" if shown == {AS_RECORDED} else "verdict.record"),)
    move = answer["moves"][0]
    ruled = (t("verdict.ruled"),) if move["kind"] == RULING else ()
    return ruled if move["shown"] == OTHERWISE else (*ruled, of_pictures(line_of(move, "why"), t))


def _of_move(question: Mapping[str, Any], answer: Mapping[str, Any], game: str, t: Language) -> str:
    move, foul = answer["moves"][0], question.get("claim") == ILLEGAL
    if (answer["verdict"] == OVERTURNED) == foul:
        return t("verdict.lawful" if foul else "verdict.legal")
    return t("verdict.yes" if foul else "verdict.no", why=_wrong(move, game, t))


def _wrong(move: Mapping[str, Any], game: str, t: Language) -> str:
    """What is wrong with a move: by the rules as it is recorded, or by what the pictures show instead."""
    instead = move["instead"] if move["shown"] == OTHERWISE else None
    t = at_table(t, move["before"], game)
    if instead is None:
        against = move["refused"]
        return refused(against["name"], line_of(against, "reason"), t) if against else _seen(move, game, t)
    text = _instead(move, game, t)
    return f"{text} {refused(instead['name'], line_of(instead, 'reason'), t)}" if instead["reason"] else text


def _instead(move: Mapping[str, Any], game: str, t: Language) -> str:
    plays = [
        f"{name(play['seat'], t)}: {words(play['move'], move['before'], game, t) or play['move']}"
        for play in move["instead"]["plays"]
    ]
    return t("verdict.instead", plays=t.listed(plays))


def looked(move: Mapping[str, Any], game: str, t: Language) -> str:
    """What the pictures say of a move; where they show something else, that in words, for nobody counts cells."""
    if move["shown"] == OTHERWISE and move["instead"]:
        return _instead(move, game, at_table(t, move["before"], game))
    return _seen(move, game, t)


def _seen(move: Mapping[str, Any], game: str, t: Language) -> str:
    """What the pictures say of a move, the moves in it in words of the table that it was made on."""

    def moved(text: str) -> str:
        return told(text, move["before"], game, t)

    return of_pictures(line_of(move, "why"), at_table(t, move["before"], game), moved)


def _open(answer: Mapping[str, Any], game: str, t: Language) -> str:
    """Why nothing can be told."""
    unclear = [move for move in answer["moves"] if move["shown"] not in (AS_RECORDED, OTHERWISE)]
    if unclear:
        return _seen(unclear[0], game, t)
    if other := next((move for move in answer["moves"] if move["instead"] and move["why"] == answer["reason"]), None):
        return looked(other, game, t)
    return t("verdict.broken") if "score" in answer else of_pictures(answer["reason"], t)


def _under(document: Mapping[str, Any], game: str, t: Language) -> str:
    """What lay there; where the pictures show that a piece was laid otherwise, what they show."""
    t = asked_of(document, game, t)
    answer, what = document["answer"], document["question"]["what"]
    if other := next((move for move in answer["moves"] if move["shown"] == OTHERWISE), None):
        return _instead(other, game, t)
    below = [_piece(piece["label"], game, t) for piece in answer["under"]["pieces"]]
    if not below:
        return t("verdict.under.nothing", what=_piece(what, game, t))
    *upper, pile = below
    for each in reversed(upper):
        pile = t("verdict.on", upper=each, below=pile)
    return t("verdict.under", what=_piece(what, game, t), below=pile)


def _piece(label: str, game: str, t: Language) -> str:
    return page_of(game).piece(label, t) or t.laid.get(label, label)


def _score(document: Mapping[str, Any], _game: str, t: Language) -> str:
    scores: Sequence[Mapping[str, Any]] = document["answer"]["score"]
    totals = [t("verdict.has", who=name(each["seat"], t), points=t("points", count=each["total"])) for each in scores]
    return t("verdict.score", totals=t.listed(totals))


def _order(document: Mapping[str, Any], game: str, t: Language) -> str:
    first, position = document["answer"]["order"][0], document["answer"]["moves"][0]["before"]
    text = words(first["move"], position, game, t) or first["move"]
    return t("verdict.order", seq=first["seq"], move=text)
