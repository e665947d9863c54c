"""The phone's page over HTTPS: its certificate, its hosts, its code, its pictures."""

import asyncio
import contextlib
import gc
import re
import socket
import ssl
import stat
import threading
from contextlib import closing
from types import SimpleNamespace

import cv2
import httpx
import numpy as np
import pytest
from cryptography import x509
from service_help import LIMIT

from service.access.addresses import local_address, own_names
from service.access.certificate import CERTIFICATE, KEY, certificate
from service.app import create_app
from service.capture.capture import Capture
from service.capture.source import find_source
from service.following.tables import Tables
from service.phone.beside import phone_beside
from service.phone.door import open_for_phone
from service.server import PortBusy
from service.settings import Settings

NAMES = ("127.0.0.1", "localhost", "table.local")


def jpeg():
    return cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (90, 160, 3)).astype(np.uint8))[1].tobytes()


# The certificate


def test_the_key_is_for_its_owner_alone_and_kept(tmp_path):
    cert, key = certificate(tmp_path / "data", NAMES)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = cert.read_bytes()
    assert certificate(tmp_path / "data", NAMES)[0].read_bytes() == before
    result = (
        x509.load_pem_x509_certificate(before).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    )
    assert {str(name) for name in result.get_values_for_type(x509.IPAddress)} == {"127.0.0.1"}
    assert result.get_values_for_type(x509.DNSName) == ["localhost", "table.local"]
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)


@pytest.mark.parametrize("spoil", [CERTIFICATE, KEY])
def test_a_spoilt_file_is_made_anew(tmp_path, spoil):
    certificate(tmp_path, NAMES)
    (tmp_path / spoil).write_text("spoilt")
    cert, key = certificate(tmp_path, NAMES)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)


def test_another_address_needs_another_certificate(tmp_path):
    before = certificate(tmp_path, NAMES)[0].read_bytes()
    assert certificate(tmp_path, (*NAMES, "192.168.7.9"))[0].read_bytes() != before


def test_this_machine_has_an_address_and_names():
    address = local_address()
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", address)
    assert {address, "127.0.0.1", "localhost"} <= set(own_names(address))


# The door


def joined(phone, inbox):
    """The answer to a phone that joins by the code."""
    phone.headers["origin"] = str(phone.base_url).rstrip("/")
    return phone.post("/phone/join", json={"code": inbox.invite()[0]})


@pytest.fixture
def source():
    return find_source("phone")


@pytest.fixture
def opened(tmp_path, source):
    with open_for_phone(source.inbox, Settings(data=tmp_path, phone_port=0), lambda: "The table is still.") as opened:
        yield opened


@pytest.fixture
def phone(opened, tmp_path):
    trusted = ssl.create_default_context(cafile=tmp_path / CERTIFICATE)
    with httpx.Client(base_url=f"https://127.0.0.1:{opened.port}", verify=trusted, timeout=LIMIT) as client:
        yield client


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A browser at a door that many tests share: its process takes seconds to start."""
    folder = tmp_path_factory.mktemp("shown")
    with open_for_phone(find_source("phone").inbox, Settings(data=folder, phone_port=0), lambda: "") as opened:
        trusted = ssl.create_default_context(cafile=folder / CERTIFICATE)
        with httpx.Client(base_url=f"https://127.0.0.1:{opened.port}", verify=trusted, timeout=LIMIT) as client:
            yield client


def test_the_code_leads_to_the_page_and_lets_one_phone_in(opened, phone, source):
    address, _, code = opened.url.partition("#")
    assert address.endswith("/phone")
    assert code == source.inbox.invite()[0]
    answer = joined(phone, source.inbox)
    assert answer.json()["word"] == source.inbox.word
    assert "Secure" in answer.headers["set-cookie"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=strict" in answer.headers["set-cookie"]
    assert "Max-Age=43200" in answer.headers["set-cookie"]  # a browser that was closed comes back
    page = phone.get("/phone")
    assert page.status_code == 200
    assert "Start the camera" in page.text
    assert source.inbox.word in page.text
    assert phone.post("/phone/join", json={"code": code}).json() == {"word": source.inbox.word}  # by its old address
    phone.cookies.clear()
    assert "Start the camera" not in phone.get("/phone").text
    assert phone.post("/phone/join", json={"code": code}).status_code == 403  # the code has been used
    for name, kind in (("phone.js", "text/javascript"), ("phone.css", "text/css")):
        assert phone.get(f"/phone/{name}").headers["content-type"].startswith(kind)


def test_what_the_table_says_is_told_in_the_phone_s_language(phone, source):
    """The line most in sight on a Swedish phone was in English."""
    joined(phone, source.inbox)
    asked = {"content-type": "image/jpeg", "accept-language": "sv"}
    assert phone.post("/phone/frame", content=jpeg(), headers=asked).json() == {"line": "Bordet är stilla."}
    phone.cookies.clear()
    assert "Läs av koden med telefonen" in phone.get("/phone", headers={"accept-language": "sv"}).text


def test_pictures_of_a_phone_that_joined_reach_the_table(opened, phone, source):
    with Capture(source) as capture:
        joined(phone, source.inbox)
        answer = phone.post("/phone/frame", content=jpeg(), headers={"content-type": "image/jpeg"})
        assert (answer.status_code, answer.json()) == (200, {"line": "The table is still."})
        assert capture.next(LIMIT).pixels.shape == (90, 160, 3)
        assert phone.post("/phone/picture", content=jpeg(), headers={"content-type": "image/jpeg"}).status_code == 200


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [(b"none", "image/jpeg", 415), (b"{}", "application/json", 415), (b"x" * 5_000_000, "image/jpeg", 413)],
)
def test_what_is_no_picture_is_one_line(tmp_path, source, content, kind, status):
    settings = Settings(data=tmp_path, phone_port=0, max_upload_bytes=4_000_000)
    with open_for_phone(source.inbox, settings, lambda: "") as opened:
        trusted = ssl.create_default_context(cafile=tmp_path / CERTIFICATE)
        with httpx.Client(base_url=f"https://127.0.0.1:{opened.port}", verify=trusted, timeout=LIMIT) as phone:
            joined(phone, source.inbox)
            answer = phone.post("/phone/frame", content=content, headers={"content-type": kind})
            assert answer.status_code == status
            assert "\n" not in answer.json()["detail"]


def test_a_phone_that_has_not_joined_is_turned_away(phone):
    page = phone.get("/phone")
    assert page.status_code == 200  # the page that joins by a code is no fault: browsers warned of it
    assert "Start the camera" not in page.text
    phone.headers["origin"] = str(phone.base_url).rstrip("/")
    assert phone.post("/phone/join", json={"code": "guessed"}).status_code == 403
    answer = phone.post("/phone/frame", content=jpeg(), headers={"content-type": "image/jpeg"})
    assert answer.status_code == 403
    assert answer.json()["type"] == "/problems/not-joined"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example"])
def test_a_page_elsewhere_does_not_reach_it_by_a_name_of_its_own(shown, host):
    assert shown.get("/phone", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("path", ["/", "/api/v1/games", "/api/v1/tables/1", "/docs", "/join", "/phone/../door.py"])
def test_the_network_sees_nothing_but_the_phone_s_page(shown, path):
    assert shown.get(path).status_code in {403, 404}


@pytest.mark.parametrize(("language", "words"), [("en", "Scan the code again"), ("sv", "Läs av koden igen")])
def test_a_browser_that_is_lost_is_told_to_scan_again_and_programs_get_the_problem(shown, language, words):
    response = shown.get("/", headers={"accept": "text/html", "accept-language": language})
    assert (response.status_code, response.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert words in response.text
    assert re.findall("<code>(.*?)</code>", response.text) == ["/", "/history", "/join"]
    assert "127.0.0.1" in response.text  # whose pages no phone reaches
    assert shown.get("/").json()["type"] == "/problems/unknown-address"


def test_a_browser_that_is_lost_is_led_to_the_table_s_own_pages_where_it_reaches_them(tmp_path, source):
    """It was told to put /join behind an address, which shows a phone nothing."""
    settings = Settings(data=tmp_path, phone_port=0)
    app = create_app(settings)
    with closing(app.state.parts), phone_beside(source.inbox, app, settings, SimpleNamespace(say=str), ""):
        app.state.network = "https://192.168.1.7:8080/"
        trusted = ssl.create_default_context(cafile=tmp_path / CERTIFICATE)
        where = f"https://127.0.0.1:{app.state.parts.station.phone.port}/nothing"
        response = httpx.get(where, verify=trusted, timeout=LIMIT, headers={"accept": "text/html"})
    led = re.findall('<a href="(.*?)"', response.text)
    assert led == [f"https://192.168.1.7:8080/{path}" for path in ("", "history", "pair")]


def test_a_page_elsewhere_sends_no_picture_and_tries_no_code(phone, source):
    joined(phone, source.inbox)
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "same-site"}):
        answer = phone.post("/phone/frame", content=jpeg(), headers={"content-type": "image/jpeg", **headers})
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/cross-site")
        assert phone.post("/phone/join", json={"code": "x"}, headers=headers).status_code == 403


def test_the_code_is_drawn(opened):
    assert opened.svg().startswith("<svg")
    assert len(opened.text().splitlines()) > 10
    detector = cv2.QRCodeDetector()
    import segno

    code, read = segno.make(opened.url, error="m"), set()
    for scale in (4, 8, 12):  # OpenCV's reader does not find every code at every size
        drawn = np.array(list(code.matrix_iter(scale=scale, border=4)), np.uint8)
        read.add(detector.detectAndDecode((255 * (1 - drawn)).astype(np.uint8))[0])
    assert opened.url in read


def test_a_port_in_use_is_one_line(tmp_path, opened, source):
    settings = Settings(data=tmp_path, phone_port=opened.port)
    with pytest.raises(PortBusy, match="TABLESIDE_PHONE_PORT"), open_for_phone(source.inbox, settings, lambda: ""):
        pass


def test_its_thread_ends_with_it(tmp_path, source):
    """Doors of other tests may stand open beside it."""
    before = set(threading.enumerate())
    with open_for_phone(source.inbox, Settings(data=tmp_path, phone_port=0), lambda: ""):
        opened = [thread for thread in threading.enumerate() if thread.name == "phone" and thread not in before]
        assert opened
    assert not any(thread.is_alive() for thread in opened)


def test_connections_that_a_browser_holds_are_closed_with_it(tmp_path, source):
    blind = ssl.create_default_context()
    blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
    page = b"GET /phone HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    upload = b"POST /phone/frame HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nhalf of it"
    with contextlib.ExitStack() as clients:
        with open_for_phone(source.inbox, Settings(data=tmp_path, phone_port=0), lambda: "") as opened:
            for request in (page, upload, b""):
                raw = socket.create_connection(("127.0.0.1", opened.port))
                clients.enter_context(blind.wrap_socket(raw)).sendall(request)
            clients.enter_context(socket.create_connection(("127.0.0.1", opened.port)))  # no handshake ever
        gc.collect()  # warns of whatever was left open, and warnings are errors here


# Beside a watched table


def asked(app, way):
    """The app's answer, without a server."""

    async def ask():
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get(way)

    return asyncio.run(ask())


def test_the_table_s_own_server_shows_the_code(tmp_path, source):
    said = []
    table = Tables().add()
    watcher = SimpleNamespace(table=table, say=said.append)
    settings = Settings(data=tmp_path, phone_port=0)
    app = create_app(settings)
    assert asked(app, "/join").status_code == 404
    with closing(app.state.parts), phone_beside(source.inbox, app, settings, watcher, "http://table:8080/"):
        page = asked(app, "/join")
        assert page.status_code == 200
        assert "<svg" in page.text
        assert source.inbox.invite()[0] in page.text
        number = source.inbox.number
        assert [asked(app, f"/view/join/{n}").json()["state"] for n in (number, number + 1)] == ["open", "over"]
        assert app.state.parts.station.phone.line() == "The table sees the pictures."
        table.publish(gate={"state": "dark", "detail": "It is dark."})
        assert app.state.parts.station.phone.line() == "It is dark."
    assert len(said) == 1
    assert said[0].startswith("Scan the code at http://table:8080/join with the phone, or open https://")
    assert source.inbox.invite()[0] in said[0]


def test_without_a_phone_nothing_is_opened(tmp_path):
    with phone_beside(None, None, Settings(data=tmp_path / "none"), SimpleNamespace(), ""):
        pass
    assert not (tmp_path / "none").exists()
