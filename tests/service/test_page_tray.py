"""Pieces that are taken up and laid on the page, by finger, mouse and keyboard."""

import pytest
from page_browsing import badly_set, boxes, browsing, fits, resize, until, violations
from page_table import CARDS, DOMINOES, TURNED

from service.store.questions import Candidate, Question

MANY = "Turn up tiles until five lie face up"


def opened(parts, name, plays, seed=None):
    entry = parts.ledger.open(name, {"players": 2}, seed, parts.versions)
    for version, (seat, move) in enumerate(plays):
        parts.ledger.play(entry.id, version, seat, move, by="person")
    return parts.ledger.find(entry.id)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("byhand")) as made:
        yield made


@pytest.fixture
def it(shared):
    yield shared
    shared.close()


def entries(page, count):
    until(page, f"document.querySelectorAll('.entry').length === {count}")


@pytest.mark.browser
def test_a_tile_is_tapped_and_laid_and_a_refusal_moves_nothing(it):
    entry = opened(it.parts, "stackernoos", DOMINOES)
    page = it.page(f"/games/{entry.id}", width=360, height=780, has_touch=True)
    page.locator("#tray [data-piece='4-8']").click()
    page.locator("rect.spot.ready").first.wait_for()
    before = boxes(page, "#table", "#played", "#tray .pieces")
    page.locator("#table svg.board").first.click(position={"x": 8, "y": 8})
    page.locator(".refused-here .reason").wait_for()
    assert boxes(page, "#table", "#played", "#tray .pieces") == before
    assert violations(page) == []
    page.locator("rect.spot.ready").last.click()
    entries(page, 8)
    assert page.locator("rect.last").count() == 1


@pytest.mark.browser
def test_whoever_may_open_can_and_cards_are_turned_up_before_anybody_plays(it):
    entry = opened(it.parts, "stackernoos", ())
    page = it.page(f"/games/{entry.id}")
    second = page.locator("#tray [data-tray='1']")
    second.click()
    page.locator("#tray[data-seat='1'] [data-tray='0']").wait_for()
    page.locator("#tray [data-piece='6-6']").click()
    page.locator("rect.spot.ready").first.click()
    entries(page, 1)
    assert it.parts.ledger.find(entry.id).replay.moves[0].seat == 1

    it.close()
    entry = opened(it.parts, "stonerow", ())
    page = it.page(f"/games/{entry.id}", width=360, height=780)
    page.locator("#tray[data-seat='-1']").wait_for()
    for count, (piece, pile) in enumerate((("Y9", "keystone"), ("?", "brickyard")), 1):  # each pile lights up
        page.locator(f"#tray [data-piece='{piece}']").click()
        page.locator(f"[data-place='{pile}'] .spot.ready").click()
        entries(page, count)
        assert page.locator(f"[data-place='{pile}'].latest").count() == 1
    assert "Turn up unknown card" in page.locator("#played").inner_text()
    fits(page, 360)


@pytest.mark.browser
def test_what_lights_up_out_of_sight_can_be_chosen_below_the_pieces(it):
    """On a phone the piles lie above the pieces, and nothing on the screen changed when a card was tapped."""
    entry = opened(it.parts, "stonerow", ())
    page = it.page(f"/games/{entry.id}", width=360, height=740)
    page.locator("#tray [data-piece='Y9']").evaluate("(piece) => piece.scrollIntoView({ block: 'start' })")
    page.locator("#tray [data-piece='Y9']").evaluate("(piece) => piece.click()")
    assert not page.locator("[data-place='keystone'] .spot.ready").evaluate(
        "(spot) => spot.getBoundingClientRect().top > 0"
    )
    page.locator("#tray-choice button", has_text="yellow 9").click()
    entries(page, 1)
    page.evaluate("scrollTo(0, 0)")
    page.set_viewport_size({"width": 360, "height": 2000})
    page.locator("#tray [data-piece='R5']").click()
    page.locator("[data-place='brickyard'] .spot.ready").wait_for()
    assert page.locator("#tray-choice button").count() == 0


@pytest.mark.browser
def test_a_tile_is_dragged_and_a_drawing_is_made_larger(it):
    entry = opened(it.parts, "stackernoos", DOMINOES)
    page = it.page(f"/games/{entry.id}", height=1500)
    whole = page.locator("#table svg.board").first.get_attribute("viewBox")
    page.locator("[data-zoom='in']").click()
    assert page.locator("#table svg.board").first.get_attribute("viewBox") != whole
    page.locator("[data-zoom='fit']").click()
    assert [float(side) for side in page.locator("#table svg.board").first.get_attribute("viewBox").split()] == [
        float(side) for side in whole.split()
    ]
    spot = page.locator("rect.spot").last
    spot.wait_for()
    assert spot.get_attribute("aria-label").endswith("moves are possible here")  # it was “-2,0,0:e”
    piece = page.locator("#tray [data-piece='4-8']")
    piece.hover()
    page.mouse.down()
    page.mouse.move(600, 300)
    box = page.locator("rect.spot.ready").last.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    entries(page, 8)


@pytest.mark.browser
def test_a_card_that_does_not_go_with_two_others_is_told_why_and_these_stay(it):
    """The two were thrown away, and the button below them became `Discard red 9`."""
    entry = opened(it.parts, "stonerow", [*CARDS[:4], (1, "draw quarry")])
    page = it.page(f"/games/{entry.id}", width=360, height=780)
    for label in ("B8", "R8"):
        page.locator(f"#tray [data-piece='{label}']").click()
    offered = page.locator("#tray-choice").inner_text()
    page.locator("#tray [data-piece='R9']").click()
    told = page.locator(".refused-here .reason")
    told.wait_for()
    assert told.inner_text().startswith("These are not all of one number")
    assert page.locator("#tray [aria-pressed='true']").evaluate_all(
        "(all) => all.map((each) => each.dataset.piece)"
    ) == ["R8", "B8"]
    left = page.locator("#tray-choice").inner_text()  # the row, where scrolling took its place out of sight
    assert left in {offered, "Build red 8 and blue 8"}
    page.locator("#tray [data-piece='B8']").click()  # put back, and the message with it
    assert page.locator(".refused-here").is_hidden()
    page.locator("#tray [data-piece='Y1']").click()
    page.locator("#tray [data-piece='Y1'][aria-pressed='true']").wait_for()
    assert page.locator("#tray [aria-pressed='true']").count() == 1
    page.keyboard.press("Escape")
    for label in ("Gd", "G2", "R1"):  # no rule says what three cards might do there
        page.locator(f"#tray [data-piece='{label}']").click()
    page.get_by_text("This piece does not go with those that are chosen.").wait_for()
    assert violations(page) == []


@pytest.mark.browser
def test_a_row_is_built_and_a_stone_is_taken_with_the_keyboard(it):
    entry = opened(it.parts, "stonerow", [*CARDS[:4], (1, "draw quarry")])
    page = it.page(f"/games/{entry.id}")
    free = """(cards) => cards.map((card) => {
      const label = document.createRange();
      label.selectNodeContents(card.querySelector("b"));
      return card.getBoundingClientRect().right - label.getBoundingClientRect().right;
    })"""
    assert min(page.locator(".crowded .playing").evaluate_all(free)) >= 0.5  # letters ran into those of the next card
    for label in ("G4", "G5", "G6"):
        page.locator(f"#tray [data-piece='{label}']").press("Enter")
    page.locator("button.spot.ready").press("Enter")
    entries(page, 6)
    assert page.locator(".row.latest").count() == 1
    page.locator(".playing img").first.wait_for()
    until(
        page, "[...document.querySelectorAll('#table .felt .playing img')].every((image) => image.naturalWidth === 139)"
    )
    it.close()
    entry = opened(it.parts, "stones", TURNED[:5])
    page = it.page(f"/games/{entry.id}", color_scheme="dark")
    page.locator("#tray [data-byhand='turn L/2']").press("Enter")
    page.locator("#table [data-piece='S/2']:enabled").press("Enter")
    page.locator("[data-place='river-small'] .spot").press("Enter")
    entries(page, 7)
    assert violations(page) == []


@pytest.mark.browser
def test_a_typed_tile_that_nobody_turned_up_is_turned_up_by_the_button_beside_it(it):
    entry = opened(it.parts, "stones", TURNED[:1])
    page = it.page(f"/games/{entry.id}", width=360, height=780)
    assert MANY in page.locator("#tray-help").inner_text()
    assert badly_set(page, ".crowded .piece") == []  # a tile of three stones reached over the next
    asked, drawing = boxes(page, "#tray-help", "#table .felt")
    assert asked["y"] + asked["height"] <= drawing["y"]  # below it, it was below the screen
    page.locator("#enter").click()
    page.locator("#pick-seat").select_option("0")
    page.locator("#pick-find").fill("sm/3 medium")
    page.locator("#picked [data-first='turn SM/3']").click()
    page.locator("#picked [data-move='take SM/3 medium']").click()
    entries(page, 3)
    assert "press here what became of it" in page.locator("#tray-help").inner_text()


@pytest.mark.browser
def test_whoever_is_at_a_lit_place_with_the_keyboard_stays_there(it):
    entry = opened(it.parts, "stones", TURNED)
    page = it.page(f"/games/{entry.id}")
    page.locator("#table [data-piece='S/2']:enabled").press("Enter")
    page.locator("[data-place='river-small'] .spot.ready").focus()
    candidates = (Candidate(((0, "take S/2 small"),), 0.6), Candidate((), 0.4))
    it.parts.questions.ask(entry.id, Question("choice", "Two moves fit.", entry.version, (), candidates))
    page.locator(".ask").wait_for()
    assert page.evaluate("document.activeElement.dataset.spot") == "river-small"
    page.keyboard.press("Enter")
    entries(page, 7)


CUT = """() => {
  const list = document.querySelector("#tray .pieces");
  const seen = list.getBoundingClientRect();
  const whole = (box) => box.top >= seen.top - 1 && box.bottom <= seen.bottom + 1;
  const away = (box) => box.bottom <= seen.top + 1 || box.top >= seen.bottom - 1;
  const boxes = [...list.children].map((each) => each.getBoundingClientRect());
  return boxes.filter((box) => !whole(box) && !away(box)).length;
}"""
"""How many pieces of the tray are cut through by its edge."""


@pytest.mark.browser
@pytest.mark.parametrize(("name", "plays"), [("stonerow", ()), ("stonerow", CARDS[:3]), ("stones", ())])
def test_pieces_scroll_only_where_no_space_is_left(it, name, plays):
    """The last rows of cards were hidden at 1280×800, beside and above empty space."""
    entry = opened(it.parts, name, plays)
    page = it.page(f"/games/{entry.id}", width=1280, height=800)
    until(page, "document.querySelector('#tray .pieces').style.maxHeight !== ''")
    assert not page.locator("#tray-more").is_visible()
    last = page.locator("#tray .piece").last
    assert last.evaluate("(piece) => piece.getBoundingClientRect().bottom < innerHeight")
    before = boxes(page, "#table", "#tray .pieces")
    for piece in page.locator("#tray [data-piece]").all()[-1:]:  # what is not played at once is taken up
        piece.click()
        page.locator("#tray [aria-pressed='true'][data-piece]").wait_for()
    assert boxes(page, "#table", "#tray .pieces") == before


@pytest.mark.browser
@pytest.mark.parametrize("name", ["stones", "stonerow"])
def test_the_tray_shows_whole_rows_of_pieces(it, name):
    """The third row of stones was cut through; 640 px wide is a laptop at 200 %."""
    entry = it.parts.ledger.open(name, {"players": 2}, None, it.parts.versions)
    page = it.page(f"/games/{entry.id}", 360, 740)
    page.locator("#tray .piece").first.wait_for()
    until(page, "document.querySelector('#tray .pieces').style.maxHeight !== ''")
    for size in ((360, 740), (640, 400), (1280, 800), (1920, 1080)):
        page.evaluate("document.querySelector('#tray .pieces').scrollTop = 0")
        resize(page, *size)
        assert page.evaluate(CUT) == 0, size
        clipped = "(list) => list.scrollHeight > list.clientHeight + 1"
        assert page.locator("#tray-more").is_visible() is page.locator("#tray .pieces").evaluate(clipped), size
        page.evaluate("document.querySelector('#tray .pieces').scrollTop = 100")
        until(page, f"({CUT})() === 0")
