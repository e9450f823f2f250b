"""Encoders of Hugging Face, fine-tuned by the same loop as all models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from pydantic import Field
from torch import Tensor, nn

from rightreasons.errors import ModelError
from rightreasons.labels import Label
from rightreasons.models.data import Integers, PairData
from rightreasons.models.encoding import gold_indices
from rightreasons.models.settings import read_settings
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.training.hardware import Hardware, hardware_of
from rightreasons.training.recipe import CHECKPOINT, Recipe
from rightreasons.training.recipe_files import checkpoint_name
from rightreasons.training.word_models import training_labels


@dataclass(frozen=True)
class EncoderSettings:
    """Settings of recipes for transformers.

    Parameters
    ----------
    checkpoint
        Name on the hub, or a folder; weights are read as safetensors only.
    max_length
        Tokens of a pair that are read; of longer ones the longer sentence is cut.
    """

    checkpoint: str
    max_length: Annotated[int, Field(ge=8)] = 128


@dataclass(frozen=True)
class EncoderBatch:
    """Pairs as the encoder reads them.

    Parameters
    ----------
    inputs
        Tensors of shape (B, T) by name.
    gold, rows
        See `rightreasons.models.batch.PairBatch`.
    """

    inputs: Mapping[str, Tensor]
    gold: Tensor | None
    rows: Tensor

    def to(self, device: torch.device) -> EncoderBatch:
        """Return the same on another device."""
        inputs = {name: value.to(device, non_blocking=True) for name, value in self.inputs.items()}
        gold = None if self.gold is None else self.gold.to(device, non_blocking=True)
        return EncoderBatch(inputs, gold, self.rows.to(device))


@dataclass(frozen=True)
class EncoderData:
    """Tokenised pairs.

    Parameters
    ----------
    tokenizer
        It pads.
    encoded
        For each input of the encoder, a list of ids a pair.
    gold
        Index of the gold label, shape (n,), or None.
    """

    tokenizer: Any
    encoded: Mapping[str, list[list[int]]]
    gold: Integers | None

    @property
    def sizes(self) -> Integers:
        """Tokens of each pair, shape (n, 1)."""
        return np.array([[len(ids)] for ids in self.encoded["input_ids"]], dtype=np.int64)

    def batch(self, rows: Integers) -> EncoderBatch:
        """Return some pairs as one batch, in the order of `rows`."""
        chosen = {name: [values[row] for row in rows] for name, values in self.encoded.items()}
        inputs = self.tokenizer.pad(chosen, return_tensors="pt")
        gold = None if self.gold is None else torch.from_numpy(self.gold[rows])
        return EncoderBatch(dict(inputs), gold, torch.from_numpy(np.asarray(rows)))


class Encoder(nn.Module):
    """A sequence classifier as a model of pairs.

    Parameters
    ----------
    classifier
        Of `transformers`.
    """

    def __init__(self, classifier: Any) -> None:
        super().__init__()
        self.classifier = classifier

    def forward(self, batch: EncoderBatch) -> Tensor:
        """Return the logits, shape (B, labels)."""
        logits: Tensor = self.classifier(**batch.inputs).logits
        return logits


@dataclass(frozen=True)
class EncoderModel:
    """An encoder before, in and after training.

    Parameters
    ----------
    model
        From a batch to logits.
    tokenizer
        Its tokenizer.
    labels
        Label of each output.
    hardware
        Where it computes.
    settings
        See there.
    """

    model: Encoder
    tokenizer: Any
    labels: tuple[Label, ...]
    hardware: Hardware
    settings: EncoderSettings

    @property
    def facts(self) -> Mapping[str, object]:
        """Which checkpoint it began from."""
        return {CHECKPOINT: checkpoint_name(self.settings.checkpoint)}

    def data(self, pairs: PairTable, *, gold: bool) -> PairData:
        """Return pairs as the encoder reads them, with gold labels (`training_labels`) if asked for."""
        encoded = self.tokenizer(
            pairs.premises.to_list(),
            pairs.hypotheses.to_list(),
            truncation="longest_first",
            max_length=self.settings.max_length,
        )
        indices = gold_indices(pairs, training_labels(self.labels)) if gold else None
        return EncoderData(self.tokenizer, dict(encoded), indices)

    def save(self, folder: Path, recipe: Mapping[str, object], facts: Mapping[str, object]) -> None:
        """Write the encoder as a folder of `transformers`, its outputs by name, so that ``hf:`` reads it."""
        partial = folder.with_name(f".{folder.name}.partial")
        config = self.model.classifier.config
        config.rightreasons = {"recipe": dict(recipe), "facts": dict(facts)}
        with _quiet():
            self.model.classifier.save_pretrained(partial)
        self.tokenizer.model_max_length = self.settings.max_length  # who probes it cuts as training did
        self.tokenizer.save_pretrained(partial)
        for weights in partial.glob("*.safetensors"):  # safetensors ignores the umask, the others follow it
            weights.chmod((partial / "config.json").stat().st_mode)
        partial.replace(folder)


def encoder_model(recipe: Recipe, labels: tuple[Label, ...]) -> EncoderModel:
    """Return a pretrained encoder with an untrained classifier, drawn from torch's own generator.

    Raises
    ------
    OptionError
        If a setting is unknown or does not fit.
    ModelError
        If the encoder cannot be loaded.
    """
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    settings = read_settings(EncoderSettings, recipe.settings)
    names: dict[str, Any] = {
        "num_labels": len(labels),
        "id2label": {place: label.value for place, label in enumerate(labels)},
        "label2id": {label.value: place for place, label in enumerate(labels)},
    }
    try:
        with _quiet():
            tokenizer = AutoTokenizer.from_pretrained(settings.checkpoint)
            classifier, report = AutoModelForSequenceClassification.from_pretrained(
                settings.checkpoint,
                use_safetensors=True,
                dtype=torch.float32,
                ignore_mismatched_sizes=True,
                output_loading_info=True,
                **names,
            )
    except Exception as error:  # the libraries raise errors of several packages
        raise _not_loaded(settings.checkpoint, error) from error
    _check_loaded(classifier, report["missing_keys"], settings.checkpoint)
    return EncoderModel(Encoder(classifier), tokenizer, labels, hardware_of(recipe), settings)


def pairs_cut(recipe: Recipe, tables: Mapping[str, PairTable]) -> dict[str, int]:
    """Return of how many pairs of each table an encoder does not read all: those longer than `max_length`."""
    from transformers import AutoTokenizer

    settings = read_settings(EncoderSettings, recipe.settings)
    with _quiet():
        tokenizer: Any = AutoTokenizer.from_pretrained(settings.checkpoint)
        lengths = {
            name: tokenizer(table.premises.to_list(), table.hypotheses.to_list(), verbose=False)["input_ids"]
            for name, table in tables.items()
        }
    return {name: sum(len(ids) > settings.max_length for ids in all_) for name, all_ in lengths.items()}


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep `transformers` from reporting, as it does, that the new classifier is new, and how it loads."""
    from transformers.utils import logging as untyped

    logging: Any = untyped
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()


def _check_loaded(classifier: Any, missing: Iterable[str], place: str) -> None:
    """Refuse weights that leave a part of the encoder as it was drawn; heads and poolers may be new."""
    encoder = f"{classifier.base_model_prefix}."
    drawn = sorted(name for name in missing if name.startswith(encoder) and "pooler" not in name)
    if drawn:
        raise ModelError(
            f"'{printable(checkpoint_name(place))}' has no weights for {quoted(drawn, 4)}",
            "the weights of the whole encoder: these would be drawn at random",
            "give the whole checkpoint, with the config.json that belongs to it",
        )


def _not_loaded(name: str, error: BaseException) -> ModelError:
    return ModelError(
        f"'{printable(name)}' ({type(error).__name__}: {printable(str(error), 160)})",
        "an encoder with safetensors weights: a folder, or a name on the hub or in its cache",
        "check name and network, or give a folder: --encoder FOLDER",
    )
