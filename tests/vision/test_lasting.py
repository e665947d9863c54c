"""What a detector found is found again where the picture looks as it did; the rest alone is looked at."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from vision.geometry import quad
from vision.recognise.detect import Detection
from vision.recognise.trained.lasting import LOOKS, LastingDetector

TABLE = np.full((720, 1280, 3), 90, np.uint8)


def card(x, y, kind="card"):
    return Detection(quad([[x, y], [x, y + 100], [x + 70, y + 100], [x + 70, y]]), kind, 0.9, kind)


def with_cards(*places, grey=220):
    picture = TABLE.copy()
    for x, y in places:
        picture[y : y + 100, x : x + 70] = grey
    return picture


@dataclass
class StandIn:
    """A stand-in for a detector. It finds the `cards` that are white, and keeps what it was asked."""

    name: str = "stand-in/1"
    cards: tuple = ((200, 200), (500, 200), (900, 500))
    asked: list = field(default_factory=list)

    def detect(self, picture):
        self.asked.append(None)
        return self._seen(picture, [(0, 0, 1280, 720)])

    def beside(self, picture, known):
        self.asked.append(known)
        return self._seen(picture, known.boxes)

    def _seen(self, picture, boxes):
        white = [(x, y) for x, y in self.cards if (picture[y : y + 100, x : x + 70] > 150).any()]
        meets = [
            (x, y)
            for x, y in white
            if any(x <= b[2] and y <= b[3] and x + 70 >= b[0] and y + 100 >= b[1] for b in boxes)
        ]
        return tuple(card(*each) for each in meets)


def middles(found):
    return [each.corners.mean(axis=0).tolist() for each in found]


@pytest.fixture
def detector():
    return LastingDetector(StandIn())


def looked(detector, picture, times=LOOKS):
    """What is found in the last of so many looks at a picture."""
    for _ in range(times):
        found = detector.detect(picture)
    return found


def test_all_of_the_first_pictures_is_looked_at_and_nothing_of_the_same_again(detector):
    first = looked(detector, with_cards((200, 200)))
    assert middles(first) == [[235.0, 250.0]]
    assert middles(detector.detect(with_cards((200, 200)))) == middles(first)
    assert detector.detector.asked[:LOOKS] == [None] * LOOKS
    assert detector.detector.asked[LOOKS].boxes == ()
    assert [piece.kind for piece in detector.detector.asked[LOOKS].pieces] == ["card"]


def test_what_comes_and_goes_is_found_so_from_the_top_down(detector):
    looked(detector, with_cards((200, 200), (900, 500)))
    assert middles(detector.detect(with_cards((500, 200), (900, 500)))) == [[535.0, 250.0], [935.0, 550.0]]
    asked = detector.detector.asked[-1]
    assert [piece.quad.mean(axis=0).tolist() for piece in asked.pieces] == [[935.0, 550.0]]
    assert all(min(abs(box[0] - 200), abs(box[0] - 500)) < 20 for box in asked.boxes)


def test_what_one_picture_hardly_shows_is_found_in_the_next(detector):
    looked(detector, with_cards((200, 200)))
    detector.detector.cards = ()
    assert detector.detect(with_cards((500, 200))) == ()
    detector.detector.cards = ((500, 200),)
    assert middles(detector.detect(with_cards((500, 200)))) == [[535.0, 250.0]]
    looked(detector, with_cards((500, 200)), LOOKS - 1)
    assert detector.detector.asked[-1] is None, "all of it, once nothing changes any more"
    detector.detect(with_cards((500, 200)))
    assert detector.detector.asked[-1].boxes == ()


def test_noise_and_another_light_are_no_change(detector):
    looked(detector, with_cards((200, 200)))
    noise = np.random.default_rng(5).integers(-6, 7, TABLE.shape)
    darker = np.clip(with_cards((200, 200)) * 0.8 + noise, 0, 255).astype(np.uint8)
    assert middles(detector.detect(darker)) == [[235.0, 250.0]]
    assert detector.detector.asked[-1].boxes == ()
    dark = np.clip(with_cards((200, 200), (900, 500)) * 0.8, 0, 255).astype(np.uint8)
    assert middles(looked(detector, dark, LOOKS + 2)) == [[235.0, 250.0], [935.0, 550.0]]
    assert detector.detector.asked[-1].boxes == (), "what came in another light is looked at no longer than else"


def test_what_is_lost_beside_a_change_is_found_again_once_nothing_changes(detector):
    looked(detector, with_cards((200, 200)))
    near = with_cards((200, 200))
    near[200:320, 150:230] = 30  # over the card's side
    detector.detector.cards = ()
    assert detector.detect(near) == ()
    detector.detector.cards = ((200, 200),)
    detector.detector.beside = lambda _picture, _known: ()
    assert middles(looked(detector, near)) == [[235.0, 250.0]]


def test_a_piece_beside_a_change_that_is_as_it_was_is_kept(detector):
    looked(detector, with_cards((200, 200)))
    near = with_cards((200, 200))
    near[220:260, 272:300] = 30  # a little beside the card
    detector.detector.beside = lambda _picture, _known: ()
    assert middles(detector.detect(near)) == [[235.0, 250.0]]


def test_what_changes_a_little_at_a_time_is_looked_at_in_the_end(detector):
    for grey in range(90, 180, 5):
        found = detector.detect(with_cards((200, 200), grey=grey))
    assert middles(found) == [[235.0, 250.0]]


def test_a_hand_is_not_remembered(detector):
    detector.detector.cards = ()
    detector.detector._seen = lambda _picture, _boxes: (
        (card(300, 300, "hand"),) * (len(detector.detector.asked) <= LOOKS)
    )
    assert [each.kind for each in looked(detector, TABLE)] == ["hand"]
    assert detector.detect(TABLE) == ()


def test_a_picture_of_another_size_is_looked_at_whole(detector):
    looked(detector, with_cards((200, 200)))
    detector.detect(with_cards((200, 200))[::2, ::2])
    assert detector.detector.asked[-1] is None


def test_a_fresh_one_remembers_nothing(detector):
    looked(detector, with_cards((200, 200)))
    fresh = detector.fresh()
    fresh.detect(with_cards((200, 200)))
    assert fresh.detector.asked[-1] is None
    assert fresh.name == "stand-in/1"
