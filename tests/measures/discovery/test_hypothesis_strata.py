"""Strata divide rows by what the hypothesis alone predicts, and by how probable that is."""

from dataclasses import replace

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.measures.discovery.hypothesis_strata import BANDS, hypothesis_strata, strata_of
from rightreasons.pairs import LABEL_TYPE
from rightreasons.sources.bundled import bundled_pairs


def test_rows_of_a_stratum_have_one_label_and_like_probability() -> None:
    probabilities = np.random.default_rng(3).dirichlet((1, 1, 1), 900).astype(np.float32)
    strata = strata_of(probabilities)
    highest = probabilities.max(axis=1)
    for number in range(3 * BANDS):
        rows = strata == number
        assert set(probabilities[rows].argmax(axis=1)) == {number // BANDS}
        if number % BANDS:
            assert highest[strata == number - 1].max() <= highest[rows].min()
    sizes = np.bincount(strata, minlength=3 * BANDS).reshape(3, BANDS)
    assert (np.ptp(sizes, axis=1) <= 1).all()


def test_a_word_that_gives_the_label_away_divides_the_rows() -> None:
    pairs = bundled_pairs(2_000, 4)
    near = pairs.hypotheses.str.contains(" near ")
    drawn = np.random.default_rng(1).choice(["entailment", "neutral"], len(pairs))
    label = pl.select(pl.when(near).then(pl.lit("contradiction")).otherwise(pl.Series(drawn))).to_series()
    pairs = replace(pairs, frame=pairs.frame.with_columns(label=label.cast(LABEL_TYPE)))
    strata = hypothesis_strata(pairs, sentence_tokens(pairs, "hypothesis", "word-punct"))
    contradiction = [str(each) for each in pairs.labels].index("contradiction")
    assert ((strata // BANDS == contradiction) == near.to_numpy()).mean() > 0.95
