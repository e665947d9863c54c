"""The server's door: addresses of both kinds, and one clear line for those that cannot be had."""

import contextlib
import gc
import socket
from unittest import mock
from urllib.parse import urlsplit

import httpx
import pytest
from service_help import running

from service.app import create_app
from service.server import PortBusy, Server, address, door

SIX = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")


@SIX
@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_an_address_of_ipv6_is_shown_as_browsers_take_it(host):
    with door(host, 0) as opened:
        assert address(opened) == f"http://[::1]:{opened.getsockname()[1]}/"
        with pytest.raises(PortBusy, match=r"cannot listen on \[::1\]:\d+ .*--port"):
            door(host, opened.getsockname()[1])


@SIX
def test_every_address_is_one_of_either_kind():
    with door("::", 0) as opened:
        port = opened.getsockname()[1]
        assert address(opened) == f"http://localhost:{port}/"
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, port), timeout=5).close()


def test_connections_that_a_browser_holds_are_cut_off_without_a_word(settings, caplog):
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    upload = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nhalf of it"
    with contextlib.ExitStack() as clients:
        with running(settings) as where:
            there = ("127.0.0.1", urlsplit(where).port)
            slow, half, idle = (clients.enter_context(socket.create_connection(there, 60)) for _ in range(3))
            half.sendall(upload)
            slow.sendall(asked * 100)
            assert slow.recv(1)  # and it reads no more of so many answers
            assert httpx.get(where, timeout=60).status_code == 200
        assert idle.recv(1) == b""
        gc.collect()  # warns of whatever was left open, and warnings are errors here
    assert caplog.messages == []


class Connection:
    """One of a server's, by the name of its socket; None once it is closing."""

    def __init__(self, name):
        self.name, self.cut, self.transport = name, False, self

    def get_extra_info(self, _of):
        return self.name

    def abort(self):
        self.cut = True


def test_a_door_is_closed_whatever_the_connections_do_at_that_moment(settings):
    app = create_app(settings)
    try:
        server, away = Server(app), mock.Mock()
        server.servers, server._beyond = [away], away
        names = [("192.0.2.2", 1), ("fe80::1%eth0", 1, 0, 2), ("127.0.0.1", 1), ("::1", 1, 0, 0), None]
        connections = [Connection(name) for name in names]
        unconnected = mock.Mock(transport=None)
        server.server_state.connections.update(connections, {unconnected})
        server.close_network()
        assert [each.cut for each in connections] == [True, True, False, False, False]
        away.close.assert_called_once_with()
        assert app.state.network is None
    finally:
        app.state.parts.close()
