"""Rulings: a question and a case become an answer. The same case always gives the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine import record
from engine.judge import score_json
from engine.said import Said, quoted
from service.disputes import NoSuchMove
from service.disputes.answer import to_json
from service.disputes.moments import CAMERA, Story
from service.disputes.question import (
    EMPTY,
    FALL,
    ILLEGAL,
    PLAYS,
    AboutMove,
    AboutOrder,
    AboutScore,
    AboutUnder,
    in_notation,
    spellings,
)
from service.disputes.weighing import weigh_pictures
from service.seats import player, totals
from service.spelling import spelt
from vision.scene.memory.readings import unturned

if TYPE_CHECKING:
    from engine.core import Lying
    from engine.record import Event
    from service.disputes.case import Case
    from service.disputes.question import Question


def decide(case: Case, question: Question) -> dict[str, Any]:
    """The answer to a question, as JSON. Raises `NoSuchMove` where the record has nothing of what it names."""
    story = Story.of(case.record)
    if isinstance(question, AboutMove):
        return _about_move(case, story, question)
    if isinstance(question, AboutUnder):
        return _about_under(case, story, question)
    if isinstance(question, AboutScore):
        return _about_score(story, question)
    return _about_order(case, story, question)


def _about_move(case: Case, story: Story, question: AboutMove) -> dict[str, Any]:
    """Was it legal?"""
    moment = story.moment(question.seq)
    weighing, verdict, event = weigh_pictures(case, story, moment), moment.verdict, moment.event
    instead = weighing.instead and weighing.instead.refused
    if question.claim == ILLEGAL:
        said = "was against the rules"
        stands = instead is not None if weighing.instead else not verdict.legal
    else:
        said = "was played as recorded and is legal"
        stands = verdict.legal and weighing.instead is None
    ruled = " It stands by a house ruling." if event.kind == record.RULING else ""
    by_rules = "The rules allow it." if verdict.legal else f"The rules refuse it: {verdict.reason}{ruled}"
    return to_json(
        story,
        # Where the record itself says that the house let it stand, no picture is needed to know what the rules say.
        stands if weighing.tells or not verdict.legal else None,
        f"Move {event.seq}, {event.move!r} by {player(event.seat)}, {said}.",
        f"{by_rules} {weighing.reason}",
        (*verdict.rules, *(instead.rules if instead else ())),
        (weighing,),
    )


def _about_under(case: Case, story: Story, question: AboutUnder) -> dict[str, Any]:
    """What lay there?"""
    at, (top, *rest) = _pile(story, question)
    laid = (story.moment(_laid(story, at, each.name)) for each in (top, *rest))
    moments = {moment.event.seq: moment for moment in laid}
    weighed = tuple(weigh_pictures(case, story, moment) for moment in moments.values())
    otherwise = next((each for each in weighed if each.instead is not None), None)
    doubted = otherwise or next((each for each in weighed if not each.tells), None)
    below, claim = [_called(lying.label) for lying in rest], question.claim
    if doubted is not None:
        # What it was instead does not decide a claim.
        stands, reason = (False if otherwise and claim is None else None), doubted.reason
    else:
        stands = claim is None or any(_same(claim, each, story.game.name) for each in rest)
        says = "record says" if story.typed else "record and the pictures of every piece say"
        reason = f"The {says}: {', '.join(below) or 'nothing'}."
    lay = (" on ".join(below) or "nothing") if claim is None else claim
    rules = [rule for each in weighed for rule in each.moment.event.rules]
    under = {"piece": top.name, "pieces": [{"name": each.name, "label": each.label} for each in rest]}
    return to_json(story, stands, f"Under {_called(top.name)} lay {lay}.", reason, rules, weighed, under=under)


def _called(name: str) -> str:
    """A stone by its stack, counted from 1; every other piece by its name."""
    if stone := re.fullmatch(r"(\d+)/(\d+)", name):
        return f"stone {stone[2]} of stack {int(stone[1]) + 1}"
    return name


def _same(claim: str, lying: Lying, game: str) -> bool:
    """Whether a piece is the claimed one, by its label or its name; halves of a domino in either order."""
    said = {unturned(name.lower()) for name in spellings(claim.strip(), game)}
    return bool(said & {unturned(name.lower()) for name in (lying.label, lying.name)})


def _pile(story: Story, question: AboutUnder) -> tuple[int, tuple[Lying, ...]]:
    """The newest state (its place among the story's) in which the piece lies on the table, and its pile then."""
    last = len(story.states) - 1 if question.seq is None else sum(move.seq <= question.seq for move in story.moves)
    for at in range(last, -1, -1) if question.seq is None else (last,):
        for name in spellings(question.what, story.game.name):
            if pile := story.game.under(story.states[at], name):
                return at, pile
    form = "no piece and no place with pieces on the table was called {what}"
    if question.seq is not None:
        form = "no piece and no place with pieces on the table was called {what} after move {number}"
    raise NoSuchMove(Said(form, what=quoted(question.what), number=question.seq or 0))


def _laid(story: Story, at: int, name: str) -> int:
    """The number of the move by which a piece came to lie where it lies at a state; of a Hammer that which names it."""
    while at > 0 and story.game.under(story.states[at - 1], name):
        at -= 1
    if at == 0:
        raise NoSuchMove(Said("{what} lay there before the first move", what=quoted(name)))
    laid = story.moves[at - 1]
    if " " in laid.move:
        return laid.seq
    naming = (move.seq for move in reversed(story.moves[:at]) if name in story.game.parse(move.move).pieces)
    return next(naming, laid.seq)


def _about_score(story: Story, question: AboutScore) -> dict[str, Any]:
    """Is the score right?"""
    players = story.record.header.players
    if question.seat is not None and not 0 <= question.seat < players:
        form = "nobody sits there; players 1 to {players} play, which the API calls seats 0 to {most}"
        raise NoSuchMove(Said(form, players=players, most=players - 1))
    scores = [score for score in story.game.score(story.states[-1]) if question.seat in (None, score.seat)]
    whose = "" if question.seat is None else f" of {player(question.seat)}"
    said = f"that of the record: {totals(scores)}." if question.claim is None else f"{question.claim}."
    stands = None if story.fault is not None else question.claim in (None, scores[0].total)
    reason = f"Replayed by the rules, the sums of the record give {totals(scores)}. {_rests_on(story)}"
    if story.fault is not None:
        reason = f"The record cannot be replayed to its end: {story.fault}."
    rules = [rule for score in scores for line in score.lines for rule in line.rules]
    sheet = [
        {"seq": move.seq, "seat": move.seat, "move": move.move, "points": move.points}
        for move in story.moves
        if move.points
    ]
    sums = [score_json(score) for score in scores]
    return to_json(story, stands, f"The score{whose} is {said}", reason, rules, score=sums, sheet=sheet)


def _rests_on(story: Story) -> str:
    """What a score rests on: who told the moves, and that no picture was looked at again for it."""
    count, seen = len(story.moves), sum(move.by == CAMERA for move in story.moves)
    parts = f"of {count} moves the camera told {seen}, people {count - seen}; no picture was read again for it"
    ended = "" if story.game.winners(story.states[-1]) is not None else " By the record the game is not over."
    return f"This rests on the record alone: {parts}. To have a move checked, ask of it.{ended}"


def _about_order(case: Case, story: Story, question: AboutOrder) -> dict[str, Any]:
    """Which came first?"""
    first, second = (_event(story, words) for words in (question.first, question.second))
    if first.seq == second.seq:
        raise NoSuchMove(Said("both are move {number}; say which other one is meant", number=first.seq))
    earlier, later = sorted((first, second), key=lambda event: event.seq)
    moment = story.moment(earlier.seq)
    weighing = weigh_pictures(case, story, moment, later=story.moment(later.seq))
    statement = f"Move {first.seq}, {first.move!r}, came before move {second.seq}, {second.move!r}."
    order = [{"seq": event.seq, "time": event.time, "move": event.move} for event in (earlier, later)]
    stands = None
    if not story.typed and later.seq in {play.seq for play in moment.plays}:
        reason = "Both were seen at once: no picture was taken between them."
    elif earlier.time > later.time:
        reason = "The times of the record contradict its order."
    elif not weighing.tells or weighing.instead is not None:
        reason = weighing.reason
    else:
        stands = earlier is first
        reason = f"The picture taken after move {earlier.seq} shows it, and nothing yet of move {later.seq}."
        reason = f"Move {earlier.seq} was entered first." if story.typed else reason
    return to_json(story, stands, statement, reason, (*earlier.rules, *later.rules), (weighing,), order=order)


def _event(story: Story, words: int | str) -> Event:
    """The move that a number or words mean: the newest one whose notation has every word that tells something."""
    if isinstance(words, int):
        return story.moment(words).event
    spoken = in_notation(spelt(words, story.game.name)).lower()
    wanted = [word for word in re.findall(r"[\w@,./:-]+", spoken) if word not in EMPTY]
    if not wanted:
        raise NoSuchMove(Said("{what} names no move; give its number", what=quoted(words)))
    for move in reversed(story.moves):
        if all(_means(word, move.move.lower()) for word in wanted):
            return move
    for word in filter(PLAYS.__contains__, wanted):
        fell = PLAYS[word] == FALL
        raise NoSuchMove("no stack has fallen yet" if fell else "no stone has been placed that stands yet")
    raise NoSuchMove(Said("no move is meant by {what}; give its number", what=quoted(words)))


def _means(word: str, notation: str) -> bool:
    """Whether a word is in a move's notation, a domino with either half first, or is what people call such a play."""
    is_play = word in PLAYS and re.fullmatch(PLAYS[word], notation) is not None
    return is_play or unturned(word) in map(unturned, notation.split())
