"""Features tested over sources: several hypotheses of one premise, where their labels go together.

Ten summaries of one source share its subject, its names and mostly its label: a word that stands in all of
them was observed with that label once. Labels that go apart, as where annotators write one hypothesis of each
label for a premise, make rows no less independent, and need nothing of this.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.equal_texts import numbered_texts
from rightreasons.artifacts.templates import template_column, template_numbers
from rightreasons.artifacts.writings import ByWriting, Numbers, Shares, Writings, of_instances
from rightreasons.pairs import PairTable
from rightreasons.statistics.association import clustered_enrichment_p_values, enrichment_p_values


def hypotheses(pairs: PairTable, codes: Numbers, labels: int) -> Writings:
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

    @classmethod
    def of_instances(cls, by_instances: Numbers) -> "BySource":
        """Return counts by instances, of which none shares its source so far; shape (features, labels)."""
        nothing = np.zeros_like(by_instances)
        return cls(of_instances(by_instances), nothing, nothing.astype(np.float64))

    def merged(self, sources: Writings, features: Numbers, rows: Numbers) -> "BySource":
        """Count instances of some sources by their source; see `Writings.merged`."""
        labels, size = sources.labels, self.observed.size
        observed = np.bincount(features * labels + sources.codes[rows], minlength=size)
        of_row = sources.shares[sources.text[rows]]
        of_label = [np.bincount(features, of_row[:, label], len(self.observed)) for label in range(labels)]
        return BySource(
            sources.merged(self.between, features, rows),
            self.observed + observed.reshape(self.observed.shape),
            self.expected + np.stack(of_label, axis=1),
        )

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
