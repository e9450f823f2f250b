"""Page, Markdown and terminal of a reproduction: intervals of differences, hostile text that stays text."""

from io import StringIO

import pytest
from rich.console import Console
from tests.reports.results import data, manifest

from rightreasons.papers.compared.item_findings import cells_frame, item_finding
from rightreasons.papers.compared.reproduction import Answer, reproduced
from rightreasons.papers.compared.summary import OfPaper, summary_finding
from rightreasons.papers.markdown import reproduction_markdown
from rightreasons.papers.printed import Item, PrintedCell, PrintedPaper
from rightreasons.papers.reproduce import Reproduced
from rightreasons.papers.terminal import print_reproduction, print_summary
from rightreasons.reports.pages.page import report_page
from rightreasons.statistics.results import Estimate, Interval

HOSTILE = "<script>alert(1)</script> | [bold]x[/] \x1b[31m\u202e"


def result(
    row: str = "accuracy", by: str = "made up", printed: str = "0.50", *, table: bool = False
) -> Reproduced:
    names = [(row, "A")] if not table else [(each, column) for each in (row, "share") for column in "AB"]
    cells = tuple(
        PrintedCell("table-1", each, column, "", "", printed, "proportion", "", "", by)
        for each, column in names
    )
    paper = PrintedPaper("made-up", row, {"table-1": Item(row)}, cells)
    ours = Estimate(0.53, "proportion", 100, Interval(0.43, 0.63, 0.95, "wilson"))
    answers = {cell: Answer(ours, by) for cell in cells}
    rows = tuple(reproduced(cell, paper.items["table-1"], answers, {}) for cell in cells)
    read = data(
        row, rows=1, labels={"differs": 1}, notes=[row], files=[{"name": row, "format": "as published"}]
    )
    known = manifest("reproduce", read, paper=row)
    findings = (summary_finding([OfPaper(paper, rows)] * 2), item_finding(paper, "table-1", rows))
    return Reproduced(known, findings, (), cells_frame(paper, rows), rows=rows)


def terminal(found: Reproduced, width: int = 120) -> str:
    console = Console(file=StringIO(), width=width)
    print_reproduction(found, found.rows, console)
    print_summary(found, console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_a_difference_stands_with_its_interval_everywhere() -> None:
    found = result()
    for written in (report_page(found, found.items), reproduction_markdown(found), terminal(found)):
        assert "+0.0300 (-0.0700 to +0.1300)" in written


def test_a_table_stands_as_in_the_paper_before_the_list_of_its_cells() -> None:
    found = result(table=True)
    in_a_cell = "0.50 / 0.5300 / +0.0300 (-0.0700 to +0.1300)"
    for written in (report_page(found, found.items), reproduction_markdown(found)):
        assert written.count(in_a_cell) == 4
        assert written.index("As in the paper") < written.index("Printed numbers and ours")
        assert written.count("+0.0300 (-0.0700 to +0.1300)") >= 8


def test_on_the_terminal_it_stands_where_it_fits_else_cell_by_cell() -> None:
    found = result(table=True)
    assert terminal(found, 120).count("0.50 / 0.5300 / +0.0300 (-0.0700 to +0.1300)") == 4
    narrow = terminal(found, 80)
    assert "/ 0.5300 /" not in narrow
    assert narrow.count("+0.0300 (-0.0700 to +0.1300)") == 4


@pytest.mark.parametrize("table", [False, True])
def test_hostile_text_stays_text(*, table: bool) -> None:
    found = result(HOSTILE, HOSTILE, table=table)
    page = report_page(found, found.items)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    text = reproduction_markdown(found, (HOSTILE,))
    assert "<script>" not in text.replace("\\<", "")
    assert "\\| \\[bold" in text
    shown = terminal(found)
    assert "[bold]x[/]" in shown
    for written in (page, text, shown):
        assert "\x1b" not in written
        assert "\u202e" not in written


def test_a_remark_stands_once_for_all_cells_it_is_true_of() -> None:
    view = result().findings[1].views["notes"]
    assert view.lines == (("1", 2, "made up"),)
