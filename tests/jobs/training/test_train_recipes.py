"""Several recipes in one command: a run each, the same as alone; what is wrong is said before training."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
import torch

from rightreasons import read_run
from rightreasons.errors import UnknownNameError
from rightreasons.jobs.train import train
from rightreasons.jobs.training.recipes import train_recipes
from rightreasons.sources.bundled import bundled_pairs

torch.set_num_threads(1)
RECIPES = ("ngrams-joulin2017", "ngrams-gururangan2018")
QUICK: dict[str, Any] = {
    "small": True,
    "changes": ("epochs=1", "settings.buckets=50", "words.size=8"),
    "seeds": 2,
}
TRAIN, DEV, TEST = bundled_pairs(90, 1), bundled_pairs(30, 2), bundled_pairs(40, 3)


def test_every_recipe_and_seed_has_its_model_and_is_the_same_as_alone(tmp_path: Path) -> None:
    made = train_recipes([*RECIPES, RECIPES[0]], TRAIN, DEV, test=TEST, out=tmp_path, workers=1, **QUICK)
    assert tuple(made) == RECIPES
    assert {path.name for path in tmp_path.iterdir()} == set(RECIPES)
    for recipe in RECIPES:
        alone = train(recipe, TRAIN, DEV, test=TEST, out=tmp_path / "alone" / recipe, workers=1, **QUICK)
        run = read_run(tmp_path / recipe)
        assert alone.items is not None
        assert isinstance(alone.items, pl.DataFrame)
        assert run.items().equals(alone.items)
        assert run.manifest.to_json()["model"]["name"] == recipe
        assert {path.name for path in run.path.glob("seed-*")} == {"seed-1", "seed-2"}


def test_nothing_is_trained_where_one_recipe_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        train_recipes([RECIPES[0], "esim"], TRAIN, DEV, out=tmp_path / "run", **QUICK)
    assert not list(tmp_path.glob("run/*"))
