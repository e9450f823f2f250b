"""An API key goes to the server and nowhere else."""

import logging
import pickle
import traceback
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pytest_httpserver import HTTPServer
from tests.predictors.llm.chat_server import Handler, completion, refusal, respond, says
from werkzeug import Request, Response

from rightreasons.errors import IncompleteError, ModelError, OptionError, RightReasonsError
from rightreasons.pairs import PairTable
from rightreasons.predictors.judge.judge import Judge, load_judge
from rightreasons.predictors.llm.keys import MASK, masked
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


LONG_KEY = "sk-proj-" + "Zx81qLmN47tYw2+/Kv_9-" * 8
FORMS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "upper": str.upper,
    "lower": str.lower,
    "percent": lambda key: quote(key, safe=""),
    "percent, all": lambda key: "".join(f"%{ord(each):02X}" for each in key),
    "base64": lambda key: b64encode(key.encode()).decode(),
    "base64 of more": lambda key: b64encode(f"user:{key}:x".encode()).decode(),
    "base64 for URLs": lambda key: urlsafe_b64encode(f"ab{key}".encode()).decode(),
    "cut": lambda key: key[5:14],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("secret", [KEY, LONG_KEY])
def test_a_key_is_masked_however_it_is_written(
    form: str, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", secret)
    shown = masked(f"The Kömmentar 50% holds «{FORMS[form](secret)}», 7%25.")
    assert shown.startswith("The Kömmentar 50% holds «")
    assert shown.endswith("», 7%25.")
    assert MASK in shown
    # At most the characters at the edges, which base64 mixes with what stands beside the key.
    assert len(shown) - len("The Kömmentar 50% holds «», 7%25.") - len(MASK) <= 2 * 8


@given(
    st.lists(
        st.one_of(
            st.text(max_size=6),
            st.tuples(st.integers(0, len(KEY)), st.integers(0, len(KEY))).map(
                lambda cut: KEY[cut[0] : cut[1]]
            ),
        ),
        max_size=8,
    ).map("".join)
)
def test_exactly_runs_of_eight_characters_of_a_key_are_masked(text: str) -> None:
    """The definition, by brute force: as slow as it is plain."""

    def alike(some: str) -> str:
        return "".join(each.lower() if each.isascii() else each for each in some)

    assume("%" not in text)
    runs = {alike(KEY)[start : start + 8] for start in range(len(KEY) - 7)}
    hidden = {
        place
        for start in range(len(text))
        if alike(text[start : start + 8]) in runs
        for place in range(start, start + 8)
    }
    expected = "".join(
        "" if place in hidden and place - 1 in hidden else MASK if place in hidden else each
        for place, each in enumerate(text)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", KEY)
        assert masked(text) == expected


@pytest.mark.parametrize("short", ["EMPTY", "x", "none"])
def test_a_key_of_a_few_characters_is_masked_as_it_is_alone(
    short: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", short)
    assert masked(f"a {short} b {short.swapcase()}") == f"a {MASK} b {short.swapcase()}"
