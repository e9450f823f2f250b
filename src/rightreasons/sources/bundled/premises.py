"""Makes the premises that give drawn hypotheses their labels."""

from dataclasses import replace

import numpy as np

from rightreasons.sources.bundled.clauses import (
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    NOTHING,
    Clauses,
    Flags,
    Premises,
)
from rightreasons.sources.bundled.hypotheses import draw_objects, draw_verbs
from rightreasons.sources.bundled.vocabulary import CorpusVocabulary, Numbers


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
