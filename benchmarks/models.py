"""Pairs a second of training and inference: the project's models against plain ones of the same sizes.

Both begin from word ids and end with learned weights, or logits, on the same pairs with batches of the same
number of pairs. The plain ones (`plain_models`) take the pairs in the order of the file, pad every batch and
pack its sequences; SPINN steps through a stack for each sentence. The project's are run by its own loop.

    OMP_NUM_THREADS=2 python benchmarks/models.py snli_1.0_dev.jsonl.gz [--pairs 4000] [--size 100]
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from plain_models import PlainAttention, PlainESIM, PlainInferSent, PlainSpinn
from torch import Tensor, nn

from rightreasons import read_pairs
from rightreasons.labels import THREE_WAY
from rightreasons.models.building import build_model
from rightreasons.models.data import EncodedPairs, logits_of, read_data
from rightreasons.models.encoding import Encoded, Side, TextSettings
from rightreasons.models.trees import trees_of
from rightreasons.models.vocabulary import vocabulary_of
from rightreasons.pairs import PairTable
from rightreasons.training.hardware import hardware_of, randomness
from rightreasons.training.loop import Task, fit
from rightreasons.training.recipe_files import read_recipe

BATCH, PREDICTED = 32, 256  # pairs of a batch in training and in inference
WIDTH = 300  # of the word vectors
SPINN = "spinn"
PLAIN: dict[str, type[nn.Module]] = {
    "decomposable-attention": PlainAttention,
    "esim": PlainESIM,
    "infersent": PlainInferSent,
    SPINN: PlainSpinn,
}
RECIPES = {
    "decomposable-attention": "decomposable-attention-mccoy2019",
    "esim": "esim-sanchez2018",
    "infersent": "infersent-conneau2017",
    SPINN: "spinn-mccoy2019",
}


@dataclass(frozen=True)
class Data:
    """Pairs as both read them."""

    pairs: PairTable
    encoded: Encoded
    vectors: Tensor


def read(path: str, count: int) -> Data:
    """Read pairs with their parses, and draw word vectors."""
    pairs = read_pairs(path, limit=count)
    premise, hypothesis = trees_of(pairs)
    words = vocabulary_of([premise.tokens, hypothesis.tokens], lower=True)
    encoded = read_data(pairs, words, TextSettings(parses="those of the data"), THREE_WAY).encoded
    vectors = torch.randn(len(words), WIDTH, generator=torch.Generator().manual_seed(1)) * 0.3
    vectors[0] = 0
    return Data(pairs, encoded, vectors)


def settings_of(name: str, size: int) -> dict[str, Any]:
    """Sizes and rates, the same on both sides."""
    sizes: dict[str, dict[str, Any]] = {
        "decomposable-attention": {"projection": size, "hidden": size, "aggregate_layers": 1},
        "esim": {"hidden": size},
        "infersent": {"hidden": size, "mlp_hidden": size},
        SPINN: {"size": size, "hidden": 200},
    }
    return sizes[name]


def built(name: str, data: Data, size: int) -> nn.Module:
    """Build the project's model with fixed word vectors."""
    none = torch.zeros(len(data.vectors), dtype=torch.bool)
    return build_model(name, settings_of(name, size), data.vectors, 3, learned=none)


def learned(model: nn.Module) -> int:
    """How many numbers are learned, without word vectors."""
    parts = [each for key, each in model.named_parameters() if each.requires_grad and key != "words.learned"]
    return sum(each.numel() for each in parts)


def our_training(name: str, data: Data, size: int) -> float:
    """Pairs a second of one epoch of the project's loop."""
    changes = ["epochs=1", f"batches.pairs={BATCH}", "optimiser.name=adam", "optimiser.epsilon=null"]
    recipe = read_recipe(
        RECIPES[name], changes=[*changes, "optimiser.clip_norm=5", "optimiser.clip_value=null"]
    )
    few = data.pairs.head(32)
    with randomness(1, deterministic=False) as random:
        model = built(name, data, size)
        kept = EncodedPairs(data.encoded)
        task = Task(recipe, 1, THREE_WAY, kept, kept_few(data, len(few)), few, hardware_of(recipe))
        state = fit(task, model, random)
    return float(state.history[0]["pairs_per_second"])


def kept_few(data: Data, count: int) -> EncodedPairs:
    """Take the first pairs, for a look at dev that costs nothing."""
    return EncodedPairs(Encoded(first(data.encoded.premise, count), first(data.encoded.hypothesis, count)))


def first(side: Side, count: int) -> Side:
    """Take the first sentences of a side."""
    end = int(side.offsets[count])
    steps = None if side.transitions is None else side.transitions[: 2 * end - count]
    return Side(side.ids[:end], side.offsets[: count + 1], steps)


def our_inference(name: str, data: Data, size: int) -> float:
    """Pairs a second of the logits of all pairs."""
    model = built(name, data, size)
    started = time.perf_counter()
    count = sum(
        len(rows)
        for rows, _ in logits_of(model, EncodedPairs(data.encoded), torch.device("cpu"), pairs=PREDICTED)
    )
    return count / (time.perf_counter() - started)


def plain_batches(data: Data, size: int, *, trees: bool) -> Iterator[tuple[tuple[Any, ...], Tensor]]:
    """Batches in the order of the file, each padded to its longest sentences."""
    gold = torch.tensor(data.encoded.gold)
    both = (data.encoded.premise, data.encoded.hypothesis)
    for start in range(0, len(gold), size):
        rows = range(start, min(start + size, len(gold)))
        batch: list[Tensor] = []
        steps = []
        for side in both:
            sentences = [
                torch.from_numpy(side.ids[side.offsets[r] : side.offsets[r + 1]]).long() for r in rows
            ]
            batch += [
                nn.utils.rnn.pad_sequence(sentences, batch_first=True),
                torch.tensor(list(map(len, sentences))),
            ]
            if trees and side.transitions is not None:
                ends = 2 * side.offsets - np.arange(len(side.offsets))
                steps.append([side.transitions[ends[r] : ends[r + 1]].tolist() for r in rows])
        yield ((tuple(batch), tuple(steps)) if trees else (tuple(batch),)), gold[start : start + size]


def plain_training(name: str, data: Data, size: int) -> float:
    """Pairs a second of one epoch of the plain model."""
    torch.manual_seed(1)
    model = PLAIN[name](data.vectors, size)
    assert learned(model) == learned(built(name, data, size)), "both learn as much"
    optimiser = torch.optim.Adam([each for each in model.parameters() if each.requires_grad], lr=1e-3)
    started = time.perf_counter()
    count = 0
    for inputs, gold in plain_batches(data, BATCH, trees=name == SPINN):
        optimiser.zero_grad()
        nn.functional.cross_entropy(model(*inputs), gold).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        count += len(gold)
    return count / (time.perf_counter() - started)


def plain_inference(name: str, data: Data, size: int) -> float:
    """Pairs a second of the logits of all pairs."""
    model = PLAIN[name](data.vectors, size).eval()
    started = time.perf_counter()
    count = 0
    with torch.inference_mode():
        for inputs, gold in plain_batches(data, PREDICTED, trees=name == SPINN):
            count += len(model(*inputs)) if len(gold) else 0
    return count / (time.perf_counter() - started)


def best(measure: Callable[[str, Data, int], float], name: str, data: Data, size: int, rounds: int) -> float:
    """Keep the fastest of several rounds."""
    return max(measure(name, data, size) for _ in range(rounds))


def main() -> None:
    """Measure every model, the project's and the plain one by turns."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("data")
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--models", nargs="+", default=list(PLAIN))
    chosen = parser.parse_args()
    data = read(chosen.data, chosen.pairs)
    print(
        f"{len(data.pairs):,} pairs, size {chosen.size}, {torch.get_num_threads()} threads, "
        f"torch {torch.__version__}"
    )
    print(
        f"{'pairs a second':<28}{'training':>10}{'plain':>10}{'ratio':>8}"
        f"{'inference':>11}{'plain':>10}{'ratio':>8}"
    )
    for name in chosen.models:
        training, inference = [
            (
                best(ours, name, data, chosen.size, chosen.rounds),
                best(theirs, name, data, chosen.size, chosen.rounds),
            )
            for ours, theirs in ((our_training, plain_training), (our_inference, plain_inference))
        ]
        shown = "".join(
            f"{ours:>{width}.0f}{theirs:>10.0f}{ours / theirs:>8.2f}"
            for width, (ours, theirs) in ((10, training), (11, inference))
        )
        print(f"{name:<28}{shown}", flush=True)


if __name__ == "__main__":
    main()
