"""After a game: played again, called something, counted, taken along as a file, deleted."""

import io
import re
from urllib.parse import quote

import pypdfium2
import pytest
from page_browsing import browsing, fits, violations
from page_table import CARDS, DOMINOES, STONES, Followed
from PIL import Image
from service_help import API, client_of, play, problem, running
from sqlalchemy import select

from engine.record import Event
from service.following.tables import Tables
from service.statistics import PAUSE, Figures, of_pairs, of_player, paces
from service.store.evenings import BadTitle
from service.store.schema import events, evidence, sitters
from service.store.store import NoSuchGame


def ended(client, players=2):
    """A game of dominoes that player 1 has won, by points, when nobody can go on."""
    made = client.post(f"{API}/games", json={"game": "stackernoos", "options": {"players": players, "max_pip": 6}})
    game = made.headers["location"]
    version = 0
    while "over" not in (now := client.get(game).json()):
        seat = now["next"]["seats"][0]
        moves = [each["move"] for each in client.get(f"{game}/moves", params={"seat": seat}).json()["moves"]]
        move = next((each for each in ("draw", "keep", "pass") if each in moves), moves[0])
        play(client, game, seat, move, version)
        version += 1
        assert version < 400
    return game


@pytest.fixture
def followed(parts):
    table = Followed(parts)
    parts.players.seat(table.id, {0: "Ada", 1: "Bo"})
    return table


def test_a_game_is_played_again_by_the_same_players_and_rules(client, game):
    body = {"players": [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "Bo"}]}
    client.post(f"{game}/players", json=body)
    again = client.post(f"{game}/again", json={"match": True})
    assert again.status_code == 201
    new = again.headers["location"]
    assert again.json()["options"] == client.get(game).json()["options"]
    assert [each["name"] for each in client.get(f"{new}/players").json()["players"]] == ["Ada", "Bo"]


@pytest.mark.parametrize("name", ["Pelaaja 2", "Åsa\u200b"])
def test_names_that_were_given_under_an_older_rule_sit_in_the_next_game_too(client, parts, game, name):
    """Each try was refused, and left a game without players behind."""
    parts.players.seat(game.rpartition("/")[2], {0: "Ada", 1: name})
    new = client.post(f"{game}/again", json={}).headers["location"]
    assert [each["name"] for each in client.get(f"{new}/players").json()["players"]] == ["Ada", name]
    assert len(client.get(f"{API}/games").json()["games"]) == 2


def test_a_match_has_its_games_in_their_order(parts):
    first, second, third, other = (parts.ledger.open("stones", {}, None, parts.versions).id for _ in range(4))
    parts.evenings.follows(second, first)
    parts.evenings.follows(third, second)
    for each in (first, second, third):
        assert set(parts.evenings.match(each)) == {first, second, third}
    assert parts.evenings.match(other) == (other,)


def test_a_title_is_given_found_and_taken_back(client, game):
    page = game.rpartition("/")[2]
    assert client.post(f"{game}/title", json={"title": " Christmas  Eve "}).json()["title"] == "Christmas Eve"
    assert "Christmas Eve" in client.get("/history?find=christmas").text
    assert page not in client.get("/history?find=easter").text
    assert client.post(f"{game}/title", json={"title": ""}).json()["title"] == ""
    problem(client.post(f"{game}/title", json={"title": "<b>"}), 422, "bad-name")


def test_a_score_is_told_apart_from_the_number_of_a_player(parts, client):
    """“Player 1 0 – Player 2 0” stood in the history."""
    game = parts.ledger.open("stackernoos", {"players": 2}, None, parts.versions).id
    parts.ledger.play(game, 0, 0, "start 1-1")
    assert "<b data-what>Player 1: 0 – Player 2: 0</b>" in client.get("/history", params={"lang": "en"}).text
    assert "<b data-what>Spelare 1: 0 – Spelare 2: 0</b>" in client.get("/history", params={"lang": "sv"}).text
    assert game in client.get("/history?find=0+player&lang=en").text


def test_a_title_stands_in_the_list_of_the_start_page_and_above_the_page_of_its_game(client, game):
    """They had the game's name alone."""
    page = game.removeprefix(API)

    def shown():
        listed = re.search(f'<a href="{page}"><b>([^<]*)</b>', client.get("/start").text)
        text = client.get(page).text
        heads = (re.search(r"<title>([^<]*) – Tableside", text), re.search(r'<h1 class="of[^>]*>([^<]*)', text))
        return [each.group(1) for each in (listed, *heads)]

    assert shown() == ["Stackernoos"] * 3
    client.post(f"{game}/title", json={"title": "Bo & Åsa"})
    assert shown() == ["Bo &amp; Åsa"] * 3
    client.post(f"{game}/title", json={"title": ""})
    assert shown() == ["Stackernoos"] * 3


@pytest.mark.browser
def test_a_title_of_eighty_letters_fits_a_phone(tmp_path):
    with browsing(tmp_path) as it:
        game = it.parts.ledger.open("stackernoos", {"players": 2}, None, it.parts.versions).id
        for title in ("Å" * 80, "Evening after " * 5):
            it.parts.evenings.call(game, title)
            for address in (f"/games/{game}", "/start", "/history"):
                page = it.page(address, 360, 740)
                page.get_by_text(title.strip()).first.wait_for()
                fits(page, 360)
                page.close()


def test_a_game_that_nobody_finishes_is_kept_as_not_finished_and_can_be_gone_on_with(client, game):
    """It could only be deleted: nothing said that leaving keeps it, and no list told it from those that are over."""
    page, over = game.removeprefix(API), ended(client).removeprefix(API)

    def part(text, begin, end):
        return text[text.index(begin) :].partition(end)[0]

    assert 'data-action="stop"' in client.get(page).text
    assert 'data-action="stop"' not in client.get(over).text
    start, history = (client.get(each, params={"lang": "en"}).text for each in ("/start", "/history"))
    going, done = start.split("<h3>Finished</h3>")
    assert page in going.partition("<h3>Not finished</h3>")[2]
    assert f'<a class="go" href="{page}">Go on' in going
    assert over in done
    assert "Go on" not in part(done, over, "</li>")
    own, other = (part(history, f'data-game="{each.rpartition("/")[2]}"', "</article>") for each in (page, over))
    assert ("not finished" in own, f'<a class="go" href="{page}">Go on' in own, "★" in own) == (True, True, False)
    assert ("not finished" in other, "Go on" in other, "★" in other) == (False, False, True)


def test_a_page_that_goes_on_with_a_camera_says_so_and_what_to_do(client, game):
    """It asked “What do you play?”, named the game by a date alone, and began one by “Start the game”."""
    client.post(f"{game}/title", json={"title": "First evening"})
    shown = client.get("/start", params={"resume": game.rpartition("/")[2], "lang": "en"}).text
    assert "<title>Go on with a camera – Tableside</title>" in shown
    assert "<h1>Go on with a camera</h1>" in shown
    told = shown.partition('<div class="resume">')[2].partition("</div>")[0]
    for said in ("First evening", "0 – 0", "Lay the table as the game left it", game.removeprefix(API)):
        assert said in told
    assert 'id="begin">Go on</button>' in shown
    assert "What do you play?" not in shown
    new = client.get("/start", params={"lang": "en"}).text
    assert ("<h1>What do you play?</h1>" in new, 'id="begin">Start the game' in new) == (True, True)


def test_what_cannot_be_a_title(parts, followed):
    with pytest.raises(BadTitle):
        parts.evenings.call(followed.id, "x" * 81)
    with pytest.raises(NoSuchGame):
        parts.evenings.call("none", "x")


def test_a_deleted_game_leaves_nothing_and_takes_nothing_of_others(parts, followed):
    other = Followed(parts, plays=())
    shared, own = followed.keep("both", "after"), followed.keep("mine", "after")
    other.keep_picture(parts.evidence.load(shared), "after")
    parts.evenings.delete(followed.id)
    for table in (events, evidence, sitters):
        with parts.store.reading() as connection:
            assert connection.execute(select(table).where(table.c.game_id == followed.id)).first() is None
    assert parts.evidence.load(own) is None
    assert parts.evidence.load(shared)
    with pytest.raises(NoSuchGame):
        parts.ledger.find(followed.id)


def test_the_evidence_of_a_ruling_is_asked_for_twice(settings):
    tables = Tables()
    with running(settings, tables) as where, client_of(where) as client:
        made = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
        play(client, made, 0, "start 1-1", 0)
        asked = client.post(f"{made}/disputes", json={"question": "is the score right?"})
        assert asked.status_code == 201, asked.text
        problem(client.delete(made), 409, "has-rulings")
        tables.add().publish(following={"game": made.rpartition("/")[2]})
        problem(client.delete(f"{made}?rulings=delete"), 409, "game-followed")
        tables.add().publish(following=None)
        assert client.delete(f"{made}?rulings=delete").status_code == 200
        problem(client.get(made), 404, "no-such-game")
        problem(client.delete(made), 404, "no-such-game")


def test_a_player_s_figures_are_those_of_the_games(parts, followed):
    assert followed.version
    result = of_player(parts, next(each.id for each in parts.players.all() if each.name == "Bo"))
    assert set(result) == {"stackernoos"}
    figures = result["stackernoos"]
    assert (figures.games, figures.finished, figures.wins, figures.average) == (1, 0, 0, None)
    assert Figures(1, 1, 1, 30, 30) + Figures(1, 1, 0, 10, 10) == Figures(2, 2, 1, 40, 30)


def test_pairs_are_partners_of_one_side_and_the_best_comes_first(parts):
    for names in (("Ada", "Bo", "Cy", "Di"), ("Ada", "Cy", "Bo", "Di")):
        game = parts.ledger.open("stonerow", {"players": 4, "rule_set": "team"}, None, parts.versions).id
        parts.ledger.play(game, 0, -1, "keystone Y9")
        parts.players.seat(game, dict(enumerate(names)))
    loose = parts.ledger.open("stackernoos", {"players": 4}, None, parts.versions).id
    parts.players.seat(loose, dict(enumerate(("Ada", "Bo", "Cy", "Di"))))
    pairs = {frozenset((one.name, other.name)): figures.games for (one, other), figures in of_pairs(parts).items()}
    assert pairs == {frozenset(("Ada", "Cy")): 1, frozenset(("Bo", "Di")): 1, frozenset(("Ada", "Bo")): 1,
                     frozenset(("Cy", "Di")): 1}  # fmt: skip


def test_who_thinks_is_timed_and_a_break_is_not():
    def at(seconds, seat):
        return Event(1, f"2026-01-31T18:{int(seconds // 60):02}:{seconds % 60:06.3f}Z", seat, "draw")

    listed = list(paces([at(0, 0), at(20, 1), at(50.5, 0), at(50.5 + PAUSE + 1, 1), at(1000, -1)]))
    assert listed == [(1, 20.0), (0, 30.5)]


def test_a_finished_game_is_won_and_counted(client):
    game = ended(client)
    client.post(f"{game}/players", json={"players": [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "Bo"}]})
    page = game.removeprefix(API)
    text = client.get(page).text
    assert 'id="after"' in text
    assert "won" in text
    players = client.get(f"{API}/players").json()["players"]
    figures = [client.get(f"{API}/players/{each['id']}/figures").json()["games"][0] for each in players]
    assert [each["finished"] for each in figures] == [1, 1]
    assert sum(each["wins"] for each in figures) >= 1
    assert "Ada" in client.get("/players").text
    assert re.search(r"\d,\d</td>", client.get("/players?lang=sv").text)
    again = client.post(f"{game}/again", json={"match": True}).headers["location"]
    assert client.get(again).status_code == 200
    assert 'class="match"' in client.get(page).text
    assert 'class="match"' in client.get(again.removeprefix(API)).text  # while its next round is played, too
    assert client.get("/history").text.count("Ada") >= 2


def test_a_game_is_taken_along_as_one_file(settings):
    with running(settings) as where, client_of(where) as client:
        made = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
        play(client, made, 0, "start 1-1", 0)
        client.post(f"{made}/players", json={"players": [{"seat": 0, "name": "Åsa"}]})
        client.post(f"{made}/disputes", json={"question": "was move 1 legal?"})
        client.post(f"{made}/undo", json={"version": 1})
        response = client.get(f"{made}/page?lang=sv")
        assert response.headers["content-disposition"].startswith("attachment")
        assert "Åsa" in response.text
        assert "1-1" in response.text  # the ruling says which move it is about, also when that is taken back
        assert strays(response.text) == []
        assert "<script" not in response.text
        pdf = pypdfium2.PdfDocument(client.get(f"{made}/sheet").content)
        words = pdf[0].get_textpage().get_text_range()
        pdf.close()
        assert "Åsa" in words


ADDRESSES = re.compile(
    r"""(?:src|srcset|href|action|poster|data)\s*=\s*["']?([^"'\s>]+)|url\(\s*["']?([^"')]+)|@import\s+(\S+)"""
)


def strays(text):
    """Where a file leads that has to work by itself."""
    found = ["".join(each) for each in ADDRESSES.findall(text)]
    return [each for each in found if not each.startswith(("data:", "#"))]


def test_an_address_in_a_file_is_found():
    assert strays('<img src="/a"><a href="#b"><p style="background: url(c.png)"><img src=data:x>') == ["/a", "c.png"]


@pytest.mark.parametrize("game", ["stackernoos", "stonerow", "stones"])
def test_the_file_of_a_game_leads_nowhere_and_has_each_picture_once(parts, game):
    """The cards of StoneRow were asked for at a server that is not there."""
    from service.page.export import whole
    from service.page.language import english
    from service.page.templates import Page

    table = Followed(parts, game, plays={"stackernoos": DOMINOES, "stonerow": CARDS, "stones": STONES}[game])
    text = whole(parts, parts.ledger.find(table.id), Page(english(), "", False))
    assert strays(text) == []
    pictures = re.findall(r'href="(data:[^"]+)"', text)
    assert len(pictures) == len(set(pictures))
    used = set(re.findall(r'<use href="#([^"]+)"', text))
    assert used == set(re.findall(r'<image id="([^"]+)"', text))
    cards = re.findall(r'<span class="playing(?! unsure)', text)
    assert text.count('class="painted"') == len(cards)
    assert (len(cards) > 8) is (game == "stonerow")  # the back of the quarry among them


def test_a_file_has_the_title_of_its_game_or_the_game_and_the_day_for_a_name(client, game):
    day = client.get(game).json()["created"][:10]
    for title, name in (
        ("", f"Stackernoos%20{day}"),
        ("Jul: 1/2 på ön?", "Jul%201%202%20p%C3%A5%20%C3%B6n"),
        ("…?..", "…"),
    ):
        client.post(f"{game}/title", json={"title": title})
        for part, kind in (("page", "html"), ("sheet", "pdf")):
            header = client.get(f"{game}/{part}").headers["content-disposition"]
            assert header.endswith(f"; filename*=UTF-8''{quote(name, safe='%')}.{kind}")
    client.post(f"{game}/title", json={"title": "..."})
    assert f"UTF-8''Stackernoos%20{day}.html" in client.get(f"{game}/page").headers["content-disposition"]


@pytest.mark.browser
def test_a_file_opened_from_disk_shows_every_picture(tmp_path):
    with browsing(tmp_path) as it, client_of(it.where) as client:
        table = Followed(it.parts, "stonerow", plays=CARDS)
        file = tmp_path / "game.html"
        file.write_text(client.get(f"{API}/games/{table.id}/page").text, encoding="utf-8")
        page = it.page("/history")
        it.asked.clear()
        page.goto(file.as_uri())
        back = page.locator(".playing.back .painted").bounding_box()
        card = page.locator(".playing.back").bounding_box()
        assert abs(back["width"] - card["width"]) < 6
        shot = Image.open(io.BytesIO(page.locator(".playing.back").screenshot())).convert("RGB")
        assert len(shot.getcolors(1 << 24)) > 200  # a picture, and no plain ground
        assert page.locator(".shot").first.bounding_box()["height"] > 100
        assert {url for url in it.asked if not url.startswith("data:")} == {file.as_uri()}
        it.asked.clear()


def test_pictures_and_rulings_are_in_the_file(parts):
    from service.page.export import whole
    from service.page.language import english
    from service.page.templates import Page

    table = Followed(parts, plays=DOMINOES[:2])
    text = whole(parts, parts.ledger.find(table.id), Page(english(), "", False))
    assert text.count("data:image/jpeg;base64,") == sum(bool(move.frames) for move in table.record.events)


def test_the_sheet_says_where_points_of_a_table_that_was_taken_over_come_from(parts):
    """It said `No points yet.` below a total of 12."""
    from service.page.export import whole
    from service.page.language import english
    from service.page.templates import Page

    played = parts.ledger.find(Followed(parts, "stonerow", plays=CARDS[:4]).id)
    taken = parts.ledger.open("stonerow", {"players": 2}, None, parts.versions)
    parts.ledger.adopt(taken.id, 0, played.game.position(played.game.view(played.replay.state, None)))
    text = whole(parts, parts.ledger.find(taken.id), Page(english(), "", False))
    assert text.count("Points on the table that was taken over.") == 1
    assert text.count("No points yet.") == 1


def test_a_kept_picture_that_is_none_or_too_large_is_left_out(parts):
    """Evidence of a back-up may come from elsewhere."""
    from service.page.export import _picture

    about = {"time": "2026-01-01T00:00:00.000Z", "why": "after", "hidden": []}
    game, packed = parts.ledger.open("stones", {"players": 2}, None, parts.versions).id, io.BytesIO()
    Image.new("RGB", (5000, 5000)).save(packed, "JPEG")
    for data in (b"no picture", packed.getvalue()):
        assert _picture(parts, parts.evidence.keep(game, data, about)) is None


@pytest.mark.browser
def test_games_are_found_renamed_and_deleted_on_the_page(tmp_path):
    with browsing(tmp_path) as it:
        table = Followed(it.parts)
        it.parts.players.seat(table.id, {0: "Ada", 1: "Bo"})
        table.table.publish(following=None)
        page = it.page("/history", 360, 740)
        page.locator(".one").wait_for()
        assert violations(page) == []
        fits(page, 360)
        page.locator(".more summary").click()
        page.locator("[name=title]").fill("First evening")
        field, rename = (page.locator(each).bounding_box() for each in ("[name=title]", ".change [type=submit]"))
        assert field["x"] + field["width"] <= rename["x"]
        assert field["y"] < rename["y"] + rename["height"] / 2 < field["y"] + field["height"]
        fits(page, 360)
        page.get_by_role("button", name="Rename", exact=True).click()
        page.locator("h2", has_text="First evening").wait_for()
        page.locator(".more summary").click()
        page.locator("[data-delete]").click()
        assert violations(page) == []
        assert page.locator("#sure-title").inner_text() == "Delete First evening?"
        told = page.locator("#sure-told").inner_text()  # it named neither who played nor when
        assert told.splitlines()[:2] == ["Stackernoos", "Ada: 0 – Bo: 70"]
        assert re.search(r"\b20\d\d\b", told.splitlines()[2])
        assert page.evaluate("document.activeElement.textContent") == "Cancel"
        assert page.locator("#sure-yes.danger").inner_text() == "Delete"
        page.locator("#sure-yes").click()
        page.locator(".one").wait_for(state="detached")
        page.locator(".find [role=status]", has_text="Shown: 0 of 0").wait_for()
        page.goto(it.where + "players", wait_until="domcontentloaded")
        page.locator(".one").first.wait_for()
        assert violations(page) == []
        fits(page, 360)
        page.locator(".one .more summary").first.click()
        page.set_viewport_size({"width": 1280, "height": 800})
        label, field = (page.locator(each).first.bounding_box() for each in (".change label", ".change [name=name]"))
        assert field["x"] - label["x"] < 200  # the fields stood far off, at the other side
        page.locator(".one [name=shape]").first.select_option("★")
        page.locator(".one .change [type=submit]").first.click()
        page.locator(".one .seat-sign", has_text="★").first.wait_for()
        page.close()
