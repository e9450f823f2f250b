"""What an edit of the premise into the hypothesis inserts, deletes and substitutes."""

from collections.abc import Mapping

import numpy as np

from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.kernels import aligned
from rightreasons.shortcuts.predicates.predicate import (
    HeldWords,
    Occurrences,
    Statements,
    pair_words,
    rows_of_tokens,
)
from rightreasons.shortcuts.shortcut import Flags

COUNTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15)


def alignment(block: Block) -> tuple[np.ndarray, np.ndarray]:
    """Return how the words of every pair are aligned, as `kernels.aligned` does; made once a block."""

    def make() -> tuple[np.ndarray, np.ndarray]:
        words = pair_words(block)
        return aligned(words.premise, words.hypothesis)

    return block.once("alignment", make)


def _inserted(block: Block) -> Occurrences:
    ids, starts = pair_words(block).hypothesis
    chosen = alignment(block)[0] == 0
    return rows_of_tokens(starts)[chosen], ids[chosen].astype(np.int64)


def _deleted(block: Block) -> Occurrences:
    ids, starts = pair_words(block).premise
    chosen = alignment(block)[1] == 2
    return rows_of_tokens(starts)[chosen], ids[chosen].astype(np.int64)


def _substituted(block: Block) -> Occurrences:
    words = pair_words(block)
    ids, starts = words.hypothesis
    targets = alignment(block)[0]
    chosen = targets < 0
    rows = rows_of_tokens(starts)[chosen]
    firsts = words.premise[0][words.premise[1][rows] - targets[chosen] - 1]
    return rows, firsts.astype(np.int64) * len(words.vocabulary) + ids[chosen]


def _counted(block: Block) -> Mapping[str, Flags]:
    words = pair_words(block)
    targets, states = alignment(block)
    n = len(block)
    of_hypothesis, of_premise = rows_of_tokens(words.hypothesis[1]), rows_of_tokens(words.premise[1])
    counts = {
        "insertions": np.bincount(of_hypothesis[targets == 0], minlength=n),
        "substitutions": np.bincount(of_hypothesis[targets < 0], minlength=n),
        "deletions": np.bincount(of_premise[states == 2], minlength=n),
    }
    total = sum(counts.values())
    found: dict[str, Flags] = {
        f"at most {most} {what}": np.asarray(number <= most)
        for what, number in {**counts, "edits": total}.items()
        for most in COUNTS
    }
    for what, number in counts.items():
        found[f"only {what}"] = (number > 0) & (number == total)
    return found


def _sentences() -> dict[str, tuple[str, str]]:
    begin = "from premise to hypothesis there are"
    found = {
        f"at most {most} {what}": _at_most(most, what)
        for what in ("insertions", "substitutions", "deletions", "edits")
        for most in COUNTS
    }
    for what in ("insertions", "substitutions", "deletions"):
        found[f"only {what}"] = (f"{begin} only {what}", f"{begin} not only {what}, or none")
    return found


def _at_most(most: int, what: str) -> tuple[str, str]:
    begin = "from premise to hypothesis there"
    if most == 0:
        return f"{begin} are no {what}", f"{begin} are {what}"
    verb, counted = ("is", what.removesuffix("s")) if most == 1 else ("are", what)
    return f"{begin} {verb} at most {most} {counted}", f"{begin} {verb} more than {most} {counted}"


FAMILIES = (
    HeldWords("inserted-word", "'{}' is inserted", "'{}' is not inserted", _inserted),
    HeldWords("deleted-word", "'{}' is deleted", "'{}' is not deleted", _deleted),
    HeldWords(
        "substituted-words",
        "a word is substituted for another: '{}'",
        "no word is so substituted for another: '{}'",
        _substituted,
        parts=2,
        separator=" / ",
    ),
    Statements("edits", _sentences(), _counted),
)
