"""Recipes say what the papers say, and what is changed of them is checked."""

from typing import Any

import pytest

from rightreasons.errors import OptionError, UnknownNameError
from rightreasons.models import MODELS
from rightreasons.models.building import build_model
from rightreasons.training.recipe import TRANSFORMERS
from rightreasons.training.recipe_files import read_recipe, recipe_names


@pytest.mark.parametrize("name", recipe_names())
@pytest.mark.parametrize("small", [False, True])
def test_every_recipe_names_a_model_and_its_source(name: str, small: bool) -> None:  # noqa: FBT001
    recipe = read_recipe(name, small=small)
    assert recipe.model in (*MODELS, TRANSFORMERS)
    assert recipe.source
    assert recipe.about


@pytest.mark.parametrize("name", [name for name in recipe_names() if read_recipe(name).model != TRANSFORMERS])
def test_every_model_takes_the_settings_of_its_recipes(name: str) -> None:
    import torch

    for small in (False, True):
        recipe = read_recipe(name, small=small, changes=["settings.hidden=8"] if "ngrams" not in name else [])
        build_model(recipe.model, recipe.settings, torch.zeros(4, 6), 3)


def test_every_model_has_a_recipe() -> None:
    assert {read_recipe(name).model for name in recipe_names()} == {*MODELS, TRANSFORMERS}


@pytest.mark.parametrize(
    ("name", "data", "accuracy"),
    [
        ("conditional-encoder-sanchez2018", "SNLI dev", 0.782),
        ("decomposable-attention-sanchez2018", "SNLI dev", 0.854),
        ("esim-sanchez2018", "SNLI dev", 0.882),
        ("infersent-conneau2017", "SNLI test", 0.845),
        ("hypothesis-only-poliak2018", "SNLI test", 0.69),
        ("decomposable-attention-mccoy2019", "MNLI test", 0.72),
        ("esim-mccoy2019", "MNLI test", 0.77),
        ("spinn-mccoy2019", "MNLI test", 0.67),
        ("bert-mccoy2019", "MNLI test", 0.84),
        ("decomposable-attention-liu2020", "SNLI test", 0.858),
        ("esim-liu2020", "MNLI dev matched", 0.767),
        ("roberta-liu2020", "SNLI test", 0.917),
    ],
)
def test_printed_accuracies_stand_beside(name: str, data: str, accuracy: float) -> None:
    assert {each.data: each.accuracy for each in read_recipe(name).printed}[data] == accuracy


def test_poliak_et_al_trained_with_sgd_and_a_rate_that_is_divided_by_five() -> None:
    recipe = read_recipe("hypothesis-only-poliak2018")
    assert (recipe.optimiser.name, recipe.optimiser.learning_rate, recipe.epochs) == ("sgd", 0.1, 20)
    assert (recipe.schedule.decay, recipe.schedule.divide, recipe.schedule.stop_below) == (0.99, 5, 1e-5)


def test_sanchez_et_al_learned_vectors_of_a_hundred_entries() -> None:
    assert read_recipe("conditional-encoder-sanchez2018").words.size == 100
    assert read_recipe("decomposable-attention-sanchez2018").words.learned == "none"


def test_changes_reach_the_inside_and_leave_the_rest() -> None:
    before = read_recipe("esim-mccoy2019", small=True)
    after = read_recipe(
        "esim-mccoy2019",
        small=True,
        changes=["epochs=3", "optimiser.learning_rate=0.01", "settings.hidden=7", "patience=null"],
    )
    assert (after.epochs, after.patience, after.optimiser.learning_rate) == (3, None, 0.01)
    assert after.settings == {**before.settings, "hidden": 7}
    assert (after.batches, after.optimiser.clip_norm) == (before.batches, before.optimiser.clip_norm)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("epochs", "KEY=VALUE"),
        ("epoch=3", "epochs"),
        ("epochs=many", "integer"),
        ("epochs=0", "greater than or equal to 1"),
        ("optimiser=sgd", "optimiser.name"),
        ("optimiser.name=lion", "'sgd'"),
        ("model=spinn", "settings.NAME"),
        ("settings.a.b=1", "KEY=VALUE"),
        ("epochs=[", "as in YAML"),
    ],
)
def test_a_change_that_does_not_fit_is_answered(change: str, message: str) -> None:
    with pytest.raises(OptionError, match="RR003") as found:
        read_recipe("esim-mccoy2019", changes=[change])
    assert message in str(found.value)


def test_a_setting_that_the_model_does_not_have_is_answered(work: Any) -> None:
    from rightreasons.training.seeds import train_seed

    with pytest.raises(OptionError, match="hiden"):
        train_seed(work("esim-mccoy2019", "settings.hiden=7"))


def test_a_misspelled_recipe_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'esim-mccoy2019'"):
        read_recipe("esim-mcoy2019")
