"""A run as LaTeX: tables of booktabs whose rows fit, and data that can only ever be text."""

import re
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons import audit, compare
from rightreasons.jobs.auditing.taking import Audit
from rightreasons.reports.figure_words import cell_in_words, figures_in_words
from rightreasons.reports.formats.latex import MOST_LINES, as_latex, escaped

COMMANDS = re.compile(
    r"\\(?:text[a-z]+\{\}|ldots\{\}|[&%$#_{}])|\$(?:-|(?:\\[a-z]+)+)\$"
    r"|\\rule\{\.4em\}\{[.\d]+ex\}|\{[-'\[\]]\}"
)


@pytest.fixture(scope="module")
def audited() -> Audit:
    return audit(limit=400, measures=["label_balance", "give_away_words", "lengths"])


@given(st.text(max_size=60))
def test_no_text_is_read_as_a_command(text: str) -> None:
    left = COMMANDS.sub("", escaped(text))
    assert not set('\\&%$#_{}~^<>|"`') & set(left)
    assert "\n" not in left


def test_a_minus_before_a_number_is_one_and_a_hyphen_stays() -> None:
    assert escaped("-3.5") == "$-$3.5"
    assert escaped("hypothesis-only") == "hypothesis{-}only"


def test_every_view_has_a_table_with_rules_and_rows_of_as_many_cells(audited: Audit) -> None:
    text = as_latex(audited)
    tables = re.findall(r"\\begin\{tabular\}\{([lr]+)\}\n(.*?)\\end\{tabular\}", text, re.DOTALL)
    filled = [view for finding in audited.findings for view in finding.views.values() if view.lines]
    assert len(tables) >= len(filled) > 3
    for columns, body in tables:
        lines = body.strip().split("\n")
        assert (lines[0], lines[2], lines[-1]) == (r"\toprule", r"\midrule", r"\bottomrule")
        rows = [lines[1], *lines[3:-1]]
        assert len(rows) <= MOST_LINES + 1
        for row in rows:
            assert row.endswith(r" \\")
            assert len(re.findall(r"(?<!\\)&", row)) == len(columns) - 1
    assert (
        text.count(r"\begin{table}")
        == text.count(r"\end{table}")
        == len(set(re.findall(r"\\label\{.*?\}", text)))
    )


def test_figures_are_called_in_words_and_each_otherwise(audited: Audit) -> None:
    text = as_latex(audited)
    assert "label\\_balance." not in text
    assert "majority own, gold label" in text
    for finding in audited.findings:
        called = figures_in_words(finding)
        assert len(set(called.values())) == len(called) == len(finding.figures)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("all.neutral", "gold label neutral"),
        ("accuracy", "accuracy"),
        ("lexical_overlap.entailment", "lexical overlap, entailment"),
    ],
)
def test_a_cell_of_a_comparison_is_called_in_words(cell: str, words: str) -> None:
    assert cell_in_words(cell) == words


def test_a_section_is_called_by_the_title_of_its_measure(audited: Audit) -> None:
    headings = re.findall(r"\\subsection\*\{(.*)\}", as_latex(audited))
    assert "Label balance" in headings
    assert not [each for each in headings if "_" in each]


def test_the_verdict_stands_first(audited: Audit) -> None:
    text = as_latex(audited)
    assert text.index(escaped(audited.verdict.title)) < text.index(r"\subsection*")


def test_marks_of_our_own_tables_need_no_other_engine() -> None:
    assert escaped("▁▂█").isascii()
    assert escaped("entailment ↛ neutral").isascii()


def test_a_comparison_begins_with_its_table_in_the_names_of_the_runs(tmp_path: Path) -> None:
    rows = [{"id": str(row), "gold": "entailment" if row % 2 else "neutral"} for row in range(40)]
    for name, wrong in (("ours", 3), ("theirs", 11)):
        said = ["neutral" if row < 2 * wrong else rows[row]["gold"] for row in range(40)]
        frame = pl.DataFrame(rows).with_columns(prediction=pl.Series(said))
        frame.write_csv(tmp_path / f"{name}.csv")
    text = as_latex(compare(tmp_path / "ours.csv", tmp_path / "theirs.csv"))
    first = text[text.index(r"\begin{table}") :]
    head = first[first.index(r"\toprule") : first.index(r"\midrule")]
    assert re.findall(r"(?:only )?(?:ours|theirs)|baseline|candidate|p holm|p bh", head) == [
        *("ours", "theirs", "p holm", "only ours", "only theirs")
    ]
    assert "detectable" not in text
