"""The command `reproduce` on the terminal and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RIGHTREASONS_DATA", raising=False)


def test_alone_it_lists_papers_and_what_is_possible(command: Any) -> None:
    shown = command("reproduce")
    assert shown.code == 0
    for name in ("poliak-2018", "sanchez-2018", "mccoy-2019", "liu-2020", "table-16"):
        assert name in shown.out
    assert "with a trained model, by --from MODEL=RUN" in shown.out


def test_the_listing_is_json_too(command: Any) -> None:
    papers = json.loads(command("reproduce", "--json").out)["papers"]
    (table,) = [item for item in papers["mccoy-2019"] if item["item"] == "table-3"]
    assert table["ways"] == {"model": 16, "data": 12}
    assert "hans/bert_preds.txt" in table["needs"]["files"]
    assert table["needs"]["missing"] is None  # no folder of data was named


def test_the_listing_names_what_items_need_and_what_is_missing(command: Any, tmp_path: Path) -> None:
    shown = command("reproduce", "--data", str(tmp_path))
    assert shown.code == 0
    text = " ".join(shown.out.split())
    assert (
        "section-1, section-2, table-3, section-3.1 need files: snli/snli_1.0_train.jsonl; missing:" in text
    )
    assert "encoder weights: bert-base-uncased" in text
    assert "a GPU is advisable" in text
    listed = json.loads(command("reproduce", "--data", str(tmp_path), "--json").out)["papers"]["liu-2020"]
    (table,) = [item for item in listed if item["item"] == "table-5"]
    assert "snli/snli_1.0_train.jsonl" in table["needs"]["missing"]


def test_runs_without_the_training_set_end_with_exit_code_3(command: Any, tmp_path: Path) -> None:
    where = ("--data", str(tmp_path), "-o", str(tmp_path / "out"))
    result = command("reproduce", "liu-2020", "--table", "5", *where, "--runs", "3", "--json")
    assert result.code == 3
    assert "snli/snli_1.0_train.jsonl" in result.err
    assert "snli/snli_1.0_train.jsonl" in json.loads(result.out)["missing"]


def test_a_broken_file_ends_it_with_exit_code_3_after_the_rest_was_shown(
    command: Any, tmp_path: Path, shared_data: Path
) -> None:
    for name in ("bert_preds.txt", "decomp_attn_heur_preds.txt"):
        (tmp_path / name).write_bytes((shared_data / "hans" / name).read_bytes())
    cut = tmp_path / "hans/bert_preds.txt"
    cut.parent.mkdir()
    cut.write_bytes((tmp_path / "bert_preds.txt").read_bytes()[:20_001])
    (tmp_path / "bert_preds.txt").unlink()
    result = command("reproduce", "mccoy-2019", "--table", "3", "--data", str(tmp_path), "--json")
    assert result.code == 3
    assert "bert_preds.txt line 1167 has 1 of 2 fields" in result.err
    assert "--on-malformed" not in result.err
    shown = json.loads(result.out)
    assert len(shown["broken"]) == 1
    assert [cell["verdict"] for cell in shown["cells"] if cell["model"] == "DA"].count("matches") == 6


def test_it_ends_well_where_figures_do_not_add_up(command: Any) -> None:
    shown = command("reproduce", "liu-2020", "--table", "7")
    assert shown.code == 0
    assert "12 adds up" in shown.out
    assert "MODEL: InferSent" in shown.out
    shown = command("reproduce", "sanchez-2018")
    assert shown.code == 0
    assert "does not add up drop I_A to I_TA1, relative / CE" in shown.out


def test_missing_files_end_it_with_exit_code_3_after_the_rest_was_shown(command: Any) -> None:
    result = command("reproduce", "mccoy-2019", "--table", "3", "--json")
    assert result.code == 3
    assert "hans/bert_preds.txt, hans/decomp_attn_heur_preds.txt" in result.err
    shown = json.loads(result.out)
    assert shown["missing"] == ["hans/bert_preds.txt", "hans/decomp_attn_heur_preds.txt"]
    assert len(shown["reproductions"][0]["findings"][0]["views"]["cells"]["lines"]) == 28


@pytest.mark.parametrize("arguments", [["--table", "99"], ["--scale", "huge"], ["--from", "X=Y"]])
def test_wrong_use_is_said(command: Any, arguments: list[str]) -> None:
    assert command("reproduce", "mccoy-2019", *arguments).code == 2


def test_all_papers_are_shown_at_a_glance(command: Any) -> None:
    shown = command("reproduce", "all")
    assert shown.code == 3  # published files are missing, and named after the rest was shown
    for text in ("sanchez-2018", "section-3.1.2", "N2 is printed for two nouns", "hans/bert_preds.txt"):
        assert text in shown.out + shown.err


def test_all_papers_are_json_with_every_cell(command: Any) -> None:
    shown = json.loads(command("reproduce", "all", "--json").out)
    cells = shown["cells"]
    assert {cell["paper"] for cell in cells} == {"poliak-2018", "sanchez-2018", "mccoy-2019", "liu-2020"}
    (misprint,) = [cell for cell in cells if cell["item"] == "table-9" and cell["corrected"]]
    assert (misprint["printed"], misprint["corrected"], misprint["page"]) == ("1.00", "0.93", "17")


@pytest.mark.parametrize(
    "arguments",
    [["--table", "1"], ["--definition", "g"], ["--from", "ESIM=run"], ["--paper-version", "9"]],
)
def test_what_one_paper_has_is_refused_for_all(command: Any, arguments: list[str]) -> None:
    shown = command("reproduce", "all", *arguments)
    assert shown.code == 2
    assert f"{arguments[0]} for all papers" in shown.err


def test_definitions_are_listed_where_one_is_not_known(command: Any) -> None:
    shown = command("reproduce", "sanchez-2018", "--definition", "mine")
    assert shown.code == 2
    assert (
        "definition 'mine' of sanchez-2018 [RR002]\n  expected: one of recommended, pearson-yates, g"
        in shown.err
    )
    shown = command("reproduce", "sanchez-2018", "--table", "2", "--definition", "recommended")
    assert shown.code == 0
    assert "175.34 / 159.4430* / " in shown.out
    assert "1 other definition" in shown.out


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["--runs", "2"], "--runs without -o"),
        (["--set", "epochs=1"], "--set without --runs"),
        (["--dry-run"], "--dry-run without --runs"),
        (["--runs", "2", "--from", "DA=run", "--dry-run"], "--from beside --runs"),
        (["--runs", "2", "--seed", "3", "--dry-run"], "--seed beside --runs"),
        (["--runs", "2", "--encoder", "weights", "--dry-run"], "NAME=FOLDER"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_use(command: Any, wrong: list[str], message: str) -> None:
    result = command("reproduce", "mccoy-2019", "--table", "4", *wrong)
    assert result.code == 2
    assert message in result.err


def test_a_dry_run_counts_trainings_and_says_what_they_lack(command: Any) -> None:
    result = command("reproduce", "mccoy-2019", "--table", "4", "--runs", "2", "--dry-run")
    assert result.code == 0
    assert "0 trainings" in result.err
    assert "no local weights of bert-base-uncased" in result.err
    assert "3 models not trained: not found: mnli/multinli_1.0_train.jsonl" in result.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "3", "--scale", "nonsense", "-o", "X"], "--table without a paper"),
        (["--from", "X=Y"], "--from without a paper"),
        (["--results", "/nope"], "--results without a paper"),
        (["--scale", "small"], "--scale without a paper"),
        (["-o", "X"], "--out without a paper"),
        (["--seed", "2"], "--seed without a paper"),
    ],
)
def test_without_a_paper_nothing_is_ignored(command: Any, arguments: list[str], message: str) -> None:
    shown = command("reproduce", *arguments)
    assert shown.code == 2
    assert message in shown.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mccoy-2019", "--paper-version", "1", "--table", "9"], "one of table-1, table-2, table-3, table-4"),
        (["mccoy-2019", "--paper-version", "3", "--table", "1"], "expected: one of 1, 2"),
        (["mccoy-2019", "--paper-version", "1"], "--paper-version without a table"),
        (["liu-2020", "--paper-version", "2", "--table", "1"], "expected: the only version"),
        (["sanchez-2018", "--table", "1", "--definition", "g"], "definition 'g' for 'table-1'"),
    ],
)
def test_what_would_have_no_effect_is_refused(command: Any, arguments: list[str], message: str) -> None:
    shown = command("reproduce", *arguments)
    assert shown.code == 2
    assert message in shown.err
