"""Word 1-2-grams and character n-grams of texts, numbered once and shared by every fold."""

from collections.abc import Sequence
from dataclasses import dataclass

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.character_features import KIND, beginnings, trigrams
from rightreasons.text.tokens import Ids, Offsets, Tokens
from rightreasons.text.unspaced import CHARACTERS

# Compiled loops that number n-grams: word pairs of texts, character n-grams of word types.


Keys = npt.NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@numba.njit(inline="always")
def _mixed(value):  # type: ignore[no-untyped-def]  # numba infers the types
    """Return 64 well-mixed bits of an unsigned integer (the finaliser of splitmix64)."""
    value = value + _GOLDEN
    value = (value ^ (value >> np.uint64(30))) * _FIRST
    value = (value ^ (value >> np.uint64(27))) * _SECOND
    return value ^ (value >> np.uint64(31))


@numba.njit(cache=True, nogil=True)
def numbered(keys: Keys) -> tuple[Ids, Offsets]:
    """Return numbers for distinct keys, in the order in which they first occur.

    Parameters
    ----------
    keys
        Shape (n,).

    Returns
    -------
    ids
        Number of every key, shape (n,).
    first
        Position at which each number first occurs, shape (distinct,).
    """
    size = 16
    while size < 2 * keys.size:
        size *= 2
    slots = np.full(size, -1, dtype=np.int32)
    mask = np.uint64(size - 1)
    ids = np.empty(keys.size, dtype=np.int32)
    first = np.empty(keys.size, dtype=np.int64)
    found = 0
    for position in range(keys.size):
        key = keys[position]
        slot = _mixed(key) & mask
        while slots[slot] >= 0 and keys[first[slots[slot]]] != key:
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] < 0:
            slots[slot] = found
            first[found] = position
            found += 1
        ids[position] = slots[slot]
    return ids, first[:found].copy()


@numba.njit(cache=True, nogil=True)
def word_pair_keys(types: Ids, offsets: Offsets, n_types: int) -> Keys:
    """Return one key a token: the token before it (or the start of the text) and itself, shape (tokens,)."""
    keys = np.empty(types.size, dtype=np.uint64)
    width = np.uint64(n_types + 1)
    for text in range(offsets.size - 1):
        before = np.uint64(n_types)
        for position in range(offsets[text], offsets[text + 1]):
            current = np.uint64(types[position])
            keys[position] = before * width + current
            before = current
    return keys


@numba.njit(cache=True, nogil=True)
def text_keys(types: Ids, offsets: Offsets) -> Keys:
    """Return one 64-bit key a text that is equal for equal sequences of tokens, shape (texts,)."""
    keys = np.empty(offsets.size - 1, dtype=np.uint64)
    for text in range(offsets.size - 1):
        key = np.uint64(offsets[text + 1] - offsets[text])
        for position in range(offsets[text], offsets[text + 1]):
            key = _mixed(key * _FIRST + np.uint64(types[position]))
        keys[text] = key
    return keys


@numba.njit(cache=True, nogil=True)
def character_ngram_keys(
    characters: npt.NDArray[np.uint32], offsets: Offsets, shortest: int, longest: int
) -> tuple[Keys, Offsets, Offsets]:
    """Return keys of the character n-grams of words that are shorter than the word itself.

    Parameters
    ----------
    characters
        Code points of all words, boundary marks included, one after the other.
    offsets
        Word ``i`` has the characters ``offsets[i]`` to ``offsets[i + 1]``.
    shortest, longest
        The least and the greatest n, both included.

    Returns
    -------
    keys
        64 bits an n-gram, word by word.
    starts
        Position of each n-gram in `characters` times 16, plus its n.
    word_offsets
        Word ``i`` has the n-grams ``word_offsets[i]`` to ``word_offsets[i + 1]``.
    """
    words = offsets.size - 1
    word_offsets = np.zeros(words + 1, dtype=np.int64)
    for word in range(words):
        length = offsets[word + 1] - offsets[word]
        count = 0
        for n in range(shortest, min(longest, length - 1) + 1):
            count += length - n + 1
        word_offsets[word + 1] = word_offsets[word] + count
    keys = np.empty(word_offsets[words], dtype=np.uint64)
    starts = np.empty(word_offsets[words], dtype=np.int64)
    place = 0
    for word in range(words):
        length = offsets[word + 1] - offsets[word]
        for n in range(shortest, min(longest, length - 1) + 1):
            for start in range(offsets[word], offsets[word + 1] - n + 1):
                key = np.uint64(n)
                for position in range(start, start + n):
                    key = _mixed(key * _FIRST + np.uint64(characters[position]))
                keys[place] = key
                starts[place] = start * 16 + n
                place += 1
    return keys, starts, word_offsets


SHORTEST, LONGEST = 3, 5
LEAST_COUNT = 2
MOST_CHARACTERS = 64
BOUNDARY = "▁"
START = "^"


@dataclass(frozen=True)
class Features:
    """Distinct texts with their n-grams.

    A text has one word and one word pair (the word before it, or the start of the text, and the word) a
    token. Character n-grams belong to the words, so that they are found once a type and not once a token.

    Parameters
    ----------
    text_of_row
        Which distinct text each row has, shape (rows,).
    offsets
        Text ``i`` has the tokens ``offsets[i]`` to ``offsets[i + 1]``.
    words, pairs
        Word and word pair of every token, shape (tokens,); a pair is -1 where it occurs only once.
    ngram_offsets, ngrams
        Word ``i`` has the character n-grams ``ngrams[ngram_offsets[i]:ngram_offsets[i + 1]]``.
    word_names, pair_words, ngram_names
        What the numbers stand for: words; the two words of each pair, shape (pairs, 2), where the number
        after the last word is the start of the text; character n-grams with boundary marks.
    word_kind
        What to call a word: other features can take its place.
    """

    text_of_row: Ids
    offsets: Offsets
    words: Ids
    pairs: Ids
    ngram_offsets: Offsets
    ngrams: Ids
    word_names: tuple[str, ...]
    pair_words: npt.NDArray[np.int64]
    ngram_names: tuple[str, ...]
    word_kind: str = "word"

    @property
    def n_texts(self) -> int:
        """Number of distinct texts."""
        return len(self.offsets) - 1

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Numbers of words, of word pairs and of character n-grams."""
        return len(self.word_names), len(self.pair_words), len(self.ngram_names)

    def name(self, number: int) -> tuple[str, str]:
        """Return kind and text of a feature; words come first, then word pairs, then character n-grams."""
        n_words, n_pairs, _ = self.sizes
        if number < n_words:
            return self.word_kind, self.word_names[number]
        if number >= n_words + n_pairs:
            return "characters", self.ngram_names[number - n_words - n_pairs]
        before, word = self.pair_words[number - n_words]
        if self.word_kind == KIND:
            return KIND, (START if before == n_words else self.word_names[before][0]) + self.word_names[word]
        return (
            "word pair",
            f"{START if before == n_words else self.word_names[before]} {self.word_names[word]}",
        )


def ngram_features(sets: Sequence[Tokens]) -> Features:
    """Return the features of the texts of one or more sets, one set after the other, in lower case.

    Word 1-2-grams, the start of the text standing as a word, and the character n-grams of each word, its
    boundaries marked, for n from 3 to 5 where they are shorter than the marked word. Of texts whose words are
    not separated by spaces character 1-4-grams.
    """
    if all(each.tokenisation == CHARACTERS for each in sets):
        return _character_features(sets)
    words, names = _lower_case(sets)
    text_of_row, offsets, words = _distinct(words, _joined_offsets(sets))
    pairs, pair_words = _word_pairs(words, offsets, len(names), np.bincount(text_of_row))
    ngrams, ngram_offsets, ngram_names = _character_ngrams(names)
    return Features(text_of_row, offsets, words, pairs, ngram_offsets, ngrams, names, pair_words, ngram_names)


def _character_features(sets: Sequence[Tokens]) -> Features:
    tokens, names = _lower_case(sets)
    whole = _joined_offsets(sets)
    words, found, parts = trigrams(tokens, whole, names)
    text_of_row, offsets, words = _distinct(words, whole)
    pairs, pair_words = _word_pairs(words, offsets, len(found), np.bincount(text_of_row))
    ngrams, ngram_offsets, ngram_names = beginnings(parts, names)
    return Features(
        text_of_row, offsets, words, pairs, ngram_offsets, ngrams, found, pair_words, ngram_names, KIND
    )


def single_features(columns: Sequence[npt.NDArray[np.int64]], names: tuple[str, ...], kind: str) -> Features:
    """Return features without pairs and characters.

    Parameters
    ----------
    columns
        Numbers of words, each of shape (rows,): row ``i`` has the words ``column[i]`` of every column.
    names
        Of the words, by number.
    kind
        What to call these features.
    """
    words = np.column_stack(columns).astype(np.int32)
    offsets = np.arange(len(words) + 1, dtype=np.int64) * words.shape[1]
    return listed_features(words.ravel(), offsets, names, kind)


def listed_features(words: Ids, offsets: Offsets, names: tuple[str, ...], kind: str) -> Features:
    """Return features without pairs and characters, of rows that have some each.

    Parameters
    ----------
    words, offsets
        Row ``i`` has the words ``words[offsets[i]:offsets[i + 1]]``.
    names, kind
        As of `single_features`.
    """
    text_of_row, offsets, flat = _distinct(words, offsets)
    return Features(
        text_of_row,
        offsets,
        flat,
        np.full(len(flat), -1, dtype=np.int32),
        np.zeros(len(names) + 1, dtype=np.int64),
        np.zeros(0, dtype=np.int32),
        names,
        np.zeros((0, 2), dtype=np.int64),
        (),
        kind,
    )


def _lower_case(sets: Sequence[Tokens]) -> tuple[Ids, tuple[str, ...]]:
    lowered = [tokens.vocabulary.str.to_lowercase().to_list() for tokens in sets]
    names = tuple(dict.fromkeys(word for words in lowered for word in words))
    number = {name: position for position, name in enumerate(names)}
    mapped = [
        np.array([number[word] for word in words], dtype=np.int32)[tokens.ids]
        if words
        else np.zeros(0, dtype=np.int32)
        for words, tokens in zip(lowered, sets, strict=True)
    ]
    return np.concatenate(mapped), names


def _joined_offsets(sets: Sequence[Tokens]) -> Offsets:
    lengths = np.concatenate([tokens.lengths for tokens in sets])
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])


def _distinct(words: Ids, offsets: Offsets) -> tuple[Ids, Offsets, Ids]:
    text_of_row, first = numbered(text_keys(words, offsets))
    lengths = np.diff(offsets)[first]
    kept = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    places = np.arange(kept[-1]) - np.repeat(kept[:-1] - offsets[first], lengths)
    return text_of_row, kept, words[places]


def _word_pairs(
    words: Ids, offsets: Offsets, n_words: int, rows_of_text: npt.NDArray[np.int64]
) -> tuple[Ids, npt.NDArray[np.int64]]:
    """Return the pair of every token; pairs too rare for any training set are left out, for speed."""
    keys = word_pair_keys(words, offsets, n_words)
    ids, first = numbered(keys)
    counts = np.bincount(ids, np.repeat(rows_of_text, np.diff(offsets)), len(first))
    kept = counts >= LEAST_COUNT
    renumbered = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    pair_words = np.column_stack(np.divmod(keys[first[kept]].astype(np.int64), n_words + 1))
    return renumbered[ids], pair_words


def _character_ngrams(names: tuple[str, ...]) -> tuple[Ids, Offsets, tuple[str, ...]]:
    marked = [f"{BOUNDARY}{name[:MOST_CHARACTERS]}{BOUNDARY}" for name in names]
    joined = "".join(marked)
    characters = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    lengths = np.fromiter(map(len, marked), dtype=np.int64, count=len(marked))
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    keys, starts, word_offsets = character_ngram_keys(characters, offsets, SHORTEST, LONGEST)
    ids, first = numbered(keys)
    places = [divmod(start, 16) for start in starts[first].tolist()]
    return ids, word_offsets, tuple(joined[start : start + n] for start, n in places)
