"""What is trained for the cells of trained models follows from their names, for every cell of the papers."""

from pathlib import Path

import pytest

from rightreasons.debiasing.adversarial.chosen_values import table7_methods
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.papers import PAPERS
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.published_sets import sets
from rightreasons.papers.trained.trainings import ModelTraining, form_at, forms, training_of
from rightreasons.training.recipe_files import recipe_names

NO_MODEL = {"human study", "adversary grid"}


def models(paper: str) -> list[str]:
    return list(dict.fromkeys(cell.model for cell in PAPERS.load(paper).printed.cells if cell.model))


@pytest.mark.parametrize("paper", list(PAPERS))
def test_every_model_of_a_cell_has_a_training_whose_recipe_and_sets_exist(paper: str) -> None:
    for model in models(paper):
        training = training_of(paper, model)
        if training is None:
            assert model in NO_MODEL
            continue
        assert training.recipe in recipe_names()
        for scale in ("paper", "small"):
            form = form_at(training.data, scale)
            assert {form.train, form.dev, form.test} <= set(sets())


def test_every_method_of_a_cell_is_one_that_training_knows() -> None:
    for model in set(models("liu-2020")) - NO_MODEL:
        text = known("liu-2020", model).debiased(4, 10, table7_methods())
        assert text is None or parse_method(text)


@pytest.mark.parametrize(
    ("model", "method"),
    [
        ("InferSent", None),
        ("ESIM-debias-0.7", "downsampling:mode=debias,lambda=0.7,min-count=10"),
        ("DAM-rand-0.5-MultiNLI", "downsampling:mode=rand,lambda=0.5,seed=4,min-count=10"),
        ("InferSent+Guidance", "guidance:min-count=10"),
        ("dInferSent-MultiNLI", "adversary:alpha1=1,alpha2=1,min-count=10"),
        ("dInferSent+Guidance+Reweight", "adversary:dynamic=yes,min-count=10"),
    ],
)
def test_methods_of_liu_are_read_from_names(model: str, method: str | None) -> None:
    training = known("liu-2020", model)
    assert training.debiased(4, 10, table7_methods()) == method
    assert training.data == ("MultiNLI" if model.endswith("MultiNLI") else "SNLI")


def known(paper: str, model: str) -> ModelTraining:
    training = training_of(paper, model)
    assert training is not None
    return training


@pytest.mark.parametrize(
    ("suffix", "augment", "labels"),
    [
        ("", None, None),
        ("+HANS", "hans", None),
        ("-withheld-3", "hans-withheld-3", None),
        ("-two-way", None, "two"),
    ],
)
def test_what_mccoy_adds_and_merges_is_read_from_names(
    suffix: str, augment: str | None, labels: str | None
) -> None:
    training = known("mccoy-2019", f"SPINN{suffix}")
    assert (training.augment, training.labels, training.probed_on) == (augment, labels, ("hans",))


def test_cells_of_dev_and_test_have_one_training() -> None:
    dev, test = (known("poliak-2018", f"ADD-1-{split}") for split in ("dev", "test"))
    assert (dev.name, dev.accuracy, test.name, test.accuracy) == ("ADD-1", "dev", "ADD-1", "test")


def test_a_name_that_no_rule_fits_has_no_training() -> None:
    assert training_of("mccoy-2019", "GPT+HANS") is None


def test_easy_and_hard_are_marked_at_the_lambdas_of_section_2_3() -> None:
    assert (forms("SNLI").threshold, forms("MultiNLI").threshold) == (0.8, 0.7)


def test_public_parts_have_the_sizes_and_datasets_that_are_documented(shared_data: Path) -> None:
    materials = ReproductionInputs(shared_data)
    snli, mnli = materials.pairs("snli-train-part"), materials.pairs("mnli-train-part")
    assert (len(snli), snli.provenance.dataset) == (22_897, "snli")
    assert (len(mnli), mnli.provenance.dataset) == (9_888, "mnli")


def test_the_halves_of_the_matched_dev_set_share_no_premise_and_miss_no_pair(shared_data: Path) -> None:
    materials = ReproductionInputs(shared_data)
    tuning, testing = (materials.pairs(f"mnli-matched-{half}") for half in ("tuning", "testing"))
    assert not set(tuning.premises) & set(testing.premises)
    whole = materials.pairs("mnli-matched")
    assert {*tuning.frame["id"], *testing.frame["id"]} == set(whole.frame["id"])
    assert abs(tuning.premises.n_unique() - testing.premises.n_unique()) <= 1
