"""Servers that send too much, or what no server sends: bounded, told with a code, kept from the run."""

import gzip
import json
import tracemalloc
import zlib
from collections.abc import Callable

import pytest
from pytest_httpserver import HTTPServer
from tests.predictors.llm.chat_server import Handler, completion, respond, says
from werkzeug import Response

from rightreasons.errors import RightReasonsError
from rightreasons.pairs import PairTable
from rightreasons.predictors.judge.judge import Judge
from rightreasons.predictors.llm.bounded_replies import MOST_REPLY
from rightreasons.predictors.llm.judging import MOST_KEPT
from rightreasons.predictors.response import Response as Answered
from rightreasons.predictors.store.cached_predictor import CachedPredictor
from rightreasons.predictors.store.store import Store

Pairs = Callable[[int], PairTable]
MakeJudge = Callable[..., Judge]
Serve = Callable[[Handler], None]


def sent(body: bytes, encoding: str | None = None, status: int = 200) -> Handler:
    headers = {"Content-Encoding": encoding} if encoding else {}
    return lambda _: Response(body, status, headers, content_type="application/json")


LONG = b" " * (25 * MOST_REPLY)  # JSON may begin with so many blanks
BOMB = gzip.compress(LONG)
TOO_LONG: dict[str, Handler] = {
    "plain": sent(LONG[: 2 * MOST_REPLY]),
    "gzip": sent(BOMB, "gzip"),
    "gzip of an error": sent(BOMB, "gzip", 429),
    "deflate": sent(zlib.compress(LONG), "deflate"),
}


@pytest.mark.parametrize("name", TOO_LONG)
def test_a_reply_is_read_to_a_bound_and_not_asked_for_again(
    name: str, serve: Serve, judge: MakeJudge, pairs: Pairs, server: HTTPServer
) -> None:
    serve(TOO_LONG[name])
    made = judge(concurrency=1)
    tracemalloc.start()
    try:
        with pytest.raises(RightReasonsError, match="more than 8,388,608 bytes"):
            list(made.batches(pairs(2)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(server.log) == 1
    # The server of the test holds its plain reply and the copy that it sends; of the bomb it holds 200 KB.
    assert peak < 8 * MOST_REPLY


def test_what_is_compressed_as_asked_is_read(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    whole = json.dumps(completion("neutral")).encode()
    for body, encoding in ((gzip.compress(whole), "gzip"), (zlib.compress(whole), "deflate"), (whole, None)):
        serve(sent(body, encoding))
        assert [each.label for each in _answers(judge(), pairs(1))] == ["neutral"]


DEEP = b'{"choices": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
UNREADABLE: dict[str, Handler] = {
    "broken gzip": sent(b"\x1f\x8b\x08 and no more", "gzip"),
    "gzip that is none": sent(b"{}", "gzip"),
    "another compression": sent(b"{}", "br"),
    "two compressions": sent(BOMB, "gzip, gzip"),
    "deep": sent(DEEP),
    "a long number": sent(b'{"choices": ' + b"9" * 50_000 + b"}"),
    "no UTF-8": sent(b'{"choices": "\xff\xfe"}'),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_told_with_a_code(
    name: str, serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    serve(UNREADABLE[name])
    with pytest.raises(RightReasonsError) as caught:
        list(judge(attempts=2).batches(pairs(2)))
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("count", [10**30, -1, 2**63, 10**400])
def test_counts_of_tokens_that_cannot_be_are_not_counted(
    count: int, serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    usage = {"prompt_tokens": count, "completion_tokens": count, "total_tokens": count}
    serve(lambda _: respond(completion("neutral") | {"usage": usage}))
    with Store.open() as store:
        found = CachedPredictor(judge(input_price=1.0, output_price=1.0), store).responses(pairs(2))
    assert found.is_whole
    assert {(each.input_tokens, each.output_tokens) for each in found.by_id.values()} == {(None, None)}
    assert found.totals["requests"] == 2


WORDY = {
    "one letter": "x" * 1_000_000,
    "blanks": "```json" + " " * 1_000_000,
    "lead-ins": "answer " * 100_000,
    "a thought": "<think>" + "so " * 300_000,
}


@pytest.mark.parametrize("name", WORDY)
@pytest.mark.parametrize("prompt", ["words", "json"])
def test_a_long_answer_is_no_label_and_kept_in_part(
    name: str, prompt: str, serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    serve(says(WORDY[name]))
    (found,) = _answers(judge(prompt), pairs(1))
    assert (found.label, found.unanswered) == (None, "not parsed")
    assert found.text is not None
    assert found.text.startswith(WORDY[name][:MOST_KEPT])
    assert len(found.text) < MOST_KEPT + 50


def test_no_more_alternatives_are_kept_than_were_asked_for(
    serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    tops = [("neutral", {"neutral": 0.9, **{f"n{n}": 0.1 / 5_000 for n in range(5_000)}})]
    serve(says("neutral", tops=tops))
    (found,) = _answers(judge(), pairs(1))
    assert found.log_probabilities is not None
    assert len(found.log_probabilities) == 20


def _answers(made: Judge, asked: PairTable) -> list[Answered]:
    return [each for batch in made.batches(asked) for each in batch.values()]
