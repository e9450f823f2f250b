"""The judge against a real server: `transformers serve` with a tiny chat model of random weights."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import polars as pl
import pytest
from tests.predictors.llm.tiny_chat import LABELS, tiny_chat_model

from rightreasons.errors import ModelError
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictors.judge.judge import Judge, Judges, load_judge
from rightreasons.predictors.llm.prompt_files import shipped
from rightreasons.predictors.options import JudgeOptions, ModelOptions

KEY = "sk-of-a-local-server-7Qz"
EXTRAS = tuple(name for name in ("fastapi", "uvicorn", "starlette") if find_spec(name) is None)
pytestmark = pytest.mark.skipif(bool(EXTRAS), reason=f"`transformers serve` needs {', '.join(EXTRAS)}")


@dataclass(frozen=True)
class Local:
    """A server that runs, its model, and what it writes."""

    folder: Path
    url: str
    log: Path


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    home = tmp_path_factory.mktemp("home")
    (home / "hub").mkdir()
    folder = tiny_chat_model(home / "model")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "transformers.cli.transformers", "serve", str(folder)]
    command += ["--host", "127.0.0.1", "--port", str(port), "--device", "cpu"]
    environment = os.environ | {"HF_HOME": str(home), "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    log = home / "log"
    with log.open("wb") as written:
        server = subprocess.Popen(
            command, env=environment, stdout=written, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/health", server, log)
            yield Local(folder, f"http://127.0.0.1:{port}/v1", log)
        finally:
            server.terminate()
            server.wait(10)


def _wait_for(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(600):
        try:
            urlopen(url, timeout=1).close()  # noqa: S310 - our own server
        except (URLError, TimeoutError):
            assert server.poll() is None, log.read_text(encoding="utf-8")
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server does not start")


@pytest.fixture(scope="module")
def sentences() -> PairTable:
    rows = [
        (f"a {who} {what}", f"somebody {how}")
        for who, what, how in product(("man", "woman", "dog"), ("sleeps", "runs"), ("rests", "eats"))
    ]
    frame = pl.DataFrame(rows, schema=["premise", "hypothesis"], orient="row").with_columns(
        pl.Series("id", [f"i{row}" for row in range(len(rows))]),
        pl.Series("label", ["neutral"] * len(rows), dtype=LABEL_TYPE),
    )
    return PairTable(frame, Provenance("sentences"), Account(len(rows), len(rows)))


def _judge(local: Local, *prompts: str, model: str | None = None) -> Judge | Judges:
    options = JudgeOptions(prompts=prompts, concurrency=2, attempts=2)
    return load_judge(f"{model or local.folder}@{local.url}", ModelOptions(judge=options))


def _generated(local: Local, pairs: PairTable) -> dict[str, tuple[str, int, int]]:
    """Return what the model itself says by greedy search, and how many tokens it reads and writes."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    kinds: tuple[Any, ...] = (AutoModelForCausalLM, AutoTokenizer)
    model, tokenizer = (each.from_pretrained(local.folder) for each in kinds)
    prompt = shipped().prompts[0]
    generated = {}
    for key, premise, hypothesis in pairs.frame.select("id", "premise", "hypothesis").iter_rows():
        text = tokenizer.apply_chat_template(prompt.rendered(premise, hypothesis), tokenize=False)
        read = tokenizer(text, return_tensors="pt", add_special_tokens=False)
        length = read["input_ids"].shape[1]
        written = model.generate(**read, max_new_tokens=prompt.max_tokens, do_sample=False)[0, length:]
        generated[key] = (tokenizer.decode(written, skip_special_tokens=True), length, len(written))
    return generated


@pytest.mark.long
def test_it_says_of_every_pair_what_the_model_says(
    local: Local, sentences: PairTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    judge = _judge(local)
    assert isinstance(judge, Judge)
    responses = {key: each for batch in judge.batches(sentences) for key, each in batch.items()}
    expected = _generated(local, sentences)
    labelled = {key: text for key, (text, _, _) in expected.items() if text in LABELS}
    assert 2 <= len(labelled) < len(expected), "the tiny model says labels, and other things"
    assert len(set(labelled.values())) > 1
    assert {key: each.label for key, each in responses.items() if each.label} == labelled
    unanswered = {key for key, each in responses.items() if each.unanswered}
    assert unanswered == set(expected) - set(labelled)
    for key, (text, read, written) in expected.items():
        assert responses[key].text == text
        assert (responses[key].input_tokens, responses[key].output_tokens) == (read, written)
    assert KEY not in local.log.read_text(encoding="utf-8")


def test_several_prompts_are_asked_and_put_together(local: Local, sentences: PairTable) -> None:
    judges = _judge(local, "words", "true-false-neither")
    assert isinstance(judges, Judges)
    predictions = judges.predict(sentences)
    alone = judges.prompts[0].predict(sentences)
    # The model does not know the words of the second prompt, so that only the first is heard.
    assert predictions.frame.equals(alone.frame)


def test_a_model_that_the_server_does_not_have_is_told(local: Local, sentences: PairTable) -> None:
    with pytest.raises(ModelError, match=r"status 400: .*pinned"):
        _judge(local, model="another").predict(sentences)
