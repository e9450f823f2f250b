"""A block of pairs on its way through shortcuts: what several of them read of it is made once."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.patterns.settings import SentenceRole
from rightreasons.pairs import PairTable
from rightreasons.text.tokens import Tokens

Value = TypeVar("Value")


class Block:
    """Pairs, and what was made of them when it was first asked for.

    Parameters
    ----------
    pairs
        The pairs.
    **tokens
        Tokens of a side, ``hypothesis=`` or ``premise=``, that are at hand.
    """

    def __init__(self, pairs: PairTable, **tokens: Tokens | None) -> None:
        self.pairs = pairs
        given = ((side, each) for side, each in tokens.items() if each is not None)
        self._made: dict[Hashable, Any] = {(side, each.tokenisation): each for side, each in given}

    def __len__(self) -> int:
        return len(self.pairs)

    def tokens(self, side: SentenceRole, tokenisation: str) -> Tokens:
        """Return the tokens of one side.

        Raises
        ------
        TokenisationError
            If ``"parse"`` is asked for and a pair has none.
        """
        return self.once((side, tokenisation), lambda: sentence_tokens(self.pairs, side, tokenisation))

    def once(self, what: Hashable, make: Callable[[], Value]) -> Value:
        """Return what `make` makes of these pairs; a second time the same.

        Parameters
        ----------
        what
            All that it depends on beside the pairs. Nobody may change what comes back.
        make
            Makes it.
        """
        if what not in self._made:
            self._made[what] = make()
        found: Value = self._made[what]
        return found


def block_of(pairs: PairTable | Block) -> Block:
    """Return pairs as a block."""
    return pairs if isinstance(pairs, Block) else Block(pairs)
