"""A run is sealed whole or not at all; the same work is taken up again, other work is refused."""

import json
from pathlib import Path

import polars as pl
import pytest

from rightreasons.errors import FileMissingError, RunExistsError, RunUnreadableError
from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Verdict
from rightreasons.references import NotTested
from rightreasons.runs.folder import read_run, work_key, write_frame
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.statistics.results import Estimate

WORK = Manifest(job="audit", options={"seed": 1})
OTHER = Manifest(job="audit", options={"seed": 2})
VERDICT = Verdict("nothing was found")


def finding(value: float = 0.5) -> Finding:
    items = pl.DataFrame({"id": ["a"], "p": [value]})
    return Finding("m", "a", "d", "h", [Figure("share", Estimate(value, "proportion", 1))], items=items)


def sealed(out: Path) -> None:
    workspace = Workspace(out, WORK)
    workspace.write_items(pl.DataFrame({"id": ["a"]}))
    workspace.seal(WORK, [finding()], (NotTested("other", None, "no parses", "give parses"),), VERDICT)


def test_a_sealed_run_reads_back_as_it_was_written(tmp_path: Path) -> None:
    sealed(tmp_path / "run")
    run = read_run(tmp_path / "run")
    assert run.findings == (finding(),)
    assert run.not_measured == (NotTested("other", None, "no parses", "give parses"),)
    assert run.verdict == VERDICT
    assert run.manifest.without_work() == WORK
    assert run.items()["id"].to_list() == ["a"]


def test_until_it_is_sealed_the_final_place_stays_free(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "run", WORK)
    workspace.save("m", finding())
    assert not (tmp_path / "run").exists()


def test_an_interrupted_run_is_taken_up_where_it_stopped(tmp_path: Path) -> None:
    Workspace(tmp_path / "run", WORK).save("m", finding(0.25))
    kept = Workspace(tmp_path / "run", WORK).saved("m")
    assert kept == finding(0.25)
    assert kept is not None
    assert kept.items is not None
    assert kept.items["p"].to_list() == [0.25]


def test_a_step_cut_off_between_items_and_finding_is_done_again(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "run", WORK)
    (workspace.path / "steps" / "m").mkdir(parents=True)
    write_frame(workspace.path / "steps" / "m" / "items.parquet", pl.DataFrame({"id": ["a"]}))
    assert workspace.saved("m") is None


def test_the_same_work_finds_its_finished_run_and_other_work_is_refused(tmp_path: Path) -> None:
    sealed(tmp_path / "run")
    assert finished_run(tmp_path / "run", WORK) is not None
    with pytest.raises(RunExistsError, match="other work"):
        finished_run(tmp_path / "run", OTHER)


def test_other_work_that_ended_before_anything_was_done_leaves_its_place(tmp_path: Path) -> None:
    first = Workspace(tmp_path / "run", WORK)
    second = Workspace(tmp_path / "run", OTHER)
    assert second.run_id != first.run_id
    assert json.loads((second.path / "manifest.json").read_text())["work_key"] == second.key


def test_other_unfinished_work_is_refused(tmp_path: Path) -> None:
    Workspace(tmp_path / "run", WORK).write_text("answers.txt", "entailment")
    with pytest.raises(RunExistsError, match="unfinished"):
        Workspace(tmp_path / "run", OTHER)


def test_a_folder_that_is_no_run_is_never_written_to(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.txt").write_text("cat")
    with pytest.raises(RunExistsError, match="not a run"):
        finished_run(tmp_path / "photos", WORK)


def test_damaged_and_absent_runs_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        read_run(tmp_path / "nowhere")
    sealed(tmp_path / "run")
    (tmp_path / "run" / "findings.json").write_text('{"schema_version": 1, "findings": [{"measure"')
    with pytest.raises(RunUnreadableError):
        read_run(tmp_path / "run")


def test_the_key_of_a_work_does_not_depend_on_the_order_of_its_parts() -> None:
    assert work_key({"a": 1, "b": [1, 2]}) == work_key({"b": [1, 2], "a": 1})
    assert work_key({"a": 1}) != work_key({"a": 2})
