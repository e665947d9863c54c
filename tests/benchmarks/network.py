"""A camera on the network, for benchmarks that look through one."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Show = Callable[[int], NDArray[np.uint8] | None]


class _Stream(BaseHTTPRequestHandler):
    """Motion JPEG to whoever looks."""

    server: NetworkCamera

    def do_GET(self) -> None:
        """Frames, until somebody has enough."""
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        number = 0
        with contextlib.suppress(OSError):
            while (shown := self.server.show(number)) is not None:
                data = cv2.imencode(".jpg", shown)[1].tobytes()
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data))
                self.wfile.write(data + b"\r\n")
                number += 1
                time.sleep(self.server.pause)

    def log_message(self, *_: object) -> None:
        """Quiet."""


class NetworkCamera(ThreadingHTTPServer):
    """Shows what `show` gives for the number of each frame, (H, W, 3) BGR, or ends with None.

    `pause` is the time between two frames (s). It is on from the beginning.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int, show: Show, pause: float = 0.05) -> None:
        super().__init__(("127.0.0.1", port), _Stream)
        self.show, self.pause = show, pause
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def address(self) -> str:
        """The URL of its stream."""
        return f"http://127.0.0.1:{self.server_port}/video"

    def off(self) -> None:
        """Switch it off: whoever looks is cut off too."""
        self.show = lambda _number: None
        self.shutdown()
        self.server_close()


def free_port() -> int:
    """A port that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        return int(opened.getsockname()[1])
