"""A small bracketer: binary trees for sentences without parses, learned from sentences that have them."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rightreasons.errors import EmptyDataError
from rightreasons.text.bracketing.word_attributes import Frequencies, encoded
from rightreasons.text.tokens import Tokens
from rightreasons.text.transitions import Transitions

Weights = npt.NDArray[np.float32]
LONGEST = 150


@dataclass(frozen=True)
class BracketerSettings:
    """How a bracketer is trained.

    Parameters
    ----------
    known, frequent, common
        From which count on a word is itself in its first, second and third attribute; rarer ones are their
        ending, so that unseen words are like words that were seen.
    epochs
        How often the trees are gone over.
    margin
        By how much a wrong bracket must lose.
    table_bits
        Two to this power is the number of weights.
    seed
        Of the order in which the trees are taken.
    """

    known: int = 2
    frequent: int = 20
    common: int = 100
    epochs: int = 6
    margin: float = 3.0
    table_bits: int = 22
    seed: int = 0


@dataclass(frozen=True)
class Bracketer:
    """Finds the best binary tree of a sentence by the weights of its spans and their splits (CKY).

    Parameters
    ----------
    frequencies
        What is known of words.
    weights
        The table that features are hashed into, a power of two of them.
    facts
        What it was trained on.
    """

    frequencies: Frequencies
    weights: Weights
    facts: dict[str, object] = field(default_factory=dict)

    def parse(self, tokens: Tokens) -> Transitions:
        """Return the tree of each sentence.

        Parameters
        ----------
        tokens
            The words, at least one in every sentence, as the trees that were learned from had them; of a
            sentence of more than 150 words each 150 are a tree, and these are joined to the right.
        """
        from rightreasons.text.bracketing.edge_features import EDGE
        from rightreasons.text.bracketing.trees import parse_all

        words, starts = encoded(tokens, self.frequencies, EDGE)
        return Transitions(tokens, parse_all(words, starts, self.weights, LONGEST))


def train_bracketer(trees: Transitions, settings: BracketerSettings | None = None) -> Bracketer:
    """Learn from trees, by the averaged structured perceptron (Collins 2002).

    Parameters
    ----------
    trees
        Sentences with their trees; sentences of more than 150 words are passed over.
    settings
        How it is trained; None: the defaults.

    Raises
    ------
    EmptyDataError
        If no tree has three words, so that there is nothing to learn.
    """
    from rightreasons.text.bracketing.edge_features import EDGE
    from rightreasons.text.bracketing.learning import learn

    chosen = settings or BracketerSettings()
    lengths = trees.tokens.lengths
    rows = np.flatnonzero((lengths > 2) & (lengths <= LONGEST))
    if not len(rows):
        raise EmptyDataError(
            f"{len(trees):,} trees, none of three words or more",
            "trees to learn from",
            "give data with parses",
        )
    frequencies = Frequencies(_counts(trees.tokens), chosen.known, chosen.frequent, chosen.common)
    sentences = encoded(trees.tokens, frequencies, EDGE)
    weights = np.zeros(1 << chosen.table_bits, dtype=np.float32)
    totals = np.zeros(len(weights), dtype=np.float64)
    random = np.random.default_rng(chosen.seed)
    time, wrong = 0.0, 0
    for _ in range(chosen.epochs):
        order = random.permutation(rows)
        gold = (trees.steps, trees.offsets)
        time, wrong = learn(sentences, gold, order, (weights, totals), (time, chosen.margin))
    averaged = (weights - totals / (time + 1)).astype(np.float32)
    facts: dict[str, object] = {
        "trees": len(rows),
        "words": int(lengths[rows].sum()),
        "wrong in the last epoch": wrong,
    }
    return Bracketer(frequencies, averaged, facts)


def _counts(tokens: Tokens) -> dict[str, int]:
    counts: Counter[str] = Counter()
    found = np.bincount(tokens.ids, minlength=len(tokens.vocabulary)).tolist()
    for word, count in zip(tokens.vocabulary.to_list(), found, strict=True):
        counts[word.lower()] += count
    return dict(counts)
