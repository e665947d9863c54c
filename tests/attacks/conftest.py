"""What the attacks share with the tests of the service: a running server, its clients, a browser."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "service"))

import forked
from page_browsing import close_browsers


@pytest.fixture(scope="session", autouse=True)
def browsers():
    """Those that tests opened are closed at the end."""
    yield
    close_browsers()


@pytest.fixture(scope="module", autouse=True)
def forks():
    """Processes that a service starts are copies of one that has its modules."""
    yield from forked.forks()


@pytest.fixture(autouse=True)
def only_browser_tests_beside_a_browser(request):
    """Playwright's event loop runs as long as a browser is open, and leaves no room for another."""
    if request.node.get_closest_marker("browser") is None:
        close_browsers()
