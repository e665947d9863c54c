"""Two browsers, the host's and a phone's: from the code to playing; a screen by six digits; a page of an attacker."""

import contextlib
import time

import pytest
from lateness import late
from page_browsing import browser, patience, shot, until, violations
from playwright.sync_api import Error as PlaywrightError
from service_help import LIMIT, client_of, serving

from service.access.addresses import local_address
from service.app import create_app
from service.server import Server, address, door
from service.settings import Settings

pytestmark = pytest.mark.browser
OPENING = """{method: 'POST', headers: {'content-type': 'application/json'}, body: '{"game": "stones"}'}"""
"""What opens a game, for `fetch`."""
FORM = """(action) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'text/plain', action });
  const field = Object.assign(document.createElement('input'), { name: '{"game": "stones", "x": "', value: '"}' });
  form.append(field);
  document.body.append(form);
  form.submit();
}"""
"""Sends a form whose body happens to be JSON."""
QUICK = 10.0
"""s from the scanned code to a page to play on."""
LOADS = 20
"""As long as loading that page so many times: a busy machine may take that instead."""
SEAT = 1
"""Who begins in the game that is dealt here."""
HURRIED = "const later = setTimeout; globalThis.setTimeout = (what, ms) => later(what, ms / 20);"
"""A page that looks so much more often who has come."""
UNREACHED = local_address() == "127.0.0.1"


@contextlib.contextmanager
def in_network(folder):
    """A table that is served in the network, over HTTPS; its parts and its two addresses."""
    import threading

    app, ready = late(create_app(Settings(data=folder, keepalive_seconds=0.5, announce=False))), threading.Event()
    opened = door("0.0.0.0", 0)
    server = Server(app, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
    thread.start()
    try:
        assert ready.wait(LIMIT)
        yield app.state.parts, address(opened), app.state.network
    finally:
        server.stop()
        thread.join(LIMIT)
        opened.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    if UNREACHED:
        pytest.skip("this machine has no network")
    with in_network(tmp_path_factory.mktemp("data")) as opened:
        yield opened


@pytest.fixture
def game(table):
    parts = table[0]
    return parts.ledger.open("stonerow", {"players": 2}, 7, parts.versions).id


@pytest.fixture
def pages(table):
    said = []
    with browser() as chromium:

        def page(width, height, **how):
            opened = chromium.new_context(
                viewport={"width": width, "height": height}, ignore_https_errors=True, **how
            ).new_page()
            opened.set_default_timeout(1000 * patience())
            opened.on("console", lambda message: said.append(message.text))
            opened.on("pageerror", lambda error: said.append(str(error)))
            return opened

        yield page
        assert [text for text in said if "status of 4" not in text] == []


def host_page(pages, table, game, **how):
    host = pages(1280, 800, **how)
    host.goto(f"{table[1]}devices?game={game}")
    return host


def code_for(host, selector):
    host.locator(selector).click()
    until(host, "!document.getElementById('shown').hidden")
    return host.locator("#code").get_attribute("data-url")


def test_from_the_code_to_playing(table, game, pages, record_property):
    host, phone = host_page(pages, table, game, locale="en"), pages(390, 800, locale="sv", color_scheme="dark")
    state = table[0].ledger.find(game).replay.state
    url = code_for(host, "[data-role=player][data-seat='1']")
    assert url.startswith(table[2])
    shot(host, "pair-host")
    began, taps = time.monotonic(), 0
    phone.goto(url)
    until(phone, "!document.getElementById('join').hidden")
    shown = time.monotonic() - began  # what is looked at meanwhile takes none of the person's time
    assert phone.locator("#join-word").text_content() == host.locator("#shown-word").text_content() != ""
    assert "#" not in phone.url
    assert violations(phone) == []
    shot(phone, "pair-phone")
    began = time.monotonic()
    phone.locator("#join-form button").click()
    taps += 1
    phone.wait_for_url(f"**/games/{game}")
    phone.locator("#enter").wait_for()
    took = shown + time.monotonic() - began
    began = time.monotonic()
    phone.reload()
    phone.locator("#enter").wait_for()
    again = time.monotonic() - began
    record_property("seconds", took)
    print(f"from the code to playing: {took:.1f} s, {taps} tap; the page again: {again:.1f} s")
    assert took <= max(QUICK, LOADS * again)
    assert taps <= 2
    assert phone.locator(".held-piece").count() == len(table[0].ledger.find(game).game.hand(state, SEAT))
    shot(phone, "pair-playing")
    # it plays
    phone.locator("#enter").click()
    phone.locator("#picked .answer").first.click()
    until(phone, "document.getElementById('strip').dataset.version === '1'")
    assert '"who":"player ' in table[0].store.load(game).lines[0]
    # the host sees who came, and the code is gone
    until(host, "document.getElementById('shown').hidden && document.querySelectorAll('.listed li').length > 0")
    shot(host, "pair-devices")
    assert violations(host) == []
    sent_away_and_back(host, phone, url, pages, table, game)


def sent_away_and_back(host, phone, url, pages, table, game):  # noqa: PLR0917
    """What follows for a phone that is in: its code is stolen, it is lost, another takes its seat and is sent away."""
    # used: another phone with the same code
    thief = pages(390, 800, locale="en")
    thief.goto(url)
    until(thief, "!document.getElementById('alert').hidden")
    assert "used" in thief.locator("#alert").text_content()
    shot(thief, "pair-used")
    # lost: pair again, the host gives the word, the old phone is sent away
    again = pages(390, 800, locale="en")
    again.goto(code_for(host, "[data-role=player][data-seat='1']"))
    until(again, "!document.getElementById('join').hidden")
    again.locator("#join-form button").click()
    until(again, "!document.getElementById('waiting').hidden")
    shot(again, "pair-waiting")
    host.locator("[data-confirm]").wait_for()
    assert again.locator("#waiting-word").text_content() in host.locator(".waits").text_content()
    shot(host, "pair-confirm")
    host.locator("[data-confirm]").click()
    again.wait_for_url(f"**/games/{game}")
    phone.reload()
    until(phone, "document.getElementById('begin') !== null")
    # sent away
    host.locator("[data-away]").first.click()
    until(host, "document.querySelectorAll('.listed li').length === 0")
    again.goto(f"{table[2]}games/{game}")
    assert again.locator("#ask").count() == 1


def test_wrong_old_and_stolen_codes(table, game, pages):
    parts, _, network = table
    host, phone = host_page(pages, table, game, locale="en"), pages(390, 800, locale="en")
    url = code_for(host, "[data-role=spectator]")
    phone.goto(url[:-1] + ("A" if url[-1] != "A" else "B"))
    until(phone, "!document.getElementById('alert').hidden")
    assert "Nothing is paired" in phone.locator("#alert").text_content()
    # stolen and ended by the host before it was used
    host.locator("#end").click()
    until(host, "document.getElementById('shown').hidden")
    phone.goto(url)
    until(phone, "!document.getElementById('alert').hidden")
    # too old
    url = code_for(host, "[data-role=spectator]")
    late, parts.pairing._clock = parts.pairing._clock, lambda: time.time() + 601
    try:
        phone.goto(network + "rules")
        phone.goto(url)
        until(phone, "document.getElementById('alert')?.textContent.includes('too old')")
    finally:
        parts.pairing._clock = late
    assert parts.tokens.all() == {}


def test_a_television_by_six_digits(table, game, pages):
    host, television = host_page(pages, table, game, locale="sv", color_scheme="dark"), pages(1920, 1080, locale="sv")
    host.add_init_script(HURRIED)
    host.reload()
    host.locator("#type-digits").fill("123456")
    host.locator("#type button").click()
    host.locator("#alert").wait_for()
    for _ in range(2):  # the line was gone once the page had looked again
        with host.expect_request("**/view/devices"):
            pass
    assert host.locator("#alert").is_visible()
    assert host.locator("#type button").bounding_box()["height"] < 60  # its words broke into two lines
    television.goto(table[2])
    shot(television, "pair-begin")
    until(television, "document.activeElement.id === 'ask'")
    television.keyboard.press("Enter")  # a remote control has no pointer
    until(television, "!document.getElementById('asking').hidden")
    assert violations(television) == []
    shot(television, "pair-digits")
    word = television.locator("#asking-word").text_content()
    host.locator("#type-digits").fill(television.locator("#digits").text_content())
    host.locator("#type button").click()
    until(host, f"document.getElementById('said').textContent.includes('{word}')")
    television.wait_for_url(f"**/games/{game}/scoreboard")
    shot(host, "pair-sv-dark")
    assert television.evaluate(f"fetch('/api/v1/games/{game}').then((answer) => answer.status)") == 403
    with client_of(table[1]) as client:
        (token,) = table[0].tokens.all().values()
        assert client.delete(f"/api/v1/devices/{token.id}").status_code == 200


def test_a_page_of_an_attacker(table, game, pages):
    """A name of the attacker's that leads here, and a page of its own that asks for everything it can."""
    import http.server
    import threading

    where, network = table[1], table[2]

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>evil</title>")

        def log_message(self, *_given):
            pass

    evil = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=evil.serve_forever)
    thread.start()
    port = where.rstrip("/").rpartition(":")[2]
    before = table[0].store.newest(50)
    try:
        with browser("--host-resolver-rules=MAP evil.example 127.0.0.1,MAP evil.test 127.0.0.1") as chromium:
            page = chromium.new_context(ignore_https_errors=True).new_page()
            page.goto(f"http://evil.example:{port}/")  # rebinding: our port by a foreign name
            assert "Stackernoos" not in page.content()
            answer = page.evaluate("fetch('/api/v1/games').then((answer) => answer.status)")
            assert answer == 421
            made = page.evaluate(f"fetch('/api/v1/games', {OPENING}).then((answer) => answer.status)")
            assert made == 421
            page.goto(f"http://evil.test:{evil.server_port}/")
            for target in (where, network):
                for request in (
                    "{}",
                    "{mode: 'no-cors'}",
                    "{method: 'POST', mode: 'no-cors', body: '{\"game\": \"stones\"}'}",
                    OPENING,
                    "{method: 'DELETE'}",
                ):
                    got = page.evaluate(
                        f"fetch('{target}api/v1/games', {request}).then((answer) => answer.text()).catch(() => '')"
                    )
                    assert got == "", request
                loads = f"""new Promise((done) => {{
                  const image = new Image();
                  image.onload = () => done('loaded');
                  image.onerror = () => done('refused');
                  image.src = '{target}static/icon.svg';
                }})"""
                assert page.evaluate(loads) == "refused"
                page.evaluate(f"navigator.sendBeacon('{target}api/v1/games', '{{\"game\": \"stones\"}}')")
                with page.expect_navigation() as sent:
                    page.evaluate(FORM, f"{target}api/v1/games")
                assert sent.value.status == 403
                page.goto(f"http://evil.test:{evil.server_port}/")
    finally:
        evil.shutdown()
        evil.server_close()
        thread.join(LIMIT)
    assert table[0].store.newest(50) == before


@pytest.mark.skipif(UNREACHED, reason="this machine has no network")
def test_a_table_of_one_machine_is_opened_to_the_network_from_the_page(pages, tmp_path):
    """No command is needed: the page says what to do, does it, and a phone comes in by the code."""
    with serving(Settings(data=tmp_path, announce=False)) as (parts, where):
        game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
        host, phone = pages(1280, 800, locale="en"), pages(360, 740, locale="en")
        host.goto(f"{where}devices?game={game}")
        assert "tableside serve" not in host.locator("main").text_content()
        assert host.locator("[data-role]").count() == 0  # a code would lead nowhere
        assert violations(host) == []
        shot(host, "pair-here")
        host.locator("#open").click()
        url = code_for(host, "[data-role=spectator]")
        network = url.partition("pair#")[0]
        assert network.startswith("https://")
        assert network in host.locator("#main").text_content()
        shot(host, "pair-opened")
        phone.goto(url)
        phone.locator("#join-form button").click()
        phone.wait_for_url(f"{network}games/{game}")
        phone.goto("about:blank")  # what is open there would complain of a connection that is lost
        host.locator("#shut").click()
        host.locator("#open").wait_for()
        with pytest.raises(PlaywrightError, match="ERR_CONNECTION"):
            phone.goto(network)
        phone.wait_for_url("chrome-error://chromewebdata/")  # the browser's own page still comes, and would interrupt
        host.locator("#open").click()
        host.locator("#shut").wait_for()
        phone.goto(f"{network}games/{game}")
        phone.locator("#strip").wait_for()


def test_where_there_is_no_network_the_page_says_so(pages, tmp_path, monkeypatch):
    monkeypatch.setattr("service.server.local_address", lambda: "127.0.0.1")
    with serving(Settings(data=tmp_path, announce=False)) as (_, where):
        host = pages(360, 740, locale="sv")
        host.goto(f"{where}devices")
        host.locator("#open").click()
        until(host, "!document.getElementById('alert').hidden")
        assert host.locator("#alert").text_content() == (
            "Bordet kan inte öppnas för nätverket: datorn är inte med i något nätverk: "
            "anslut den till ett och försök igen"
        )
