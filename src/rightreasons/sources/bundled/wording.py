"""Draws scenes of the bundled corpus: hypotheses of each label, premises for them, sentences of both."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from rightreasons.sources.bundled.clauses import Clauses, Premises
from rightreasons.sources.bundled.planted import SLOTS
from rightreasons.sources.bundled.vocabulary import CorpusVocabulary, Numbers


def hypothesis_sentences(clauses: Clauses, words: CorpusVocabulary, fillings: Sequence[str]) -> pl.Series:
    """Return one sentence a clause; `clauses` of shape (n,), `fillings` the wordings of the slots."""
    return _sentences(_spoken(clauses, words, fillings))


def premise_sentences(
    premises: Premises, words: CorpusVocabulary, fillings: Sequence[str], connective: Numbers, order: Numbers
) -> pl.Series:
    """Return one sentence a premise.

    Parameters
    ----------
    premises
        What is said, shape (groups,).
    words, fillings
        As in `hypothesis_sentences`.
    connective
        Position of the word that joins the first two clauses, shape (groups,).
    order
        1 where the second person comes before the first, else 0; shape (groups,).
    """
    frame = pl.DataFrame(
        {
            "first": _spoken(premises.first, words, fillings),
            "second": _spoken(premises.second, words, fillings),
            "joined": _worded(words.connectives, connective),
            "third": _spoken(premises.third, words, fillings),
            "turned": order == 1,
            "has_third": premises.has_third,
        }
    )
    before = pl.when("turned").then("second").otherwise("first")
    after = pl.when("turned").then("first").otherwise("second")
    more = pl.when("has_third").then(pl.concat_str(pl.lit(words.third_connective + " "), "third"))
    parts = [before, pl.col("joined"), after, more]
    return _sentences(frame.select(pl.concat_str(parts, separator=" ", ignore_nulls=True)).to_series())


def _spoken(clauses: Clauses, words: CorpusVocabulary, fillings: Sequence[str]) -> pl.Series:
    slots = {slot: _worded(fillings, clauses.fillings[..., index]) for index, slot in enumerate(SLOTS)}
    parts: dict[str, pl.Series] = {
        "opening": _worded(words.openings, clauses.frame),
        "determiner": _worded(words.determiners, clauses.determiner),
        "subject_adjective": slots["subject_adjective"],
        "subject": _worded(words.subjects, clauses.subject),
        "auxiliary": _worded(words.auxiliaries, clauses.frame),
        "adverb": slots["adverb"],
        "second_adverb": slots["second_adverb"],
        "verb": _worded(words.verbs, clauses.verb),
        "article": _worded(["a"], np.zeros_like(clauses.verb)),
        "object_adjective": slots["object_adjective"],
        "object": _worded(words.objects, clauses.direct_object),
        "tail": slots["tail"],
        "detail": _worded(words.details, clauses.detail),
        "second_detail": _worded(words.details, clauses.second_detail),
        "end": slots["end"],
    }
    joined = pl.concat_str(pl.all(), separator=" ", ignore_nulls=True)
    return pl.DataFrame(parts).select(joined).to_series()


def _worded(words: Sequence[str | None], positions: Numbers) -> pl.Series:
    # Position -1, nothing, becomes 0, where there is no word.
    return pl.Series([None, *words], dtype=pl.String).gather(np.add(positions, 1))


def _sentences(spoken: pl.Series) -> pl.Series:
    capital = spoken.str.slice(0, 1).str.to_uppercase()
    return capital + spoken.str.slice(1) + "."
