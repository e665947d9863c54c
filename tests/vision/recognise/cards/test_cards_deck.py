"""A deck is one value and one file; what is no deck is refused in one line."""

from __future__ import annotations

import zipfile

import numpy as np
import pytest
from card_tables import ASPECT, LABELS, face

from vision.recognise.cards import Deck, DeckError, deck_of_faces, load_deck


@pytest.fixture(scope="module")
def file(deck, tmp_path_factory):
    """The deck as it was saved."""
    deck.save(path := tmp_path_factory.mktemp("decks") / "whole.npz")
    return path


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A deck of three cards as it was saved: what is wrong with a file does not depend on how many there are."""
    labels = LABELS[:3]
    deck_of_faces(labels, [face(label) for label in labels], ASPECT, "few").save(
        path := tmp_path_factory.mktemp("decks") / "few.npz"
    )
    return path


def test_a_saved_deck_comes_back(deck, file):
    again = load_deck(file)
    assert (again.labels, again.aspect, again.name) == (deck.labels, deck.aspect, deck.name)
    for name in ("faces", "points", "descriptors", "owners"):
        assert np.array_equal(getattr(again, name), getattr(deck, name))


def test_the_same_deck_gives_the_same_bytes(file, tmp_path):
    load_deck(file).save(tmp_path / "two.npz")
    assert file.read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_a_deck_cannot_be_changed(deck):
    with pytest.raises(ValueError, match="read-only"):
        deck.faces[0] = 0


def test_what_is_no_deck_is_refused_in_one_line(tmp_path):
    (tmp_path / "text.npz").write_text("no deck")
    np.savez(tmp_path / "other.npz", labels=np.array(["a"]))
    np.savez(tmp_path / "pickled.npz", format=np.array([{"a": 1}], dtype=object))
    for name in ("text.npz", "other.npz", "pickled.npz", "missing.npz"):
        with pytest.raises(DeckError) as told:
            load_deck(tmp_path / name)
        assert name in str(told.value)
        assert "\n" not in str(told.value)


def test_a_damaged_file_is_a_deck_or_is_refused_in_one_line(few, tmp_path):
    whole, damaged = few.read_bytes(), tmp_path / "damaged.npz"
    rng = np.random.default_rng(5)
    # The archive's own words: the first entry's, the last one's in the directory, and the end's.
    words = [*range(40), *range(len(whole) - 80, len(whole))]
    places = [*words, *rng.integers(len(whole), size=40).tolist()]
    refused = 0
    for place in places:
        for value in {1, 14, 255} - {whole[place]} if place in words else {whole[place] ^ 255}:
            damaged.write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
            refused += is_refused(damaged)
    assert refused > len(places) / 2
    for end in rng.integers(len(whole), size=20).tolist():
        damaged.write_bytes(whole[:end])
        assert is_refused(damaged)


def test_a_deck_packed_in_another_way_is_refused(few, tmp_path):
    pytest.importorskip("bz2")
    with (
        zipfile.ZipFile(few) as whole,
        zipfile.ZipFile(tmp_path / "other.npz", "w", zipfile.ZIP_BZIP2) as other,
    ):
        for name in whole.namelist():
            other.writestr(name, whole.read(name))
    with pytest.raises(DeckError, match="packed in another way"):
        load_deck(tmp_path / "other.npz")


def is_refused(path):
    """Whether a file is no deck, in one line; anything but a deck and `DeckError` is raised."""
    try:
        load_deck(path)
    except DeckError as told:
        assert path.name in str(told)
        assert "\n" not in str(told)
        return True
    return False


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path):
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("faces.npy", bytes(65 * 2**20))
    with pytest.raises(DeckError, match="more than 64 MiB"):
        load_deck(tmp_path / "bomb.npz")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"labels": ()}, "1 to 2000 faces"),
        ({"aspect": 9.0}, "times as high as wide"),
        ({"faces": np.zeros((1, 2, 3, 3), np.uint8)}, "faces: expected uint8"),
        ({"owners": np.full(1, 99, np.int32)}, "owners: expected"),
    ],
)
def test_arrays_that_do_not_fit_are_named(deck, change, told):
    whole = {name: getattr(deck, name) for name in ("labels", "faces", "aspect", "points", "descriptors", "owners")}
    with pytest.raises(DeckError, match=told):
        Deck(**{**whole, **change})
