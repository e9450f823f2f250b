"""What methods read of a model beside its logits: its last hidden layer, and a vector of the hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from rightreasons.errors import ModelError
from rightreasons.models.batch import PairModel
from rightreasons.models.data import Batch
from rightreasons.pairs import PairTable

if TYPE_CHECKING:
    from rightreasons.training.seeds import TrainableModel


Reader = Callable[[Any, Any], tuple[Tensor, Tensor]]
"""``(model, batch) -> (logits, hypothesis vectors)``, shapes (B, labels) and (B, D)."""


def output_layer(model: nn.Module, labels: int) -> nn.Linear:
    """Return the linear layer that makes the logits: the last one with as many outputs as there are labels.

    Raises
    ------
    ModelError
        If there is none.
    """
    found = [each for each in model.modules() if isinstance(each, nn.Linear) and each.out_features == labels]
    if not found:
        raise ModelError(
            f"{type(model).__name__} without a linear layer of {labels} outputs",
            "a model whose last layer is linear",
            "choose another --debias",
        )
    return found[-1]


def logits_and_hidden(model: nn.Module, layer: nn.Linear, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the logits, shape (B, labels), and what the output layer made them from, shape (B, D)."""
    seen: list[Tensor] = []
    handle = layer.register_forward_pre_hook(lambda _layer, inputs: seen.append(inputs[0]))
    try:
        logits: Tensor = model(batch)
    finally:
        handle.remove()
    return logits, seen[-1]


def hypothesis_reader(trainee: TrainableModel, train: PairTable) -> Reader:
    """Return what makes logits of training pairs, and vectors of their hypotheses.

    Of our models: their `logits_and_hypothesis_vector`. Of transformers, which read both sentences together:
    the mean of the last states over the tokens of the hypothesis when the encoder reads it alone.

    Parameters
    ----------
    trainee
        The model, with its tokenizer if it has one.
    train
        The pairs whose positions batches name.

    Raises
    ------
    ModelError
        If the model has no such vector.
    """
    from rightreasons.training.transformers import EncoderModel

    if isinstance(trainee.model, PairModel):
        if type(trainee.model).hypothesis_vector is PairModel.hypothesis_vector:
            raise _no_vector(trainee.model)
        return lambda model, batch: model.logits_and_hypothesis_vector(batch)
    if not isinstance(trainee, EncoderModel):
        raise _no_vector(trainee.model)
    encoded = trainee.tokenizer(
        train.hypotheses.to_list(), truncation=True, max_length=trainee.settings.max_length
    )
    return EncoderReader(trainee.tokenizer, dict(encoded))


@dataclass(frozen=True)
class EncoderReader:
    """A pair read by an encoder of Hugging Face, and its hypothesis once more, alone.

    Parameters
    ----------
    tokenizer
        It pads.
    encoded
        For each input of the encoder, a list of ids a training pair.
    """

    tokenizer: Any
    encoded: Mapping[str, list[list[int]]] = field(repr=False)

    def __call__(self, model: Any, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return the logits, and the mean of the last states of the hypothesis, shape (B, D)."""
        rows = batch.rows.tolist()
        chosen = {name: [values[row] for row in rows] for name, values in self.encoded.items()}
        inputs = self.tokenizer.pad(chosen, return_tensors="pt").to(batch.rows.device)
        states: Tensor = model.classifier.base_model(**inputs).last_hidden_state  # (B, T, D)
        mask = inputs["attention_mask"][:, :, None].to(states.dtype)
        means: Tensor = (states * mask).sum(dim=1) / mask.sum(dim=1)
        return model(batch), means


def vector_size(model: nn.Module, reader: Reader, batch: Batch) -> int:
    """Return how many entries a hypothesis vector has, from reading one batch; nothing is drawn."""
    training = model.training
    model.eval()
    with torch.no_grad():
        size = int(reader(model, batch)[1].shape[1])
    model.train(training)
    return size


def _no_vector(model: nn.Module) -> ModelError:
    return ModelError(
        f"{type(model).__name__}, which reads no hypothesis by itself",
        "one that does: infersent, esim, decomposable-attention, spinn, ngrams, an encoder",
        "choose another recipe or another --debias",
    )
