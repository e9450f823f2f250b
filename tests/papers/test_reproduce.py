"""The job `reproduce`: items chosen, runs named, everything written."""

import json
from pathlib import Path

import polars as pl
import pytest

from rightreasons.errors import FileMissingError, OptionError, RunExistsError, UnknownNameError
from rightreasons.papers.answers.sources import ModelSources
from rightreasons.papers.reproduce import listing, reproduce


def test_a_table_is_one_finding_with_a_row_a_cell() -> None:
    found = reproduce("sanchez-2018", items=["table-4"])
    (finding,) = found.findings
    assert finding.measure == "sanchez-2018.table-4"
    assert len(finding.views["cells"].lines) == len(found.rows) == 16
    assert finding.figures["adds_up"].value == 4
    assert found.missing == ()
    found.check_complete()


def test_missing_files_are_named() -> None:
    found = reproduce("mccoy-2019", items=["table-3"])
    assert found.missing == ("hans/bert_preds.txt", "hans/decomp_attn_heur_preds.txt")
    with pytest.raises(FileMissingError, match=r"hans/bert_preds.txt, hans/decomp_attn_heur_preds.txt"):
        found.check_complete()


def test_everything_is_written_once(tmp_path: Path) -> None:
    out = tmp_path / "out"
    reproduce("mccoy-2019", items=["table-6"], out=out)
    assert {path.name for path in out.iterdir()} == {
        "findings.json",
        "items.parquet",
        "manifest.json",
        "report.html",
        "reproduction.md",
        "seal.txt",
    }
    cells = pl.read_parquet(out / "items.parquet")
    assert cells.filter(unit="example")["verdict"].to_list() == ["matches"] * 10
    assert cells["page"].unique().to_list() == ["14"]
    assert "mccoy-2019.table-6" in (out / "report.html").read_text(encoding="utf-8")
    assert (out / "reproduction.md").read_text(encoding="utf-8").count("| matches |") == 10
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["data"][0]["labels"] == {"matches": 10, "adds up": 9, "does not add up": 1}
    reproduce("mccoy-2019", items=["table-6"], out=out)
    with pytest.raises(RunExistsError):
        reproduce("mccoy-2019", items=["table-7"], out=out)


def test_tables_of_version_1_are_renumbered() -> None:
    found = reproduce("mccoy-2019", items=["table-4"], paper_version=1)
    assert {row.cell.item for row in found.rows} == {"table-6"}
    assert found.manifest.to_json()["options"]["paper-version"] == 1


def test_tables_of_version_2_are_numbered_as_they_are() -> None:
    found = reproduce("mccoy-2019", items=["table-4"], paper_version=2)
    assert {row.cell.item for row in found.rows} == {"table-4"}


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"items": ["table-99"]}, OptionError),
        ({"models": ModelSources(["GPT=run"])}, OptionError),
        ({"models": ModelSources(["run"])}, OptionError),  # which of the four models?
        ({"scale": "large"}, OptionError),
        ({"paper_version": 3}, OptionError),
        ({"definition": "of mine"}, UnknownNameError),
        ({"data": "/no/such/folder"}, FileMissingError),
        ({"models": ModelSources(["ESIM=no-such-run"])}, FileMissingError),
    ],
)
def test_what_cannot_be_used_is_an_error(wrong: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        reproduce("mccoy-2019", **wrong)  # type: ignore[arg-type]


def test_an_unknown_paper_is_an_error() -> None:
    with pytest.raises(UnknownNameError, match="mccoy-2019"):
        reproduce("mccoy-2018")


def test_the_listing_counts_every_cell_once() -> None:
    for items in listing().values():
        assert all(sum(item.ways.values()) == item.cells for item in items)
