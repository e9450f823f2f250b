"""Words of a pair: of one sentence, only of one, of both, and those that a sentence begins or ends with."""

import numpy as np

from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.kernels import held_by_other
from rightreasons.shortcuts.predicates.predicate import HeldWords, Occurrences, pair_words, rows_of_tokens
from rightreasons.shortcuts.shortcut import Flags


def shared_tokens(block: Block) -> tuple[Flags, Flags]:
    """Return which words of the premise the hypothesis has, and which of the hypothesis the premise has."""

    def make() -> tuple[Flags, Flags]:
        words = pair_words(block)
        types = len(words.vocabulary)
        return (
            held_by_other(words.premise, words.hypothesis, types),
            held_by_other(words.hypothesis, words.premise, types),
        )

    return block.once("shared tokens", make)


def _premise(block: Block) -> Occurrences:
    ids, starts = pair_words(block).premise
    return rows_of_tokens(starts), ids.astype(np.int64)


def _hypothesis(block: Block) -> Occurrences:
    ids, starts = pair_words(block).hypothesis
    return rows_of_tokens(starts), ids.astype(np.int64)


def _chosen(found: Occurrences, flags: Flags) -> Occurrences:
    return found[0][flags], found[1][flags]


def _only_premise(block: Block) -> Occurrences:
    return _chosen(_premise(block), ~shared_tokens(block)[0])


def _only_hypothesis(block: Block) -> Occurrences:
    return _chosen(_hypothesis(block), ~shared_tokens(block)[1])


def _both(block: Block) -> Occurrences:
    return _chosen(_hypothesis(block), shared_tokens(block)[1])


class _Ends:
    """The first or the last word of one sentence of each pair."""

    def __init__(self, side: str, *, last: bool) -> None:
        self.side, self.last = side, last

    def __call__(self, block: Block) -> Occurrences:
        ids, starts = getattr(pair_words(block), self.side)
        rows = np.flatnonzero(np.diff(starts)).astype(np.int32)
        places = starts[rows + 1] - 1 if self.last else starts[rows]
        return rows, ids[places].astype(np.int64)


FAMILIES = (
    HeldWords(
        "hypothesis-word",
        "the hypothesis contains '{}'",
        "the hypothesis does not contain '{}'",
        _hypothesis,
    ),
    HeldWords("premise-word", "the premise contains '{}'", "the premise does not contain '{}'", _premise),
    HeldWords(
        "shared-word",
        "both sentences contain '{}'",
        "at most one sentence contains '{}'",
        _both,
    ),
    HeldWords(
        "hypothesis-only-word",
        "only the hypothesis contains '{}'",
        "the hypothesis contains '{}' only if the premise does too",
        _only_hypothesis,
    ),
    HeldWords(
        "premise-only-word",
        "only the premise contains '{}'",
        "the premise contains '{}' only if the hypothesis does too",
        _only_premise,
    ),
    HeldWords(
        "hypothesis-first-word",
        "the hypothesis begins with '{}'",
        "the hypothesis does not begin with '{}'",
        _Ends("hypothesis", last=False),
    ),
    HeldWords(
        "hypothesis-last-word",
        "the hypothesis ends with '{}'",
        "the hypothesis does not end with '{}'",
        _Ends("hypothesis", last=True),
    ),
    HeldWords(
        "premise-first-word",
        "the premise begins with '{}'",
        "the premise does not begin with '{}'",
        _Ends("premise", last=False),
    ),
    HeldWords(
        "premise-last-word",
        "the premise ends with '{}'",
        "the premise does not end with '{}'",
        _Ends("premise", last=True),
    ),
)
