"""A service and its pages made late on purpose: what a test asserts before it came then fails each time, and says so.

`TABLESIDE_TEST_LATE=0.4` holds back each part of an answer, each event and each timer of a page by so many seconds.
`TABLESIDE_TEST_SLOW=0.4` lets so many seconds pass before each step of a browser test, so that the page is ahead of it.
"""

import asyncio
import os

LATE = float(os.environ.get("TABLESIDE_TEST_LATE", "0"))
"""s by which a service answers late, and a page's timers ring late."""
SLOW = float(os.environ.get("TABLESIDE_TEST_SLOW", "0"))
"""s that pass before each step of a browser test."""
TIMERS = f"""(() => {{
  const {{ setTimeout, setInterval }} = globalThis;
  globalThis.setTimeout = (does, wait = 0, ...told) => setTimeout(does, wait + {1000 * LATE}, ...told);
  globalThis.setInterval = (does, wait = 0, ...told) => setInterval(does, wait + {1000 * LATE}, ...told);
  globalThis.requestAnimationFrame = (does) => setTimeout(() => does(performance.now()), {1000 * LATE});
}})()"""


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
