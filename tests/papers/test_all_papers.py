"""All papers in one run, and the summary before the items."""

import json
from pathlib import Path
from typing import get_args

import polars as pl
import pytest

from rightreasons.findings import Finding
from rightreasons.papers import PAPERS
from rightreasons.papers.compared.reproduction import Evidence
from rightreasons.papers.compared.summary import evidence
from rightreasons.papers.reproduce import Reproduced, reproduce
from rightreasons.papers.reproduce_all import reproduce_all

DIFFERING = {  # without any data, from what is printed alone: the sums that do not come out
    ("poliak-2018", "table-1"): 2,
    ("poliak-2018", "table-2"): 1,
    ("poliak-2018", "section-5"): 1,
    ("sanchez-2018", "section-6.1"): 2,
    ("sanchez-2018", "section-6.2"): 1,
    ("mccoy-2019", "table-1"): 1,
    ("mccoy-2019", "table-2"): 1,
    ("mccoy-2019", "table-6"): 1,
    ("mccoy-2019", "table-8"): 1,
    ("liu-2020", "section-1-easy"): 1,
    ("liu-2020", "table-5"): 5,
    ("liu-2020", "table-6"): 4,
    ("liu-2020", "section-3.1.2"): 1,
}


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reproduced, Path]:
    out = tmp_path_factory.mktemp("all") / "run"
    return reproduce_all(out=out), out


def rows(finding: Finding, table: str) -> list[dict[str, object]]:
    found = finding.views[table]
    return [dict(zip(found.columns, row, strict=True)) for row in found.lines]


def test_the_summary_counts_every_cell_once(everything: tuple[Reproduced, Path]) -> None:
    found, _ = everything
    summary = found.findings[0]
    assert summary.measure == "reproduction"
    cells = {name: len(PAPERS.load(name).printed.cells) for name in PAPERS}
    groups = ("agree", "add up", "differ", "other data", "ours only", "not possible")
    assert {row["paper"]: row["cells"] for row in rows(summary, "papers")} == cells
    for row in (*rows(summary, "papers"), *rows(summary, "items")):
        assert sum(int(str(row[name])) for name in groups) == row["cells"]
    items = {(name, item) for name in PAPERS for item in PAPERS.load(name).printed.items}
    assert {(row["paper"], row["item"]) for row in rows(summary, "items")} == items
    assert len(found.rows) == sum(cells.values()) == found.items.height


def test_what_does_not_come_out_is_listed_with_why(everything: tuple[Reproduced, Path]) -> None:
    summary = everything[0].findings[0]
    listed = rows(summary, "differing")
    found: dict[tuple[object, object], int] = {}
    for row in listed:
        found[row["paper"], row["item"]] = found.get((row["paper"], row["item"]), 0) + 1
        assert row["note"]
    assert found == DIFFERING


def test_reasons_stand_once_for_all_models_that_lack_the_same(everything: tuple[Reproduced, Path]) -> None:
    reasons = rows(everything[0].findings[0], "reasons")
    texts = [(row["verdict"], row["reason"]) for row in reasons]
    assert len(set(texts)) == len(texts)
    assert not any("--from InferSent" in str(reason) for _, reason in texts)
    counted = sum(int(str(row["cells"])) for row in reasons)
    assert counted == sum(row.verdict == "not possible" for row in everything[0].rows)


def test_every_empty_cell_has_one_kind_of_reason(everything: tuple[Reproduced, Path]) -> None:
    found, _ = everything
    empty = {row["why"]: row for row in rows(found.findings[0], "empty")}
    assert set(empty) == {
        "data not public or not used",
        "needs people who judge the items",
        "needs fine-tuning a pretrained model",
        "quoted from elsewhere",
        "needs training a model",
    }
    counted = sum(int(str(row["cells"])) for row in empty.values())
    assert counted == sum(row.verdict == "not possible" for row in found.rows)
    assert (
        empty["needs people who judge the items"]["items"]
        == "poliak-2018 section-6.3: 4, mccoy-2019 appendix-e: 15"
    )
    assert empty["quoted from elsewhere"]["cells"] == 2 * 11  # Baseline and SOTA of Poliak's Table 2
    table_4 = [row for row in found.rows if row.cell.item == "table-4" and row.cell.model == "XLNet"]
    assert {row.shared_reason.partition(":")[0] for row in table_4} == {
        "needs fine-tuning a pretrained model"
    }


def test_one_run_holds_every_item_as_page_markdown_and_json(everything: tuple[Reproduced, Path]) -> None:
    found, out = everything
    page, text = ((out / name).read_text(encoding="utf-8") for name in ("report.html", "reproduction.md"))
    for finding in found.findings:
        assert f"## {finding.measure}".replace("_", "\\_") in text
    assert page.count('<section class="finding"') == len(found.findings)
    assert "reproduction of" in page
    kept = json.loads((out / "findings.json").read_text(encoding="utf-8"))
    assert len(kept["findings"]) == len(found.findings)
    assert pl.read_parquet(out / "items.parquet")["paper"].n_unique() == 4


def test_a_paper_alone_has_a_summary_of_its_items_and_one_item_has_none() -> None:
    whole = reproduce("sanchez-2018")
    assert whole.findings[0].measure == "reproduction"
    assert "papers" not in whole.findings[0].views
    assert [each.measure for each in reproduce("sanchez-2018", items=["table-2"]).findings] == [
        "sanchez-2018.table-2"
    ]


def test_what_agrees_is_counted_by_what_it_rests_on(everything: tuple[Reproduced, Path]) -> None:
    found, _ = everything
    kinds = {str(row["kind"]): row for row in rows(found.findings[0], "agreeing")}
    assert sum(int(str(row["cells"])) for row in kinds.values()) == sum(
        row.verdict == "matches" for row in found.rows
    )
    # without data: examples of HANS, what the design fixes, and what stands in the catalogue
    assert set(kinds) == {
        "printed examples found or recognised",
        "constants of the design",
        "the project's own catalogue",
    }
    assert kinds["the project's own catalogue"]["cells"] == 27
    assert str(kinds["the project's own catalogue"]["remark"]).endswith("no evidence")
    assert set(evidence()) == set(get_args(Evidence))
