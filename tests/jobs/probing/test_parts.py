"""What a probe runs beside its challenges: controls, samples, thresholds, a store, a dry run, items."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from rightreasons import probe, read_pairs
from rightreasons.challenges.controls import CONTROLS
from rightreasons.challenges.hans.generate import generate
from rightreasons.errors import OptionError, PredictionError, UnknownNameError
from rightreasons.jobs.making.items import make_items
from rightreasons.jobs.making.predictions import make_predictions
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probe import dry_run
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_splits


@pytest.fixture(scope="module")
def splits() -> tuple[PairTable, PairTable]:
    return bundled_splits(3_000, 400, 1)


def test_a_model_that_reads_no_premise_is_named_as_such(splits: tuple[PairTable, PairTable]) -> None:
    train, test = splits
    done = probe("rule:hypothesis-only", [test, "controls"], train=train)
    controls = done.finding("controls")
    assert controls.figures["hypothesis_alone.changed"].value == 0.0
    assert controls.figures["premise_shuffled.changed"].value == 0.0
    assert "keeps its accuracy without its premise" in controls.headline


def test_every_control_leaves_its_items_in_the_run(splits: tuple[PairTable, PairTable]) -> None:
    _, test = splits
    done = probe("rule:lexical-overlap", [test, "controls"])
    assert done.items["set"].unique().sort().to_list() == sorted(
        [test.name, *(f"{test.name}, {name}" for name in CONTROLS)]
    )
    alone = done.items.filter(pl.col("set") == f"{test.name}, hypothesis_alone")
    assert alone["premise"].unique().to_list() == [""]


def test_without_data_the_controls_change_ordinary_pairs() -> None:
    done = probe("rule:always-entailment", "controls")
    assert done.finding("controls").figures["normal.accuracy"].n == 120


def test_controls_say_nothing_of_predictions_by_id(
    splits: tuple[PairTable, PairTable], tmp_path: Path
) -> None:
    _, test = splits
    test.frame.select("id", "label").write_csv(tmp_path / "said.csv")
    done = probe(tmp_path / "said.csv", [test, "controls"])
    (missing,) = done.not_measured
    assert (missing.measure, missing.on) == ("controls", test.name)
    assert "keyed by id" in missing.reason


def test_a_sample_has_so_many_items_of_every_subcase_and_label() -> None:
    pairs = generate(30, seed=3).to_pairs()
    done = probe("rule:subsequence", pairs, per_group=5)
    assert done.finding("hans").figures["accuracy"].n == 30 * 5
    assert set(done.items.group_by("subcase").len()["len"]) == {5}


def test_controls_of_a_sample_tell_that_items_count_once(splits: tuple[PairTable, PairTable]) -> None:
    _, test = splits
    drawn = probe("rule:lexical-overlap", [test, "controls"], per_group=20).finding("controls")
    assert any("each item counts once here" in note for note in drawn.notes)
    whole = probe("rule:lexical-overlap", [test, "controls"]).finding("controls")
    assert not any("counts once" in note for note in whole.notes)


def test_a_threshold_makes_two_labels_of_probabilities(splits: tuple[PairTable, PairTable]) -> None:
    train, test = splits
    all_pass = probe("rule:hypothesis-only", test, train=train, threshold=0.0)
    none_pass = probe("rule:hypothesis-only", test, train=train, threshold=1.0)
    assert all_pass.finding("guard").figures["contradiction_let_through"].value == 1.0
    assert none_pass.finding("guard").figures["contradiction_let_through"].value == 0.0


def test_a_fitted_threshold_is_told_and_used(splits: tuple[PairTable, PairTable]) -> None:
    train, test = splits
    done = probe("rule:hypothesis-only", test, train=train, fit_threshold=train.head(300))
    threshold = done.finding("threshold").figures["threshold"].value
    fixed = probe("rule:hypothesis-only", test, train=train, threshold=threshold)
    assert done.items["predicted"].equals(fixed.items["predicted"])


def test_a_shared_store_answers_the_second_probe(tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(
        "asked = []\n"
        "labels = ('entailment', 'non-entailment')\n"
        "def answer(premises, hypotheses):\n"
        "    asked.extend(premises)\n"
        "    return ['entailment'] * len(premises)\n"
    )
    pairs = generate(4, seed=3).to_pairs()
    sys.path.insert(0, str(tmp_path))
    try:
        counting = importlib.import_module("counting")

        for seed in (1, 2):
            probe("py:counting:answer", pairs, store=tmp_path / "s.sqlite", model_version="1", seed=seed)
        once = len(set(zip(pairs.premises, pairs.hypotheses, strict=True))) + 120
        assert len(counting.asked) == once
    finally:
        sys.path.remove(str(tmp_path))


def test_a_dry_run_counts_what_would_be_asked_and_asks_nothing(splits: tuple[PairTable, PairTable]) -> None:
    class Silent:
        name = "silent"
        labels = ()

        def predict(self, pairs: PairTable) -> None:
            raise AssertionError(f"it was asked for {len(pairs)} pairs")

    _, test = splits
    parts = {each.part: each for each in dry_run(Silent(), [test, "controls"], label_check=False)}
    distinct = test.frame.select("premise", "hypothesis").n_unique()
    assert parts[test.name].asked == distinct
    assert parts[f"{test.name}, exchanged"].pairs == 400


def test_any_system_can_predict_what_make_items_writes(
    splits: tuple[PairTable, PairTable], tmp_path: Path
) -> None:
    _, test = splits
    make_items(tmp_path / "items.csv", [test, "controls"], ProbeOptions())
    items = pl.read_csv(tmp_path / "items.csv")
    assert items.columns == ["pair_hash", "premise", "hypothesis"]
    elsewhere = items.select("pair_hash", label=pl.lit("neutral"))
    elsewhere.write_csv(tmp_path / "said.csv")
    done = probe(tmp_path / "said.csv", [test, "controls"])
    assert done.finding("controls").figures["hypothesis_alone.changed"].value == 0.0
    neutral = (test.gold == "neutral").sum()
    assert done.findings[0].figures["accuracy"].value == neutral / len(test)


def test_a_run_can_be_scored_again_without_its_model(
    splits: tuple[PairTable, PairTable], tmp_path: Path
) -> None:
    train, test = splits
    first = probe("rule:hypothesis-only", test, train=train, out=tmp_path / "run")
    again = probe(tmp_path / "run", test)
    assert again.findings[0].figures["accuracy"] == first.findings[0].figures["accuracy"]
    make_predictions(tmp_path / "run", tmp_path / "said.parquet")
    exported = probe(tmp_path / "said.parquet", test)
    assert exported.findings[0].figures["accuracy"] == first.findings[0].figures["accuracy"]
    with pytest.raises(PredictionError, match="do not hold"):
        probe(tmp_path / "run", train.head(50))


def test_names_that_are_nothing_are_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"(?s)'hanz'.*expected: one of .*did you mean 'hans'"):
        probe("rule:subsequence", "hanz")
    with pytest.raises(OptionError, match="no parameter 'colapse'"):
        probe("rule:subsequence", "hans", colapse="sum")  # type: ignore[call-arg]  # a slip
    with pytest.raises(OptionError, match="train="):
        probe("rule:subsequence", "antonym-swap")


def test_word_swaps_come_from_the_training_data(tmp_path: Path) -> None:
    pairs = [
        {
            "premise": f"A hot {thing} stands here .",
            "hypothesis": f"A cold {thing} stands here .",
            "label": label,
        }
        for thing in ("stove", "drink", "lamp", "house", "street")
        for label in ("contradiction",)
    ]
    listed = tmp_path / "pairs.tsv"
    listed.write_text("hot\tcold\n")
    from rightreasons.text.wordnet import open_wordnet

    try:
        open_wordnet()
    except Exception as error:
        pytest.skip(str(error))
    done = probe("rule:lexical-overlap", "antonym-swap", train=read_pairs(pairs), pairs=(str(listed),))
    assert done.finding("antonym-swap").figures["I_A.non-entailment"].value == 1.0
    assert done.finding("behaviour").figures["I_TA1.accuracy"].value == 1.0


def test_the_command_shows_its_plan(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rightreasons", "probe", "rule:subsequence", "--dry-run", "--json"]
    done = subprocess.run(
        [*command, "--on", "hans", "--per-group", "2"],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    (row,) = json.loads(done.stdout)
    assert (row["part"], row["pairs"]) == ("hans", 60)
