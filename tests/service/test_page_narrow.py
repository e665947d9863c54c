"""What a narrow phone (360 px) shows whole: the header in one row, hints, names of pieces and of rules."""

from random import Random

import pytest
from page_browsing import badly_set, boxes, browsing, fits, resize, shot, until
from page_table import CARDS, DOMINOES, Followed
from service_help import API, client_of

pytestmark = pytest.mark.browser
ROW = """[...document.querySelectorAll(
    '.top > :is(.brand, .of, .tools) :is(a, button, summary), .top > :is(.brand, .of)')]
  .filter((part) => part.checkVisibility())
  .map((part) => part.getBoundingClientRect())
  .every(({ top, bottom, right }) => top < 50 && bottom < 62 && right <= 360)"""
BROKEN = """[...document.querySelectorAll('.whole, a[href^="/rules/"]')]
  .filter((part) => part.getClientRects().length > 1).map((part) => part.textContent)"""


def test_the_header_is_one_row_and_nothing_is_broken_or_cut(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=DOMINOES)
        table.table.publish(following=None)
        for path in (
            f"/games/{table.id}",
            "/",
            "/rules",
            "/rules/stones",
            "/nothing",
            "/problems",
            "/history",
            "/tournaments",
            "/devices",
        ):
            page = it.page(path, 360, 740, locale="sv-SE")
            page.locator(".top .brand").wait_for()
            until(page, ROW)
            fits(page, 360)
            assert page.evaluate(BROKEN) == []
            if path == "/":
                chosen = page.locator(".games-picks :checked ~ .pick-words b")
                assert chosen.bounding_box()["height"] < 40  # its tick stood below it
            if path.startswith(("/rules", "/problems")):
                title, tools = boxes(page, ".top .of", ".top .tools")
                assert title["x"] < tools["x"]  # it stood behind the buttons
            if path == "/rules":
                field, button = boxes(page, ".search input", ".search button")
                assert button["y"] < field["y"] + field["height"]
            if path == "/history":
                page.locator("summary", has_text="Byt namn").first.click()
                rename = page.locator(".renaming button[type=submit]").first
                rename.evaluate("(button) => { button.textContent = 'Nimeä uudelleen'; }")
                assert page.locator("[name=title]").first.bounding_box()["width"] > 190  # it had what its button left
            if path.startswith("/games"):  # the header has no room for it, also on a laptop at 200 %
                assert page.locator("footer a[href^='/devices']").is_visible()
                resize(page, 1024, 768)
                row = "(all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size"
                assert page.locator(".top .tool:visible").evaluate_all(row) == 1  # two of them stood below
            page.close()


def test_no_word_however_long_makes_a_page_wider(tmp_path):
    """One name of forty letters did, and so did a title or a reason without spaces."""
    with browsing(tmp_path) as it, client_of(it.where) as client:
        table = Followed(it.parts, plays=DOMINOES)
        it.parts.players.seat(table.id, {0: "Å" * 40, 1: "Ö" * 40})
        it.parts.evenings.follows(Followed(it.parts, plays=DOMINOES).id, table.id)  # a table of both stands above
        it.parts.evenings.call(table.id, "W" * 80)
        names = ["A" * 40, "B" * 40]
        wanted = {"title": "M" * 80, "game": "stackernoos", "system": "robin", "names": names, "minutes": 30}
        cup = client.post(f"{API}/tournaments", json=wanted).headers["location"]
        client.post(f"{cup}/rounds").raise_for_status()
        ruled = {"round": 1, "table": 1, "result": "one", "reason": "x" * 600}
        client.post(f"{cup}/rulings", json=ruled).raise_for_status()
        shown = cup.removeprefix(API)
        paths = ("/start", f"/games/{table.id}", "/history", "/players", "/tournaments", shown, f"{shown}/hall")
        for path in paths:
            page = it.page(path, 360, 740, locale="sv-SE")
            page.locator("main").wait_for()
            fits(page, 360)
            page.close()


def test_figures_of_players_are_read_without_scrolling_aside(tmp_path):
    with browsing(tmp_path) as it:
        it.parts.players.seat(Followed(it.parts, plays=DOMINOES).id, {0: "Ada", 1: "Bo"})
        page = it.page("/players", 360, 740, locale="sv-SE")
        page.locator(".scrolls").first.wait_for()
        until(page, "[...document.querySelectorAll('.scrolls')].every((part) => part.scrollWidth <= part.clientWidth)")


def test_what_is_refused_far_down_a_page_is_told_in_view(tmp_path):
    """The line stood at the top of the page, and the button seemed to do nothing."""
    with browsing(tmp_path) as it:
        it.parts.players.seat(Followed(it.parts, plays=DOMINOES).id, {0: "Ada", 1: "Bo"})
        page = it.page("/players", 360, 740, locale="sv-SE")
        page.locator("summary", has_text="Ändra").last.click()
        page.locator("details[open] input[name=name]").fill("Ada")
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.evaluate("scrollY") > 100
        page.locator("details[open] button[type=submit]").click()
        page.locator("#alert", has_text="Ada").wait_for()
        assert page.evaluate("document.querySelector('#alert').getBoundingClientRect().bottom > 0")
        fits(page, 360)


def test_the_scoreboard_fits_a_phone_with_long_names(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=DOMINOES)
        it.parts.players.seat(table.id, {0: "Bartholomeusdottir-Lindqvist", 1: "Bo"})
        page = it.page(f"/games/{table.id}/scoreboard", 360, 740, locale="sv-SE")
        page.locator(".huge .badge", has_text="i tur").wait_for()
        fits(page, 360)


def test_the_score_sheet_is_shown_whole(tmp_path):
    """Its last line was cut through, and nothing said that there were more."""
    with browsing(tmp_path) as it:
        entry = it.parts.ledger.open("stonerow", {"players": 2, "rule_set": "basic"}, 7, it.parts.versions)
        chance, earned = Random(7), 0
        while earned < 5:
            state = entry.replay.state
            seat = entry.game.actors(state)[0]
            moves = sorted(entry.game.moves(state, seat), key=lambda move: -entry.game.judge(state, seat, move).points)
            move = moves[0] if entry.game.judge(state, seat, moves[0]).points > 0 else chance.choice(moves)
            earned += entry.game.judge(state, seat, move).points > 0
            it.parts.ledger.play(entry.id, entry.version, seat, str(move), by="person")
            entry = it.parts.ledger.find(entry.id)
        page = it.page(f"/games/{entry.id}", 360, 740)
        sheet = page.locator("#sheet .columns")
        row, number = boxes(page, "#sheet .earning summary", "#sheet .earning summary > .hint")
        assert number["x"] < row["x"] + 80  # below the words, which it broke: “Highwayma-n”
        for line in range(5):
            sheet.locator(".earning summary").nth(line).click()  # its rules make it longer still
        height, inside = sheet.evaluate("(list) => [list.clientHeight, list.scrollHeight]")
        assert inside - 1 <= height > 480


def test_the_scores_stay_in_view_over_places_and_leave_room_at_a_large_zoom(tmp_path):
    """Places that light up were drawn over the scores; at 200 % a third of the screen was taken by them."""
    top = """(() => {
      const spot = document.querySelectorAll("#table button.spot")[1];
      if (spot) scrollBy(0, spot.getBoundingClientRect().top - 10);
      return Boolean(spot) && document.elementFromPoint(180, 20)?.closest(".strip") !== null;
    })()"""
    with browsing(tmp_path) as it:
        entry = it.parts.ledger.open("stones", {"players": 2}, None, it.parts.versions)
        page = it.page(f"/games/{entry.id}", 360, 740)
        until(page, top)
        spots = "[...document.querySelectorAll('#table button.spot')].map((each) => each.getBoundingClientRect())"
        hit = f"{spots}.some((box) => document.elementFromPoint(box.x + 9, 15)?.closest('.spot'))"
        assert page.evaluate(hit) is False
        page = it.page(f"/games/{entry.id}", 640, 400)
        until(page, top.replace("!==", "==="))


@pytest.mark.parametrize("language", ["en", "sv", "fi"])
def test_the_head_of_a_film_s_game_is_two_lines_at_most(tmp_path, language):
    """At 900 and at 1280 px, what was told of the camera stood in five lines beside the tools, which broke in two."""
    with browsing(tmp_path) as it:
        filmed = it.parts.ledger.open("stackernoos", {"players": 2}, None, it.parts.versions).id
        it.parts.ledger.play(filmed, 0, 0, "start 1-1", by="camera")
        for game in (filmed, Followed(it.parts).id):
            page = it.page(f"/games/{game}?lang={language}", 1280, 800)
            for width in (900, 1024, 1100, 1280, 1499):
                resize(page, width, 800)
                status, head, last = boxes(page, "#status", "header.top", "#language")
                name = page.locator("h1.of").bounding_box()
                shot(page, f"head-{language}-{game == filmed}-{width}", clip=head)
                below = status["y"] > name["y"] + name["height"]
                assert status["height"] < (1.5 if below else 2) * name["height"], (game == filmed, width)
                middle, tool = (each["y"] + each["height"] / 2 for each in (name, last))
                assert abs(tool - middle) < 12, (game == filmed, width)
                assert head["height"] <= 110
                fits(page, width)


def test_what_to_type_for_a_dispute_is_told_whole(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        it.parts.evenings.call(table.id, "Torsdagsspelet hos mormor")
        it.parts.players.seat(table.id, {0: "Bartholomeusdottir-Lindqvist", 1: "Bo"})
        page = it.page(f"/games/{table.id}", 360, 740, locale="sv-SE")
        hint = page.locator("#dispute-hint")
        hint.wait_for()
        assert badly_set(page, "h1, .total, .points") == []
        result = set()
        for kind in ("legal", "under", "score", "free"):
            page.locator("#dispute-kind").select_option(kind)
            result.add(hint.inner_text())
        assert len(result) == 4
        assert page.evaluate(
            "(() => { const e = document.getElementById('dispute-hint'); return e.scrollWidth <= e.clientWidth; })()"
        )
        assert page.locator("#dispute-what").get_attribute("placeholder") is None
        page.locator("#enter").click()
        seat, typed = page.locator("#pick-seat").bounding_box(), page.locator("#pick-form").bounding_box()
        assert seat["width"] == typed["width"] == page.locator("#pick-title").bounding_box()["width"]


def test_the_cards_of_a_row_lie_beside_each_other(tmp_path):
    """They stood below each other as soon as somebody had mortared a card onto the row."""
    with browsing(tmp_path) as it:
        plays = (*CARDS[:7], (0, "discard B1"), (1, "draw quarry"), (1, "mortar Ma Y7 r1"))
        page = it.page(f"/games/{Followed(it.parts, 'stonerow', plays=plays).id}", 360, 740)
        cards = page.locator("[data-place=r1] .layer").first.locator(".playing")
        cards.first.wait_for()
        assert cards.count() == 3
        assert len(set(cards.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().top)"))) == 1
        fits(page, 360)


def test_nothing_touches_the_number_of_a_late_move_nor_the_name_of_a_pile(tmp_path):
    """`145` ran into the player's sign, and the frame of a place that lights up into the name above the cards."""
    with browsing(tmp_path) as it:
        entry = it.parts.ledger.open("stonerow", {"players": 2}, None, it.parts.versions)
        for n, (seat, move) in enumerate(CARDS[:2]):
            it.parts.ledger.play(entry.id, n, seat, move)
        page = it.page(f"/games/{entry.id}", 360, 740, locale="sv-SE")
        page.locator("[data-place=quarry] > .spot").wait_for()
        page.locator("#move-2 .number").evaluate("(number) => { number.textContent = '145'; }")
        right = """const right = (part) => {
          const all = document.createRange();
          all.selectNodeContents(document.querySelector(part));
          return all.getBoundingClientRect().right;
        };"""
        sign = "document.querySelector('#move-2 .seat-sign').getBoundingClientRect().left"
        until(page, f"(() => {{ {right} return right('#move-2 .number') < {sign}; }})()")
        frame = "document.querySelector('[data-place=quarry] > .spot').getBoundingClientRect().right - 3"
        until(page, f"(() => {{ {right} return right('[data-place=quarry] h3') < {frame}; }})()")


def test_after_a_move_the_next_player_sees_what_to_do(tmp_path):
    """The page stayed at the pieces of the player before: whose turn it was, and the table, were above the screen."""
    with browsing(tmp_path) as it:
        table = Followed(it.parts, plays=DOMINOES[:1])
        table.table.publish(following=None)
        page = it.page(f"/games/{table.id}", 360, 740)
        page.locator("#tray .piece:enabled").first.click()
        page.evaluate("scrollTo(0, 400)")
        page.locator("#table .spot.ready").first.dispatch_event("click")
        until(page, "document.querySelector('#strip').dataset.version === '2'")
        until(
            page,
            """(() => {
          const box = document.getElementById("tray-help").getBoundingClientRect();
          const scores = document.querySelector(".strip > .players").getBoundingClientRect();
          return box.top >= scores.bottom && box.bottom <= innerHeight;
        })()""",
        )


def test_the_letters_on_cards_are_explained_and_nothing_of_the_picture_stands_beside_them(tmp_path):
    """Nothing told what Su or GM is, and pieces of the picture beside a code looked like signs of it."""
    beside = """(all) => all.map((code) => [code.getBoundingClientRect(), code.parentElement.getBoundingClientRect()])
      .map(([code, card]) => Math.max(code.left - card.left, card.right - code.right, card.bottom - code.bottom))"""
    with browsing(tmp_path) as it:
        page = it.page(f"/games/{Followed(it.parts, 'stonerow', plays=CARDS[:6]).id}", 390, 844, locale="sv-SE")
        codes = page.locator("#table .playing > span")
        assert codes.count() > 4
        assert max(codes.evaluate_all(beside)) < 4
        page.locator("#codes summary", has_text="Vad bokstäverna på korten betyder").click()
        told = page.locator("#codes li").all_inner_texts()
        assert {"R röd", "Su Lantmätare", "GM Gillemästare", "Hw Stråtrövare"} <= set(told)
        assert len(told) == 13
        fits(page, 390)
        page = it.page(f"/games/{Followed(it.parts).id}")
        page.locator("#table svg.board").wait_for()
        assert page.locator("#codes").count() == 0
