"""Models of words: built for training data by a recipe, and saved when they are trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from rightreasons.labels import THREE_WAY, Label
from rightreasons.models import MODELS
from rightreasons.models.batch import PairModel
from rightreasons.models.checkpoint import TrainedModel, save_model
from rightreasons.models.data import PairData, read_data
from rightreasons.models.encoding import TextSettings, tokens_of
from rightreasons.models.trees import trees_of
from rightreasons.pairs import PairTable
from rightreasons.text.tokens import Tokens
from rightreasons.training.hardware import Hardware, plain
from rightreasons.training.recipe import Recipe
from rightreasons.training.words import known_words

_WITH_TREES = ("spinn",)
_PARSES = "those of the data"


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
        What is known of its words.
    """

    trained: TrainedModel
    hardware: Hardware
    facts: Mapping[str, object]

    @property
    def model(self) -> PairModel:
        """From a batch to logits."""
        return self.trained.model

    def data(self, pairs: PairTable, *, gold: bool) -> PairData:
        """Return pairs as the model reads them, with gold labels (`training_labels`) if asked for."""
        labels = training_labels(self.trained.labels) if gold else None
        return read_data(pairs, self.trained.words, self.trained.text, labels)

    def save(self, folder: Path, recipe: Mapping[str, object], facts: Mapping[str, object]) -> None:
        """Write the model as a folder; see `rightreasons.models.checkpoint.save_model`."""
        save_model(folder, replace(self.trained, recipe=recipe, facts={**self.facts, **facts}))


def training_labels(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """Return what gold labels are indices of: beside three labels non-entailment stands for two of them."""
    return (*labels, Label.NON_ENTAILMENT) if labels == THREE_WAY else labels


def word_model(
    recipe: Recipe,
    labels: tuple[Label, ...],
    train: PairTable,
    others: Sequence[PairTable],
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
    others
        What it will be asked: see `rightreasons.training.words.known_words`.
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
    text = TextSettings(**asdict(recipe.text), parses=_PARSES if recipe.model in _WITH_TREES else None)
    known = known_words(
        _tokens(train, text),
        [part for each in others for part in _tokens(each, text)],
        vectors,
        recipe.words,
        lower=text.lower,
        seed=seed,
    )
    build = MODELS.load(recipe.model)
    model: PairModel = build(recipe.settings, known.vectors, len(labels), learned=known.learned)
    trained = TrainedModel(model, recipe.model, recipe.settings, labels, known.vocabulary, text)
    return WordModel(trained, plain(recipe), known.facts)


def _tokens(pairs: PairTable, text: TextSettings) -> tuple[Tokens, Tokens]:
    if text.parses is None:
        return tokens_of(pairs, text)
    premise, hypothesis = trees_of(pairs)
    return premise.tokens, hypothesis.tokens
