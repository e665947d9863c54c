"""How the tests are shared out: what takes long begins first, and somebody works while others wait."""

import functools
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path
from uuid import uuid4

import pytest
import typer.main
from hypothesis import HealthCheck, settings
from lateness import LATE, begin_late
from postgresql import TEST_URL, Server, postgresql

# Compiled once for all: some environments forbid it, and each process that a test starts would compile everything.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ANYWHERE = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", **ANYWHERE, derandomize=True, database=None)
settings.register_profile("new", **ANYWHERE)
settings.load_profile("same")  # every run sees the same examples; with --hypothesis-profile new, others

for threads in ("OPENCV_FOR_THREADS_NUM", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # each test has one processor; more threads cost more and save no time

os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)  # no authorities: no test asks afar, and each client loads them

os.environ["TABLESIDE_PORT"] = os.environ["TABLESIDE_PHONE_PORT"] = "0"  # others may listen on the usual ones
os.environ.setdefault("TABLESIDE_WARM_SECONDS", "3600")  # hundreds of servers start here, and few read a photo
os.environ.setdefault("TABLESIDE_READ_SECONDS", "600")  # on a busy machine, the first photo takes long

typer.main.get_command = functools.cache(typer.main.get_command)  # hundreds of tests run or look at the same commands

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # What a shell starts behind itself ignores Ctrl-C, and so would each program that a test stops by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

MEMORY, ROOM = Path("/dev/shm"), 4 * 2**30
"""Where Linux keeps files in memory, and how many bytes must be free there."""


def _work_in_memory():
    """Every store is flushed to its disk again and again: in memory nobody waits for that."""
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None


_work_in_memory()

FIRST = ("datasets", "attacks", "service", "test_installed.py", "models", "vision", "engine")
"""Folders by the length of their longest module, so that the last ones to run are short."""


def pytest_xdist_auto_num_workers():
    """One more than there are processors: tests of cameras, browsers and limits wait a third of their time.

    Each collects all tests, and has a browser and a reading process of its own: more cost more than they fill in.
    """
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """What is collected stays: the rubbish collector need not look at it. Later it comes seldom: it finds little."""
    _begin_elsewhere(session.config)
    gc.disable()
    found = yield
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
    return found


def _begin_elsewhere(config):
    """Each worker begins with other modules: what one has compiled, the others find. A fresh clone has nothing yet."""
    if hasattr(config, "workerinput") and all(map(os.path.isdir, config.args)):
        inside = sorted(str(each) for folder in config.args for each in Path(folder).glob("[!_]*") if _has_tests(each))
        first = len(inside) * int(config.workerinput["workerid"][2:]) // config.workerinput["workercount"]
        config.args[:] = inside[first:] + inside[:first]


def _has_tests(path):
    return path.match("test_*.py") or any(path.rglob("test_*.py"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """What shares a browser follows one another, for other tests close it: a module may be two groups.

    What is marked `apart` is of no group and comes last: whoever has nothing else to do takes one. A worker takes three
    at once, so short ones fill the end: those of which a module has many.
    """

    @functools.cache
    def place(path):
        folder = path.relative_to(config.rootpath / "tests").parts[0]
        return FIRST.index(folder) if folder in FIRST else len(FIRST)

    def has(item, mark):
        return item.get_closest_marker(mark) is not None

    alone = Counter(item.path for item in items if has(item, "apart"))

    def turn(item):
        many = alone[item.path] if has(item, "apart") else 0
        return many, not has(item, "browser"), place(item.path), item.path

    items.sort(key=turn)
    for item in items:
        if not has(item, "apart"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem + "+browser" * has(item, "browser")))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session):
    """The scheduler reads a test's group from its name; pytest 9.2 does not read the name where xdist writes it."""
    if session.config.getoption("loadgroup", default=False):
        for item in session.items:
            written = getattr(item, "_nodeid", item.nodeid)  # what is of no group has none
            if item.nodeid != written:
                item._id = type(item._id).parse(written)


def pytest_addoption(parser):
    parser.addoption("--postgresql", action="store_true", help="start a PostgreSQL, and test the store on it")


def pytest_configure(config):
    """One server for all who test; each test has a database of its own in it."""
    if config.getoption("--postgresql") and not hasattr(config, "workerinput"):
        server = Server()
        config.add_cleanup(server.remove)
        os.environ[TEST_URL] = server.start().url
    if LATE and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        folder = tempfile.TemporaryDirectory()
        config.add_cleanup(folder.cleanup)
        begin_late(folder.name)


@pytest.fixture
def database_url(tmp_path, monkeypatch):
    """The URL of an empty store, which the service takes, too."""
    server = postgresql()
    if not server:
        yield f"sqlite:///{tmp_path / 'deep' / 'tableside.db'}"
        return
    from sqlalchemy import create_engine, make_url

    name = f"tableside_{uuid4().hex[:12]}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    url = make_url(server).set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        monkeypatch.setenv("TABLESIDE_DATABASE_URL", url)
        yield url
        connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    engine.dispose()


@pytest.fixture(autouse=True)
def store_in_postgresql(request):
    """Tests of the store have theirs there, where there is one, however they open it."""
    if postgresql() and request.node.get_closest_marker("store"):
        request.getfixturevalue("database_url")
