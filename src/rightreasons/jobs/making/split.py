"""What `make split` does: train, dev and test that share no text, or no value of a column."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rightreasons.artifacts.shared_texts import text_in_both
from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.making.before_after import Measured, before_and_after
from rightreasons.jobs.making.rows import write_rows
from rightreasons.jobs.making.split_notes import components_in_words, notes_of, refusal
from rightreasons.jobs.making.splits import Split
from rightreasons.jobs.options import SplitOptions
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.runs.made_folders import made_folder

ROWS = "rows.jsonl"


@remembering()
def split(pairs: PairTable, options: SplitOptions | None = None, typed: str = "DATA") -> Split:
    """Return train, dev and test that share no text on the sides asked for, or no value of a column.

    Parameters
    ----------
    pairs
        What is split; rows without gold are left out.
    options
        By what rows stay together, the shares of the parts, and the seed.
    typed
        The data as they stand on a command line, with the options that read them: for lines to paste.

    Raises
    ------
    SplitError
        If some part would have no row of some label; it names the splits that are possible.
    UnknownNameError, OptionError
        If there is no such column, or it has several values a row.
    """
    made = Split.of(pairs.with_gold(), options or SplitOptions())
    if not made.parts.complete:
        raise refusal(made, typed)
    return made


def make_split(
    pairs: PairTable,
    out: Path,
    options: SplitOptions | None = None,
    typed: str = "DATA",
    progress: Progress = silent,
) -> Mapping[str, Any]:
    """Write train, dev and test that share no text, or no value of a column.

    Parameters
    ----------
    pairs, options, typed
        As of `split`.
    out
        A folder: ``train.jsonl``, ``dev.jsonl``, ``test.jsonl`` (`write_rows`), ``rows.jsonl``
        (id, part, number of the component), ``manifest.json``.
    progress
        Hears of fits of the audit.

    Returns
    -------
    Mapping
        The manifest. ``counts``: rows, components, the largest, and of every part the share that was asked
        and the one reached; ``shared``: rows of the other parts with a text of train; ``notes``; ``instead``:
        other splits, where a component is larger than a part was to be; ``audit``: `before_and_after`.

    Raises
    ------
    RunExistsError
        If `out` holds something else.
    SplitError, UnknownNameError, OptionError
        As of `split`.
    """
    pairs, settings = pairs.with_gold(), options or SplitOptions()
    work = {
        "job": "make split",
        "data": {"data": described(pairs)},
        "options": settings.recorded(),
        "versions": versions(),
    }

    def fill(folder: Path) -> Mapping[str, Any]:
        made = split(pairs, settings, typed)
        tables = made.tables
        for name, table in tables.items():
            write_rows(table, folder / f"{name}.jsonl")
        made.rows.write_ndjson(folder / ROWS)
        shared = _shared(tables)
        told_of = {"notes": list(notes_of(made, shared)), "instead": _instead(made)}
        return {**_counted(made, tables), "shared": shared, **told_of, **_audited(made, tables, progress)}

    return made_folder(out, work, fill)


def _counted(made: Split, tables: Mapping[str, PairTable]) -> dict[str, Any]:
    of_parts = {
        name: {
            "rows": len(table),
            "asked": made.options.parts[name],
            "share": len(table) / len(made.pairs),
            "components": len(np.unique(made.parts.components[made.parts.part == place])),
            "labels": {str(label): count for label, count in table.counts().items()},
        }
        for place, (name, table) in enumerate(tables.items())
    }
    sizes = {"components": made.parts.n_components, "largest": made.parts.largest}
    return {"counts": {"read": len(made.pairs), **sizes, "parts": of_parts}}


def _shared(tables: Mapping[str, PairTable]) -> dict[str, dict[str, int]]:
    """Return how many rows of each part but train have a text of train, by side."""
    train, *others = tables.values()
    return {
        other.name: {side: int(text_in_both(other, train, side).sum()) for side in SENTENCES}
        for other in others
    }


def _instead(made: Split) -> list[dict[str, Any]]:
    """Return the splits by one side, where a component is larger than a part was to be."""
    others = made.by_one_side() if made.small_parts else ()
    return [
        {
            "by": each.options.by,
            "components": each.parts.n_components,
            "largest": each.parts.largest,
            "note": components_in_words(each),
        }
        for each in others
    ]


def _audited(made: Split, tables: Mapping[str, PairTable], progress: Progress) -> dict[str, Any]:
    if not made.options.audit:
        return {}
    train, *_, test = tables.values()
    after = Measured(train, test)
    return {"audit": before_and_after(Measured(made.pairs), after, made.options.seed, progress)}
