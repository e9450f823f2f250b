"""Relations of WordNet between words that only the premise has and words that only the hypothesis has."""

from collections.abc import Mapping
from functools import cache

import numpy as np
import polars as pl

from rightreasons.errors import FileMissingError
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.classes import WordClass, class_statements
from rightreasons.shortcuts.predicates.edits import alignment
from rightreasons.shortcuts.predicates.kernels import related_words
from rightreasons.shortcuts.predicates.predicate import Statements, pair_words, rows_of_tokens
from rightreasons.shortcuts.predicates.words import shared_tokens
from rightreasons.shortcuts.shortcut import Flags
from rightreasons.text.word_pairs import ALL_POS, Pos, Relation
from rightreasons.text.wordnet.finding import open_wordnet
from rightreasons.text.wordnet.wordnet import WordNet

_RELATIONS: dict[Relation, tuple[str, int | None]] = {
    "synonym": ("a synonym", 1),
    "hypernym": ("a more general word", 3),
    "hyponym": ("a more special word", 3),
    "antonym": ("an antonym", 1),
    "co-hyponym": ("a word of the same kind", 1),
}
_CLASSES: dict[Pos, tuple[str, str]] = {
    "n": ("noun", "a noun"),
    "v": ("verb", "a verb"),
    "a": ("adjective", "an adjective"),
    "r": ("adverb", "an adverb"),
}


@cache
def _wordnet() -> WordNet | None:
    try:
        return open_wordnet()
    except FileMissingError:
        return None


@cache
def _lemmas(word: str) -> tuple[tuple[str, Pos], ...]:
    """Return base forms of a word with part of speech, of the parts that it is most used as."""
    wordnet = _wordnet()
    if wordnet is None:
        return ()
    found = [(lemma, pos) for pos in ALL_POS for lemma in wordnet.lemmas(word, pos)[:1]]
    uses = [wordnet.uses(*each) for each in found]
    return tuple(each for each, own in zip(found, uses, strict=True) if 10 * own >= max(uses))


@cache
def _related(lemma: str, pos: Pos, relation: Relation) -> frozenset[str]:
    wordnet = _wordnet()
    return frozenset(wordnet.related(lemma, pos, relation, _RELATIONS[relation][1]) if wordnet else ())


def related_codes(vocabulary: pl.Series, relation: Relation) -> np.ndarray:
    """Return pairs of words of a vocabulary of which the second is in a relation to the first, as codes."""
    forms: dict[tuple[str, Pos], list[int]] = {}
    for place, word in enumerate(vocabulary):
        for each in _lemmas(word):
            forms.setdefault(each, []).append(place)
    types = len(vocabulary)
    by_pos = {pos: {lemma: own for (lemma, of), own in forms.items() if of == pos} for pos in ALL_POS}
    codes = {
        first * types + second
        for (lemma, pos), own in forms.items()
        for other in _related(lemma, pos, relation) & by_pos[pos].keys()
        for first in own
        for second in by_pos[pos][other]
        if first != second
    }
    return np.sort(np.fromiter(codes, dtype=np.int64, count=len(codes)))


def _flags(block: Block) -> Mapping[str, Flags]:
    if _wordnet() is None:
        return {}
    words = pair_words(block)
    n, rows = len(block), rows_of_tokens(words.hypothesis[1])
    targets = alignment(block)[0]
    new = ~shared_tokens(block)[1]
    found: dict[str, Flags] = {}
    general = np.zeros(len(rows), dtype=np.bool_)
    for relation in _RELATIONS:
        codes = related_codes(words.vocabulary, relation)
        held = related_words(words.premise, words.hypothesis, codes, len(words.vocabulary))
        found[relation] = _any(rows[held], n)
        found[f"substituted {relation}"] = _any(rows[held & (targets < 0)], n)
        if relation in ("synonym", "hypernym"):
            general |= held
    some = np.bincount(rows, minlength=n) > 0
    found["all general"] = some & ~_any(rows[new & ~general], n)
    found["all new general"] = found["all general"] & _any(rows[new], n)
    return found


def _any(rows: np.ndarray, n: int) -> Flags:
    found = np.zeros(n, dtype=np.bool_)
    found[rows] = True
    return found


def _sentences() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for relation, (what, _) in _RELATIONS.items():
        found[relation] = (
            f"a word that only the hypothesis has is {what} for one that only the premise has",
            f"no word that only the hypothesis has is {what} for one that only the premise has",
        )
        found[f"substituted {relation}"] = (f"{what} is substituted", f"{what} is not substituted")
    found["all general"] = (
        "every word of the hypothesis is in the premise, or has a synonym or a more special word there",
        "some word of the hypothesis, or a synonym or a more special word, is not in the premise",
    )
    found["all new general"] = (
        "the hypothesis has new words, and the premise a synonym or a more special word of each",
        "the hypothesis has no new word, or the premise no synonym or more special word of one",
    )
    return found


class _OfPos:
    """The words of the vocabulary that are most used as one part of speech."""

    def __init__(self, pos: Pos) -> None:
        self.pos = pos

    def __call__(self, block: Block) -> Flags:
        def make() -> list[str]:
            return [_main(word) for word in pair_words(block).vocabulary]

        own = block.once("parts of speech", make)
        return np.fromiter((each == self.pos for each in own), dtype=np.bool_, count=len(own))


def _main(word: str) -> str:
    """Return the part of speech that a word is most used as, an empty string without one."""
    wordnet = _wordnet()
    found = _lemmas(word)
    if wordnet is None or not found or len(word) < 3:
        return ""
    return max(found, key=lambda each: wordnet.uses(*each))[1]


FAMILIES = (
    Statements("wordnet", _sentences(), _flags),
    class_statements(
        "part-of-speech", *(WordClass(name, what, _OfPos(pos)) for pos, (name, what) in _CLASSES.items())
    ),
)
