"""Cards that nobody can read are learnt from the picture of the table, and read from then on."""

import ast
from pathlib import Path

import numpy as np
import pytest
from service_help import API, problem
from unread_cards import QUADS, picture, shown

import service
from service.following.watcher import Watcher
from service.page.language import languages
from service.page.reasons import translated
from vision.pipeline import NotEnrolled, recogniser_for
from vision.recognise.cards.deck import load_deck
from vision.recognise.cards.reader import card_reader
from vision.recognise.detect import Detection

DECK = f"{API}/tables/1/deck"
SERVICE = Path(service.__file__).parent


@pytest.fixture
def table(tables):
    """A table with three unread cards."""
    shown(tables.add())
    return tables.add()


def wanted(table, labels, name="ours"):
    cards = [{"piece": number, "label": label} for number, label in labels.items()]
    return {"name": name, "picture": table.snapshot()["picture"], "cards": cards}


def read(deck):
    """What a deck reads of the three cards."""
    faces = card_reader(deck).read(picture(), [Detection(np.array(each), "card", 0.9) for each in QUADS])
    return [each.label for each in faces]


def test_cards_are_learnt_from_the_picture_and_others_join_them(client, table, settings):
    assert client.post(DECK, json=wanted(table, {0: "R7", 1: "R8"})).json()["id"] == "1"
    file = settings.data / "decks" / "ours.npz"
    assert table.enrolled == file
    assert read(load_deck(file))[:2] == ["R7", "R8"]
    client.post(DECK, json=wanted(table, {2: "back", 1: "R8"}))
    assert load_deck(file).labels == ("R7", "back", "R8")
    assert read(load_deck(file)) == ["R7", "R8", "back"]


@pytest.mark.parametrize(
    ("labels", "more", "why"),
    [
        ({0: "R7"}, {"picture": "/another"}, "another picture"),
        ({7: "R7"}, {}, "no unread card"),
        ({0: "R7", 1: "R7"}, {}, "two cards"),
        ({0: " "}, {}, "no label"),
        ({0: "R7"}, {"name": "../ours"}, "without slashes"),
    ],
)
def test_what_cannot_be_enrolled_is_refused_with_what_to_do(client, table, labels, more, why):
    response = problem(client.post(DECK, json=wanted(table, labels) | more), 422, "cannot-enroll")
    assert why in response["detail"]
    assert table.enrolled is None


def test_a_table_without_a_picture_or_with_another_game_enrolls_nothing(client, tables):
    tables.add()
    problem(client.post(DECK, json=wanted(tables.add(), {0: "R7"}) | {"picture": ""}), 404, "no-picture-yet")
    shown(tables.add(), "stones")
    problem(client.post(DECK, json=wanted(tables.add(), {0: "R7"})), 422, "cannot-enroll")


class Session:
    """Notes what it reads with; some files do not serve."""

    def __init__(self):
        self.files = []

    def read_with(self, file):
        self.files.append(file.name)
        if file.name == "damaged.npz":
            raise NotEnrolled("damaged.npz is no deck")


def test_whoever_watches_takes_up_what_was_learnt_once(tables, tmp_path):
    session, said = Session(), []
    watcher = Watcher(tables.add(), None, session)
    watcher.say = said.append
    watcher._take_up()
    tables.add().learnt(tmp_path / "ours.npz")
    watcher._take_up()
    watcher._take_up()
    tables.add().learnt(tmp_path / "damaged.npz")
    watcher._take_up()
    assert session.files == ["ours.npz", "damaged.npz"]
    assert said == ["damaged.npz is no deck"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("sv", "kortleken ”ours” går inte att läsa; spara de här korten under ett annat namn"),
        ("fi", "pakkaa ”ours” ei voi lukea; tallenna nämä kortit toisella nimellä"),
    ],
)
def test_a_deck_that_cannot_be_read_is_told_in_the_reader_s_language(client, table, settings, code, said):
    """The path of the file stood there, in English."""
    file = settings.data / "decks" / "ours.npz"
    file.parent.mkdir()
    file.write_bytes(b"no deck")
    asked = {"json": wanted(table, {0: "R7"}), "headers": {"accept-language": code}}
    assert problem(client.post(DECK, **asked), 422, "cannot-enroll")["detail"] == said


def test_a_deck_that_is_full_is_told_in_the_reader_s_language(client, table, monkeypatch):
    monkeypatch.setattr("vision.recognise.cards.deck.MOST_CARDS", 1)
    asked = {"json": wanted(table, {0: "R7", 1: "R8"}), "headers": {"accept-language": "sv"}}
    detail = problem(client.post(DECK, **asked), 422, "cannot-enroll")["detail"]
    assert detail == "en kortlek har 1 till 1 kort, inte 2"


@pytest.mark.parametrize("t", languages().values(), ids=lambda t: t.code)
def test_pieces_that_do_not_serve_are_told_in_the_reader_s_language(t, tmp_path):
    file = tmp_path / "ours.npz"
    file.write_bytes(b"no deck")
    with pytest.raises(NotEnrolled, match="is no deck") as caught:
        recogniser_for("stonerow", file)
    told = translated(str(caught.value), t)
    assert told
    assert ("is no deck" in told) == (t.code == "en")


def test_what_speaks_english_alone_is_called_by_commands_alone():
    """Lines of enrolment are of forms where a page can say them, and else plain English, as all that a command says."""
    english = {"whole_card", "grid_of_cards", "enroll_stones", "enroll_dominoes"}
    callers = {
        path.relative_to(SERVICE).parts[0]
        for path in SERVICE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id in english
    }
    assert callers == {"commands"}
