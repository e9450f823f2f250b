"""Classes of function words and of common words, among them those that show tense and aspect."""

from collections.abc import Mapping

import numpy as np

from rightreasons.artifacts.overlap.pair_words import SentenceWords
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.classes import WordClass, class_statements, listed
from rightreasons.shortcuts.predicates.predicate import Statements, pair_words, rows_of_tokens
from rightreasons.shortcuts.shortcut import Flags

_CLASSES = {
    "pronoun": "a pronoun",
    "article": "an article",
    "preposition": "a preposition",
    "purpose": "a word of purpose or reason ('for', 'to', 'because')",
    "conjunction": "a conjunction",
    "modal": "a modal word ('might', 'should', 'probably')",
    "comparison": "a word that compares",
    "place": "a word of place",
    "person": "a word for people",
    "colour": "a colour",
    "feeling": "a word of feeling or wish",
    "future": "a word that shows future",
    "past": "a word that shows past",
}
_TENSES = {
    "progressive": ("be", ("ing",), "'is' or another form of 'be' before a word in '-ing'"),
    "passive": ("be", ("ed", "en"), "a form of 'be' before a word in '-ed' or '-en'"),
    "perfect": ("have", ("ed", "en"), "a form of 'have' before a word in '-ed' or '-en'"),
}
_HELD = {
    "in premise": ("the premise has {}", "the premise does not have {}"),
    "in hypothesis": ("the hypothesis has {}", "the hypothesis does not have {}"),
    "only in premise": ("only the premise has {}", "the premise has {} only if the hypothesis has one too"),
    "only in hypothesis": (
        "only the hypothesis has {}",
        "the hypothesis has {} only if the premise has one too",
    ),
}


def _tenses(block: Block) -> Mapping[str, Flags]:
    words = pair_words(block)
    found: dict[str, Flags] = {}
    for tense, (auxiliary, endings, _) in _TENSES.items():
        first = listed(auxiliary)(block)
        second = np.zeros(len(words.vocabulary), dtype=np.bool_)
        for ending in endings:
            second |= words.vocabulary.str.ends_with(ending).to_numpy()
        premise, hypothesis = (
            _follow(getattr(words, side), first, second, len(block)) for side in ("premise", "hypothesis")
        )
        found |= {
            f"{tense} in premise": premise,
            f"{tense} in hypothesis": hypothesis,
            f"{tense} only in premise": premise & ~hypothesis,
            f"{tense} only in hypothesis": hypothesis & ~premise,
        }
    return found


def _follow(texts: SentenceWords, first: Flags, second: Flags, n: int) -> Flags:
    """Return in which texts a word of one class stands right before, or one word before, one of another."""
    ids, rows = texts[0], rows_of_tokens(texts[1])
    found = np.zeros(n, dtype=np.bool_)
    for step in (1, 2):
        held = first[ids[:-step]] & second[ids[step:]] & (rows[:-step] == rows[step:])
        found[rows[step:][held]] = True
    return found


FAMILIES = (
    class_statements("class", *(WordClass(name, what, listed(name)) for name, what in _CLASSES.items())),
    Statements(
        "tense",
        {
            f"{tense} {key}": (positive.format(what), negative.format(what))
            for tense, (_, _, what) in _TENSES.items()
            for key, (positive, negative) in _HELD.items()
        },
        _tenses,
    ),
)
