"""Features tested over sources: several hypotheses of one premise, where their labels go together.

Ten summaries of one source share its subject, its names and mostly its label: a word that stands in all of
them was observed with that label once. Labels that go apart, as where annotators write one hypothesis of each
label for a premise, make rows no less independent, and need nothing of this.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.equal_texts import numbered_texts
from rightreasons.artifacts.share_sums import ShareSums
from rightreasons.artifacts.templates import template_column, template_numbers
from rightreasons.artifacts.writings import ByWriting, Codes, Numbers, Recurring, Shares, Writings
from rightreasons.pairs import PairTable
from rightreasons.statistics.association import clustered_enrichment_p_values, enrichment_p_values


def hypotheses(pairs: PairTable, codes: Codes, labels: int) -> Writings:
    """Return which hypotheses have the same text, and their sources where labels of a source go together.

    Rows of one template, where a column names them (`template_column`), are of one source; otherwise those of
    one premise.

    Parameters
    ----------
    pairs
        n rows.
    codes, labels
        Position of every row's label, shape (n,), and how many labels there are.
    """
    column = template_column(pairs)
    source = (
        numbered_texts(pairs, "premise") if column is None else template_numbers(pairs, column).to_numpy()
    )
    by_source = Writings(source, codes, labels)
    sources = by_source if by_source.labels_go_together else None
    return Writings(numbered_texts(pairs, "hypothesis"), codes, labels, sources)


@dataclass(frozen=True)
class BySource:
    """Features counted by sources.

    Parameters
    ----------
    between
        By sources: of each the mean share of every label among its rows with the feature.
    observed, expected
        Rows with the feature by label, and as many as there would be if within each source labels were dealt
        out at random; of the rows whose source has several; shape (features, labels).
    """

    between: ByWriting
    observed: Numbers
    expected: Shares

    def p_values(self, prior: Shares) -> npt.NDArray[np.float64]:
        """Return the one-sided p-value of every feature with every label, shape (features, labels).

        Two ways in which a feature may point to a label although labels of a source agree: more of its
        sources have the label than the share of the label explains (`clustered_enrichment_p_values`), or
        within sources it stands in more rows of the label than the source's own share explains. The smaller
        of both p-values counts, doubled. The second takes labels as exchangeable within a source; a sum of
        draws of unequal probabilities is less spread than as many of their mean (Hoeffding 1956), and so the
        binomial distribution is conservative.

        Parameters
        ----------
        prior
            Mean share of every label over sources, shape (labels,).

        References
        ----------
        Hoeffding (1956), "On the distribution of the number of successes in independent trials", Annals of
        Mathematical Statistics 27:713-721.
        """
        total = self.between.total[:, None]
        between = clustered_enrichment_p_values(self.between.by_label, total, prior)
        rows = self.observed.sum(axis=1, keepdims=True)
        share = np.clip(self.expected / np.maximum(rows, 1), 0.0, 1.0)
        within = enrichment_p_values(self.observed, np.broadcast_to(rows, self.observed.shape), share)
        return np.asarray(np.minimum(2 * np.minimum(between, within), 1.0), dtype=np.float64)


@dataclass(frozen=True)
class OfSources:
    """Features of rows whose source has several, counted by sources; in whatever order these come.

    Parameters
    ----------
    recurring
        By sources.
    expected
        Share of every label among the rows of a source, summed over its rows with a feature; by feature and
        label.
    """

    recurring: Recurring
    expected: ShareSums

    @classmethod
    def none(cls, shape: tuple[int, ...]) -> "OfSources":
        """Return those of no rows."""
        return cls(Recurring.none(shape), ShareSums.none())

    def and_those(self, sources: Writings, features: Numbers, rows: Numbers) -> "OfSources":
        """Add the features of some rows; of a source all rows are here, or none."""
        of = sources.text[rows]
        counts, sizes, expected = sources.cells[of], sources.sizes[of].astype(np.int64), self.expected
        for label in range(sources.labels):
            some = np.flatnonzero(counts[:, label])
            cells = features[some] * sources.labels + label
            expected = expected.and_those(sizes[some], cells, counts[some, label].astype(np.int64))
        return OfSources(self.recurring.and_those(sources, features, rows), expected)

    def merged(self, by_instances: Numbers) -> BySource:
        """Return the features by sources, of which `by_instances` counted all rows one by one."""
        expected = self.expected.total(by_instances.size).reshape(by_instances.shape)
        return BySource(self.recurring.merged(by_instances), self.recurring.instances, expected)


def lowest_p_values(sources: Numbers, prior: Shares) -> npt.NDArray[np.float64]:
    """Return the p-value over sources of features that stand in rows of one label only.

    Parameters
    ----------
    sources
        In how many each feature stands, shape (features,).
    prior
        Mean share of every label over sources, shape (labels,).

    Returns
    -------
    ndarray
        Of shape (features, labels).
    """
    all_of_a_label: npt.NDArray[np.float64] = np.power(prior, sources[:, None])
    return np.minimum(2 * all_of_a_label, 1.0)
