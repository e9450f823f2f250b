"""A limit that holds on the answered items only is not passed: what is missing could turn it round."""

from pathlib import Path

import pytest

from rightreasons.figures import Figure
from rightreasons.findings import Finding, Role
from rightreasons.gates.checks import Check
from rightreasons.gates.gate import gate_checks
from rightreasons.gates.gated import Gated
from rightreasons.gates.requirements import parsed_requirement
from rightreasons.issues import Verdict
from rightreasons.labels import Label
from rightreasons.references import SCORE
from rightreasons.runs.folder import Run
from rightreasons.runs.manifest import Manifest
from rightreasons.statistics.results import Estimate, Interval

CEILING = "dev.unanswered <= 0.02"
ENTAILED = Label.ENTAILMENT


def figure(quantity: str, value: float, what: str | None = None, **parts: object) -> Figure:
    between = Interval(value - 0.01, value + 0.01, 0.95, "made")
    return Figure(quantity, Estimate(value, "proportion", 995, between), what=what, **parts)  # type: ignore[arg-type]


def finding(
    measure: str, subject: str, *figures: Figure, on: str | None = None, role: Role = "measure"
) -> Finding:
    settings = {"items": 1000} if role == "score" else {}
    return Finding(measure, subject, "definition", "headline", figures, settings=settings, on=on, role=role)


def gated(job: str, *findings: Finding, allow: tuple[str, ...] = ()) -> Gated:
    return Gated(
        "run", Run(Path("run"), Manifest(job=job), findings, (), Verdict("")), Verdict("", allowed=allow)
    )


def probed(allow: tuple[str, ...] = ()) -> Gated:
    """Return a run of which 5 of 1,000 items have no answer."""
    scored = (
        *(figure("accuracy", 0.9), figure("accuracy", 0.8, "all", label=ENTAILED)),
        figure("unanswered", 0.005),
    )
    missing = (
        *(figure("accuracy", 0.895, "missing_wrong"), figure("accuracy", 0.9005, "missing_right")),
        figure("accuracy", 0.79, "missing_wrong", label=ENTAILED),
        figure("accuracy", 0.805, "missing_right", label=ENTAILED),
        *(figure("auroc", 0.93, "area.missing_last"), figure("auroc", 0.96, "area.missing_first")),
    )
    return gated(
        "probe",
        finding(SCORE, "model", *scored, on="dev", role="score"),
        finding("missing_answers", "model on dev", *missing, on="dev"),
        finding("guard", "model on dev", figure("auroc", 0.95), on="dev"),
        allow=allow,
    )


def compared() -> Gated:
    on_dev = {"set": "dev", "label": None}
    answered = figure("difference", 0.03, "accuracy.difference", **on_dev)
    entailed = figure("difference", 0.05, "all.difference", set="dev", label=ENTAILED)
    bounds = (
        figure("difference", 0.02, "accuracy.difference.lowest", **on_dev),
        figure("difference", 0.04, "accuracy.difference.highest", **on_dev),
        figure("difference", 0.01, "all.difference.lowest", set="dev", label=ENTAILED),
        figure("difference", 0.06, "all.difference.highest", set="dev", label=ENTAILED),
        figure("difference", -0.01, "area.lowest", **on_dev),
        figure("difference", 0.04, "area.highest", **on_dev),
    )
    return gated(
        "compare",
        finding("compare", "two beside one", answered, entailed, role="comparison"),
        finding("missing_differences", "two beside one", *bounds, role="comparison"),
        finding(
            "compare_guards",
            "two beside one on dev",
            figure("difference", 0.02, "auroc.difference"),
            on="dev",
            role="comparison",
        ),
    )


def checked(run: Gated, *requirements: str) -> tuple[Check, ...]:
    return gate_checks([run], [parsed_requirement(each) for each in requirements])


@pytest.mark.parametrize(
    ("limit", "verdict"),
    [
        ("dev.accuracy >= 0.885", "held"),
        ("dev.accuracy >= 0.888", "unanswered"),
        ("point(dev.accuracy) >= 0.8975", "unanswered"),
        ("point(dev.accuracy) >= 0.895", "held"),
        ("dev.accuracy >= 0.92", "missed"),
        ("dev.accuracy <= 0.9103", "unanswered"),
        ("dev.accuracy <= 0.9106", "held"),
        ("dev.all.entailment >= 0.785", "unanswered"),
        ("dev.all.entailment >= 0.78", "held"),
        ("guard.auroc >= 0.93", "unanswered"),
        ("guard.auroc >= 0.92", "held"),
        ("point(guard.auroc) <= 0.955", "unanswered"),
    ],
)
def test_a_limit_within_the_bounds_of_a_figure_fails(limit: str, verdict: str) -> None:
    check, ceiling = checked(probed(), limit, CEILING)
    assert (check.verdict, ceiling.verdict) == (verdict, "held")


def test_the_reason_has_both_bounds_and_what_to_do() -> None:
    (check, _) = checked(probed(), "dev.accuracy >= 0.888", CEILING)
    reason = str(check.reason)
    assert all(text in reason for text in ("89.5 %", "90.0 %", "0.885", "predict every item", "--allow V103"))


def test_where_no_share_may_be_missing_the_bounds_stand_beside_that() -> None:
    (check,) = checked(probed(), "dev.accuracy >= 0.5")
    assert check.verdict == "unanswered"
    assert "89.5 %" in str(check.reason)


def test_whoever_waives_missing_answers_gets_the_figure_of_the_answered_ones() -> None:
    assert [each.verdict for each in checked(probed(("V103",)), "dev.accuracy >= 0.888", CEILING)] == [
        "held"
    ] * 2


@pytest.mark.parametrize(
    ("limit", "verdict"),
    [
        ("compare.dev.accuracy.difference >= 0.01", "held"),
        ("compare.dev.accuracy.difference >= 0.015", "unanswered"),
        ("compare.dev.accuracy.difference <= 0.045", "unanswered"),
        ("compare.dev.all.entailment.difference >= 0.03", "unanswered"),
        ("compare.dev.all.entailment.difference >= 0", "held"),
        ("compare_guards.auroc.difference >= 0", "unanswered"),
    ],
)
def test_differences_are_held_against_their_bounds_too(limit: str, verdict: str) -> None:
    (check,) = checked(compared(), limit)
    assert check.verdict == verdict
    assert verdict == "held" or "points" in str(check.reason)
