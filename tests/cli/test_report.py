"""The command `report` as a user types it."""

from pathlib import Path
from typing import Any

import pytest

from rightreasons import audit


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    audit(limit=300, measures=["label_balance"], out=folder)
    return folder


def test_a_page_is_written_and_said_on_standard_error(command: Any, run: Path, tmp_path: Path) -> None:
    shown = command("report", run, "-o", tmp_path / "page.html")
    assert shown.code == 0
    assert shown.out == ""
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_wrong_use_and_missing_runs_end_in_codes(command: Any, run: Path, tmp_path: Path) -> None:
    assert command("report", run, "-o", tmp_path / "x", "--format", "pdf").code == 2
    assert command("report", run, "-o", tmp_path / "x", "--format", "md", "--charts", "svg").code == 2
    assert command("report", tmp_path / "none", "-o", tmp_path / "x").code == 3
    assert not (tmp_path / "x").exists()
