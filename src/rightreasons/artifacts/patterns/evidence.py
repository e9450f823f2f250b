"""How strongly each pattern goes with its label, and how sure that is."""

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.counts import PatternCounts
from rightreasons.artifacts.patterns.writing import columns
from rightreasons.pairs import LABEL_TYPE
from rightreasons.statistics.multiplicity import benjamini_hochberg

SMOOTHING = 1.0  # added to the count of each label (Laplace)


def evidence(counts: PatternCounts) -> pl.DataFrame:
    """Return what speaks for every frequent pattern, in the order of `counts`.

    Parameters
    ----------
    counts
        Patterns with the instances of every label that hold them, n of them.

    Returns
    -------
    polars.DataFrame
        n rows: ``pattern`` (text), ``words``, ``gaps``, then

        - ``label``: the label it goes with, i.e. that of highest p(l|b); the first of equals;
        - ``count``, and ``count_LABEL`` for every label: instances that hold the pattern;
        - ``p``: p(l|b) = count(b, l) / count(b) (Liu et al. 2020, section 2.1);
        - ``p_smoothed``: the same with 1 added for each label;
        - ``z``: of p against the share of the label (Gardner et al. 2021, section 3);
        - ``p_value``: chance of so many or more instances of the label, if the pattern said nothing (exact
          binomial, one-sided); ``p_adjusted``: after Benjamini and Hochberg over every frequent pattern
          with every label, since the label is chosen after looking.
    """
    from rightreasons.statistics.association import (
        enrichment_p_values,
        smoothed_probability,
        z_against_prior,
    )

    total = counts.counts.sum(axis=1)
    best = counts.counts.argmax(axis=1) if len(counts) else np.empty(0, dtype=np.int64)
    own = np.take_along_axis(counts.counts, best[:, None], axis=1)[:, 0]
    prior = counts.label_totals / max(1, counts.label_totals.sum())
    p_values = enrichment_p_values(counts.counts, total[:, None], prior)
    adjusted = benjamini_hochberg(p_values.ravel()).reshape(p_values.shape)
    by_label = {f"count_{name}": counts.counts[:, code] for code, name in enumerate(counts.label_names)}
    return columns(counts.patterns).with_columns(
        pl.Series("label", np.array(counts.label_names, dtype=object)[best], dtype=LABEL_TYPE),
        pl.Series("count", total),
        *(pl.Series(name, values) for name, values in by_label.items()),
        pl.Series("p", own / total),
        pl.Series("p_smoothed", smoothed_probability(own, total, len(counts.label_names), SMOOTHING)),
        pl.Series("z", z_against_prior(own, total, prior[best])),
        pl.Series("p_value", np.take_along_axis(p_values, best[:, None], axis=1)[:, 0]),
        pl.Series("p_adjusted", np.take_along_axis(adjusted, best[:, None], axis=1)[:, 0]),
    )
