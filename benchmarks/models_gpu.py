"""Training at the papers' sizes on a GPU: pairs a second, an epoch of SNLI, how busy the GPU is, with what.

    python benchmarks/models_gpu.py snli_1.0_dev.jsonl.gz [--pairs 40000] [--recipes NAME ...]

Pairs are those of the file, over and over; encoders have random weights in the shape of BERT-base. busy: the
share of the time of an epoch in which a kernel runs, as torch sees it. products: operations of matrix
products, forward and backward, counted on one batch, over time and the matrix rate, measured first; a
low share of a busy GPU says that memory or short kernels hold it, not products. With --device cpu it only
shows that it runs.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from predictors_gpu import matrix_rate
from predictors_model import save_model
from torch.profiler import DeviceType, ProfilerActivity, profile
from torch.utils.flop_counter import FlopCounterMode

from rightreasons import read_pairs
from rightreasons.labels import THREE_WAY
from rightreasons.models.data import PairData
from rightreasons.pairs import PairTable
from rightreasons.sources.concatenation import concatenated
from rightreasons.training.hardware import randomness
from rightreasons.training.loop import Task, fit
from rightreasons.training.recipe import TRANSFORMERS
from rightreasons.training.recipe_files import read_recipe
from rightreasons.training.seeds import SeedWork, trainable_model

SNLI = 549_367  # labelled pairs of its training set
FEW = 64  # pairs of dev: a look at it must cost nothing
RECIPES = (
    *("decomposable-attention-mccoy2019", "esim-mccoy2019", "infersent-conneau2017", "spinn-mccoy2019"),
    *("conditional-encoder-sanchez2018", "hypothesis-only-poliak2018", "bert-mccoy2019"),
)


def repeated(path: str, count: int) -> PairTable:
    """Return so many pairs, those of a file over and over."""
    pairs = read_pairs(path).with_gold()
    return concatenated([pairs] * -(-count // len(pairs)), "repeated").head(count)


def work_of(name: str, pairs: PairTable, encoder: Path, device: str, changes: Sequence[str]) -> SeedWork:
    """Return a training in the papers' form, two epochs: the first warms up."""
    recipe = read_recipe(name, changes=[f"device={device}", *changes])
    if recipe.model == TRANSFORMERS:
        recipe = read_recipe(name, changes=[f"device={device}", f"settings.checkpoint={encoder}", *changes])
    nowhere = Path("unused")
    return SeedWork(
        name=name,
        recipe=replace(recipe, epochs=2, patience=None),
        seed=1,
        labels=THREE_WAY,
        train=pairs,
        dev=pairs.head(FEW),
        tests={},
        vectors=(),
        folder=nowhere,
        state_file=nowhere,
        metrics=nowhere,
        key=name,
    )


def measured(work: SeedWork) -> tuple[float, float | None, float]:
    """Return pairs a second, the share of an epoch in which a kernel runs, and operations a pair."""
    with randomness(1, deterministic=False) as random:
        trainee = trainable_model(work)
        data, dev = trainee.data(work.train, gold=True), trainee.data(work.dev, gold=True)
        task = Task(work.recipe, 1, THREE_WAY, data, dev, work.dev, trainee.hardware)
        operations = operations_of(trainee.model, dev)
        rate = float(fit(task, trainee.model, random).history[-1]["pairs_per_second"])
        if trainee.hardware.device.type != "cuda":
            return rate, None, operations
        with profile(activities=[ProfilerActivity.CUDA]) as seen:
            begun = time.perf_counter()
            fit(replace(task, recipe=replace(work.recipe, epochs=1)), trainee.model, random)
            torch.cuda.synchronize()
            seconds = time.perf_counter() - begun
        spans = [
            (each.time_range.start, each.time_range.end)
            for each in seen.events()
            if each.device_type == DeviceType.CUDA
        ]
    return rate, union(spans) / 1e6 / seconds, operations


def union(spans: Sequence[tuple[float, float]]) -> float:
    """Return the length of what spans cover together."""
    covered = end = 0.0
    for start, stop in sorted(spans):
        covered += max(0.0, stop - max(start, end))
        end = max(end, stop)
    return covered


def operations_of(model: torch.nn.Module, data: PairData) -> float:
    """Return the operations of matrix products, forward and backward, a pair; counted on the CPU."""
    batch = data.batch(np.arange(FEW))
    with FlopCounterMode(display=False) as counter:
        model(batch).sum().backward()
    model.zero_grad()
    return float(counter.get_total_flops()) / FEW


def main() -> None:
    """Measure every recipe in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--pairs", type=int, default=40_000)
    parser.add_argument("--recipes", nargs="+", default=list(RECIPES))
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--set", dest="changes", action="append", default=[], metavar="KEY=VALUE")
    chosen = parser.parse_args()
    pairs = repeated(chosen.data, chosen.pairs)
    peak = matrix_rate() if chosen.device == "cuda" else None
    if peak is not None:
        print(f"{torch.cuda.get_device_name()}: {peak / 1e12:.0f} TFLOP/s in products of bfloat16")
    print(f"{'':<36}{'pairs/s':>9}{'SNLI, min':>11}{'busy':>7}{'products':>10}")
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        encoder = save_model(place / "encoder", pairs.head(2000))
        for name in chosen.recipes:
            rate, busy, operations = measured(work_of(name, pairs, encoder, chosen.device, chosen.changes))
            shown = "-" if busy is None else f"{busy:.0%}"
            share = "-" if peak is None else f"{rate * operations / peak:.1%}"
            print(f"{name:<36}{rate:>9,.0f}{SNLI / rate / 60:>11.1f}{shown:>7}{share:>10}", flush=True)


if __name__ == "__main__":
    main()
