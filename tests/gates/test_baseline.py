"""`no-worse` pairs run and baseline item by item, and fails where they cannot be paired."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from scipy.stats import binomtest
from statsmodels.stats.multitest import multipletests

from rightreasons.errors import ComparisonError
from rightreasons.figures import Figure
from rightreasons.findings import Finding, View
from rightreasons.gates.checks import Check
from rightreasons.gates.gate import gate_checks
from rightreasons.gates.gated import Gated, gated
from rightreasons.gates.requirements import parsed_requirement
from rightreasons.issues import Issue, Verdict
from rightreasons.labels import Label
from rightreasons.references import SCORE, Scope
from rightreasons.runs.folder import ITEMS, Run
from rightreasons.runs.manifest import Manifest, ModelUsed
from rightreasons.statistics.proportions import proportion

GOLD = ["entailment", "neutral", "contradiction"] * 20
GENRES = ["fiction", "travel"] * 30
WRONG = {"entailment": "neutral", "neutral": "contradiction", "contradiction": "entailment"}


def run_of(
    folder: Path,
    wrong: Sequence[int],
    *,
    size: int = 60,
    name: str = "dev",
    groups: bool = True,
    issues: tuple[Issue, ...] = (),
) -> Gated:
    """Return a run of probe whose model is wrong on the items at these places."""
    predicted = [WRONG[label] if place in wrong else label for place, label in enumerate(GOLD[:size])]
    items = pl.DataFrame(
        {
            "set": [name] * size,
            "id": [f"i{place}" for place in range(size)],
            "premise": ["p"] * size,
            "hypothesis": ["h"] * size,
            "label": GOLD[:size],
            "genre": GENRES[:size],
            "predicted": predicted,
            "answer": predicted,
            "correct": [place not in wrong for place in range(size)],
        }
    )
    folder.mkdir()
    items.write_parquet(folder / ITEMS)
    cells = items.group_by("genre", "label", maintain_order=True).agg(pl.col("correct").sum(), n=pl.len())
    figures = [
        Figure("accuracy", proportion(row["correct"], row["n"]), {"genre": row["genre"]}, Label(row["label"]))
        for row in cells.to_dicts()
    ]
    figures = [replace(figure, what="") for figure in figures]
    right = size - len(wrong)
    columns = ("genre", "label")
    tables = {"by_genre": View("", columns, tuple(cells.select(columns).iter_rows()), by=columns)}
    scored = Finding(
        SCORE,
        f"model of {folder.name}",
        "definition",
        "headline",
        figures=[Figure("accuracy", proportion(right, size)), *(figures if groups else [])],
        views=tables if groups else {},
        settings={"collapse": None, "items": size},
        on=name,
        role="score",
    )
    manifest = Manifest(job="probe", model=ModelUsed(name=f"model of {folder.name}"))
    return gated(Run(folder, manifest, (scored,), (), Verdict("", issues)))


def judged(run: Gated, baseline: Gated, *requirements: str) -> tuple[Check, ...]:
    return gate_checks([run], [parsed_requirement(text) for text in requirements], baseline)


def test_the_test_is_the_exact_one_sided_one_on_items_that_only_one_got_right(tmp_path: Path) -> None:
    baseline, run = run_of(tmp_path / "old", [0, 1, 2]), run_of(tmp_path / "new", [2, *range(10, 18)])
    (check,) = judged(run, baseline, "dev.accuracy no-worse")
    # Only the baseline: 10 to 17; only the run: 0 and 1.
    assert check.compared == pytest.approx(binomtest(8, 10, alternative="greater").pvalue)
    assert check.verdict == "held"
    assert check.observed is not None
    assert check.observed.value == pytest.approx(51 / 60)
    assert "-10.0 points" in check.reason
    assert "may be missed" in check.reason


def test_a_clear_loss_fails_and_the_same_gain_does_not(tmp_path: Path) -> None:
    good, bad = run_of(tmp_path / "good", []), run_of(tmp_path / "bad", range(12))
    assert [check.verdict for check in judged(bad, good, "dev.accuracy no-worse")] == ["worse"]
    assert [check.verdict for check in judged(good, bad, "dev.accuracy no-worse")] == ["held"]
    assert [check.verdict for check in judged(good, good, "dev.accuracy no-worse")] == ["held"]


def test_all_cells_that_are_tested_are_adjusted_as_one_family(tmp_path: Path) -> None:
    wrong = [place for place in range(60) if GENRES[place] == "travel"][:9]
    baseline, run = run_of(tmp_path / "old", []), run_of(tmp_path / "new", wrong)
    found = judged(run, baseline, "dev.travel.* no-worse", "dev.all.* no-worse")
    lost = {
        f"dev.{group}.{label}": sum(
            GOLD[place] == label and group in ("all", GENRES[place]) for place in wrong
        )
        for group in ("travel", "all")
        for label in dict.fromkeys(GOLD)
    }
    assert {check.name for check in found} == set(lost)
    raw = [binomtest(lost[check.name], lost[check.name], alternative="greater").pvalue for check in found]
    expected = multipletests(raw, method="holm")[1]
    assert [check.compared for check in found] == pytest.approx(list(expected))


def test_a_margin_holds_the_lower_bound_of_the_difference(tmp_path: Path) -> None:
    baseline, run = run_of(tmp_path / "old", [0]), run_of(tmp_path / "new", [1])
    narrow, wide = judged(
        run, baseline, "dev.accuracy no-worse within 0.01", "dev.accuracy no-worse within 0.2"
    )
    assert (narrow.verdict, wide.verdict) == ("worse", "held")
    assert narrow.compared is not None
    assert -0.2 < narrow.compared < -0.01


def test_a_margin_takes_no_part_in_the_adjustment(tmp_path: Path) -> None:
    baseline, run = run_of(tmp_path / "old", []), run_of(tmp_path / "new", range(4))
    alone = judged(run, baseline, "dev.accuracy no-worse")[0]
    beside = judged(run, baseline, "dev.accuracy no-worse", "dev.all.* no-worse within 0.5")[0]
    assert alone.compared == beside.compared


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"size": 48}, "12 items of 'dev' were answered by only one"),
        ({"groups": False}, "only one of run and baseline has 'genre' of 'dev'"),
    ],
)
def test_items_or_groups_that_only_one_of_them_has_fail(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    baseline = run_of(tmp_path / "old", [0])
    run = run_of(tmp_path / "new", [0], **changes)
    for each in (
        judged(run, baseline, "dev.accuracy no-worse"),
        judged(baseline, run, "dev.accuracy no-worse"),
    ):
        assert [check.verdict for check in each] == ["unpaired"]
        assert message in each[0].reason


def test_no_item_in_common_is_an_error(tmp_path: Path) -> None:
    baseline, run = run_of(tmp_path / "old", [0]), run_of(tmp_path / "new", [0], name="test")
    with pytest.raises(ComparisonError, match="no item in common"):
        judged(run, baseline, "dev.accuracy no-worse")


def test_what_is_no_accuracy_of_a_set_cannot_be_paired(tmp_path: Path) -> None:
    baseline, run = run_of(tmp_path / "old", [0]), run_of(tmp_path / "new", [0])
    (check,) = judged(run, baseline, "guard.f1 no-worse")
    assert (check.verdict, check.reason.startswith("no run has an accuracy")) == ("missing", True)


def test_an_unfinished_baseline_is_an_error(tmp_path: Path) -> None:
    run = run_of(tmp_path / "new", [0])
    with pytest.raises(ComparisonError, match=r"the baseline '.*' is unfinished"):
        judged(run, Gated("old", unfinished="not sealed"), "dev.accuracy no-worse")


def test_what_a_blocker_of_run_or_baseline_invalidates_is_not_compared(tmp_path: Path) -> None:
    blocker = Issue("V103", "blocker", "Half of the items got no label.", invalidates=(Scope(on="dev"),))
    good, bad = run_of(tmp_path / "good", [0]), run_of(tmp_path / "bad", [0], issues=(blocker,))
    assert [check.verdict for check in judged(good, bad, "dev.accuracy no-worse")] == ["invalidated"]
    assert {check.verdict for check in judged(bad, good, "dev.accuracy no-worse")} == {
        "blocked",
        "invalidated",
    }
