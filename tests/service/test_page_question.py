"""What the page asks and reports in a real browser: questions, doubts about earlier moves, illegal plays."""

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest
from page_browsing import LEFT, NEXT, REFUSED, RIGHT, WRONG, answered, browsing, say_yes, shot, until, violations
from page_table import DOMINOES, Followed

from engine.record import standing
from engine.said import Said
from service.page.question import Button, Card, Play
from service.store.questions import Candidate, Question

pytestmark = pytest.mark.browser


def test_a_question_is_two_pictures_and_two_buttons(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        number = table.ask(LEFT, RIGHT, (0, "draw"))
        ask = page.locator(f"#ask-{number}")
        ask.wait_for()
        assert ask.locator(".pair img").count() == 2
        shown = "Array.from(document.querySelectorAll('.ask img')).every(one => one.complete && one.naturalWidth > 0)"
        until(page, shown)
        assert ask.locator(".ask-words > .answers > .answer").count() == 5
        assert "Which move was it?" in page.locator("#said").text_content()
        page.locator("body").press("2")
        ask.wait_for(state="detached")
        assert "1-3 at the left end" in page.locator("#move-8").inner_text()

        gone = table.ask((1, "draw"), (1, "extend 8-0 @8,0,0:e"))
        page.locator(f"#ask-{gone} [data-pick]").click()
        page.locator("#pick").wait_for()
        it.parts.questions.settle(table.id, gone, "the camera was closed")
        page.locator("#pick").wait_for(state="hidden")  # its answer would have been refused

        second = table.ask((1, "draw"), (1, "extend 8-0 @8,0,0:e"))
        page.locator(f"#ask-{second} [data-pick]").click()
        page.locator("#pick-find").fill("8-5 @8,0,0")
        page.locator("#picked [data-move]", has_text="5-8 at the right end").click()
        page.locator("#move-9", has_text="5-8").wait_for()
        assert it.parts.questions.open(table.id) == ()


def test_a_question_that_grows_offers_more_and_the_others_keep_their_place(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        number = table.ask(LEFT, (0, "draw"))
        answers = page.locator(f"#ask-{number} .ask-words > .answers > .answer")
        answers.first.wait_for()
        before = answers.all_inner_texts()
        question = it.parts.questions.find(table.id, number).question
        more = replace(question, candidates=(*question.candidates, Candidate((RIGHT,), 0.3)))
        it.parts.questions.retell(table.id, number, more)
        page.locator(f"#ask-{number} .more-answers summary").click()
        shot(page, "question-grown")
        assert answers.all_inner_texts() == before
        page.locator(f"#ask-{number} .more-answers .answer").click()
        page.locator("#move-8").wait_for()
        assert str(table.record.events[-1].move) == RIGHT[1]


@pytest.mark.parametrize(
    ("locale", "differs", "button", "nothing"),
    [
        ("en", "should not lie there", "This is the table now", "Nothing was played"),
        ("sv", "borde inte ligga där", "Så här ligger bordet nu", "Inget spelades"),
    ],
)
def test_a_table_that_nothing_explains_is_taken_as_it_lies_and_given_back(tmp_path, locale, differs, button, nothing):
    """Its last answer was "Nothing of this was played" where no play was told."""
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/", locale=locale)
        entry = it.parts.ledger.find(table.id)
        lies = entry.game.position(entry.replay.state)
        lies["tiles"].append({"tile": "4-6", "at": [-4, 0, 0], "dir": "e"})
        frames = (table.keep("before the question", "before"), table.keep("the question", "question"))
        wrong = Said("{pieces} should not lie there", pieces=("4-6",))
        text = Said("The table is not as the game has it: {wrong}.", wrong=wrong)
        asked = Question("out_of_step", text, table.version, frames, table=lies)
        ask = page.locator(f"#ask-{it.parts.questions.ask(table.id, asked)}")
        ask.get_by_text(differs).wait_for()
        assert ask.locator(".answer").last.inner_text() == nothing
        assert not violations(page)
        late = []
        page.route("**/questions/*", lambda route: late.append((route, route.fetch())))
        ask.get_by_role("button", name=button).click()
        page.locator("#confirm", has_text=differs).wait_for()
        say_yes(page)
        page.locator(".aside.adopt").wait_for()
        ask.wait_for(state="detached")
        assert standing(table.record.events) == []
        totals = [score.total for score in entry.game.score(entry.replay.state)]
        now = it.parts.ledger.find(table.id)
        assert [score.total for score in now.game.score(now.replay.state)] == totals

        page.locator(".aside.adopt [data-action=back]").click()
        page.locator("#confirm").wait_for()
        (route, answer), *_ = late
        with page.expect_request_finished():
            route.fulfill(response=answer)
        page.evaluate("new Promise((done) => setTimeout(done))")
        say_yes(page)  # the late answer to what was asked before closes no other question
        page.locator("#move-1").wait_for()
        assert it.parts.ledger.find(table.id).replay.state == entry.replay.state


def test_where_nothing_was_played_the_last_move_may_be_taken_back(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        ask = page.locator(f"#ask-{table.ask(None, LEFT)}")
        ask.wait_for()
        shown = [text.split("\n")[0] for text in ask.locator(".ask-words > .answers > .answer").all_inner_texts()]
        assert shown[0] == "Nothing was played"
        assert shown[2:] == ["Something else…", "The last move was taken back…"]
        ask.locator("[data-action=last]").click()
        say_yes(page)
        page.locator(".aside.undo").wait_for()
        assert len(standing(table.record.events)) == 6


def test_a_doubt_about_earlier_moves_offers_what_is_recorded_and_takes_nothing_back_by_itself(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        table.play(*NEXT)
        page.locator("#move-8").wait_for()
        before = [(event.seat, event.move) for event in table.record.events]
        others = [[LEFT], [RIGHT], [(0, "draw"), (0, "keep")]]
        ask = page.locator(f"#ask-{table.doubt(8, *others)}")
        ask.wait_for()
        shown = ask.locator(".ask-words > .answers > .answer")
        assert [text.split("\n")[0] for text in shown.all_inner_texts()] == [
            "Rather so",
            "As recorded",
            "Something else…",
        ]
        assert "4-8 as a branch" in shown.nth(1).inner_text()
        ask.locator("summary").click()
        assert ask.locator("details .answer").last.inner_text() == "All of it was taken back"
        shown.nth(1).click()
        ask.wait_for(state="detached")
        assert [(event.seat, event.move) for event in table.record.events] == before

        second = page.locator(f"#ask-{table.doubt(7, [(1, 'draw')], [(1, 'extend 2-1 @-2,0,0:e')])}")
        second.locator("[data-pick]").click()
        page.locator("#pick-find").fill("8-0 @8,0,0")
        page.locator("#picked [data-move]", has_text="0-8 at the right end").click()
        page.locator("#move-7", has_text="0-8 at the right end").wait_for()
        assert "4-8 as a branch" in page.locator("#move-8").inner_text()
        second.wait_for(state="detached")
        assert it.parts.questions.open(table.id) == ()


def test_an_illegal_play_is_told_at_once_with_its_rule_and_not_by_colour_alone(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page, board = it.page("/"), it.page(f"/games/{table.id}/scoreboard")
        for each in (page, board):
            each.locator("#strip").wait_for()
            each.evaluate(
                "window.tones = 0; const start = OscillatorNode.prototype.start; "
                "OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); }; 0"
            )
            each.mouse.click(5, 5)
        number = table.ask(WRONG, LEFT, kind="illegal", text="3-2 does not fit.", **REFUSED)
        ask = page.locator(f"#ask-{number}")
        ask.wait_for()
        said = page.locator("#shout[role=alert]")
        until(page, "document.getElementById('shout').textContent !== ''")
        assert "not allowed" in said.text_content()
        assert REFUSED["reason"] in said.text_content()
        assert "SN-9" in ask.inner_text()
        assert ask.locator("h2 svg").count() == 1
        assert page.evaluate("window.tones") == 2
        board.locator(".bottom.illegal", has_text="no half that matches").wait_for()
        assert ask.locator(".answer").first.inner_text() == "It was taken back"
        ask.locator(".answer").first.click()
        ask.wait_for(state="detached")
        assert said.text_content() == ""
        assert page.locator("#strip").get_attribute("data-last") == "7"

        page.get_by_role("button", name="Sound").click()
        again = table.ask(WRONG, kind="illegal", text="3-2 does not fit.", **REFUSED)
        page.locator(f"#ask-{again}").get_by_role("button", name="Accept it as a house ruling").click()
        say_yes(page)
        page.locator("#move-8", has_text="house ruling").wait_for()
        assert page.evaluate("window.tones") == 2


def test_a_house_ruling_is_asked_for_and_is_taken_back_like_any_move(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        number = table.ask(WRONG, LEFT, kind="illegal", text="3-2 does not fit.", **REFUSED)
        page = it.page("/")
        before = page.locator("#table").inner_html()
        button, dialog = (
            page.locator(f"#ask-{number}").get_by_text("Accept it as a house ruling"),
            page.locator("#confirm"),
        )
        button.wait_for()
        until(page, "[...document.images].every((image) => image.complete || image.loading === 'lazy')")
        where = button.bounding_box()
        button.click()
        dialog.wait_for()
        assert page.evaluate("document.activeElement.closest('dialog')?.id") == "confirm"
        result = dialog.inner_text()
        assert "Player 1: 2-3" in result
        assert "SN-9" in result
        assert "taken back like any move" in result
        assert button.bounding_box() == where
        assert violations(page) == []
        page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")
        assert page.evaluate("document.activeElement.textContent") == "Accept it as a house ruling"
        assert table.version == 7

        page.keyboard.press("Enter")
        say_yes(page)
        page.locator("#move-8", has_text="house ruling").wait_for()
        page.locator(".ask").wait_for(state="detached")
        page.locator("#undo-last").click()
        say_yes(page)
        page.locator("#move-8").wait_for(state="detached")
        page.locator(f"#ask-{number + 1}", has_text=REFUSED["reason"]).wait_for()
        assert page.locator("#table").inner_html() == before
        page.locator(f"#ask-{number + 1} .answer").first.click()
        page.locator(".ask").wait_for(state="detached")
        assert page.locator(".aside", has_text="It was taken back").count() == 1


def test_two_pictures_are_shown_close_up_where_they_differ_and_whole_when_wanted(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=DOMINOES[:2])
        page = it.page("/", 390, 844)
        frames = tuple(table.keep_picture(with_tile(shown)) for shown in (False, True))
        number = it.parts.questions.ask(
            table.id, Question("choice", "?", table.version, frames, (Candidate(((0, "draw"),), 0.5),))
        )
        table.publish("asking")
        ask = page.locator(f"#ask-{number}")
        closer = ask.locator("[data-closer]")
        closer.wait_for()
        spot = (
            "Array.from(document.querySelectorAll('.ask img')).map((one) => { const box = one.getBoundingClientRect(),"
            " seen = one.parentElement.getBoundingClientRect(); const scale = box.width / seen.width; return [scale,"
            " (box.left + 0.75 * box.width - seen.left) / seen.width,"
            " (box.top + 0.7 * box.height - seen.top) / seen.height]; })"
        )
        until(page, f"{spot}.every(([scale]) => scale > 4.4)")
        for _, x, y in page.evaluate(spot):
            assert 0.3 < x < 0.7
            assert 0.3 < y < 0.7
        closer.click()
        until(page, f"{spot}.every(([scale]) => Math.abs(scale - 1) < 0.01)")
        with answered(page, re.compile(r"/view/games/\w+$")):
            table.publish("asking", "again")
        assert closer.get_attribute("aria-pressed") == "false"


def with_tile(there):
    """A noisy picture of a table; a tile lies at three quarters of its width and seven tenths of its height, or not."""
    pixels = np.random.default_rng(int(there)).integers(60, 90, (720, 1280, 3), np.uint8)
    if there:
        cv2.rectangle(pixels, (920, 485), (1000, 525), (235, 240, 240), -1)
    return cv2.imencode(".jpg", pixels)[1].tobytes()


@pytest.mark.parametrize(
    ("shares", "telling"),
    [
        ((62, 30), True),
        ((30, 20), True),  # half of it is among them
        ((18, 12), False),  # many others share the rest
        ((), False),
    ],
)
def test_shares_are_shown_where_the_answers_offered_have_half_of_them(shares, telling):
    buttons = tuple(Button(n, (), share, True, {}, "") for n, share in enumerate(shares))
    assert Card(1, "choice", "", (), buttons, (), 0, False).telling is telling


def test_a_question_who_made_a_move_is_called_so():
    """Two answers that differ by the player alone were called a doubt about the move."""

    def card(*answers):
        buttons = tuple(
            Button(n, (Play(who, move, ""),), 50, True, {}, "", recorded=not n) for n, (who, move) in enumerate(answers)
        )
        return Card(1, "reopen", "", (), buttons, (), 0, False, 1, True)

    assert card(("Ada", "start 1-1"), ("Bo", "start 1-1")).titled == "who"
    assert card(("Ada", "start 1-1"), ("Ada", "start 2-2")).titled == "reopen"
