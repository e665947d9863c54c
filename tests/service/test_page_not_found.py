"""An address that leads nowhere: a page for people, a problem document for programs."""

import re

import pytest
from page_browsing import browsing, until
from page_table import served
from service_help import client_of

from service.access.caller import Caller
from service.access.roles import Role
from service.access.tokens import new_secret
from service.following.station import Taken
from service.page.language import languages
from service.page.reasons import for_people
from service.page.reasons.lines import texts

OPTION = r"(?:--|TABLESIDE_|\btableside )\w"
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


def ways_on(answer):
    """Where the page of a wrong address leads."""
    return re.findall(r'<a class="button[^"]*" href="([^"]+)"', answer.text)


@pytest.mark.parametrize(
    ("address", "language", "title"),
    [
        ("/games/nope", "en", "There is no such game here"),
        ("/games/nope/scoreboard", "sv", "Partiet finns inte här"),
        ("/nothing", "sv", "Den sidan finns inte"),
        ("/games/nope", "sv", "Partiet finns inte här"),
    ],
)
def test_people_get_a_page_of_their_language_with_a_way_on(client, address, language, title):
    answer = client.get(address, headers={"accept": BROWSER, "accept-language": language})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert f"<h1>{title}</h1>" in answer.text
    assert ways_on(answer) == ["/start", "/history", "/devices"]  # "/" may show the game that is followed
    assert "TABLESIDE" not in answer.text


@pytest.mark.parametrize(
    ("role", "ways"), [(Role.SPECTATOR, ["/", "/history", "/pair"]), (Role.CAMERA, ["/", "/pair"])]
)
def test_who_is_no_host_is_led_to_what_they_may_see_and_to_joining(tmp_path, role, ways):
    with served(tmp_path) as (parts, where), client_of(where) as client:
        secret = new_secret()
        parts.tokens.keep(secret, Caller(role, "guest"))
        headers = {"accept": BROWSER, "authorization": f"Bearer {secret.text}"}
        assert ways_on(client.get("/nothing", headers=headers)) == ways


@pytest.mark.parametrize(
    ("address", "accept"),
    [("/games/nope", "*/*"), ("/games/nope", "application/json"), ("/api/v1/games/nope", BROWSER)],
)
def test_programs_get_the_problem_document(client, address, accept):
    answer = client.get(address, headers={"accept": accept})
    assert answer.status_code == 404
    assert answer.json()["type"] == "/problems/no-such-game"


@pytest.mark.parametrize("accept", [BROWSER, "application/json"])
def test_both_answers_carry_their_headers_and_say_on_what_they_depend(client, accept):
    answer = client.post("/games/nope", headers={"accept": accept})
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert answer.headers["content-type"].startswith("text/html") == (accept == BROWSER)
    depends = [each.strip() for each in answer.headers["vary"].split(",")]
    assert depends.count("Accept") == 1
    assert ("Cookie" in depends) == (accept == BROWSER)
    assert "Accept" in client.get("/games/nope", headers={"accept": accept}).headers["vary"]


@pytest.mark.parametrize("address", [f"/games/{'x' * 300}", "/games/nope/overlay?size=huge"])
def test_an_address_that_is_not_as_it_should_be_is_a_page_too(client, address):
    answer = client.get(address, headers={"accept": BROWSER})
    assert answer.status_code == 422
    assert "<h1>This page cannot be shown</h1>" in answer.text
    assert client.get(address).json()["type"] == "/problems/invalid-request"


def test_what_was_sent_is_escaped(client):
    answer = client.get("/<b>x</b>", headers={"accept": BROWSER})
    assert "<b>x</b>" not in answer.text


@pytest.mark.parametrize("address", ["/nothing", "/join", "/games/nope", "/tournaments/nope", "/rules/nope"])
def test_nothing_is_said_twice(client, address):
    """`/join` said in three lines that no phone is awaited."""
    text = client.get(address, headers={"accept": BROWSER}).text
    said = re.findall(r"<(?:h1|p)[^>]*>([^<]+)</(?:h1|p)>", text.partition("<main")[2])
    assert len(said) == 2  # what there is not, and what to do


def test_what_a_script_is_refused_is_titled_in_the_language_of_the_page(tmp_path):
    asked = """async () => {
      const { fragment } = await import(document.querySelector("script[type=module]").src.replace(/[^/]*$/, "page.js"));
      return fragment("/api/v1/games/none").catch((refused) => refused.message);
    }"""
    with browsing(tmp_path) as it:
        listed = {code: it.page("/", locale=code).evaluate(asked) for code in ("en", "sv")}
    assert listed["en"].startswith("There is no such game: ")
    assert listed["sv"].startswith("Partiet finns inte: ")


@pytest.mark.browser
def test_a_test_that_waits_in_vain_says_what_is_shown_instead(tmp_path, monkeypatch):
    """It waited for three minutes, and then told a script alone."""
    with browsing(tmp_path) as it:
        page = it.page("/nothing")
        monkeypatch.setattr("page_browsing.patience", lambda: 0.1)
        with pytest.raises(AssertionError, match=r"/nothing shows '.*no such page.*': document\.querySelector"):
            until(page, "document.querySelector('#table') !== null")


@pytest.mark.browser
@pytest.mark.parametrize("address", ["/nothing", "/problems", "/rules", "/privacy"])
def test_its_light_and_dark_are_switched_there_too(tmp_path, address):
    """The button of a page without a script of its own did nothing."""
    with browsing(tmp_path) as it:
        page = it.page(address, 360, 740)
        page.locator("#theme").click()
        until(page, "document.documentElement.dataset.theme === 'dark'")


def test_words_of_the_command_line_are_folded_away_for_who_set_it_up(client):
    """A family read `--allow-host adds a name`."""
    answer = client.get("/start", headers={"accept": BROWSER, "accept-language": "en", "host": "elsewhere.example"})
    assert answer.status_code == 421
    text, _, folded = answer.text.partition('<details class="hint">')
    assert "whoever set Tableside up can add its name" in text
    assert not re.search(OPTION, text)
    assert "--allow-host" in folded


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_no_line_that_people_read_names_an_option_a_variable_or_a_command(t):
    told = {**t.strings, **texts(t.code)["lines"]}
    assert {text for text in told.values() if re.search(OPTION, text)} == set()
    busy = "cannot listen on 0.0.0.0:8443 (Address already in use); choose another with TABLESIDE_PHONE_PORT"
    assert for_people(busy, t) == f"cannot listen on 0.0.0.0:8443 (Address already in use). {t('set_up.help')}"
    assert for_people("a line of its own", t) == "a line of its own"
    assert for_people("give --port", t) == t("set_up.help")
    assert t("set_up.help") not in for_people("'a--b' is no move of Stones", t)


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_that_a_camera_is_open_elsewhere_is_told_in_every_language(t):
    told = for_people(str(Taken("tableside watch", "")), t)
    assert "Ctrl-C" in told
    assert t("start.way.hand") in told  # a way on
    assert t("set_up.help") not in told
    assert "tableside watch" not in told
