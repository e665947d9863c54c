"""The demo films of all games, followed to their end with the page open."""

import pytest
from page_browsing import browsing, until
from page_films import DemoFilm

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("game", "begin"), [("stones", 34.7), ("stackernoos", 64.7), ("stonerow", 76.9)])
def test_a_demo_film_is_followed_to_its_end_on_the_page(tmp_path, game, begin):
    """A long film is gone on with near its end, as after a break; reading its pictures is what takes the time."""
    with browsing(tmp_path) as it:
        film = DemoFilm(it.parts, game, begin)
        page = it.page("/")
        answers = []
        page.on("response", lambda answer: answers.append((answer.status, answer.url)))
        middle = [(begin + film.film.about["seconds"]) / 2]

        def looked(time):
            page.wait_for_timeout(0)  # lets the browser's events in
            if middle and time >= middle[0]:
                assert page.reload(wait_until="domcontentloaded").status == 200
                middle.clear()

        film.follow(looked)
        until(page, f"document.getElementById('strip')?.dataset.version == '{film.entry.version}'")
        page.locator("#shot-drawing").wait_for()
        assert not middle
        assert film.entry.version > film.before
        shown = [int(text.split()[0]) for text in page.locator("#strip .player .total").all_inner_texts()]
        assert shown == [score.total for score in film.entry.game.score(film.entry.replay.state)]
        assert [(status, url) for status, url in answers if status >= 400] == []
