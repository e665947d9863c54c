"""The pages of a tournament, and the clock of its round on a game's own page."""

import pytest
from page_browsing import browsing, fits, violations
from service_help import eventually

from service.hub.tables import TableReport
from service.page.language import languages
from service.page.templates import _environment
from service.tournament.model import (
    ONE,
    OTHER,
    ROBIN,
    SWISS,
)

pytestmark = pytest.mark.store


@pytest.mark.parametrize(("seconds", "hidden"), [(30, True), (0, False), (-5, False)])
def test_a_clock_that_is_out_says_so(seconds, hidden):
    """It stood at 0:00 and said nothing."""
    for t in languages().values():
        shown = _environment().get_template("tournament_parts.html").module.clock(seconds, True, t)
        assert t("cup.clock.out") in shown
        assert ('id="time-out" role="status" hidden' in shown) == hidden


@pytest.mark.browser
def test_a_tournament_is_opened_paired_and_ruled_on_the_page(tmp_path):
    with browsing(tmp_path) as it:
        page = it.page("/tournaments", 360, 740, locale="sv-SE")
        page.locator("#cup-title").fill("Klubbmästerskap")
        assert violations(page) == []
        fits(page, 360)
        page.locator("#cup-names").fill("Ada\nBo\nCecilia\nDavid")
        page.locator("#cup-minutes").fill("30")
        page.locator(".new [type=submit]").click()
        page.wait_for_url("**/tournaments/*", wait_until="load")  # the button's script is there
        page.locator("button", has_text="Lotta nästa rond").click()
        page.locator(".pairing").nth(1).wait_for()
        page.locator("button", has_text="Starta klockan").click()
        page.locator("#clock[data-running]").wait_for()
        page.locator("#rule-reason").fill("Bo kom inte")
        page.locator(".rule-on [type=submit]").click()
        page.locator(".ruling", has_text="Bo kom inte").wait_for()
        page.locator(".pairing .mark").wait_for()
        assert violations(page) == []
        fits(page, 360)
        page.locator(".ruling details summary").first.click()
        page.locator(".ruling form input").fill("Han var på väg")
        page.locator(".ruling form [type=submit]").click()
        page.locator(".appeal", has_text="Han var på väg").wait_for()
        made = it.parts.tournaments.all()[0]
        it.parts.tournaments.rule(made.id, 1, 2, "draw", "enade", "host")
        page.locator(".ruling", has_text="enade").wait_for()
        page.goto(f"{it.where}tournaments/{made.id}/hall", wait_until="domcontentloaded")
        page.locator(".hall-two .pairing").first.wait_for()
        assert violations(page) == []
        page.close()
        eventually(lambda: it.parts.tournaments.find(made.id).rounds[0].done, "both results")


def chosen_result(page, reason):
    page.locator("#rule-reason").fill(reason)
    page.locator(".rule-on [type=submit]").click()
    page.locator(".ruling", has_text=reason).wait_for()


@pytest.mark.browser
def test_results_are_entered_on_the_page_of_every_round_also_when_all_is_over(tmp_path):
    """The form kept the pairs of the first round, and was gone after the last."""
    with browsing(tmp_path) as it:
        desk = it.parts.tournaments
        id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo", "Cy"], ROBIN).id).id
        page = it.page(f"/tournaments/{id}")
        page.locator("#rule-result option", has_text="Bo wins").wait_for(state="attached")
        for number in (1, 2, 3):
            chosen_result(page, f"seen {number}")
            assert desk.find(id).rounds[number - 1].done
            if number < 3:
                page.locator("button", has_text="Pair the next round").click()
                page.locator("#round-title", has_text=f"Round {number + 1} of 3").wait_for()
        assert desk.find(id).over
        first = desk.find(id).rounds[0].pairings[0]
        page.locator("#rule-on").select_option('{"round": 1, "table": 1}')
        page.locator("#rule-result").select_option(label=f"{desk.find(id).name(first.other)} wins")
        chosen_result(page, "the sheet was read wrong")
        assert desk.find(id).rounds[0].pairings[0].result == OTHER
        assert violations(page) == []


@pytest.mark.browser
def test_a_game_that_names_do_not_tell_is_said_on_the_page_and_a_tournament_is_deleted(tmp_path):
    with browsing(tmp_path) as it:
        desk = it.parts.tournaments
        id = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS, games="tables").id).id
        game = it.parts.ledger.open("stones", {"players": 2}, None, it.parts.versions).id
        page = it.page(f"/tournaments/{id}", 360, 740)
        page.locator(".link-game summary").click()
        page.locator(".link-game p", has_text="No table has a game").wait_for()
        it.parts.hub.others.tell("Table 4", TableReport(game, "ok", "", "following"))
        page.reload()
        page.locator(".link-game summary").click()
        assert page.locator("#link-game").inner_text() == "Table 4 · Player 1: 0 – Player 2: 0"
        fits(page, 360)
        assert violations(page) == []
        page.locator(".link-game [type=submit]").click()
        page.locator(".pairing .result a").wait_for()
        assert desk.find(id).rounds[0].pairings[0].game == game
        page.locator("#delete").click()
        page.locator("#sure-title", has_text="Cup").wait_for()
        page.locator("#sure-yes").click()
        page.wait_for_url("**/tournaments")
        assert desk.all() == ()


def with_clock(parts, seconds, games="here"):
    """A tournament whose first round has a clock with some seconds left, and a game of its pairing."""
    desk = parts.tournaments
    made = desk.pair(desk.open("Cup", "stones", ["Ada", "Bo"], SWISS, games=games, minutes=30).id)
    desk.clock(made.id, running=True, minutes=seconds / 60)
    return made.id, made.rounds[0].pairings[0].game


def told(client, game):
    text = client.get(f"/view/games/{game}").text
    return None if 'id="time-out"' not in text else 'id="time-out" role="status" hidden' not in text


def test_a_pair_s_own_game_says_when_the_time_is_out(client, parts):
    """The hall told it, and the tournament's page; where the two play, nothing did."""
    cup, game = with_clock(parts, 600)
    assert told(client, game) is False
    parts.tournaments.clock(cup, running=True, minutes=0)
    assert told(client, game) is True
    parts.tournaments.rule(cup, 1, 1, None, "a stone fell by the wind", "referee Cy", extra=5)
    assert told(client, game) is False
    parts.tournaments.rule(cup, 1, 1, ONE, "Bo left", "referee Cy")
    assert told(client, game) is None
    assert told(client, parts.ledger.open("stones", {"players": 2}, None, parts.versions).id) is None


def test_so_does_a_game_that_is_found_by_its_names(client, parts):
    cup, none = with_clock(parts, 0, games="tables")
    assert none is None
    found, other = (parts.ledger.open("stones", {"players": 2}, None, parts.versions).id for _ in range(2))
    parts.players.seat(found, {0: "bo", 1: "ADA"})
    assert (told(client, found), told(client, other)) == (True, None)
    parts.tournaments.clock(cup, running=True, minutes=1)
    assert told(client, found) is False


@pytest.mark.browser
def test_the_clock_of_a_game_s_page_starts_counts_down_and_is_out_without_a_reload(tmp_path):
    with browsing(tmp_path) as it:
        cup, game = with_clock(it.parts, 600)
        it.parts.tournaments.clock(cup, running=False)
        page = it.page(f"/games/{game}", 360, 740)
        page.locator("#clock").wait_for()
        assert page.locator("#time-out").is_hidden()
        fits(page, 360)
        it.parts.tournaments.clock(cup, running=True, minutes=2 / 60)
        page.locator("#time-out", has_text="Time is up").wait_for()
        assert page.locator("#clock.is-out").inner_text() == "0:00"
        fits(page, 360)
        assert violations(page) == []
