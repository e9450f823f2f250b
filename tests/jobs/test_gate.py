"""Runs as they are written pass a gate or fail it, and the gate is kept as a run."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from rightreasons import audit, probe
from rightreasons.errors import (
    FileMissingError,
    OptionError,
    RunExistsError,
    RunUnreadableError,
    UnknownNameError,
)
from rightreasons.jobs.gate import check_files, gate, write_files
from rightreasons.jobs.options import GateOptions
from rightreasons.runs.folder import read_run
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.seal import SEAL, seal_of
from rightreasons.runs.workspace import Workspace, partial_path

ROWS = [("A man sleeps.", "A man sleeps.", "entailment"), ("A man sleeps.", "Dogs sleep.", "neutral")] * 20
HELD = "made.all.entailment >= 0.8"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Probes of two rules and an audit, of the same data."""
    folder = tmp_path_factory.mktemp("runs")
    data = folder / "made.csv"
    pl.DataFrame(ROWS, schema=["premise", "hypothesis", "label"], orient="row").write_csv(data)
    shutil.move(data, folder / "made")
    for rule in ("always-entailment", "lexical-overlap"):
        probe(f"rule:{rule}", str(folder / "made"), out=folder / rule)
    audit(str(folder / "made"), measures=("label_balance",), out=folder / "audit")
    return folder


def test_floors_of_a_probe_and_of_an_audit_in_one_gate(runs: Path) -> None:
    done = gate(runs / "lexical-overlap", runs / "audit", require=[HELD, "label_balance.majority <= 0.7"])
    assert done.passed
    assert [check.run for check in done.checks] == [str(runs / "lexical-overlap"), str(runs / "audit")]
    assert not gate(runs / "always-entailment", require=["made.all.neutral >= 0.5"]).passed
    failed = gate(runs / "lexical-overlap", require=["made.all.neutral <= 0.1"])
    assert "<:" not in repr(failed), "nothing stands before a colon where no issue is counted"


def test_a_model_against_its_baseline(runs: Path) -> None:
    asked = ["made.accuracy no-worse", "made.all.* no-worse"]
    worse = gate(runs / "always-entailment", require=asked, baseline=runs / "lexical-overlap")
    assert {check.name for check in worse.checks if not check.holds} == {
        "made.accuracy",
        "made.all.non-entailment",
    }
    assert gate(runs / "lexical-overlap", require=asked, baseline=runs / "always-entailment").passed
    assert gate(runs / "lexical-overlap", require=asked, baseline=runs / "lexical-overlap").passed


def test_a_gate_is_kept_as_a_run_with_a_report(runs: Path, tmp_path: Path) -> None:
    first = gate(runs / "lexical-overlap", require=[HELD], out=tmp_path / "gate")
    kept = read_run(tmp_path / "gate")
    assert kept.findings == first.findings
    assert kept.manifest.to_json()["options"]["require"] == [HELD]
    assert "Passed: 1 of 1 requirements met" in (tmp_path / "gate/report.html").read_text(encoding="utf-8")
    assert gate(runs / "lexical-overlap", require=[HELD], out=tmp_path / "gate").passed
    with pytest.raises(RunExistsError, match="holds other work"):
        gate(runs / "always-entailment", require=[HELD], out=tmp_path / "gate")


def test_a_failed_gate_is_kept_too(runs: Path, tmp_path: Path) -> None:
    assert not gate(runs / "audit", require=["label_balance.majority >= 1"], out=tmp_path / "gate").passed
    assert read_run(tmp_path / "gate").findings[0].headline.startswith("Failed: 1 of 1")


def test_a_run_in_the_making_fails_by_either_of_its_names(runs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "model", Manifest(job="probe"))
    for named in (tmp_path / "model", workspace.path):
        done = gate(named, runs / "lexical-overlap", require=[HELD])
        assert not done.passed
        assert [check.verdict for check in done.checks] == ["unfinished", "held"]
    begun = read_run(runs / "lexical-overlap")
    workspace.leave(begun.findings, (), begun.verdict)
    assert not gate(partial_path(tmp_path / "model"), require=[HELD]).passed


def test_what_is_no_run_is_an_error(runs: Path, tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        gate(tmp_path / "nowhere", require=[HELD])
    (tmp_path / "other").mkdir()
    with pytest.raises(RunUnreadableError):
        gate(tmp_path / "other", require=[HELD])
    shutil.copytree(runs / "audit", tmp_path / "damaged")
    (tmp_path / "damaged/findings.json").write_text("{", encoding="utf-8")
    with pytest.raises(RunUnreadableError):
        gate(tmp_path / "damaged", require=[HELD])


def test_the_result_says_as_json_whether_it_passed(runs: Path) -> None:
    done = gate(runs / "audit", require=["label_balance.majority >= 1"])
    payload = json.loads(json.dumps(done.to_json(), allow_nan=False))
    assert payload["passed"] is False
    view = payload["findings"][0]["views"]["requirements"]
    row = dict(zip(view["columns"], view["lines"][0], strict=True))
    assert (row["verdict"], row["figure"], row["n"]) == ("missed", "label_balance.majority", 40)


def test_files_are_refused_before_anything_is_judged(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="is a folder"):
        check_files(GateOptions(junit=tmp_path))
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OptionError, match="cannot be written"):
        check_files(GateOptions(sarif=tmp_path / "file/x.sarif"))


def test_a_summary_is_added_to_what_is_there(runs: Path, tmp_path: Path) -> None:
    done = gate(runs / "audit", require=["label_balance.majority <= 1"])
    path = tmp_path / "summary.md"
    for _ in range(2):
        write_files(done, GateOptions(summary=path))
    assert path.read_text(encoding="utf-8").count("## Gate passed") == 2


def chance(premises: list[str], hypotheses: list[str]) -> list[str]:
    """Answer by the length of the hypothesis, which says nothing of ordinary pairs."""
    return [("entailment", "neutral", "contradiction")[len(text) % 3] for text in hypotheses]


setattr(chance, "labels", ["entailment", "neutral", "contradiction"])  # noqa: B010 - as users declare them


@pytest.fixture(scope="module")
def unproved(runs: Path) -> Path:
    """A probe whose model may have its labels in any order."""
    probe("py:tests.jobs.test_gate:chance", str(runs / "made"), out=runs / "unproved")
    return runs / "unproved"


def test_a_blocker_fails_and_its_figures_do_not_reach_a_floor(unproved: Path) -> None:
    done = gate(unproved, require=["made.accuracy >= 0"])
    assert not done.passed
    assert [check.verdict for check in done.checks] == ["blocked", "invalidated"]
    assert done.verdict.title.startswith("Failed: blockers (1)")


def test_a_blocker_is_waived_by_its_own_code_only(unproved: Path) -> None:
    assert gate(unproved, require=["made.accuracy >= 0"], allow=("V102",)).passed
    other = gate(unproved, require=["made.accuracy >= 0"], allow=("V103",))
    assert not other.passed
    assert [each for each in other.warnings if "severe" not in each] == [
        "--allow V103: no run has such an issue"
    ]
    with pytest.raises(UnknownNameError, match="V999"):
        gate(unproved, require=["made.accuracy >= 0"], allow=("V999",))


def test_an_accuracy_that_one_label_for_all_gets_is_no_floor_reached_unless_that_is_waived(
    runs: Path,
) -> None:
    floor = ["made.accuracy >= 0.3", "made.all.entailment >= 0.8"]
    missed = gate(runs / "always-entailment", require=floor)
    assert [check.verdict for check in missed.checks] == ["missed", "held"]
    assert any("V252" in warning for warning in missed.warnings)
    waived = gate(runs / "always-entailment", require=floor, allow=("V252",))
    assert waived.passed
    assert any("V252" in warning and "waived" in warning for warning in waived.warnings)


def test_what_a_probe_waived_is_not_waived_in_the_gate(runs: Path, tmp_path: Path) -> None:
    probe("py:tests.jobs.test_gate:chance", str(runs / "made"), out=tmp_path / "run", allow=("V102",))
    assert not gate(tmp_path / "run", require=["made.accuracy >= 0"]).passed


def test_a_policy_judges_stored_figures_anew(runs: Path, tmp_path: Path) -> None:
    policy = tmp_path / "strict.yaml"
    policy.write_text(
        "sizes:\n  majority_severe: {value: 0.2, reason: strict}\n  majority: {value: 0.2, reason: strict}\n"
        "severities:\n  V206: blocker\n",
        encoding="utf-8",
    )
    asked = ["label_balance.majority <= 1"]
    assert gate(runs / "audit", require=asked).passed
    strict = gate(runs / "audit", require=asked, policy=policy)
    assert [str(check.requirement) for check in strict.checks if not check.holds] == ["no blocker V206"]
    assert strict.manifest.policy == strict.by.policy.identity


def test_a_run_without_a_verdict_is_an_error(runs: Path, tmp_path: Path) -> None:
    shutil.copytree(runs / "audit", tmp_path / "old")
    path = tmp_path / "old" / "findings.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    del stored["verdict"]
    path.write_text(json.dumps(stored), encoding="utf-8")
    (tmp_path / "old" / SEAL).write_text(seal_of(tmp_path / "old"), encoding="utf-8")
    with pytest.raises(RunUnreadableError, match="verdict"):
        gate(tmp_path / "old", require=["label_balance.majority <= 1"])
