"""How well trees agree: unlabelled brackets that two trees of the same words share."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.text.tokens import Tokens
from rightreasons.text.transitions import Transitions

FINAL_PUNCTUATION = frozenset(".?!")


@dataclass(frozen=True)
class BracketScore:
    """Brackets of all sentences together.

    Parameters
    ----------
    gold, found, shared
        Brackets of the right trees, of the others, and of both.
    """

    gold: int
    found: int
    shared: int

    @property
    def precision(self) -> float:
        """Share of the found brackets that are right; 1 if none was found."""
        return self.shared / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Share of the right brackets that were found; 1 if there are none."""
        return self.shared / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.shared / (self.gold + self.found) if self.gold + self.found else 1.0


def bracket_score(
    gold: Transitions, found: Transitions, final: Collection[str] = FINAL_PUNCTUATION
) -> BracketScore:
    """Compare trees over the same words, without labels.

    A bracket counts if it holds two words or more but not the whole sentence, which every tree has.

    Parameters
    ----------
    gold, found
        The right trees and the others.
    final
        Words at the end of a sentence that are left out before brackets are compared: SNLI attaches the full
        stop low, so that every tree that branches to the right is wrong wherever there is one, and all but
        right where it is left out. Empty: none is left out.
    """
    from rightreasons.text.bracketer_kernels import shared_brackets

    if not np.array_equal(gold.tokens.lengths, found.tokens.lengths):
        raise ValueError("trees over the same words can be compared, no others")
    lengths = _counted(gold.tokens, final)
    counts = shared_brackets((gold.steps, found.steps), gold.offsets, lengths)
    return BracketScore(*counts.tolist())


def _counted(tokens: Tokens, final: Collection[str]) -> npt.NDArray[np.int64]:
    """Return how many words of each sentence there are before the final ones."""
    is_final = tokens.vocabulary.is_in(list(final)).to_numpy()[tokens.ids]
    places = np.arange(len(tokens.ids)) + 1
    places[is_final] = 0
    # The last word that counts, in the order of all words.
    last = np.maximum.reduceat(places, tokens.offsets[:-1]) if len(tokens) else places
    return np.maximum(last - tokens.offsets[:-1], 0)
