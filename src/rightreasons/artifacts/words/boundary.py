"""From which log-odds on a word is flagged, by how often it was written, and where all words lie."""

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.words.statistics import MeasuredWords
from rightreasons.findings import View
from rightreasons.sentences.templates import fill
from rightreasons.statistics.association import log_odds

_STEPS = 30


def boundary_table(words: MeasuredWords, rate: float) -> View:
    """Return the least log-odds that flag a word of each label, by the number of writings with the word.

    A word is flagged where its p-value is at most R * rate / m, with R cells flagged of the m tested
    (Benjamini and Hochberg 1995). Where none is flagged there is no boundary.
    """
    tested, counts = words.tested, words.counts
    critical = rate * int(tested.flagged.sum()) / max(tested.flagged.size, 1)
    most = int(counts.by_writing.total[tested.seen].max(initial=0))
    steps = np.unique(np.geomspace(1, max(most, 1), _STEPS).round().astype(np.int64))
    total = float(counts.writings.sum())
    rows: list[tuple[str, int, float]] = []
    for code, label in enumerate(counts.labels) if critical else ():
        own = float(counts.writings[code])
        least = _least_flagged(steps, float(counts.prior[code]), critical)
        possible = (least <= np.minimum(steps, own)) & (steps - least <= total - own)
        writings, inside = steps[possible], least[possible]
        odds, _, _ = log_odds(inside, own, writings - inside, total - own)
        rows += [(label.value, *cell) for cell in zip(writings.tolist(), odds.tolist(), strict=True)]
    columns = ("label", "writings", "log_odds")
    return View(fill("words.boundary"), columns, tuple(rows), by=("label", "writings"))


def cloud_table(words: MeasuredWords) -> View:
    """Return how many words lie where, every word once a label.

    Writings are binned by doublings, log-odds by whole numbers.
    """
    doubling = pl.col("writings").log(2).floor()
    place = ((2 ** (doubling + 0.5)).round(1).alias("writings"), pl.col("log_odds").round())
    parts = [each.group_by(*place).agg(words=pl.len()) for each in words.parts()]
    every = pl.concat(parts).group_by("writings", "log_odds").agg(pl.col("words").sum().cast(pl.UInt32))
    cells = every.sort("writings", "log_odds")
    title = fill("words.cloud")
    return View.from_frame(title, cells, by=("writings", "log_odds"), roles={"writings": "number"})


def _least_flagged(writings: npt.NDArray[np.int64], prior: float, critical: float) -> npt.NDArray[np.int64]:
    """Return the least count k of the label with P(X >= k) <= critical; more than `writings` if none has."""
    from scipy.stats import binom

    return np.asarray(binom.isf(critical, writings, prior), dtype=np.int64) + 1
