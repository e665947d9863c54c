"""The phone's page from the network: held connections, hostile pictures, a process that is killed."""

import multiprocessing
import os
import signal
import socket
import ssl
import time

import httpx
import pytest
from measured import resident
from pictures import flat, scans
from service_help import LIMIT, eventually

from service.access.certificate import CERTIFICATE
from service.capture.source import find_source
from service.phone.door import open_for_phone
from service.settings import Settings

JPEG = {"content-type": "image/jpeg"}
MORE = 400.0
"""MiB that one picture may take."""


@pytest.fixture(scope="module")
def source():
    return find_source("phone")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("phone")


@pytest.fixture(scope="module")
def opened(folder, source):
    settings = Settings(data=folder, phone_port=0, max_connections_here=30, head_seconds=2.0)
    with open_for_phone(source.inbox, settings, lambda: "well") as opened:
        yield opened


@pytest.fixture
def phone(opened, folder, source):
    """A phone that has joined."""
    trusted = ssl.create_default_context(cafile=folder / CERTIFICATE)
    where = f"https://127.0.0.1:{opened.port}"
    with httpx.Client(base_url=where, verify=trusted, timeout=LIMIT, headers={"origin": where}) as client:
        assert client.post("/phone/join", json={"code": source.inbox.invite()[0]}).status_code == 200
        yield client


def process():
    """The id of the page's process."""

    def found():
        return next((each.pid for each in multiprocessing.active_children() if each.name == "tableside-phone"), None)

    return eventually(found, "the page's process")


@pytest.mark.parametrize(
    ("made", "status"),
    [
        (lambda: flat(2, 4000, "JPEG"), 422),
        (lambda: scans(2000, 2000, 300), 413),
        (lambda: flat(9000, 9000, "JPEG"), 413),
        (lambda: flat(8000, 8000, "JPEG", quality=20), 200),
        (lambda: flat(64, 64, "WEBP"), 415),
    ],
    ids=["narrow", "scans", "81 megapixels", "64 megapixels", "format"],
)
def test_a_hostile_picture_is_refused_and_takes_no_more_than_it_may(phone, made, status):
    """A joined phone that sent 2×4000 pixels brought 0.4 to 6 GB in 20 s, and Ctrl-C had no effect."""
    before = resident(process())
    assert phone.post("/phone/picture", content=made(), headers=JPEG).status_code == status
    assert resident(process()) - before <= MORE
    assert phone.post("/phone/frame", content=flat(160, 90, "JPEG"), headers=JPEG).status_code == 200


def test_held_connections_leave_room(opened, phone):
    """1,100 of them, before TLS, held the door and filled the log."""
    held = [socket.create_connection(("127.0.0.1", opened.port), timeout=LIMIT) for _ in range(300)]
    try:
        eventually(lambda: answers(phone), "an answer")
    finally:
        for each in held:
            each.close()
    eventually(lambda: answers(phone), "an answer")


def answers(phone):
    try:
        return phone.post("/phone/frame", content=flat(160, 90, "JPEG"), headers=JPEG).status_code == 200
    except httpx.TransportError:
        return False


def test_its_process_is_another_one_and_is_started_again_when_it_dies(phone):
    first = process()
    assert first != os.getpid()
    os.kill(first, signal.SIGKILL)
    eventually(lambda: answers(phone), "the page")
    assert process() != first


def test_it_ends_with_the_watch(folder):
    source = find_source("phone")
    with open_for_phone(source.inbox, Settings(data=folder, phone_port=0), lambda: "") as opened:
        port = opened.port
    with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), timeout=LIMIT):
        pass


def test_where_no_phone_is_awaited_there_is_no_door(tmp_path):
    from service.phone.beside import phone_beside

    began = time.monotonic()
    with phone_beside(None, None, Settings(data=tmp_path), None, ""):
        assert not (tmp_path / CERTIFICATE).exists()
    assert time.monotonic() - began < LIMIT
