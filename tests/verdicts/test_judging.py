"""A verdict ranks what rules find, waives by name only, and can be made again from what is stored."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from clean_verdicts import bad_codes, judged
from tests.verdicts.making import clean, half_marked

from rightreasons import audit, read_pairs, read_run
from rightreasons.errors import FigureReferenceError
from rightreasons.findings import Finding
from rightreasons.issues import SEVERITIES, Issue, Verdict, verdict_from_json
from rightreasons.jobs.auditing.taking import Audit
from rightreasons.references import SCORE, FigureRef, NotTested, Scope
from rightreasons.runs.folder import findings_in
from rightreasons.runs.manifest import Manifest
from rightreasons.verdicts import VerdictSettings, judge, read_policy
from rightreasons.verdicts.policy import codes


@dataclass(frozen=True)
class Bare:
    """A record in which nothing stands."""

    manifest: Manifest = field(default_factory=lambda: Manifest(job="audit"))
    findings: tuple[Finding, ...] = ()
    not_measured: tuple[NotTested, ...] = ()
    incomplete: tuple[str, ...] = ()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    """An audit of data of which neutral covers nearly everything."""
    pairs = read_pairs(clean(400, 3, shares=(0.02, 0.96, 0.02)))
    return audit(pairs, measures=["label_balance", "duplicates"], out=tmp_path_factory.mktemp("run") / "run")


def test_the_worst_comes_first_and_makes_the_headline(made: Audit) -> None:
    verdict = made.verdict
    ranks = [SEVERITIES.index(issue.severity) for issue in verdict.issues]
    assert ranks == sorted(ranks)
    assert verdict.headline.startswith(verdict.issues[0].sentence)
    assert verdict.issues[0].code == "V206"


def test_a_stored_run_has_the_verdict_that_was_made_and_the_policy_that_made_it(made: Audit) -> None:
    assert made.run is not None
    run = read_run(made.run.path)
    assert run.verdict == made.verdict == judge(run)
    assert run.manifest.policy == dict(made.verdict.policy)


def test_a_stored_run_is_judged_anew_by_another_policy(made: Audit, tmp_path: Path) -> None:
    path = tmp_path / "lenient.yaml"
    sizes = {name: {"value": 0.99, "reason": "known"} for name in ("majority", "majority_severe")}
    path.write_text(json.dumps({"sizes": sizes}), encoding="utf-8")  # JSON is YAML
    assert made.run is not None
    verdict = judge(read_run(made.run.path), VerdictSettings(read_policy(path)))
    assert "V206" not in {issue.code for issue in verdict.issues}
    assert verdict.policy["name"] == "lenient"


def test_an_empty_record_has_a_verdict() -> None:
    verdict = judge(Bare())
    assert verdict.issues == ()
    assert verdict.headline


def test_what_is_not_finished_is_a_blocker_that_invalidates_everything_until_it_is_waived() -> None:
    record = Bare(incomplete=("dev: 3 of 9 items are answered",))
    verdict = judge(record)
    assert [issue.code for issue in verdict.blockers] == ["V105"]
    assert verdict.invalidator(Scope("anything", "anywhere"))
    waived = judge(record, VerdictSettings(allow=("V105",)))
    assert not waived.blockers
    assert not waived.invalidator(Scope("anything", "anywhere"))
    assert "Waived: V105" in waived.headline
    assert [issue.code for issue in waived.issues] == ["V105"]


def test_a_verdict_is_the_same_after_json(made: Audit) -> None:
    assert verdict_from_json(made.verdict.to_json()) == made.verdict


def test_every_code_that_a_rule_names_is_in_the_table() -> None:
    import re

    folder = Path(__file__).resolve().parents[2] / "src" / "rightreasons" / "verdicts"
    named = {code for path in folder.glob("*.py") for code in re.findall(r'"(V\d{3})"', path.read_text())}
    assert set(codes()) == named


def test_a_waived_issue_is_no_blocker_of_the_verdict() -> None:
    issue = Issue("V102", "blocker", "No.", invalidates=(Scope(on="hans"),))
    verdict = Verdict("", (issue,))
    assert verdict.invalidator(Scope(SCORE, "hans")) == issue
    assert not replace(verdict, allowed=("V102",)).invalidator(Scope(SCORE, "hans"))


def test_a_verdict_says_what_was_tested_and_what_was_not(made: Audit) -> None:
    assert set(made.verdict.tested) == {Scope("label_balance"), Scope("duplicates")}
    missing = NotTested("lengths", None, "no sentences", "audit sentences")
    assert judge(Bare(not_measured=(missing,))).not_tested == (missing,)


class Rules(dict[str, Any]):
    """Verdict rules by name."""

    def load(self, name: str) -> Any:
        return self[name]


class Dangling:
    """A rule whose issue rests on a figure that no finding has."""

    def __init__(self, ref: Any) -> None:
        self.ref = ref

    def __call__(self, *_: Any) -> Iterator[Issue]:
        yield Issue("X001", "warning", "Something.", (self.ref,))


@pytest.mark.parametrize(
    ("ref", "shown"),
    [
        (FigureRef("label_balance", None, "no_such"), "'no_such' of 'label_balance'"),
        (FigureRef("label_balance", "other", "majority"), "'majority' of 'label_balance on other'"),
        (FigureRef("lengths", None, "mean"), "'mean' of 'lengths'"),
        ("label_balance.majority", "'label_balance.majority'"),
    ],
)
def test_a_rule_that_names_a_figure_which_is_not_there_is_an_error_that_names_both(
    ref: Any, shown: str, made: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rightreasons.verdicts.judging.RULES", Rules(own=Dangling(ref)))
    with pytest.raises(FigureReferenceError) as caught:
        judge(made)
    assert caught.value.code == "RR607"
    assert "X001" in caught.value.found
    assert shown in caught.value.found
    there = "majority" if "label_balance'" in shown and "other" not in shown else "label_balance"
    assert there in caught.value.expected


def test_a_stored_verdict_whose_figure_is_not_there_is_refused(made: Audit, tmp_path: Path) -> None:
    assert made.run is not None
    payload = json.loads((made.run.path / "findings.json").read_text(encoding="utf-8"))
    payload["verdict"]["issues"][0]["figures"][0]["figure"] = "no_such"
    with pytest.raises(FigureReferenceError, match="V206 rests on 'no_such' of 'label_balance'"):
        findings_in(json.dumps(payload).encode(), tmp_path / "run" / "findings.json")


@pytest.mark.long
def test_clean_sets_have_no_severe_issue() -> None:
    """A small part of benchmarks/clean_verdicts.py, of which one in twelve may be unlucky."""
    found = [bad_codes(verdict) for _, verdict in judged(12, 1_500, seed=11)]
    assert sum(map(bool, found)) <= 1, found


def test_repeats_in_training_beside_a_test_of_its_own_are_not_to_be_split_again() -> None:
    def rows(first: int, premises: int) -> list[dict[str, str]]:
        return [
            {
                "premise": f"Scene {first + place} has {first + place} birds.",
                "hypothesis": f"{label} {place} {first}",
            }
            | {"label": label}
            for place in range(premises)
            for label in ("entailment", "neutral", "contradiction")
        ]

    measures = ["labels_dealt_out"]
    (alone,) = [each for each in audit(rows(0, 80), measures=measures).verdict.issues if each.code == "V310"]
    (beside,) = [
        each
        for each in audit(rows(0, 80), test=rows(1000, 30), measures=measures).verdict.issues
        if each.code == "V310"
    ]
    assert "make split" in str(alone.command)
    assert "make split" not in str(beside.command)
    assert "--test" in str(beside.command)


def test_the_rows_of_a_claim_that_is_remembered_are_those_that_have_others() -> None:
    labels = ("entailment", "neutral", "contradiction")
    rows = [
        {
            "premise": f"Text {place} of {claim}.",
            "hypothesis": f"claim {claim} w{claim}",
            "label": labels[claim % 3],
        }
        for claim in range(60)
        for place in range(6)
    ]
    alone = [
        {"premise": f"Alone {place}.", "hypothesis": f"once {place} x{place}", "label": labels[place % 3]}
        for place in range(30)
    ]
    found = audit([*rows, *alone], measures=["hypothesis_only", "labels_dealt_out"])
    remembered, *_ = [each for each in found.verdict.issues if each.code == "V310"]
    assert "memorised" in remembered.figures[0].figure
    assert remembered.rows is not None
    assert len(remembered.rows.of(found.items)) == len(rows)


def test_phrases_that_repeated_pairs_may_explain_wait_until_these_are_dropped() -> None:
    words, clear = half_marked(900, 81), clean(900, 91)
    planted = pl.int_range(pl.len()) < 630
    once = words.with_columns(hypothesis=pl.when(planted).then("hypothesis").otherwise(clear["hypothesis"]))
    copies = [once.tail(60).with_columns(id=pl.format("c{}-{}", copy, pl.col("id"))) for copy in range(5)]
    repeated = pl.concat([once, *copies]).to_dicts()
    measures = ["artificial_patterns", "duplicates", "similar_pairs"]
    before = {issue.code: issue for issue in audit(repeated, measures=measures).verdict.issues}
    after = {issue.code for issue in audit(repeated, measures=measures, on_duplicate="drop").verdict.issues}
    assert "V203" not in before
    assert "Label-associated phrases cover" in before["V333"].sentence
    assert "V203" in after


def test_a_split_of_data_with_repeated_pairs_drops_them_first() -> None:
    rows = [
        {"premise": f"Scene {place} has birds.", "hypothesis": f"{label} {place}", "label": label}
        for place in range(80)
        for label in ("entailment", "neutral", "contradiction")
    ]
    found = audit([*rows, *rows[:60]], measures=["labels_dealt_out", "duplicates"]).verdict.issues
    (command,) = {str(issue.command) for issue in found if issue.code == "V310"}
    assert "make split" in command
    assert "--on-duplicate drop" in command
