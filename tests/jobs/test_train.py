"""A training as a job: data from several places, several seeds, one run, taken up again."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import torch
from safetensors.torch import load_file
from scipy.stats import t

from rightreasons import read_run
from rightreasons.challenges.hans.recipes import make_recipe
from rightreasons.errors import OneClassError, OptionError, RunExistsError
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.train import train
from rightreasons.jobs.training.data import added_pairs, gather
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.predictors.predictor import predictor_named
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.statistics.proportions import wilson

torch.set_num_threads(1)
RECIPE = "ngrams-joulin2017"
QUICK: dict[str, Any] = {
    "small": True,
    "changes": ("epochs=2", "settings.buckets=50", "words.size=8", "optimiser.learning_rate=0.05"),
}


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return bundled_pairs(240, 1)


@pytest.fixture(scope="module")
def dev() -> PairTable:
    return bundled_pairs(90, 2)


@pytest.fixture(scope="module")
def run(pairs: PairTable, dev: PairTable, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A run of three seeds in two processes, with a test set."""
    out = tmp_path_factory.mktemp("training") / "run"
    test = bundled_pairs(60, 3).named("unseen")
    return train(RECIPE, pairs, dev, test=test, out=out, seeds=3, seed=5, workers=2, **QUICK)


def test_a_run_holds_manifest_findings_items_report_metrics_and_a_model_a_seed(run: Any) -> None:
    found = sorted(path.name for path in run.run.path.iterdir())
    seeds = ("seed-5", "seed-6", "seed-7")
    expected = ["findings.json", "items.parquet", "manifest.json", "report.html", "seal.txt", *seeds]
    of_seeds = [name for seed in seeds for name in (f"metrics-{seed}.jsonl", f"dynamics-{seed}.parquet")]
    assert found == sorted([*expected, *of_seeds])
    manifest = json.loads((run.run.path / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["options"]["seeds"] == [5, 6, 7]
    assert manifest["options"]["recipe"]["epochs"] == 2
    assert [data["name"] for data in manifest["data"]][1:] == [run.manifest.data[1].name, "unseen"]


def test_figures_agree_with_the_items(run: Any, dev: PairTable) -> None:
    items = read_run(run.run.path).items()
    assert items.filter(pl.col("set") == "dev")["id"].to_list() == dev.frame["id"].to_list()
    for name, finding in (("dev", run.findings[0]), ("unseen", run.findings[1])):
        part = items.filter(pl.col("set") == name)
        right = [int((part["label"] == part[f"seed-{seed}_predicted"]).sum()) for seed in (5, 6, 7)]
        figures = finding.figures
        for seed, count in zip((5, 6, 7), right, strict=True):
            assert figures[f"{name}.seed-{seed}"].value == pytest.approx(count / part.height)
            assert figures[f"{name}.seed-{seed}"].interval == wilson(count, part.height)
        shares = pl.Series(right) / part.height
        mean, deviation = float(shares.mean()), float(shares.std())  # type: ignore[arg-type]  # numbers
        assert figures[f"{name}.mean"].value == pytest.approx(mean)
        assert figures[f"{name}.sd"].value == pytest.approx(deviation)
        low, high = t.interval(0.95, 2, mean, deviation / 3**0.5)
        interval = figures[f"{name}.mean"].interval
        assert (interval.low, interval.high, interval.covers) == (
            pytest.approx(low),
            pytest.approx(high),
            "seeds",
        )


def test_the_majority_of_training_stands_beside(run: Any, pairs: PairTable, dev: PairTable) -> None:
    most = max(pairs.counts().items(), key=lambda each: each[1])[0]
    share = (dev.gold == most.value).mean()
    assert run.findings[0].figures["dev.majority"].value == pytest.approx(share)


def test_each_model_of_a_run_is_a_predictor(run: Any, dev: PairTable) -> None:
    predicted = predictor_named(str(run.run.path / "seed-6")).predict(dev)
    items = run.run.items().filter(pl.col("set") == "dev")
    assert predicted.frame["label"].cast(pl.String).to_list() == items["seed-6_predicted"].to_list()
    with pytest.raises(OptionError, match="'seed-5', 'seed-6', 'seed-7'"):
        predictor_named(str(run.run.path))


def test_the_same_work_is_not_done_again_and_other_work_is_refused(
    run: Any, pairs: PairTable, dev: PairTable
) -> None:
    test = bundled_pairs(60, 3).named("unseen")
    again = train(RECIPE, pairs, dev, test=test, out=run.run.path, seeds=3, seed=5, **QUICK)
    assert again.findings == run.findings
    with pytest.raises(RunExistsError, match="other work"):
        train(RECIPE, pairs, dev, out=run.run.path, seeds=1, seed=5, **QUICK)


def test_a_seed_is_the_same_model_in_a_process_of_its_own_and_in_this_one(
    run: Any, pairs: PairTable, dev: PairTable, tmp_path: Path
) -> None:
    test = bundled_pairs(60, 3).named("unseen")
    train(RECIPE, pairs, dev, test=test, out=tmp_path / "r", seed=6, **QUICK)
    folders = (run.run.path, tmp_path / "r")
    left, right = (load_file(folder / "seed-6" / "model.safetensors") for folder in folders)
    assert all(torch.equal(left[name], right[name]) for name in left)


def test_an_interrupted_run_is_taken_up_by_the_same_call(
    pairs: PairTable, dev: PairTable, tmp_path: Path
) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if what.startswith("seed 2") and done >= total / 2:
            raise KeyboardInterrupt

    once: dict[str, Any] = {"seeds": 2, "workers": 1, **QUICK}
    with pytest.raises(KeyboardInterrupt):
        train(RECIPE, pairs, dev, out=tmp_path / "run", progress=stop, **once)
    begun = tmp_path / ".run.partial" / "seed-1" / "model.json"
    written = begun.stat().st_mtime_ns
    made = train(RECIPE, pairs, dev, out=tmp_path / "run", **once)
    assert (tmp_path / "run" / "seed-1" / "model.json").stat().st_mtime_ns == written
    whole = train(RECIPE, pairs, dev, out=tmp_path / "whole", **once)
    assert made.items.equals(whole.items)
    assert made.findings[0].figures == whole.findings[0].figures


def test_two_labels_merge_neutral_and_contradiction(pairs: PairTable, dev: PairTable, tmp_path: Path) -> None:
    data = gather(pairs, dev, (), "two")
    assert data.labels == TWO_WAY
    counts = pairs.counts()
    assert data.train.counts()[Label.NON_ENTAILMENT] == counts[Label.NEUTRAL] + counts[Label.CONTRADICTION]
    made = train(RECIPE, pairs, dev, out=tmp_path / "r", labels="two", **QUICK)
    assert set(made.items["seed-1_predicted"]) <= {"entailment", "non-entailment"}


def test_hans_is_added_with_its_labels(pairs: PairTable, dev: PairTable) -> None:
    data = gather(pairs, dev, (), None, "hans:60")
    assert data.labels == THREE_WAY
    assert len(data.train) == len(pairs) + 60
    assert data.train.counts()[Label.NON_ENTAILMENT] == 30


def test_each_subcase_gives_as_many_pairs_none_of_which_is_tested() -> None:
    added = added_pairs("hans:60").frame
    assert added.group_by("subcase").len()["len"].to_list() == [2] * 30
    tested = make_recipe("evaluation").to_pairs().frame
    assert added.join(tested, on=["premise", "hypothesis"], how="inner").height == 0


def test_fewer_hans_pairs_are_among_more() -> None:
    fewer, more = (set(added_pairs(f"hans:{size}").frame["id"]) for size in (40, 100))
    assert (len(fewer), len(more)) == (40, 100)
    assert fewer < more


def test_withheld_subcases_are_not_added() -> None:
    subcases = set(added_pairs("hans-withheld-2:48").frame["subcase"])
    assert len(subcases) == 24
    assert "ln_preposition" not in subcases  # McCoy et al. 2019, Table 13


def test_three_labels_are_trained_on_hans(pairs: PairTable, dev: PairTable, tmp_path: Path) -> None:
    test = added_pairs("hans:30").named("hans")
    made = train(RECIPE, pairs, dev, test=test, out=tmp_path / "r", augment="hans:60", **QUICK)
    items = made.items.filter(pl.col("set") == "hans")
    entailed = items["seed-1_predicted"] == "entailment"
    right = (entailed == (items["label"] == "entailment")).sum()
    assert made.findings[1].figures["hans.mean"].value == pytest.approx(right / 30)


def test_data_are_added_too(pairs: PairTable, dev: PairTable) -> None:
    assert len(gather(pairs, dev, (), None, dev).train) == len(pairs) + len(dev)


def test_labels_that_cannot_be_had_are_answered(pairs: PairTable, dev: PairTable) -> None:
    two = gather(pairs, dev, (), "two").train
    with pytest.raises(OptionError, match="three labels"):
        gather(two, dev, (), "three")
    with pytest.raises(OptionError, match="expected: one of three, two"):
        TrainOptions(labels="four")  # type: ignore[arg-type]  # what a user may type
    with pytest.raises(OptionError, match="hans:N"):
        gather(pairs, dev, (), None, "hans:many")
    one = replace(pairs, frame=pairs.frame.filter(pl.col("label") == "neutral"))
    with pytest.raises(OneClassError, match="RR105"):
        gather(one, dev, (), None)


def test_vectors_for_an_encoder_are_answered(pairs: PairTable, dev: PairTable, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="leave out vectors="):
        train("bert-mccoy2019", pairs, dev, out=tmp_path / "r", vectors=("glove.txt",))


@pytest.mark.parametrize("wrong", [{"seeds": 0}, {"workers": 0}])
def test_counts_below_one_are_answered(wrong: dict[str, int]) -> None:
    with pytest.raises(OptionError, match="at least 1"):
        TrainOptions(**wrong)  # type: ignore[arg-type]  # numbers all
