"""Tokens of many texts as one flat array of ids, and the tokenisations that make them, by name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.errors import TokenisationError
from rightreasons.registry import Registry

Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Tokens:
    """The tokens of `n` texts.

    Parameters
    ----------
    tokenisation
        Name of the tokenisation that made them.
    vocabulary
        Distinct tokens, shape (types,); position is the id. Never holds null.
    ids
        Token ids of all texts one after the other, shape (tokens,), int32.
    offsets
        Text ``i`` has the tokens ``ids[offsets[i]:offsets[i + 1]]``; shape (n + 1,), int64.
    """

    tokenisation: str
    vocabulary: pl.Series
    ids: Ids
    offsets: Offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Offsets:
        """Number of tokens of every text, shape (n,)."""
        return np.diff(self.offsets)

    @property
    def rows(self) -> Offsets:
        """Position of the text that each token belongs to, shape (tokens,)."""
        return np.repeat(np.arange(len(self), dtype=np.int64), self.lengths)

    def at(self, texts: npt.NDArray[np.int64]) -> "Tokens":
        """Return the tokens of the texts at these positions, in the order given, in the same vocabulary."""
        lengths = self.lengths[texts]
        offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
        places = np.repeat(self.offsets[texts] - offsets[:-1], lengths) + np.arange(offsets[-1])
        return Tokens(self.tokenisation, self.vocabulary, self.ids[places], offsets)

    def to_lists(self) -> list[list[str]]:
        """Return the tokens of every text as strings; for looking at, not for counting."""
        words = self.vocabulary.to_numpy()[self.ids] if len(self.ids) else np.array([], dtype=object)
        return [part.tolist() for part in np.split(words, self.offsets[1:-1])] if len(self) else []

    def recoded(self, vocabulary: pl.Series) -> Ids:
        """Return the ids in another vocabulary, shape (tokens,); -1 where a token is not in it."""
        index = pl.DataFrame({"token": vocabulary, "id": np.arange(len(vocabulary), dtype=np.int32)})
        own = pl.DataFrame({"token": self.vocabulary})
        found = own.join(index, on="token", how="left", maintain_order="left")["id"].fill_null(-1)
        mapping = found.to_numpy().astype(np.int32)
        return mapping[self.ids] if len(self.ids) else self.ids


def from_lists(lists: pl.Series, tokenisation: str) -> Tokens:
    """Return the tokens of a polars ``List(String)`` series; a null list counts as no tokens.

    Ids are given in the order in which tokens first occur, so that the same texts give the same ids.
    """
    lengths = lists.list.len().fill_null(0).cast(pl.Int64).to_numpy()
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    flat = lists.explode(empty_as_null=False, keep_nulls=False).rename("token")
    if flat.null_count():
        raise ValueError("a token is never null")
    vocabulary = flat.unique(maintain_order=True)
    ids = flat.cast(pl.Enum(vocabulary)).to_physical()
    return Tokens(tokenisation, vocabulary, ids.to_numpy().astype(np.int32), offsets)


# Python's character classes, spelled out for the regular expressions of polars.
#
# Rust and Python mean different things by ``\w`` and ``\s``: Rust counts combining marks and joiners as word
# characters and leaves U+001C to U+001F out of the white space, and each follows a Unicode version of its
# own.


SPACE = r"\s\x1C-\x1F"
r"""What Python's ``\s`` and ``str.split`` take for white space; stands inside square brackets."""


@cache
def word_characters() -> str:
    r"""Return what the running Python's ``\w`` matches, as ranges; stands inside square brackets."""
    # No letter or number stands beyond the first four planes of Unicode.
    points = np.arange(0x40000, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    runs = (match.group() for match in re.finditer(r"\w+", points))
    return "".join(rf"\x{{{ord(run[0]):X}}}-\x{{{ord(run[-1]):X}}}" for run in runs)


# The two tokenisations that need one regular expression: words and punctuation, and white space.


def words_and_punctuation(texts: pl.Series) -> pl.Series:
    r"""Return the words and the single other characters of every text.

    Parameters
    ----------
    texts
        Strings, shape (n,).

    Returns
    -------
    pl.Series
        ``List(String)``, shape (n,); equal to ``re.findall(r"\w+|[^\w\s]", text)`` of the running Python.
    """
    word = word_characters()
    return texts.str.extract_all(f"[{word}]+|[^{word}{SPACE}]")


def between_spaces(texts: pl.Series) -> pl.Series:
    """Return what stands between white space in every text, as ``List(String)``; equal to ``text.split()``.

    Parameters
    ----------
    texts
        Strings, shape (n,).
    """
    return texts.str.extract_all(f"[^{SPACE}]+")


# The tokenisations by name, and the choice among them.


ADDS = {"tokenisation": {"word-punct": "words_and_punctuation", "whitespace": "between_spaces"}}
TOKENISATIONS = {
    "parse": "the leaves of the dataset's own bracketed parses",
    "treebank": "the rules of the Penn Treebank, as nltk's TreebankWordTokenizer has them",
    "word-punct": r"words and single punctuation marks: \w+|[^\w\s]",
    "whitespace": "whatever stands between white space",
}
"""What each tokenisation is, by name."""

SPLITTERS = Registry(
    "tokenisation", ("rightreasons.text.parses", "rightreasons.text.english.treebank", __name__)
)
"""The function of each: a series of strings in, a ``List(String)`` series of the same length out."""


def choose_tokenisation(has_parse: Sequence[bool]) -> str:
    """Return ``"parse"`` if every table has parses, otherwise ``"word-punct"``: one for all of them.

    Parameters
    ----------
    has_parse
        Whether each table that will be compared has parses in every row.
    """
    return "parse" if has_parse and all(has_parse) else "word-punct"


def tokenise(texts: pl.Series, name: str, parses: pl.Series | None = None) -> pl.Series:
    """Return the tokens of every text under a named tokenisation.

    Parameters
    ----------
    texts
        Strings, shape (n,).
    name
        One of `TOKENISATIONS`.
    parses
        Bracketed parses of the texts, shape (n,); only ``"parse"`` reads them.

    Returns
    -------
    pl.Series
        ``List(String)``, shape (n,).

    Raises
    ------
    UnknownNameError
        If there is no such tokenisation.
    TokenisationError
        If ``"parse"`` is asked for and a text has no parse.
    ParseError
        If a parse is not well-formed.
    """
    splitter = SPLITTERS.load(name)
    lists: pl.Series = splitter(_complete(texts, parses) if name == "parse" else texts)
    return lists


def tokens(texts: pl.Series, name: str, parses: pl.Series | None = None) -> Tokens:
    """Return the tokens of every text as ids; parameters and errors as in `tokenise`."""
    return from_lists(tokenise(texts, name, parses), name)


def _complete(texts: pl.Series, parses: pl.Series | None) -> pl.Series:
    remedy = "choose another with --tokenisation, such as word-punct"
    if parses is None:
        raise TokenisationError(
            "tokenisation 'parse' for data without parses", "a parse of every text", remedy
        )
    if len(parses) != len(texts):
        raise ValueError(f"{len(texts)} texts, but {len(parses)} parses")
    missing = (parses.is_null() | (parses.str.strip_chars() == "")).arg_true()
    if len(missing):
        raise TokenisationError(
            f"{len(missing):,} of {len(texts):,} texts without a parse, the first in row {missing[0]:,}",
            "a parse of every text",
            remedy,
        )
    return parses
