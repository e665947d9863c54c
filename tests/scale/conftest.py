"""A PostgreSQL for the tests of many processes, started where none was named."""

import os
import sys
from pathlib import Path

import pytest
from postgresql import TEST_URL, Server, postgresql

sys.path.insert(0, str(Path(__file__).parents[1] / "service"))


@pytest.fixture(scope="session", autouse=True)
def one_postgresql():
    """These tests have a PostgreSQL in any case."""
    if postgresql():
        yield
        return
    server = Server()
    try:
        os.environ[TEST_URL] = server.start().url
        yield
    finally:
        del os.environ[TEST_URL]
        server.remove()
