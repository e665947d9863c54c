"""A bundle to check, and what checks it."""

import pytest
from bundled import files_of
from disputed import GAME, desk_of

from service.disputes.verify import verify


@pytest.fixture
def files(tmp_path, staged, eye):
    """The files of a bundle about a move that the pictures show."""
    desk = desk_of(tmp_path / "data", staged, eye)
    assert desk.ask(GAME, "was move 2 legal?")["answer"]["verdict"] == "upheld"
    return files_of(desk, tmp_path)


@pytest.fixture
def check(eye):
    """Verifies files with the faultless eye."""
    return lambda files, signer=None: verify(files, lambda _game, _own: eye, signer)
