"""The page of a game without a browser: drawings of every game, words of moves, lists to pick from, the stream."""

import re

import pytest
from page_table import DOMINOES, STONES, Followed, served
from service_help import API, SECOND, client_of, play, problem

from engine.said import Said
from service.access.caller import Caller
from service.access.roles import Role
from service.disputes.question import read as read_question
from service.following.pace import BEHIND_LINE
from service.following.tables import Health
from service.page.games.stonerow.rows import one
from service.page.games.stonerow.words import card
from service.page.language import english, languages
from service.page.live import to_play
from service.page.rulings import _shots, in_parts
from service.page.seats import percent
from service.page.templates import _environment, render
from service.page.words import words
from service.phone.inbox import JOIN

EN, SV = english(), languages()["sv"]


@pytest.mark.parametrize(
    ("game", "move", "english_words", "swedish"),
    [
        ("stonerow", "build R7 G7 B7", "Build red 7, green 7 and blue 7", "Bygg röd 7, grön 7 och blå 7"),
        ("stonerow", "break Y9 r3", "Break row r3 with the Hammer yellow 9", "Bryt rad r3 med hammaren gul 9"),
        (
            "stonerow",
            "mortar Ma G9 r2",
            "Mortar green 9 onto row r2 with Mason",
            "Mura fast grön 9 på rad r2 med Murare",
        ),
        ("stonerow", "dig brickyard R5 Ma", "Dig red 5 and Mason from the brickyard", None),
        ("stonerow", "draw quarry", "Draw from the quarry", None),
        ("stonerow", "no such move", "", ""),
        (
            "stones",
            "take SM/3 medium from 4",
            "Take a medium stone with tile “small or medium, 3 steps” from stack 5",
            None,
        ),
        (
            "stones",
            "place fall 2,4",
            "The stack fell, and with it stack 3 and 5",
            "Stapeln föll, och med den stapel 3 och 5",
        ),
        ("stones", "place culprit 1: 2", "Player 2 made stack 3 fall", None),
        ("stonerow", "keystone Y9", "Turn up yellow 9 as the keystone", None),
        ("stonerow", "draw brickyard R5", "Draw red 5 from the brickyard", "Dra röd 5 ur tegelbruket"),
        ("stones", "marker 2", "Put the marker at stack 3", None),
        ("stones", "turn SM/3", "Turn up tile “small or medium, 3 steps”", None),
        ("stones", "place ok", "The stone stands", "Stenen står"),
        ("a fourth game", "jump", "", ""),
    ],
)
def test_moves_of_every_game_have_words(game, move, english_words, swedish):
    assert words(move, {}, game, EN) == english_words
    if swedish is not None:
        assert words(move, {}, game, SV) == swedish


def test_cards_have_names():
    assert [card(label, EN) for label in ("YGM", "Hw", "R1", "?")] == [
        "yellow Guild Master",
        "Highwayman",
        "red 1",
        "?",
    ]


def test_what_was_seen_is_never_certain():
    assert [percent(likelihood) for likelihood in (0.0, 0.5, 0.996, 1.0)] == [0, 50, 99, 99]


def test_no_line_break_divides_a_domino_and_seats_are_counted_as_players():
    shown = _environment().from_string("{{ text | unbroken }}|{{ line_words(line, t) }}")
    result = shown.render(text="6-9 as a bridge over <1-6>", line=Said("from the move of seat {seat}", seat=1), t=EN)
    tiles = '<span class="whole">6-9</span> as a bridge over &lt;<span class="whole">1-6</span>&gt;'
    assert result == f"{tiles}|from the move of player 2"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"about": "move", "seq": 17}, "Var drag 17 tillåtet?"),
        ({"about": "move", "claim": "illegal"}, "Bröt det senaste draget mot reglerna?"),
        ({"about": "under", "piece": "5-8"}, "Vad låg under 5-8?"),
        ({"about": "under", "place": "@2,0", "claim": "1-1"}, "Låg 1-1 under @2,0?"),
        ({"about": "score"}, "Stämmer ställningen?"),
        ({"about": "score", "seat": 1, "claim": 12}, "Spelare 2: stämmer 12 poäng?"),
        ({"about": "order", "first": 2, "second": 9}, "Var drag 2 före drag 9?"),
        ({"about": "order", "first": "fell", "second": 9}, "Var det först ”en stapel föll”, sedan ”9”?"),
    ],
)
def test_a_question_is_told_in_the_reader_s_language(asked, sentence):
    assert read_question(asked)
    assert in_parts(asked, SV) == sentence


def test_a_question_that_was_asked_in_the_words_of_the_page_is_told_once(client, started):
    """“Was the score right?” stood there twice, the second time as what was typed."""
    typed = "Is the score right?"
    assert client.post(f"{started}/disputes", json={"question": typed}).status_code == 201
    page = client.get(started.removeprefix("/api/v1"), headers={"accept-language": "en"}).text
    (verdict,) = re.findall(r'<article class="verdict.*?</article>', page, re.DOTALL)
    assert verdict.count(typed) == 1


def test_the_pictures_of_a_ruling_are_before_and_after_its_moves():
    frames = [
        {"sha256": str(n), "why": "after", "seq": seq, "there": True, "trouble": ""} for n, seq in enumerate("778")
    ]
    assert [shot.why for shot in _shots(frames, EN)] == ["before", "after", "after"]


@pytest.fixture
def followed(tmp_path):
    with served(tmp_path) as (parts, where), client_of(where) as client:
        yield Followed(parts, plays=DOMINOES), client


def test_moves_to_pick_from_are_narrowed_down_and_may_be_typed(followed):
    table, client = followed
    pick = f"/view/games/{table.id}/pick"
    every = client.get(pick, params={"seat": 0}).text
    few = client.get(pick, params={"seat": 0, "find": "left 2-1"}).text
    assert every.count("data-move") > few.count("data-move") == 1
    refused = client.get(pick, params={"seat": 0, "find": "extend 5-6 @8,0,0:e"}).text
    assert "The end shows 8" in refused
    assert "data-move" not in refused
    assert "No move has these words" in client.get(pick, params={"seat": 0, "find": "zebra"}).text
    earlier = client.get(pick, params={"seat": 1, "before": 2, "find": "1-4"}).text
    assert 'data-move="extend 1-4 @2,0,0:e"' in earlier
    problem(client.get(pick, params={"seat": 1, "before": 99}), 422, "nothing-to-undo")
    problem(client.get(pick, params={"seat": 9}), 422, "no-such-seat")


def test_the_moves_of_a_hand_come_with_their_rules(followed):
    table, client = followed
    legal = client.get(f"/view/games/{table.id}/legal", params={"seat": 0, "hand": "2-1 9-0"}).text
    assert "</span> at the left end of the run, next to" in legal
    assert 'data-play="extend 2-1 @-2,0,0:e"' in legal
    assert "not the whole hand" in legal
    assert "hand_sizes" not in legal
    assert "not this player’s turn" in client.get(f"/view/games/{table.id}/legal", params={"seat": 1}).text
    for asked in ("legal", "pick"):  # the table is no player whose turn comes
        assert "Nothing is to be turned up" in client.get(f"/view/games/{table.id}/{asked}", params={"seat": -1}).text


def test_the_table_itself_may_have_to_move_first(client):
    made = client.post(f"{API}/games", json={"game": "stonerow", "players": 2}).headers["location"]
    shown = client.get(made.removeprefix(API)).text
    assert "Turn up the top card of the quarry" in shown
    assert '<option value="-1" selected>' in shown
    legal = client.get(f"/view{made.removeprefix(API)}/legal", params={"seat": -1}).text
    assert "Turn up red 1 as the keystone" in legal


def test_the_table_of_any_moment_can_be_looked_at(followed):
    table, client = followed
    tiles = [client.get(f"/view/games/{table.id}/board", params={"at": n}).text.count('class="tile') for n in (1, 4, 7)]
    assert tiles == [1, 4, 7]


def test_older_moves_are_listed_when_they_are_asked_for(client, monkeypatch, started):
    monkeypatch.setattr("service.page.game_views.MOST_LISTED", 1)
    play(client, started, 1, SECOND, 1)
    view = f"/view{started.removeprefix(API)}"
    few, every = client.get(view).text, client.get(view, params={"every": True}).text
    assert (few.count('class="entry"'), every.count('class="entry"')) == (1, 2)
    assert "Show all 2" in few
    assert "Show all" not in every


def test_the_time_line_names_moves_and_what_was_hidden(followed):
    table, client = followed
    line = client.get(f"/view/games/{table.id}/evidence").text
    assert line.count('class="moment"') == 14
    assert line.count(" hidden>") == 13
    assert "move 7: Player 2: 6-9 as a bridge" in line
    assert "1-4 was hidden under another piece at this moment" in line


def test_the_scoreboard_has_totals_turn_and_last_move(followed):
    table, client = followed
    shown = client.get(f"/games/{table.id}/scoreboard").text
    assert "6-9 as a bridge" in shown
    assert "to play" in shown
    table.ask((0, "draw"), (0, "extend 2-1 @-2,0,0:e"))
    assert "Answer on the page of the game" in client.get(f"/view/games/{table.id}/scoreboard").text


def test_the_page_of_a_table_is_that_of_its_game(followed):
    table, client = followed
    shown = client.get("/").text
    assert f'data-game="{table.id}"' in shown
    assert "a camera of this test" in shown
    table.publish("out_of_step", "Half covered.", health=Health("failed", "It is broken."))
    assert "Half covered." in client.get(f"/view/games/{table.id}").text
    failed = client.get(f"/view/games/{table.id}/status").text
    assert "Camera failed" in failed
    assert "data-gate" not in failed  # a camera that is away sees no table at rest


@pytest.mark.parametrize(
    ("language", "state", "detail"),
    [
        ("en", "Computer behind", BEHIND_LINE),
        (
            "sv",
            "Datorn hinner inte med",
            "Datorn har för mycket att göra, och ett drag kan missas: stäng andra program.",
        ),
        ("fi", "Tietokone on jäljessä", "Tietokone on liian kuormitettu, ja siirto voi jäädä näkemättä"),
    ],
)
def test_a_computer_that_is_too_busy_is_said_in_the_line_of_the_camera(followed, language, state, detail):
    table, client = followed
    address, asked = f"/view/games/{table.id}/status", {"Accept-Language": language}
    table.publish(health=Health("behind", BEHIND_LINE))
    text = client.get(address, headers=asked).text
    assert state in text
    assert detail in text
    table.publish(health=Health("ok", "camera 0"))
    assert state not in client.get(address, headers=asked).text


def test_glare_is_shown_where_it_is_with_what_to_do(followed):
    table, client = followed
    glare = {"name": "glare", "detail": "at the top right: turn the lamp", "region": [80.0, 5.0, 95.0, 25.0]}
    observation = {"image": {"width": 100, "height": 60}, "pieces": [], "warnings": [glare]}
    table.table.publish(gate={"state": "still", "detail": "Glare", "glare": glare}, observation=observation)
    assert "turn the lamp" in client.get(f"/view/games/{table.id}/status").text
    shown = client.get(f"/view/games/{table.id}").text
    assert 'x="80.0" y="5.0" width="15.0" height="20.0"' in shown
    assert "<title>at the top right: turn the lamp</title>" in shown


def test_a_table_that_waits_for_a_phone_links_to_its_code_and_names_no_other_game(followed):
    table, client = followed
    waiting = table.parts.tables.add("waiting")
    waiting.publish(game="stones", health=Health("waiting", JOIN))
    shown = client.get("/", params={"table": "waiting"}).text
    assert re.search('the computer shows it.</span> <a class="to-code" href="/join">Show the code</a>', shown)
    assert "--game" not in shown
    waiting.publish(game="stones", health=Health("ok", "rtsp://cam/joined, 1280×720"))
    shown = client.get("/", params={"table": "waiting"}).text
    assert "rtsp://cam/joined, 1280×720" in shown
    assert '"/join"' not in shown
    waiting.publish(game="stones", health=Health("waiting", "<b>&"))
    assert "&lt;b&gt;&amp;" in client.get("/", params={"table": "waiting"}).text


@pytest.mark.parametrize(("role", "led"), [(Role.HOST, True), (Role.SPECTATOR, False)])
def test_who_may_see_a_phone_s_code_is_led_to_it_from_the_line_that_tells_of_it(role, led):
    camera = {"health": {"state": "waiting", "detail": JOIN}, "gate": None}
    shown = render("status.html", camera=camera, who=Caller(role))
    assert "Scan the code with the phone: the computer shows it." in shown
    assert ('href="/join"' in shown) is led


def test_no_way_is_chosen_beforehand_where_a_camera_followed_the_last_game(followed):
    """“By hand” was chosen on the start page of a household that plays before a camera."""
    _, client = followed

    def chosen():
        return re.findall(r'name="way" value="(\w+)" checked', client.get("/start").text)

    assert chosen() == []
    client.post(f"{API}/games", json={"game": "stones", "players": 2})
    assert chosen() == ["hand"]


def test_points_are_told_in_the_language_of_the_page(followed):
    table, client = followed
    response = client.get(f"/games/{table.id}", headers={"accept-language": "sv"}).text
    assert "<span>En bro: 15 + 25</span>" in response
    assert "Kamera" in response
    assert "a bridge over" not in response


@pytest.mark.parametrize(
    ("seats", "turn", "shown"),
    [({0, 3}, 3, {3}), ({3}, 3, {3}), ({0, 2}, 3, {0, 2}), ({1}, None, {1}), (set(), 1, set())],
)
def test_one_seat_is_in_turn_though_others_may_act(seats, turn, shown):
    assert to_play(seats, {"turn": turn}) == shown


@pytest.mark.parametrize(
    ("game", "turned"),
    [
        ("stones", ["marker 0", "turn S/1", "turn S/2"]),
        ("stonerow", ["keystone R7", "brickyard Y8"]),
    ],
)
def test_nobody_is_told_to_play_while_the_table_is_set_up_by_hand(client, game, turned):
    """The first player was, though only “The table” had something to do."""
    address = f"{API}/games/{client.post(f'{API}/games', json={'game': game, 'players': 2}).json()['id']}"
    board = f"{address.removeprefix(API)}/scoreboard"
    assert "▸ to play" not in client.get(board).text
    for version, move in enumerate(turned):
        answer = client.post(f"{address}/moves", json={"version": version, "seat": -1, "move": move})
        assert answer.status_code == 201, answer.text
    assert client.get(board).text.count("▸ to play") == 1


def test_a_partner_who_may_act_is_not_told_to_play(client):
    """After a player's turn in TeamPlay the partner may help, and the next player is to play."""
    path = API + "/games"
    game = client.post(path, json={"game": "stonerow", "players": 4, "seed": 7, "options": {"rule_set": "team"}}).json()
    for kind in ("draw", "discard"):
        now = client.get(f"{path}/{game['id']}").json()
        (seat,) = now["next"]["seats"]
        moves = client.get(f"{path}/{game['id']}/moves", params={"seat": seat}).json()["moves"]
        move = next(each["move"] for each in moves if each["move"].startswith(kind))
        body = {"version": now["version"], "seat": seat, "move": move}
        assert client.post(f"{path}/{game['id']}/moves", json=body).status_code == 201
    partner, following = (seat + 2) % 4, (seat + 1) % 4
    assert client.get(f"{path}/{game['id']}").json()["next"]["seats"] == sorted({partner, following})
    board = client.get(f"/games/{game['id']}/scoreboard").text
    assert (board.count("▸ to play"), board.count(">may act<")) == (1, 1)


def test_a_card_has_a_colour_if_its_label_has_one():
    """The GoldDigger `Gd` was shown as a green `d`."""
    shown = [one(label, languages()["sv"]) for label in ("Gd", "GM", "G4", "GGM", "Hw")]
    assert [(card.colour, card.rank) for card in shown] == [("", "Gd"), ("", "GM"), ("G", "4"), ("G", "GM"), ("", "Hw")]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"about": "order", "first": "fell", "second": "token"}, "ingen stapel har fallit än"),
        ({"question": "Föll stapeln före poängmarkören?"}, "ingen stapel har fallit än"),
        ({"question": "Vad låg under stapel 2?"}, "ingen bit och ingen plats med bitar på bordet hette ”stapel 2”"),
    ],
)
def test_what_has_not_come_yet_is_told_as_that(client, asked, said):
    """`'fell' is no move; give its number` was said in Swedish, and that an empty stack was not on the table."""
    game = client.post(f"{API}/games", json={"game": "stones", "players": 2}).headers["location"]
    for version, (seat, move) in enumerate(STONES):
        play(client, game, seat, move, version)
    answer = client.post(f"{game}/disputes", json=asked, headers={"accept-language": "sv"})
    assert problem(answer, 422, "nothing-of-that-name")["detail"] == said


def test_a_loss_is_written_with_a_minus():
    assert [languages()["sv"].tenths(each, signed=True) for each in (-1.3, 13.4)] == ["−1,3", "+13,4"]
