"""Tables in LaTeX, wikis and documents of text, and paragraphs as lines: cells by hand."""
# ruff: noqa: E501 - files as they are written, a line each

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from rightreasons.errors import InputError
from rightreasons.sources.formats.latex_table import LATEX as LATEX_FORMAT
from rightreasons.sources.formats.latex_table import read_latex
from rightreasons.sources.formats.latex_text import plain_text
from rightreasons.sources.formats.markdown_table import read_markdown
from rightreasons.sources.formats.wiki_tables import WIKI as WIKI_FORMAT
from rightreasons.sources.formats.wiki_tables import read_wiki
from rightreasons.sources.formats.word_document import read_document
from rightreasons.sources.opening.paths import open_path
from rightreasons.sources.opening.sniffing import format_of
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, LINE, Content, Format, Parsed


def content(text: str, name: str = "x.txt") -> Content:
    return Content(name, text.encode())


def table(parsed: Parsed) -> list[tuple[object, ...]]:
    frame = parsed.frame.drop(HIDDEN)
    return [tuple(frame.columns), *frame.rows()]


CELLS = [("Text", "Claim"), ("A dog.", "It runs."), ("A cat.", "No.")]
LATEX = r"""\begin{table}
\begin{tabular}{p{3cm}|l} % columns
\toprule
\textbf{Text} & Claim \\ \midrule
A dog. & \emph{It} runs. \\[2pt]
\hline
A cat. & No. \\
\bottomrule
\end{tabular}
\end{table}
"""


def test_a_latex_table_is_read_without_its_rules() -> None:
    parsed = read_latex(content(LATEX, "x.tex"))
    assert table(parsed) == CELLS
    assert parsed.frame[LINE].to_list() == [5, 7]
    assert format_of(content(LATEX, "x.tex")) == format_of(content(LATEX)) == "latex"


def test_a_header_on_every_page_counts_once_and_merged_cells_stand_in_each() -> None:
    text = (
        r"\begin{longtable}{lll} a & b & c \\ \endfirsthead a & b & c \\ \endhead "
        r"\multicolumn{2}{c}{x \& y} & \multirow{2}{*}{z} \\ 1 & 2 & \\ \end{longtable}"
    )
    assert table(read_latex(content(text))) == [("a", "b", "c"), ("x & y", "x & y", "z"), ("1", "2", "z")]


def latex(inside: str) -> Parsed:
    return read_latex(content(f"\\begin{{tabular}}{{ll}}\n{inside}\\end{{tabular}}\n"))


def test_line_breaks_in_braces_and_comments_behind_a_row_make_no_cells() -> None:
    text = "a & b \\\\% it's & so\n\\makecell{x\\\\y} & 50\\% \\\\\nz & \\textbackslash n\\quad o \\\\\n"
    assert table(latex(text)) == [("a", "b"), ("x y", "50%"), ("z", "\\n o")]


def test_a_cell_over_several_rows_stands_in_each_of_them() -> None:
    text = "a & b \\\\\n\\multirow{3}{*}{x} & 1 \\\\\n & 2 \\\\\n & \\E \\\\\n & 4 \\\\\ny & 5 \\\\\n"
    parsed = latex(text)
    assert table(parsed) == [("a", "b"), ("x", "1"), ("x", "2"), ("", "4"), ("y", "5")]
    assert [(bad.line, bad.problem) for bad in parsed.malformed] == [(5, "has '\\E', which is not run")]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("x", "has 1 of 2 fields"),
        ("\\multicolumn{2}{l}{Part two}", "is one text over several columns"),
        ("\\multicolumn{99}{l}{" * 9 + "x" + "}" * 9, "has '\\multicolumn', which is not run"),
        ("\\ours{} & y", "has '\\ours', which is not run"),
        ("\\input{rows}", "has '\\input', which is not run"),
        ("$x \\leq y$ & y", "has '\\leq', which is not run"),
    ],
)
def test_rows_of_latex_that_are_not_understood_are_malformed(row: str, problem: str) -> None:
    parsed = latex(f"a & b \\\\\n{row} \\\\\nc & d \\\\\n")
    assert table(parsed) == [("a", "b"), ("c", "d")]
    assert [(bad.line, bad.problem) for bad in parsed.malformed] == [(3, problem)]


@pytest.mark.parametrize(
    "inside",
    ["a & b \\\\ c & \\begin{tabular}{l} d \\\\ e \\end{tabular} \\\\ f & g \\\\", "\\E & b \\\\ c & d"],
)
def test_a_table_in_a_cell_or_a_header_that_is_not_understood_is_refused(inside: str) -> None:
    with pytest.raises(InputError, match=r"line [12] "):
        latex(inside)


def test_a_table_of_latex_that_does_not_end_is_refused() -> None:
    with pytest.raises(InputError, match="line 1 begins a table that does not end"):
        read_latex(content("\\begin{tabular}{ll} a & b \\\\ c & d \\\\"))


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"Caf\'e na\"{\i}ve \ss{} \o re", "Café naïve ß øre"),
        (r"50\,\% of \$5 in \#1\_a", "50% of $5 in #1_a"),
        (r"``so'' -- \textcolor{red}{red} {\it old}~one", "“so” – red old one"),
        (r"\textbf{Gold: \emph{yes}} \checkmark", "Gold: yes ✓"),
    ],
)
def test_marks_of_latex_become_characters(latex: str, plain: str) -> None:
    assert plain_text(latex) == plain


WIKI = {
    "jira": "h2. Items\n||Text||Claim||\n|A dog.|It runs.|\n|A cat.|*No.*|\n".replace("*No.*", "No."),
    "textile": "|_. Text |_. Claim |\n| A dog. | It runs. |\n| A cat. | No. |\n",
    "org": "* Items\n| Text   | Claim    |\n|--------+----------|\n| A dog. | It runs. |\n| A cat. | No.      |\n",
    "mediawiki": (
        "{| class=\"wikitable\"\n|+ Items\n! Text !! Claim\n|-\n| A [[animal|dog]]. || '''It''' runs.\n|-\n"
        '| style="x" | A cat.\n| No.\n|}\n'
    ),
    "asciidoc": "|===\n|Text |Claim\n\n|A dog.\n|It runs.\n\n|A cat. |No.\n|===\n",
    "grid": (
        "+--------+----------+\n| Text   | Claim    |\n+========+==========+\n| A      | It runs. |\n"
        "| dog.   |          |\n+--------+----------+\n| A cat. | No.      |\n+--------+----------+\n"
    ),
    "list": ".. list-table:: Items\n   :header-rows: 1\n\n   * - Text\n     - Claim\n   * - A dog.\n     - It\n       runs.\n   * - A cat.\n     - No.\n",
}


@pytest.mark.parametrize("name", WIKI)
def test_tables_of_wikis(name: str) -> None:
    assert format_of(content(WIKI[name])) == "wiki"
    assert table(read_wiki(content(WIKI[name]))) == CELLS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "{|\n! Text !! Claim\n|-\n| a || b\n|-\n| c || d\n{|\n| e\n|}\n|-\n| f || g\n|}\n",
            "line 7 begins a table in a cell",
        ),
        ("{|\n! Text !! Claim\n|-\n| a || b\n|-\n| c || d\n", "line 1 begins a table that does not end"),
        ("|===\n|Text |Claim\n\n|a |b\n|c |d\n", "line 1 begins a table that does not end"),
        ("|===\n|Text |Claim\n\n|a |b\n2+|c\n|d |e\n|===\n", "line 5 has a cell of its own style"),
        ("|===\n|Text |Claim\n\n|a |b\n|c a|d\n|===\n", "line 5 has a cell of its own style"),
        (
            "+---+---+\n| p | h |\n+---+---+\n| a | b |\n| c | d |\n+---+---+\n| e | f |\n+---+---+\n",
            "line 4 begins rows with no rule",
        ),
    ],
)
def test_a_table_of_a_wiki_that_is_not_understood_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_wiki(content(text))


@pytest.mark.parametrize(
    ("text", "expected", "lines"),
    [
        ('[cols="1,1"]\n|===\n|p\n|h\n|a\n|b\n|c\n|d\n|===\n', [("p", "h"), ("a", "b"), ("c", "d")], []),
        ("|===\n|p |h\n\n|a\n|b\n\n|c\n\n|d\n|e\n|===\n", [("p", "h"), ("a", "b"), ("d", "e")], [7]),
        ("|===\n|p |h\n|a |b\n|c\n|d |e\n|===\n", [("p", "h"), ("a", "b"), ("d", "e")], [4]),
        (
            ".. list-table::\n\n   * - p\n     - h\n   * - a\n     -\n   * -\n     - b\n",
            [("p", "h"), ("a", ""), ("", "b")],
            [],
        ),
        ("{|\n! p !! h\n|-\nx\n| a || b\n|-\n| c || d\n|}\n", [("p", "h"), ("c", "d")], [4]),
        (
            "+---+---+\n| p | h |\n+===+===+\n| a | b |\n| c | d |\n+---+---+\n",
            [("p", "h"), ("a c", "b d")],
            [],
        ),
        ("+---+---+\n| p | h |\n+---+---+\n| a | b |\n| c | de\n+---+---+\n", [("p", "h"), ("a", "b")], [5]),
        ("||p||h||\n|it ''is''|. b|\n|c|d|\n", [("p", "h"), ("it ''is''", ". b"), ("c", "d")], []),
    ],
)
def test_rows_of_wikis_have_all_their_cells(
    text: str, expected: list[tuple[str, ...]], lines: list[int]
) -> None:
    parsed = read_wiki(content(text))
    assert table(parsed) == expected
    assert [bad.line for bad in parsed.malformed] == lines


@pytest.mark.parametrize("rule", ["|-|-|", "| - | :-: |", "|--|---|", "---|---", "| --- | --- |"])
def test_the_rule_of_a_markdown_table_may_have_one_dash_a_cell(rule: str) -> None:
    text = f"|Text|Claim|\n{rule}\n|A dog.|It runs.|\n|A cat.|No.|\n"
    assert format_of(content(text)) == "markdown"
    assert table(read_markdown(content(text))) == CELLS
    assert format_of(content("Text|Claim\n-|-\nA dog.|It runs.\n")) == "csv"


def test_lines_outside_of_a_table_of_a_wiki_are_counted() -> None:
    text = "Above.\n| p | h |\n|---+---|\n| a | b |\n| c | d |\ne | f |\n\nBelow.\n"
    parsed = read_wiki(content(text))
    assert table(parsed) == [("p", "h"), ("a", "b"), ("c", "d")]
    assert parsed.notes == ("3 lines outside of the table were not read",)


@pytest.mark.parametrize("height", [3, 60])
def test_every_line_is_a_row_where_only_three_rules_stand(height: int) -> None:
    rule = "+------+-------+\n"
    under = "".join(f"| A {n:2} | B {n:3} |\n" for n in range(height))
    text = f"mysql> table x;\n{rule}| p    | h     |\n{rule}{under}{rule}{height} rows in set\n"
    assert format_of(content(text)) == "wiki"
    parsed = read_wiki(content(text))
    assert parsed.frame.drop(HIDDEN).rows() == [(f"A {n:2}", f"B {n:3}") for n in range(height)]
    assert parsed.frame[LINE].to_list() == list(range(5, 5 + height))


def test_a_line_break_or_a_bar_in_a_table_of_mysql_makes_rows_malformed() -> None:
    rule = "+------+-------+\n"
    text = f"{rule}| p    | h     |\n{rule}| A    | B     |\n| two\nlines | C   |\n| é\u4e00 | a | b |\n| D    | E     |\n{rule}"
    parsed = read_wiki(content(text))
    assert parsed.frame.drop(HIDDEN).rows() == [("A", "B"), ("D", "E")]
    assert [bad.line for bad in parsed.malformed] == [5, 6, 7]


def test_a_line_among_rows_between_bars_is_malformed() -> None:
    parsed = read_wiki(content("||p||h||\n|A|B|\n|two\nlines|C|\n|D|E|\nBelow.\n\n|x|y|\n"))
    assert parsed.frame.drop(HIDDEN).rows() == [("A", "B"), ("D", "E")]
    assert [bad.line for bad in parsed.malformed] == [3, 4]


PROSE = "A dog runs.\nIt is big.\n" * 9


@pytest.mark.parametrize(
    ("line", "read_by"),
    [
        ("||a||b||", WIKI_FORMAT),
        ("||a||b||\n|c|d|", WIKI_FORMAT),
        ("|---+---|", WIKI_FORMAT),
        ("{| x", WIKI_FORMAT),
        ("|===", WIKI_FORMAT),
        (".. list-table::", WIKI_FORMAT),
        ("+---+---+", WIKI_FORMAT),
        ("+---+\n+---+\n+---+", WIKI_FORMAT),
        (r"\begin{tabular}{l}", LATEX_FORMAT),
        (r"He wrote \begin{tabular} and \end{tabular}.", LATEX_FORMAT),
        ("1\t\\begin{tabular}{l} a & b \\end{tabular}\t2", LATEX_FORMAT),
    ],
)
def test_one_line_in_a_text_makes_no_table(line: str, read_by: Format) -> None:
    assert not read_by.is_of(content(f"{PROSE}{line}\n{PROSE}"), "A dog runs.", "")


@pytest.mark.parametrize("name", WIKI)
def test_a_table_of_a_wiki_may_stand_in_a_text(name: str) -> None:
    text = f"{PROSE}\n{WIKI[name]}\n{PROSE}"
    assert WIKI_FORMAT.is_of(content(text), "A dog runs.", "")
    assert table(read_wiki(content(text))) == CELLS


def test_a_latex_table_begins_its_line_but_for_commands() -> None:
    text = PROSE + "\n\\resizebox{5cm}{!}{\\small \\begin{tabular}{ll}\na & b \\\\\nc & d \\end{tabular}}\n"
    assert LATEX_FORMAT.is_of(content(text), "A dog runs.", "")


def zipped(**members: str) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, text in members.items():
            opened.writestr(name.replace("__", "/"), text)
    return stream.getvalue()


def word(body: str) -> bytes:
    return zipped(**{"word__document.xml": f'<w:document xmlns:w="w"><w:body>{body}</w:body></w:document>'})


def paragraph(text: str) -> str:
    half = len(text) // 2
    return f"<w:p><w:r><w:t>{text[:half]}</w:t></w:r><w:r><w:t>{text[half:]}</w:t></w:r></w:p>"


def word_table() -> str:
    rows = "".join(
        f"<w:tr>{''.join(f'<w:tc>{paragraph(cell)}</w:tc>' for cell in row)}</w:tr>" for row in CELLS
    )
    return f"<w:tbl>{rows}</w:tbl>"


def test_the_table_of_a_docx() -> None:
    data = word(paragraph("Above.") + word_table() + paragraph("Below."))
    assert table(read_document(Content("x.docx", data))) == CELLS


def test_the_table_of_an_odt() -> None:
    rows = "".join(
        f"<table:table-row>{''.join(f'<table:table-cell><text:p>{c}</text:p></table:table-cell>' for c in row)}"
        "</table:table-row>"
        for row in CELLS
    )
    body = f'<office:x xmlns:office="o" xmlns:table="t" xmlns:text="x"><table:table>{rows}</table:table></office:x>'
    data = zipped(**{"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": body})
    assert table(read_document(Content("x.odt", data))) == CELLS


def test_paragraphs_of_a_docx_without_a_table_are_its_lines(tmp_path: Path) -> None:
    said = [
        f"{key}: {text} {n}."
        for n in range(4)
        for key, text in (("Premise", "A dog"), ("Hypothesis", "It"), ("Label", "yes"))
    ]
    (tmp_path / "x.docx").write_bytes(word("".join(map(paragraph, said))))
    ((raw, _),) = open_path(tmp_path / "x.docx", ReadOptions().resolved()).parts
    assert raw.parsed.frame.drop(HIDDEN).row(3) == ("A dog 3.", "It 3.", "yes 3.")


BOMB = (
    "<!DOCTYPE a [<!ENTITY b 'xxxxxxxxxx'><!ENTITY c '&b;&b;&b;'>]><w:document xmlns:w='w'>&c;</w:document>"
)


@pytest.mark.parametrize("document", [BOMB, "<a>" * 300 + "</a>" * 300, "<w:document", ""])
def test_documents_that_may_do_harm_or_are_broken_are_refused(document: str) -> None:
    with pytest.raises(InputError):
        read_document(Content("x.docx", zipped(**{"word__document.xml": document})))


def test_a_document_that_expands_too_far_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rightreasons.streams.compression.UNCHECKED_BYTES", 1_000)
    with pytest.raises(InputError, match="expands"):
        read_document(Content("x.docx", word(paragraph(" " * 3_000_000))))
