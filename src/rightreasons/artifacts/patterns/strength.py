"""How strongly each pattern is associated with its label, and how sure that is."""

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.notation import columns
from rightreasons.artifacts.patterns.pattern_counts import PatternCounts
from rightreasons.artifacts.writings import ByWriting, Shares
from rightreasons.pairs import LABEL_TYPE
from rightreasons.statistics.association import (
    clustered_enrichment_p_values,
    smoothed_probability,
    z_against_prior,
)
from rightreasons.statistics.multiplicity import benjamini_hochberg

SMOOTHING = 1.0  # added to the count of each label (Laplace)


_AT_ONCE = 1_000_000


def evidence(
    counts: PatternCounts,
    by_writing: ByWriting,
    prior: Shares,
    beyond_sources: Shares | None = None,
    of: npt.NDArray[np.integer] | None = None,
) -> pl.DataFrame:
    """Return what speaks for frequent patterns, in the order of `counts`.

    Parameters
    ----------
    counts
        Patterns with the instances of every label that hold them, n of them.
    by_writing
        The same patterns counted by writings.
    prior
        Mean share of every label over writings, shape (labels,).
    beyond_sources
        p-values of the patterns over sources (`BySource.p_values`), where labels of one source go together.
    of
        Which patterns are told of, by position, ascending; None: all. Each is adjusted for all.

    Returns
    -------
    polars.DataFrame
        n rows: ``pattern`` (text), ``words``, ``gaps``, then

        - ``label``: the label it points to, i.e. that of highest p(l|b); the first of equals;
        - ``count``, and ``count_LABEL`` for every label: instances that hold the pattern;
        - ``p``: p(l|b) = count(b, l) / count(b) (Liu et al. 2020, section 2.1);
        - ``p_smoothed``: the same with 1 added for each label;
        - ``writings``: different hypotheses with the pattern, equal up to case and white space;
        - ``z``: of p by writings against the share of the label (Gardner et al. 2021, section 3);
        - ``p_value``: chance of so many or more writings of the label, if the pattern said nothing
          (one-sided; exact binomial where no hypothesis recurs, see `clustered_enrichment_p_values`), and at
          least that of `beyond_sources`;
          ``p_adjusted``: after Benjamini and Hochberg over every frequent pattern with every label, since
          the label is chosen after looking.
    """
    kept = np.arange(len(counts)) if of is None else of
    p_values, adjusted = _tested(by_writing, prior, beyond_sources, kept)
    own_counts, writings = counts.counts[kept], by_writing.total[kept]
    total = own_counts.sum(axis=1)
    best = own_counts.argmax(axis=1) if len(kept) else np.empty(0, dtype=np.int64)
    own, written = (
        np.take_along_axis(each, best[:, None], axis=1)[:, 0]
        for each in (own_counts, by_writing.by_label[kept])
    )
    by_label = {f"count_{name}": own_counts[:, code] for code, name in enumerate(counts.label_names)}
    return columns(counts.patterns.at(kept)).with_columns(
        pl.Series("label", np.array(counts.label_names, dtype=object)[best], dtype=LABEL_TYPE),
        pl.Series("count", total),
        *(pl.Series(name, values) for name, values in by_label.items()),
        pl.Series("p", own / total),
        pl.Series("p_smoothed", smoothed_probability(own, total, len(counts.label_names), SMOOTHING)),
        pl.Series("writings", writings),
        pl.Series("z", z_against_prior(written, writings, prior[best])),
        pl.Series("p_value", np.take_along_axis(p_values, best[:, None], axis=1)[:, 0]),
        pl.Series("p_adjusted", np.take_along_axis(adjusted, best[:, None], axis=1)[:, 0]),
    )


def _tested(
    by_writing: ByWriting, prior: Shares, beyond_sources: Shares | None, kept: npt.NDArray[np.integer]
) -> tuple[Shares, Shares]:
    """Return the p-values of some patterns with every label, and the same adjusted for all patterns."""
    p_values = _p_values(by_writing, prior)
    if beyond_sources is not None:
        p_values = np.maximum(p_values, beyond_sources)
    adjusted = benjamini_hochberg(p_values.ravel()).reshape(p_values.shape)
    return p_values[kept], adjusted[kept]


def _p_values(by_writing: ByWriting, prior: Shares) -> Shares:
    """Return the p-value of every pattern with every label over writings, some patterns at a time."""
    found = np.empty(by_writing.by_label.shape)
    for start in range(0, len(found), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        total = by_writing.total[some, None]
        found[some] = clustered_enrichment_p_values(by_writing.by_label[some], total, prior)
    return found
