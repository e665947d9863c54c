"""A bundle to check, and what checks it."""

import pytest
from bundled import files_of
from disputed import GAME, Faultless, desk_of

from service.disputes.verify import verify


@pytest.fixture(scope="session")
def untouched(tmp_path_factory, staged):
    """The files of a bundle about a move that the pictures show."""
    folder = tmp_path_factory.mktemp("bundle")
    desk = desk_of(folder / "data", staged, Faultless(staged))
    assert desk.ask(GAME, "was move 2 legal?")["answer"]["verdict"] == "upheld"
    return files_of(desk, folder)


@pytest.fixture
def files(untouched):
    """The same, to be changed."""
    return dict(untouched)


@pytest.fixture
def check(recogniser):
    """Verifies files with the faultless recogniser."""
    return lambda files, *signers: verify(files, lambda _game, _own: recogniser, signers)
