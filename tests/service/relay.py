"""A network between a table's machine and its hub, which a test cuts."""

import contextlib
import socket
import threading


class Relay:
    """Passes connections on to a port of this machine. It may be `cut`, or lose the answer to the next request that
    begins with `losing`; `lost` counts those."""

    def __init__(self, port):
        self.losing, self.lost = None, 0
        self._to, self._open, self._lock = port, set(), threading.Lock()
        self._ending = threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()
        self.whole = True

    @property
    def where(self):
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self):
        """The network is gone: every connection breaks, and none is made."""
        self.whole = False
        self._break()

    def mend(self):
        """It is back."""
        self.whole = True
        self._break()

    def close(self):
        """End it."""
        self._ending.set()
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._break()
        for each in self._threads:
            each.join()

    def _break(self):
        with self._lock:
            for each in self._open:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def _accept(self):
        while not self._ending.is_set():
            try:
                here, _ = self._door.accept()
                there = socket.create_connection(("127.0.0.1", self._to)) if self.whole else None
            except OSError:
                continue
            if there is None:
                here.close()
                continue
            with self._lock:
                self._open |= {here, there}
            deaf = threading.Event()
            for one, other, pumped in ((here, there, self._asked), (there, here, self._answered)):
                pump = threading.Thread(target=self._pump, args=(one, other, deaf, pumped), daemon=True)
                pump.start()
                self._threads.append(pump)

    def _asked(self, data, deaf):
        if self.losing is not None and data.startswith(self.losing):
            self.losing, self.lost = None, self.lost + 1
            deaf.set()
        return True

    def _answered(self, _data, deaf):
        return not deaf.is_set()

    def _pump(self, one, other, deaf, pumped):
        with contextlib.suppress(OSError):
            while (data := one.recv(65536)) and pumped(data, deaf):
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._open -= {one, other}
        for each in (one, other):
            each.close()
