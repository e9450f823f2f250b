"""Runs as they are written pass a gate or fail it, and the gate is kept as a run."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from rightreasons import audit, probe
from rightreasons.errors import FileMissingError, OptionError, RunExistsError, RunUnreadableError
from rightreasons.jobs.gate import gate
from rightreasons.jobs.gate_files import GateFiles
from rightreasons.runs.folder import read_run
from rightreasons.runs.manifest import Manifest
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
    assert "Passed: 1 of 1 requirements hold" in (tmp_path / "gate/report.html").read_text(encoding="utf-8")
    assert gate(runs / "lexical-overlap", require=[HELD], out=tmp_path / "gate").passed
    with pytest.raises(RunExistsError, match="holds other work"):
        gate(runs / "always-entailment", require=[HELD], out=tmp_path / "gate")


def test_a_failed_gate_is_kept_too(runs: Path, tmp_path: Path) -> None:
    assert not gate(runs / "audit", require=["label_balance.majority >= 1"], out=tmp_path / "gate").passed
    assert read_run(tmp_path / "gate").findings[0].headline.startswith("Failed: 0 of 1")


def test_a_run_in_the_making_fails_by_either_of_its_names(runs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "model", Manifest(job="probe"))
    for named in (tmp_path / "model", workspace.path):
        done = gate(named, runs / "lexical-overlap", require=[HELD])
        assert not done.passed
        assert [check.verdict for check in done.checks] == ["unfinished", "held"]
    begun = read_run(runs / "lexical-overlap")
    workspace.leave(begun.findings, {}, begun.verdict)
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
    table = payload["findings"][0]["tables"]["requirements"]
    row = dict(zip(table["columns"], table["rows"][0], strict=True))
    assert (row["verdict"], row["figure"], row["n"]) == ("missed", "label_balance.majority", 40)


def test_files_are_refused_before_anything_is_judged(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="is a folder"):
        GateFiles(junit=tmp_path).check()
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OptionError, match="nothing can be written"):
        GateFiles(sarif=tmp_path / "file/x.sarif").check()


def test_a_summary_is_added_to_what_is_there(runs: Path, tmp_path: Path) -> None:
    done = gate(runs / "audit", require=["label_balance.majority <= 1"])
    path = tmp_path / "summary.md"
    for _ in range(2):
        GateFiles(summary=path).write(done)
    assert path.read_text(encoding="utf-8").count("## Gate passed") == 2
