"""Two trainings, plain and debiased, beside each other: by item, by seed, on easy and on hard instances."""

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import torch
from scipy.stats import ttest_rel

from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.challenges.hans.generate import generate
from rightreasons.difficulty.groups import pair_groups
from rightreasons.errors import ComparisonError, OptionError, RunExistsError, RunUnreadableError
from rightreasons.findings import Finding
from rightreasons.jobs.compare import compare
from rightreasons.jobs.making.patterns import make_easy_hard
from rightreasons.jobs.probe import probe
from rightreasons.jobs.train import train
from rightreasons.pairs import PairTable
from rightreasons.runs.folder import read_run
from rightreasons.sources.bundled import bundled_pairs

torch.set_num_threads(1)
QUICK: dict[str, Any] = {
    "small": True,
    "changes": ("epochs=2", "settings.buckets=50", "words.size=8", "optimiser.learning_rate=0.05"),
    "workers": 1,
}
RECIPE = "ngrams-joulin2017"
TRAIN, DEV, TEST = bundled_pairs(240, 1), bundled_pairs(60, 2), bundled_pairs(120, 3).named("unseen")
SEEDS = (1, 2, 3)


def _trained(out: Path, **options: Any) -> Path:
    chosen: dict[str, Any] = {"test": TEST, "seeds": 3} | QUICK | options
    train(RECIPE, TRAIN, DEV, out=out, **chosen)
    return out


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("runs")
    debiased = _trained(folder / "debiased", debias="downsampling:min-count=5,lambda=0.8")
    return _trained(folder / "plain"), debiased


@pytest.fixture(scope="module")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("marks") / "patterns"
    made = make_easy_hard(TRAIN, TEST, out, PatternOptions(threshold=0.5, min_count=5))
    assert min(made["counts"]["easy"], made["counts"]["hard"]) > 5
    return out


@pytest.fixture(scope="module")
def finding(runs: tuple[Path, Path], marks: Path) -> Finding:
    found, *_ = compare(*runs, marks=(marks,)).findings
    return found


def _right(run: Path, pairs: PairTable, name: str) -> Any:
    """Whether each seed is right, counted from the items, shape (items, seeds)."""
    items = pl.read_parquet(run / "items.parquet").filter(pl.col("set") == name)
    assert items["id"].to_list() == pairs.frame["id"].to_list()
    return np.column_stack([(items["label"] == items[f"seed-{seed}_predicted"]).to_numpy() for seed in SEEDS])


@pytest.mark.parametrize(("name", "pairs"), [("unseen", TEST), ("dev", DEV)])
def test_accuracies_and_differences_are_means_over_seeds(
    runs: tuple[Path, Path], finding: Finding, name: str, pairs: PairTable
) -> None:
    first, second = (_right(run, pairs, name).mean(axis=0) for run in runs)
    assert finding.figures[f"{name}.full.first"].value == pytest.approx(first.mean())
    assert finding.figures[f"{name}.full.second"].value == pytest.approx(second.mean())
    difference = finding.figures[f"{name}.full.difference"]
    assert difference.value == pytest.approx((second - first).mean())
    assert difference.interval is not None
    assert difference.interval.covers == "both"
    row = dict(zip(finding.views[name].columns, finding.views[name].lines[0], strict=True))
    assert row["candidate_sd"] == pytest.approx(second.std(ddof=1))
    paired = ttest_rel(second, first).confidence_interval()
    assert (row["over_seeds_low"], row["over_seeds_high"]) == pytest.approx((paired.low, paired.high))
    by_seed = [each[2:] for each in finding.views[f"{name} by seed"].lines if each[0] == "full"]
    assert np.array(by_seed, dtype=float) == pytest.approx(np.column_stack([first, second, second - first]))


def test_easy_hard_and_gap_are_those_of_the_marks(
    runs: tuple[Path, Path], finding: Finding, marks: Path
) -> None:
    by_id = dict(pl.read_ndjson(marks / "marks.jsonl").select("id", "mark").iter_rows())
    mark = np.array([by_id[each] for each in TEST.frame["id"]])
    shares = {
        (kind, place): _right(run, TEST, "unseen")[mark == kind].mean()
        for place, run in enumerate(runs)
        for kind in ("easy", "hard")
    }
    for kind in ("easy", "hard"):
        figure = finding.figures[f"unseen.patterns.{kind}.difference"]
        assert figure.value == pytest.approx(shares[kind, 1] - shares[kind, 0])
        assert figure.n == (mark == kind).sum()
    gaps = [shares["easy", place] - shares["hard", place] for place in (0, 1)]
    assert finding.figures["unseen.patterns.gap.first"].value == pytest.approx(gaps[0])
    assert finding.figures["unseen.patterns.gap.difference"].value == pytest.approx(gaps[1] - gaps[0])
    assert "dev.patterns.hard.difference" not in finding.figures  # they are marks of the other set


def test_the_verdict_says_the_price_on_all_items_first(finding: Finding) -> None:
    headline = finding.headline
    full, hard = (finding.figures[f"unseen.{cell}.difference"] for cell in ("full", "patterns.hard"))
    assert full.value is not None
    assert full.interval is not None
    low, high = (100 * bound for bound in (full.interval.low, full.interval.high))
    assert headline.startswith("Accuracy of debiased minus that of plain, over 3 seeds: unseen: full ")
    assert f"full {100 * full.value:+.1f} points ({low:+.1f} to {high:+.1f})" in headline
    assert hard.value is not None
    assert headline.index("full") < headline.index(f"patterns.hard {100 * hard.value:+.1f}")
    assert "dev" not in headline


def test_of_several_candidates_the_verdict_says_whose_each_difference_is(
    runs: tuple[Path, Path], tmp_path: Path
) -> None:
    third = shutil.copytree(runs[1], tmp_path / "third")
    one, several = (
        re.split(r" (?:Warning:|\d+ warnings;)", compare(*asked).verdict.headline)[0]
        for asked in (runs, (*runs, third))
    )
    assert " is more accurate on unseen " in one or "o difference is shown on unseen:" in one
    assert several.startswith(f"Compared with {runs[0].name}: {runs[1].name} ")
    assert "; third " in several
    clauses = several.split("; ")
    assert len(clauses) == 2
    interval = compare(*runs).findings[0].figures["unseen.full.difference"].interval
    assert interval is not None
    verdict = "no difference shown on" if interval.low <= 0 <= interval.high else " accurate on"
    assert all(re.search(rf"{verdict} unseen$", clause.rstrip(".")) for clause in clauses)
    assert not re.search(r"\bdev\b", one + several)  # it chose the epochs


def test_items_are_evidence_where_all_seeds_of_one_and_none_of_the_other_are_right(
    runs: tuple[Path, Path], finding: Finding
) -> None:
    first, second = (_right(run, TEST, "unseen") for run in runs)
    only = TEST.frame.filter(pl.Series(second.all(axis=1) & ~first.any(axis=1)))["id"].to_list()
    rows = finding.figures["unseen.only_second"].rows
    assert rows is not None
    shares = compare(*runs).items
    assert sorted(rows.of(shares)["id"].to_list()) == sorted(only)


def test_a_comparison_of_trainings_is_a_run_and_taken_up_again(
    runs: tuple[Path, Path], marks: Path, tmp_path: Path
) -> None:
    first = compare(*runs, marks=(marks,), out=tmp_path / "both")
    again = compare(*runs, marks=(marks,), out=tmp_path / "both")
    assert again.run is not None
    assert again.findings == first.findings
    assert (tmp_path / "both" / "report.html").is_file()
    assert first.manifest.to_json()["runs"][1]["model"] == f"{RECIPE} with downsampling"
    assert [data["rows"] for data in first.manifest.to_json()["data"]] == [60, 120]
    share = first.items.filter(pl.col("set") == "unseen")["right_debiased"].to_numpy()
    assert share == pytest.approx(_right(runs[1], TEST, "unseen").mean(axis=1))


@dataclass(frozen=True)
class Probed:
    """A comparison of trainings that were probed on HANS, of so many items of a heuristic and a label."""

    finding: Finding
    folder: Path
    on: tuple[Any, str]
    items: int


@pytest.fixture(scope="module", params=[20, pytest.param(1_000, marks=pytest.mark.long)])
def probed(
    request: pytest.FixtureRequest, runs: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Probed:
    """Probed on so many items of each of the 30 subcases; the published set has 1,000."""
    out = tmp_path_factory.mktemp("probed") / "both"
    published = request.param == 1_000
    on = ("hans" if published else generate(request.param, seed=3).to_pairs().named("hans"), "controls")
    found, *_ = compare(*runs, on=on, out=out).findings
    return Probed(found, out.with_name("both-probes"), on, 5 * request.param)


def test_every_seed_is_probed_and_cells_of_challenges_stand_beside_each_other(
    runs: tuple[Path, Path], probed: Probed
) -> None:
    finding = probed.finding
    own = {
        (place, seed): read_run(probed.folder / f"{place}-{name}-seed-{seed}").findings
        for place, name in ((1, "plain"), (2, "debiased"))
        for seed in SEEDS
    }
    for cell in ("lexical_overlap.non-entailment", "constituent.entailment"):
        values = np.array([[_figure(own[place, seed], "hans", cell) for seed in SEEDS] for place in (1, 2)])
        difference = finding.figures[f"hans.{cell}.difference"]
        assert difference.value == pytest.approx((values[1] - values[0]).mean())
        assert difference.n == probed.items
        assert finding.figures[f"hans.{cell}.first"].value == pytest.approx(values[0].mean())
    shuffled = np.array(
        [
            [_figure(own[place, seed], "controls", "hypothesis_alone.accuracy") for seed in SEEDS]
            for place in (1, 2)
        ]
    )
    control = finding.figures["controls.hypothesis_alone.accuracy.difference"]
    assert control.value == pytest.approx((shuffled[1] - shuffled[0]).mean())
    expected = ttest_rel(shuffled[1], shuffled[0]).confidence_interval()
    assert control.interval is not None
    assert (control.interval.low, control.interval.high) == pytest.approx((expected.low, expected.high))


def _figure(findings: Sequence[Finding], called: str, name: str) -> float:
    (found,) = [each.figures[name].value for each in findings if each.name == called]
    assert found is not None
    return found


def test_the_verdict_has_both_labels_of_a_challenge_after_the_price(probed: Probed) -> None:
    line = probed.finding.headline
    places = [line.index(text) for text in ("unseen: full", "HANS: full", ", entailment", ", non-entailment")]
    assert places == sorted(places)
    assert "lexical_overlap" not in line


@pytest.mark.long
def test_controls_of_several_sets_stand_under_the_names_of_the_sets(runs: tuple[Path, Path]) -> None:
    asked = [bundled_pairs(30, seed).named(name) for seed, name in ((8, "one"), (9, "other"))]
    found, *_ = compare(*runs, on=[*asked, "controls"]).findings
    accuracies = [found.figures[f"controls.{name}.normal.accuracy.first"].value for name in ("one", "other")]
    assert accuracies == [
        pytest.approx(found.figures[f"{name}.full.first"].value) for name in ("one", "other")
    ]


def test_the_price_is_said_of_dev_where_nothing_else_was_predicted(tmp_path: Path) -> None:
    folders = [_trained(tmp_path / name, seeds=1, test=()) for name in ("a", "b")]
    found, *_ = compare(*folders, on=bundled_pairs(30, 8).named("asked")).findings
    headline = [found.headline.index(text) for text in ("dev: full", "asked: full")]
    assert headline == sorted(headline)


def test_a_place_that_is_taken_is_refused_before_anything_is_probed(
    runs: tuple[Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "notes.txt").write_text("mine", encoding="utf-8")
    for out in (tmp_path / "taken", runs[0]):
        with pytest.raises(RunExistsError):
            compare(*runs, on="hans", out=out)
        assert not out.with_name(f"{out.name}-probes").exists()


def test_probes_are_kept_and_not_made_again(runs: tuple[Path, Path], probed: Probed) -> None:
    folder = probed.folder
    kept = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    done = compare(*runs, on=probed.on, out=folder.with_name("both"))
    assert done.findings[0] == probed.finding
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()} == kept
    assert [len(keys) for keys in done.manifest.to_json()["options"]["probes"]] == [3, 3]


def test_a_challenge_called_as_a_predicted_set_is_refused(runs: tuple[Path, Path]) -> None:
    with pytest.raises(ComparisonError, match="'unseen' both predicted in training and probed"):
        compare(*runs, on=TEST)


def test_only_seeds_that_both_have_are_compared(runs: tuple[Path, Path], tmp_path: Path) -> None:
    one = _trained(tmp_path / "one", seeds=1, seed=2)
    found, *_ = compare(runs[0], one).findings
    assert found.settings["seeds"] == "2"
    assert (
        ", with one seed: unseen: full +0.0 points (+0.0 to +0.0)." in found.headline
    )  # it is the same model
    assert any("one training run" in note for note in found.notes)
    with pytest.raises(ComparisonError, match="the same seed= and seeds="):
        compare(runs[0], _trained(tmp_path / "other", seeds=1, seed=9))


def test_published_marks_are_a_file_and_what_does_not_match_is_said(
    runs: tuple[Path, Path], tmp_path: Path
) -> None:
    ids = TEST.frame["id"][:100]
    hardness = pl.Series([1, 0] * 50)
    rows = pl.DataFrame({"idx": range(100), "pairID": ids, "hardness": hardness})
    rows.write_csv(tmp_path / "published.csv")
    done = compare(*runs, marks=(tmp_path / "published.csv",), out=tmp_path / "out")
    found, *_ = done.findings
    right = _right(runs[0], TEST, "unseen")[:100]
    hard = found.figures["unseen.published.hard.first"]
    assert hard.value == pytest.approx(right[hardness.to_numpy() == 1].mean())
    assert hard.n == 50
    assert "dev.published.hard.first" not in found.figures
    assert any("100 pairs by pairID; 20 pairs without a mark, 0 rows" in note for note in found.notes)
    assert len(done.manifest.to_json()["options"]["marks"]) == 1
    rows.with_columns(pl.col("pairID") + "x").write_csv(tmp_path / "others.csv")
    with pytest.raises(OptionError, match=r"others.csv, with pair ids and row numbers of no set of 'plain'"):
        compare(*runs, marks=(tmp_path / "others.csv",))


def test_what_cannot_be_compared_is_answered(runs: tuple[Path, Path], marks: Path, tmp_path: Path) -> None:
    probe("rule:always-entailment", TEST, out=tmp_path / "probe")
    with pytest.raises(ComparisonError, match="runs of probe, or all of train"):
        compare(runs[0], tmp_path / "probe")
    with pytest.raises(OptionError, match="marks= for runs of probe"):
        compare(tmp_path / "probe", tmp_path / "probe", marks=(marks,))
    with pytest.raises(OptionError, match="on= for runs of probe"):
        compare(tmp_path / "probe", tmp_path / "probe", on="hans")
    with pytest.raises(RunUnreadableError, match="make easy-hard"):
        compare(*runs, marks=(tmp_path,))
    with pytest.raises(OptionError, match="different names"):
        compare(*runs, marks=(marks, marks))
    make_easy_hard(
        TRAIN, bundled_pairs(90, 4), tmp_path / "others", PatternOptions(threshold=0.5, min_count=5)
    )
    with pytest.raises(OptionError, match="of no set of 'plain'"):
        compare(*runs, marks=(tmp_path / "others",))


def test_every_comparison_has_accuracy_by_group_and_of_the_worst_group(
    runs: tuple[Path, Path], marks: Path
) -> None:
    found = compare(*runs, marks=(marks,)).finding("compare_groups")
    items = pl.read_parquet(runs[0] / "items.parquet").filter(pl.col("set") == "unseen")
    groups = pair_groups(TEST, "overlap").frame
    assert groups["id"].to_list() == items["id"].to_list()
    right = [_right(run, TEST, "unseen").mean(axis=1) for run in runs]
    large = [name for name, size in pair_groups(TEST, "overlap").sizes.items() if size >= 10]
    assert len(large) > 1
    means = np.array(
        [[values[(groups["group"] == name).to_numpy()].mean() for values in right] for name in large]
    )
    for name, (first, second) in zip(large, means, strict=True):
        assert found.figures[f"unseen.overlap.{name}.first"].value == pytest.approx(first)
        assert found.figures[f"unseen.overlap.{name}.second"].value == pytest.approx(second)
    worst = found.figures["unseen.worst_group.overlap.second"]
    assert worst.value == pytest.approx(means[:, 1].min())
    assert worst.interval is not None
    assert worst.interval.low <= means[:, 1].min() <= worst.interval.high
    difference = found.figures["unseen.worst_group.overlap.difference"].value
    assert difference == pytest.approx(means[:, 1].min() - means[:, 0].min())
    assert found.views["unseen by overlap"].lines[-1][0] == "worst group"
    assert "unseen.worst_group.patterns.first" in found.figures  # the marks of that name
    assert any("omitted" in note for note in found.notes)


def test_groups_can_be_chosen_and_wrong_ones_are_refused(runs: tuple[Path, Path]) -> None:
    found = compare(*runs, groups=("overlap",)).finding("compare_groups")
    assert not any("negation" in name for name in found.figures)
    with pytest.raises(OptionError, match="groups= length"):
        compare(*runs, groups=("length",))
