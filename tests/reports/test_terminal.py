"""The terminal shows the verdict first, blockers in full, and no figure that one of them invalidates."""

import shlex
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console
from tests.reports.results import (
    HOSTILE,
    Made,
    accuracy,
    blocker,
    data,
    finding,
    manifest,
    scored,
    share,
    verdict,
)

from rightreasons.figures import Figure, where
from rightreasons.findings import Finding, View
from rightreasons.issues import Issue, KeyFigure, Verdict
from rightreasons.references import SCORE, FigureRef, NotTested, Scope
from rightreasons.reports.console import terminal
from rightreasons.reports.several_audits import print_audits
from rightreasons.reports.terminal import EVERYTHING, MEASURES, PROBES, Extent, print_results
from rightreasons.statistics.results import Estimate


def shown(results: Made, extent: Extent = PROBES, width: int = 120) -> str:
    stream = StringIO()
    print_results(results, extent, Console(file=stream, width=width))
    return stream.getvalue()


def test_findings_come_first_then_issues_by_severity_and_what_they_amount_to_last() -> None:
    issues = (
        blocker(figures=(FigureRef(SCORE, "hans", "accuracy"),), rows=where(set="hans", correct=False)),
        Issue("V201", "severe", "It is right for the wrong reasons.", remedy="Debias it."),
        Issue("V401", "note", "One seed.", remedy="Train more."),
    )
    text = shown(Made(manifest(), (scored("hans", figures=[accuracy(0.9)]),), (), verdict(*issues)))
    parts = (
        *("1,200 rows read", "The headline of hans.", "blocker V101"),
        *("The order of the labels is not proved.", "hans.accuracy: 90.0 % (80.0 to 100.0), n = 100"),
        *("rows: set is 'hans' and correct is 'false'", "→ Give --calibrate DATA.", "severe V201"),
        *("note: 1 more (V401)", "1 blocker, 1 severe", "Tested: "),
    )
    assert [text.index(part) for part in parts] == sorted(text.index(part) for part in parts)
    assert "One seed." not in text


def test_a_invalidated_figure_is_not_printed_as_a_result() -> None:
    invalidated = scored(
        "hans", figures=[accuracy(0.963)], views={"all": View("", ("accuracy",), ((0.963,),))}
    )
    for extent in (MEASURES, PROBES, EVERYTHING):
        text = shown(Made(manifest(), (invalidated,), (), verdict(blocker(Scope(on="hans")))), extent)
        assert "96.3" not in text
        assert "The headline of hans." not in text
        assert "hans no result: V101" in text


def test_of_several_audits_there_is_one_table_that_leaves_invalidated_figures_out() -> None:
    gain = Figure("gain", share(0.25), what="gain")
    measured = finding(figures=[accuracy(), gain])
    sound = Made(manifest("audit", data("a")), (measured,))
    invalidated = Made(manifest("audit", data("b")), (measured,), (), verdict(blocker(Scope())))
    stream = StringIO()
    print_audits([sound, invalidated], Console(file=stream, width=160))
    lines = stream.getvalue().splitlines()
    (first,) = (line for line in lines if line.startswith("a ") and "59.1" in line)
    assert "+25.0 points (+15.0 to +35.0)" in first
    (second,) = (line for line in lines if line.startswith("b ") and "no result" in line)
    assert "59.1" not in second


def test_data_cannot_drive_the_terminal() -> None:
    hostile = finding(HOSTILE, HOSTILE, figures=[accuracy()], notes=(HOSTILE, "[bold red]loud[/]"))
    issue = Issue("V201", "severe", HOSTILE, remedy=HOSTILE, rows=where(set=HOSTILE))
    text = shown(
        Made(
            manifest("audit", data(HOSTILE, notes=[HOSTILE])),
            (hostile,),
            (NotTested("x", None, HOSTILE),),
            verdict(issue),
        )
    )
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[bold red]loud[/]" in text


def test_letters_between_colons_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    found = finding("a headline of :m: and :smile:", "a subject", figures=[accuracy()])
    issue = Issue("V201", "severe", "The model 'py:m:one' is right.", remedy="Ask 'py:m:one' again.")
    print_results(
        Made(manifest("audit", data("a:m:b.csv")), (found,), (), verdict(issue)), EVERYTHING, terminal()
    )
    text = capsys.readouterr().out
    assert text.count("Ask 'py:m:one' again.") == 2  # as a remedy, and as what comes next
    assert "The model 'py:m:one' is right." in text
    assert "\N{SMILING FACE WITH OPEN MOUTH AND SMILING EYES}" not in text
    assert "\N{CIRCLED LATIN CAPITAL LETTER M}" not in text


def test_a_measure_without_any_item_is_left_out() -> None:
    none = Figure("accuracy", Estimate(None, "proportion", 0, reason="no items"))
    assert "easy_hard_accuracy" not in shown(
        Made(manifest(), (finding("easy_hard_accuracy", figures=[none]),))
    )


def test_a_long_view_is_cut_and_says_how_much_is_left() -> None:
    view = View("", ("group", "accuracy"), tuple((f"g{place}", 0.5) for place in range(20)), by=("group",))
    text = shown(Made(manifest(), (finding(views={"by_group": view}),)), MEASURES)
    assert "17 more in the report" in text


def test_of_views_behind_the_first_those_are_shown_that_are_of_the_groups_asked_for() -> None:
    lines = (("fiction", 0.5),)
    rows = where(set="dev")
    views = {
        "first": View("The first.", ("group", "accuracy"), lines, by=("group",)),
        "sources": View(
            "By genre.", ("group", "accuracy"), lines, by=("group",), items={"group": "genre"}, rows=rows
        ),
        "by_genre": View("Of something else.", ("group", "accuracy"), lines, by=("group",)),
    }
    made = Made(manifest(options={"group-by": ["genre"]}), (finding(views=views),), (), verdict(blocker()))
    text = shown(made, MEASURES)
    assert "By genre." in text
    assert "Of something else." not in text


def test_no_line_of_a_finding_is_wider_than_the_terminal() -> None:
    long = Finding("lengths", "dev", "What it means.", " ".join(["word"] * 60), figures=[accuracy(0.5)])
    text = shown(Made(manifest("audit", data("a")), (long,), (), Verdict("Measured.")), MEASURES, width=80)
    assert max(map(len, text.splitlines())) <= 80


def test_where_the_numbers_do_not_fit_behind_long_names_they_stand_beneath_them() -> None:
    columns = ("cell", "n", "baseline", "candidate", "difference", "difference_low", "difference_high")
    names = [f"le_around_prepositional_phrase.entailment {at}" for at in range(2)]
    lines = tuple((name, 1_000, 0.5, 0.625, 0.125, 0.1, 0.15) for name in names)
    view = View("By cell", columns, lines, bounds={"difference": ("difference_low", "difference_high")})
    text = shown(Made(manifest("compare"), (finding(views={"cells": view}),)), MEASURES, 80)
    assert all(len(line) <= 80 for line in text.splitlines())
    header = next(line for line in text.splitlines() if "baseline" in line)
    assert "difference" in header
    for name in names:
        behind = text[text.index(name) :].splitlines()
        assert behind[0].strip() == name
        assert behind[1].endswith("+12.5 (+10.0 to +15.0)")
    assert "omitted" not in text


LINES_TO_PASTE = (
    "rightreasons make split '/data/my file.csv' --columns 'premise=a b,label=c' --by hypothesis -o split",
    "rightreasons probe scores.csv --train '/data/a folder of runs/with data.csv' --threshold 0.5 -o run",
)


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("line", LINES_TO_PASTE)
def test_a_line_to_paste_is_folded_as_a_shell_reads_on_and_never_cut_within_a_word(
    line: str, width: int
) -> None:
    command = folded_on_screen(line, width)
    assert all(len(each) <= width for each in command)


def test_a_path_wider_than_the_terminal_stands_on_a_line_of_its_own_and_an_option_apart_from_it() -> None:
    path = f"/data/{'a' * 90}.csv"
    command = folded_on_screen(f"rightreasons probe scores.csv --train {path} -o run", 80)
    assert [each.split() for each in command if path in each] == [[path, "\\"]]
    assert all(len(each) <= 80 for each in command if path not in each)


def folded_on_screen(line: str, width: int) -> list[str]:
    """Return a line to paste as it is shown, after a proof that a shell reads it as it was meant."""
    issue = Issue("V209", "severe", "It leaks.", remedy="Split again.", command=line)
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=True, color_system=None, highlight=False)
    print_results(Made(manifest(), (scored("hans"),), (), verdict(issue)), PROBES, console)
    text = stream.getvalue()
    shown = text[text.index("rightreasons ") :].split("\n")
    command = [shown[0]]
    while command[-1].rstrip().endswith("\\"):
        command.append(shown[len(command)])
    as_read = "\n".join(command).replace("\\\n", "")  # what a shell does first
    assert shlex.split(as_read) == shlex.split(line)
    return command


def test_the_end_of_a_result_stays_within_twelve_lines_of_eighty_columns() -> None:
    figures = tuple(
        KeyFigure(
            f"correct where the gold label is {label}", "97.5 %", "95 % interval 97.2 to 97.7, n = 15,000"
        )
        for label in ("entailment", "neutral", "contradiction")
    )
    long = NotTested("behaviour", None, "needs --on antonym-swap, hypernym-swap and more of what is long")
    judged = replace(
        verdict(
            Issue("V251", "severe", "It follows.", remedy="Add counterexamples.", command="rightreasons ls")
        ),
        title="The model follows shortcuts.",
        key_figures=figures,
        not_tested=(long, replace(long, measure="controls"), replace(long, measure="easy_hard_accuracy")),
    )
    text = shown(Made(manifest(), (scored("hans"),), (), judged), width=80)
    end = text[text.rindex("1 severe") :].rstrip().split("\n")
    assert len(end) <= 12
    assert all(len(line) <= 80 for line in end)
