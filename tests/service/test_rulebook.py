"""The rule book: every rule in every language, in plain sentences; drawings that the engine agrees with; ways there."""

import re
import tomllib
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path

import pytest
from service_help import problem

from engine import judge
from engine.games import games
from service.page.language import languages
from service.page.rules import search
from service.page.rules.book import HERE, book, home, title
from service.page.rules.pictures import documents, pictures
from service.page.rules.search import MOST, found

NAMES = sorted(games())
CODES = sorted(languages())
RULES = [(name, rule) for name in NAMES for rule in games()[name].rules]
LONGEST_SENTENCE = 25
"""Words."""
HTML = {"accept": "text/html"}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_the_engine_can_cite_is_told_once(name, code):
    result = book(name, languages()[code])
    ids = [each for rule in result for each in rule.ids]
    assert sorted(ids) == sorted(games()[name].rules)
    assert all(rule.title and rule.text for rule in result)
    assert all(section.title and section.rules for section in result.sections)


@pytest.mark.parametrize("name", NAMES)
def test_a_language_is_its_own_and_whole(name):
    listed = [book(name, languages()[code]) for code in CODES]
    for same in zip(*listed, strict=True):
        assert len({rule.ids for rule in same}) == 1
        assert len({rule.text for rule in same}) == len(CODES), same
        assert len({rule.title for rule in same}) == len(CODES), same
    for code in CODES:
        assert (HERE / "words" / f"{name}.{code}.toml").is_file()


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", NAMES)
def test_rules_are_told_in_short_sentences(name, code):
    for rule in book(name, languages()[code]):
        for sentence in re.split(r"[.!?;:](?:\s|”|$)", f"{rule.text} {rule.title}"):
            assert len(sentence.split()) <= LONGEST_SENTENCE, (rule.id, sentence)


@pytest.mark.parametrize("name", NAMES)
def test_what_the_engine_says_of_a_rule_names_no_file_that_is_not_here(name):
    root = Path(__file__).parents[2]
    for rule in games()[name].rules.values():
        for named in re.findall(r"[\w/]+\.(?:md|txt|yaml|pdf)\b", f"{rule.title} {rule.source}"):
            assert (root / named).exists(), (rule.id, named)
        assert not re.search(r"\bL\d+", rule.source), rule.id


@pytest.mark.parametrize("name", NAMES)
def test_rules_that_switch_with_an_option_say_so(name):
    kind = games()[name].options_type
    listed = {each: rule.options for rule in book(name, languages()["en"]) for each in rule.ids}
    for option in fields(kind):
        for rule in option.metadata["rules"]:
            assert option.name in listed[rule]


@pytest.mark.parametrize(("name", "written"), [(n, w) for n in NAMES for w in documents(n)], ids=str)
def test_drawings_are_what_the_engine_says(name, written):
    """A refused move is refused by a rule that it is drawn for; a legal one stands on a table without faults."""
    answer = judge.answer({"game": name, **written["judge"]})
    verdict = answer["verdict"]
    assert set(written["rules"]) <= set(games()[name].rules)
    if verdict["legal"]:
        assert answer["faults"] == []
    else:
        assert set(verdict["rules"]) & set(written["rules"])


@pytest.mark.parametrize("name", NAMES)
def test_what_is_laid_and_what_is_earned_is_drawn(name):
    drawn = pictures(name, "en")
    result = book(name, languages()["en"])
    assert {picture.legal for each in drawn.values() for picture in each} == {True, False}
    for section in result.sections:
        assert any(rule.id in drawn for rule in section.rules), section.name
    assert all(picture.words for each in drawn.values() for picture in each if picture.legal)


def test_a_rule_is_found_by_its_id_in_any_case():
    assert home("sn-5") == ("stackernoos", "SN-5")
    assert home("a-sr-22B") == ("stonerow", "A-SR-22b")
    assert home("SN-99") is None
    assert title("SRT-20", languages()["sv"]) == title("SRO-28", languages()["sv"])
    assert title("none", languages()["sv"]) == ""


class Page(HTMLParser):
    """The ids, the links and the texts of links of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if tag == "a" and "href" in found else []


@pytest.mark.parametrize("code", CODES)
def test_every_id_leads_to_its_rule(client, code):
    pages = {name: Page(client.get(f"/rules/{name}", params={"lang": code}).text) for name in NAMES}
    for name, page in pages.items():
        assert len(page.ids) == len(set(page.ids))
        inside = {link.removeprefix("#") for link in page.links if link.startswith("#")}
        assert inside <= set(page.ids), name
    for name, rule in RULES:
        assert rule in pages[name].ids


def test_every_rule_has_an_address(client):
    for name, rule in RULES:
        answer = client.get(f"/rules/{rule}", headers=HTML)
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/rules/{name}#{rule}"


def test_the_book_is_searched(client):
    shown = client.get("/rules/stackernoos", params={"q": "bridge 21", "lang": "en"}).text
    assert 'id="SN-21"' in shown
    assert 'id="SN-13"' not in shown
    none = client.get("/rules/stackernoos", params={"q": "zebra"}).text
    assert "No rule was found." in none
    assert "No rule has “zebra” in it." in none
    assert '<a href="/rules/stackernoos#start">' in none  # subjects, where no rule is near
    everywhere = client.get("/rules", params={"q": "hammare", "lang": "sv"}).text
    assert "/rules/stonerow#SRO-28" in everywhere
    assert "/rules/stonerow?q=hammare" in everywhere
    assert "/rules/stones#" not in everywhere
    problem(client.get("/rules/SN-99"), 404, "unknown-address")
    assert client.get("/rules", params={"q": "x" * 101}).status_code == 422


@pytest.mark.parametrize(
    ("code", "name", "asked", "rule"),
    [
        ("en", "stackernoos", "can I put a double on its side?", "SN-25"),
        ("en", "stackernoos", "who goes first", "SN-7"),
        ("en", "stackernoos", "is it allowed to draw although I could play?", "SN-38"),
        ("en", "stonerow", "can I steal a broken row?", "SRT-24"),
        ("en", "stones", "What if the stone is leaning", "A-ST-09"),
        ("sv", "stackernoos", "får jag lägga en dubblett på tvären?", "SN-25"),
        ("sv", "stonerow", "hur vinner man", "SRO-11"),
        ("sv", "stones", "vad händer om min stapel faller", "ST-36"),
        ("fi", "stackernoos", "saako tuplan laittaa poikittain?", "SN-25"),
        ("fi", "stackernoos", "kuka aloittaa", "SN-7"),
        ("fi", "stones", "saako muihin kiviin koskea", "ST-33"),
    ],
)
def test_a_whole_question_finds_its_rule(code, name, asked, rule):
    """Every word of it had to be in the rule, so that a question found nothing."""
    t = languages()[code]
    result = found([book(name, t)], asked, t)
    assert rule in [hit.rule.id for hit in result.hits[:5]]
    assert len(result.hits) <= MOST


@pytest.mark.parametrize(("code", "asked"), [("en", "Who begins Stackernoos?"), ("fi", "kuka aloittaa Stackernoosin")])
def test_a_game_that_is_named_is_the_one_that_is_asked_about(code, asked):
    t = languages()[code]
    result = found([book(name, t) for name in games()], asked, t)
    assert {hit.book.game for hit in result.hits} == {"stackernoos"}
    assert "SN-7" in [hit.rule.id for hit in result.hits[:5]]
    assert result.missed == ()


def test_words_that_no_rule_has_are_told_and_those_written_wrong_are_guessed(client):
    t = languages()["en"]
    result = found([book("stackernoos", t)], "may a brigde cross the sidewalk", t)
    assert result.instead == {"brigde": "bridge"}
    assert result.missed == ("sidewalk",)
    assert "bridge" in result.hits[0].rule.title
    shown = client.get("/rules/stackernoos", params={"q": "may a brigde cross the sidewalk", "lang": "en"}).text
    assert "“bridge” was looked for in place of “brigde”. No rule has “sidewalk” in it." in shown


def test_what_somebody_types_is_found_before_the_word_is_whole():
    t = languages()["en"]
    every = {hit.rule.id for hit in found([book("stackernoos", t)], "bridge", t).hits}
    assert every <= {hit.rule.id for hit in found([book("stackernoos", t)], "brid", t).hits}
    assert found([book("stackernoos", t)], "who is it", t).hits  # little words alone are looked for


def test_the_search_knows_every_language_of_the_page():
    kinds = {code: set(tomllib.loads((HERE / "words" / f"search.{code}.toml").read_text())) for code in CODES}
    assert set(map(frozenset, kinds.values())) == {frozenset({"little", "endings", "same", "phrases"})}
    assert search.words_of("none") == search.words_of("en")


def test_a_game_that_nobody_wrote_a_book_for_has_its_titles(monkeypatch):
    from service.page.rules import book as told

    for cached in (told._book, told.words_of, told._titles):
        cached.cache_clear()
    monkeypatch.setattr(told, "HERE", Path("nowhere"))
    plain = told.book("stones", languages()["sv"])
    assert [rule.id for rule in plain] == list(games()["stones"].rules)
    assert plain.sections[0].rules[0].title == games()["stones"].rules["ST-1"].title
    for cached in (told._book, told.words_of, told._titles):
        cached.cache_clear()


def test_moves_of_the_page_link_to_their_rules(client):
    question = {"game": "stackernoos", "options": {"players": 2}, "seat": 0, "hand": ["1-5"]}
    question["position"] = {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}], "boneyard": 37}
    page = client.post("/view/moves?lang=sv", json=question).text
    assert '<a href="/rules/SN-5">' in page
    assert title("SN-5", languages()["sv"]) in page


@pytest.mark.parametrize(
    ("address", "said"),
    [("stonerow", "En husregel kan ändra detta.</p>"), ("stones", "En husregel kan ändra detta: Egna markörer.</p>")],
)
def test_a_house_rule_is_named_as_where_it_is_chosen(client, address, said):
    """People were told `run_overlength`."""
    page = client.get(f"/rules/{address}", headers={"accept-language": "sv"}).text
    assert said in page
    assert not re.search(r">[^<]*[a-z]_[a-z][^<]*<", page.split("<main", 1)[1])


def test_in_swedish_the_dealer_and_the_golden_tokens_have_the_names_of_the_rules():
    """“Given” is the deal, and was the dealer too; tokens were “gyllene” alone."""
    t = languages()["sv"]
    told_of = [title(rule, t) for rule in ("SRO-12", "SRO-21", "A-SR-53")]
    assert ["given" in re.findall(r"\w+", each.replace("given går", "")) for each in told_of] == [False] * 3
    assert [t("stacks.golden", count=many) for many in (1, 2)] == ["1 guldmarkör", "2 guldmarkörer"]
