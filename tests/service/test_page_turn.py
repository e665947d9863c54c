"""Pages get their newest state in turn: an older answer that came after a newer one stayed."""

import re

import pytest
from page_browsing import browsing
from test_page_language import SCRIPTS

pytestmark = pytest.mark.browser
CALLED = """async () => {
  const { inTurn } = await import("/static/turn.js");
  const begun = [];
  const call = inTurn(() => new Promise((end, fail) => begun.push({ end, fail })));
  const settled = () => new Promise((done) => setTimeout(done));
  const told = [];
  const first = call().then(() => told.push("first"));
  const later = [call(), call()].map((each) => each.then(() => told.push("later"), () => told.push("failed")));
  await settled();
  const many = [begun.length];
  begun[0].end();
  await first;
  await settled();
  many.push(begun.length);
  begun[1].fail(new Error("no answer"));
  await Promise.all(later);
  const again = call();
  many.push(begun.length);
  begun[2].end();
  await again;
  return [many, told];
}"""


def test_calls_while_one_is_under_way_become_one_after_it(tmp_path):
    with browsing(tmp_path) as it:
        many, result = it.page("/rules").evaluate(CALLED)
        assert many == [1, 2, 3]
        assert result == ["first", "failed", "failed"]


def test_whatever_follows_a_stream_gets_its_state_in_turn():
    follows = [path for path in SCRIPTS if re.search(r"^import \{ follow \}", path.read_text("utf-8"), re.MULTILINE)]
    assert len(follows) > 3
    assert [path.name for path in follows if "inTurn(async" not in path.read_text("utf-8")] == []
