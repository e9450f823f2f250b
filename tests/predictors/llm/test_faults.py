"""Servers that are busy, slow, broken, or gone: what may pass is tried again, no answer is thrown away."""

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from tests.predictors.llm.chat_server import Handler, completion, refusal, respond, row_of, says
from werkzeug import Request, Response

from rightreasons.errors import IncompleteError, ModelError
from rightreasons.pairs import PairTable
from rightreasons.predictors.judge.judge import Judge, load_judge
from rightreasons.predictors.llm.judging import responses_to
from rightreasons.predictors.options import JudgeOptions, ModelOptions
from rightreasons.predictors.response import Response as Answered

Pairs = Callable[[int], PairTable]
MakeJudge = Callable[..., Judge]
Serve = Callable[[Handler], None]


class Faulty:
    """Answers each pair well after so many faults."""

    def __init__(self, fault: Handler, faults: int) -> None:
        self.fault = fault
        self.faults = faults
        self.asked: Counter[int] = Counter()
        self.times: list[float] = []

    def __call__(self, request: Request) -> Response:
        row = row_of(request)
        self.asked[row] += 1
        self.times.append(time.monotonic())
        return self.fault(request) if self.asked[row] <= self.faults else respond(completion("neutral"))


FAULTS: dict[str, Handler] = {
    "429": lambda _: refusal(429, "Rate limit reached"),
    "500": lambda _: refusal(500, "oops"),
    "503, a page": lambda _: Response("<html>busy</html>", 503, content_type="text/html"),
    "a page": lambda _: Response("<html>welcome</html>", 200, content_type="text/html"),
    "broken JSON": lambda _: Response('{"choices": [', 200, content_type="application/json"),
    "other JSON": lambda _: respond({"error": None}),
    "no choices": lambda _: respond(completion("x") | {"choices": []}),
    "choices of another kind": lambda _: respond(completion("x") | {"choices": [{"message": "x"}]}),
    "a list": lambda _: respond([1, 2]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_may_pass_is_tried_again_and_counted(
    fault: str, serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    faulty = Faulty(FAULTS[fault], 1)
    serve(faulty)
    batches = list(judge().batches(pairs(3)))
    responses = [each for batch in batches for each in batch.values()]
    assert [each.label for each in responses] == ["neutral"] * 3
    assert {each.details["requests"] for each in responses} == {2}
    assert faulty.asked == {0: 2, 1: 2, 2: 2}


@pytest.mark.parametrize("fault", ["429", "a page", "broken JSON"])
def test_after_the_attempts_the_work_is_incomplete(
    fault: str, serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    faulty = Faulty(FAULTS[fault], 99)
    serve(faulty)
    with pytest.raises(IncompleteError, match="after 2 attempts"):
        list(judge(attempts=2).batches(pairs(3)))
    assert faulty.asked == {0: 2}


def test_a_lost_answer_is_asked_for_again(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    release = threading.Event()

    def late(request: Request) -> Response:
        release.wait(5)
        return respond(completion("neutral"))

    faulty = Faulty(late, 1)
    serve(faulty)
    try:
        assert len(judge(timeout=1.0).predict(pairs(2))) == 2
    finally:
        release.set()
    assert faulty.asked == {0: 2, 1: 2}


def test_a_server_that_never_answers_is_out_of_reach(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    release = threading.Event()

    def never(request: Request) -> Response:
        release.wait(5)
        return respond(completion("neutral"))

    serve(never)
    try:
        with pytest.raises(IncompleteError, match="no answer in time"):
            list(judge(timeout=0.1, attempts=2).batches(pairs(3)))
    finally:
        release.set()


def test_a_port_where_nobody_listens_is_out_of_reach(pairs: Pairs) -> None:
    made = load_judge("tiny@http://127.0.0.1:9/v1", ModelOptions(judge=JudgeOptions(attempts=2)))
    with pytest.raises(IncompleteError, match="Connection error"):
        made.predict(pairs(2))


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_the_pause_is_the_one_that_the_server_asks_for(
    form: str,
    serve: Serve,
    judge: MakeJudge,
    pairs: Pairs,
) -> None:
    seconds = 0.5

    def busy(request: Request) -> Response:
        until = format_datetime(datetime.now(UTC) + timedelta(seconds=seconds + 1), usegmt=True)
        return refusal(429, "later", Retry_After=until if form == "date" else str(seconds))

    faulty = Faulty(busy, 1)
    serve(faulty)
    list(judge().batches(pairs(1)))
    assert faulty.times[1] - faulty.times[0] >= seconds


def test_a_server_that_asks_for_hours_is_out_of_reach_at_once(
    serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    faulty = Faulty(lambda _: refusal(429, "quota of the day", Retry_After="36000"), 99)
    serve(faulty)
    with pytest.raises(IncompleteError, match="quota of the day"):
        list(judge(attempts=6).batches(pairs(3)))
    assert faulty.asked == {0: 1}


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_cannot_pass_is_final_and_asked_once(
    status: int, serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    faulty = Faulty(lambda _: refusal(status, "no such thing"), 99)
    serve(faulty)
    with pytest.raises(ModelError, match=f"status {status}: no such thing"):
        list(judge().batches(pairs(5)))
    assert faulty.asked == {0: 1}


@pytest.mark.parametrize("status", [401, 503])
def test_what_was_answered_before_the_end_is_handed_out(
    status: int, serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    half_way = threading.Event()
    served: set[int] = set()

    def dying(request: Request) -> Response:
        row = row_of(request)
        if row == 20:
            half_way.set()
        if half_way.is_set() and row >= 20:
            return refusal(status, "gone")
        # Those under way while the server refuses another come back late, and count all the same.
        if row > 15:
            half_way.wait(5)
            time.sleep(0.2)
        served.add(row)
        return respond(completion("neutral"))

    serve(dying)
    got: list[str] = []
    stream = judge(attempts=2, concurrency=6).batches(pairs(40))
    with pytest.raises(IncompleteError, match="gone"):
        got.extend(key for batch in stream for key in batch)
    assert sorted(got) == sorted(f"i{row}" for row in served)
    assert served >= set(range(20))


def test_as_many_requests_are_under_way_as_allowed(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    lock, now, most = threading.Lock(), [0], [0]
    three = threading.Barrier(3)

    def answer(request: Request) -> Response:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        if row_of(request) > 0:  # the first goes alone
            three.wait(5)
        time.sleep(0.03)
        with lock:
            now[0] -= 1
        return respond(completion("neutral"))

    serve(answer)
    assert len(judge(concurrency=3).predict(pairs(19))) == 19
    assert most[0] == 3


@pytest.mark.parametrize(("seconds", "kept"), [(30.0, 6), (0.2, 4)])
def test_on_an_interrupt_requests_under_way_are_waited_for_and_no_further_one_is_sent(
    seconds: float, kept: int, serve: Serve, judge: MakeJudge, pairs: Pairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rightreasons.engine.interrupts.SECONDS", seconds)
    asked: list[int] = []
    release, waiting = threading.Event(), threading.Barrier(2)

    def ask_to_end() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        if seconds > 1:  # those under way end in time
            threading.Timer(1.0, release.set).start()

    def answer(request: Request) -> Response:
        asked.append(row_of(request))
        if row_of(request) >= 4:
            # With two at once, all before are answered when the fifth and the sixth are here.
            if waiting.wait(5) == 0:
                threading.Timer(0.3, ask_to_end).start()
            release.wait(20)
        return respond(completion("neutral"))

    serve(answer)
    got: list[str] = []
    stream = judge(concurrency=2, timeout=60.0).batches(pairs(10))
    try:
        with pytest.raises(KeyboardInterrupt, match="^$" if kept == 6 else "2 are sent again"):
            got.extend(key for batch in stream for key in batch)
    finally:
        release.set()
    assert sorted(got) == [f"i{row}" for row in range(kept)]
    assert sorted(asked) == list(range(6))


def test_an_interrupt_while_answers_are_read_loses_none(
    serve: Serve, judge: MakeJudge, pairs: Pairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []
    once_read, release = threading.Event(), threading.Event()

    def interrupted(answers: list[Any], **how: Any) -> list[Mapping[str, Answered]]:
        reads.append(len(answers))
        once_read.set()
        if len(reads) == 2:
            raise KeyboardInterrupt
        return responses_to(answers, **how)

    monkeypatch.setattr("rightreasons.predictors.judge.judge.responses_to", interrupted)

    def answer(request: Request) -> Response:
        # The second answer comes after the first was read, so that it is read alone; the third never comes.
        if row_of(request) > 0:
            once_read.wait(5)
        if row_of(request) > 1:
            release.wait(5)
        return respond(completion("neutral"))

    serve(answer)
    got: list[str] = []
    stream = judge(concurrency=1).batches(pairs(10))
    try:
        with pytest.raises(KeyboardInterrupt):
            got.extend(key for batch in stream for key in batch)
    finally:
        release.set()
    assert reads == [1, 1, 1]
    assert got == ["i0", "i1"]


def test_a_stream_that_is_left_stops_asking(
    serve: Serve, judge: MakeJudge, pairs: Pairs, server: HTTPServer
) -> None:
    serve(says("neutral"))
    threads = threading.active_count()
    stream = judge(concurrency=1).batches(pairs(100_000))
    next(stream)
    stream.close()  # type: ignore[attr-defined] # a generator, as every iterator that stops in the middle
    asked = len(server.log)
    time.sleep(0.1)
    assert len(server.log) - asked <= 1
    assert threading.active_count() <= threads + 1


def test_a_judge_can_be_asked_where_a_loop_runs_already(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    import asyncio

    serve(says("neutral"))

    async def notebook() -> int:
        return len(judge().predict(pairs(2)))

    assert asyncio.run(notebook()) == 2


def test_no_pairs_need_no_request(serve: Serve, judge: MakeJudge, pairs: Pairs, server: HTTPServer) -> None:
    serve(says("neutral"))
    assert len(judge().predict(pairs(0))) == 0
    assert not server.log
