"""Models of words: built for training data by a recipe, and saved when they are trained."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl
import torch
from torch import Tensor

from rightreasons.engine.memory import file_key, frame_key, remembered
from rightreasons.labels import THREE_WAY, Label
from rightreasons.models.batch import PAD, PairModel
from rightreasons.models.building import build_model
from rightreasons.models.checkpoint import TrainedModel, save_model
from rightreasons.models.data import PairData, read_data
from rightreasons.models.encoding import TextSettings, tokens_of
from rightreasons.models.trees import PARSED, own_parses, trees_of
from rightreasons.models.vocabulary import ModelVocabulary, lowered, vocabulary_of
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.text.bracketer import Bracketer, train_bracketer
from rightreasons.text.tokens import Tokens
from rightreasons.text.transitions import transitions_of
from rightreasons.text.vectors.joining import JoinRules, joined_vectors, words_to_read
from rightreasons.text.vectors.reading import read_vectors
from rightreasons.text.vectors.word_vectors import WordVectors
from rightreasons.training.hardware import Hardware, hardware_of
from rightreasons.training.recipe import Recipe, Words
from rightreasons.training.recipe_files import needs_trees

# The words of a model and the vectors they start from.


_SMALL_FILE = 64 * 2**20
"""Bytes of a file of vectors up to which the model knows all of its words, not only those of its data."""
_SPREAD = 0.1  # of learned vectors at the beginning


@dataclass(frozen=True)
class KnownWords:
    """What a model knows of words when training begins.

    Parameters
    ----------
    vocabulary
        The words.
    vectors
        Vector of every id, shape (V, D); that of the padding is zero.
    learned
        Which of them training changes, shape (V,).
    facts
        Where they come from, as JSON can hold it.
    """

    vocabulary: ModelVocabulary
    vectors: Tensor
    learned: Tensor
    facts: dict[str, object]


def known_words(
    train: Sequence[Tokens],
    others: Iterable[Tokens],
    files: Sequence[Path],
    chosen: Words,
    *,
    lower: bool,
    seed: int,
) -> KnownWords:
    """Return vocabulary and vectors for training data.

    Parameters
    ----------
    train
        Tokens of the training data: its words are known.
    others
        Tokens of what the model will be asked: of their words those are known that have a vector. Of files
        of up to 64 MiB, all words are known.
    files
        Sets of word vectors, joined in this order; none: all vectors are learned.
    chosen
        What the recipe says.
    lower
        Whether words are taken in lower case.
    seed
        For vectors that are drawn.
    """
    if not files:
        return _learned(vocabulary_of(train, minimum=chosen.minimum, lower=lower), chosen, seed)
    sought = {word for part in (*train, *others) for word in lowered(part.vocabulary, lower=lower)}
    sets = [_read(path, sought, lower=lower) for path in files]
    extra = {word for each in sets for word in each.words} | (sought & _backed_off(sought, sets, chosen))
    vocabulary = vocabulary_of(train, minimum=chosen.minimum, extra=extra, lower=lower)
    rules = JoinRules(chosen.back_off, chosen.unknown, chosen.standardise, seed)
    # padding and unknown word are words that no set has
    joined = joined_vectors(sets, ["", "", *vocabulary.words], rules)
    matrix = joined.matrix.copy()
    matrix[PAD] = 0
    seen = _seen(vocabulary, train, lower=lower)
    learned = {"all": seen, "missing": seen & ~joined.has_vector, "none": np.zeros_like(seen)}[chosen.learned]
    facts: dict[str, object] = {
        "vectors": [{"name": each.name, "sha256": each.checksum, "found": len(each)} for each in sets],
        "words": len(vocabulary.words),
        "with_vector": int(joined.has_vector.sum()),
        "backed_off": int((joined.backed_off.any(axis=1) & ~joined.found.any(axis=1)).sum()),
        "learned": int(learned.sum()),
    }
    return KnownWords(vocabulary, torch.from_numpy(matrix), torch.from_numpy(learned), facts)


def _learned(vocabulary: ModelVocabulary, chosen: Words, seed: int) -> KnownWords:
    drawn = np.random.default_rng(seed).normal(0, _SPREAD, (len(vocabulary), chosen.size))
    vectors = torch.from_numpy(drawn.astype(np.float32))
    vectors[PAD] = 0
    facts: dict[str, object] = {"vectors": [], "words": len(vocabulary.words), "learned": len(vocabulary) - 1}
    learned = torch.ones(len(vocabulary), dtype=torch.bool)
    learned[PAD] = False
    return KnownWords(vocabulary, vectors, learned, facts)


def _read(path: Path, words: set[str], *, lower: bool) -> WordVectors:
    if path.is_file() and path.stat().st_size <= _SMALL_FILE:
        return remembered("vectors", (file_key(path), lower), lambda: _lowered(path, None, lower=lower))
    return remembered("vectors", (path, frozenset(words), lower), lambda: _lowered(path, words, lower=lower))


def _lowered(path: Path, words: set[str] | None, *, lower: bool) -> WordVectors:
    vectors = read_vectors(path, None if words is None else words_to_read(words))
    return vectors.lowered() if lower else vectors


def _backed_off(sought: set[str], sets: Sequence[WordVectors], chosen: Words) -> set[str]:
    """Return the words that no set has, but whose base form one does."""
    if chosen.back_off is None:
        return set()
    words = sorted(sought)
    joined = joined_vectors(sets, words, JoinRules(chosen.back_off))
    return {words[place] for place in np.flatnonzero(joined.has_vector).tolist()}


def _seen(vocabulary: ModelVocabulary, train: Sequence[Tokens], *, lower: bool) -> npt.NDArray[np.bool_]:
    """Return which ids training meets, the unknown word among them, shape (V,)."""
    seen = np.zeros(len(vocabulary), dtype=bool)
    for part in train:
        seen[vocabulary.ids_of(lowered(part.vocabulary, lower=lower))] = True
    return seen


_MOST_TREES = 20_000  # about the distinct sentences of SNLI dev; more take longer and bring little
_PARSES = "those of the data"
_BRACKETED = "those of the data; where there are none, of a bracketer learned from {trees:,} trees of {names}"


@dataclass(frozen=True)
class WordModel:
    """A model of words before, in and after training.

    Parameters
    ----------
    trained
        The model with its words.
    hardware
        Where it computes.
    facts
        What is known of its words and parses.
    key
        What its words and parses come from: models with the same key read the same pairs as the same data.
    """

    trained: TrainedModel
    hardware: Hardware
    facts: Mapping[str, object]
    key: Hashable

    @property
    def model(self) -> PairModel:
        """From a batch to logits."""
        return self.trained.model

    def data(self, pairs: PairTable, *, gold: bool) -> PairData:
        """Return pairs as the model reads them, with gold labels (`training_labels`) if asked for."""
        trained = self.trained
        labels = training_labels(trained.labels) if gold else None
        return remembered(
            "encoded pairs",
            (self.key, frame_key(pairs.frame), labels),
            lambda: read_data(pairs, trained.words, trained.text, labels, trained.bracketer),
        )

    def save(self, folder: Path, recipe: Mapping[str, object], facts: Mapping[str, object]) -> None:
        """Write the model as a folder; see `rightreasons.models.checkpoint.save_model`."""
        save_model(folder, replace(self.trained, recipe=recipe, facts=facts))


def training_labels(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """Return what gold labels are indices of: beside three labels non-entailment stands for two of them."""
    return (*labels, Label.NON_ENTAILMENT) if labels == THREE_WAY else labels


def word_model(
    recipe: Recipe,
    labels: tuple[Label, ...],
    train: PairTable,
    dev: PairTable,
    tests: Sequence[PairTable],
    vectors: Sequence[Path],
    seed: int,
) -> WordModel:
    """Return an untrained model; its weights are drawn from torch's own generator.

    Parameters
    ----------
    recipe
        What it is.
    labels
        Label of each output, in the order of `Label`.
    train
        The training data: its words are known.
    dev, tests
        What it will be asked: see `rightreasons.training.word_models.known_words`.
    vectors
        Files of word vectors.
    seed
        For vectors that are drawn.

    Raises
    ------
    OptionError
        If the model does not take the settings of the recipe.
    RightReasonsError
        If data or vectors cannot be read so.
    """
    keys = [frame_key(each.frame) for each in (train, dev, *tests)]
    reading: tuple[Hashable, ...] = (recipe.text,)
    if needs_trees(recipe.model):  # what trees are learned from, and what is said of it
        reading += tuple(keys[:2]) + tuple((each.name, tuple(each.provenance.notes)) for each in (train, dev))
    text, bracketer = remembered("parses", reading, lambda: _reading(recipe, (train, dev)), entries=2)

    def read(pairs: PairTable, key: str) -> tuple[Tokens, Tokens]:
        """Return the tokens of a set, made once for all trainings that have it."""
        return remembered("tokens", (reading, key), lambda: _tokens(pairs, text, bracketer))

    words = known_words(
        read(train, keys[0]),
        [part for each, key in zip((dev, *tests), keys[1:], strict=True) for part in read(each, key)],
        vectors,
        recipe.words,
        lower=text.lower,
        seed=seed,
    )
    model = build_model(recipe.model, recipe.settings, words.vectors, len(labels), learned=words.learned)
    trained = TrainedModel(
        model, recipe.model, recipe.settings, labels, words.vocabulary, text, bracketer=bracketer
    )
    facts = words.facts if text.parses is None else {**words.facts, "parses": text.parses}
    key = (reading, recipe.words, *keys, *(file_key(each) for each in vectors))
    return WordModel(trained, hardware_of(recipe), facts, key)


def _reading(recipe: Recipe, tables: Sequence[PairTable]) -> tuple[TextSettings, Bracketer | None]:
    """Return how texts are read, and for a model of trees what brackets sentences without parses.

    The bracketer is there even where all sentences have parses, since the model may be asked about others.
    """
    plain_text = TextSettings(**asdict(recipe.text))
    if not needs_trees(recipe.model):
        return plain_text, None
    parses = [(each.name, own_parses(each, side)) for each in tables for side in SENTENCES]
    found = pl.concat([part.alias("parse") for _, part in parses]).drop_nulls().unique(maintain_order=True)
    if not len(found):
        return replace(plain_text, parses=_PARSES), None
    names = dict.fromkeys(name for name, part in parses if part.null_count() < len(part))
    learned = found.head(_MOST_TREES)
    bracketed = _BRACKETED.format(trees=len(learned), names=" and ".join(names)) + _noted(tables)
    return replace(plain_text, parses=bracketed), train_bracketer(transitions_of(learned))


def _noted(tables: Sequence[PairTable]) -> str:
    """Return what the data say of their own parses, as those of a user's parser do."""
    notes = dict.fromkeys(
        note for each in tables for note in each.provenance.notes if note.startswith(PARSED)
    )
    return "".join(f"; {note}" for note in notes)


def _tokens(pairs: PairTable, text: TextSettings, bracketer: Bracketer | None) -> tuple[Tokens, Tokens]:
    if text.parses is None:
        return tokens_of(pairs, text)
    premise, hypothesis = trees_of(pairs, bracketer)
    return premise.tokens, hypothesis.tokens
