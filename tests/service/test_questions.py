"""Questions: asked, answered into the ledger, settled by the table."""

import pytest

from engine import record
from engine.errors import IllegalMove, NotationError
from service.bells import Bells
from service.store.ledger import Ledger
from service.store.ledger_errors import CorrectionBreaks, NoRuling
from service.store.questions import AlreadyAnswered, Candidate, NoSuchAnswer, NoSuchQuestion, Question, Questions
from service.store.store import NoSuchGame, StaleVersion, Store

pytestmark = pytest.mark.store

FRAMES = ("a" * 64, "b" * 64)
FIRST = Candidate(((1, "extend 1-5 @2,0,0:e"),), 0.6)
SECOND = Candidate(((1, "extend 1-6 @2,0,0:e"),), 0.3)
EARLY = Candidate(
    ((1, "cap 1-3 @0,0,1:e"),), 0.9, legal=False, rules=("SN-13",), reason="The run has one domino; it needs seven."
)


@pytest.fixture
def store(database_url):
    store = Store(database_url)
    yield store
    store.close()


@pytest.fixture
def ledger(store):
    return Ledger(store, Bells())


@pytest.fixture
def game(ledger):
    entry = ledger.open("stackernoos", {"players": 2}, None, {})
    ledger.play(entry.id, 0, 0, "start 1-1")
    return entry.id


@pytest.fixture
def questions(store, ledger):
    return Questions(store, ledger, Bells())


def choice(*candidates, version=1):
    return Question("choice", "Which tile lies there?", version, FRAMES, candidates)


def test_a_question_is_kept_as_it_was_asked(questions, store, ledger, game):
    assert questions.ask(game, choice(FIRST, SECOND)) == 1
    assert questions.ask(game, choice(EARLY)) == 2
    again = Questions(store, ledger, Bells())
    assert [asked.question for asked in again.open(game)] == [choice(FIRST, SECOND), choice(EARLY)]
    assert [asked.number for asked in again.all(game)] == [1, 2]


def test_a_choice_is_played_by_a_person_with_the_frames(questions, ledger, game):
    answered = questions.answer(game, questions.ask(game, choice(FIRST, SECOND)), choice=1)
    assert answered.answer["how"] == "choice"
    assert answered.answer["events"] == [2]
    last = ledger.find(game).record.events[-1]
    assert (last.seat, last.move, last.by, last.frames) == (1, "extend 1-6 @2,0,0:e", "person", FRAMES)
    assert questions.open(game) == ()
    with pytest.raises(AlreadyAnswered):
        questions.answer(game, 1, choice=0)


def test_none_of_these_writes_nothing(questions, ledger, game):
    assert questions.answer(game, questions.ask(game, choice(EARLY)), choice=-1).answer["how"] == "none"
    assert ledger.find(game).version == 1


def test_an_illegal_play_may_have_been_another_move(questions, ledger, game):
    number = questions.ask(game, choice(EARLY))
    questions.answer(game, number, moves=[(1, "extend 1-5 @2,0,0:e")])
    assert ledger.find(game).replay.moves[-1].move == "extend 1-5 @2,0,0:e"


def test_two_moves_are_written_both_or_not_at_all(questions, ledger, game):
    number = questions.ask(game, choice())
    with pytest.raises(IllegalMove):
        questions.answer(game, number, moves=[(1, "extend 1-5 @2,0,0:e"), (0, "extend 2-3 @4,0,0:e")])
    with pytest.raises(NotationError):
        questions.answer(game, number, moves=[(1, "extend 1-5 @2,0,0:e"), (0, "nonsense")])
    assert ledger.find(game).version == 1
    questions.answer(game, number, moves=[(1, "extend 1-5 @2,0,0:e"), (0, "extend 5-3 @4,0,0:e")])
    assert ledger.find(game).version == 3


def test_an_illegal_choice_needs_a_ruling(questions, ledger, game):
    number = questions.ask(game, choice(EARLY))
    with pytest.raises(IllegalMove):
        questions.answer(game, number, choice=0)
    answered = questions.answer(game, number, ruling="accept")
    assert answered.answer["how"] == "ruling"
    entry = ledger.find(game)
    assert entry.fault is None
    ruled = entry.record.events[-1]
    assert ruled.kind == record.RULING
    assert "SN-13" in ruled.rules
    assert [tile["tile"] for tile in entry.game.position(entry.replay.state)["tiles"]] == ["1-1", "1-3"]
    again, broken = record.loads(record.dumps(entry.record))
    assert broken is None
    assert record.replay(again).state == entry.replay.state


def test_a_ruling_cannot_make_a_piece_twice(questions, ledger, game):
    twice = Candidate(((1, "extend 1-1 @2,0,0:e"),), 0.9, legal=False)
    number = questions.ask(game, choice(twice))
    with pytest.raises(NoRuling, match="take it back or correct it"):
        questions.answer(game, number, ruling="accept")
    assert ledger.find(game).version == 1
    assert questions.open(game) != ()


def test_an_answer_comes_too_late_once_the_game_has_moved_on(questions, ledger, game):
    number = questions.ask(game, choice(FIRST, SECOND))
    ledger.play(game, 1, 1, "extend 1-5 @2,0,0:e")
    with pytest.raises(StaleVersion):
        questions.answer(game, number, choice=0)
    questions.settle(game, number, "played by a person")
    assert questions.all(game)[0].answer["how"] == "played by a person"


def test_all_that_was_played_since_may_be_put_in_question(questions, ledger, game):
    ledger.play(game, 1, 1, "extend 1-5 @2,0,0:e", by="camera")
    ledger.play(game, 2, 0, "extend 5-2 @4,0,0:e", by="camera")
    stays = Candidate(((1, "extend 1-5 @2,0,0:e"), (0, "extend 5-2 @4,0,0:e")), 0.2)
    other = Candidate(((1, "draw"), (1, "keep"), (0, "extend 1-5 @2,0,0:e")), 0.8)
    bad = Candidate(((1, "draw"), (0, "extend 1-5 @2,0,0:e")), 0.1)
    asked = Question("reopen", "Was it …?", 3, FRAMES, (other, stays, bad), of=2)
    assert questions.answer(game, questions.ask(game, asked), choice=1).answer["events"] == []
    with pytest.raises(IllegalMove):
        questions.answer(game, questions.ask(game, asked), choice=2)
    assert len(ledger.find(game).record.events) == 3
    questions.answer(game, questions.ask(game, asked), choice=0)
    events = record.standing(ledger.find(game).record.events)
    assert [(event.seat, event.move) for event in events[1:]] == list(other.plays)
    assert all(event.frames == FRAMES and event.by == "person" for event in events[1:])


@pytest.fixture
def doubted(questions, ledger, game):
    """A question about the second move of three and all after it."""
    ledger.play(game, 1, 1, "extend 1-5 @2,0,0:e", by="camera")
    ledger.play(game, 2, 0, "extend 3-1 @-2,0,0:e", by="camera")
    stays = Candidate(((1, "extend 1-5 @2,0,0:e"), (0, "extend 3-1 @-2,0,0:e")), 0.4)
    other = Candidate(((1, "draw"), (1, "keep")), 0.6)
    return questions.ask(game, Question("reopen", "Was it …?", 3, FRAMES, (other, stays), of=2))


def test_a_correction_leaves_what_came_after_and_closes_the_question(questions, ledger, game, doubted):
    ledger.play(game, 3, 1, "extend 4-3 @-4,0,0:e", by="camera")
    with pytest.raises(CorrectionBreaks):
        questions.correct(game, doubted, 1, "extend 1-3 @2,0,0:e")
    assert questions.find(game, doubted).answer is None
    answer = questions.correct(game, doubted, 1, "extend 1-6 @2,0,0:e").answer
    assert (answer["how"], answer["events"]) == ("moves", [5])
    assert answer["moves"] == [{"seat": 1, "move": "extend 1-6 @2,0,0:e"}]
    moves = [event.move for event in record.standing(ledger.find(game).record.events)]
    assert moves == ["start 1-1", "extend 1-6 @2,0,0:e", "extend 3-1 @-2,0,0:e", "extend 4-3 @-4,0,0:e"]
    assert ledger.find(game).record.events[-1].frames == FRAMES


def test_a_correction_is_of_a_move_in_question_that_is_open(questions, game, doubted):
    with pytest.raises(NoSuchAnswer, match="about a move that stands"):
        questions.correct(game, questions.ask(game, choice(FIRST, version=3)), 1, "extend 1-6 @2,0,0:e")
    questions.settle(game, doubted, "the game went on")
    with pytest.raises(AlreadyAnswered):
        questions.correct(game, doubted, 1, "extend 1-6 @2,0,0:e")


def test_a_doubt_of_which_nothing_stands_any_more_can_be_closed(questions, ledger, game, doubted):
    ledger.play(game, 3, 1, "extend 5-2 @4,0,0:e")
    ledger.undo(game, 4, 4)
    with pytest.raises(StaleVersion):
        questions.answer(game, doubted, choice=-1)
    ledger.correct(game, 5, 2, "extend 1-6 @2,0,0:e")
    assert questions.answer(game, doubted, choice=-1).answer["events"] == []
    assert len(ledger.find(game).record.events) == 6


def test_settled_stays_settled(questions, game):
    number = questions.ask(game, choice(FIRST))
    questions.settle(game, number, "taken back")
    questions.settle(game, number, "again")
    assert questions.find(game, number).answer["how"] == "taken back"


@pytest.mark.parametrize(
    "answer",
    [{}, {"choice": 2}, {"choice": -2}, {"ruling": "perhaps"}, {"choice": 0, "moves": [(1, "draw")]}],
    ids=["nothing", "too far", "negative", "no such ruling", "two at once"],
)
def test_what_is_no_answer_is_one_line(questions, game, answer):
    number = questions.ask(game, choice(FIRST, SECOND))
    with pytest.raises(NoSuchAnswer) as raised:
        questions.answer(game, number, **answer)
    assert "\n" not in str(raised.value)


def test_what_is_not_there_is_named(questions, game):
    with pytest.raises(NoSuchQuestion):
        questions.find(game, 7)
    with pytest.raises(NoSuchGame):
        questions.ask("nobody", choice())
