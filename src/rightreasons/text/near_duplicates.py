"""Texts that are one text: equal but for case and punctuation, or but for a run of a word or two."""

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.text.tokens import Tokens, from_lists

LEAST_WORDS = 8
"""Shorter texts have none: 'A man is outside' is a word away from many others."""
MOST_CHANGED = 2
NOT_WORDS = r"(?:\s*[^\w\s]+)+\s*|\s{2,}|[^\S ]"

Links = npt.NDArray[np.int64]
_Keys = npt.NDArray[np.uint64]
_PARTS = 8  # of the keys, one after the other, which halves the memory
_BASE = 0x9E3779B97F4A7C15  # odd, so that it has an inverse modulo 2^64


def normalised(texts: pl.Series) -> pl.Series:
    """Return the words of each text in lower case (NFKC), a space between; a text without words as it is."""
    # ASCII is its own normal form, and the pattern matches only what changes: several times as fast.
    other = (texts.str.len_bytes() != texts.str.len_chars()).arg_true()
    found = texts.clone().scatter(other, texts.gather(other).str.normalize("NFKC")) if len(other) else texts
    words = found.str.to_lowercase().str.replace_all(NOT_WORDS, " ").str.strip_chars(" ")
    return pl.select(pl.when(words != "").then(words).otherwise(texts.str.strip_chars())).to_series()


def near_duplicates(texts: pl.Series) -> Links:
    """Find texts of at least 8 words that are equal once a run of at most two words is left out of each.

    That is: texts that differ by one word or two neighbouring ones that were replaced, put in or taken out.

    Parameters
    ----------
    texts
        Distinct, as `normalised` returns them.

    Returns
    -------
    numpy.ndarray
        Pairs of positions in `texts`, shape (pairs, 2): enough of them to connect all that are near each
        other.
    """
    keys, owners = _keys_of(texts)
    part = keys % np.uint64(_PARTS)
    links = [_same_key(keys[part == each], owners[part == each]) for each in range(_PARTS)]
    return np.unique(np.concatenate(links), axis=0).astype(np.int64)


def occur_in(texts: pl.Series, others: pl.Series) -> npt.NDArray[np.bool_]:
    """Return whether each text equals one of `others` or is near it, shape (n,); both are normalised."""
    found = texts.is_in(others.unique().implode()).to_numpy().copy()
    joined = pl.concat([texts, others.unique()])
    keys, owners = _keys_of(joined)
    own = owners < len(texts)
    found[owners[own][np.isin(keys[own], keys[~own])]] = True
    return found


def _same_key(keys: _Keys, owners: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return pairs of texts with one key: the first of them, and each other."""
    places = pl.DataFrame({"key": keys, "other": owners})
    firsts = places.with_columns(first=pl.col("other").first().over("key"))
    differ = firsts.filter(pl.col("first") != pl.col("other")).select("first", "other").unique()
    return differ.to_numpy()


def _keys_of(texts: pl.Series) -> tuple[_Keys, npt.NDArray[np.int32]]:
    """Return a key for every way to leave out a run of up to two words, and the text that each belongs to."""
    long = np.flatnonzero((texts.str.count_matches(" ", literal=True) + 1 >= LEAST_WORDS).to_numpy())
    tokens = from_lists(texts.gather(long).str.split(" "), "words")
    if not len(long):
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int32)
    sums, position = _running_sums(tokens)
    ends = tokens.offsets[1:]
    whole = sums[ends + np.arange(len(long))]
    keys, owners = [whole], [long]
    for run in range(1, MOST_CHANGED + 1):
        inverse = np.uint64(pow(_BASE, -run, 2**64))
        starts = np.flatnonzero(position + run <= np.repeat(tokens.lengths, tokens.lengths))
        text = tokens.rows[starts]
        before, after = sums[starts + text], sums[starts + text + run]
        keys.append(before + (whole[text] - after) * inverse)
        owners.append(long[text])
    return np.concatenate(keys), np.concatenate(owners).astype(np.int32)


def _running_sums(tokens: Tokens) -> tuple[_Keys, Links]:
    """Return for each text the sums of its first 0, 1, 2, ... words, modulo 2^64, and each word's position.

    A word counts a random number times a power of the base, its position being the exponent: the sums of two
    stretches of text are equal where the stretches are, up to a power of the base.
    """
    codes = np.random.default_rng(0).integers(0, 2**64, len(tokens.vocabulary), dtype=np.uint64)
    position = np.arange(len(tokens.ids)) - np.repeat(tokens.offsets[:-1], tokens.lengths)
    powers = np.ones(int(tokens.lengths.max()) + 1, dtype=np.uint64)
    np.cumprod(np.full(len(powers) - 1, _BASE, dtype=np.uint64), out=powers[1:])
    total = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(codes[tokens.ids] * powers[position])])
    text = np.repeat(np.arange(len(tokens)), tokens.lengths + 1)
    place = np.arange(len(text)) - text  # one more sum than words in each text
    return total[place] - total[tokens.offsets[:-1]][text], position
