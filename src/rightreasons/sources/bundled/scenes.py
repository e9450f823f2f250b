"""Draws scenes of the bundled corpus: hypotheses of each label, premises for them, sentences of both."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from rightreasons.sources.bundled.planted import SLOTS
from rightreasons.sources.bundled.vocabulary import (
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    NOTHING,
    Clauses,
    CorpusVocabulary,
    Flags,
    Numbers,
    Premises,
)

# Puts drawn clauses into words: one sentence a hypothesis, one of two or three clauses a premise.


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


# Draws three hypotheses a premise, one of each label, all from the same distribution.


_RESOLUTION = 2**32


def draw_people(groups: int, words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    """Draw three different people a group: positions in the general subjects, shape (groups, 3)."""
    kinds = len(words.general_subjects)
    first = random.integers(0, kinds, groups)
    second = random.integers(1, kinds, groups)
    third = 1 + (second + random.integers(0, kinds - 2, groups)) % (kinds - 1)
    return np.stack([first, (first + second) % kinds, (first + third) % kinds], axis=1)


def draw_hypotheses(
    people: Numbers, copied: Flags, words: CorpusVocabulary, random: np.random.Generator
) -> Clauses:
    """Draw the hypotheses, a column each label, with empty slots; every part has shape (groups, 3).

    Parameters
    ----------
    people
        Who is in the scene, from `draw_people`.
    copied
        Which hypotheses are to be found word for word in the premise, shape (groups, 3).
    words
        The vocabulary.
    random
        Where randomness comes from.
    """
    shape = people.shape
    rows = np.arange(len(people))
    # A contradiction is about one of the two others, whom the premise sees doing something else. A copied
    # one is about the second person: with the first, the entailed hypothesis would be copied along.
    about = np.where(copied[:, CONTRADICTION], NEUTRAL, random.integers(0, 2, len(people)))
    subject = np.stack([people[:, 0], people[:, 1], people[rows, about]], axis=1)
    verb = draw_verbs(shape, words, random)
    verb[:, CONTRADICTION] = _other_verbs(verb[rows, about], words, random)
    return Clauses(
        determiner=random.integers(0, len(words.determiners), shape),
        frame=random.integers(0, len(words.openings), shape),
        subject=subject,
        verb=verb,
        direct_object=draw_objects(verb, words, random),
        detail=_draw_details(copied, words, random),
        second_detail=np.full(shape, NOTHING),
        fillings=np.full((*shape, len(SLOTS)), NOTHING),
    )


def draw_verbs(shape: tuple[int, ...], words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    """Draw verbs: a band by its weight, then any verb of the band."""
    band = words.verb_bands[random.integers(0, len(words.verb_bands), shape)]
    drawn: Numbers = band * words.per_band + random.integers(0, words.per_band, shape)
    return drawn


def draw_objects(verb: Numbers, words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    """Draw an object for each verb from those that go with it, early ones more often; shape of `verb`."""
    return verb * words.per_verb + _early(np.full(verb.shape, words.per_verb), random)


def _other_verbs(verb: Numbers, words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    # Another verb of the same band: this has the very distribution of `verb`, which is uniform in its band.
    step = random.integers(1, words.per_band, len(verb))
    return verb - verb % words.per_band + (verb + step) % words.per_band


def _draw_details(copied: Flags, words: CorpusVocabulary, random: np.random.Generator) -> Numbers:
    kinds = len(words.detail_starts) - 1
    kind = random.integers(0, kinds, copied.shape)
    # A copied contradiction puts the general word for the second person into the premise. The detail of the
    # neutral hypothesis must not get there too, so the others are of another kind, which is uniform as well.
    another = (kind[:, [NEUTRAL]] + random.integers(1, kinds, copied.shape)) % kinds
    another[:, NEUTRAL] = kind[:, NEUTRAL]
    kind = np.where(copied[:, [CONTRADICTION]], another, kind)
    return words.detail_starts[kind] + _early(np.diff(words.detail_starts)[kind], random)


def _early(below: Numbers, random: np.random.Generator) -> Numbers:
    """Draw a number below each of `below`, the smaller the likelier: the lesser of two uniform ones."""
    # A fraction of 2**32, scaled: bounds that differ by element would make numpy draw one by one.
    drawn = np.minimum(*random.integers(0, _RESOLUTION, (2, *below.shape)))
    scaled: Numbers = drawn * below // _RESOLUTION
    return scaled


# Makes the premises that give drawn hypotheses their labels.


def draw_premises(
    hypotheses: Clauses, people: Numbers, copied: Flags, words: CorpusVocabulary, random: np.random.Generator
) -> Premises:
    """Return one premise a group, so that each hypothesis has the label of its column.

    People get a more special word than the hypothesis has for them, so that a hypothesis is never covered by
    its premise word for word, unless it is `copied`.

    Parameters
    ----------
    hypotheses
        From `draw_hypotheses`, with their slots filled.
    people, copied, words, random
        As in `draw_hypotheses`.
    """
    each = random.integers(0, words.per_subject, people.shape)
    special = len(words.general_subjects) + people * words.per_subject + each
    has_third = copied[:, NEUTRAL] | copied[:, CONTRADICTION]
    first = replace(
        hypotheses[:, ENTAILMENT], subject=np.where(copied[:, ENTAILMENT], people[:, 0], special[:, 0])
    )
    second = _bare(hypotheses[:, NEUTRAL], np.where(has_third, people[:, 1], special[:, 1]))
    third = _third(hypotheses, special[:, 2], copied, words, random)
    return Premises(first, second, third, has_third)


def _bare(clauses: Clauses, subject: Numbers) -> Clauses:
    return replace(
        clauses,
        subject=subject,
        detail=np.full_like(clauses.detail, NOTHING),
        fillings=np.full_like(clauses.fillings, NOTHING),
    )


def _third(
    hypotheses: Clauses, subject: Numbers, copied: Flags, words: CorpusVocabulary, random: np.random.Generator
) -> Clauses:
    # It does what the copied contradiction says of the second person, and has the detail that the copied
    # neutral hypothesis gives to the second: all the words are there, but said of somebody else.
    contradicted = hypotheses[:, CONTRADICTION]
    open_one = hypotheses[:, NEUTRAL]
    verb = draw_verbs(subject.shape, words, random)
    doing = copied[:, CONTRADICTION]
    return replace(
        _bare(contradicted, subject),
        verb=np.where(doing, contradicted.verb, verb),
        direct_object=np.where(doing, contradicted.direct_object, draw_objects(verb, words, random)),
        detail=np.where(doing, contradicted.detail, NOTHING),
        second_detail=np.where(copied[:, NEUTRAL], open_one.detail, NOTHING),
    )
