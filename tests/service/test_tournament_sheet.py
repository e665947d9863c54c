"""The print-out of a tournament."""

import pypdfium2
import pytest

from service.page.language import languages
from service.page.tournament_sheet import figure
from service.page.tournament_sheet import sheet as printed
from service.tournament.standings import TIES

pytestmark = pytest.mark.store


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (0.5, "½"), (2.5, "2½"), (0.25, "¼"), (1.75, "1¾"), (-7, "-7")],
)
def test_points_are_written_with_their_quarters(value, written):
    """A Sonneborn-Berger of a quarter was written as 0, and one of three quarters as 1."""
    assert figure(value) == written


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("system", TIES)
def test_no_word_of_a_printed_head_is_broken(parts, language, system):
    cup = parts.tournaments.pair(parts.tournaments.open("Cup", "stones", ["Ada", "Bo", "Cy"], system).id)
    t = languages()[language]
    pdf = pypdfium2.PdfDocument(printed(cup, t))
    heads = [t("cup.points"), t("cup.played"), *(t(f"cup.tie.{name}") for name in TIES[system])]
    assert " ".join(heads) in pdf[0].get_textpage().get_text_range()
    pdf.close()
