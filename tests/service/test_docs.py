"""The API's description, complete and readable without a network; the problems and what to do about them."""

import json
import re

import pytest
from service_help import API, problem

from service.docs import LINE, bounds, laid_out
from service.problems import KINDS


def test_every_operation_is_described(client):
    described = client.get("/openapi.json").json()
    assert "post" in described["paths"][f"{API}/judge"]
    for path, methods in described["paths"].items():
        assert path.startswith(API)
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"]


def test_the_documentation_needs_no_network(client):
    page = client.get("/docs")
    assert page.status_code == 200
    assert "/api/v1/judge" in page.text
    for address in ("/", "/docs", "/problems"):
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', client.get(address).text)
        assert "default-src 'none'" in client.get(address).headers["content-security-policy"]


def test_every_problem_says_what_to_do(client):
    listed = client.get("/problems").text
    for kind in KINDS.values():
        assert f'href="{kind.type}"' in listed
        assert client.get(kind.type).status_code == 200
    problem(client.get("/problems/none"), 404, "unknown-address")


def test_the_page_of_problems_speaks_to_people_first(client):
    """It began with problem documents and their types, and with JSON in UTF-8."""
    pages = {"/problems": "When something is refused", "/problems/no-such-game": "There is no such game"}
    for address, heading in pages.items():
        text = client.get(address, params={"lang": "en"}).text
        people, _, programs = text.partition("<summary>For programs</summary>")
        told = people.partition("<main")[2]
        assert told.partition("<h1>")[2].startswith(heading)
        assert "What you asked for was not done. Whatever was recorded before is safe." in told
        assert not re.search(r"problem document|<code|\b404\b", told)
        assert "problem document" in programs
        assert "<code>/problems/no-such-game</code> 404" in programs
    remedies = client.get("/problems", params={"lang": "en"}).text
    assert remedies.index("Nobody here knows you yet") < remedies.index("What was sent is no JSON")


def test_what_programs_take_is_folded_away(client, game):
    """The API and the record’s hashes stood among what people press."""
    address = game.removeprefix(API)
    for page in ("/start", address):
        text = client.get(page, params={"lang": "en"}).text
        people, _, programs = text.partition("<summary>For programs</summary>")
        assert 'href="/docs"' not in people
        assert 'href="/docs"' in programs.partition("</details>")[0]
    assert "/record" not in people
    assert "/record" in programs
    assert "/record" not in client.get("/history").text
    assert 'href="/docs"' not in client.get("/rules/stones").text


def test_problems_are_told_in_plain_english():
    """Their page spoke of methods, headers and members of documents."""
    for kind in KINDS.values():
        text = f"{kind.title}. {kind.remedy}"
        assert not re.search(r"\b[Ii]t (?:names|says|shows)\b", text), (
            text
        )  # what does? the message, which it did not say
        assert not re.search(
            r"\b(?:GET|POST|PUT|DELETE)\b|[{};…]|header|\bbody\b|detail|Bearer|Retry-After|image/", text
        ), text
        assert all(len(sentence.split()) <= 25 for sentence in text.split(". "))


def test_addresses_and_methods_that_there_are_not(client):
    problem(client.get(f"{API}/nothing"), 404, "unknown-address")
    problem(client.get("/nothing"), 404, "unknown-address")
    answer = client.delete(f"{API}/judge")
    problem(answer, 405, "wrong-method")
    assert answer.headers["allow"] == "POST"


def test_the_rules_have_titles(client):
    response = client.get(f"{API}/rules", params={"game": "stackernoos"}).json()
    assert response["rules"]["SN-5"]["title"]
    problem(client.get(f"{API}/rules", params={"game": "chess"}), 422, "unknown-game")


def test_an_error_that_nobody_foresaw_is_a_problem_too(client, monkeypatch, capfd):
    import service.api.judge as endpoint
    from service.api.judge import QUESTION

    monkeypatch.setattr(endpoint.judging, "answer", lambda _document: 1 // 0)
    problem(client.post(f"{API}/judge", json=QUESTION), 500, "internal")
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_the_api_is_told_in_short_sentences(client):
    """Some of it took the code to understand, and parameters were left without a word."""
    described = client.get("/openapi.json").json()
    operations = [each for methods in described["paths"].values() for each in methods.values()]
    shapes = described["components"]["schemas"].values()
    parts = [*operations, *shapes, *(p for each in operations for p in each.get("parameters", ()))]
    parts += [field for shape in shapes for field in shape.get("properties", {}).values()]
    for text in [described["info"]["description"], *(part.get("description", "") for part in parts)]:
        assert all(len(sentence.split()) <= 25 for sentence in re.split(r"(?<=[.;:])\s+", text)), text
    for each in operations:
        assert all(parameter.get("description") for parameter in each.get("parameters", ())), each["operationId"]


def test_no_shape_has_the_name_of_a_file(client):
    """Two bodies of one name were told apart by the files that they came from."""
    assert [name for name in client.get("/openapi.json").json()["components"]["schemas"] if "__" in name] == []


@pytest.mark.parametrize(
    "value",
    [None, [], {}, "…", {"at": [0, 0, 0]}, [{"tile": "1-1", "at": [n, 0, 0], "dir": "e"} for n in range(9)], "x" * 99],
)
def test_examples_are_laid_out_for_people(value):
    """A list of three numbers took five lines, and an ellipsis was \\u2026."""
    text = laid_out({"rules": ["SN-5"], "given": value})
    assert json.loads(text) == {"rules": ["SN-5"], "given": value}
    assert "\\u" not in text
    if len(json.dumps(value)) < LINE // 2:
        assert "\n" not in text


def test_bounds_of_whole_numbers_have_no_point():
    assert bounds({"type": "integer", "minimum": -1.0}) == "-1 …"
    assert bounds({"type": "number", "minimum": 0.5, "maximum": 999999999.0}) == "0.5 … 999999999"
