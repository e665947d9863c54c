"""Questions, disputes and evidence over HTTP."""

import io
import json
import zipfile
from dataclasses import replace

import pytest
from service_help import API, OPENING, SECOND, play, problem

from engine.said import Said
from service.bells import Bells
from service.store.evidence import Evidence
from service.store.ledger import Ledger
from service.store.pictures import Folder
from service.store.questions import Candidate, Question, Questions
from service.store.store import Store

pytestmark = pytest.mark.store

LEGAL = Candidate(((1, SECOND),), 0.7)
ILLEGAL = Candidate(((1, "cap 1-3 @0,0,1:e"),), 0.9, legal=False, rules=("SN-13",), reason="Too early.")
PICTURE = b"\xff\xd8 a picture"


@pytest.fixture
def camera(settings, client):
    """What a camera's process has beside the server: the same store and folder."""
    store = Store(settings.url)
    ledger, bells = Ledger(store, Bells()), Bells()
    yield (
        Questions(store, ledger, bells),
        Evidence(store, Folder(settings.data / "evidence"), settings.max_evidence_bytes),
    )
    store.close()


@pytest.fixture
def asked(camera, started):
    """The address of an open question about the second move, and its picture's hash."""
    questions, evidence = camera
    game_id = started.rsplit("/", 1)[1]
    about = {"time": "2026-01-01T00:00:00.000Z", "why": "before", "hidden": []}
    sha256 = evidence.keep(game_id, PICTURE, about)
    questions.ask(game_id, Question("illegal", "Was it?", 1, (sha256,), (ILLEGAL, LEGAL)))
    return f"{started}/questions/1", sha256


def test_questions_are_listed_with_their_pictures(client, started, asked):
    where, sha256 = asked
    listed = client.get(f"{started}/questions").json()["questions"]
    assert [each["number"] for each in listed] == [1]
    assert listed[0]["frames"] == [sha256]
    assert listed[0]["candidates"][1]["plays"] == [{"seat": 1, "move": SECOND}]
    assert client.get(where).json() == listed[0]


def test_a_question_tells_the_forms_of_its_lines(client, camera, started):
    """Programs had the English sentences alone, and could not tell them in another language."""
    reason = Said("The run has {have} dominoes; {end} can be capped from {need}.", have=1, end="run:e", need=7)
    text = Said("Seat {seat} has answered.", seat=1)
    questions, _ = camera
    early = replace(ILLEGAL, reason=reason)
    questions.ask(started.rsplit("/", 1)[1], Question("illegal", text, 1, (), (early, LEGAL)))
    told = client.get(f"{started}/questions").json()["questions"][0]
    assert told["said"] == {"text": {"line": text, "form": text.form, "parts": {"seat": 1}}}
    assert told["candidates"][0]["said"]["reason"]["parts"] == {"have": 1, "end": "run:e", "need": 7}
    assert "said" not in told["candidates"][1]


def test_a_question_is_answered_once(client, started, asked):
    where, sha256 = asked
    answer = client.post(where, json={"choice": 1})
    assert answer.status_code == 200, answer.text
    assert answer.json()["answer"]["events"] == [2]
    last = json.loads(client.get(f"{started}/record").text.splitlines()[-1])
    assert (last["move"], last["by"], last["frames"]) == (SECOND, "person", [sha256])
    problem(client.post(where, json={"choice": 1}), 409, "question-answered")
    assert client.get(f"{started}/questions").json()["questions"] == []
    assert len(client.get(f"{started}/questions", params={"all": True}).json()["questions"]) == 1


def test_an_illegal_play_is_refused_corrected_or_let_stand(client, started, asked):
    where, _ = asked
    refused = problem(client.post(where, json={"choice": 0}), 422, "illegal-move")
    assert "SN-13" in refused["refusal"]["rules"]
    ruled = client.post(where, json={"ruling": "accept"}).json()
    assert ruled["answer"]["how"] == "ruling"
    sheet = client.get(f"{started}/score").json()["sheet"]
    assert sheet[-1]["move"] == "cap 1-3 @0,0,1:e"


def test_a_ruling_is_taken_back_like_any_move_and_its_question_is_open_again(client, started, asked):
    def now():
        shown = client.get(started).json()
        open_ = client.get(f"{started}/questions").json()["questions"]
        listed = [(each["kind"], each["text"], each["frames"], each["candidates"]) for each in open_]
        return shown["position"], shown["score"], shown["next"], listed

    where, _ = asked
    before = now()
    client.post(where, json={"ruling": "accept"})
    ruled = now()
    assert ruled != before
    version = client.get(started).json()["version"]
    assert client.post(f"{started}/undo", json={"version": version}).status_code == 201
    assert now() == before
    again = client.get(f"{started}/questions").json()["questions"][0]
    assert again["version"] == version + 1
    assert client.post(f"{started}/questions/{again['number']}", json={"ruling": "accept"}).status_code == 200
    assert now() == ruled


def test_taking_back_more_than_a_ruling_asks_nothing_again(client, started, asked):
    client.post(asked[0], json={"ruling": "accept"})
    version = client.get(started).json()["version"]
    client.post(f"{started}/undo", json={"version": version, "of": 1})
    assert client.get(f"{started}/questions").json()["questions"] == []


def test_an_answer_that_is_none(client, started, asked):
    where, _ = asked
    problem(client.post(where, json={}), 422, "no-such-answer")
    problem(client.post(where, json={"choice": 7}), 422, "no-such-answer")
    problem(client.post(where, json={"choice": "first"}), 422, "invalid-request")
    problem(client.post(f"{started}/questions/9", json={"choice": 0}), 404, "no-such-question")
    problem(client.post(where, json={"moves": [{"seat": 1, "move": "x"}]}), 422, "unreadable-move")
    play(client, started, 1, SECOND, 1)
    problem(client.post(where, json={"choice": 1}), 409, "stale-version")
    assert client.post(where, json={"choice": -1}).json()["answer"]["how"] == "none"


def test_a_correction_answers_alone(client, started, camera):
    play(client, started, 1, SECOND, 1)
    asked = Question("reopen", "Was it?", 2, (), (LEGAL,), of=2)
    camera[0].ask(started.rsplit("/", 1)[1], asked)
    where, other = f"{started}/questions/1", {"seat": 1, "move": "extend 1-6 @2,0,0:e"}
    problem(client.post(where, json={"correction": other, "choice": 0}), 422, "no-such-answer")
    problem(client.post(where, json={"correction": other | {"move": "x"}}), 422, "unreadable-move")
    assert client.post(where, json={"correction": other}).json()["answer"]["moves"] == [other]
    assert client.get(f"{started}/questions").json()["questions"] == []


def test_a_ruling_that_cannot_be(client, started, camera):
    twice = Candidate(((1, "extend 1-1 @2,0,0:e"),), 0.9, legal=False)
    camera[0].ask(started.rsplit("/", 1)[1], Question("illegal", "Was it?", 1, (), (twice,)))
    problem(client.post(f"{started}/questions/1", json={"ruling": "accept"}), 422, "no-ruling")


def test_the_time_line_and_its_pictures(client, started, asked, game):
    sha256 = asked[1]
    client.post(asked[0], json={"choice": 1})
    line = client.get(f"{started}/evidence").json()
    assert line["full"] is None
    assert [(shot["sha256"], shot["seq"], shot["kept"]) for shot in line["evidence"]] == [(sha256, [2], True)]
    picture = client.get(f"{started}/evidence/{sha256}")
    assert picture.content == PICTURE
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.headers["cache-control"] == "no-store"
    problem(client.get(f"{started}/evidence/{'0' * 64}"), 404, "no-such-picture")
    problem(client.get(f"{started}/evidence/nonsense"), 422, "invalid-request")
    problem(client.get(f"{API}/games/nobody/evidence"), 404, "no-such-game")


def test_a_picture_of_another_game_is_not_handed_out(client, asked):
    other = client.post(f"{API}/games", json={"game": "stackernoos", "players": 2}).headers["location"]
    problem(client.get(f"{other}/evidence/{asked[1]}"), 404, "no-such-picture")


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ({"question": "is the score right?"}, "upheld"),
        ({"about": "score", "seat": 0, "claim": 99}, "overturned"),
        ({"about": "move", "seq": 1}, "upheld"),
        ({"about": "move", "seq": 1, "claim": "illegal"}, "overturned"),
        ({"question": f"what lay under {OPENING.split()[1]}?"}, "upheld"),
        ({"about": "under", "place": "@0,0", "claim": "9-9"}, "overturned"),
    ],
)
def test_a_dispute_of_a_typed_game_is_decided_by_the_rules_alone(client, started, body, verdict):
    answer = client.post(f"{started}/disputes", json=body)
    assert answer.status_code == 201, answer.text
    ruling = answer.json()
    assert ruling["answer"]["verdict"] == verdict
    assert ruling["answer"]["reason"]
    assert ruling["record"]["events"] == 1
    assert client.get(f"{started}/disputes").json()["disputes"] == [ruling]
    assert client.get(f"{started}/disputes/1").json() == ruling


def test_a_bundle_is_a_zip(client, started):
    client.post(f"{started}/disputes", json={"question": "is the score right?"})
    answer = client.get(f"{started}/disputes/1/bundle")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert {"manifest.json", "signature.json", "record.jsonl", "dispute.json"} <= set(archive.namelist())
    play(client, started, 1, SECOND, 1)
    assert client.get(f"{started}/disputes/1/bundle").content == answer.content, "later moves change no bundle"


def test_what_cannot_be_asked(client, started, game):
    response = problem(client.post(f"{started}/disputes", json={"question": "why me?"}), 422, "not-understood")
    assert any("was move 17 legal?" in form for form in response["forms"])
    problem(client.post(f"{started}/disputes", json={}), 422, "not-understood")
    problem(client.post(f"{started}/disputes", json={"about": "weather"}), 422, "invalid-request")
    problem(client.post(f"{started}/disputes", json={"about": "move", "seq": 99}), 422, "nothing-of-that-name")
    problem(client.post(f"{API}/games/nobody/disputes", json={"about": "score"}), 404, "no-such-game")
    problem(client.get(f"{started}/disputes/7"), 404, "no-such-dispute")
    problem(client.get(f"{started}/disputes/7/bundle"), 404, "no-such-dispute")
