"""A small bracketer: binary trees for sentences without parses, learned from sentences that have them."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt

from rightreasons.errors import EmptyDataError, FileMissingError, ModelError, RunExistsError
from rightreasons.printable import printable
from rightreasons.streams import file_bytes
from rightreasons.text.tokenisations import Offsets, Tokens
from rightreasons.text.transitions import Transitions

# What the bracketer sees of a word: itself where it was seen often enough, or else how it is written.


Attributes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Frequencies:
    """How often words of the training data occur, and what follows from it.

    Parameters
    ----------
    counts
        Count of every lower-cased word.
    known, frequent, common
        From which count on a word is itself in its first, second and third attribute.
    """

    counts: Mapping[str, int]
    known: int
    frequent: int
    common: int

    def attributes(self, word: str) -> tuple[int, int, int]:
        """Return the three attributes of a word."""
        lower = word.lower()
        count = self.counts.get(lower, 0)
        ending, form = _ending(lower), _form(word, lower)
        return (
            _number(lower if count >= self.known else ending),
            _number(lower if count >= self.frequent else ending),
            _number(lower if count >= self.common else form),
        )


def _ending(lower: str) -> str:
    if lower.isalpha():
        return f"~{lower[-3:]}"
    if any(character.isdigit() for character in lower):
        return "~0"
    return f"~.{lower[-2:]}"


def _form(word: str, lower: str) -> str:
    end = lower[-2:] if lower.isalpha() else _ending(lower)
    return f"~~{end}{'^' if word[:1].isupper() else ''}"


def _number(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass")) + 1  # 0 is the edge


def encoded(tokens: Tokens, frequencies: Frequencies, edge: int) -> tuple[Attributes, Offsets]:
    """Return the attributes of all words, with the edges of each sentence, and where the sentences begin.

    Parameters
    ----------
    tokens
        The words of n sentences.
    frequencies
        What is known of words.
    edge
        Entries before the first and behind the last word of a sentence.

    Returns
    -------
    tuple
        Shapes (3, words + 2 edge n) and (n + 1,).
    """
    of_types = np.array([frequencies.attributes(word) for word in tokens.vocabulary.to_list()]).reshape(-1, 3)
    sentences = np.arange(len(tokens))
    starts = tokens.offsets + 2 * edge * np.arange(len(tokens) + 1)
    found = np.zeros((3, int(starts[-1])), dtype=np.int64)
    places = np.arange(len(tokens.ids)) + edge * np.repeat(2 * sentences + 1, tokens.lengths)
    found[:, places] = of_types[tokens.ids].T
    return found, starts


# The bracketer: learned from trees, gives the best tree of each sentence.


Weights = npt.NDArray[np.float32]
LONGEST = 150


@dataclass(frozen=True)
class BracketerSettings:
    """How a bracketer is trained.

    Parameters
    ----------
    known, frequent, common
        From which count on a word is itself in its first, second and third attribute; rarer ones are their
        ending, so that unseen words are like words that were seen.
    epochs
        How often the trees are gone over.
    margin
        By how much a wrong bracket must lose.
    table_bits
        Two to this power is the number of weights.
    seed
        Of the order in which the trees are taken.
    """

    known: int = 2
    frequent: int = 20
    common: int = 100
    epochs: int = 6
    margin: float = 3.0
    table_bits: int = 22
    seed: int = 0


@dataclass(frozen=True)
class Bracketer:
    """Finds the best binary tree of a sentence by the weights of its spans and their splits (CKY).

    Parameters
    ----------
    frequencies
        What is known of words.
    weights
        The table that features are hashed into, a power of two of them.
    facts
        What it was trained on.
    """

    frequencies: Frequencies
    weights: Weights
    facts: dict[str, object] = field(default_factory=dict)

    def parse(self, tokens: Tokens) -> Transitions:
        """Return the tree of each sentence.

        Parameters
        ----------
        tokens
            The words, at least one in every sentence, as the trees that were learned from had them; of a
            sentence of more than 150 words each 150 are a tree, and these are joined to the right.
        """
        from rightreasons.text.bracketer_kernels import EDGE, parse_all

        words, starts = encoded(tokens, self.frequencies, EDGE)
        return Transitions(tokens, parse_all(words, starts, self.weights, LONGEST))


def train_bracketer(trees: Transitions, settings: BracketerSettings | None = None) -> Bracketer:
    """Learn from trees, by the averaged structured perceptron (Collins 2002).

    Parameters
    ----------
    trees
        Sentences with their trees; sentences of more than 150 words are passed over.
    settings
        How it is trained; None: the defaults.

    Raises
    ------
    EmptyDataError
        If no tree has three words, so that there is nothing to learn.
    """
    from rightreasons.text.bracketer_kernels import EDGE, learn

    chosen = settings or BracketerSettings()
    lengths = trees.tokens.lengths
    rows = np.flatnonzero((lengths > 2) & (lengths <= LONGEST))
    if not len(rows):
        raise EmptyDataError(
            f"{len(trees):,} trees, none of three words or more",
            "trees to learn from",
            "give data with parses",
        )
    frequencies = Frequencies(_counts(trees.tokens), chosen.known, chosen.frequent, chosen.common)
    sentences = encoded(trees.tokens, frequencies, EDGE)
    weights = np.zeros(1 << chosen.table_bits, dtype=np.float32)
    totals = np.zeros(len(weights), dtype=np.float64)
    random = np.random.default_rng(chosen.seed)
    time, wrong = 0.0, 0
    for _ in range(chosen.epochs):
        order = random.permutation(rows)
        gold = (trees.steps, trees.offsets)
        time, wrong = learn(sentences, gold, order, (weights, totals), (time, chosen.margin))
    averaged = (weights - totals / (time + 1)).astype(np.float32)
    facts: dict[str, object] = {
        "trees": len(rows),
        "words": int(lengths[rows].sum()),
        "wrong in the last epoch": wrong,
    }
    return Bracketer(frequencies, averaged, facts)


def _counts(tokens: Tokens) -> dict[str, int]:
    counts: Counter[str] = Counter()
    found = np.bincount(tokens.ids, minlength=len(tokens.vocabulary)).tolist()
    for word, count in zip(tokens.vocabulary.to_list(), found, strict=True):
        counts[word.lower()] += count
    return dict(counts)


# A bracketer as a folder: its weights as safetensors, what it knows of words as JSON.


_WEIGHTS, _DESCRIPTION = "bracketer.safetensors", "bracketer.json"
_MOST_BITS = 28


def save_bracketer(folder: str | Path, bracketer: Bracketer) -> None:
    """Write a bracketer as a folder; only weights other than zero are kept.

    Raises
    ------
    RunExistsError
        If there is something of that name.
    """
    from safetensors.numpy import save

    place = Path(folder)
    if place.exists():
        raise RunExistsError(f"'{printable(str(place))}' is there", "a free name", "choose another")
    partial = place.with_name(f".{place.name}.partial")
    partial.mkdir(parents=True, exist_ok=True)
    used = np.flatnonzero(bracketer.weights)
    tensors = {"places": used.astype(np.int32), "values": bracketer.weights[used]}
    (partial / _WEIGHTS).write_bytes(save(tensors))
    description = {
        "schema": 1,
        "weights": len(bracketer.weights),
        "frequencies": asdict(bracketer.frequencies),
        "facts": bracketer.facts,
    }
    text = json.dumps(description, ensure_ascii=False, allow_nan=False, indent=1)
    (partial / _DESCRIPTION).write_text(text, encoding="utf-8")
    partial.replace(place)


def load_bracketer(folder: str | Path) -> Bracketer:
    """Read a bracketer that `save_bracketer` wrote.

    Raises
    ------
    FileMissingError
        If a file is not there.
    ModelError
        If one is damaged.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    place = Path(folder)
    for name in (_WEIGHTS, _DESCRIPTION):
        if not (place / name).is_file():
            raise FileMissingError(
                f"no {name} in {printable(str(place), 200)}", "a folder with a bracketer", "check the path"
            )
    try:
        read = json.loads(file_bytes(place / _DESCRIPTION))
        return _assembled(read, load_file(place / _WEIGHTS))
    except (ValueError, KeyError, TypeError, AttributeError, SafetensorError) as error:
        raise ModelError(
            f"'{printable(str(place))}' ({printable(str(error), 120)})",
            "a folder as save_bracketer wrote it",
            "train the bracketer again",
        ) from error


def _assembled(
    read: dict[str, object], stored: dict[str, "np.ndarray[tuple[int, ...], np.dtype[np.generic]]"]
) -> Bracketer:
    size, frequencies, facts = read["weights"], read["frequencies"], read["facts"]
    if read["schema"] != 1 or not isinstance(frequencies, dict) or not isinstance(facts, dict):
        raise ValueError("another description")
    if type(size) is not int or size not in {1 << bits for bits in range(_MOST_BITS + 1)}:
        raise ValueError(f"{size} weights")
    if not all(type(count) is int for count in frequencies["counts"].values()):
        raise ValueError("counts that are no integers")
    places, values = stored["places"], stored["values"]
    fitting = places.dtype == np.int32 and values.dtype == np.float32 and places.shape == values.shape
    if not fitting or places.ndim != 1 or not np.isfinite(values).all():
        raise ValueError("other tensors")
    if len(places) and not 0 <= places.min() <= places.max() < size:
        raise ValueError("weights outside the table")
    weights = np.zeros(size, dtype=np.float32)
    weights[places] = values
    return Bracketer(Frequencies(**frequencies), weights, facts)
