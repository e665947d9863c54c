"""A session: what is decided at the table ends up in the ledger, the evidence and the questions."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from followed import begun, looks, moves

from engine import record
from engine.games import find_game
from service.following.questioner import Posed
from service.following.session import Books, Session
from service.following.standing import Standing
from service.store.clock import now
from service.store.ledger_errors import NoAdoption
from service.store.questions import Candidate, Question
from service.store.store import StoreFull
from vision import observation
from vision.scene.attention import Notice
from vision.scene.gate import GateState
from vision.scene.plane.watch import PlaneState
from vision.scene.quality import small
from vision.tracking import Ask, Look, Revise, Wait
from vision.tracking.decision import Explanation

pytestmark = pytest.mark.store

ARM = (90, 120, 190)


def test_a_tile_laid_is_a_move_with_its_pictures(parts, session, table):
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    assert moves(parts, session)[1:] == [(1, "extend 1-5 @2,0,0:e", "camera")]
    event = parts.ledger.find(session.game_id).record.events[-1]
    assert len(event.frames) == 2
    assert all(parts.evidence.load(sha256) for sha256 in event.frames)
    about = parts.evidence.about(session.game_id, event.frames[1])
    assert {piece["label"] for piece in about["seen"]["pieces"]} >= {"1-1", "1-5"}
    assert session.following()["last"]["move"] == "extend 1-5 @2,0,0:e"


def test_a_picture_that_shows_a_move_is_not_kept_as_from_before_it(parts, table):
    """A tile that lay there at the first look had that as its picture from before, too."""
    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions)
    parts.ledger.play(game.id, 0, 0, "start 1-1")
    table.lay("1-1", 0)
    table.lay("1-5", 2)
    session = Session(game.id, Books(parts.ledger, parts.evidence, parts.questions, now), table.observe)
    looks(session, table, 0.0)
    assert moves(parts, session)[1:] == [(1, "extend 1-5 @2,0,0:e", "camera")]
    event = parts.ledger.find(game.id).record.events[-1]
    assert [parts.evidence.about(game.id, sha256)["why"] for sha256 in event.frames] == ["after"]


def test_the_first_tile_is_kept_sharp_though_nobody_reads_it_surely(parts, table):
    def unsure(photo, known=None):
        seen = table.observe(photo, known)
        likely = (observation.Candidate("0-0", 0.6), observation.Candidate("0-1", 0.2))
        tiles = (replace(p, label=None, candidates=likely) if p.label == "0-0" else p for p in seen.pieces)
        return replace(seen, pieces=tuple(tiles))

    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions)
    session = Session(game.id, Books(parts.ledger, parts.evidence, parts.questions, now), unsure)
    looks(session, table, 0.0)
    table.lay("0-0", 0)
    looks(session, table, 5.0, count=8)
    after = parts.ledger.find(game.id).record.events[-1].frames[-1]
    picture = cv2.imdecode(np.frombuffer(parts.evidence.load(after), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture[187, 325] > 200
    assert picture[187, 295] < 100


def test_where_the_disk_is_full_nothing_is_written_and_it_is_told_once_there_is_room(
    parts, session, table, monkeypatch
):
    def full(*_given, **_more):
        raise StoreFull("the disk is full")

    append = parts.ledger._store.append
    monkeypatch.setattr(parts.ledger._store, "append", full)
    table.lay("1-5", 2)
    table.lay("5-5", 4)
    with pytest.raises(StoreFull):
        looks(session, table, 5.0)
    assert len(moves(parts, session)) == 1
    monkeypatch.setattr(parts.ledger._store, "append", append)
    looks(session, table, 8.0)
    assert [move for _, move, _ in moves(parts, session)[1:]] == ["extend 1-5 @2,0,0:e", "extend 5-5 @4,0,0:e"]


def test_a_commit_replays_the_record_no_more(parts, session, table, monkeypatch):
    replayed = []
    steps = record.steps
    monkeypatch.setattr(record, "steps", lambda kept: replayed.append(kept) or steps(kept))
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    assert len(moves(parts, session)) == 2
    assert len(replayed) <= 1  # that of this test itself


def test_a_table_that_is_found_again_is_followed_before_anything_is_decided(parts, session, table):
    table.tiles = {}
    looks(session, table, 5.0, count=12)
    assert session.following()["state"] == "out_of_step"
    session._act(Look(None, None, Wait(), ()))
    assert session.following()["state"] == "following"


def test_a_table_that_nothing_explains_may_be_taken_as_it_lies(parts, session, table):
    table.tiles |= {2: "4-6", 4: "3-3", 6: "2-8"}
    looks(session, table, 5.0, count=14)
    (asked,) = parts.questions.open(session.game_id)
    assert asked.question.kind == "out_of_step"
    assert "should not lie there" in asked.question.text
    assert {tile["tile"] for tile in asked.question.table["tiles"]} == {"1-1", "4-6", "3-3", "2-8"}
    before = parts.ledger.find(session.game_id)
    parts.questions.adopt(session.game_id, asked.number, who="host")

    entry = parts.ledger.find(session.game_id)
    assert (entry.record.events[-1].kind, entry.replay.moves, entry.fault) == (record.ADOPT, (), None)
    looks(session, table, 12.0)
    assert session.following()["state"] == "following"
    table.lay("2-1", -2)
    looks(session, table, 16.0)
    assert [move for _, move, _ in moves(parts, session)] == ["extend 2-1 @-2,0,0:e"]

    parts.ledger.undo(session.game_id, entry.version + 1, asked_entry(entry))
    again = parts.ledger.find(session.game_id)
    assert again.replay.moves == before.replay.moves
    assert again.replay.state == before.replay.state


def test_a_table_that_was_laid_anew_may_be_taken_as_it_lies(parts, session, table):
    table.tiles, table.backs = {7: "3-3", 9: "3-6", 11: "6-6"}, 2  # the others are out of the picture
    looks(session, table, 5.0, count=14)
    (asked,) = parts.questions.open(session.game_id)
    assert asked.question.text.startswith("The table is not as the game has it: ")
    assert {tile["tile"] for tile in asked.question.table["tiles"]} == {"3-3", "3-6", "6-6"}
    known = parts.ledger.find(session.game_id).replay.state.boneyard
    parts.questions.adopt(session.game_id, asked.number, who="host")
    assert parts.ledger.find(session.game_id).replay.state.boneyard == known
    looks(session, table, 12.0)
    assert session.following()["state"] == "following"
    table.lay("6-2", 13)
    looks(session, table, 16.0)
    assert [move for _, move, _ in moves(parts, session)] == ["extend 6-2 @6,0,0:e"]


def asked_entry(entry):
    """The number of the entry that took the table as it lay."""
    return entry.record.events[-1].seq


def test_a_table_of_a_dealt_game_is_not_taken_as_it_lies(parts):
    dealt = parts.ledger.open("stackernoos", {"players": 2}, 7, {})
    with pytest.raises(NoAdoption, match="dealt"):
        parts.ledger.adopt(dealt.id, 0, {"tiles": []})


def test_a_tile_that_is_lifted_again_is_taken_back(parts, session, table):
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    del table.tiles[2]
    looks(session, table, 9.0)
    assert len(moves(parts, session)) == 1
    last = parts.ledger.find(session.game_id).record.events[-1]
    assert (last.kind, last.by) == ("undo", "camera")


def test_the_move_that_ends_a_game_is_followed_by_who_has_won(parts, table):
    game = parts.ledger.open("stackernoos", {"players": 2, "hand_size": 2}, None, parts.versions)
    parts.ledger.play(game.id, 0, 0, "start 1-1")
    table.lay("1-1", 0)
    session, said = Session(game.id, Books(parts.ledger, parts.evidence, parts.questions, now), table.observe), []
    session.say = said.append
    looks(session, table, 0.0)
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    assert not any("over" in line for line in said)
    table.lay("5-3", 4)
    looks(session, table, 9.0)
    assert said[-1] == "It is over: player 1 won. Points: player 1: 20, player 2: 0."


def revised(*moves, at=1):
    """A look by which these moves were made in place of the record's from the number `at` on."""
    rules = find_game("stackernoos")
    plays = tuple((seat, rules.parse(move)) for seat, move in moves)
    return Look(None, None, Revise(at, Explanation(plays, 0.95)), ())


def test_what_the_camera_wrote_is_put_right(parts, session, table):
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    said = []
    session.say = said.append
    session._act(revised((1, "extend 1-6 @2,0,0:e"), (0, "extend 6-2 @4,0,0:e")))
    camera = [(1, "extend 1-6 @2,0,0:e", "camera"), (0, "extend 6-2 @4,0,0:e", "camera")]
    assert moves(parts, session)[1:] == camera
    entry = parts.ledger.find(session.game_id)
    assert [event.kind for event in entry.record.events[-2:]] == [record.CORRECT, record.MOVE]
    assert all(parts.evidence.load(sha256) for event in entry.record.events[-2:] for sha256 in event.frames)
    assert said[0] == "Corrected: Player 2: 1-5 at the right end of the run, next to 1-1"
    table.tiles |= {2: "1-6", 4: "6-2", 6: "2-3"}
    looks(session, table, 9.0)
    assert moves(parts, session)[3:] == [(1, "extend 2-3 @6,0,0:e", "camera")]


def test_what_people_wrote_is_not_put_right_by_the_camera(parts, session, table):
    parts.ledger.play(session.game_id, session.version, 1, "extend 1-5 @2,0,0:e")
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    before = moves(parts, session)
    session._act(revised((1, "extend 1-6 @2,0,0:e")))
    session._act(revised((1, "extend 1-6 @2,0,0:e"), at=7))
    assert moves(parts, session) == before
    (asked,) = parts.questions.open(session.game_id)  # it is asked about instead
    assert asked.question.kind == "reopen"
    assert asked.question.candidates[0].plays == ((1, "extend 1-6 @2,0,0:e"),)


def test_a_play_against_the_rules_is_reported_and_settled_by_its_lifting(parts, session, table):
    said = []
    session.say = said.append
    table.lay("4-5", 2)
    looks(session, table, 5.0)
    following = session.following()
    assert following["state"] == "illegal"
    assert following["illegal"]["rules"]
    assert said[-1].startswith("Against the rules: Player 2: 4-5 at the right end of the run, next to 1-1. ")
    (asked,) = parts.questions.open(session.game_id)
    assert asked.question.kind == "illegal"
    assert len(asked.question.frames) == 2
    del table.tiles[2]
    looks(session, table, 9.0)
    assert not parts.questions.open(session.game_id)
    assert session.following()["state"] == "following"
    assert len(moves(parts, session)) == 1
    assert said[1:] == ["Taken back: Player 2: 4-5 at the right end of the run, next to 1-1"]


def test_two_plays_of_which_either_seems_the_likelier_in_turn_are_one_question(parts, session):
    ways = tuple(
        Explanation(((1, session._standing.entry.game.parse(f"extend 1-{end} @2,0,0:e")),), 0.5) for end in (5, 6)
    )
    for result in (ways, ways[::-1], ways):
        session._ask(Ask(result))
    assert len(parts.questions.all(session.game_id)) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [({"choice": 0}, True), ({"moves": [(1, "extend 1-5 @2,0,0:e")]}, False), ({"choice": -1}, False)],
)
def test_only_an_answer_with_all_that_is_asked_about_accounts_for_the_table(parts, table, monkeypatch, answer, said):
    session = begun(parts, table)
    listed = []
    monkeypatch.setattr(session.tracker, "accounted", lambda: listed.append(True))
    both = Candidate(((1, "extend 1-5 @2,0,0:e"), (0, "extend 5-5 @4,0,0:e")), 0.6)
    question = Question("choice", "What was played?", session.version, (), (both,))
    session._pose(Posed(("test",)), question)
    parts.questions.answer(session.game_id, session._questioner.posed.number, **answer)
    looks(session, table, 5.0)
    assert bool(listed) == said


def test_a_move_is_told_while_the_next_player_reaches_in(parts, table):
    """An arm from above lays a tile and leaves; another from the left reaches in: the picture kept shows that too."""
    session = begun(parts, table, veils=False)  # the arm is beside the table

    def frame(time, above=0, left=0):
        pixels = table.pixels()
        pixels[:above, 310:350] = pixels[215:250, :left] = ARM
        gate, plane = GateState("moving", time), PlaneState("unknown")
        session.frame(Notice(time, small(pixels), gate, plane, ""))
        return pixels

    frame(5.0)
    time = 6.0
    for above in (30, 90, 150, 150):
        frame(time, above=above)
        time += 0.1
    table.lay("1-5", 2)
    for above in (150, 90, 30, 0):
        frame(time, above=above)
        time += 0.1
    listed = []
    for number in range(20):
        pixels = frame(time, left=30 + 10 * min(number, 10) + 5 * (number % 2))
        if number % 4 == 3:
            listed.append(session.glimpse(pixels, time))
        time += 0.1
    assert [look is not None for look in listed].count(True) == 1
    last = parts.ledger.find(session.game_id).record.events[-1]
    assert (last.seat, last.move, last.by) == (1, "extend 1-5 @2,0,0:e", "camera")
    shown = cv2.imdecode(np.frombuffer(parts.evidence.load(last.frames[-1]), np.uint8), cv2.IMREAD_COLOR)
    assert np.abs(shown[225:240, 10].astype(int) - ARM).max() < 20


def test_moves_that_others_write_are_not_replayed_with_the_whole_record(parts, session, table, monkeypatch):
    """What stands already is known: only what is new is played."""
    monkeypatch.setattr(Standing, "of", lambda _entry: pytest.fail("the record was replayed"))
    table.lay("1-5", 2)
    looks(session, table, 5.0)
    parts.ledger.play(session.game_id, session.version, 0, "extend 5-5 @4,0,0:e")
    table.lay("5-5", 4)
    looks(session, table, 10.0)
    assert [move for _, move, _ in moves(parts, session)][2:] == ["extend 5-5 @4,0,0:e"]


def test_a_look_is_encoded_where_somebody_asks_for_its_picture(parts, table, monkeypatch):
    """The picture that is shown is the one that is kept, where all of it may be kept."""
    session = begun(parts, table, veils=False)
    encode, made = cv2.imencode, []
    monkeypatch.setattr(cv2, "imencode", lambda *given: made.append(1) or encode(*given))
    looks(session, table, 3.0, count=1)
    assert not made
    table.lay("1-5", 2)
    looks(session, table, 5.0, count=1)
    kept = parts.ledger.find(session.game_id).record.events[-1].frames[-1]
    assert session.picture == parts.evidence.load(kept)
    assert len(made) == 2  # the pictures before and after
