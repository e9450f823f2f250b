"""Texts that are one text: equal but for case and punctuation, or but for a run of a word or two."""

import numba
import numpy as np
import numpy.typing as npt
import polars as pl

LEAST_WORDS = 8
"""Shorter texts have none: 'A man is outside' is a word away from many others."""
MOST_CHANGED = 2
NOT_WORDS = r"(?:\s*[^\w\s]+)+\s*|\s{2,}|[^\S ]"
NOT_SEEN = r"[\p{Cf}\x{34F}\x{FE00}-\x{FE0F}]"
"""Characters without width: joiners, marks of direction, soft hyphens, variation selectors."""

# Letters that lower case leaves apart from what they are in capitals.
OTHER_CASES, CASES = ["ß", "ς"], ["ss", "σ"]

Links = npt.NDArray[np.int64]
_Keys = npt.NDArray[np.uint64]
_BASE = 0x9E3779B97F4A7C15  # odd, so that it has an inverse modulo 2^64


def normalised(texts: pl.Series) -> pl.Series:
    """Return the words of each text in lower case (NFKC), a space between; a text without words as it is.

    Characters without width are left out.
    """
    # ASCII is its own normal form, and the pattern matches only what changes: several times as fast.
    other = (texts.str.len_bytes() != texts.str.len_chars()).arg_true()
    found = texts
    if len(other):
        seen = texts.gather(other).str.normalize("NFKC").str.replace_all(NOT_SEEN, "").str.to_lowercase()
        found = texts.clone().scatter(other, seen.str.replace_many(OTHER_CASES, CASES))
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
    again = may_recur(keys)
    return np.unique(_same_key(keys[again], owners[again]), axis=0).astype(np.int64)


def occur_in(texts: pl.Series, others: pl.Series) -> npt.NDArray[np.bool_]:
    """Return whether each text equals one of `others` or is near it, shape (n,); both are normalised."""
    found = texts.is_in(others.unique().implode()).to_numpy().copy()
    joined = pl.concat([texts, others.unique()])
    keys, owners = _keys_of(joined)
    own = owners < len(texts)
    found[owners[own][np.isin(keys[own], keys[~own])]] = True
    return found


@numba.njit(cache=True, nogil=True)
def may_recur(keys: _Keys) -> npt.NDArray[np.bool_]:
    """Return which keys share a bucket with another one, as all that recur do; shape (keys,)."""
    bits = 4
    while 1 << bits < 4 * keys.size:
        bits += 1
    shift = np.uint64(64 - bits)
    filled = np.zeros(1 << bits, dtype=np.uint8)
    for key in keys:
        bucket = (key * np.uint64(_BASE)) >> shift
        filled[bucket] = min(filled[bucket] + 1, 2)
    found = np.empty(keys.size, dtype=np.bool_)
    for place in range(keys.size):
        found[place] = filled[(keys[place] * np.uint64(_BASE)) >> shift] > 1
    return found


def _same_key(keys: _Keys, owners: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return pairs of texts with one key: the first of them, and each other."""
    keys_of_texts = pl.Series(keys)
    again = keys_of_texts.is_duplicated()
    places = pl.DataFrame({"key": keys_of_texts, "other": owners}).filter(again)
    firsts = places.with_columns(first=pl.col("other").first().over("key"))
    differ = firsts.filter(pl.col("first") != pl.col("other")).select("first", "other").unique()
    return differ.to_numpy()


def _keys_of(texts: pl.Series) -> tuple[_Keys, npt.NDArray[np.int32]]:
    """Return a key for every way to leave out a run of up to two words, and the text that each belongs to."""
    words = texts.str.split(" ")
    long = np.flatnonzero((words.list.len() >= LEAST_WORDS).to_numpy()).astype(np.int32)
    if not len(long):
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int32)
    chosen = words.gather(long)
    lengths = chosen.list.len().to_numpy().astype(np.int64)
    sums = _running_sums(chosen.explode().hash(seed=0).to_numpy(), lengths)
    first = np.concatenate([[0], np.cumsum(lengths + 1)])  # one more sum than words in each text
    whole = sums[first[1:] - 1]
    keys, owners = [whole], [long]
    for run in range(1, MOST_CHANGED + 1):
        inverse = np.uint64(pow(_BASE, -run, 2**64))
        ways = lengths - run + 1
        starts = np.arange(ways.sum()) + np.repeat(first[:-1] - np.cumsum(ways) + ways, ways)
        keys.append(sums[starts] + (np.repeat(whole, ways) - sums[starts + run]) * inverse)
        owners.append(np.repeat(long, ways))
    return np.concatenate(keys), np.concatenate(owners)


def _running_sums(codes: _Keys, lengths: Links) -> _Keys:
    """Return for each text the sums of its first 0, 1, 2, ... words, modulo 2^64, one text after the other.

    A word counts its hash times a power of the base, its position being the exponent: the sums of two
    stretches of text are equal where the stretches are, up to a power of the base.
    """
    starts = np.cumsum(lengths) - lengths
    position = np.arange(len(codes)) - np.repeat(starts, lengths)
    powers = np.ones(int(lengths.max()) + 1, dtype=np.uint64)
    np.cumprod(np.full(len(powers) - 1, _BASE, dtype=np.uint64), out=powers[1:])
    total = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(codes * powers[position])])
    text = np.repeat(np.arange(len(lengths)), lengths + 1)
    sums: _Keys = total[np.arange(len(text)) - text] - total[starts][text]
    return sums
