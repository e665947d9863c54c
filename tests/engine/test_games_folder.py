"""A game is a file dropped into a folder: tic-tac-toe is added here, and a broken file fails loudly."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.bots import RandomBot, SearchBot
from engine.errors import GameBroken, UnknownGame
from engine.games import discover, find_game, games
from engine.perft import perft

RULES = Path(__file__).parents[1] / "tictactoe/rules"


@pytest.fixture
def folder(tmp_path):
    for path in RULES.glob("tictactoe.*"):
        shutil.copy(path, tmp_path)
    (tmp_path / "_notes.py").write_text("1 / 0")
    return tmp_path


def test_tic_tac_toe_is_one_file_and_one_data_file(folder):
    found = discover(folder, f"dropped_{folder.name}")
    game = found["tictactoe"]
    assert list(found) == ["tictactoe"]
    assert game.rules["T-2"].title == "An empty cell"
    state = game.start(game.options_type())
    assert [perft(game, state, depth) for depth in range(1, 7)] == [9, 72, 504, 3024, 15120, 54720]
    for text in ("mark 0", "mark 4", "mark 1", "mark 5"):
        state = game.apply(state, game.actors(state)[0], game.parse(text))
    hint = SearchBot(random.Random(1), lambda samples: samples >= 20, RandomBot(random.Random(2)), 9)(game, state, 0)
    assert str(hint.move) == "mark 2"
    assert game.winners(game.apply(state, 0, hint.move)) == (0,)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("tictactoe.py", "1 / 0", "ZeroDivisionError"),
        ("tictactoe.py", "x = 1", "GAME"),
        ("tictactoe.py", "GAME = 3", "AttributeError"),
        ("tictactoe.toml", "not toml", "TOMLDecodeError"),
        ("tictactoe.toml", "[T-1]\ntitle = 'x'\n", "KeyError"),
    ],
)
def test_a_broken_game_fails_loudly_and_names_its_file(folder, name, text, said):
    (folder / name).write_text(text)
    with pytest.raises(GameBroken, match=said) as wrong:
        discover(folder, f"broken_{folder.name}")
    assert "tictactoe" in str(wrong.value)


def test_games_are_found_by_name_and_by_other_spellings():
    assert find_game("Stackernoes ").name == "stackernoos"
    assert set(games()) >= {"stackernoos"}
    with pytest.raises(UnknownGame, match="stackernoos"):
        find_game("chess")


RACE = """
import threading
from engine import find_game
began, told = threading.Barrier(12), []
def look():
    began.wait()
    try:
        told.append(find_game("stackernoos").name)
    except Exception as wrong:
        told.append(repr(wrong))
threads = [threading.Thread(target=look) for _ in range(12)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print(set(told))
"""


def test_many_threads_may_look_for_a_game_first():
    """Of the first requests to a new server process, some found a game that was still being loaded."""
    done = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{'stackernoos'}"
