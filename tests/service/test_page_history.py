"""What a game's page tells besides the moves that stand, and whether the camera's table is the record's."""

from dataclasses import replace

import pytest
from page_table import CARDS, STONES, Followed, served
from service_help import client_of

from service.disputes.seal import FILE
from service.page.agreement import differences
from service.page.evidence import timeline
from service.page.games import page_of
from service.page.language import english, languages
from service.page.live import live, of_parts
from service.page.overlay import overlay
from service.store.questions import ACCEPT, Candidate, Question

EN, SV = english(), languages()["sv"]
WRONG = (0, "extend 3-2 @8,0,0:e")
REFUSED = {"legal": False, "rules": ("SN-9",), "reason": "3-2 has no half that matches the 8 beside it."}


@pytest.fixture(scope="module")
def served_parts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    with served(folder) as (parts, where), client_of(where) as client:
        yield parts, client, folder


@pytest.fixture
def table(served_parts):
    return Followed(served_parts[0])


def entry_of(table):
    return table.parts.ledger.find(table.id)


def position_of(table):
    entry = entry_of(table)
    return entry.game.position(entry.game.view(entry.replay.state, None))


def camera(table, **change):
    """The table's snapshot, at rest, with the record's own position where nothing else is said."""
    return table.table.snapshot() | {"position": position_of(table)} | change


def test_moves_taken_back_leave_a_line_that_names_the_numbers_that_are_gone(table):
    table.parts.ledger.undo(table.id, table.version, 6)
    shown = of_parts(table.parts, entry_of(table), EN)
    (aside,) = shown.asides
    assert (aside.kind, aside.seq) == ("undo", 8)
    assert aside.text.startswith("Taken back: move 6, Player 2: 9-9 ")
    assert "; move 7, Player 2: 6-9 " in aside.text
    table.play(1, "draw")
    rows = of_parts(table.parts, entry_of(table), EN).rows
    assert [row.seq for row in rows] == [9, 8, 5, 4, 3, 2, 1]


def test_a_corrected_move_keeps_its_number_and_says_what_it_was(table):
    table.parts.ledger.correct(table.id, table.version, 7, "extend 8-5 @8,0,0:e", 1)
    (aside,) = of_parts(table.parts, entry_of(table), SV).asides
    assert (aside.kind, aside.seq) == ("correct", 8)
    assert aside.text.startswith("Rättat: drag 7, Spelare 2: 6-9 ")
    assert "till Spelare 2: 5-8" in aside.text


def test_what_was_taken_back_can_be_put_back_until_something_else_took_its_place(table):
    table.parts.ledger.undo(table.id, table.version, 6)
    table.play(1, "draw")
    table.parts.ledger.correct(table.id, table.version, 3, "extend 4-8 @4,0,0:e", undoing=True)
    shown = [(each.kind, each.seq, each.falls) for each in of_parts(table.parts, entry_of(table), EN).asides]
    assert shown == [("undo", 8, ()), ("undo", 10, ()), ("correct", 11, ())]
    table.parts.ledger.undo(table.id, table.version, 8)
    shown = of_parts(table.parts, entry_of(table), SV)
    assert [move.seq for move in shown.moves] == [7, 6, 5, 4, 3, 2, 1]
    assert [each.falls and len(each.falls) for each in shown.asides] == [None, None, None, 4]
    assert shown.asides[-1].text == "Det som togs tillbaka i post 8 gäller igen."
    table.parts.ledger.undo(table.id, table.version, 12)
    assert of_parts(table.parts, entry_of(table), EN).moves[0].seq == 3


def test_moves_that_fall_as_older_ones_are_put_back_are_named_before_and_afterwards(served_parts, table):
    """They left the list without a trace, and “Put it back…” stood beside what had put something back."""
    table.parts.ledger.undo(table.id, table.version, 7)
    table.play(1, "draw")
    drawn = "move 9, Player 2: Draw a tile from the boneyard"
    (undone,) = of_parts(table.parts, entry_of(table), EN).asides
    assert (undone.falls, undone.again) == ((drawn,), False)
    assert f'data-falls="{drawn}"' in served_parts[1].get(f"/view/games/{table.id}").text
    table.parts.ledger.undo(table.id, table.version, 8)
    back = of_parts(table.parts, entry_of(table), EN).asides[-1]
    assert back.text == f"What entry 8 had taken back stands again. With that fell: {drawn}"
    assert back.again
    assert [each[:6] for each in back.falls] == ["move 7"]
    page = served_parts[1].get(f"/view/games/{table.id}").text
    assert "Take this back…" in page
    assert "Put it back…" not in page


def test_a_house_ruling_that_was_taken_back_is_none_any_more(table):
    number = table.ask(WRONG, kind="illegal", **REFUSED)
    table.parts.questions.answer(table.id, number, ruling=ACCEPT)
    table.parts.ledger.undo(table.id, table.version, 8)
    withdrawn, undone = of_parts(table.parts, entry_of(table), EN).asides
    assert withdrawn.kind == "withdrawn"
    assert withdrawn.text.startswith("Move 8 was a house ruling: Player 1: 2-3 ")
    assert withdrawn.outcome == "Against the rules; the house accepted it, and took that back."
    assert (undone.kind, undone.falls) == ("undo", ())


@pytest.mark.parametrize(
    ("close", "outcome"),
    [
        (lambda ask, it, n: ask.settle(it, n, "the table is as the game is"), "It was taken back."),
        (lambda ask, it, n: ask.answer(it, n, choice=-1), "It was taken back."),
        (lambda ask, it, n: ask.answer(it, n, moves=[(0, "draw")]), "It was another move."),
        (lambda ask, it, n: ask.answer(it, n, ruling=ACCEPT), "Against the rules; the house accepted it."),
        (lambda ask, it, n: ask.settle(it, n, "the game went on"), "The table showed something else afterwards."),
    ],
)
def test_a_refused_play_leaves_a_line_with_its_rule_and_how_it_ended(table, close, outcome):
    number = table.ask(WRONG, kind="illegal", **REFUSED)
    assert of_parts(table.parts, entry_of(table), EN).asides == ()
    close(table.parts.questions, table.id, number)
    shown = of_parts(table.parts, entry_of(table), EN)
    (aside,) = shown.asides
    accepted = "accepted" in outcome
    assert aside.kind == ("accepted" if accepted else "refused")
    assert aside.text.startswith(f"{'Move 8 is a house ruling' if accepted else 'Not allowed'}: Player 1: 2-3 ")
    assert (aside.reason, list(aside.rules), aside.outcome) == (REFUSED["reason"], ["SN-9"], outcome)
    assert aside in shown.rows
    assert shown.rows.index(aside) == (1 if shown.moves[0].seq == 8 else 0)


def test_why_a_play_was_refused_is_told_in_the_reader_s_language_afterwards(served_parts):
    """It stayed English in a Swedish list of moves."""
    table = Followed(served_parts[0], "stonerow", plays=CARDS[:3])
    gap = (0, "build Y2 Y3 Y8")
    refused = entry_of(table).game.judge(entry_of(table).replay.state, 0, entry_of(table).game.parse(gap[1]))
    number = table.ask(gap, kind="illegal", legal=False, rules=refused.rules, reason=refused.reason)
    table.parts.questions.settle(table.id, number, "the table is as the game is")
    table.play(0, "build R7 G7 B7")
    (aside,) = of_parts(table.parts, entry_of(table), SV).asides
    assert aside.reason == "En svit går uppåt utan lucka och börjar inte om."


def test_of_two_plays_the_refused_one_is_the_house_ruling(table):
    plays = ((0, "extend 2-1 @-2,0,0:e"), (1, "extend 3-6 @8,0,0:e"))
    wrong = Question("illegal", "", table.version, (), (Candidate(plays, 0.6, **REFUSED),))
    asked = table.parts.questions
    assert asked.answer(table.id, asked.ask(table.id, wrong), ruling=ACCEPT).answer["events"] == [8, 9]
    (aside,) = of_parts(table.parts, entry_of(table), EN).asides
    assert aside.text.startswith("Move 9 is a house ruling: Player 2: 3-6 ")


def test_a_game_that_goes_while_the_page_is_made_is_left_out(served_parts, table, monkeypatch):
    parts, client, _ = served_parts
    newest = parts.store.newest
    gone = replace(newest(1)[0], id="0" * 16)
    monkeypatch.setattr(parts.store, "newest", lambda limit: (gone, *newest(limit - 1)))
    shown = client.get("/", params={"table": "nobody"})
    assert shown.status_code == 200
    assert f"/games/{table.id}" in shown.text
    assert gone.id not in shown.text


def test_a_reviewed_game_is_not_said_to_be_kept_by_hand(served_parts, table):
    _, client, _ = served_parts
    assert live(entry_of(table), EN).state == "filmed"
    by_hand = served_parts[0].ledger.open("stackernoos", {"players": 2}, None, served_parts[0].versions).id
    assert live(table.parts.ledger.find(by_hand), EN).state == "alone"
    table.table.publish(following=None)
    assert "A camera followed" in client.get(f"/view/games/{table.id}/status").text
    assert "entered by hand" in client.get(f"/view/games/{by_hand}/status").text
    assert "A camera followed it" in client.get(f"/view/games/{table.id}/scoreboard").text


def test_the_same_table_differs_in_nothing(table):
    assert not differences(camera(table), entry_of(table), EN)
    turned = [tile | {"tile": "-".join(reversed(tile["tile"].split("-")))} for tile in position_of(table)["tiles"]]
    assert not differences(camera(table, position={"tiles": turned}), entry_of(table), EN)


def test_tiles_on_one_table_alone_are_named_and_those_that_are_covered_are_not(table):
    tiles = position_of(table)["tiles"]
    top = [tile for tile in tiles if tile["tile"] not in ("1-4", "4-9", "9-8", "9-9")]  # these lie under others
    assert not differences(camera(table, position={"tiles": top}), entry_of(table), EN)
    more = {"tile": "8-3", "at": [8, 0, 0], "dir": "e"}
    found = differences(camera(table, position={"tiles": [*top, more]}), entry_of(table), EN)
    assert (found.extra, found.missing) == (("3-8",), ())
    gone = [tile for tile in top if tile["tile"] != "6-9"]
    assert differences(camera(table, position={"tiles": gone}), entry_of(table), EN).missing == ("6-9",)
    unsure = {"labels": {"6-9": 0.5}, "at": [3.5, 0, 2], "dir": "e"}
    assert not differences(camera(table, position={"tiles": [*gone, unsure]}), entry_of(table), EN)


@pytest.mark.parametrize(
    "change",
    [
        {"gate": {"state": "hand", "detail": ""}},
        {"following": {"state": "asking"}},
        {"following": None},
        {"position": None},
        {"game": "stones"},
    ],
)
def test_what_something_else_explains_is_no_difference(table, change):
    seen = camera(table, position={"tiles": []})
    assert differences(seen, entry_of(table), EN)
    assert not differences(seen | change, entry_of(table), EN)


def test_cards_and_stacks_are_compared_as_well(served_parts):
    cards = position_of(Followed(served_parts[0], "stonerow", plays=CARDS))
    seen = {"rows": [{"cards": ["R7", "G7", "B7"]}, {"cards": ["G4", "G5", "Y1", {"labels": {"G6": 0.4}}]}]}
    assert page_of("stonerow").compared(seen, cards, EN) == (("yellow 1",), ())
    seen["rows"][1]["cards"].pop()
    assert page_of("stonerow").compared(seen, cards, EN) == (("yellow 1",), ("green 6",))
    stones = position_of(Followed(served_parts[0], "stones", plays=STONES))
    higher = [
        {"stones": [*stack["stones"], "small"] if n == 1 else stack["stones"]}
        for n, stack in enumerate(stones["stacks"])
    ]
    assert page_of("stones").compared({"stacks": higher}, stones, EN) == (("stack 2: 1 stone",), ())
    assert page_of("stones").compared(stones, {"stacks": higher}, SV) == ((), ("stapel 2: 1 sten",))
    assert page_of("another").compared({}, {}, EN) == ((), ())


def test_two_tables_that_differ_are_told_and_two_that_agree_are_not(served_parts, table):
    table.table.publish(position=position_of(table))
    assert 'id="differs"' not in served_parts[1].get(f"/view/games/{table.id}").text
    table.table.publish(position={"tiles": []})
    assert "do not agree" in served_parts[1].get(f"/view/games/{table.id}").text


def test_the_near_view_is_round_the_faces_inside_the_picture_and_not_nearer_than_one_piece_needs():
    def seen(*boxes, label="1-2"):
        quads = [[[x, y], [x + 60, y], [x + 60, y + 30], [x, y + 30]] for x, y in boxes]
        pieces = [{"corners": quad, "label": label, "confidence": 0.9} for quad in quads]
        return {"image": {"width": 1280, "height": 720}, "pieces": pieces, "warnings": []}

    for boxes in ([(600, 300)], [(0, 0)], [(1220, 690)], [(300, 300), (900, 400)], [(0, 0), (1220, 690)]):
        x, y, wide, high = overlay(seen(*boxes)).near
        assert min(x, y) >= 0
        assert (x + wide <= 1280, y + high <= 720) == (True, True)
        assert all(x <= left and y <= top and left + 60 <= x + wide and top + 30 <= y + high for left, top in boxes)
        assert wide >= 0.36 * 1280
    assert overlay(seen((0, 0), (1220, 690))).whole
    assert overlay(seen((600, 300), label="back")).whole
    assert not overlay(seen((600, 300))).whole


def test_the_fingerprint_stands_on_the_home_page_once_there_is_a_key_and_on_every_ruling(served_parts, table):
    parts, client, folder = served_parts
    table.table.publish(following=None)
    assert not (folder / FILE).exists()
    assert "signed by" not in client.get("/").text
    assert not (folder / FILE).exists()
    ruling = parts.disputes.ask(table.id, {"about": "score"})
    page = client.get(f"/games/{table.id}").text
    assert ruling["signer"] == parts.disputes.signer
    assert f"<code>{ruling['signer']}</code>" in page
    start = client.get("/").text
    assert f"<code>{ruling['signer']}</code>" in start[start.index('<details class="programs">') :]
    (folder / FILE).write_bytes(b"no key")
    parts.disputes._seal._key = None
    assert client.get("/").status_code == 200
    (folder / FILE).unlink()


def test_plays_that_all_answers_share_are_marked_so_that_the_others_stand_out(served_parts):
    cards = Followed(served_parts[0], "stonerow", plays=CARDS[:4])
    first = ((1, "draw quarry"), (1, "build B6 G6"), (0, "draw quarry"))
    second = ((1, "draw quarry"), (1, "build B6 Y6"))
    question = Question("choice", "", cards.version, (), (Candidate(first, 0.6), Candidate(second, 0.4)))
    served_parts[0].questions.ask(cards.id, question)
    (card,) = of_parts(served_parts[0], entry_of(cards), EN).asked
    assert [[play.shared for play in button.plays] for button in card.buttons] == [[True, False, False], [True, False]]


@pytest.mark.parametrize("language", [EN, SV])
def test_a_ruling_and_an_undo_of_an_undo_are_among_the_changes_of_a_dispute(table, language):
    ledger = table.parts.ledger
    ledger.rule(table.id, 7, *WRONG)
    ledger.undo(table.id, 8, 8)
    ledger.undo(table.id, 9, 9)
    table.parts.disputes.ask(table.id, {"about": "move", "seq": 8})
    (ruling,) = of_parts(table.parts, entry_of(table), language).disputes
    assert len(ruling.changes) == 3
    assert all("2-3" in line for line in ruling.changes[:2])


@pytest.mark.parametrize(
    ("language", "words"),
    [(EN, "4-9 at the right end of the run, next to 1-4"), (SV, "4-9 längst till höger, bredvid 1-4")],
)
def test_changes_of_a_dispute_are_told_in_the_words_of_their_own_table(table, language, words):
    """What a move lay next to is gone once it was taken back with the moves before it."""
    ledger = table.parts.ledger
    ledger.undo(table.id, 7, 3)
    ledger.adopt(table.id, 8, position_of(table))
    ledger.play(table.id, 9, 0, "extend 4-3 @4,0,0:e")
    ledger.undo(table.id, 10, 9)
    for seq in (4, 10):
        table.parts.disputes.ask(table.id, {"about": "move", "seq": seq})
    after, before = of_parts(table.parts, entry_of(table), language).disputes
    assert before.changes == (language("change.undo", number=8, of=3, move=words),)
    assert after.changes == (language("change.undo.adopt", number=11, of=9),)


def test_a_stop_of_the_time_line_says_what_was_done_or_asked_then(table):
    table.ask(WRONG, kind="illegal", **REFUSED)
    table.parts.ledger.undo(table.id, 7, 7)
    moments = timeline(table.parts, entry_of(table), EN)["moments"]
    said = {each.why: each.said for each in moments}
    assert said["question"].startswith("That is not allowed: Player 1: 2-3 at the right end")
    assert [each.move for each in moments if each.why == "question"] == [7]
    assert "move 1: Player 1: 1-1 as the first tile" in [each.said for each in moments]
    assert "move 7, taken back later" in [each.said for each in moments]


def test_hashes_of_pictures_are_folded_away(table, served_parts):
    shown = served_parts[1].get(f"/view/games/{table.id}/evidence", headers={"accept-language": "en"}).text
    parts = shown.split("SHA-256 ")
    assert len(parts) > 2
    assert all(each.endswith("<summary>For programs</summary><code>") for each in parts[:-1])


def test_a_refused_play_that_is_merely_possible_is_told_among_the_others(table, served_parts):
    """It stood above the answers as if it were asked about, and "one more" held nothing."""
    likely, possible = Candidate(((0, "branch 8-4 @4,-2,0:n"),), 0.9), Candidate((WRONG,), 0.05, **REFUSED)
    table.parts.questions.ask(table.id, Question("choice", "What was played?", 7, (), (likely, possible)))
    response = served_parts[1].get(f"/games/{table.id}", headers={"accept-language": "sv"}).text
    asked = response[response.index('data-kind="choice"') :].split("</section>")[0]
    lead, more = asked.split('class="more-answers"')
    assert "2-3" not in lead
    assert "Vilket drag var det?: Spelare 1: 4-8 som en gren nedanför 4-9" in lead
    assert "1 möjlighet till" in more
    assert "Möjligt, men inte tillåtet:" in more
    assert "2-3" in more
