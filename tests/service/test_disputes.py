"""Disputes: what can be asked, and what is ruled when the pictures show it, show another thing, or do not show it."""

import re
from dataclasses import replace

import disputed
import pytest
from disputed import GAME, altered, desk_of

from engine import record
from engine.ruling import waive
from service.bundle import unpack
from service.disputes import NoSuchDispute, NoSuchMove, NotUnderstood
from service.disputes.case import DisputeSettings
from service.disputes.decide import decide
from service.disputes.question import FORMS, AboutMove, AboutOrder, AboutScore, AboutUnder, in_notation, read, spellings
from service.disputes.verify import verify
from vision.games.stackernoos.assembler import Assembler
from vision.observation import Candidate, Piece


def ruled(staged, recogniser, asked):
    return decide(staged.case(recogniser), read(asked))


def without(staged, seq):
    """The game without the pictures of a move."""
    gone = set(staged.record.events[seq - 1].frames)
    return replace(staged, pictures={name: data for name, data in staged.pictures.items() if name not in gone})


# What can be asked.


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("was move 17 legal?", AboutMove(seq=17)),
        ("Was move #17 illegal", AboutMove(seq=17, claim="illegal")),
        ("was event 3 against the rules?", AboutMove(seq=3, claim="illegal")),
        ("was that legal?", AboutMove()),
        ("was the last move allowed?", AboutMove()),
        ("what lay under 5-8?", AboutUnder(what="5-8")),
        ("What is below the domino 5-8 after move 20?", AboutUnder(what="5-8", seq=20)),
        ("what lies under r7?", AboutUnder(what="r7")),
        ("what lies under row r3?", AboutUnder(what="r3")),
        ("what lay under bsu?", AboutUnder(what="bsu")),
        ("what lay under stack 2?", AboutUnder(what="stack 2")),
        ("was 3-5 under 5-8?", AboutUnder(what="5-8", claim="3-5")),
        ("is the score right?", AboutScore()),
        ("is seat 1's score right?", AboutScore(seat=1)),
        ("does seat 0 have 18 points?", AboutScore(seat=0, claim=18)),
        ("is player 1's score right?", AboutScore(seat=0)),  # people count from one
        ("does player 2 have 18 points?", AboutScore(seat=1, claim=18)),
        ("did the stack fall before the token?", AboutOrder(first="the stack fall", second="the token")),
        ("was move 3 before move 5?", AboutOrder(first=3, second=5)),
        ("did 5-8 come after move 4?", AboutOrder(first=4, second="5-8 come")),
    ],
)
def test_a_question_in_words(text, question):
    assert read(text) == question
    assert read(question.model_dump()) == question


@pytest.mark.parametrize(
    ("given", "label"),
    [("bsu", "BSu"), ("r7", "R7"), ("HW", "Hw"), ("ygm", "YGM"), ("red 7", "R7"), ("the Guild", "the Guild")],
)
def test_cards_are_known_by_label_and_by_name_in_any_case(given, label):
    assert label in spellings(given, "stonerow")


@pytest.mark.parametrize(
    ("words", "notation"),
    [("stack 3", "2"), ("Stack 1/2", "0/2"), ("2/3", "2/3"), ("the take from stack 5", "the take from 4")],
)
def test_people_count_stacks_from_one_and_the_notation_from_zero(words, notation):
    assert in_notation(words) == notation
    assert in_notation(notation) == notation
    assert notation in spellings(words, "stones")


@pytest.mark.parametrize("words", ["stack 3-6", "stack 3-6 @-8,0,4:e", "the stack fall"])
def test_a_domino_that_is_stacked_is_no_stack(words):
    assert in_notation(words) == words


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "why?",
        "x" * 300,
        {},
        {"about": "weather"},
        {"about": "move", "seq": "3"},
        {"about": "move", "claim": "odd"},
        {"about": "move", "seat": 1},
        {"about": "under"},
        {"about": "under", "piece": "5-8", "place": "@0,0"},
        {"about": "order", "first": 3},
        {"about": "score", "claim": 18},
    ],
)
def test_what_is_no_question_is_one_line(asked):
    with pytest.raises(NotUnderstood) as raised:
        read(asked)
    assert "\n" not in str(raised.value)


def test_every_form_that_is_offered_is_understood():
    for form in FORMS:
        assert read(form.split(" · ")[0])


# Was it legal?


def test_what_the_pictures_show_is_upheld(staged, recogniser):
    answer = ruled(staged, recogniser, "was move 2 legal?")
    assert answer["verdict"] == "upheld"
    assert [frame["read"] for frame in answer["frames"]] == ["again", "again"]
    assert {rule["id"] for rule in answer["rules"]} == {"SN-5", "SN-9"}
    assert all(rule["title"] for rule in answer["rules"])
    move = answer["moves"][0]
    assert len(move["after"]["tiles"]) == len(move["before"]["tiles"]) + 1
    assert ruled(staged, recogniser, "was move 2 illegal?")["verdict"] == "overturned"


def test_the_first_picture_of_a_game_may_show_its_first_move_already(staged, recogniser):
    """A camera that is opened after the first tile was laid has no picture from before it."""
    kept = record.Record(staged.record.header, ())
    for move in staged.record.events[:2]:
        kept = record.append(kept, replace(move, frames=2 * move.frames[-1:]))
        answer = ruled(replace(staged, record=kept), recogniser, f"was move {move.seq} legal?")
        assert answer["verdict"] == "upheld", answer["reason"]
    kept = record.Record(staged.record.header, ())
    for move in staged.record.events[:2]:
        kept = record.append(kept, replace(move, frames=2 * move.frames[-1:] if move.seq == 2 else ()))
    assert ruled(replace(staged, record=kept), recogniser, "was move 2 legal?")["verdict"] == "inconclusive"


def test_most_moves_of_the_game_are_upheld(staged, recogniser):
    verdicts = [
        ruled(staged, recogniser, f"was move {move.seq} legal?")["verdict"] for move in staged.record.events[:6]
    ]
    assert verdicts.count("upheld") >= 5
    assert "overturned" not in verdicts


def test_another_tile_than_recorded_is_overturned(staged, recogniser):
    answer = ruled(altered(staged, 2, "extend 3-8 @-2,0,0:e"), recogniser, "was move 2 legal?")
    assert answer["verdict"] == "overturned"
    assert answer["moves"][0]["instead"]["plays"][0]["move"] == "extend 0-8 @-2,0,0:e"


def test_without_its_pictures_a_move_is_inconclusive(staged, recogniser):
    answer = ruled(without(staged, 2), recogniser, "was move 2 legal?")
    assert answer["verdict"] == "inconclusive"
    assert [frame["there"] for frame in answer["frames"]] == [False, False]


def test_a_picture_that_is_none_is_told(staged, recogniser):
    after = staged.record.events[1].frames[-1]
    spoilt = replace(staged, pictures={**staged.pictures, after: b"no picture"})
    answer = ruled(spoilt, recogniser, "was move 2 legal?")
    assert (answer["verdict"], answer["frames"][-1]["read"]) == ("inconclusive", "not")
    assert f"The picture {after[:12]}… cannot be read" in answer["reason"]


@pytest.mark.parametrize("covers", ["nothing is seen", "a hand lies there", "all but the rest is seen"])
def test_what_is_not_to_be_seen_is_inconclusive(staged, recogniser, covers):
    """Even where the record is wrong."""
    wrong = altered(staged, 2, "extend 3-8 @-2,0,0:e")
    after = wrong.record.events[1].frames[-1]
    seen = recogniser.seen[after]
    laid = next(piece for piece in seen.pieces if piece.label == "0-8")
    hand = Piece("hand", None, 0.9, laid.corners)
    pieces = {
        "nothing is seen": (),
        "a hand lies there": (*(piece for piece in seen.pieces if piece is not laid), hand),
        "all but the rest is seen": tuple(piece for piece in seen.pieces if piece is not laid),
    }
    recogniser.seen[after] = replace(seen, pieces=pieces[covers])
    for game in (staged, wrong):
        assert ruled(game, recogniser, "was move 2 legal?")["verdict"] == "inconclusive"


def test_some_of_the_tiles_recorded_at_other_places_accuse_nobody(staged, recogniser):
    """Moves that people told of one picture, on which only the second tile is read: it is no false start."""
    before, after = staged.record.events[0].frames[0], staged.record.events[1].frames[-1]
    seen = recogniser.seen[after]
    recogniser.seen[after] = replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.label != "8-8"))
    kept = record.Record(staged.record.header)
    for event in staged.record.events[:4]:
        kept = record.append(kept, replace(event, frames=(before, after), by="person"))
    case = replace(replace(staged, record=kept).case(recogniser), settings=DisputeSettings(overturn=0.95))
    for move in (1, 2, 3, 4):
        assert decide(case, read(f"was move {move} illegal?"))["verdict"] == "inconclusive"


def test_a_tile_that_shows_nothing_overturns_nothing(staged, recogniser):
    """What covers the tile that was laid, in the colour of tiles, looks like the double blank."""
    after = staged.record.events[1].frames[-1]
    seen = recogniser.seen[after]
    for label, verdict in (("8-3", "overturned"), ("0-0", "inconclusive")):
        pieces = (replace(piece, label=label) if piece.label == "0-8" else piece for piece in seen.pieces)
        recogniser.seen[after] = replace(seen, pieces=tuple(pieces))
        assert ruled(staged, recogniser, "was move 2 legal?")["verdict"] == verdict


def test_an_unsure_tile_overturns_nothing(staged, recogniser):
    wrong = altered(staged, 2, "extend 3-8 @-2,0,0:e")
    after = wrong.record.events[1].frames[-1]
    pieces = [replace(p, label=None, confidence=0.4) if p.label == "0-8" else p for p in recogniser.seen[after].pieces]
    recogniser.seen[after] = replace(recogniser.seen[after], pieces=tuple(pieces))
    assert ruled(wrong, recogniser, "was move 2 legal?")["verdict"] == "inconclusive"


@pytest.fixture
def unsure(staged, recogniser):
    """The tile of the second move, which its picture shows unsurely."""
    after = staged.record.events[1].frames[-1]
    seen = recogniser.seen[after]
    (tile,) = (piece for piece in seen.pieces if piece.label == "0-8")
    guesses = (Candidate("0-8", 0.4), Candidate("3-8", 0.35), Candidate("0-7", 0.25))
    unread = replace(tile, label=None, confidence=0.4, candidates=guesses)
    recogniser.seen[after] = replace(seen, pieces=tuple(unread if piece is tile else piece for piece in seen.pieces))
    return tile


def test_what_reads_where_the_table_knows_that_tiles_lie_is_believed(staged, recogniser, unsure, monkeypatch):
    """As when the game was followed."""
    ends = replace(staged, record=record.Record(staged.record.header, staged.record.events[:2]))
    monkeypatch.setattr(Assembler, "again", lambda table, _picture, seen, *_: (seen, table))
    assert ruled(ends, recogniser, "was move 2 legal?")["verdict"] == "inconclusive"

    def again(table, picture, seen, state, _change):
        assert picture.shape == (36, 64, 3)
        assert state.started
        pieces = tuple(unsure if piece.label is None else piece for piece in seen.pieces)
        return replace(seen, pieces=pieces), table

    monkeypatch.setattr(Assembler, "again", again)
    assert ruled(ends, recogniser, "was move 2 legal?")["verdict"] == "upheld"


@pytest.mark.usefixtures("unsure")
def test_the_picture_of_the_next_move_bears_out_but_does_not_tell_which_came_first(staged, recogniser, monkeypatch):
    monkeypatch.setattr(Assembler, "again", lambda table, _picture, seen, *_: (seen, table))
    answer = ruled(staged, recogniser, "was move 2 legal?")
    assert (answer["verdict"], len(answer["frames"])) == ("upheld", 3)
    assert "with that of the move after it" in answer["reason"]
    assert ruled(staged, recogniser, "was move 2 before move 3?")["verdict"] == "inconclusive"
    wrong = altered(staged, 2, "extend 3-8 @-2,0,0:e")
    assert ruled(wrong, recogniser, "was move 2 legal?")["verdict"] == "inconclusive"


def test_the_picture_from_before_the_next_move_shows_what_a_hand_hides(staged, recogniser):
    before_next = staged.record.events[12].frames[0]
    hidden_by_a_hand(staged, recogniser)
    wrong = altered(staged, 12, "cap 4-0 @-8,0,1:e")
    goes_on = replace(wrong, record=record.append(wrong.record, staged.record.events[12]))
    answer = ruled(staged, recogniser, "was move 12 legal?")
    assert answer["verdict"] == "upheld"
    assert [frame["sha256"] for frame in answer["frames"]] == [*staged.record.events[11].frames, before_next]
    overturned = ruled(goes_on, recogniser, "was move 12 legal?")
    assert overturned["verdict"] == "overturned"
    assert "cap 6-9" in overturned["reason"]
    assert ruled(wrong, recogniser, "was move 12 legal?")["verdict"] == "inconclusive"
    gone = {name: picture for name, picture in staged.pictures.items() if name != before_next}
    open_still = ruled(replace(goes_on, pictures=gone), recogniser, "was move 12 legal?")
    assert open_still["verdict"] == "inconclusive"
    assert [frame["sha256"] for frame in open_still["frames"]] == [*staged.record.events[11].frames]


def hidden_by_a_hand(staged, recogniser):
    """Move 12, after which a hand lies on its tile."""
    after = staged.record.events[11].frames[-1]
    seen = recogniser.seen[after]
    pieces = (replace(piece, kind="hand", label=None) if piece.label == "6-9" else piece for piece in seen.pieces)
    recogniser.seen[after] = replace(seen, pieces=tuple(pieces))


def relabelled(seen, old, new):
    """What is seen, with another name for a piece."""
    return replace(seen, pieces=tuple(replace(p, label=new) if p.label == old else p for p in seen.pieces))


def test_a_picture_of_what_was_taken_back_tells_nothing_of_the_move_before(staged, recogniser):
    """The picture from before the next move that stands shows one that does not."""
    hidden_by_a_hand(staged, recogniser)
    events = staged.record.events
    wrong = altered(staged, 13, "cap 4-6 @4,0,1:e")
    undone = record.append(wrong.record, record.Event(0, events[12].time, -1, "", kind=record.UNDO, of=13))
    again = replace(events[12], frames=(events[12].frames[-1], events[13].frames[0]))
    kept = record.append(undone, again)
    assert ruled(replace(staged, record=kept), recogniser, "was move 12 legal?")["verdict"] != "overturned"


def test_a_later_picture_overturns_nothing_that_its_own_bear_out(staged, recogniser):
    """What was read when the picture was kept has the tile of the record."""
    after, before_next = staged.record.events[11].frames[-1], staged.record.events[12].frames[0]
    then = {name: recogniser.seen[name].to_json() for name in staged.record.events[11].frames}
    hidden_by_a_hand(staged, recogniser)
    recogniser.seen[before_next] = relabelled(recogniser.seen[before_next], "6-9", "4-0")
    assert ruled(staged, recogniser, "was move 12 legal?")["verdict"] == "overturned"
    about = {name: listed | ({"seen": then[name]} if name in then else {}) for name, listed in staged.about.items()}
    assert after in then
    assert ruled(replace(staged, about=about), recogniser, "was move 12 legal?")["verdict"] != "overturned"


def test_moves_told_since_one_picture_are_each_shown_from_that_of_those_before(staged, recogniser):
    """As people answer who are asked about the same picture again and again."""
    first, second, *_ = staged.record.events
    kept = record.append(record.Record(staged.record.header), first)
    result = replace(second, frames=(first.frames[0], second.frames[-1]), by="person")
    answer = ruled(replace(staged, record=record.append(kept, result)), recogniser, "was move 2 legal?")
    assert answer["verdict"] == "upheld"
    assert [frame["sha256"] for frame in answer["frames"]] == [*first.frames, second.frames[-1]]


def test_a_picture_that_shows_all_moves_told_of_it_bears_each_of_them_out(staged, recogniser):
    first, second, *_ = staged.record.events
    recogniser.seen[first.frames[-1]] = recogniser.seen[second.frames[-1]]
    kept = record.append(record.Record(staged.record.header), first)
    result = replace(second, frames=(first.frames[0], second.frames[-1]), by="person")
    later = replace(staged, record=record.append(kept, result))
    assert ruled(later, recogniser, "was move 1 legal?")["verdict"] != "overturned"
    assert ruled(later, recogniser, "was move 2 legal?")["verdict"] != "overturned"


def test_a_picture_that_was_read_differently_when_it_was_kept_overturns_nothing(staged, recogniser):
    wrong = altered(staged, 2, "extend 3-8 @-2,0,0:e")
    after = wrong.record.events[1].frames[-1]
    then = relabelled(recogniser.seen[after], "0-8", "3-8").to_json()
    about = {**wrong.about, after: {**wrong.about[after], "seen": then}}
    assert ruled(replace(wrong, about=about), recogniser, "was move 2 legal?")["verdict"] == "inconclusive"


def test_a_move_that_the_house_let_stand_is_not_legal(staged, recogniser):
    kept = record.Record(staged.record.header, staged.record.events[:1])
    replay, options = record.replay(kept), record.house(kept.header)
    event = record.Event(0, "2026-01-01T00:00:03.000Z", 1, "cap 0-8 @0,0,1:e", kind=record.RULING)
    _, verdict = waive(replay.game, options, replay.state, 1, replay.game.parse(event.move))
    game = replace(staged, record=record.append(kept, record.judged(event, verdict)))
    answer = ruled(game, recogniser, "was move 2 legal?")
    assert answer["verdict"] == "overturned"
    assert "house ruling" in answer["reason"]
    assert ruled(game, recogniser, "was move 2 illegal?")["verdict"] == "upheld"


def test_corrections_and_takings_back_are_told(staged, recogniser):
    kept = record.append(staged.record, record.Event(0, "2026-01-01T00:02:00.000Z", -1, "", kind=record.UNDO, of=2))
    answer = ruled(replace(staged, record=kept), recogniser, "was move 2 legal?")
    assert answer["verdict"] == "upheld"
    assert [(change["kind"], change["of"]) for change in answer["changes"]] == [("undo", 2)]


def test_a_move_that_was_written_down_again_is_shown_by_an_earlier_picture(staged, recogniser):
    """It lay there by then: both of its pictures show it."""
    events = staged.record.events
    frames = (events[1].frames[-1], next(name for name in events[2].frames if name not in events[1].frames))
    recogniser.seen[frames[1]] = recogniser.seen[frames[0]]
    kept = record.append(
        replace(staged.record, events=events[:2]), record.Event(0, events[1].time, -1, "", kind=record.UNDO, of=2)
    )
    game = replace(staged, record=record.append(kept, replace(events[1], frames=frames)))
    answer = ruled(game, recogniser, "was move 4 legal?")
    assert answer["verdict"] == "upheld"
    assert [frame["sha256"] for frame in answer["frames"]] == [events[0].frames[-1], *frames]
    first = set(events[0].frames)
    gone = replace(game, pictures={name: data for name, data in game.pictures.items() if name not in first})
    assert ruled(gone, recogniser, "was move 4 legal?")["verdict"] == "inconclusive"


def test_what_was_hidden_is_told(staged, recogniser):
    before = staged.record.events[1].frames[0]
    hidden = {"kind": "domino", "label": "8-8", "by": "hand", "since": 1.0, "until": 1.5}
    about = {**staged.about, before: {**staged.about[before], "hidden": [hidden]}}
    assert ruled(replace(staged, about=about), recogniser, "was move 2 legal?")["hidden"] == [hidden]


def test_what_the_record_does_not_have_is_named(staged, recogniser):
    for asked in ("was move 99 legal?", "what lay under 9-9?", "is seat 7's score right?", "did 9-9 come before 8-8?"):
        with pytest.raises(NoSuchMove) as raised:
            ruled(staged, recogniser, asked)
        assert "\n" not in str(raised.value)


# What lay there, the score, the order.


def test_what_lay_under_a_tile(staged, recogniser):
    answer = ruled(staged, recogniser, "what lay under 3-5?")
    assert [piece["label"] for piece in answer["under"]["pieces"]] == ["4-5", "1-4"]
    assert len(answer["moves"]) >= 2
    assert answer["verdict"] in {"upheld", "inconclusive"}
    assert ruled(without(staged, 13), recogniser, "what lay under 3-5?")["verdict"] == "inconclusive"


def test_a_tile_has_one_name(staged, recogniser):
    """The lower half first, as on the page, whichever way it was asked for."""
    listed = [ruled(staged, recogniser, f"what lay under {asked}?")["statement"] for asked in ("3-5", "5-3")]
    assert listed[0] == listed[1]
    assert re.findall(r"\d+-\d+", listed[0]) == ["3-5", "4-5", "1-4"]


def test_the_score_is_replayed(staged, recogniser):
    answer = ruled(staged, recogniser, "is the score right?")
    assert answer["verdict"] == "upheld"
    assert re.search(r"the sums of the record give player 1: \d+, player 2: \d+", answer["reason"])
    count = len(record.standing(staged.record.events))
    assert f"of {count} moves the camera told {count}, people 0; no picture was read again" in answer["reason"]
    assert "not over" not in answer["reason"]
    last = replace(staged, record=replace(staged.record, events=staged.record.events[:-1]))
    assert ruled(last, recogniser, "is the score right?")["reason"].endswith("By the record the game is not over.")
    total = answer["score"][1]["total"]
    assert ruled(staged, recogniser, {"about": "score", "seat": 1, "claim": total})["verdict"] == "upheld"
    assert ruled(staged, recogniser, {"about": "score", "seat": 1, "claim": total + 1})["verdict"] == "overturned"


def test_what_lay_under_a_stack_is_asked_and_told_as_people_count(staged, recogniser):
    kept = record.new("stones", {"players": 2})
    for seat, move in ((-1, "marker 2"), (0, "take SM/3 medium"), (0, "place ok")):
        kept = record.append(kept, record.Event(0, "2026-01-01T00:00:00Z", seat, move))
    stones = replace(staged, record=kept)
    at = next(n for n, stack in enumerate(record.replay(kept).state.stacks) if stack)
    for words in (f"stack {at + 1}", f"{at}"):
        answer = ruled(stones, recogniser, f"what lay under {words}?")
        assert answer["statement"] == f"Under stone 1 of stack {at + 1} lay nothing."
        assert answer["under"]["piece"] == f"{at}/1"
    with pytest.raises(NoSuchMove, match=f"stack {at}"):
        ruled(stones, recogniser, f"what lay under stack {at}?")


def test_the_order_of_two_moves(staged, recogniser):
    assert ruled(staged, recogniser, "was move 2 before move 5?")["verdict"] == "upheld"
    assert ruled(staged, recogniser, "was move 5 before move 2?")["verdict"] == "overturned"
    assert ruled(without(staged, 2), recogniser, "was move 2 before move 5?")["verdict"] == "inconclusive"


def test_moves_that_were_seen_at_once_have_no_order(staged, recogniser):
    together = next(
        (one, other)
        for one, other in zip(staged.record.events, staged.record.events[1:], strict=False)
        if one.frames == other.frames
    )
    asked = {"about": "order", "first": together[0].seq, "second": together[1].seq}
    assert ruled(staged, recogniser, asked)["verdict"] == "inconclusive"


@pytest.mark.parametrize(
    ("order", "like", "gone"),
    [
        ((3, 5), 5, ("1-9",)),  # of moves 3 and 4, seen at once, it shows move 3, and move 5
        ((2, 3), 4, ("1-9",)),  # the next move lies there already
        ((2, 4), 4, ()),  # two more lie there: no one more play explains both
    ],
)
def test_a_picture_that_shows_both_moves_tells_no_order(staged, recogniser, order, like, gone):
    """The picture after the first move reads like that of another one, without some pieces."""
    asked = f"was move {order[0]} before move {order[1]}?"
    assert ruled(staged, recogniser, asked)["verdict"] == "upheld"
    events = staged.record.events
    seen = recogniser.seen[events[like - 1].frames[1]]
    kept = tuple(piece for piece in seen.pieces if piece.label not in gone)
    assert len(kept) == len(seen.pieces) - len(gone)
    recogniser.seen[events[order[0] - 1].frames[1]] = replace(seen, pieces=kept)
    answer = ruled(staged, recogniser, asked)
    assert answer["verdict"] == "inconclusive"
    assert "the later move already" in answer["reason"]


# The desk.


def test_a_dispute_is_kept_and_its_pictures_are_held(tmp_path, staged, recogniser):
    desk = desk_of(tmp_path, staged, recogniser)
    asked = desk.ask(GAME, "was move 2 legal?")
    assert asked["number"] == 1
    assert desk.find(GAME, 1) == asked
    assert desk.all(GAME) == [asked]
    assert len(asked["signer"]) == 64
    held = {shot.sha256 for shot in desk._evidence.line(GAME) if shot.held}
    assert held == set(staged.record.events[1].frames)
    with pytest.raises(NoSuchDispute):
        desk.find(GAME, 2)


def test_a_picture_that_is_read_makes_no_room_meanwhile(tmp_path, staged, recogniser):
    desk = desk_of(tmp_path, staged, recogniser)
    evidence = desk._evidence

    class Live:
        def observe(self, read, _game, _own=None):
            evidence._max_bytes = 1  # the table goes on while the ruling is made
            evidence.keep(GAME, b"new", {"why": "after"})
            return recogniser(read)

    desk._reader = Live()
    ruling = desk.ask(GAME, "was move 2 legal?")
    (tmp_path / "b.zip").write_bytes(desk.bundle(GAME, 1))
    report = verify(unpack(tmp_path / "b.zip", 10**8), lambda *_given: recogniser)
    assert ruling["answer"]["verdict"] == "upheld"
    assert all(frame["there"] for frame in ruling["answer"]["frames"])
    assert report.passed, report.changed
    assert any(not shot.kept for shot in evidence.line(GAME)), "others have made room"


def test_the_same_dispute_gives_the_same_bundle(tmp_path, staged, recogniser):
    desk = desk_of(tmp_path, staged, recogniser)
    desk.ask(GAME, "was move 2 legal?")
    assert desk.bundle(GAME, 1) == desk.bundle(GAME, 1)


def test_the_key_is_for_its_owner_alone(tmp_path, staged, recogniser):
    signer = desk_of(tmp_path, staged, recogniser).ask(GAME, "is the score right?")["signer"]
    key = tmp_path / "bundles.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert disputed.Disputes(disputed.Settings(data=tmp_path), None, None, None, None)._seal.signer == signer
