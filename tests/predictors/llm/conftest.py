"""Pairs, judges, and a server that answers as a test wants."""

from collections.abc import Callable, Iterator
from typing import Any

import polars as pl
import pytest
from pytest_httpserver import HTTPServer
from tests.predictors.llm.chat_server import Handler

from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictors.judge.judge import Judge, load_judge
from rightreasons.predictors.options import JudgeOptions, ModelOptions


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "RIGHTREASONS_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rightreasons.predictors.llm.asking._FIRST_PAUSE", 0.02)


@pytest.fixture
def pairs() -> Callable[[int], PairTable]:
    """Makes so many pairs; the hypothesis ends with the number of the row."""

    def make(rows: int) -> PairTable:
        frame = pl.DataFrame(
            {
                "id": [f"i{row}" for row in range(rows)],
                "premise": ["A man sleeps."] * rows,
                "hypothesis": [f"Somebody rests {row}" for row in range(rows)],
                "label": ["entailment"] * rows,
            },
            schema={"id": pl.String, "premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE},
        )
        return PairTable(frame, Provenance("pairs"), Account(rows, rows))

    return make


@pytest.fixture(scope="session")
def _running() -> Iterator[HTTPServer]:
    with HTTPServer(threaded=True) as running:
        yield running


@pytest.fixture
def server(_running: HTTPServer) -> HTTPServer:
    """A server that handles each request in a thread of its own."""
    _running.clear()
    return _running


@pytest.fixture
def serve(server: HTTPServer) -> Callable[[Handler], None]:
    """Answers chat requests by a function."""

    def install(handler: Handler) -> None:
        server.expect_request("/v1/chat/completions", "POST").respond_with_handler(handler)

    return install


@pytest.fixture
def judge(server: HTTPServer) -> Callable[..., Judge]:
    """Makes a judge that asks the server of the test."""

    def make(prompt: str = "words", **options: Any) -> Judge:
        chosen: dict[str, Any] = {"prompts": (prompt,), "timeout": 5.0, "attempts": 3} | options
        asked = ModelOptions(judge=JudgeOptions(**chosen))
        made = load_judge(f"tiny@{server.url_for('/v1')}", asked)
        assert isinstance(made, Judge)
        return made

    return make
