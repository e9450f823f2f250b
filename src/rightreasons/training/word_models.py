"""Models of words: built for training data by a recipe, and saved when they are trained."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import polars as pl

from rightreasons.engine.memory import file_key, frame_key, remembered
from rightreasons.labels import THREE_WAY, Label
from rightreasons.models.batch import PairModel
from rightreasons.models.building import build_model
from rightreasons.models.checkpoint import TrainedModel, save_model
from rightreasons.models.data import PairData, read_data
from rightreasons.models.encoding import TextSettings, tokens_of
from rightreasons.models.trees import PARSED, own_parses, trees_of
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.text.bracketing.bracketer import Bracketer, train_bracketer
from rightreasons.text.tokens import Tokens
from rightreasons.text.transitions import transitions_of
from rightreasons.training.hardware import Hardware, hardware_of
from rightreasons.training.known_words import known_words
from rightreasons.training.recipe import Recipe
from rightreasons.training.recipe_files import needs_trees

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
        What it will be asked: see `rightreasons.training.known_words.known_words`.
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
