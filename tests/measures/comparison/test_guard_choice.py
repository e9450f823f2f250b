"""Guards in one table: figures of scikit-learn, counted costs, a choice or none."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import roc_auc_score, roc_curve

from rightreasons.errors import OptionError
from rightreasons.findings import Finding
from rightreasons.measures.comparison.compared_runs import ComparedRun
from rightreasons.measures.comparison.guard_choice import guard_choices

N = 1_200
RNG = np.random.default_rng(11)
GROUNDED = RNG.random(N) < 0.7
DOCUMENTS = np.repeat(np.arange(N // 3), 3)


def run(
    name: str, strength: float, seed: int, labels: tuple[str, str] = ("entailment", "non-entailment")
) -> ComparedRun:
    """A guard whose scores lean to gold by so much."""
    rng = np.random.default_rng(seed)
    scores = 1 / (1 + np.exp(-rng.normal(strength * (2 * GROUNDED - 1), 1.0)))
    answer = np.where(scores >= 0.5, *labels)
    gold = np.where(GROUNDED, *labels)
    items = pl.DataFrame(
        {
            "set": ["made"] * N,
            "id": [f"i{place}" for place in range(N)],
            "premise": [f"document {'word ' * (each % 30)}{each}" for each in DOCUMENTS],
            "hypothesis": [f"claim {'word ' * (place % 7)}" for place in range(N)],
            "label": gold,
            "predicted": answer,
            "answer": answer,
            "correct": answer == gold,
            "probability_entailment": scores,
            "source": [("news", "mail")[place % 2] for place in range(N)],
        }
    )
    return ComparedRun(name, name, items, {"made": ("source",)}, frozenset())


@pytest.fixture(scope="module")
def runs() -> list[ComparedRun]:
    return [run("weak", 0.2, 1), run("strong", 1.5, 2), run("middle", 0.7, 3)]


@pytest.fixture(scope="module")
def finding(runs: list[ComparedRun]) -> Finding:
    (found,) = guard_choices(runs, "miss=10,block=1")
    return found


def test_every_guard_has_one_row_and_the_majority_label_too(finding: Finding) -> None:
    lines = finding.views["guards"].records()
    assert [line["guard"] for line in lines] == ["weak", "strong", "middle", "everything passes"]
    assert (lines[-1]["grounded_passed"], lines[-1]["ungrounded_passed"]) == (1.0, 1.0)
    assert all(line["auroc_low"] < line["auroc"] < line["auroc_high"] for line in lines[:-1])  # type: ignore[operator]


def test_areas_and_what_passes_are_those_of_scikit_learn(finding: Finding, runs: list[ComparedRun]) -> None:
    for each in runs:
        scores = each.items["probability_entailment"].to_numpy()
        assert finding.figures[f"{each.name}.auroc"].value == pytest.approx(roc_auc_score(GROUNDED, scores))
        ungrounded, grounded, cuts = roc_curve(GROUNDED, scores, drop_intermediate=False)
        at = int(np.flatnonzero(cuts >= 0.5)[-1])
        passed = (finding.figures[f"{each.name}.{kind}_passed"].value for kind in ("ungrounded", "grounded"))
        assert list(passed) == pytest.approx([ungrounded[at], grounded[at]])
        points = {
            (line["ungrounded_passed"], line["grounded_passed"])
            for line in finding.views["curves"].records()
            if line["guard"] == each.name and not line["used"]
        }
        curve = {(round(float(x), 9), round(float(y), 9)) for x, y in zip(ungrounded, grounded, strict=True)}
        assert {(round(float(x), 9), round(float(y), 9)) for x, y in points} <= curve  # type: ignore[arg-type]


def test_costs_are_counted_and_the_best_guard_is_named(finding: Finding, runs: list[ComparedRun]) -> None:
    for each in runs:
        passed = (each.items["answer"] == "entailment").to_numpy()
        cost = (10 * (passed & ~GROUNDED).sum() + (~passed & GROUNDED).sum()) / N
        assert finding.figures[f"{each.name}.cost"].value == pytest.approx(cost)
    assert finding.settings["chosen"] == "strong"
    assert finding.headline.startswith("Choose strong: ")
    least = {each.name: finding.figures[f"{each.name}.cheapest_cost"].value for each in runs}
    assert min(least, key=lambda name: least[name] or 0) == "strong"
    assert all(finding.figures[f"{name}.costs_more"].bounds[0] > 0 for name in ("weak", "middle"))  # type: ignore[operator]


def test_the_choice_holds_on_the_half_that_it_was_not_made_on(finding: Finding) -> None:
    lines = {line["guard"]: line for line in finding.views["choice"].records()}
    for half in ("first_half", "second_half"):
        costs = {name: lines[name][half] for name in ("weak", "strong", "middle")}
        assert min(costs, key=lambda name: float(costs[name] or 0)) == "strong"
    assert lines["everything passes"]["cost"] == pytest.approx(10 * (~GROUNDED).mean())
    assert lines["everything is blocked"]["cost"] == pytest.approx(GROUNDED.mean())


def test_equal_guards_cannot_be_told_apart(runs: list[ComparedRun]) -> None:
    (found,) = guard_choices([run("one", 0.7, 3), run("other", 0.7, 4)])
    assert found.settings["chosen"] is None
    assert found.headline.startswith("These data do not show which guard")
    assert "costs_more" in " ".join(found.figures)


def test_without_a_cost_both_error_rates_count_the_same(runs: list[ComparedRun]) -> None:
    (found,) = guard_choices(runs)
    passed = (runs[0].items["answer"] == "entailment").to_numpy()
    errors = (
        (passed & ~GROUNDED).sum() / (~GROUNDED).sum() + (~passed & GROUNDED).sum() / GROUNDED.sum()
    ) / 2
    assert found.figures["weak.cost"].value == pytest.approx(errors)
    assert "miss" not in found.settings


def test_points_of_what_is_blocked_stand_for_every_guard(finding: Finding, runs: list[ComparedRun]) -> None:
    for each in runs:
        used, *others = [line for line in finding.views["blocked"].records() if line["guard"] == each.name]
        scores = each.items["probability_entailment"].to_numpy()
        assert used["threshold"] == scores[scores >= 0.5].min()  # answers are made at 0.5
        blocked = [float(line["ungrounded_blocked"] or 0) for line in others[:4]]
        assert blocked == pytest.approx([0.8, 0.9, 0.95, 0.99], abs=0.05)
        assert len(others) == 5


def test_slices_count_every_item_once_by_each_column_and_length(finding: Finding) -> None:
    lines = finding.views["slices"].records()
    by = {(line["slice_by"], line["guard"]) for line in lines}
    assert len(by) == 3 * 3
    for each in by:
        assert sum(int(line["n"] or 0) for line in lines if (line["slice_by"], line["guard"]) == each) == N
    news = next(line for line in lines if (line["slice"], line["guard"]) == ("news", "strong"))
    own = np.arange(N) % 2 == 0
    scores = run("strong", 1.5, 2).items["probability_entailment"].to_numpy()
    assert news["auroc"] == pytest.approx(roc_auc_score(GROUNDED[own], scores[own]))


def test_three_labels_and_runs_without_scores_are_no_guards(runs: list[ComparedRun]) -> None:
    neutral = run("three", 1.0, 5, ("entailment", "neutral"))
    assert guard_choices([neutral, neutral]) == ()
    bare = ComparedRun("bare", "bare", runs[0].items.drop("probability_entailment"), {}, frozenset())
    assert guard_choices([runs[0], bare]) == ()


def test_sets_made_against_shortcuts_choose_no_guard(runs: list[ComparedRun]) -> None:
    made = frozenset({"made"})
    assert guard_choices([replace(each, against_shortcuts=made) for each in runs]) == ()


def test_a_cost_that_is_not_stated_whole_is_an_error(runs: list[ComparedRun]) -> None:
    with pytest.raises(OptionError):
        guard_choices(runs, "miss=10")
