"""The command `audit` as a user meets it: pure JSON, one table for several sets, options from a file."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from rightreasons.sources.bundled import bundled_pairs

QUICK = ("--measures", "label_balance,hypothesis_only")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "pairs.jsonl"
    bundled_pairs(400, 2).frame.select("premise", "hypothesis", "label", "planted").write_ndjson(path)
    return path


def test_json_on_standard_output_is_json_and_nothing_else(command: Any, data: Path) -> None:
    outcome = command("audit", data, *QUICK, "--json")
    (audit,) = json.loads(outcome.out)["audits"]
    assert {finding["measure"] for finding in audit["findings"]} == {"label_balance", "hypothesis_only"}
    assert audit["manifest"]["data"][0]["account"]["read"] == 400
    assert outcome.err == ""


def test_without_data_the_bundled_corpus_is_audited_and_named_as_such(command: Any) -> None:
    outcome = command("audit", "--limit", "300", *QUICK)
    assert outcome.code == 0
    assert "No DATA given: this is the bundled corpus" in outcome.out
    assert "[--test FILE]" in outcome.out


def test_several_sets_give_one_table_with_a_row_each(command: Any, data: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(data.read_bytes())
    lines = command("audit", data, other, *QUICK).out.splitlines()
    header = next(i for i, line in enumerate(lines) if line.startswith("audited "))
    assert [line.split()[0] for line in lines[header + 1 : header + 3]] == ["pairs.jsonl", "other.jsonl"]


def test_a_set_that_cannot_be_read_does_not_lose_those_before_it(
    command: Any, data: Path, tmp_path: Path
) -> None:
    outcome = command("audit", data, tmp_path / "nowhere.jsonl", *QUICK, "-o", tmp_path / "runs")
    assert outcome.code == 3
    assert "[RR201]" in outcome.err
    assert "A model that never sees the premise" in outcome.out
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["0-pairs.jsonl"]


def test_options_may_stand_in_a_file_and_the_command_line_goes_before_it(
    command: Any, data: Path, tmp_path: Path
) -> None:
    config = tmp_path / "audit.yaml"
    config.write_text(f"data: {data}\nmeasures: [label_balance]\nlimit: 100\nseed: 7\njson: true\n")
    audit = json.loads(command("audit", "--config", config, "--limit", "50").out)["audits"][0]
    assert [finding["measure"] for finding in audit["findings"]] == ["label_balance"]
    assert audit["manifest"]["data"][0]["rows"] == 50
    assert audit["manifest"]["options"]["seed"] == 7


def test_an_option_that_is_none_is_named_in_the_file_it_stands_in(command: Any, tmp_path: Path) -> None:
    (tmp_path / "audit.yaml").write_text("sed: 7\n")
    outcome = command("audit", "--config", tmp_path / "audit.yaml")
    assert outcome.code == 2
    assert "'sed' in 'audit.yaml'" in outcome.err


def test_groups_and_evidence_are_shown_where_they_are_asked_for(command: Any, data: Path) -> None:
    shown = command("audit", data, *QUICK, "--group-by", "planted", "--evidence", "1").out
    assert "Accuracy per planted" in shown
    assert "hypothesis_only.accuracy" in shown


def test_the_command_of_an_issue_has_the_data_as_they_were_typed(
    command: Any, data: Path, tmp_path: Path
) -> None:
    there = tmp_path / "some data" / "pairs.jsonl"
    there.parent.mkdir()
    there.write_bytes(data.read_bytes())
    measures = ("--measures", "give_away_words,label_balance", "--on-malformed", "drop")
    lines = command("audit", there, *measures).out.splitlines()
    words = shlex.split(next(line for line in lines if "rightreasons make downsampled" in line))
    words = words[words.index("rightreasons") :]
    assert words[:4] == ["rightreasons", "make", "downsampled", str(there)]
    assert words[4:6] == ["--on-malformed", "drop"]
