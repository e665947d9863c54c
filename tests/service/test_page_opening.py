"""The form that opens a game without a camera, and what the list of games says of each."""

import json
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from page_browsing import LOOKS, browsing, fits, violations
from page_table import CARDS, Followed
from service_help import API

from engine.games import games
from engine.options import Options, choices, option, read_options
from service.page import opening
from service.page.language import languages
from service.page.opening import Number, chosen, offers

BOTH = "Both teams reach the goal at once: More points win"
EN, SV = languages()["en"], languages()["sv"]


def offered(game, name, value):
    (rule,) = [rule for offer in offers(EN) if offer.game == game for rule in offer.rules if rule.name == name]
    (choice,) = [choice for choice in rule.choices if choice.value == json.dumps(value)]
    return choice


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_the_choices_are_those_of_the_engine_and_each_has_its_words(t):
    assert [offer.game for offer in offers(t)] == list(games())
    for offer in offers(t):
        takes = choices(games()[offer.game].options_type)
        assert offer.rules
        assert {rule.name for rule in offer.rules} == takes.keys() - {"players"}
        for rule in offer.rules:
            if isinstance(rule, Number):
                assert range(rule.least, rule.most + 1) == takes[rule.name]
                assert rule.usual in takes[rule.name]
                continue
            assert [json.loads(choice.value) for choice in rule.choices] == list(takes[rule.name])
            assert sum(choice.usual for choice in rule.choices) == 1
            assert all(choice.words and choice.meaning.endswith(".") for choice in rule.choices)


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_every_house_rule_and_value_has_words_and_others_have_none(t):
    """The rule book told most house rules without their names, and the page offered few of them."""
    wanted = set()
    for name, game in games().items():
        takes = choices(game.options_type)
        for rule in game.options_type().to_json().keys() - {"players"}:
            wanted.add(f"house.{name}.{rule}")
            values = takes.get(rule, ())
            keys = {f"house.{name}.{rule}.{value}".lower() for value in values if not isinstance(values, range)}
            wanted |= keys | {f"{key}.told" for key in keys}
    assert {key for key in t.strings if key.startswith("house.")} == wanted
    if t is not EN:
        same = [key for key in wanted if t(key) == EN(key)]
        assert same == []


def test_a_game_may_tell_in_its_own_way_how_many_play_it(monkeypatch):
    def even(value):
        if value not in (2, 4):
            raise ValueError("2 or 4")
        return value

    @dataclass(frozen=True, slots=True)
    class Own(Options):
        players: int = option(4, even)

    game = SimpleNamespace(name="own", title="Own", options_type=Own)
    monkeypatch.setattr(opening, "games", lambda: {"own": game})
    assert [offer.players for offer in offers(EN)] == [(2, 4)]


def test_a_rule_that_is_passed_over_leaves_the_number_of_players(tmp_path):
    with browsing(tmp_path) as it:
        page = it.page("/", 1366, 844)
        page.get_by_role("radio", name="StoneRow").check(force=True)
        players = page.locator("#new-stonerow-players")
        players.select_option("3")
        for rule_set, many in (("TeamPlay", "4"), ("Basic", "3")):
            page.get_by_role("radio", name=rule_set).check()
            assert players.input_value() == many
        page.get_by_role("radio", name="Stackernoos").check(force=True)
        page.locator("#house summary").click()
        across = page.locator("#house .field:visible").evaluate_all("(all) => all.map((each) => each.offsetLeft)")
        assert len(set(across)) >= 3  # they were one column, with nothing beside it
        players, dominoes = page.locator("#new-stackernoos-players"), page.locator("#new-stackernoos-max_pip")
        players.select_option("6")
        for pips, many in (("6", "3"), ("9", "6")):
            dominoes.select_option(pips)
            assert players.input_value() == many


def test_nobody_is_offered_what_the_rules_refuse():
    assert offered("stonerow", "rule_set", "team").players == (4,)
    assert offered("stackernoos", "max_pip", 6).players == (2, 3)
    for offer in offers(EN):
        for rule in offer.rules:
            for choice in rule.choices:
                for players in choice.players:
                    house = {rule.name: json.loads(choice.value), "players": players}
                    assert read_options(games()[offer.game].options_type, house).players == players


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("stonerow", {"rule_set": "official"}, ["Rules: Official"]),
        ("stonerow", {"rule_set": "team"}, ["Rules: TeamPlay"]),
        ("stackernoos", {}, []),
        ("stackernoos", {"max_pip": 12, "scoring": False}, ["Dominoes: Double-twelve", "Who wins: First one out"]),
        ("stonerow", {"rule_set": "official", "team_tie": "higher_total"}, ["Rules: Official"]),
        ("stonerow", {"rule_set": "team", "team_tie": "higher_total"}, ["Rules: TeamPlay", BOTH]),
        ("a game of before", {"rule_set": "team"}, []),
    ],
)
def test_the_house_rules_of_a_game_are_told_where_they_are_not_the_usual_and_its_rule_set_always(game, options, said):
    whole = {**games()[game].options_type().to_json(), **options} if game in games() else options
    assert chosen(game, whole, EN) == said


@pytest.mark.parametrize(
    ("code", "begun", "last", "rules"),
    [("en", "begun", "last", "Rules: TeamPlay"), ("sv", "började", "senast", "Regler: Lagspel")],
)
def test_the_list_says_the_rule_set_and_when_a_game_was_begun_and_last_followed(client, code, begun, last, rules):
    made = client.post(f"{API}/games", json={"game": "stonerow", "options": {"rule_set": "team"}}).json()
    body = {"seat": -1, "move": "keystone Y9", "version": 0}
    assert client.post(f"{API}/games/{made['id']}/moves", json=body).status_code == 201
    changed = client.get(f"{API}/games").json()["games"][0]["changed"]
    text = client.get(f"/?lang={code}").text
    assert f'<span class="house">{rules}</span>' in text
    assert f'<span class="hint">{rules}</span>' in client.get(f"/games/{made['id']}?lang={code}").text
    assert f'{begun} <time datetime="{made["created"]}">' in text
    assert f'{last} <time datetime="{changed}">' in text


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1366])
def test_a_game_is_started_by_its_rule_set_with_as_many_as_that_allows(tmp_path, width):
    with browsing(tmp_path) as it:
        Followed(it.parts, "stonerow", plays=CARDS).table.publish(following=None)
        page = it.page("/", width, 844)
        page.get_by_role("radio", name="StoneRow").check(force=True)
        page.locator("input[name=way][value=hand]").check(force=True)
        players, rules = page.locator("#new-stonerow-players"), page.locator(".rule-sets label:visible")
        assert page.locator("#new fieldset[data-game]:visible:not([data-game=stonerow])").count() == 0
        assert [line.split()[0] for line in rules.all_inner_texts()] == ["Official", "TeamPlay", "Basic"]  # not in More
        rules.nth(1).click()
        assert (players.input_value(), players.locator("option:enabled").all_inner_texts()) == ("4", ["4"])
        assert "Four players" in rules.nth(1).inner_text()
        assert page.locator("#begin-told").inner_text().startswith("StoneRow · TeamPlay · ")
        rules.nth(2).click()
        assert players.locator("option:enabled").all_inner_texts() == ["2", "3", "4"]
        rules.nth(1).click()
        fits(page, width)
        assert violations(page) == []
        page.get_by_role("button", name="Start the game").click()
        page.locator("#strip").wait_for()
        entry = it.parts.ledger.find(page.url.rpartition("/")[2])
        assert (entry.options.rule_set, entry.options.players) == ("team", 4)


@pytest.mark.browser
def test_a_rule_that_does_not_count_by_another_is_hidden_and_not_sent(tmp_path):
    """The rules of TeamPlay alone were offered for every game of StoneRow."""
    with browsing(tmp_path) as it:
        page = it.page("/start?lang=en", 360)
        page.get_by_role("radio", name="StoneRow").check(force=True)
        page.locator(".way[data-way=hand] input").check(force=True)
        page.locator("#house summary").click()
        goal, tie = page.locator("#new-stonerow-team_target_points"), page.locator("#new-stonerow-tie_break")

        def choose(rule_set):
            page.locator(f"input[name='stonerow/rule_set'][value*={rule_set}]").check()

        seen = {"official": (False, True), "team": (True, False), "basic": (False, True)}
        for rule_set, shown in (*seen.items(), ("team", seen["team"])):
            choose(rule_set)
            assert (goal.is_visible(), tie.is_visible()) == shown
        assert page.locator("label[for=new-stonerow-tie_break]").is_hidden()
        goal.fill("")
        choose("basic")  # an emptied box was no JSON
        choose("team")
        goal.fill("5000")  # more than it takes; where it does not count, that stops nobody
        choose("official")
        fits(page, 360)
        assert violations(page, LOOKS) == []
        page.locator("#begin").click()
        page.locator("#strip").wait_for()
        options = it.parts.ledger.find(page.url.rpartition("/")[2]).options
        assert (options.rule_set, options.team_target_points) == ("official", 100)
        page = it.page("/start", 1366, 844)
        page.locator("input[name=game][value=stones]").check(force=True)
        page.locator("#house summary").click()
        for start, shown in (("true", True), ("false", False)):
            page.locator("#new-stones-alternative_start").select_option(start)
            assert page.locator("#new-stones-alt_start_tiles").is_visible() == shown


def test_a_rule_that_does_not_count_by_the_usual_ones_is_hidden_without_scripts_too(client):
    text = client.get("/start").text
    assert '<div class="field" data-only="rule_set" data-values="[&#34;team&#34;]" hidden>' in text


@pytest.mark.browser
def test_a_number_is_typed_within_its_bounds_and_with_tiles_enough(tmp_path):
    """House rules that are numbers were not offered; a wrong one in a part that is closed said nothing."""
    with browsing(tmp_path) as it:
        page = it.page("/start?lang=sv", 360)
        page.get_by_role("radio", name="Stackernoos").check(force=True)
        page.locator(".way[data-way=hand] input").check(force=True)
        house, hand, begin = page.locator("#house"), page.locator("#new-stackernoos-hand_size"), page.locator("#begin")
        house.locator("summary").click()
        hand.fill("46")
        house.locator("summary").click()
        begin.click()
        assert house.get_attribute("open") is not None
        assert hand.evaluate("(field) => field.validity.rangeOverflow")
        fits(page, 360)
        assert violations(page, LOOKS) == []
        hand.fill("30")
        begin.click()
        page.locator("#start-alert", has_text="2 spelare med 30 brickor var kräver 60 brickor").wait_for()
        hand.fill("5")
        begin.click()
        page.locator("#strip").wait_for()
        assert it.parts.ledger.find(page.url.rpartition("/")[2]).options.hand_size == 5
        assert "Brickor på handen: 5" in page.locator("body").inner_text()
