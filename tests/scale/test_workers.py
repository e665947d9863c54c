"""Several server processes: one's page sees what another wrote, a dead one is replaced, and no entry is lost."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import httpx
import pytest
from service_help import API, KILLS, LIMIT, OPENING, eventually

from service.app import assemble
from service.settings import Settings
from service.workers import LOOK, TRIES

pytestmark = pytest.mark.scale


class Served:
    """`tableside serve --workers 2` in a process of its own."""

    def __init__(self, folder, database_url):
        words = ["serve", "--workers", "2", "--port", "0", "--data", str(folder)]
        env = {**os.environ, "TABLESIDE_DATABASE_URL": database_url}
        command = [sys.executable, "-m", "tableside", *words]
        with (folder / "stderr").open("wb") as said:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True, env=env)
        line = self.process.stdout.readline()
        if "Tableside is at" not in line:
            self.process.communicate()
            raise AssertionError((folder / "stderr").read_text())
        self.where = line.split(" at ")[1].split()[0]

    def client(self):
        return httpx.Client(base_url=self.where, timeout=LIMIT, headers={"origin": self.where.rstrip("/")})

    def others(self):
        """The process that each of some new connections is answered by."""
        found = set()
        for _ in range(40):
            with self.client() as client:
                response = client.get("/metrics").text
            found |= {line.split('process="')[1].split('"')[0] for line in response.splitlines() if 'process="' in line}
            if len(found) == 2:
                break
        return found

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=LIMIT)
        return self.process.returncode


@pytest.fixture
def served(database_url, tmp_path):
    made = Served(tmp_path, database_url)
    yield made
    if made.process.poll() is None:
        made.end()
    made.process.stdout.close()


def children(pid):
    """The server processes of a supervisor: not the tracker that Python adds."""
    result = subprocess.run(["pgrep", "-P", str(pid), "-f", "spawn_main"], capture_output=True, text=True, check=False)
    return [int(word) for word in result.stdout.split()]


def opened(client):
    return client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]


def test_streams_of_every_process_hear_of_a_move(served):
    assert len(served.others()) == 2
    heard, ready = [], threading.Barrier(9)

    def listen():
        with served.client() as client, client.stream("GET", f"{game}/events") as answer:
            assert answer.status_code == 200
            ready.wait(LIMIT)
            for line in answer.iter_lines():
                if line.startswith("id"):
                    heard.append(time.monotonic())
                    return

    with served.client() as client:
        game = opened(client)
        listeners = [threading.Thread(target=listen) for _ in range(8)]
        for each in listeners:
            each.start()
        ready.wait(LIMIT)
        response = client.post(f"{game}/moves", json={"seat": 0, "move": OPENING, "version": 0})
        assert response.status_code == 201
    for each in listeners:
        each.join(LIMIT)
    assert len(heard) == 8


def test_a_code_of_one_process_is_known_to_all(served):
    with served.client() as host:
        game = opened(host).rpartition("/")[2]
        made = host.post(f"{API}/invitations", json={"role": "spectator", "game": game})
        assert made.status_code == 201, made.text
        states = set()
        for _ in range(12):
            with served.client() as other:
                states.add(other.get(f"{API}/invitations/{made.json()['id']}").status_code)
    assert states == {200}


def test_kills_and_replacements_lose_no_entry_that_was_acknowledged(served, database_url, tmp_path):
    """A process is killed again and again and all are replaced once, while moves and takings-back arrive."""
    acknowledged, ending = [0], threading.Event()

    def play():
        with contextlib.ExitStack() as open_ones:
            client = open_ones.enter_context(served.client())
            while not ending.is_set():
                version = acknowledged[0]
                try:
                    if version % 2:
                        response = client.post(f"{game}/undo", json={"version": version})
                    else:
                        response = client.post(f"{game}/moves", json={"seat": 0, "move": OPENING, "version": version})
                except httpx.TransportError:
                    continue
                if response.status_code == 409:  # it was written, and the word of that was lost
                    assert response.json()["version"] == version + 1
                    acknowledged[0] += 1
                else:
                    assert response.status_code == 201, response.text
                    acknowledged[0] += 1

    with served.client() as client:
        game = opened(client)
    playing = threading.Thread(target=play)
    playing.start()
    try:
        for _ in range(KILLS):
            before = acknowledged[0]
            eventually(lambda before=before: acknowledged[0] > before + 3, "entries")
            victim = children(served.process.pid)[0]
            os.kill(victim, signal.SIGKILL)
            eventually(lambda victim=victim: victim not in (now := children(served.process.pid)) and len(now) == 2)
        old = set(children(served.process.pid))
        served.process.send_signal(signal.SIGHUP)
        eventually(lambda: len(now := set(children(served.process.pid))) == 2 and not now & old, "new processes")
        before = acknowledged[0]
        eventually(lambda: acknowledged[0] > before + 3, "entries after the last one")
    finally:
        ending.set()
        playing.join(LIMIT)
    assert served.end() == 0
    parts = assemble(Settings(data=tmp_path, database_url=database_url))
    try:
        entry = parts.ledger.find(game.rpartition("/")[2])
        assert (entry.fault, entry.loss, entry.version) == (None, None, acknowledged[0])
    finally:
        parts.close()


def test_new_processes_that_are_killed_at_once_end_nothing_while_another_answers(served):
    """After six of them the whole service gave up."""
    keeps = min(children(served.process.pid))
    for _ in range(2 * TRIES):
        new = next((each for each in children(served.process.pid) if each != keeps), None)
        if new is None:
            break  # the next one comes later
        os.kill(new, signal.SIGKILL)
        eventually(lambda new=new: new not in children(served.process.pid))
        time.sleep(LOOK / 4)
    with served.client() as client:
        assert client.get("/healthz").status_code == 200
        eventually(lambda: len(children(served.process.pid)) == 2, "the next one")
    assert served.process.poll() is None


def test_processes_end_with_the_one_that_started_them(served):
    workers = children(served.process.pid)
    assert len(workers) == 2
    served.process.kill()
    served.process.wait(LIMIT)

    def gone():
        return not any(os.path.exists(f"/proc/{pid}") for pid in workers)  # noqa: PTH110

    eventually(gone, "the end of the server processes")


def test_a_store_that_does_not_answer_is_one_line(tmp_path):
    words = [sys.executable, "-m", "tableside", "serve", "--workers", "2", "--data", str(tmp_path)]
    nowhere = "postgresql://tableside@127.0.0.1:9/none"
    for url, result in ((nowhere, "cannot be used"), (f"sqlite:///{tmp_path}/x.db", "need PostgreSQL")):
        env = {**os.environ, "TABLESIDE_DATABASE_URL": url}
        done = subprocess.run(words, capture_output=True, text=True, env=env, timeout=LIMIT, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert result in done.stderr
        assert len(done.stderr.splitlines()) == 1
