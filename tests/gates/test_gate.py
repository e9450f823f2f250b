"""The gate passes what meets every requirement, and nothing that cannot be judged."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.errors import AmbiguousNameError, OptionError
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding
from rightreasons.gates.checks import Check, passes
from rightreasons.gates.gate import gate_checks, gate_finding, unused_codes
from rightreasons.gates.gated import Gated, gated
from rightreasons.gates.requirements import parsed_requirement
from rightreasons.issues import Issue, Verdict
from rightreasons.references import SCORE, FigureRef, NotTested, Scope
from rightreasons.runs.folder import Run
from rightreasons.runs.manifest import Manifest
from rightreasons.statistics.results import Estimate, Interval

SURE = Estimate(0.6, "proportion", 100, Interval(0.5, 0.7, 0.95, "wilson"))
FLOORS = ["hans.a.non-entailment >= 0.5", "hans.b.non-entailment >= 0.5", "gain.gain <= 0.7"]


def finding(
    measure: str, figures: Mapping[str, Estimate], subject: str = "model", **settings: Cell
) -> Finding:
    # The names are what matters here: which quantity a figure is does not.
    named = [Figure("value", each, what=name) for name, each in figures.items()]
    return Finding(measure, subject, "definition", "headline", named, settings=settings)


def score(on: str, figures: Mapping[str, Estimate], subject: str = "model", **settings: Cell) -> Finding:
    named = [Figure("value", each, what=name) for name, each in figures.items()]
    return Finding(SCORE, subject, "definition", "headline", named, settings=settings, on=on, role="score")


def run_of(
    *findings: Finding,
    name: str = "run",
    job: str = "probe",
    not_measured: tuple[NotTested, ...] = (),
    issues: tuple[Issue, ...] = (),
    allow: tuple[str, ...] = (),
) -> Gated:
    run = Run(Path(name), Manifest(job=job), findings, not_measured, Verdict("", issues))
    return replace(gated(run), verdict=Verdict("", issues, allowed=allow))


def judged(runs: Gated | Sequence[Gated], *requirements: str) -> tuple[Check, ...]:
    several = [runs] if isinstance(runs, Gated) else runs
    return gate_checks(several, [parsed_requirement(text) for text in requirements])


def verdicts(runs: Gated | Sequence[Gated], *requirements: str) -> list[str]:
    return [check.verdict for check in judged(runs, *requirements)]


def whole() -> list[Finding]:
    return [
        finding("hans", {"a.non-entailment": SURE, "b.non-entailment": SURE}),
        finding("gain", {"gain": SURE}),
    ]


def test_floors_take_the_lower_bound_ceilings_the_upper_one_and_point_the_value() -> None:
    run = run_of(finding("m", {"f": SURE}))
    assert verdicts(run, "m.f >= 0.5", "m.f > 0.5", "m.f <= 0.7", "m.f < 0.7") == [
        "held",
        "missed",
        "held",
        "missed",
    ]
    assert verdicts(run, "m.f >= 0.55", "point(m.f) >= 0.55") == ["missed", "held"]
    assert verdicts(run, "m.f <= 0.65", "point(m.f) <= 0.65") == ["missed", "held"]


bounds = st.floats(-2, 2)
intervals = st.none() | st.tuples(bounds, bounds).map(
    lambda both: Interval(min(both), max(both), 0.95, "any")
)
estimates = st.builds(
    lambda value, n, interval: Estimate(value, "proportion", n, interval, reason="none"),
    st.none() | bounds,
    st.integers(0, 3),
    intervals,
)


@given(figure=estimates, sign=st.sampled_from([">=", ">", "<=", "<"]), number=bounds, point=st.booleans())
def test_a_figure_passes_only_with_items_value_and_the_bound_that_is_asked_for(
    figure: Estimate, sign: str, number: float, *, point: bool
) -> None:
    requirement = f"point(m.f) {sign} {number!r}" if point else f"m.f {sign} {number!r}"
    passed = passes(judged(run_of(finding("m", {"f": figure})), requirement))
    if figure.value is None or figure.n == 0 or (figure.interval is None and not point):
        assert not passed
        return
    low, high = (figure.value, figure.value)
    if not point and figure.interval is not None:
        low, high = figure.interval.low, figure.interval.high
    expected = {">=": low >= number, ">": low > number, "<=": high <= number, "<": high < number}
    assert passed == expected[sign]


@given(st.data())
def test_whatever_is_taken_away_fails(data: st.DataObject) -> None:
    findings = whole()
    assert passes(judged(run_of(*findings), *FLOORS))
    position = data.draw(st.integers(0, len(findings) - 1))
    chosen = findings[position]
    name = data.draw(st.sampled_from(list(chosen.figures)))
    broken = data.draw(
        st.sampled_from(
            [
                None,
                replace(SURE, n=0),
                replace(SURE, interval=None, reason="exact"),
                Estimate(None, "proportion", 100, reason="none"),
            ]
        )
    )
    figures = {each: figure.estimate for each, figure in chosen.figures.items()}
    if broken is None:
        del figures[name]
    else:
        figures[name] = broken
    findings[position] = finding(chosen.measure, figures)
    found = judged(run_of(*findings), *FLOORS)
    assert not passes(found)
    assert {str(check.requirement) for check in found} == set(FLOORS)


def test_nothing_checked_is_nothing_passed() -> None:
    assert not passes([])
    with pytest.raises(OptionError, match="no requirement"):
        judged(run_of(*whole()))
    with pytest.raises(OptionError, match="no run"):
        judged([], *FLOORS)


def test_a_name_that_is_not_there_fails_with_the_nearest_one() -> None:
    (check,) = judged(run_of(*whole()), "hans.a.nonentailment >= 0")
    assert check.verdict == "missing"
    assert "did you mean 'hans.a.non-entailment'?" in check.reason


def test_a_wildcard_without_match_fails() -> None:
    assert verdicts(run_of(*whole()), "hans.*.neutral >= 0") == ["missing"]


def test_under_a_wildcard_every_figure_must_hold() -> None:
    weak = replace(SURE, interval=Interval(0.4, 0.7, 0.95, "wilson"))
    run = run_of(finding("hans", {"a.entailment": SURE, "b.entailment": weak, "c.neutral": weak}))
    found = judged(run, "hans.*.entailment >= 0.5")
    assert [(check.name, check.verdict) for check in found] == [
        ("hans.a.entailment", "held"),
        ("hans.b.entailment", "missed"),
    ]


def test_of_several_findings_of_a_measure_all_must_hold_unless_one_is_chosen() -> None:
    weak = replace(SURE, interval=Interval(0.1, 0.2, 0.95, "wilson"))
    run = run_of(finding("guard", {"f1": SURE}, "on hans"), finding("guard", {"f1": weak}, "on dev"))
    assert verdicts(run, "guard.f1 >= 0.5") == ["held", "missed"]
    assert verdicts(run, "guard[on hans].f1 >= 0.5") == ["held"]
    assert verdicts(run, "guard[on test].f1 >= 0.5") == ["missing"]


def test_a_finding_of_the_measure_that_lacks_the_figure_fails() -> None:
    run = run_of(finding("controls", {"x": SURE}, "on a"), finding("controls", {"y": SURE}, "on b"))
    found = judged(run, "controls.x >= 0.5")
    assert [(check.subject, check.verdict) for check in found] == [("on a", "held"), ("on b", "missing")]


def test_what_was_not_measured_of_another_set_fails_with_the_reason() -> None:
    run = run_of(
        finding("guard", {"f1": SURE}), not_measured=(NotTested("guard", "dev.csv", "one label only"),)
    )
    found = judged(run, "guard.f1 >= 0.5")
    assert [check.verdict for check in found] == ["held", "missing"]
    assert found[1].reason == "guard on dev.csv was not measured: one label only"


def test_a_measure_that_was_not_taken_fails_with_the_reason() -> None:
    run = run_of(
        finding("label_balance", {"majority": SURE}),
        not_measured=(NotTested("lengths", None, "no text", "audit sentences"),),
    )
    (check,) = judged(run, "lengths.mean.neutral <= 9")
    assert (check.verdict, check.reason) == ("missing", "lengths was not measured: no text; audit sentences")


def test_a_name_that_a_measure_and_a_set_called_like_it_both_have_says_how_to_choose() -> None:
    both = run_of(
        score("label_order", {"accuracy": SURE, "all.neutral": SURE}, "bert"),
        finding("label_order", {"accuracy": SURE, "chance": SURE}, "bert on label_order"),
    )
    with pytest.raises(AmbiguousNameError) as caught:
        judged(both, "label_order.accuracy >= 0.5")
    assert caught.value.exit_code == 2
    ways = ("label_order[bert].accuracy", "label_order[bert on label_order].accuracy")
    assert all(way in caught.value.remedy for way in ways)
    for way, subject in zip(ways, ("bert", "bert on label_order"), strict=True):
        assert [check.subject for check in judged(both, f"{way} >= 0.5")] == [subject]
    plain = judged(both, "label_order.all.neutral >= 0.5", "label_order.chance >= 0.5")
    assert [(check.subject, check.verdict) for check in plain] == [
        ("bert", "held"),
        ("bert on label_order", "held"),
    ]


def test_one_run_lacks_a_score_that_another_has_though_it_has_a_measure_called_like_the_set() -> None:
    scored = run_of(score("guard", {"accuracy": SURE}), name="one")
    measured = run_of(finding("guard", {"f1": SURE}), name="two")
    found = judged([scored, measured], "guard.accuracy >= 0.5")
    assert [(check.run, check.verdict) for check in found] == [("one", "held"), ("two", "missing")]


def test_runs_of_one_command_must_all_have_what_one_of_them_has() -> None:
    both = run_of(*whole(), name="seed-1")
    part = run_of(whole()[0], name="seed-2")
    found = judged([both, part], "gain.gain <= 0.7", "hans.a.non-entailment >= 0.5")
    assert [(check.run, check.verdict) for check in found] == [
        ("seed-1", "held"),
        ("seed-2", "missing"),
        ("seed-1", "held"),
        ("seed-2", "held"),
    ]


def test_a_run_of_another_command_need_not_have_it() -> None:
    audited = run_of(whole()[1], name="data", job="audit")
    probed = run_of(whole()[0], name="model")
    assert verdicts([audited, probed], *FLOORS) == ["held", "held", "held"]


def test_a_wildcard_must_fit_the_same_figures_in_every_run_of_one_command() -> None:
    one = run_of(finding("hans", {"a.x": SURE, "b.x": SURE}), name="one")
    two = run_of(finding("hans", {"a.x": SURE}), name="two")
    found = judged([one, two], "hans.*.x >= 0.5")
    assert [(check.run, check.name) for check in found if not check.holds] == [("two", "hans.b.x")]


def partly(left_out: int, **more: Estimate) -> Gated:
    figures = {"accuracy": replace(SURE, n=100 - left_out), **more}
    scored = score("dev", figures, items=100)
    return run_of(scored, finding("guard", {"f1": SURE}, "model on dev"))


def test_items_without_a_label_fail_unless_a_requirement_says_how_many_may_lack_one() -> None:
    assert verdicts(partly(0), "dev.accuracy >= 0.5", "guard.f1 >= 0.5") == ["held", "held"]
    assert verdicts(partly(3), "dev.accuracy >= 0.5", "guard.f1 >= 0.5") == ["unanswered", "unanswered"]
    share = Estimate(0.03, "proportion", 100, Interval(0.01, 0.08, 0.95, "wilson"))
    refused = partly(3, unanswered=share)
    asked = ("dev.accuracy >= 0.5", "guard.f1 >= 0.5")
    # A model that answers everything keeps to the same file of requirements: none of 100 is at most 3.7 %.
    assert verdicts(partly(0), *asked, "dev.unanswered <= 0.04") == ["held", "held", "held"]
    assert verdicts(partly(0), "dev.unanswered <= 0.03", "point(dev.unanswered) <= 0") == ["missed", "held"]
    assert verdicts(refused, *asked, "dev.unanswered <= 0.1") == ["held", "held", "held"]
    assert verdicts(refused, *asked, "dev.unanswered <= 0.05") == ["held", "held", "missed"]
    assert verdicts(refused, *asked, "dev.unanswered >= 0") == ["unanswered", "unanswered", "held"]
    # Predictions of a file that simply lacks items have no such figure, so that no ceiling lets them pass.
    *others, share_missing = judged(partly(3), *asked, "dev.unanswered <= 0.1")
    assert share_missing.verdict == "missing"
    assert [each.verdict for each in others] == ["unanswered", "unanswered"]
    assert all("predict every item" in str(each.reason) for each in others)


def test_accuracy_that_counts_the_unanswered_as_wrong_needs_no_leave() -> None:
    assert verdicts(partly(3, accuracy_unanswered_wrong=SURE), "dev.accuracy_unanswered_wrong >= 0.5") == [
        "held"
    ]


def test_a_run_that_is_not_sealed_fails_every_requirement_whatever_it_holds() -> None:
    run = Gated("run", unfinished="the run is not sealed")
    assert verdicts(run, *FLOORS) == ["unfinished"] * 3
    assert verdicts([run, run_of(*whole(), name="other")], FLOORS[0]) == ["unfinished", "held"]


def test_a_baseline_and_no_worse_go_together() -> None:
    with pytest.raises(OptionError, match="'no-worse' without a baseline"):
        judged(run_of(*whole()), "hans.accuracy no-worse")
    with pytest.raises(OptionError, match="a baseline that no requirement speaks of"):
        gate_checks([run_of(*whole())], [parsed_requirement(FLOORS[0])], run_of(*whole()))


def test_rounding_does_not_hide_why_a_figure_misses() -> None:
    close = replace(SURE, interval=Interval(0.499999, 0.7, 0.95, "wilson"))
    (check,) = judged(run_of(finding("m", {"f": close})), "m.f >= 0.5")
    assert check.reason == "the lower bound 0.499999 is not >= 0.5"


def test_the_finding_counts_requirements_and_has_a_row_for_every_check() -> None:
    found = judged(run_of(*whole()), *FLOORS, "hans.x >= 1", "hans.* >= 0.6")
    finding = gate_finding(found)
    assert (finding.figures["required"].value, finding.figures["held"].value) == (5, 3)
    assert finding.headline == "Failed: 2 of 5 requirements not met: hans.x >= 1.0; hans.* >= 0.6."
    assert len(finding.views["requirements"].lines) == len(found) == 6
    passed = gate_finding(judged(run_of(*whole()), FLOORS[0]))
    assert passed.headline == "Passed: 1 of 1 requirements met (checks: 1)."


BLOCKER = Issue(
    "V102",
    "blocker",
    "The order is not proved.",
    (FigureRef("label_order", "hans", "accuracy"),),
    (Scope("hans"),),
    remedy="x",
)


def test_a_blocker_fails_the_gate_though_every_requirement_holds() -> None:
    run = run_of(*whole(), issues=(BLOCKER,))
    found = judged(run, "gain.gain <= 0.7")
    assert [(str(check.requirement), check.verdict) for check in found] == [
        ("no blocker V102", "blocked"),
        ("gain.gain <= 0.7", "held"),
    ]
    assert not passes(found)
    assert gate_finding(found).headline == "Failed: 0 of 1 requirements not met; blocked by V102."


def test_a_floor_on_a_figure_that_a_blocker_invalidates_is_not_reached() -> None:
    run = run_of(*whole(), issues=(BLOCKER,))
    found = judged(run, "hans.a.non-entailment >= 0", "hans.a.non-entailment <= 1")
    assert [check.verdict for check in found] == ["blocked", "invalidated", "invalidated"]
    assert all(check.observed is None for check in found)
    assert "V102" in found[1].reason


def test_a_blocker_that_is_waived_by_name_lets_pass_and_is_said() -> None:
    run = run_of(*whole(), issues=(BLOCKER,), allow=("V102",))
    found = judged(run, *FLOORS)
    assert [check.verdict for check in found] == ["waived", "held", "held", "held"]
    assert passes(found)
    assert gate_finding(found).headline.endswith("Waived by name: V102.")
    other = run_of(*whole(), issues=(BLOCKER,), allow=("V101",))
    assert not passes(judged(other, *FLOORS))


def test_what_is_severe_and_no_blocker_does_not_fail_the_gate() -> None:
    severe = Issue("V201", "severe", "The hypothesis alone tells.")
    assert verdicts(run_of(*whole(), issues=(severe,)), *FLOORS) == ["held"] * 3


def test_a_waived_blocker_alone_is_nothing_passed() -> None:
    found = judged(run_of(*whole(), issues=(BLOCKER,), allow=("V102",)), *FLOORS)
    assert not passes(found[:1])


def test_codes_that_were_allowed_and_did_not_occur_are_noted() -> None:
    runs = [run_of(*whole(), issues=(BLOCKER,))]
    assert unused_codes(runs, ("V102", "V103")) == ("V103",)
    assert gate_finding(judged(runs, *FLOORS), ("V103",)).notes == ("--allow V103: no run has such an issue",)
