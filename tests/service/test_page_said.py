"""Lines of the engine and of the camera in the reader's words; each form as its own maker writes it."""

import pytest

from engine.games.stackernoos.points import OUT
from engine.games.stonerow import cards
from engine.games.stonerow.cards import CHARACTERS, NAMES
from engine.games.stonerow.combinations import COUNT_WORDS, name
from engine.said import Said, begun
from service.capture.child import _counted
from service.capture.look import BLACK_LINE, SLOW_LINE
from service.capture.source import find_source
from service.following.station import AIMED
from service.following.tables import Health
from service.page.language import english, languages
from service.page.reasons import translated
from service.phone.inbox import JOIN, SCAN_AGAIN, SENT_AWAY, TAKEN_OVER
from service.store import evidence
from service.store.store import FULL, SPOILT
from vision.scene.gate import DETAILS

EN, SV = english(), languages()["sv"]


def made(*labels):
    return name(cards.gather(map(cards.CARDS.__getitem__, labels)))


def row(form, *labels, before=("R9", "B9")):
    return Said(form, combination=made(*labels), row="r2", combination2=made(*before))


@pytest.mark.parametrize(
    ("why", "english_words", "swedish_words"),
    [
        (OUT.why, "The last tile of the hand", "Handens sista bricka"),
        (
            Said("capping {end}: {sum}", end="run:e", sum="9 + 6"),
            "A cap on the right end of the run: 9 + 6",
            "En bricka som låser radens högra ände: 9 + 6",
        ),
        (
            Said("capping {end}: {sum}", end="2,4:e", sum="9 + 6"),
            "A cap on the right end of the branch: 9 + 6",
            None,
        ),
        (
            Said("a root at {end}: {sum}", end="2,0", sum=Said("{bonus}, the tile counting once", bonus=12)),
            "A root: 12, the tile counting once",
            None,
        ),
        (Said("a bridge over {cell}: {sum}", cell="3.5,0", sum="15 + 12"), "A bridge: 15 + 12", "En bro: 15 + 12"),
        (row("{combination} in {row}", "R9", "B9"), "pair of nines", "par i nior"),
        (row("{combination} in {row}, broken", "R3", "R4", "R5", "R6"), "run of four, broken", "svit på fyra, bruten"),
        (
            row("{combination} in {row}, {combination2} before", "RSu", "BSu", "GSu", before=("RSu", "BSu")),
            None,
            "tre lantmätare, par i lantmätare förut",
        ),
        (Said("no set or run in {row}", row="r3"), "no set or run", None),
        (
            Said("tokens beside stack {stack}", stack=(0, 4)),
            "Tokens beside stack 1 and 5",
            "Markörer vid stapel 1 och 5",
        ),
        ("something new", "", ""),
    ],
)
def test_what_earned_points_is_told_in_words(why, english_words, swedish_words):
    assert english_words is None or translated(why, EN) == english_words
    assert swedish_words is None or translated(why, SV) == swedish_words


def test_every_number_and_rank_of_a_row_has_its_words():
    assert all(f"ranks.{rank}" in SV.strings for rank in (*NAMES, *CHARACTERS))
    assert all(f"many.{word}" in SV.strings for word in COUNT_WORDS[3:])


PHONE_LINES = (JOIN, SCAN_AGAIN, TAKEN_OVER, SENT_AWAY, AIMED)


@pytest.mark.parametrize("line", [BLACK_LINE, SLOW_LINE, *PHONE_LINES, *DETAILS.values(), Health().detail])
def test_lines_of_the_camera_are_known_as_it_says_them(line):
    assert translated(line, EN)
    assert all(translated(line, t) not in ("", line) for t in languages().values() if t != EN)


@pytest.mark.parametrize(
    ("line", "swedish_words"),
    [
        (FULL, "Disken är full: frigör utrymme. Det som antecknats tidigare är i säkerhet."),
        (Said(evidence.FULL, why="No space left on device"), "Det finns inget utrymme för nya bilder: "),
        (Said(SPOILT, why="a page is torn"), "Lagret är skadat (a page is torn)"),
        (
            Said("the store cannot be used: {why}", why="a table is locked"),
            "Lagret går inte att använda: a table is locked",
        ),
    ],
)
def test_why_nothing_can_be_recorded_is_told_in_words(line, swedish_words):
    assert translated(line, SV).startswith(swedish_words)
    assert translated(line, EN)


def test_a_camera_is_named_and_said_to_be_tried_again():
    source = str(find_source("0"))
    gone = Said("{source} gives no more frames: check its cable or its network.", source=begun(source))
    assert gone == "Camera 0 gives no more frames: check its cable or its network."
    again = Said("{line} Trying again.", line=gone)
    assert translated(again, SV) == "Kamera 0 ger inga fler bilder: kontrollera kabeln eller nätverket. Försöker igen."
    assert translated(Said("{source}, {pixels}", source=source, pixels="1280×720"), SV) == "Kamera 0, 1280×720"
    address = str(find_source("rtsp://there/live"))
    assert translated(Said("{source}, {pixels}", source=address, pixels="1280×720"), SV).startswith("rtsp://there")
    assert begun(address) == address
    away = Said("{line} Trying again.", line=Said("{source} hangs: check its cable or its network.", source=address))
    assert translated(away, EN) == "rtsp://there/live hangs: check its cable or its network. Trying again."
    assert translated("something new", SV) == ""


@pytest.mark.parametrize(
    ("source", "words"),
    [("7", "kamera 7"), ("phone", "telefonen"), ("film.mp4", "filmen film.mp4"), ("still.png", "bilden still.png")],
)
def test_every_kind_of_source_has_its_words(source, words, tmp_path, monkeypatch):
    """“Öppnar the phone …” stood on a Swedish page."""
    monkeypatch.chdir(tmp_path)
    for file in ("film.mp4", "still.png"):
        (tmp_path / file).touch()
    assert translated(Said("Opening {source} …", source=find_source(source)), SV) == f"Öppnar {words} …"


def test_a_folder_of_pictures_has_its_words(tmp_path):
    (tmp_path / "1.png").touch()
    (tmp_path / "2.png").touch()
    source = find_source(str(tmp_path))
    line = Said("{source} does not open: check it, or whether the computer is too busy.", source=begun(str(source)))
    assert translated(line, SV).startswith(f"Bilderna i {tmp_path.name} går inte att öppna")
    counted = _counted(source, 2)
    assert counted == f"2 pictures in {tmp_path.name}"
    assert translated(Said("{source}, {many} s each", source=counted, many=6), SV) == f"Bilderna i {tmp_path.name}"
    shown = Said("All shown: {source}.", source=_counted(source, 1))
    assert translated(shown, SV) == f"Alla har visats: bilderna i {tmp_path.name}."
