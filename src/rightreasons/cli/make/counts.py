"""What a `make` command says of what it made: counts, and where it was written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rightreasons.cli.output import write_lines, write_result
from rightreasons.numbers import NOTHING, decimals
from rightreasons.printable import printable


def show_made(out: Path, made: Mapping[str, Any], *, as_json: bool) -> None:
    """Print the counts of what was made, a line each, and where it was written."""
    counts = (
        f"{name.replace('_', ' '):<18}  {counts_in_words(count)}" for name, count in made["counts"].items()
    )
    write_result(made, *counts, as_json=as_json)
    _show_end(out, made, as_json=as_json)


def show_split(out: Path, made: Mapping[str, Any], others: Mapping[str, str], *, as_json: bool) -> None:
    """Print parts and notes of a split, other splits by their lines to paste, and where it was written."""
    write_result(made, as_json=as_json)
    if not as_json:
        from rightreasons.reports.made import print_notes, print_parts

        print_parts(made)
        print_notes(made["notes"], others)
    _show_end(out, made, as_json=as_json)


def _show_end(out: Path, made: Mapping[str, Any], *, as_json: bool) -> None:
    """Print the gains before and after, where they were measured, and where it was written."""
    if as_json:
        return
    if "audit" in made:
        from rightreasons.reports.made import print_before_and_after

        write_lines("")
        print_before_and_after(made["audit"])
    write_lines(written_to(out))


def written_to(out: Path) -> str:
    """Return where something was written, in words."""
    return f"written to {printable(str(out), 300)}"


def counts_in_words(count: Any) -> str:
    """Return a count, or counts by name or one after the other, on one line."""
    if isinstance(count, Mapping):
        return ", ".join(f"{name} {counts_in_words(each)}" for name, each in count.items())
    if isinstance(count, list):
        return ", ".join(map(counts_in_words, count))
    if isinstance(count, float):
        return decimals(count, 4)
    return f"{count:,}" if isinstance(count, int) else NOTHING
