"""A model of `transformers` as it stands in memory, asked in the middle of its training."""

import inspect
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rightreasons.labels import Label, label_named
from rightreasons.predictors.networks.checkpoints import names_of_outputs
from rightreasons.predictors.networks.classifier import SequenceClassifier, batch_tokens_on, identity_of
from rightreasons.predictors.networks.encoding import SEGMENTS, pair_encoder, wants_segments
from rightreasons.predictors.networks.loaded import Network
from rightreasons.predictors.networks.outputs import named_outputs
from rightreasons.predictors.options import ModelOptions


def live_classifier(
    model: Any, tokenizer: Any, label_map: Mapping[str, str] | None = None, max_length: int | None = None
) -> SequenceClassifier:
    """Return a predictor around a sequence classifier in memory; nothing is copied.

    Parameters
    ----------
    model, tokenizer
        Of `transformers`.
    label_map
        What outputs such as ``LABEL_0`` mean.
    max_length
        Tokens that a pair is cut to; None: what the model can read.

    Raises
    ------
    UnnamedOutputsError
        If the names of the outputs in ``config.id2label`` say nothing and no label map explains them.
    """
    options = ModelOptions(label_map=meanings(label_map), max_length=max_length)
    config = {**model.config.to_dict(), "id2label": model.config.id2label}
    taken = inspect.signature(model.forward).parameters
    inputs = ["input_ids", "attention_mask"]
    if wants_segments(config, tokenizer, stated=True):
        inputs.append(SEGMENTS)
    encoder = pair_encoder(tokenizer, config, tuple(name for name in inputs if name in taken), options)
    outputs = named_outputs(names_of_outputs(config), options)
    name = str(config.get("_name_or_path") or type(model).__name__)
    found = {"name": name, "revision": None, "checksum": None}
    identity = identity_of("hf", outputs, found, {"max_length": encoder.limit})
    tokens = batch_tokens_on(model.device.type, options)
    return SequenceClassifier(identity, encoder, Network(model), outputs, tokens)


@contextmanager
def asked(model: Any) -> Iterator[None]:
    """Put a model into evaluation mode, and back into whatever mode it was in."""
    training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(training)


def meanings(label_map: Mapping[str, str] | None) -> dict[str, Label | None] | None:
    """Return a label map with labels for their names."""
    return None if label_map is None else {name: label_named(label) for name, label in label_map.items()}
