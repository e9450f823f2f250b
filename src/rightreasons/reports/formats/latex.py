"""A run as LaTeX: its verdict, and every table with booktabs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.references import SCORE
from rightreasons.reports.figure_words import cell_in_words, figures_in_words
from rightreasons.reports.finding_titles import finding_title
from rightreasons.reports.first_screen import first_screen
from rightreasons.reports.judged import judged_issues
from rightreasons.reports.parts import sections
from rightreasons.reports.results import Results, title_of
from rightreasons.reports.views import ShownCell, ShownView, shown_figures
from rightreasons.sentences.templates import fill

ADDS = {"report_format": {"latex": "as_latex"}}
MOST_LINES = 40
_LONGEST = 2_000
_WIDE = 8
"""A table of more columns is set smaller."""
_ROLES, _ADJUSTED, _UNADJUSTED = ("baseline", "candidate"), "p holm", ("p bh", "p", "detectable")
_MINUS = re.compile(r"(?<![\w)-])-(?=\d)")
_MARKS = {
    "\\": r"\textbackslash{}",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": "{'}",
    "-": "{-}",
    "[": "{[}",
    "]": "{]}",
    "–": r"\textendash{}",
    "…": r"\ldots{}",
    "→": r"$\rightarrow$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "−": r"$-$",
    "↛": r"$\not\rightarrow$",
    **{block: rf"\rule{{.4em}}{{{height / 5:g}ex}}" for height, block in enumerate("▁▂▃▄▅▆▇█", 1)},
}


def _heading(finding: Finding, results: Results) -> str:
    """Return what a finding is called, with the set that a measure is on."""
    title = finding_title(finding, results.manifest.nouns)
    return title if finding.role == SCORE or finding.on is None else f"{title}, {finding.on}"


def as_latex(results: Results) -> str:
    """Return verdict, figures and views as LaTeX; every value is only ever text.

    It is to be read in by a document with the packages ``booktabs`` and ``fontenc`` (T1); texts of other
    scripts need LuaLaTeX or XeLaTeX. Tables have their first `MOST_LINES` lines, and say of how many.
    """
    screen = first_screen(results)
    lines = [
        r"% \usepackage[T1]{fontenc} \usepackage{booktabs}",
        rf"\section*{{{escaped(title_of(results.manifest))}}}",
        "",
        rf"\noindent\textbf{{{escaped(screen.title)}}} {escaped(screen.severities)}.",
        *(f"\n{escaped(f'{issue.code} {issue.name}: {issue.sentence}')}" for issue in judged_issues(results)),
        *(f"\n{escaped(line)}" for line in screen.tested),
    ]
    for place, (finding, reason, views) in enumerate(sections(results), 1):
        lines += ["", rf"\subsection*{{{escaped(_heading(finding, results))}}}", ""]
        if reason:
            lines.append(escaped(fill("latex.no_result", reason=reason)))
            continue
        lines += [escaped(finding.headline), ""]
        shown = (*(_of_runs(view, finding) for view in views), _figures(finding))
        for at, view in enumerate(each for each in shown if each.lines):
            lines += [*_table(view, f"tab:{place}-{at}", finding.subject), ""]
    return "\n".join(lines).rstrip() + "\n"


def escaped(text: object) -> str:
    """Return text that LaTeX shows as it is, on one line."""
    shown = _MINUS.sub("−", printable(str(text), _LONGEST).strip())
    return "".join(_MARKS.get(letter, letter) for letter in shown)


def _figures(finding: Finding) -> ShownView:
    """Return the figures of a finding, called in words, without detectable differences."""
    shown, called = shown_figures(finding), figures_in_words(finding)
    quantities = (figure.quantity for figure in finding.figures.values())
    lines = tuple(
        replace(line, cells=(ShownCell(printable(words, _LONGEST)), *line.cells[1:]))
        for line, words, quantity in zip(shown.lines, called.values(), quantities, strict=True)
        if quantity != "detectable_difference"
    )
    return replace(shown, lines=lines, total=shown.total - len(shown.lines) + len(lines))


def _of_runs(view: ShownView, finding: Finding) -> ShownView:
    """Return a table of a comparison with the names of the runs, and adjusted p-values alone."""
    headings = [column.heading for column in view.columns]
    left_out = _UNADJUSTED if _ADJUSTED in headings else ()
    kept = [place for place, heading in enumerate(headings) if heading.partition(" (")[0] not in left_out]
    names = {role: str(finding.settings[role]) for role in _ROLES if role in finding.settings}
    columns = tuple(replace(view.columns[place], heading=_named(headings[place], names)) for place in kept)
    lines = tuple(replace(line, cells=tuple(line.cells[place] for place in kept)) for line in view.lines)
    return replace(view, columns=columns, lines=lines)


def _named(heading: str, names: Mapping[str, str]) -> str:
    return " ".join(printable(names.get(word, word), _LONGEST) for word in heading.split(" "))


def _table(view: ShownView, label: str, subject: str) -> Iterator[str]:
    """Yield a floating table with its caption above it."""
    shown = view.lines[:MOST_LINES]
    caption = fill("latex.caption", title=view.title, subject=subject)
    if len(shown) < view.total:
        caption = fill("latex.caption_of_some", caption=caption, shown=len(shown), all=view.total)
    yield r"\begin{table}"
    yield (
        r"\centering\small"
        if len(view.columns) <= _WIDE
        else r"\centering\scriptsize\setlength{\tabcolsep}{3pt}"
    )
    yield rf"\caption{{{escaped(caption)}}}"
    yield rf"\label{{{label}}}"
    yield rf"\begin{{tabular}}{{{''.join('r' if each.is_number else 'l' for each in view.columns)}}}"
    yield r"\toprule"
    yield _row([column.heading for column in view.columns])
    yield r"\midrule"
    of_cells = [column.heading == "cell" for column in view.columns]
    for line in shown:
        texts = zip((cell.text for cell in line.cells), of_cells, strict=True)
        yield _row([cell_in_words(text) if of_cell else text for text, of_cell in texts])
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield r"\end{table}"


def _row(cells: Sequence[str]) -> str:
    return f"{' & '.join(map(escaped, cells))} \\\\"
