"""The page's languages: the same keys and placeholders in each, no text outside them, the right one chosen."""

import json
import re
import string
from collections import Counter
from pathlib import Path

import pytest
from jinja2 import Environment, nodes
from markupsafe import escape

import service.page
from service.page.games import pages
from service.page.language import DEFAULT, FOLDER, Language, accepted, english, languages
from service.problems import KINDS

PAGE = Path(service.page.__file__).parent
TEMPLATES = sorted([*(PAGE / "html").glob("*.html"), *(PAGE / "games").glob("*.html")])
WORDS = sorted([*FOLDER.glob("*.json"), *(PAGE / "games").glob("*.json")])
"""Words of the page, and of each game."""
SCRIPTS = sorted((PAGE / "static").glob("*.js"))
SAID = {"title", "aria-label", "alt", "placeholder"}
"""Attributes that people read or hear."""
NAMES = {"Tableside", "SHA", "UTC", "API"}
"""Words that are the same in every language."""
NOTATION = re.compile(r"<(code|kbd|pre|svg|script)\b.*?</\1>", re.DOTALL)
OF_BROWSERS = {
    "Content-Type",
    "DOMContentLoaded",
    "Enter",
    "Escape",
    "foreignObject",
    "viewBox",
    "input, select, textarea",
    "input, select, textarea, dialog",
    "input, textarea, .alert, [data-closer], #hints",
}
"""Names of headers, keys and attributes, and selectors that begin with a tag."""
SPOKEN = re.compile(r"[A-Z][a-z]|[a-z]{2,},? [a-z]{2,}")


def placeholders(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def read(path):
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    assert [key for key, many in Counter(key for key, _ in pairs).items() if many > 1] == []
    return dict(pairs)


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
def test_every_language_has_the_same_keys_and_placeholders(path):
    *game, _ = path.stem.split(".")
    base, other = read(path.with_name(".".join([*game, "en", "json"]))), read(path)
    assert list(other) == list(base)
    assert all(text.strip() for text in other.values())
    assert {key: placeholders(text) for key, text in other.items()} == {
        key: placeholders(text) for key, text in base.items()
    }


def test_every_kind_of_problem_has_its_title_and_remedy_and_in_english_those_of_the_api():
    titles = {f"js.problem.{name}": kind.title for name, kind in KINDS.items()}
    remedies = {f"problem.{name}": kind.remedy for name, kind in KINDS.items()}
    english_ones = read(FOLDER / "en.json")
    assert {key: text for key, text in english_ones.items() if re.match(r"(js\.)?problem\.", key)} == titles | remedies


def told_in_english(pairs, code):
    """The keys whose text in a language is the English one."""
    texts = languages()[code].strings
    return [key for key, text in pairs.items() if texts[key] == text]


OTHERS = [code for code in languages() if code != DEFAULT]


@pytest.mark.parametrize("code", OTHERS)
def test_remedies_are_told_in_every_language(client, code):
    """Pages and problem documents told them in English."""
    t = languages()[code]
    remedies = {f"problem.{name}": kind.remedy for name, kind in KINDS.items()}
    assert told_in_english(remedies, code) == []
    listed = client.get("/problems", headers={"accept-language": code}).text
    assert [key for key in remedies if str(escape(t(key))) not in listed] == []
    asked = {"accept-language": code, "accept": "application/json"}
    document = client.get("/api/v1/games/none", headers=asked).json()
    assert document["title"] == t("js.problem.no-such-game")
    assert document["remedy"] == t("problem.no-such-game")
    shown = client.get("/problems/none", headers={"accept-language": code, "accept": "text/html"}).text
    assert t("refused.unknown-address") in shown


def test_a_space_stands_before_three_dots_in_swedish():
    assert [text for text in languages()["sv"].strings.values() if re.search(r"[^\s”]…", text)] == []


def test_plural_forms_come_in_pairs():
    keys = set(english().strings)
    pairs = {key.rpartition(".")[0] for key in keys if key.endswith(".one")}
    assert pairs
    assert all(f"{key}.other" in keys for key in pairs)


def outside(source):
    """What a template says that no language file does: text, attributes that are read, constants that are shown."""
    tree = Environment(autoescape=True).parse(source)
    shown = [part.value for output in tree.find_all(nodes.Output) for node in output.nodes for part in constants(node)]
    bare = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", source, flags=re.DOTALL)
    said = [value for name, value in re.findall(r'([\w-]+)="([^"]*)"', bare) if name in SAID]
    text = re.sub(r"<[^>]*>", " ", re.sub(r"<!--.*?-->|<!doctype[^>]*>", "", NOTATION.sub(" ", bare), flags=re.DOTALL))
    found = re.findall(r"&\w+;|[^\W\d_]{2,}", " ".join([text, *said, *shown]))
    return [word for word in found if word not in NAMES and not word.startswith("&")]


def constants(node):
    """The texts among the values that an expression may have: those of its branches, not those that it asks about."""
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node
    elif isinstance(node, nodes.CondExpr):
        yield from constants(node.expr1)
        if node.expr2 is not None:
            yield from constants(node.expr2)
    elif isinstance(node, nodes.Concat):
        for each in node.nodes:
            yield from constants(each)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_templates_use_no_text_outside_the_languages(path):
    assert outside(path.read_text(encoding="utf-8")) == []


SHELL = re.compile(r"\btableside [a-z]|TABLESIDE_|(?:^|\s)--[a-z]")
"""A command, a variable or a switch."""


@pytest.mark.parametrize("path", [*WORDS, *TEMPLATES], ids=lambda path: path.name)
def test_nobody_is_sent_to_a_shell(path):
    """The signature, all tables and the page of privacy named commands to families at their table."""
    assert [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if SHELL.search(line)] == []


def test_text_outside_the_languages_is_found():
    assert outside('<p title="Hello">{{ t("x") }}</p>') == ["Hello"]
    assert outside("<p>{{ 'one' if x else t('y') }} two</p>") == ["two", "one"]
    assert outside('<p class="{{ a.b }}"><code>tableside</code> {{ name }}</p>') == []


def literals(source):
    """What the texts in a script say, without tags and what is filled in; selectors say nothing."""
    code = re.sub(r"/\*.*?\*/|^\s*//[^\n]*|[;,{)] //[^\n]*", "", source, flags=re.DOTALL | re.MULTILINE)
    for _, text in re.findall(r"""(["'`])((?:\\.|(?!\1)[^\\])*)\1""", code):
        bare = re.sub(r"\$\{[^`]*\}|<[^>]*>", "", text)
        if not re.match(r"[#.\[/:]", bare):
            yield bare


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scripts_use_no_text_outside_the_languages(path):
    said = [text for text in literals(path.read_text(encoding="utf-8")) if SPOKEN.search(text)]
    assert [text for text in said if text not in OF_BROWSERS] == []


def test_text_of_scripts_outside_the_languages_is_found():
    script = """// Not this.\nsay(line, "Gone away"); open('<b class="x y">is lost</b>');"""
    script += 'find("#a b"); say(`${n} left over`);'
    assert [text for text in literals(script) if SPOKEN.search(text)] == ["Gone away", "is lost", " left over"]


def test_scripts_find_every_text_that_they_use():
    used = {key for path in SCRIPTS for key in re.findall(r'\bt\("([\w.]+)"', path.read_text(encoding="utf-8"))}
    known = english().scripts
    assert used
    assert [key for key in used if f"js.{key}" not in known and f"js.{key}.one" not in known] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_templates_find_every_text_that_they_use(path):
    keys = set(english().strings)
    used = re.findall(r"""\bt\((?:"([\w.?]+)"|'([\w.?]+)')[,)]""", path.read_text(encoding="utf-8"))
    wanted = {one or other for one, other in used}
    assert [key for key in wanted if key not in keys and f"{key}.one" not in keys] == []


def test_a_count_chooses_its_form():
    t = english()
    assert t("points", count=1) == "1 point"
    assert t("points", count=0) == "0 points"
    assert languages()["sv"]("moves.count", count=2) == "2 spelade"
    with pytest.raises(KeyError):
        t("no such key")


def test_numbers_have_the_minus_and_the_decimals_of_people():
    t = english()
    assert [t.number(each) for each in (-20, 1234567, -0.5)] == ["−20", "1234567", "−0.5"]
    assert [t.number(each, signed=True) for each in (5, -20)] == ["+5", "−20"]
    assert (t("points", count=-2), languages()["sv"]("points", count=-2)) == ("−2 points", "−2 poäng")


def test_there_is_no_minus_nought():
    t = english()
    assert [t.tenths(-0.04, signed=True), t.tenths(-0.04), t.tenths(-1.25, signed=True)] == ["+0.0", "0.0", "−1.2"]


def test_lists_are_sentences():
    assert english().listed(["a", "b", "c"]) == "a, b and c"
    assert languages()["sv"].listed(["a", "b"], "or") == "a eller b"
    assert english().listed([]) == ""


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("sv-SE,sv;q=0.9,en;q=0.8", "sv"),
        ("en-GB", "en"),
        ("de,sv;q=0.5", "sv"),
        ("fi-FI,en;q=0.5", "fi"),
        ("sv;q=0", "en"),
        ("sv;q=x, en", "en"),
        ("", "en"),
    ],
)
def test_the_browser_says_which_language(header, code):
    assert accepted(header) == code


def test_a_switch_is_remembered_and_goes_before_the_browser(client, started):
    address = started.removeprefix("/api/v1")
    swedish = client.get(address, headers={"accept-language": "sv"})
    assert 'lang="sv"' in swedish.text
    assert "Poängprotokoll" in swedish.text
    switched = client.get(f"{address}?lang=en", headers={"accept-language": "sv"})
    assert "Score sheet" in switched.text
    assert "tableside_language=en" in switched.headers["set-cookie"]
    assert "Score sheet" in client.get(address, headers={"accept-language": "sv"}).text


def test_rules_have_swedish_titles_and_what_the_engine_says_beside_them_is_swedish(client, started):
    response = client.get(started.removeprefix("/api/v1"), headers={"accept-language": "sv"}).text
    assert re.search(
        r'<a href="/rules/SN-7"><b>SN-7</b></a> Den som har den lägsta dubbletten börjar med den', response
    )
    question = {"game": "stackernoos", "options": {"players": 2}, "seat": 0, "hand": ["1-5", "1-5"]}
    question["position"] = {"tiles": [{"tile": "1-1", "at": [0, 0, 0], "dir": "e"}], "boneyard": 37}
    faults = client.post("/view/moves", json=question, headers={"accept-language": "sv"}).text
    assert "en bricka finns två gånger på handen" in faults
    assert 'lang="en"' not in faults


def test_no_two_files_have_words_for_the_same_key():
    keys = Counter(key for path in WORDS if path.stem.endswith("en") for key in read(path))
    assert [key for key, many in keys.items() if many > 1] == []


SERVICE = PAGE.parent
KEPT = [
    *(f"page/games/{game}.*.json" for game in pages()),
    "page/strings/*.json",
    "page/reasons/*.json",
    *(f"page/rules/words/{game}.*.toml" for game in pages()),
    "phone/strings/*.json",
    "disputes/words/*.toml",
]
"""Where the files of a language lie."""


@pytest.mark.parametrize("files", KEPT)
def test_a_language_has_each_of_its_files(files):
    codes = {path.stem.rpartition(".")[2] for path in SERVICE.glob(files)}
    assert codes == set(languages())
    assert len(codes) > 2


def test_a_language_is_files_only():
    """No code names one, but for the default, so that a further one needs no line of code."""
    others = "|".join(code for code in languages() if code != DEFAULT)
    named = re.compile(rf"""["'](?:{others})["']""")
    sources = [path for kind in ("py", "js", "html") for path in SERVICE.rglob(f"*.{kind}")]
    assert named.search("""code == "sv\"""")
    assert [path.name for path in sources if named.search(path.read_text(encoding="utf-8"))] == []


def test_languages_are_complete_objects():
    assert next(iter(languages())) == DEFAULT
    assert all(isinstance(each, Language) for each in languages().values())
    assert len({each("language.name") for each in languages().values()}) == len(languages())
