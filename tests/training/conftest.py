"""Small pairs with a rule to learn, and trainings of them that take a second."""

import os
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
import torch

from rightreasons.labels import THREE_WAY
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.training.recipe_files import read_recipe
from rightreasons.training.seeds import SeedWork

os.environ.setdefault("HF_HUB_OFFLINE", "1")
torch.set_num_threads(1)

_NOUNS = ("dog", "cat", "man", "woman", "child", "horse")
_VERBS = ("runs", "sleeps", "sings", "jumps", "reads")
_PLACES = ("outside", "in the park", "near a very old house by the river")


def made_pairs(count: int, start: int = 0) -> PairTable:
    """Pairs whose label can be seen in the hypothesis: negated, of someone else, or a part of the premise."""
    rows = []
    for number in range(start, start + count):
        noun = _NOUNS[number % 6]
        verb = _VERBS[number // 6 % 5]
        premise = f"A {noun} {verb} {_PLACES[number // 30 % 3]}"
        label = THREE_WAY[number % 3]
        hypothesis = (f"A {noun} {verb}", f"A {noun} {verb} for its friends", f"No {noun} {verb}")[number % 3]
        rows.append({"id": f"p{number}", "premise": premise, "hypothesis": hypothesis, "label": label.value})
    frame = pl.DataFrame(rows).cast({"label": LABEL_TYPE})
    return PairTable(frame, Provenance("made"), Account(count, count))


@pytest.fixture
def train_pairs() -> PairTable:
    return made_pairs(240)


@pytest.fixture
def dev_pairs() -> PairTable:
    return made_pairs(60, 240)


@pytest.fixture
def work(tmp_path: Path, train_pairs: PairTable, dev_pairs: PairTable) -> Callable[..., SeedWork]:
    """Return what makes the work of one seed, from a recipe in its small version and changes of it."""

    def made(recipe: str, *changes: str, seed: int = 1, name: str = "run") -> SeedWork:
        folder = tmp_path / name
        return SeedWork(
            name=recipe,
            recipe=read_recipe(recipe, small=True, changes=changes),
            seed=seed,
            labels=THREE_WAY,
            train=train_pairs,
            dev=dev_pairs,
            tests={},
            vectors=(),
            folder=folder / f"seed-{seed}",
            state_file=folder / "state.safetensors",
            metrics=folder / "metrics.jsonl",
            key="the same work",
        )

    return made
