"""Sentences call cards and tiles by their names: codes such as `BAp` and `SM/3` are for those who type."""

import re
from html.parser import HTMLParser

import pytest
from page_table import CARDS, TURNED
from test_page_manual_entry import opened

from engine.games import find_game
from service.page.games import page_of
from service.page.language import languages
from service.page.manual_entry import tray
from service.settings import Settings

CODES = {
    "stonerow": r"(?<![\w-])(?:[RGBY](?:[1-9]|Ap|Su|Ar|GM)|Ap|Su|Ar|GM|Hw|Ma|Gd|Di|Fo)(?![\w-])",
    "stones": r"\b[SML]{1,3}/\d",
}
STATES = [
    ("stonerow", ()),
    ("stonerow", CARDS[:3]),
    ("stonerow", (*CARDS[:4], (1, "draw quarry"), (1, "build BAp BSu BAr"), (0, "draw quarry"))),
    ("stonerow", CARDS),
    ("stones", TURNED[:3]),
    ("stones", TURNED),
    ("stones", (*TURNED, (0, "take SM/3 medium"))),
]
SPOKEN = ("aria-label", "alt", "data-said", "data-words")
"""Attributes that people read or hear."""
SILENT = frozenset({"script", "style", "code"})
VOID = frozenset({"input", "img", "link", "meta", "br", "path", "circle", "rect"})


@pytest.fixture
def settings(tmp_path):
    """The best plays have words however long they are looked for."""
    return Settings(data=tmp_path, keepalive_seconds=0.1, hint_seconds=0.01, hint_plies=4)


class Sentences(HTMLParser):
    """All texts of a page that are read or heard; what is hidden from those who hear it is a picture."""

    def __init__(self, html):
        super().__init__()
        self.texts, self._hidden = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        self.texts += [known[name] for name in SPOKEN if known.get(name)]
        if tag not in VOID:
            self._hidden.append(tag in SILENT or known.get("aria-hidden") == "true")

    def handle_endtag(self, tag):
        if tag not in VOID and self._hidden:
            self._hidden.pop()

    def handle_data(self, data):
        if not any(self._hidden) and data.strip():
            self.texts.append(" ".join(data.split()))


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("name", "plays"), STATES, ids=lambda value: value if isinstance(value, str) else len(value))
def test_no_sentence_of_a_game_has_a_code(client, parts, code, name, plays):
    """Hints spoke of tile `SML/4`, and a table that differed from its record of `BAp`."""
    entry = opened(parts, name, plays)
    found = {}
    for seat in entry.game.actors(entry.replay.state):
        asked = {"seat": seat, "lang": code}
        for address, query in (
            (f"/games/{entry.id}", {"lang": code}),
            (f"/view/games/{entry.id}", {"lang": code, "tray": seat, "at": entry.version}),
            (f"/view/games/{entry.id}/legal", asked),
            (f"/view/games/{entry.id}/pick", asked),
            (f"/view/games/{entry.id}/hints", asked),
            (f"/view/games/{entry.id}/why", asked | {"place": "seat0 stack0 r1"[:5], "pieces": "BAp R9 SM/3"}),
            (f"/games/{entry.id}/scoreboard", {"lang": code}),
        ):
            html = client.get(address, params=query).text
            for text in Sentences(re.sub(r"(?s)</main>.*", "", html)).texts:  # dialogs for other things follow
                if re.search(CODES[name], text):
                    found.setdefault(text, address)
    assert found == {}


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_every_card_and_every_tile_has_a_name_of_its_own(t):
    cards = find_game("stonerow").labels
    names = [page_of("stonerow").piece(label, t) for label in cards]
    assert len({*names}) == len(cards)
    assert all(names)
    tiles = [f"{sizes}/{steps}" for sizes in ("S", "M", "L", "SM", "SL", "ML", "SML") for steps in range(1, 6)]
    assert len({page_of("stones").piece(label, t) for label in tiles}) == len(tiles)


def test_a_table_that_differs_names_its_cards():
    laid = {"rows": [{"layers": [{"cards": ["BAp", "R7"]}]}]}
    extra, missing = page_of("stonerow").compared({"rows": [{"cards": ["BAp", "Hw"]}]}, laid, languages()["sv"])
    assert (extra, missing) == (("Stråtrövare",), ("röd 7",))


def test_stonerow_by_hand_says_step_by_step_what_is_due(parts):
    """Nobody knew what “The table” does there, nor that a draw is entered before what is laid."""
    entry, steps = opened(parts, "stonerow", ()), {}
    t = languages()["en"]
    for version, (seat, move) in enumerate([(None, ""), *CARDS], -1):
        if move:
            parts.ledger.play(entry.id, version, seat, move, by="person")
            entry = parts.ledger.find(entry.id)
        steps[move] = {
            actor: tray(entry, actor, t, waits=True).steps for actor in entry.game.actors(entry.replay.state)
        }
    first, second = steps[""][-1]
    assert first == "Turn up the top card of the quarry. Tap the same card here, then “Keystone”."
    assert steps["keystone Y9"][-1] == (second,)
    assert steps[""][0][0].startswith("First press “The table”")
    for move, begun in (("brickyard G2", ["Draw a", "After that"]), ("draw quarry", ["Do one", "Then tap"])):
        assert [" ".join(step.split()[:2]) for step in steps[move][0]] == begun
    assert steps["break R9 r2"][1] == ("The Hammer can still be attracted with a Displacer. Press here what you did.",)
    assert all(len(step.split()) <= 25 for each in steps.values() for told in each.values() for step in told)
