"""Own pieces: a ruling that was made with them has them in its bundle."""

import pytest
from bundled import files_of, sealed_anew, text_of
from disputed import GAME, desk_of

from service.disputes import dossier
from service.disputes.seal import Seal
from service.settings import Settings


def test_own_pieces_that_are_no_set_are_named(files, check, tmp_path):
    for data in (b"{}", b"x"):
        changed = {**files, dossier.own_name("stackernoos"): data}
        said = {**text_of(files, dossier.VERSIONS), "own": dossier.sha256(data)}
        changed[dossier.VERSIONS] = dossier.canonical(said)
        changed[dossier.RULING] = dossier.canonical({**text_of(files, dossier.RULING), "versions": said})
        sealed_anew(changed, Seal(tmp_path / "other"))
        assert any("cannot be decided again" in line for line in check(changed).changed)


@pytest.fixture
def with_mine(tmp_path, staged, recogniser, monkeypatch):
    """A desk that reads with dominoes of the user's own, and their file."""
    monkeypatch.setattr("vision.pipeline.faces_of", lambda _game, _own: None)
    monkeypatch.setenv("TABLESIDE_DOMINOES", "mine")
    mine = tmp_path / "data" / "dominoes" / "mine.json"
    mine.parent.mkdir(parents=True)
    mine.write_text('{"a": 1}')
    return desk_of(tmp_path / "data", staged, recogniser), mine


@pytest.mark.parametrize("later", ["enrolled anew", "removed", "not named"])
def test_own_pieces_stay_with_the_ruling_that_was_made_with_them(tmp_path, check, with_mine, monkeypatch, later):
    """Whatever becomes of the file, or if `serve` is started without it."""
    desk, mine = with_mine
    assert desk.ask(GAME, "was move 2 legal?")["versions"]["own"] == dossier.sha256(b'{"a": 1}')
    before = desk.bundle(GAME, 1)
    if later == "not named":
        monkeypatch.delenv("TABLESIDE_DOMINOES")
        desk._settings = Settings(data=tmp_path / "data")
    elif later == "removed":
        mine.unlink()
    else:
        mine.write_text('{"a": 2}')
        desk.ask(GAME, "was move 2 legal?")
    assert desk.bundle(GAME, 1) == before
    result = files_of(desk, tmp_path)
    assert result[dossier.own_name("stackernoos")] == b'{"a": 1}'
    assert check(result).passed


def test_own_pieces_that_are_lost_leave_a_bundle_that_says_so(tmp_path, check, with_mine):
    desk, _ = with_mine
    desk.ask(GAME, "was move 2 legal?")
    (kept,) = (tmp_path / "data" / "own").iterdir()
    kept.write_text("something else")
    assert any("own pieces" in line for line in check(files_of(desk, tmp_path)).changed)
