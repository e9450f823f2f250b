r"""The two tokenisations that need one regular expression: words and punctuation, and white space."""

import polars as pl

from rightreasons.text.characters import SPACE, word_characters


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
