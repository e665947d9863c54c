"""A table that is served in the network: its doors, its certificate, what is announced of it, and its source."""

import asyncio
import io
import re
import socket
import zipfile
from contextlib import closing

import httpx
import pytest
from service_help import eventually

from service.access.addresses import local_address
from service.access.announce import KIND, announced, service
from service.access.caller import Caller
from service.access.certificate import CERTIFICATE, files, fingerprint
from service.access.https import tls
from service.access.roles import Role
from service.access.tokens import new_secret
from service.access.words import words
from service.app import create_app
from service.capture.capture import SILENT
from service.following.tables import Health
from service.page.language import languages
from service.phone.inbox import JOINED, NAME
from service.server import PortBusy, address, beside, door, in_network
from service.settings import Settings


@pytest.fixture
def everywhere():
    with door("0.0.0.0", 0) as opened:
        yield opened


def test_this_machine_is_answered_beside_the_network_at_the_same_port(everywhere):
    port = everywhere.getsockname()[1]
    assert address(everywhere) == f"http://localhost:{port}/"
    (here,) = beside(everywhere)
    with here, socket.create_connection(("127.0.0.1", port)) as client:
        taken, _ = here.accept()
        with taken:
            assert taken.getpeername() == client.getsockname()


def test_a_door_for_this_machine_has_nothing_beside_it():
    with door("127.0.0.1", 0) as opened:
        assert beside(opened) == []
        assert in_network(opened, Settings()) == ()


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_a_port_that_is_served_is_no_other_s(everywhere, host):
    (here,) = beside(everywhere)
    with here, pytest.raises(PortBusy, match="--port"):
        door(host, everywhere.getsockname()[1])


def test_the_network_is_told_the_certificate_s_fingerprint(everywhere, tmp_path):
    settings = Settings(data=tmp_path)
    where, known = in_network(everywhere, settings)
    assert f"https://{local_address()}:{everywhere.getsockname()[1]}/" in where
    assert fingerprint(tmp_path / CERTIFICATE) in known
    assert in_network(everywhere, settings)[1] == known  # one per machine
    tls(settings)


def test_without_encryption_it_is_said_what_that_gives_away(everywhere, tmp_path):
    where, given_away = in_network(everywhere, Settings(data=tmp_path, plain_http=True))
    assert "http://" in where
    assert "WITHOUT encryption" in given_away
    assert not (tmp_path / CERTIFICATE).exists()


def test_a_certificate_that_was_given_is_used_and_a_bad_one_is_one_line(everywhere, tmp_path):
    own = files(Settings(data=tmp_path / "own"))
    given = Settings(data=tmp_path / "other", certificate=own[0], certificate_key=own[1])
    assert files(given) == own
    tls(given)
    assert not (tmp_path / "other").exists()
    (tmp_path / "none.pem").write_text("none")
    for wrong in (tmp_path / "none.pem", tmp_path / "missing.pem"):
        with pytest.raises(PortBusy, match="--certificate") as refused:
            in_network(everywhere, Settings(data=tmp_path, certificate=wrong))
        assert "\n" not in str(refused.value)


def test_what_is_announced_tells_where_and_nothing_of_a_game():
    result = service("192.168.7.9", 8080, secure=True)
    assert result.type == KIND == "_tableside._tcp.local."
    assert (result.port, result.parsed_addresses()) == (8080, ["192.168.7.9"])
    assert result.decoded_properties == {"path": "/", "scheme": "https"}


def test_it_is_announced_as_long_as_its_door_is_open(everywhere, monkeypatch):
    said = []

    class Heard:
        def register_service(self, told, *, allow_name_change):
            said.append((told.port, allow_name_change))

        def close(self):
            said.append("gone")

    monkeypatch.setattr("zeroconf.Zeroconf", Heard)
    with announced(everywhere, secure=True):
        eventually(lambda: said == [(everywhere.getsockname()[1], True)], "the word")
    eventually(lambda: said[1:] == ["gone"], "its end")


@pytest.mark.parametrize("path", ["/privacy", "/tables", "/devices", "/docs", "/rules"])
def test_no_page_names_a_file_of_the_documentation(client, path):
    """`/tables` named `docs/hub.md`, which whoever installs the packages does not have."""
    assert re.findall(r"\w+\.md\b", client.get(path).text) == []


def test_a_page_without_tables_says_how_one_comes_from_another_computer(client):
    assert "six digits, which are typed on the page “Phones and screens”" in client.get("/tables").text


def test_the_source_of_the_running_program_is_offered(client):
    assert 'href="/source"' in client.get("/").text
    with closing(zipfile.ZipFile(io.BytesIO(client.get("/source").content))) as archive:
        names = set(archive.namelist())
    assert {"service/app.py", "engine/record.py", "service/page/static/page.js", "tableside.py", "LICENSE"} <= names
    assert not [name for name in names if name.endswith((".db", ".key", ".pem", ".pyc", ".onnx"))]


@pytest.mark.parametrize(("where", "offered"), [("http://127.0.0.1:8080/", False), ("https://192.168.1.5:8080/", True)])
def test_no_code_is_offered_that_leads_a_phone_to_itself(tmp_path, where, offered):
    """A server that was opened without any network showed codes of `127.0.0.1`."""
    app = create_app(Settings(data=tmp_path))
    app.state.network = where
    with closing(app.state.parts):
        shown = asyncio.run(_asked(app, "/devices"))
    assert ("Join your Wi-Fi, then start Tableside anew." in shown) is not offered
    assert ("A phone scans the code" in shown) is offered


async def _asked(app, way):
    """The page that the app answers with, without a server."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as asking:
        return (await asking.get(way)).text


@pytest.mark.parametrize(
    ("health", "told"),
    [
        (Health("waiting", JOINED), "The phone is in: start the camera on it."),
        (Health("retrying", SILENT), "The phone sends no picture: unlock it, and keep its page open."),
        (Health("ok", "the phone"), "not seen yet"),
    ],
)
def test_a_phone_that_is_the_camera_is_told_of_as_it_does(tmp_path, health, told):
    """Beside `No phone reaches this table yet` it was `not seen yet`, and `last seen` while it was away."""
    app = create_app(Settings(data=tmp_path))
    with closing(app.state.parts) as parts:
        parts.station.phone = object()
        parts.station.table.publish(health=health)
        parts.tokens.keep(new_secret(), Caller(Role.CAMERA, NAME))
        shown = asyncio.run(_asked(app, "/devices"))
    assert told in shown
    assert "<b><span>The phone</span></b>" in shown
    assert "No phone reaches" not in shown


def test_the_page_of_devices_leads_back_to_where_one_came_from(client, game):
    name = game.rpartition("/")[2]
    back = r'<p class="back"><a href="([^"]+)">'
    assert re.findall(back, client.get("/devices", params={"game": name}).text) == [f"/games/{name}"]
    assert re.findall(back, client.get("/devices").text) == ["/"]


def test_a_device_is_listed_by_the_name_that_it_was_let_in_as(parts, client):
    """A screen that was let in as Ada was listed as player 1; the page of a game has its own names alone."""
    one, other = (parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id for _ in range(2))
    parts.players.seat(one, {0: "Ada", 1: "Bo"})
    parts.players.seat(other, {0: "Cy", 1: "Di"})
    for seat, called in enumerate(("", "Bo’s phone")):
        parts.tokens.keep(new_secret(), Caller(Role.PLAYER, called, one, seat))
    for path in ("/devices", "/view/devices", f"/devices?game={other}"):
        listed = client.get(path).text.partition('class="plain listed"')[2].partition("</ul>")[0]
        lines = re.findall(r'<b>([^<]+)</b> <span class="hint">([^<]+)</span>', listed)
        assert sorted(lines) == [("Ada", "Player · Stackernoos"), ("Bo’s phone", "Player · Bo · Stackernoos")], path


def test_the_word_of_a_pairing_is_one_that_each_language_writes_alike(client):
    """A phone's code that the terminal had made first had an English word on a Swedish page."""
    for code in languages():
        asked = client.post("/api/v1/pairing/digits", json={}, headers={"accept-language": code})
        made = client.post(
            "/api/v1/invitations", json={"role": "spectator", "game": None}, headers={"accept-language": code}
        )
        assert {asked.json()["word"], made.json()["word"]} <= set(words())
    assert len(words()) == len({word.lower() for word in words()}) > 100
