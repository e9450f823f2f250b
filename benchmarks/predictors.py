"""Pairs per second of predictors on real SNLI pairs, beside the usual ways, and whether labels stay the same.

    python benchmarks/predictors.py [--pairs 2000] [--one-by-one 300] [--snli FILE]
    python benchmarks/predictors.py --gpu

One process, one after the other, with the same network of random weights in the shape of BERT-base and a
tokenizer of words and letters made of the pairs. Seconds are those of answering, from sentences to labels,
after loading and a few pairs to warm up. The pipeline one by one takes a slice of the pairs; all else takes
all of them. Agreement is the share of labels that are those of ours in fp32. ``--gpu``: half precision on
CUDA, beside the matrix rate that is measured there.
"""

import argparse
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from predictors_gpu import shares_of_matrix_rate
from predictors_model import LABELS, LARGE, save_model

from rightreasons.jobs.making.onnx import make_onnx
from rightreasons.pairs import PairTable
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import predictor_named
from rightreasons.sources.read import read_pairs

SNLI = Path(__file__).resolve().parents[2] / "shared" / "data" / "snli" / "snli_1.0_test.jsonl.gz"
WARM_UP = 16


@dataclass(frozen=True)
class Row:
    """One way of labelling: how fast, and the labels."""

    name: str
    seconds: float
    labels: list[str]

    @property
    def rate(self) -> float:
        """Pairs per second."""
        return len(self.labels) / self.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--one-by-one", type=int, default=300)
    parser.add_argument("--snli", type=Path, default=SNLI)
    parser.add_argument("--gpu", action="store_true")
    chosen = parser.parse_args()
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    quiet()
    pairs = read_pairs(chosen.snli, limit=chosen.pairs)
    with tempfile.TemporaryDirectory() as name:
        base = save_model(Path(name) / "base", pairs)
        if chosen.gpu:
            shares_of_matrix_rate(pairs, [base, save_model(Path(name) / "large", pairs, **LARGE)])
            return
        rows = usual(base, pairs, chosen.one_by_one) + ours(base, pairs)
    report(rows)


def quiet() -> None:
    from transformers.utils import logging as transformers_logging

    messages: Any = transformers_logging  # its functions have no types
    messages.set_verbosity_error()
    messages.disable_progress_bar()
    logging.disable(logging.WARNING)


def usual(folder: Path, pairs: PairTable, one_by_one: int) -> list[Row]:
    from sentence_transformers import CrossEncoder
    from transformers import pipeline

    classify = pipeline("text-classification", model=str(folder), device="cpu")
    texts = list(zip(pairs.premises.to_list(), pairs.hypotheses.to_list(), strict=True))
    inputs = [{"text": premise, "text_pair": hypothesis} for premise, hypothesis in texts]
    encoder = CrossEncoder(str(folder), device="cpu")

    def in_batches(some: list[dict[str, str]]) -> list[str]:
        return [answer["label"] for answer in classify(some, batch_size=32)]

    def singly(some: list[dict[str, str]]) -> list[str]:
        return [classify([each])[0]["label"] for each in some]

    def scored(some: list[tuple[str, str]]) -> list[str]:
        logits = encoder.predict(some, show_progress_bar=False)
        return [LABELS[place] for place in np.asarray(logits).argmax(axis=1)]

    return [
        timed("pipeline, one by one", singly, inputs[:one_by_one]),
        timed("pipeline, batches of 32", in_batches, inputs),
        timed("CrossEncoder.predict", scored, texts),
    ]


def ours(folder: Path, pairs: PairTable) -> list[Row]:
    made = folder.parent / "onnx"
    make_onnx(str(folder), made, int8=True)
    ways = {
        "ours, fp32": (f"hf:{folder}", "fp32"),
        "ours, bf16": (f"hf:{folder}", "bf16"),
        "ours, ONNX fp32": (f"onnx:{made}", "auto"),
        "ours, ONNX int8": (f"onnx:{made / 'model_int8.onnx'}", "auto"),
    }
    rows = []
    for name, (model, dtype) in ways.items():
        predictor = predictor_named(model, ModelOptions(device="cpu", dtype=dtype))  # type: ignore[arg-type]  # one of them

        def labels(some: PairTable, predictor: Any = predictor) -> list[str]:
            return [str(label) for label in predictor.predict(some).frame["label"]]

        rows.append(timed(name, labels, pairs))
    return rows


def timed(name: str, work: Callable[[Any], list[str]], inputs: Any) -> Row:
    work(inputs.head(WARM_UP) if isinstance(inputs, PairTable) else inputs[:WARM_UP])
    start = time.perf_counter()
    labels = work(inputs)
    row = Row(name, time.perf_counter() - start, labels)
    sys.stderr.write(f"{name}: {row.seconds:.1f} s\n")
    return row


def report(rows: list[Row]) -> None:
    by_name = {row.name: row for row in rows}
    exact, single, batched = (
        by_name[name] for name in ("ours, fp32", "pipeline, one by one", "pipeline, batches of 32")
    )
    print(f"{'':<26}{'pairs':>7}{'pairs/s':>9}{'x one by one':>14}{'x batches of 32':>17}{'agreement':>11}")
    for row in rows:
        same = np.mean([a == b for a, b in zip(row.labels, exact.labels, strict=False)])
        print(
            f"{row.name:<26}{len(row.labels):>7,}{row.rate:>9.1f}{row.rate / single.rate:>14.2f}"
            f"{row.rate / batched.rate:>17.2f}{same:>11.4f}"
        )
    counts = {label: exact.labels.count(label) for label in LABELS}
    print("labels of ours, fp32: " + ", ".join(f"{label} {count:,}" for label, count in counts.items()))


if __name__ == "__main__":
    main()
