"""`tableside enroll`: photos of cards become a deck file, and every way to get it wrong is one line."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from service.cli import app
from vision.recognise.cards import card_reader, load_deck, printed_deck
from vision.recognise.detect import Detection

sys.path.append(str(Path(__file__).parents[1] / "vision" / "recognise" / "cards"))

from card_tables import cloth, laid, turned_card

SOME = ("R7", "B7", "GSu", "Hw")


def command(*words):
    return CliRunner().invoke(app, ["enroll", *[str(word) for word in words]])


def refused(done):
    """The one line that the command says when the user can mend something."""
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """A photo of each of some cards, named after it."""
    folder = tmp_path_factory.mktemp("photos")
    for number, label in enumerate(SOME):
        card = turned_card(300 + 5 * number, 240, 190, 4 * number - 6)
        cv2.imwrite(str(folder / f"{label}.png"), laid(cloth(seed=number), label, card))
    cv2.imwrite(str(folder / "empty.png"), cloth())
    blurred = cv2.GaussianBlur(laid(cloth(), "R7", turned_card(300, 240, 190, 0)), (0, 0), 9)
    cv2.imwrite(str(folder / "blurred.png"), blurred)
    again = laid(cloth(seed=9), "R7", turned_card(310, 230, 180, 8))
    cv2.imwrite(str(folder / "again.png"), again)
    return folder


def knows(deck, label):
    """Whether the deck reads a card that lies turned, smaller and in warmer light."""
    card = turned_card(310, 250, 90, 130)
    picture = np.clip(laid(cloth(seed=77), label, card) * np.array([0.8, 0.95, 1.0]), 0, 255).astype(np.uint8)
    (result,) = card_reader(deck).read(picture, [Detection(card, "card", 1.0)])
    return result.label == label


def test_one_photo_a_card_named_after_it(photos, tmp_path):
    done = command("deck", *(photos / f"{label}.png" for label in SOME), "--out", tmp_path / "some")
    assert done.exit_code == 0, done.output
    assert "4 cards" in done.stdout
    deck = load_deck(tmp_path / "some.npz")
    assert deck.labels == SOME
    assert deck.aspect == pytest.approx(88 / 63, abs=0.03)
    assert all(knows(deck, label) for label in SOME)


def test_labels_come_from_a_list_and_the_deck_goes_to_the_data_folder(photos, tmp_path):
    files = [photos / f"{label}.png" for label in SOME]
    done = command("deck", *files, "--labels", "a,b,c,d", "--name", "mine", "--data", tmp_path)
    assert done.exit_code == 0, done.output
    assert load_deck(tmp_path / "decks" / "mine.npz").labels == ("a", "b", "c", "d")


def test_a_grid_is_read_in_rows(tmp_path):
    table = cloth(700, 900)
    for number, label in enumerate(SOME):
        table = laid(
            table, label, turned_card(300 + 280 * (number % 2), 190 + 320 * (number // 2), 180, 3 * number - 4)
        )
    cv2.imwrite(str(tmp_path / "all.png"), table)
    (tmp_path / "labels.txt").write_text("\n".join(SOME))
    labels = ("--labels", tmp_path / "labels.txt")
    done = command("deck", tmp_path / "all.png", "--grid", "2x2", *labels, "--out", tmp_path / "all.npz")
    assert done.exit_code == 0, done.output
    assert all(knows(load_deck(tmp_path / "all.npz"), label) for label in SOME)
    other = command("deck", tmp_path / "all.png", "--grid", "1x3", "--labels", "a,b,c", "--out", tmp_path / "three.npz")
    result = refused(other)
    assert "4 cards are plain to see, at pixels (" in result
    assert "and the grid has 3" in result


def test_a_tidy_grid_is_read_although_its_edges_lie_on_lines(tmp_path):
    labels = ("R7", "B7", "G7", "Y7", "R1", "GSu", "Hw", "Ma")
    table = cloth(900, 1300, colour=(30, 70, 20))
    for number, label in enumerate(labels):
        table = laid(table, label, turned_card(200 + 300 * (number % 4), 230 + 440 * (number // 4), 170, 0))
    cv2.imwrite(str(tmp_path / "all.png"), table)
    given = ("--grid", "2x4", "--labels", ",".join(labels), "--out", tmp_path / "all.npz")
    done = command("deck", tmp_path / "all.png", *given)
    assert done.exit_code == 0, done.output
    assert load_deck(tmp_path / "all.npz").labels == labels
    assert all(knows(load_deck(tmp_path / "all.npz"), label) for label in labels)
    cv2.imwrite(str(tmp_path / "one.png"), table[:450, :350])
    one = refused(command("deck", tmp_path / "one.png", *given))
    assert "1 card is plain to see, at pixel (200, 230), and the grid has 8" in one


@pytest.mark.parametrize(
    ("names", "more", "told"),
    [
        (["empty.png"], (), "no card is plain to see"),
        (["blurred.png"], (), "empty.png|blurred|no card"),
        (["missing.png"], (), "missing.png"),
        (["R7.png", "B7.png"], ("--labels", "x,x"), "two cards are called x"),
        (["R7.png", "B7.png"], ("--labels", "x,y,z"), "2 photos and 3 labels"),
        (["R7.png", "again.png"], (), "look the same"),
        (["R7.png"], ("--labels", "nowhere.txt"), "a file with a label a line"),
        (["R7.png"], ("--grid", "three"), "rows and columns such as 3x9"),
        (["R7.png", "B7.png"], ("--grid", "1x2", "--labels", "a,b"), "one photo of all cards"),
        (["R7.png"], ("--grid", "1x2", "--labels", "a,b,c"), "has 2 cards, and --labels names 3"),
    ],
)
def test_what_the_user_can_mend_is_one_line(photos, tmp_path, names, more, told):
    line = refused(command("deck", *(photos / name for name in names), *more, "--out", tmp_path / "x.npz"))
    assert any(each in line for each in told.split("|"))
    assert not list(tmp_path.iterdir())


def test_a_folder_of_photos_is_a_deck(photos, tmp_path):
    folder = tmp_path / "cards"
    folder.mkdir()
    for label in SOME:
        (folder / f"{label}.png").write_bytes((photos / f"{label}.png").read_bytes())
    (folder / "notes.txt").write_text("not a photo")
    done = command("deck", folder, "--out", tmp_path / "some")
    assert done.exit_code == 0, done.output
    assert set(load_deck(tmp_path / "some.npz").labels) == set(SOME)
    (tmp_path / "bare").mkdir()
    assert "holds no pictures" in refused(command("deck", tmp_path / "bare", "--out", tmp_path / "x"))


def test_all_that_is_wrong_with_the_photos_is_said_at_once(photos, tmp_path):
    (tmp_path / "words.png").write_text("no picture")
    files = [photos / "R7.png", photos / "empty.png", photos / "missing.png", tmp_path / "words.png", photos / "B7.png"]
    done = command("deck", *files, "--labels", "a,b,c,a,d", "--out", tmp_path / "x.npz")
    assert (done.exit_code, done.stdout) == (2, "")
    first, *lines = done.stderr.splitlines()
    assert first == "tableside enroll: 4 things are to be mended:"
    assert [next(word for word in ("called a", "empty", "missing", "words") if word in line) for line in lines] == [
        "called a", "empty", "missing", "words",
    ]  # fmt: skip
    assert not (tmp_path / "x.npz").exists()


def test_all_cards_that_look_alike_are_named(photos, tmp_path):
    files = [photos / name for name in ("R7.png", "again.png", "Hw.png")]
    twin = tmp_path / "twin.png"
    twin.write_bytes((photos / "Hw.png").read_bytes())
    done = command("deck", *files, twin, "--out", tmp_path / "x.npz")
    assert done.exit_code == 2
    assert done.stderr.count("look the same") == 2


def test_a_long_list_of_labels_is_no_file(photos, tmp_path):
    labels = ",".join(f"card {number}" for number in range(60))
    assert len(labels) > 255
    result = refused(command("deck", photos / "R7.png", "--labels", labels, "--out", tmp_path / "x.npz"))
    assert "1 photos and 60 labels" in result
    result = refused(command("deck", photos / "R7.png", "--labels", "x" * 300, "--out", tmp_path / "x.npz"))
    assert "a file with a label a line" in result


def test_a_deck_needs_a_name_or_a_file(photos):
    assert "--name" in refused(command("deck", photos / "R7.png"))


def test_every_command_has_an_example():
    for name in ("deck", "printed"):
        done = command(name, "--help")
        assert done.exit_code == 0
        assert f"tableside enroll {name}" in done.output


def test_the_printed_deck_is_that_of_the_artwork(tmp_path):
    done = command("printed", "--out", tmp_path / "again.npz")
    assert done.exit_code == 0, done.output
    again, shipped = load_deck(tmp_path / "again.npz"), printed_deck()
    assert again.labels == shipped.labels
    assert again.aspect == shipped.aspect
    # Other builds of the drawing and resizing code may round another way.
    assert np.abs(again.faces.astype(int) - shipped.faces.astype(int)).max() <= 3
    assert abs(len(again.points) - len(shipped.points)) <= 0.02 * len(shipped.points)
