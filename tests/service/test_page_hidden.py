"""What the page says of pieces that cannot be seen."""

from service.page.hidden import hidden_lines
from service.page.language import english, languages

EN, SV = english(), languages()["sv"]


def test_hidden_facts_are_lines_and_those_that_still_hold_come_first():
    facts = [
        {"kind": "domino", "label": "3-5", "since": 2.0, "until": 6.4, "by": "hand"},
        {"kind": "domino", "label": "3-6", "since": 2.0, "until": 2.1, "by": "hand"},
        {"kind": "domino", "label": None, "since": 4.0, "until": None, "by": "piece"},
    ]
    assert hidden_lines(facts, EN) == (
        "a domino was hidden under another piece at this moment",
        "3-5 had been hidden by a hand for 4 s",
    )
    assert hidden_lines([{"kind": "card", "by": "fog"}, "no fact"], EN) == ("a card was hidden fog",)
    faces = [{"kind": "domino", "label": "back", "by": "piece"}, {"kind": "card", "label": "R7", "by": "hand"}]
    assert hidden_lines(faces, EN) == (
        "a domino face down was hidden under another piece",
        "red 7 was hidden by a hand",
    )


def test_pieces_that_are_hidden_in_the_same_way_are_one_line():
    """Eight lines differed in the name of the tile alone."""
    facts = [{"kind": "domino", "label": label, "since": 1.0, "by": "piece"} for label in ("0-1", "0-6", "4-9", "0-1")]
    facts.append({"kind": "domino", "label": "2-2", "since": 1.0, "until": 4.0, "by": "hand"})
    assert hidden_lines(facts, EN) == (
        "0-1, 0-6 and 4-9 were hidden under other pieces at this moment",
        "2-2 had been hidden by a hand for 3 s",
    )
    assert hidden_lines(facts, SV)[0] == "0-1, 0-6 och 4-9 var dolda under andra bitar i detta ögonblick"
