"""The numbers to read first of a reproduction: cells that agree, that differ, and that are not compared."""

from collections.abc import Iterator
from itertools import islice

from rightreasons.issues import KeyFigure
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.record import Record, taken, value

_COMPARED = ("matches", "differs", "does_not_add_up")
"""Cells of a paper that were held against ours, or against what follows from others."""


def reproduced(record: Record) -> Iterator[KeyFigure]:
    """Yield how many numbers of a paper are reproduced, differ, and are not compared."""
    for finding in islice(taken(record, "reproduction"), 1):
        cells = finding.figures.get("matches")
        if cells is None or cells.value is None:
            continue
        counts = {name: round(value(finding.figures.get(name))) for name in _COMPARED}
        agree = counts.pop("matches")
        differ = sum(counts.values())
        of = fill("key_figures.of_compared", cells=agree + differ)
        shown = (
            ("cells_agree", agree, of, "matches"),
            ("cells_differ", differ, of, "differs"),
            (
                "cells_not_compared",
                cells.n - agree - differ,
                fill("key_figures.of_cells", cells=cells),
                "not_possible",
            ),
        )
        for caption, rows, detail, name in shown:
            counted = fill("key_figures.count", rows=rows)
            yield KeyFigure(fill(f"key_figures.{caption}"), counted, detail, finding.ref(name))
