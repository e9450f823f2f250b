"""A run becomes the card of what it is about, with the command that makes it again."""

import shlex
from pathlib import Path

import polars as pl
import pytest

from rightreasons import audit, compare, probe, read_pairs
from rightreasons.errors import IncompleteError, OptionError, RunUnreadableError
from rightreasons.jobs.card import card
from rightreasons.reports.judged import judged_issues
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.workspace import Workspace

ROWS = [("A man sleeps.", "A man sleeps.", "entailment"), ("A man sleeps.", "Dogs sleep.", "neutral")] * 20


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "my pairs.csv"
    pl.DataFrame(ROWS, schema=["premise", "hypothesis", "label"], orient="row").write_csv(path)
    return path


def command_in(markdown: str) -> list[str]:
    (line,) = [line for line in markdown.splitlines() if line.startswith("    rightreasons ")]
    return shlex.split(line)


def test_an_audit_becomes_a_bias_card(data: Path, tmp_path: Path) -> None:
    audit(str(data), test=[str(data)], measures=("label_balance",), seed=7, out=tmp_path / "run")
    made = card(tmp_path / "run")
    assert (made.kind, made.metadata["pretty_name"]) == ("bias", "my pairs.csv")
    assert command_in(made.markdown) == [
        *("rightreasons", "audit", "my pairs.csv", "--test", "my pairs.csv"),
        *("--measures", "label_balance", "--tokenisation", "word-punct", "--seed", "7"),
    ]


def test_a_probe_becomes_a_shortcut_card(data: Path, tmp_path: Path) -> None:
    asked = [str(data), "controls"]
    probe("rule:lexical-overlap", asked, label_check=False, pattern_threshold=0.7, out=tmp_path / "run")
    made = card(tmp_path / "run")
    assert made.kind == "shortcut"
    assert made.metadata["model-index"][0]["name"] == "rule:lexical-overlap"
    assert command_in(made.markdown) == [
        *("rightreasons", "probe", "rule:lexical-overlap", "--on", "my pairs.csv", "--on", "controls"),
        *("--lambda", "0.7", "--no-label-check"),
    ]


def test_a_file_with_gold_inside_is_probed_again_by_its_command_alone(tmp_path: Path) -> None:
    rows = [(row, row % 2, 0.2 + 0.6 * (row % 2)) for row in range(40)]
    pl.DataFrame(rows, schema=["id", "y_true", "y_score"], orient="row").write_csv(tmp_path / "scores.csv")
    probe(str(tmp_path / "scores.csv"), out=tmp_path / "run")
    made = card(tmp_path / "run")
    assert command_in(made.markdown)[:3] == ["rightreasons", "probe", "scores.csv"]
    assert "--on" not in command_in(made.markdown), "the gold labels of a file are no set that can be named"
    assert "Asked: the labelled data, 40 rows" in made.text(full=False)


def test_the_bundled_corpus_has_no_name_in_the_command(tmp_path: Path) -> None:
    audit(measures=["label_balance"], limit=100, out=tmp_path / "run")
    command = command_in(card(tmp_path / "run").markdown)
    assert command[:3] == ["rightreasons", "audit", "--measures"]


def test_other_runs_and_unfinished_ones_have_no_card(data: Path, tmp_path: Path) -> None:
    for rule in ("always-entailment", "lexical-overlap"):
        probe(f"rule:{rule}", str(data), out=tmp_path / rule)
    compare(tmp_path / "always-entailment", tmp_path / "lexical-overlap", out=tmp_path / "both")
    with pytest.raises(OptionError, match="is a run of 'compare'"):
        card(tmp_path / "both")
    with pytest.raises(IncompleteError, match="is unfinished"):
        card(Workspace(tmp_path / "begun", Manifest(job="probe")).path)
    with pytest.raises(RunUnreadableError):
        card(tmp_path)


NAMED = ["number", "claim", "source_text", "verdict"]
AS_READ = ["--columns", "premise=source_text,hypothesis=claim,label=verdict"]


def claims(path: Path, verdicts: dict[str, str]) -> Path:
    rows = [(at, f"Claim {at}.", f"Text {at % 7}.", list(verdicts)[at % 2]) for at in range(40)]
    pl.DataFrame(rows, schema=NAMED, orient="row").write_csv(path)
    return path


def test_the_command_and_every_line_to_paste_name_columns_that_are_not_told_by_their_names(
    tmp_path: Path,
) -> None:
    data = claims(tmp_path / "claims.csv", {"supported": "entailment", "refuted": "contradiction"})
    columns = {"premise": "source_text", "hypothesis": "claim", "label": "verdict"}
    run = audit(read_pairs(data, columns=columns), out=tmp_path / "run")
    assert command_in(card(tmp_path / "run").markdown)[2:5] == ["claims.csv", *AS_READ]
    lines = [each.command for each in judged_issues(run) if "claims.csv" in each.command]
    assert lines
    assert all(shlex.join(AS_READ) in line for line in lines)


def test_the_command_says_what_labels_mean_that_are_not_known_by_their_spelling(tmp_path: Path) -> None:
    meant = {"thumbs_up": "entailment", "thumbs_down": "non-entailment"}
    frame = pl.read_csv(claims(tmp_path / "claims.csv", meant))
    frame.rename({"source_text": "premise", "claim": "hypothesis", "verdict": "label"}).write_csv(
        tmp_path / "pairs.csv"
    )
    pairs = read_pairs(tmp_path / "pairs.csv", label_map=meant)
    audit(pairs, measures=["label_balance"], out=tmp_path / "run")
    words = command_in(card(tmp_path / "run").markdown)
    assert dict(each.split("=") for each in words[words.index("--label-map") + 1].split(",")) == meant
    assert "--columns" not in words
