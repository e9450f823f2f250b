"""All papers in one run: every item beside ours, and a summary of papers and items before them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

import polars as pl

from rightreasons.keywords import ReproduceKeywords
from rightreasons.options import options_shown
from rightreasons.papers import PAPERS
from rightreasons.papers.compared.summary import MEASURE, OfPaper, summary_finding
from rightreasons.papers.options import ReproduceOptions
from rightreasons.papers.reproduce import Reproduced, reproduce, written
from rightreasons.runs.claims import one_writer
from rightreasons.runs.manifest import Manifest, manifest_from

ALL = "all"


@options_shown(ReproduceOptions)
@one_writer
def reproduce_all(*, out: str | Path | None = None, **options: Unpack[ReproduceKeywords]) -> Reproduced:
    """Put the figures of every paper beside ours.

    Parameters
    ----------
    out, **options
        As of `rightreasons.papers.reproduce.reproduce`.

    Returns
    -------
    Reproduced
        The finding ``reproduction`` (papers, items, what differs, reasons), then one an item.

    Raises
    ------
    OptionError
        For a scale that is not known.
    InputError
        If a file is broken.

    Examples
    --------
    >>> reproduce_all(data="data").report("papers.html")  # doctest: +SKIP
    """
    parts = [reproduce(name, **options) for name in PAPERS]
    papers = [OfPaper(PAPERS.load(name).printed, part.rows) for name, part in zip(PAPERS, parts, strict=True)]
    items = (finding for part in parts for finding in part.findings if finding.measure != MEASURE)
    together = Reproduced(
        _manifest_of_all(parts),
        (summary_finding(papers), *items),
        (),
        pl.concat([part.items for part in parts], how="diagonal_relaxed"),
        rows=tuple(row for part in parts for row in part.rows),
        missing=tuple(dict.fromkeys(file for part in parts for file in part.missing)),
        broken=tuple(dict.fromkeys(reason for part in parts for reason in part.broken)),
    )
    return together if out is None else written(together, Path(out))


def _manifest_of_all(parts: Sequence[Reproduced]) -> Manifest:
    """Return one manifest: each set once, though several papers read it."""
    sets = {data.name: data for part in parts for data in part.manifest.data}
    options = {name: value for name, value in parts[0].manifest.options.items() if name != "items"}
    payload = {
        **parts[0].manifest.to_json(),
        "paper": ALL,
        "data": [data.model_dump(exclude_unset=True) for data in sets.values()],
        "answers_from": [source for part in parts for source in part.manifest.answers_from],
        "options": {"items": [], **options},
    }
    return manifest_from(payload)
