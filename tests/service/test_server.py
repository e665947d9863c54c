"""The server's door: addresses of both kinds, and one clear line for those that cannot be had."""

import socket

import pytest

from service.server import PortBusy, address, door

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
