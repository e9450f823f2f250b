"""A gate on one screen: passed or failed first, then what was required and observed, failures on top."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from rightreasons.gates.checks import Check, passes
from rightreasons.numbers import NOTHING, count
from rightreasons.printable import printable
from rightreasons.reports.console import terminal
from rightreasons.reports.end_of_result import print_end
from rightreasons.reports.results import Results, shown_estimate
from rightreasons.sentences.templates import fill

_HELD_ROWS = 40
_LONGEST_NAME = 60
_GATE_TERMINAL_COLOURS = {"held": "green", "waived": "yellow"}


def print_gate(gate: Results, checks: Sequence[Check], console: Console | None = None) -> None:
    """Print the verdict, a row a check, reasons of what does not hold or is waived, and warnings."""
    console = console or terminal()
    colour = "green" if passes(checks) else "red"
    console.print(f"[bold {colour}]{escape(printable(gate.findings[0].headline, 600))}[/]\n")
    failed = [check for check in checks if not check.holds]
    held = [check for check in checks if check.holds]
    console.print(_table([*failed, *held[:_HELD_ROWS]], several=len({check.run for check in checks}) > 1))
    if len(held) > _HELD_ROWS:
        console.print(f"[dim] {fill('on_the_terminal.more_held', rows=len(held) - _HELD_ROWS)}[/]")
    console.print()
    for check in [*failed, *(check for check in held if check.verdict == "waived")]:
        name = escape(printable(check.name or str(check.requirement), 200))
        about = f" ({escape(printable(check.subject, 120))})" if check.subject else ""
        colour = _GATE_TERMINAL_COLOURS.get(check.verdict, "red")
        console.print(f"[{colour}]{check.verdict}[/] {name}{about}: {escape(printable(check.reason, 600))}")
    for note in gate.findings[0].notes:
        console.print(f"[yellow]warning[/] {escape(printable(note, 600))}")
    print_end(gate, console)


def _table(checks: Sequence[Check], *, several: bool) -> RichTable:
    table = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 1), header_style="dim")
    for heading in ("verdict", "required", "figure", *(["run"] if several else [])):
        table.add_column(heading, overflow="fold")
    for heading in ("observed", "n"):
        table.add_column(heading, justify="right", no_wrap=True)
    for check in checks:
        observed = check.observed
        texts = (str(check.requirement), check.name or "–", *([check.run] if several else []))
        table.add_row(
            f"[{_GATE_TERMINAL_COLOURS.get(check.verdict, 'red')}]{check.verdict}[/]",
            *(escape(printable(text, _LONGEST_NAME)) for text in texts),
            NOTHING if observed is None else escape(_observed(check)),
            NOTHING if observed is None else count(observed.n),
        )
    return table


def _observed(check: Check) -> str:
    observed = check.observed
    return NOTHING if observed is None or observed.value is None else shown_estimate(observed)
