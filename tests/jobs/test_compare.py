"""Runs of probes become a comparison that is kept, and refused where it makes no sense."""

import csv
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from rightreasons import audit, probe
from rightreasons.challenges.hans.challenges import hans_2019
from rightreasons.errors import ComparisonError, FileMissingError, OptionError, RunExistsError
from rightreasons.jobs.compare import compare
from rightreasons.sources.read import read_pairs

ROWS = [("A man sleeps.", "A man sleeps.", "entailment"), ("A man sleeps.", "Dogs sleep.", "neutral")] * 6


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "pairs.csv"
    frame = pl.DataFrame(ROWS, schema=["premise", "hypothesis", "label"], orient="row")
    frame.with_columns(genre=pl.Series(["a", "a", "b", "b"] * 3)).write_csv(path)
    return path


@pytest.fixture(scope="module")
def runs(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("runs")
    for rule in ("always-entailment", "lexical-overlap"):
        probe(f"rule:{rule}", str(data), out=folder / rule)
    return folder / "always-entailment", folder / "lexical-overlap"


def test_probed_runs_are_compared_by_set_and_group(runs: tuple[Path, Path]) -> None:
    done = compare(*runs)
    (finding,) = [each for each in done.findings if each.measure == "compare"]
    name = next(iter(finding.views))
    assert finding.subject == "lexical-overlap beside always-entailment"
    assert finding.figures[f"{name}.accuracy.difference"].value == 0.5
    assert finding.figures[f"{name}.a.non-entailment.difference"].value == 1.0
    assert done.manifest.to_json()["runs"][1]["model"] == "rule:lexical-overlap"
    assert done.evidence[0]["hypothesis"] == "Dogs sleep."


def test_a_comparison_is_written_as_a_run_and_taken_up_again(runs: tuple[Path, Path], tmp_path: Path) -> None:
    first = compare(*runs, out=tmp_path / "both")
    again = compare(*runs, out=tmp_path / "both")
    assert again.run is not None
    assert again.findings == first.findings
    assert again.items.equals(first.items)
    assert (tmp_path / "both/report.html").is_file()
    with pytest.raises(RunExistsError, match="holds other work"):
        compare(*reversed(runs), out=tmp_path / "both")


def test_runs_of_one_name_are_told_apart(runs: tuple[Path, Path]) -> None:
    done = compare(runs[0], runs[0], runs[1])
    names = [run["name"] for run in done.manifest.to_json()["runs"]]
    assert len(set(names)) == 3


def test_a_run_of_another_job_is_refused(runs: tuple[Path, Path], data: Path, tmp_path: Path) -> None:
    audit(read_pairs(data), measures=("label_balance",), out=tmp_path / "audit")
    with pytest.raises(ComparisonError, match=r"'audit' is a run of 'audit' \[RR603\]\n.*runs of probe"):
        compare(runs[0], tmp_path / "audit")


def test_one_run_no_folder_or_an_impossible_level_is_wrong_use(
    runs: tuple[Path, Path], tmp_path: Path
) -> None:
    with pytest.raises(OptionError, match="1 run \\[RR003\\]\n  expected: two runs or more"):
        compare(runs[0])
    with pytest.raises(OptionError, match="a level of 1"):
        compare(*runs, level=1)
    with pytest.raises(FileMissingError):
        compare(runs[0], tmp_path / "nowhere")


def test_bert_and_decomposable_attention_on_hans(shared_data: Path, tmp_path: Path) -> None:
    """Published predictions: counts of a plain loop, and accuracies of McCoy et al. (2019), Table 3."""
    files = {"bert": "bert_preds.txt", "da": "decomp_attn_heur_preds.txt"}
    for name, file in files.items():
        probe(shared_data / "hans" / file, "hans-2019", out=tmp_path / name)
    done = compare(tmp_path / "bert", tmp_path / "da")
    (finding,) = [each for each in done.findings if each.measure == "compare"]
    gold = dict(hans_2019().items.select("id", "label").iter_rows())
    right = {}
    for name, file in files.items():
        with (shared_data / "hans" / file).open(encoding="utf-8") as stream:
            exported = dict(list(csv.reader(stream))[1:])
        right[name] = {
            key for key, label in exported.items() if (label == "entailment") == (gold[key] == "entailment")
        }
    both = Counter((key in right["bert"], key in right["da"]) for key in gold)
    row = dict(zip(finding.views["hans-2019"].columns, finding.views["hans-2019"].lines[0], strict=True))
    assert (row["only_baseline"], row["only_candidate"]) == (both[True, False], both[False, True])
    table = {str(each[0]): each for each in finding.views["hans-2019"].lines}
    printed = {
        "lexical_overlap.entailment": (0.95, 0.99),
        "subsequence.entailment": (0.99, 1.00),
        "constituent.entailment": (0.98, 0.97),
        "lexical_overlap.non-entailment": (0.16, 0.01),
        "subsequence.non-entailment": (0.04, 0.02),
        "constituent.non-entailment": (0.16, 0.03),
    }
    found = {name: tuple(round(float(str(table[name][i])), 2) for i in (2, 3)) for name in printed}
    assert found == printed


def test_changed_items_of_controls_are_not_compared(data: Path, tmp_path: Path) -> None:
    for rule in ("always-entailment", "lexical-overlap"):
        probe(f"rule:{rule}", [str(data), "controls"], out=tmp_path / rule)
    done = compare(tmp_path / "always-entailment", tmp_path / "lexical-overlap")
    (finding,) = [each for each in done.findings if each.measure == "compare"]
    assert len(finding.views) == 1
    assert any(note.startswith("changed items of the controls are not compared") for note in finding.notes)
