"""The end of a result stays within twelve lines, and says figures, what was tested and what comes next."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.reports.results import Made, finding, manifest, scored, share, verdict

from rightreasons import audit, probe
from rightreasons.figures import Figure
from rightreasons.issues import Issue, KeyFigure, Severity
from rightreasons.references import FigureRef, NotTested, Scope
from rightreasons.reports.end_of_result import print_end, print_verdict
from rightreasons.reports.results import Results

_WIDE = (80, 120)
WIDTHS = pytest.mark.parametrize("width", _WIDE)


def end(results: Results, width: int) -> list[str]:
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=True, color_system=None, highlight=False)
    print_verdict(results, console)
    print_end(results, console)
    return [line.rstrip() for line in stream.getvalue().rstrip("\n").split("\n")]


def assert_fits(lines: list[str], width: int) -> None:
    assert len(lines) <= 12, "\n".join(lines)
    assert max(map(len, lines)) <= width, "\n".join(lines)
    text = " ".join(lines)
    assert "Tested: " in text
    assert "Not tested: " in text
    assert "Next: " in text


@pytest.mark.parametrize(
    "data", ["healthver/healthver_dev.csv.gz", "snli/snli_1.0_dev.jsonl.gz", "rte/dev.csv"]
)
def test_of_audits(data: str, shared_data: Path) -> None:
    result = audit(shared_data / data)
    for width in _WIDE:
        assert_fits(end(result, width), width)


def test_of_a_probe_on_hans_with_its_intervals() -> None:
    result = probe("rule:lexical-overlap", on="hans")
    for width in _WIDE:
        lines = end(result, width)
        assert_fits(lines, width)
        (on_others,) = (line for line in lines if "the gold label is non-entailment" in line)
        assert on_others.startswith(" 0.0 %   ")
        assert "0.00 to 0.03" in on_others


def made(words: int, issues: int = 1) -> Made:
    """Return a result whose every part is as long as so many words."""
    more = " ".join(["correspondence"] * words)
    shown = [
        KeyFigure(
            f"correct where {more}",
            "50.0 %",
            "95 % interval 40.0 to 60.0, n = 9,842. Always answering the majority label gets 33.8 %",
            FigureRef("lengths", None, "accuracy"),
        )
        for _ in range(3)
    ]
    severities: tuple[Severity, ...] = ("severe", "warning")
    command = "rightreasons make split '/data/a name of a folder/of a file.csv' --by hypothesis -o split"
    found = [
        Issue("V251", severities[at % 2], "It follows.", remedy=f"Add {more}.", command=command)
        for at in range(issues)
    ]
    untested = [NotTested(name, None, f"needs {more} of {name}") for name in ("behaviour", "controls")]
    judged = replace(
        verdict(*found),
        title=f"The model follows {' '.join(['shortcuts'] * min(words, 9))}.",
        key_figures=tuple(shown),
        tested=(Scope("lengths"),),
        not_tested=tuple(untested),
    )
    return Made(
        manifest(),
        (scored("hans"), finding("lengths", figures=[Figure("accuracy", share(0.5, 9_842))])),
        (),
        judged,
    )


class _Folder:
    path = Path("/runs") / "-".join(["long"] * 8) / "run"


class Written(Made):
    """A result that was written to a folder."""

    run = _Folder()


@WIDTHS
@pytest.mark.parametrize("words", [1, 3, 5, 8, 12, 20])
def test_of_long_parts(words: int, width: int) -> None:
    lines = end(made(words, issues=3), width)
    assert_fits(lines, width)
    figures = [line for line in lines if "50.0 %" in line]
    assert len(figures) == 3
    assert " ".join(" ".join(lines).split()).count("40.0 to 60.0") == 3


def test_where_a_run_was_written_is_counted() -> None:
    short = made(3, issues=3)
    written = Written(short.manifest, short.findings, (), short.verdict)
    lines = end(written, 80)
    assert_fits(lines, 80)
    assert "Written to" in " ".join(lines)


def test_n_stands_beside_a_number_where_there_is_room_though_comparisons_do_not_fit() -> None:
    lines = end(made(4), 80)
    assert sum(line.endswith("(40.0 to 60.0, n = 9,842)") for line in lines) == 3
    assert "the majority label gets" not in " ".join(lines)
