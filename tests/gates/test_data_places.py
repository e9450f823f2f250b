"""A finding of code scanning stands on the data file of its run, found by name and checksum."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from rightreasons import audit, gate
from rightreasons.gates.data_places import data_place
from rightreasons.reports.gate_files import sarif
from rightreasons.sources.bundled import bundled_pairs


@dataclass
class File:
    name: str
    sha256: str | None


def test_a_file_is_found_by_name_and_checksum_and_not_by_its_name_alone(tmp_path: Path) -> None:
    for folder, text in (("a", "other"), ("b", "data"), (".hidden", "data")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "d.jsonl").write_text(text, encoding="utf-8")
    digest = hashlib.sha256(b"data").hexdigest()
    assert data_place([File("d.jsonl", digest)], tmp_path) == "b/d.jsonl"
    assert data_place([File("d.jsonl", "0" * 64)], tmp_path) == "d.jsonl"
    assert data_place([], tmp_path) is None


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("data", encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "d.jsonl").symlink_to(tmp_path / "outside.txt")
    digest = hashlib.sha256(b"data").hexdigest()
    assert data_place([File("d.jsonl", digest)], tmp_path / "in") == "d.jsonl"


def test_a_missed_requirement_stands_on_line_1_of_the_data_and_never_on_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "my train.jsonl"
    bundled_pairs(300, 1).frame.select("id", "premise", "hypothesis", "label").write_ndjson(path)
    audit(str(path), measures=["label_balance"], out=tmp_path / "run")
    found = gate("run", require=["label_balance.majority <= 0.1"])
    (result,) = json.loads(sarif(found.checks, "1", (), found.places(tmp_path)))["runs"][0]["results"]
    (place,) = result["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "data/my%20train.jsonl"},
        "region": {"startLine": 1},
    }
