"""Recipes make the sets of section 7 and appendix D; writers keep what is known of a set."""

from pathlib import Path

import polars as pl
import pytest

from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.hans_files import WRITERS
from rightreasons.challenges.hans.hans_set import HansSet
from rightreasons.challenges.hans.recipes import make_recipe, recipes
from rightreasons.challenges.hans.templates import subcase_names
from rightreasons.errors import UnknownNameError

SENTENCES = ["sentence1", "sentence2"]


def test_the_augmentation_set_shares_no_pair_with_the_evaluation_set() -> None:
    augmentation = make_recipe("augmentation")
    evaluation = make_recipe("evaluation")
    assert len(augmentation) == len(evaluation) == 30_000
    assert augmentation.frame.join(evaluation.frame, on=SENTENCES, how="semi").is_empty()


def test_the_five_experiments_withhold_six_subcases_each_and_every_subcase_once() -> None:
    withheld = [recipes()[f"withheld-{number}"].without for number in range(1, 6)]
    assert [len(names) for names in withheld] == [6] * 5
    assert sorted(name for names in withheld for name in names) == sorted(subcase_names())


def test_a_withheld_experiment_trains_on_the_other_subcases_of_the_augmentation_set() -> None:
    part, whole = (make_recipe(name, per_subcase=20).frame for name in ("withheld-5", "augmentation"))
    assert part.equals(whole.filter(~pl.col("subcase").is_in(recipes()["withheld-5"].without)))


def test_another_evaluation_set_can_be_kept_apart_from() -> None:
    other = generate(1000, seed=5, subcases=["se_understood_object"])
    made = make_recipe("augmentation", disjoint_from=other.to_pairs(), seed=6)
    assert made.seed == 6
    assert made.frame.join(other.frame, on=SENTENCES, how="semi").is_empty()


def test_an_unknown_recipe_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="augmentation"):
        make_recipe("augment")


def test_tsv_has_the_official_layout(fixed: HansSet, tmp_path: Path) -> None:
    WRITERS["tsv"](fixed, tmp_path / "hans.tsv")
    lines = (tmp_path / "hans.tsv").read_text(encoding="utf-8").split("\n")
    assert len(lines) == len(fixed) + 2
    assert lines[-1] == ""
    assert lines[1].split("\t") == list(fixed.frame.row(0)[:11])


@pytest.mark.parametrize("name", ["jsonl", "parquet"])
def test_other_formats_keep_seed_quirks_and_vocabulary(name: str, fixed: HansSet, tmp_path: Path) -> None:
    path = tmp_path / f"hans.{name}"
    WRITERS[name](fixed, path)
    read = pl.read_ndjson(path) if name == "jsonl" else pl.read_parquet(path)
    assert read.select(fixed.frame.columns).equals(fixed.frame)
    assert read.select("seed", "quirks", "vocabulary").unique().row(0) == (1, "fixed", "hans")
