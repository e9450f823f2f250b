"""Word 1-2-grams and character n-grams of texts, numbered once and shared by every fold."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.character_features import KIND, beginnings, trigrams
from rightreasons.cross_fitting.ngram_keys import character_ngram_keys, numbered, text_keys, word_pair_keys
from rightreasons.text.tokens import Ids, Offsets, Tokens
from rightreasons.text.unspaced import CHARACTERS

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
