"""The command `reproduce` on the terminal and as JSON."""

import json
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
    assert len(shown["reproductions"][0]["findings"][0]["tables"]["cells"]["rows"]) == 28


@pytest.mark.parametrize("arguments", [["--table", "99"], ["--scale", "huge"], ["--from", "X=Y"]])
def test_wrong_use_is_said(command: Any, arguments: list[str]) -> None:
    assert command("reproduce", "mccoy-2019", *arguments).code == 2
