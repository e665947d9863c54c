"""The phone's words: the same keys in every language that the table's page has, and none left over."""

import re
from pathlib import Path

import pytest

from service.page.language import languages
from service.phone.page import phone_page, strings

HTML = Path(__file__).parents[3] / "service" / "phone" / "html"


@pytest.mark.parametrize("code", list(languages()))
def test_every_language_has_every_text(code):
    assert strings(code).keys() == strings("en").keys()
    assert all(strings(code).values())
    assert f'lang="{code}"' in phone_page(code)
    assert strings(code)["phone.start"] in phone_page(code)
    assert "maple" in phone_page(code, word="maple")


def test_no_text_is_left_over_or_missing():
    template = (HTML / "phone.html").read_text()
    script = (HTML / "phone.js").read_text()
    used = set(re.findall(r't\["([a-z._]+)"\]', template))
    used |= {f"js.{name}" for name in re.findall(r"texts\.([a-z_]+)", script)}
    assert used == set(strings("en"))


def test_what_comes_from_outside_is_escaped():
    assert "<b>" not in phone_page("en", "<b>trouble</b>")
