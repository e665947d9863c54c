"""Lines of the engine and of the camera in the reader's words; each form as its own maker writes it."""

import pytest

from engine.games.stackernoos.points import OUT
from engine.games.stonerow.cards import CHARACTERS, NAMES
from engine.games.stonerow.combinations import COUNT_WORDS
from service.capture.look import BLACK_LINE, SLOW_LINE
from service.capture.source import find_source
from service.following.tables import Health
from service.page.language import english, languages
from service.page.said import camera, earned, in_words
from service.phone.inbox import JOIN
from service.store import evidence
from service.store.store import FULL
from vision.scene.gate import DETAILS

EN, SV = english(), languages()["sv"]


@pytest.mark.parametrize(
    ("why", "english_words", "swedish_words"),
    [
        (OUT.why, "The last tile of the hand", "Handens sista bricka"),
        (
            "capping run:e: 9 + 6",
            "A cap on the right end of the run: 9 + 6",
            "En bricka som låser radens högra ände: 9 + 6",
        ),
        ("capping 2,4:e: 9 + 6", "A cap on the right end of the branch: 9 + 6", None),
        ("a root at 2,0: 12, the tile counting once", "A root: 12, the tile counting once", None),
        ("a bridge over 3.5,0: 15 + 12", "A bridge: 15 + 12", "En bro: 15 + 12"),
        ("pair of nines in r2", "pair of nines", "par i nior"),
        ("run of four in r12, broken", "run of four, broken", "svit på fyra, bruten"),
        ("three Surveyors in r1, pair of Surveyors before", None, "tre lantmätare, par i lantmätare förut"),
        ("no set or run in r3", "no set or run", None),
        ("tokens beside stack 0 and 4", "Tokens beside stack 1 and 5", "Markörer vid stapel 1 och 5"),
        ("something new", "", ""),
    ],
)
def test_what_earned_points_is_told_in_words(why, english_words, swedish_words):
    assert english_words is None or earned(why, EN) == english_words
    assert swedish_words is None or earned(why, SV) == swedish_words


def test_every_number_and_rank_of_a_row_has_its_words():
    assert all(f"ranks.{rank}" in SV.strings for rank in (*NAMES, *CHARACTERS))
    assert all(f"many.{word}" in SV.strings for word in COUNT_WORDS[3:])


@pytest.mark.parametrize("line", [BLACK_LINE, SLOW_LINE, JOIN, DETAILS["blocked"], Health().detail])
def test_lines_of_the_camera_are_known_as_it_says_them(line):
    assert camera(line, EN) == line
    assert all(camera(line, t) not in ("", line) for t in languages().values() if t != EN)


@pytest.mark.parametrize(
    ("line", "swedish_words"),
    [
        (FULL, "Disken är full: frigör utrymme. Det som antecknats tidigare är i säkerhet."),
        (evidence.FULL.format(why="No space left on device"), "Det finns inget utrymme för nya bilder: "),
        ("the store is damaged (a page is torn): keep its file", "Lagret är skadat (a page is torn)"),
        ("the store cannot be used: a table is locked", "Lagret går inte att använda: a table is locked"),
    ],
)
def test_why_nothing_can_be_recorded_is_told_in_words(line, swedish_words):
    assert camera(line, SV).startswith(swedish_words)
    assert camera(line, EN)


def test_a_camera_is_named_and_said_to_be_tried_again():
    gone = "camera 0 gives no more frames: check its cable or its network. Trying again."
    assert camera(gone, SV) == "Kamera 0 ger inga fler bilder: kontrollera kabeln eller nätverket. Försöker igen."
    assert camera("camera 0, 1280×720", SV) == "Kamera 0, 1280×720"
    assert camera("evening.mp4, 1280×720, 30 frames/s", EN) == "evening.mp4, 1280×720"
    assert camera("something new", SV) == ""


@pytest.mark.parametrize(
    ("source", "words"),
    [("7", "kamera 7"), ("phone", "telefonen"), ("film.mp4", "filmen film.mp4"), ("still.png", "bilden still.png")],
)
def test_every_kind_of_source_has_its_words(source, words, tmp_path, monkeypatch):
    """“Öppnar the phone …” stood on a Swedish page."""
    monkeypatch.chdir(tmp_path)
    for name in ("film.mp4", "still.png"):
        (tmp_path / name).touch()
    assert camera(f"Opening {find_source(source)} …", SV) == f"Öppnar {words} …"


def test_a_folder_of_pictures_has_its_words(tmp_path):
    (tmp_path / "1.png").touch()
    (tmp_path / "2.png").touch()
    line = f"{find_source(str(tmp_path))} does not open: check it, or whether the computer is too busy."
    assert camera(line, SV).startswith(f"Bilderna i {tmp_path.name} går inte att öppna")
    assert camera("2 pictures in demo, 6 s each", SV) == "Bilderna i demo"
    assert camera("All shown: 1 picture in demo.", SV) == "Alla har visats: bilderna i demo."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("run:w can be capped from 7.", "the left end of the run can be capped from 7."),
        (
            "It is the turn of seat 0; 2:n is closed.",
            "It is the turn of player 1; the upper end of the branch is closed.",
        ),
        ("span 9-9 @5,0,1:e at 18:00:12", "span 9-9 at 18:00:12"),
        ("run:w, (-2,4:e)", "the left end of the run, (the right end of the branch)"),
        ("at 12:e, 12:30, run:n, http://x/run:e, run:e/x, 1.5:n, 2:s-a", None),
    ],
)
def test_ends_are_called_by_their_sides_and_moves_have_no_cells(line, words):
    assert in_words(line) == (words or line)
