"""How far the words of the hypothesis are in the premise, and in which order."""

from collections.abc import Mapping

import numpy as np

from rightreasons.artifacts.overlap.pair_words import SentenceWords
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.kernels import order_of_words
from rightreasons.shortcuts.predicates.predicate import Statements, pair_words, rows_of_tokens
from rightreasons.shortcuts.predicates.words import shared_tokens
from rightreasons.shortcuts.shortcut import Flags

NEW_WORDS = (1, 2, 3, 4, 5, 6, 8, 10)
SHARES = (25, 50, 75, 90)
LONG = 4


def _words_are(count: int) -> str:
    return "1 word of the hypothesis is" if count == 1 else f"{count} words of the hypothesis are"


_SENTENCES = {
    "full": (
        "every word of the hypothesis is in the premise",
        "some word of the hypothesis is not in the premise",
    ),
    "none": ("no word of the hypothesis is in the premise", "some word of the hypothesis is in the premise"),
    "in order": (
        "the words of the hypothesis are in the premise, in their order",
        "the words of the hypothesis are not all in the premise in their order",
    ),
    "run": (
        "the hypothesis is a run of words of the premise",
        "the hypothesis is no run of words of the premise",
    ),
    "beginning": ("the premise begins with the hypothesis", "the premise does not begin with the hypothesis"),
    "end": ("the premise ends with the hypothesis", "the premise does not end with the hypothesis"),
    "another order": (
        "premise has every word of the hypothesis, in another order",
        "the premise lacks a word of the hypothesis, or has all in their order",
    ),
    "same words": (
        "both sentences have the same words, equally often",
        "the sentences do not have the same words equally often",
    ),
    "same first word": (
        "both sentences begin with the same word",
        "the sentences begin with different words",
    ),
    "same last word": ("both sentences end with the same word", "the sentences end with different words"),
    "first word shared": (
        "the premise contains the first word of the hypothesis",
        "the premise does not contain the first word of the hypothesis",
    ),
    "last word shared": (
        "the premise contains the last word of the hypothesis",
        "the premise does not contain the last word of the hypothesis",
    ),
    "repeated word": ("the hypothesis has a word twice", "the hypothesis has no word twice"),
    **{
        f"repeated long word in {side}": (
            f"the {side} has a word of four letters or more twice",
            f"the {side} has no word of four letters or more twice",
        )
        for side in ("premise", "hypothesis")
    },
    "all of premise": (
        "every word of the premise is in the hypothesis",
        "some word of the premise is not in the hypothesis",
    ),
    **{
        f"at most {most} new": (
            f"at most {_words_are(most)} not in the premise",
            f"more than {_words_are(most)} not in the premise",
        )
        for most in NEW_WORDS
    },
    **{
        f"at least {share} %": (
            f"at least {share} % of the words of the hypothesis are in the premise",
            f"fewer than {share} % of the words of the hypothesis are in the premise",
        )
        for share in SHARES
    },
}


def _flags(block: Block) -> Mapping[str, Flags]:
    words = pair_words(block)
    n, types = len(block), len(words.vocabulary)
    of_premise, of_hypothesis = shared_tokens(block)
    (p_ids, p_starts), (h_ids, h_starts) = words.premise, words.hypothesis
    rows = rows_of_tokens(h_starts)
    length = np.diff(h_starts)
    shared = np.bincount(rows[of_hypothesis], minlength=n)
    new = length - shared
    order = order_of_words(words.premise, words.hypothesis)
    full = (new == 0) & (length > 0)
    found = {
        "full": full,
        "none": (shared == 0) & (length > 0),
        "in order": order[:, 0],
        "run": order[:, 1],
        "beginning": order[:, 2],
        "end": order[:, 3],
        "another order": full & ~order[:, 0],
        "same words": order[:, 4],
        "repeated word": _repeated(rows, h_ids, n, types),
        "repeated long word in premise": _long_repeated(block, words.premise),
        "repeated long word in hypothesis": _long_repeated(block, words.hypothesis),
        "all of premise": np.bincount(rows_of_tokens(p_starts)[~of_premise], minlength=n) == 0,
        **{f"at most {most} new": new <= most for most in NEW_WORDS},
        **{f"at least {share} %": (100 * shared >= share * length) & (length > 0) for share in SHARES},
    }
    both = (length > 0) & (np.diff(p_starts) > 0)
    held = np.flatnonzero(both)
    for name, p_place, h_place in (
        ("first", p_starts[:-1], h_starts[:-1]),
        ("last", p_starts[1:] - 1, h_starts[1:] - 1),
    ):
        same, contained = np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
        same[held] = p_ids[p_place[held]] == h_ids[h_place[held]]
        contained[held] = of_hypothesis[h_place[held]]
        found[f"same {name} word"], found[f"{name} word shared"] = same, contained
    return found


def _repeated(rows: np.ndarray, ids: np.ndarray, n: int, types: int) -> Flags:
    codes = np.sort(rows.astype(np.int64) * max(types, 1) + ids)
    twice = codes[1:][codes[1:] == codes[:-1]] // max(types, 1)
    found = np.zeros(n, dtype=np.bool_)
    found[twice] = True
    return found


def _long_repeated(block: Block, words: SentenceWords) -> Flags:
    vocabulary = pair_words(block).vocabulary
    ids, starts = words
    long = (vocabulary.str.len_chars() >= LONG).to_numpy()[ids]
    return _repeated(rows_of_tokens(starts)[long], ids[long], len(block), len(vocabulary))


FAMILIES = (Statements("overlap", _SENTENCES, _flags),)
