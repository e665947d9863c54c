"""A PostgreSQL for tests: Debian's programs, a folder of its own, a user that is not root, a socket and no network."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

TEST_URL = "TABLESIDE_TEST_POSTGRESQL"
"""The variable that names a PostgreSQL's own database, such as postgresql+psycopg://me@localhost/postgres: with it the
tests of the store use that server and a database of their own each, else SQLite."""
PATIENCE = 120.0
"""s that a busy machine may take to start or to stop it."""
QUICK = ("fsync=off", "full_page_writes=off")
"""For tests that no power cut interrupts: a process that is killed loses nothing by it."""
LIMITS = ("listen_addresses=", "max_connections=200", "shared_buffers=32MB", "log_min_messages=fatal")
WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""


def postgresql():
    """The URL of the server that tests of the store use; empty where they use SQLite."""
    return os.environ.get(TEST_URL, "")


class Server:
    """A server of a folder of its own, from `start` to `remove`. `kill` is `kill -9` of all its processes."""

    def __init__(self, options=QUICK):
        self._folder = Path(tempfile.mkdtemp(prefix="tableside-pg-"))
        self._options = options
        self._user = _other_user()
        self._process = None
        if self._user:
            shutil.chown(self._folder, self._user)
        words = ["-D", self._data, "-A", "trust", "-U", "tableside", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([program("initdb"), *words], check=True, capture_output=True, cwd=self._folder, **self._as)

    @property
    def url(self):
        """Of its own database; the socket's folder is the server's."""
        return f"postgresql+psycopg://tableside@/postgres?host={self._folder}"

    @property
    def pid(self):
        """The number of its first process."""
        return self._process.pid

    @property
    def _data(self):
        return self._folder / "data"

    @property
    def _as(self):
        return {"user": self._user, "extra_groups": []} if self._user else {}

    def start(self):
        """Start it and wait until it answers."""
        said = [word for option in (*LIMITS, *self._options) for word in ("-c", option)]
        command = [program("postgres"), "-D", self._data, "-k", self._folder, *said]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                start_new_session=True,
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - the tests start it before any thread
                **self._as,
            )
        ready = [program("pg_isready"), "-q", "-h", self._folder, "-U", "tableside"]
        end = time.monotonic() + PATIENCE
        while subprocess.run(ready, check=False).returncode:
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.05)
        return self

    def kill(self):
        """End every process of it at once, as a machine that fails does."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE)

    def remove(self):
        """Stop it, if it runs, and remove its folder."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)  # ends sessions and is done
            self._process.wait(PATIENCE)
        shutil.rmtree(self._folder, ignore_errors=True)


def program(name):
    """A program of PostgreSQL: on the path, or of the newest version that Debian has installed."""
    found = shutil.which(name) or max(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), default=None)
    assert found, f"PostgreSQL's {name} is not here: apt-get install postgresql"
    return found


def _other_user():
    """Whom root runs it as, for PostgreSQL refuses root; None for anybody else, who runs it as themselves."""
    if os.geteuid():
        return None
    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def _end_with_parent():
    """A test run that is killed leaves no server behind."""
    ctypes.CDLL(None).prctl(WITH_PARENT, signal.SIGINT)
