"""The door to the network: who speaks plain HTTP there is told where to go, and its certificate is renewed."""

import contextlib
import socket
import ssl
import threading

import pytest
from service_help import LIMIT, eventually

from service.access import certificate as certificates
from service.access import https
from service.access.certificate import files, fingerprint
from service.app import create_app
from service.page.language import languages
from service.server import Server, door
from service.settings import Settings


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A table in the network: its app, its settings, and where its door is."""
    monkeypatch.setattr(https, "LOOKS", 0.05)
    monkeypatch.setattr("service.server.announced", None)  # it is switched off: nobody may call it
    settings = Settings(data=tmp_path, announce=False, head_seconds=1.0)
    app, ready = create_app(settings), threading.Event()
    opened = door("0.0.0.0", 0)
    server = Server(app, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
    thread.start()
    try:
        assert ready.wait(LIMIT)
        yield app, settings, opened.getsockname()[1]
    finally:
        server.stop()
        thread.join(LIMIT)
        opened.close()


@pytest.fixture
def reached(table):
    """The address of the network's side: the loopback's side speaks HTTP."""
    from service.access.addresses import local_address

    if local_address() == "127.0.0.1":
        pytest.skip("this machine has no network")
    return local_address(), table[2]


def told(reached, *parts):
    """What is answered to the parts of a request, until the other side closes."""
    with socket.create_connection(reached, timeout=LIMIT) as client:
        for part in parts:
            client.sendall(part)
        said = b""
        with contextlib.suppress(ConnectionError):
            while more := client.recv(4096):
                said += more
                if said.endswith(b"/\n"):
                    break
        return said.decode()


@pytest.mark.parametrize(
    "parts", [(b"GET /x HTTP/1.1\r\nHost: evil.example\r\n\r\n",), (b"POST / HTTP/1.1\r\n", b"a: b")]
)
def test_plain_http_is_sent_to_the_address_of_the_table(table, reached, parts):
    head, _, body = told(reached, *parts).partition("\r\n\r\n")
    where = f"https://{reached[0]}:{reached[1]}/"
    assert head.startswith("HTTP/1.1 307 ")
    assert f"\r\nLocation: {where}\r\n" in head
    assert "evil" not in head + body
    assert body.splitlines() == [t("https", where=where) for t in languages().values()]
    assert f"This table speaks HTTPS. Open {where}" in body


def test_what_is_neither_is_closed_without_a_word(table, reached, caplog):
    assert told(reached, b"\x00" * 100) == ""
    assert caplog.messages == []


def shown(reached):
    """The certificate that the door shows now."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(reached, timeout=LIMIT) as plain, trusting.wrap_socket(plain) as client:
        return client.getpeercert(binary_form=True)


def test_a_certificate_that_ends_soon_is_renewed_while_the_table_is_served(table, reached, monkeypatch):
    app, settings, _ = table
    before, known = shown(reached), app.state.certificate
    monkeypatch.setattr(certificates, "SPARE", certificates.LASTS * 2)  # the one there ends sooner than that
    eventually(lambda: shown(reached) != before, "another certificate")
    monkeypatch.setattr(certificates, "SPARE", certificates.LASTS / 2)
    eventually(lambda: app.state.certificate == fingerprint(files(settings)[0]) != known, "its fingerprint")


def test_one_that_cannot_be_used_changes_nothing(table, reached, monkeypatch):
    before, looked = shown(reached), threading.Event()

    def spoilt(_settings, _where=""):
        looked.set()
        raise certificates.CertificateUnusable("it is spoilt")

    monkeypatch.setattr(https, "tls", spoilt)
    assert looked.wait(LIMIT)
    assert shown(reached) == before
