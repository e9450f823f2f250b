"""The hook on files that can be read, and on those that cannot; the step of the action, run by hand."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from rightreasons.doors.data_hook import main
from rightreasons.sources.bundled import bundled_pairs

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.jsonl"
    bundled_pairs(300, 1).frame.select("id", "premise", "hypothesis", "label").write_ndjson(path)
    return path


@pytest.mark.parametrize(
    "text",
    ['{"premise": "A dog.", "hypothesis"', '{"premise": "A dog.", "label": "neutral"}\n', "", "\x00\x01"],
)
def test_a_bad_file_ends_a_commit_and_is_named(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(text, encoding="utf-8")
    assert main([str(data), str(bad)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{bad}: ")
    assert "help:" in said
    assert str(data) not in said


def test_labelled_data_pass(data: Path) -> None:
    assert main([str(data)]) == 0


def test_the_hook_runs_what_it_says_on_files_of_data() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["entry"].endswith("rightreasons.doors.data_hook")


def steps() -> list[dict[str, Any]]:
    return list(yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"])


def test_inputs_of_the_action_reach_the_shell_as_variables_alone() -> None:
    assert not [step["name"] for step in steps() if "${{" in step["run"]]


@pytest.mark.parametrize(("bound", "code"), [pytest.param("0.2", 0, marks=pytest.mark.long), ("0.9", 1)])
def test_the_step_of_the_action_audits_probes_and_gates(
    data: Path, tmp_path: Path, bound: str, code: int
) -> None:
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "rightreasons"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m rightreasons "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    given = {
        "MODEL": "rule:random",
        "ON": str(data),
        "REQUIRE": f"data.jsonl.accuracy >= {bound}\n\ndata.jsonl.accuracy <= 1",
        "RUNNER_TEMP": str(tmp_path / "runner"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        ["/bin/bash", str(ROOT / "scripts" / "action")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **given},
    )
    assert done.returncode == code, done.stderr
    sarif = (tmp_path / "output").read_text(encoding="utf-8").strip().partition("=")[2]
    assert Path(sarif).is_file()
    assert "Gate" in (tmp_path / "summary.md").read_text(encoding="utf-8")
