"""House rulings: what the rules refuse and the table lets stand replays as it was played."""

import pytest

from engine import record
from engine.core import Setup
from engine.errors import RecordError
from engine.games import find_game
from engine.options import read_options
from engine.ruling import waive


def begun(*plays):
    """A record of Stackernoos without a seed; a play is seat, notation and, for a ruling, its kind."""
    kept = record.new("stackernoos", {"players": 2})
    for seat, notation, *kind in plays:
        replay = record.replay(kept)
        move = replay.game.parse(notation)
        event = record.Event(0, "2026-01-01T00:00:00.000Z", seat, notation, kind=kind[0] if kind else record.MOVE)
        if kind:
            _, verdict = waive(replay.game, record.house(kept.header), replay.state, seat, move)
        else:
            verdict = replay.game.judge(replay.state, seat, move)
        kept = record.append(kept, record.judged(event, verdict))
    return kept


START = (0, "start 1-1")
EARLY = (1, "cap 1-3 @0,0,1:e", record.RULING)


def test_a_ruling_names_the_rules_it_waives_and_replays():
    kept = begun(START, EARLY)
    assert "SN-13" in kept.events[-1].rules
    again, broken = record.loads(record.dumps(kept))
    assert broken is None
    replay = record.replay(again)
    assert replay.fault is None
    assert [tile["tile"] for tile in replay.game.position(replay.state)["tiles"]] == ["1-1", "1-3"]


def test_the_game_goes_on_from_a_ruling():
    early = (0, "cap 5-3 @2,0,1:e", record.RULING)
    kept = begun(START, (1, "extend 1-5 @2,0,0:e"), early, (1, "extend 2-1 @-2,0,0:e"))
    assert record.replay(kept).fault is None
    assert len(record.replay(kept).moves) == 4


def test_the_same_play_without_a_ruling_is_a_fault():
    replay = record.replay(record.append(begun(START), record.Event(0, "", 1, "cap 1-3 @0,0,1:e")))
    assert "refused" in replay.fault


def test_a_ruling_can_be_taken_back_and_corrected():
    kept = begun(START, EARLY)
    undone = record.append(kept, record.Event(0, "", -1, "", kind=record.UNDO, of=2))
    assert [event.seq for event in record.standing(undone.events)] == [1]
    mended = record.append(kept, record.Event(0, "", 1, "extend 1-5 @2,0,0:e", kind=record.CORRECT, of=2))
    assert record.replay(mended).fault is None
    assert record.replay(mended).moves[-1].move == "extend 1-5 @2,0,0:e"


@pytest.mark.parametrize(
    ("seat", "notation"),
    [(1, "extend 1-1 @2,0,0:e"), (1, "extend 9-9 @40,0,0:e")],
    ids=["a tile that lies there", "a tile beside nothing"],
)
def test_what_cannot_lie_there_is_refused_in_one_line(seat, notation):
    game = find_game("stackernoos")
    options = read_options(game.options_type, {"players": 2})
    state = game.state(Setup(options, {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}]}, seat))
    with pytest.raises(RecordError) as raised:
        waive(game, options, state, seat, game.parse(notation))
    assert "\n" not in str(raised.value)
    assert notation in str(raised.value)


def test_an_unknown_kind_of_entry_is_named():
    line = record.dumps(begun(START)).splitlines()[1].replace('"kind":"move"', '"kind":"verdict"')
    header = record.dumps(begun()).splitlines()[0]
    assert "'verdict'" in record.loads(f"{header}\n{line}\n")[1]
