"""lm-evaluation-harness on a written task, with a tiny language model; skipped where it is not there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rightreasons import PairTable, probe
from rightreasons.jobs.making.lm_eval import make_lm_eval_task
from rightreasons.jobs.options import ProbeOptions
from rightreasons.sources.bundled import bundled_pairs

pytest.importorskip(
    "lm_eval", reason="lm_eval is in the extra lm-eval, which the set-up for tests leaves out"
)
TASK = "rightreasons_my_data_jsonl"


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return bundled_pairs(60, 3).named("my data.jsonl")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("gpt")
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    known = Tokenizer(
        models.BPE(vocab={text: place for place, text in enumerate(["<end>", *letters])}, merges=[])
    )
    known.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokens: dict[str, Any] = dict.fromkeys(("eos_token", "pad_token"), "<end>")
    PreTrainedTokenizerFast(tokenizer_object=known, **tokens).save_pretrained(folder)  # type: ignore[no-untyped-call, unused-ignore]
    torch.manual_seed(1)
    size: dict[str, Any] = {
        "n_embd": 16,
        "n_layer": 1,
        "n_head": 2,
        "n_positions": 512,
        "bos_token_id": 0,
        "eos_token_id": 0,
    }
    GPT2LMHeadModel(GPT2Config(vocab_size=len(letters) + 1, **size)).save_pretrained(folder)
    return folder


def test_the_samples_are_scored_as_the_harness_scores_them(
    tmp_path: Path, pairs: PairTable, model: Path
) -> None:
    make_lm_eval_task(tmp_path / "tasks", [pairs], ProbeOptions())
    asked = ["--include_path", "tasks", "--tasks", TASK, "--log_samples", "--output_path", "out"]
    words = [
        *asked,
        "--model",
        "hf",
        "--model_args",
        f"pretrained={model}",
        "--device",
        "cpu",
        "--batch_size",
        "8",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "lm_eval", *words],
        cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "HF_HUB_OFFLINE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (samples,) = (tmp_path / "out").rglob(f"samples_{TASK}_*.jsonl")
    (results,) = (tmp_path / "out").rglob("results_*.json")
    theirs = json.loads(results.read_text(encoding="utf-8"))["results"][TASK]["acc,none"]
    ours = next(each for each in probe(samples).findings if each.role == "score").figures["accuracy"]
    assert ours.n == len(pairs)
    assert ours.value == pytest.approx(theirs)
