"""The tokens and the writings of one side of a table, and the codes of its gold labels."""

from typing import get_args

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_texts import numbered_texts
from rightreasons.artifacts.patterns.settings import SentenceRole
from rightreasons.artifacts.sources import hypotheses
from rightreasons.artifacts.writings import Writings
from rightreasons.errors import OneClassError, OptionError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import choose_tokenisation, tokens
from rightreasons.text.tokens import Tokens


def sentence_tokens(pairs: PairTable, side: SentenceRole, tokenisation: str | None = None) -> Tokens:
    """Return the tokens of the hypotheses or the premises.

    Parameters
    ----------
    pairs
        The table.
    side
        ``"hypothesis"`` or ``"premise"``.
    tokenisation
        Its name; None takes the table's own parses where every row has one, otherwise ``word-punct``.

    Raises
    ------
    OptionError
        If there is no such side.
    TokenisationError
        If ``"parse"`` is asked for and a row has no parse.
    """
    if side not in get_args(SentenceRole):
        raise OptionError(f"side '{side}'", " or ".join(get_args(SentenceRole)), "choose one of them")
    column = pairs.parse_column(side)
    name = tokenisation or choose_tokenisation([column is not None], [pairs.frame[side]])
    return tokens(pairs.frame[side], name, pairs.frame[column] if column else None)


def side_writings(pairs: PairTable, side: SentenceRole) -> Writings:
    """Return which rows have the same text on one side, up to case and white space; every row has gold.

    Hypotheses come with their sources, where labels of one premise go together.

    Raises
    ------
    OneClassError
        If fewer than two labels occur.
    """
    codes, labels = gold_codes(pairs)
    if side == "hypothesis":
        return hypotheses(pairs, codes, len(labels))
    return Writings(numbered_texts(pairs, side), codes, len(labels))


def gold_codes(pairs: PairTable) -> tuple[npt.NDArray[np.int64], tuple[Label, ...]]:
    """Return the position of every row's gold label among the labels that occur, and those labels.

    Raises
    ------
    OneClassError
        If fewer than two labels occur.
    """
    labels = pairs.labels
    if len(labels) < 2:
        raise OneClassError(
            f"{len(pairs):,} rows with {len(labels)} different gold labels", "two or more", "add other rows"
        )
    names = [label.value for label in labels]
    codes = pairs.gold.cast(pl.String).replace_strict(names, list(range(len(names))), return_dtype=pl.Int64)
    return codes.to_numpy(), labels
