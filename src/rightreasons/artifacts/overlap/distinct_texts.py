"""Each distinct text once: NLI data have several hypotheses to a premise, so most premises repeat."""

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.text.tokens import Tokens

Codes = npt.NDArray[np.uint32]


def distinct(texts: pl.Series) -> tuple[pl.Series, Codes]:
    """Return the distinct texts, and for every text its place among them, shape (n,)."""
    once = texts.unique(maintain_order=True)
    codes: Codes = texts.cast(pl.Enum(once)).to_physical().to_numpy().astype(np.uint32)
    return once, codes


def repeated(tokens: Tokens, codes: Codes) -> Tokens:
    """Return the tokens of all texts from those of the distinct ones."""
    lengths = tokens.lengths[codes]
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    origin = np.repeat(tokens.offsets[:-1][codes] - offsets[:-1], lengths)
    ids = tokens.ids[origin + np.arange(offsets[-1])]
    return Tokens(tokens.tokenisation, tokens.vocabulary, ids, offsets)
