"""The list of runs: what is said of each, and that nothing in a folder can break it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.reports.viewer.runs import HOSTILE, Seal, accuracy, damage, finding, work

from rightreasons.errors import FileMissingError, RunUnreadableError
from rightreasons.findings import SCHEMA_VERSION
from rightreasons.issues import Issue, Verdict
from rightreasons.reports.viewer.catalogue import Catalogue, run_of
from rightreasons.reports.viewer.entries import Entry
from rightreasons.runs.workspace import Workspace


def only(root: Path) -> Entry:
    (entry,) = Catalogue(root).listing().entries.values()
    return entry


def test_a_finished_run_is_listed_with_its_verdict(seal: Seal, tmp_path: Path) -> None:
    found = finding("hypothesis_only", headline="67 % without the premise.")
    verdict = Verdict(
        "All test pairs are in train.", (Issue("V102", "blocker", "All test pairs are in train."),)
    )
    seal(tmp_path / "audits" / "snli", "audit", finding("label_balance"), found, verdict=verdict)
    entry = only(tmp_path)
    assert (entry.name, entry.job, entry.subject, entry.state) == ("audits/snli", "audit", "SNLI", "finished")
    assert (entry.headline, entry.severity) == ("All test pairs are in train.", "blocker")
    assert entry.has_report
    assert entry.measures == {"label_balance", "hypothesis_only"}


def test_a_probe_is_about_its_model_and_a_comparison_about_its_runs(seal: Seal, tmp_path: Path) -> None:
    seal(tmp_path / "a", "probe", model={"name": "hf:bert"})
    seal(tmp_path / "b", "compare", runs=[{"name": "bert"}, {"name": "esim"}])
    subjects = {entry.name: entry.subject for entry in Catalogue(tmp_path).listing().entries.values()}
    assert subjects == {"a": "hf:bert on SNLI", "b": "bert · esim"}


def test_hidden_marks_in_names_and_verdicts_are_written_out(seal: Seal, tmp_path: Path) -> None:
    seal(tmp_path / HOSTILE.replace("/", ""), "audit", verdict=Verdict(HOSTILE))
    entry = only(tmp_path)
    assert "\u202e" not in entry.name + entry.headline
    assert "\\u202e" in entry.name


def test_what_other_programs_and_make_write_is_no_run(tmp_path: Path) -> None:
    for name, content in {"site": {"name": "App", "icons": []}, "made": {"job": "make hans"}}.items():
        (tmp_path / name).mkdir()
        damage(tmp_path / name, "manifest.json", content)
    assert Catalogue(tmp_path).listing().entries == {}


def _cut_off(run: Path) -> None:
    text = (run / "findings.json").read_text()
    damage(run, "findings.json", text[: len(text) // 2])


def _other_encoding(run: Path) -> None:
    (run / "findings.json").write_bytes(b"\xff\xfe{")


def _link(run: Path) -> None:
    (run / "items.parquet").symlink_to("/etc/passwd")


def _pipe(run: Path) -> None:
    (run / "findings.json").unlink()
    os.mkfifo(run / "findings.json")


FAULTS: dict[str, Callable[[Path], None]] = {
    "manifest that is no JSON": lambda run: damage(run, "manifest.json", "{"),
    "manifest that is a list": lambda run: damage(run, "manifest.json", []),
    "no findings": lambda run: (run / "findings.json").unlink(),
    "findings cut off": _cut_off,
    "findings of another version": lambda run: damage(run, "findings.json", {"schema_version": 99}),
    "findings that are none": lambda run: damage(
        run, "findings.json", {"schema_version": SCHEMA_VERSION, "findings": [{"measure": 1}]}
    ),
    "findings too deep": lambda run: damage(run, "findings.json", "[" * 100_000),
    "not UTF-8": _other_encoding,
    "changed after it was sealed": lambda run: damage(
        run, "manifest.json", (run / "manifest.json").read_text().replace("SNLI", "MNLI")
    ),
    "a link out of the folder": _link,
    "a pipe": _pipe,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_run_is_listed_as_such_beside_the_others(fault: str, seal: Seal, tmp_path: Path) -> None:
    whole = seal(tmp_path / "whole", "audit", finding("label_balance"))
    broken = seal(tmp_path / "broken", "audit", finding("label_balance"))
    FAULTS[fault](broken)
    entries = {entry.path: entry for entry in Catalogue(tmp_path).listing().entries.values()}
    assert entries[whole].state == "finished"
    assert entries[broken].state == "damaged"
    assert entries[broken].headline
    assert not entries[broken].has_report


def test_fields_of_other_kinds_than_expected_do_no_harm(seal: Seal, tmp_path: Path) -> None:
    seal(tmp_path / "odd", "audit", finding("label_balance"))
    odd = {"job": ["audit"], "data": {"name": 1}, "model": "bert", "runs": [1, {"name": None}]}
    damage(tmp_path / "odd", "manifest.json", odd | {"work": {}, "work_key": ""})
    assert only(tmp_path).state == "damaged"
    unfinished = Workspace(tmp_path / "begun", work("audit"))
    damage(unfinished.path, "manifest.json", {"work": odd})
    states = {entry.name: entry.state for entry in Catalogue(tmp_path).listing().entries.values()}
    assert states == {"odd": "damaged", "begun": "damaged"}


def test_a_list_is_brought_up_to_date(seal: Seal, tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    assert catalogue.listing().entries == {}
    workspace = Workspace(tmp_path / "run", work("audit"))
    (begun,) = catalogue.listing().entries.values()
    assert (begun.state, begun.name) == ("unfinished", "run")
    workspace.seal(work("audit"), [finding("label_balance")], (), Verdict("First."))
    (sealed,) = catalogue.listing().entries.values()
    assert (sealed.state, sealed.headline) == ("finished", "First.")
    seal(tmp_path / "other", "audit", finding("label_balance"))
    assert len(catalogue.listing().entries) == 2


def test_only_runs_of_the_list_can_be_named(seal: Seal, tmp_path: Path) -> None:
    seal(tmp_path / "shown" / "run", "audit", finding("label_balance", figures=[accuracy(0.5, 9)]))
    seal(tmp_path / "outside", "audit")
    catalogue = Catalogue(tmp_path / "shown")
    (key,) = catalogue.listing().entries
    assert catalogue.report(key) == b"<p>Report.</p>"
    for wrong in ("", "run", "../outside", str(tmp_path / "outside"), key.upper() + "0"):
        with pytest.raises(FileMissingError):
            catalogue.report(wrong)


def test_a_run_that_becomes_a_link_is_no_longer_read(seal: Seal, tmp_path: Path) -> None:
    run = seal(tmp_path / "shown" / "run", "audit")
    outside = seal(tmp_path / "outside", "audit", report="secret")
    catalogue = Catalogue(tmp_path / "shown")
    (entry,) = catalogue.listing().entries.values()
    run.rename(tmp_path / "moved")
    run.symlink_to(outside)
    with pytest.raises(FileMissingError):
        catalogue.report(entry.key)
    with pytest.raises(RunUnreadableError, match="a link"):
        run_of(entry)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match="no folder"):
        Catalogue(tmp_path / "nowhere")
