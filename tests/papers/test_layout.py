"""An item as the paper lays it out: rows and columns, three numbers in a cell."""

from rightreasons.papers.compared.item_findings import item_finding
from rightreasons.papers.compared.layout import laid_out
from rightreasons.papers.compared.reproduction import Answer, Basis, Reproduction, reproduced
from rightreasons.papers.printed import Item, PrintedCell, PrintedPaper
from rightreasons.sentences.sentence import Sentence
from rightreasons.statistics.results import Estimate, Interval

OURS = Estimate(0.53, "proportion", 100, Interval(0.43, 0.63, 0.95, "wilson"))


def cell(row: str, column: str, split: str = "", printed: str = "0.50") -> PrintedCell:
    return PrintedCell("table-1", row, column, split, "", printed, "proportion", "", "", "")


def beside(cells: list[PrintedCell], basis: Basis = "same") -> list[Reproduction]:
    answers = {cells[0]: Answer(OURS, "made up", basis)}
    return [reproduced(each, Item("made up"), answers, {}) for each in cells]


def test_a_cell_has_what_is_printed_ours_and_the_difference_with_its_interval() -> None:
    table = laid_out(beside([cell(row, column) for row in "ab" for column in "XY"]))
    assert table is not None
    assert table.columns == ("row", "X", "Y")
    assert table.lines == (
        ("a", "0.50 / 0.5300 / +0.0300 (-0.0700 to +0.1300)", "0.50 / –"),
        ("b", "0.50 / –", "0.50 / –"),
    )


def test_what_is_of_other_data_is_marked() -> None:
    table = laid_out(beside([cell(row, column) for row in "ab" for column in "XY"], "other data"))
    assert table is not None
    assert str(table.lines[0][1]).startswith("0.50 / 0.5300* / +0.0300")


def test_the_split_stands_with_the_column() -> None:
    table = laid_out(beside([cell(row, column, split) for row in "ab" for column in "XY" for split in "uv"]))
    assert table is not None
    assert table.columns == ("row", "X, u", "X, v", "Y, u", "Y, v")


def test_the_split_stands_with_the_row_where_each_row_has_its_own() -> None:
    table = laid_out(beside([cell(row, column, split) for row, split in ("au", "bv") for column in "XY"]))
    assert table is not None
    assert table.columns == ("row", "X", "Y")
    assert [row[0] for row in table.lines] == ["a, u", "b, v"]


def test_a_heading_leaves_out_what_the_row_says() -> None:
    cells = [cell(f"{split}, whole", column, split) for split in ("I_A", "E_A") for column in "XY"]
    table = laid_out(beside(cells))
    assert table is not None
    assert table.columns == ("row", "X", "Y")


def test_what_is_no_table_has_no_layout() -> None:
    assert laid_out(beside([cell("a", "X"), cell("b", "X")])) is None  # one column
    assert laid_out(beside([cell("a", "X"), cell("a", "Y")])) is None  # one row
    assert laid_out(beside([cell(name, name.upper()) for name in "abc"])) is None  # a list
    words = [cell(row, column, printed="text") for row in "ab" for column in "XY"]
    assert laid_out([reproduced(each, Item("made up"), {}, {}) for each in words]) is None


def test_the_headline_of_an_item_says_title_page_and_verdicts_and_refers_to_their_figures() -> None:
    rows = beside([cell(row, column) for row in "ab" for column in "XY"], "other data")
    printed = PrintedPaper("made-up", "Nobody (2020)", {"table-1": Item("Made up", page=7)}, ())
    finding = item_finding(printed, "table-1", rows)
    assert finding.headline == "Made up, page 7: 1 other data, 3 not possible of 4"
    assert isinstance(finding.headline, Sentence)
    assert finding.headline.figures == ("other_data", "not_possible")
    assert {finding.figures[name].value for name in finding.headline.figures} == {1, 3}
