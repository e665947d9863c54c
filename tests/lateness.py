"""Threads, services and pages made late on purpose: what a test asserts before it came then fails, and says so.

`TABLESIDE_TEST_LATE=0.4` holds back by so many seconds what others bring to a test: each thread and each process as it
begins, each part of an answer, each event and each timer of a page. A thread also dawdles now and then in our code.
`TABLESIDE_TEST_SLOW=0.4` lets so many seconds pass before each request and each step of a browser test, so that the
service and the page are ahead of it. `TABLESIDE_TEST_SEED` chooses where threads dawdle.
"""

import asyncio
import functools
import os
import queue
import random
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LATE = float(os.environ.get("TABLESIDE_TEST_LATE", "0"))
"""s by which threads and processes begin late, a service answers late, and a page's timers ring late."""
SLOW = float(os.environ.get("TABLESIDE_TEST_SLOW", "0"))
"""s that pass before each request and each step of a browser test."""
SEED = int(os.environ.get("TABLESIDE_TEST_SEED", "0"))
OFTEN, MOST = 0.1, 3
"""How often a thread dawdles as it calls a function of ours, and how many times in that function: servers call many."""
SERVICE = str(Path(__file__).parents[1] / "service") + os.sep
"""Code that works in threads; reading and rules are called far too often to dawdle there."""
TIMERS = f"""(() => {{
  const {{ setTimeout, setInterval }} = globalThis;
  globalThis.setTimeout = (does, wait = 0, ...told) => setTimeout(does, wait + {1000 * LATE}, ...told);
  globalThis.setInterval = (does, wait = 0, ...told) => setInterval(does, wait + {1000 * LATE}, ...told);
  globalThis.requestAnimationFrame = (does) => setTimeout(() => does(performance.now()), {1000 * LATE});
}})()"""


def begin_late(folder):
    """From now on this process has late threads, and each Python process that it starts begins late."""
    _delay_threads()
    _delay_what_they_bring()
    (Path(folder) / "sitecustomize.py").write_text(f"import time\n\ntime.sleep({LATE})\n")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))


def _later(does):
    """The same after a while, unless the test itself does it."""

    @functools.wraps(does)
    def after_a_while(*words, **named):
        if _is_of_a_test(threading.current_thread()):
            time.sleep(LATE)
        return does(*words, **named)

    return after_a_while


def _is_of_a_test(thread):
    """Whether it is no test itself, and none of the threads by which the tests' own processes talk."""
    return thread is not threading.main_thread() and not isinstance(thread, threading._DummyThread)


def _delay_threads():
    """Each begins late, and so does each of its tasks; now and then it dawdles."""
    start, submit, chance, dawdled = threading.Thread.start, ThreadPoolExecutor.submit, random.Random(SEED), Counter()

    def dawdle(frame, event, _told):
        if event == "call" and frame.f_code.co_filename.startswith(SERVICE) and chance.random() < OFTEN:
            where = threading.get_ident(), frame.f_code
            dawdled[where] += 1
            if dawdled[where] <= MOST:
                time.sleep(LATE / 2)

    def start_late(thread):
        thread.run = _later(thread.run)
        start(thread)

    threading.setprofile(dawdle)
    threading.Thread.start = start_late
    ThreadPoolExecutor.submit = lambda pool, does, /, *words, **named: submit(pool, _later(does), *words, **named)


def _delay_what_they_bring():
    """Lines, signs and calls that one thread gives another."""

    class LateQueue(queue.SimpleQueue):
        put = _later(queue.SimpleQueue.put)

    signal = threading.Event.set

    def set_late(event):
        own = sys._getframe(1).f_code.co_filename == threading.__file__  # a thread's own sign that it has started
        (signal if own else _later(signal))(event)

    queue.SimpleQueue = LateQueue
    threading.Event.set = set_late
    asyncio.BaseEventLoop.call_soon_threadsafe = _later(asyncio.BaseEventLoop.call_soon_threadsafe)


def slowly(_request):
    """A moment passes before a request."""
    time.sleep(SLOW)


class Late:
    """An app whose every message comes late."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        async def later(message):
            await asyncio.sleep(LATE)
            await send(message)

        await self.app(scope, receive, later if scope["type"] == "http" else send)


def late(app):
    """The same app, made late where that is wanted."""
    if LATE:
        app.add_middleware(Late)
    return app


def slowed(chromium):
    """The same browser; its pages' timers are late where that is wanted."""
    if LATE:
        new_context, new_page = chromium.new_context, chromium.new_page

        def context(**how):
            opened = new_context(**how)
            opened.add_init_script(TIMERS)
            return opened

        def page(**how):
            opened = new_page(**how)
            opened.add_init_script(TIMERS)
            return opened

        chromium.new_context, chromium.new_page = context, page
    return chromium
