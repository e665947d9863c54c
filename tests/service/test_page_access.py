"""The page for everybody in a real browser: keys, focus, language, colours, screens, the rules of access."""

from itertools import product

import pytest
from page_browsing import LEFT, NEXT, REFUSED, RIGHT, WRONG, browsing, fits, shot, until, violations
from page_table import CARDS, STONES, Followed

pytestmark = pytest.mark.browser
SIZES = {"narrow": (320, 640), "phone": (390, 844), "desktop": (1280, 800), "tv": (1920, 1080)}


def test_keys_do_things_can_be_listed_and_turned_off(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts)
        page = it.page("/")
        page.locator("#scrub").wait_for()
        page.locator("body").press("?")
        keys = page.locator("#keys[open]")
        keys.wait_for()
        assert keys.locator("kbd").count() == keys.locator("dd").count()
        keys.get_by_label("Single keys do this").uncheck()
        page.keyboard.press("Escape")
        page.locator("body").press("u")
        assert page.locator("#confirm[open]").count() == 0
        page.locator("body").press("Tab")
        assert page.locator("#confirm[open]").count() == 0


def test_by_keyboard_alone_the_focus_stays_where_one_works(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/")
        page.locator("#move-7").wait_for()
        page.locator("#legal-form [type=submit]").focus()
        page.keyboard.press("Enter")
        page.locator("#legal .move summary").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.locator("#move-8").wait_for()
        until(page, "document.activeElement.matches('#legal-form [type=submit]')")

        page.locator("#move-8 summary").first.focus()
        page.keyboard.press("Enter")
        page.locator("#move-8 [data-action=undo]").focus()
        page.keyboard.press("Enter")
        page.locator("#confirm-yes").focus()
        page.keyboard.press("Enter")
        page.locator("#move-8").wait_for(state="detached")
        until(page, "document.activeElement.matches('#move-7 summary')")

        number = table.ask(LEFT, RIGHT)
        page.locator(f"#ask-{number} .answer").first.focus()
        page.keyboard.press("Enter")
        page.locator("#move-10").wait_for()
        until(page, "document.activeElement.matches('#move-10 summary')")


def test_everything_is_reached_by_tab_with_a_focus_that_is_seen(tmp_path):
    with browsing(tmp_path) as it:
        Followed(it.parts).ask(LEFT, RIGHT)
        page = it.page("/")
        page.locator(".ask").wait_for()
        page.locator("#scrub").wait_for()
        reached = set()
        for _ in range(80):
            page.keyboard.press("Tab")
            found = page.evaluate(
                "(() => { const e = document.activeElement; const s = getComputedStyle(e);"
                " const part = e.closest('section, header, footer'); return [part?.id || part?.className || e.tagName,"
                " e.tagName, s.outlineStyle, parseFloat(s.outlineWidth)]; })()"
            )
            if found[1] == "BODY":
                break
            reached.add(found[0])
            assert found[2] != "none" or found[1] == "MAIN", found
            assert found[3] >= 2 or found[1] == "MAIN", found
        assert {"ask-1", "played", "sheet", "disputes", "timeline", "card legal"} <= reached


def test_a_person_chooses_language_and_colours_and_they_stay(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        page = it.page("/", locale="sv-SE", color_scheme="light")
        page.locator("#sheet-title", has_text="Poängprotokoll").wait_for()
        page.locator("#theme").click()
        page.reload(wait_until="domcontentloaded")
        assert page.locator("html").get_attribute("data-theme") == "dark"
        page.locator("#language").click()
        page.locator(".languages [lang=en]").click()
        page.locator("#sheet-title", has_text="Score sheet").wait_for()
        table.play(*NEXT)
        page.locator("#move-8", has_text="as a branch").wait_for()


def test_pages_fit_their_screens_and_keep_to_the_rules_of_access(tmp_path):
    """A page says the same in both schemes and is the same page: in the dark its colours alone are looked at."""
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        table.ask(WRONG, LEFT, kind="illegal", text="3-2 does not fit.", **REFUSED)
        cards, stones = Followed(it.parts, "stonerow", plays=CARDS), Followed(it.parts, "stones", plays=STONES)
        table.publish("illegal")
        paths = {"live": "/", "score": f"/games/{table.id}/scoreboard"}
        paths |= {"cards": f"/games/{cards.id}", "stones": f"/games/{stones.id}"}
        for kind, path in paths.items():
            page = it.page(path)
            page.locator("#strip").wait_for(state="attached")
            until(page, "[...document.images].every((image) => image.complete || image.loading === 'lazy')")
            for scheme, (name, (width, height)) in product(("light", "dark"), SIZES.items()):
                page.emulate_media(color_scheme=scheme)
                page.set_viewport_size({"width": width, "height": height})
                fits(page, width)
                shot(page, f"{kind}-{name}-{scheme}", full_page=name == "phone")
                if name != "tv":
                    assert violations(page, () if scheme == "dark" else None) == [], (name, kind, scheme)
            page.close()
