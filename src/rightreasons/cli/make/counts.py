"""What a `make` command says of what it made: counts, and where it was written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rightreasons.cli.output import write_result
from rightreasons.printable import printable


def show_made(out: Path, made: Mapping[str, Any], *, as_json: bool) -> None:
    """Print the counts of what was made, a line each, and where it was written."""
    counts = (
        f"{name.replace('_', ' '):<18}  {counts_in_words(count)}" for name, count in made["counts"].items()
    )
    write_result(made, *counts, written_to(out), as_json=as_json)


def written_to(out: Path) -> str:
    """Return where something was written, in words."""
    return f"written to {printable(str(out), 300)}"


def counts_in_words(count: Any) -> str:
    """Return a count, or counts by name or one after the other, on one line."""
    if isinstance(count, Mapping):
        return ", ".join(f"{name} {counts_in_words(each)}" for name, each in count.items())
    if isinstance(count, list):
        return ", ".join(map(counts_in_words, count))
    return f"{count:,}" if isinstance(count, int) else f"{count:.4f}" if isinstance(count, float) else "–"
