"""An API key goes to the server and nowhere else."""

import logging
import pickle
import traceback
from collections.abc import Callable

import pytest
from pytest_httpserver import HTTPServer
from tests.predictors.llm.chat_server import Handler, completion, refusal, respond, says
from werkzeug import Request, Response

from rightreasons.errors import IncompleteError, ModelError, OptionError, RightReasonsError
from rightreasons.pairs import PairTable
from rightreasons.predictors.judge import Judge, load_judge
from rightreasons.predictors.options import ModelOptions

KEY = "sk-proj-Zx81qLmN47tYw2"
Pairs = Callable[[int], PairTable]
MakeJudge = Callable[..., Judge]
Serve = Callable[[Handler], None]


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return KEY


def _sent(server: HTTPServer) -> set[str | None]:
    return {request.headers.get("Authorization") for request, _ in server.log}


def test_the_key_comes_from_the_environment(
    serve: Serve, judge: MakeJudge, pairs: Pairs, server: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(says("neutral"))
    judge().predict(pairs(1))
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n")
    judge().predict(pairs(1))
    monkeypatch.setenv("RIGHTREASONS_API_KEY", "own-key-of-this-program")
    judge().predict(pairs(1))
    sent = [request.headers["Authorization"] for request, _ in server.log]
    assert sent == ["Bearer none", f"Bearer {KEY}", "Bearer own-key-of-this-program"]


ECHOES: dict[str, tuple[Callable[[str], str], int, type[RightReasonsError]]] = {
    "whole": (lambda key: f"Incorrect API key provided: {key}.", 401, ModelError),
    "twice": (lambda key: f"{key} {key}" * 3, 503, IncompleteError),
    "cut short": (lambda key: f"bad key {key[:12]}…", 429, IncompleteError),
    "its end": (lambda key: f"key ending in {key[-9:]}", 403, ModelError),
}


@pytest.mark.parametrize("echo", ECHOES)
def test_a_key_that_a_server_sends_back_is_in_no_error_and_no_log(
    echo: str, key: str, serve: Serve, judge: MakeJudge, pairs: Pairs, caplog: pytest.LogCaptureFixture
) -> None:
    worded, status, kind = ECHOES[echo]

    def answer(request: Request) -> Response:
        assert request.headers["Authorization"] == f"Bearer {key}"
        return refusal(status, worded(key))

    serve(answer)
    made = judge(attempts=1)
    with caplog.at_level(logging.DEBUG), pytest.raises(kind) as caught:
        list(made.batches(pairs(2)))
    shown = "".join(traceback.format_exception(caught.value)) + caplog.text + repr(made) + str(made.identity)
    for size in range(8, len(key) + 1):
        assert not any(key[start : start + size] in shown for start in range(len(key) - size + 1))
    assert caught.value.__context__ is None
    assert caught.value.__cause__ is None


def test_a_key_within_an_answer_is_in_no_batch(
    key: str, serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    serve(lambda _: respond(completion(f"neutral {key}", finish="stop", refusal=key)))
    assert key not in repr(list(judge().batches(pairs(2))))


def test_no_object_holds_the_key(key: str, judge: MakeJudge) -> None:
    made = judge()
    assert key.encode() not in pickle.dumps(made)
    assert key not in repr(made) + repr(made.identity.described())


def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(
    serve: Serve, judge: MakeJudge, pairs: Pairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(says("neutral"))
    for broken in ("sk-ä-secret", "sk-two words-secret", "sk-\x07-secret"):
        monkeypatch.setenv("OPENAI_API_KEY", broken)
        with pytest.raises(OptionError, match="OPENAI_API_KEY") as caught:
            judge().predict(pairs(1))
        assert "secret" not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    "url",
    [
        "http://user:secret@localhost/v1",
        "http://secret@localhost/v1",
        "http://localhost/v1?api-key=secret",
        "http://localhost/v1#secret",
        "user:secret@localhost/v1",
        "http://user:secret@localhost:port/v1",
    ],
)
def test_credentials_in_the_url_are_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(OptionError) as caught:
        load_judge(f"gpt@{url}", ModelOptions())
    assert "secret" not in str(caught.value)
