"""The two tokenisations that need one regular expression: words and punctuation, and white space."""

from collections.abc import Sequence

import polars as pl

from rightreasons.errors import TokenisationError
from rightreasons.registry import Registry
from rightreasons.text.character_classes import SPACE, word_characters
from rightreasons.text.tokens import Tokens, from_lists
from rightreasons.text.unspaced import CHARACTERS, UNSPACED, is_unspaced


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


def characters(texts: pl.Series) -> pl.Series:
    """Return every character of writing without spaces between words, and all else as words and punctuation.

    Parameters
    ----------
    texts
        Strings, shape (n,).
    """
    return words_and_punctuation(texts.str.replace_all(f"([{UNSPACED}])", " $1 "))


ADDS = {
    "tokenisation": {
        "word-punct": "words_and_punctuation",
        "whitespace": "between_spaces",
        "characters": "characters",
    }
}


TOKENISATIONS = {
    "parse": "the leaves of the dataset's own bracketed parses",
    "treebank": "the rules of the Penn Treebank, as nltk's TreebankWordTokenizer has them",
    "word-punct": r"words and single punctuation marks: \w+|[^\w\s]",
    "whitespace": "whatever stands between white space",
    "characters": "every character of writing without spaces between words; else as word-punct",
}
"""What each tokenisation is, by name."""


SPLITTERS = Registry(
    "tokenisation",
    (
        "rightreasons.text.parses",
        "rightreasons.text.english.treebank",
        __name__,
    ),
)
"""The function of each: a series of strings in, a ``List(String)`` series of the same length out."""


def choose_tokenisation(has_parse: Sequence[bool], texts: Sequence[pl.Series] = ()) -> str:
    """Return the tokenisation that suits some tables: one for all of them.

    It is ``"parse"`` if every table has parses, otherwise ``"characters"`` if their words are not separated
    by spaces, otherwise ``"word-punct"``.

    Parameters
    ----------
    has_parse
        Whether each table that will be compared has parses in every row.
    texts
        Their texts, where words without spaces between them are to be looked for.
    """
    if has_parse and all(has_parse):
        return "parse"
    return CHARACTERS if texts and is_unspaced(*texts) else "word-punct"


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
