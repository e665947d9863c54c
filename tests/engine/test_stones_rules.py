"""Every rule of the book of Stones is cited where it is kept, and every rule cited is in the book."""

from __future__ import annotations

import re

from stones_table import GAME

from engine.games import HERE

CITED = re.compile(r"(?<![\w-])(?:[AC]-)?ST-\d+b?")
CODE = HERE / GAME.name


def test_every_cited_rule_exists_and_every_rule_is_cited():
    cited = {name for file in CODE.glob("*.py") for name in CITED.findall(file.read_text(encoding="utf-8"))}
    assert cited - set(GAME.rules) == set()
    assert set(GAME.rules) - cited == set()


def test_every_rule_has_a_title_and_a_source():
    assert len(GAME.rules) == 67 + 18 + 32
    for rule in GAME.rules.values():
        assert rule.title[0].isupper()
        assert rule.source.startswith("4.")


def test_the_games_other_names():
    from engine.games import find_game

    assert find_game("Stone Layer") is GAME
