"""Sequence classifiers of `transformers`, CrossEncoder folders included: a folder or a name on the hub."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rightreasons.errors import MissingExtraError, ModelError, OptionError
from rightreasons.predictors.networks.checkpoints import (
    Checkpoint,
    activation_of,
    find_checkpoint,
    load_tokenizer,
    names_of_outputs,
    not_loaded,
    states_inputs,
)
from rightreasons.predictors.networks.classifier import SequenceClassifier, batch_tokens_on, identity_of
from rightreasons.predictors.networks.encoding import SEGMENTS, PairEncoder, pair_encoder, wants_segments
from rightreasons.predictors.networks.others_code import others_code
from rightreasons.predictors.networks.outputs import named_outputs
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.trained_folders import trained_title
from rightreasons.printable import quoted

ADDS = {"predictor": {"hf": "load_hugging_face"}}


@dataclass(frozen=True)
class Network:
    """A model of `transformers`, called with arrays.

    Parameters
    ----------
    model
        In evaluation mode, on its device.
    """

    model: Any

    def __call__(self, arrays: Mapping[str, NDArray[np.int64]]) -> NDArray[np.float32]:
        """Return logits of shape (items, outputs) for arrays of shape (items, tokens)."""
        import torch

        with torch.inference_mode():
            device = self.model.device
            tensors = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
            logits = self.model(**tensors).logits
            return np.asarray(logits.float().cpu().numpy())

    @property
    def dtype(self) -> str:
        """What the weights are stored in: ``float32``, ``bfloat16``, ..."""
        return str(self.model.dtype).removeprefix("torch.")


@dataclass(frozen=True)
class Loaded:
    """A checkpoint in memory, whatever its outputs mean.

    Parameters
    ----------
    checkpoint
        Where it lies.
    config
        Its configuration, with the defaults of its architecture.
    encoder
        From sentences to what the network reads.
    network
        The network.
    """

    checkpoint: Checkpoint
    config: Mapping[str, Any]
    encoder: PairEncoder
    network: Network


def load_hugging_face(rest: str, options: ModelOptions) -> SequenceClassifier:
    """Load a sequence classifier.

    Parameters
    ----------
    rest
        A folder, or a name on the hub.
    options
        How it is loaded and asked.

    Raises
    ------
    ModelError
        If it cannot be loaded, holds no safetensors, has no head, or its outputs are no labels of pairs.
    UnnamedOutputsError, AmbiguousLabelError, UnknownLabelError, OptionError
        As of `rightreasons.predictors.networks.outputs.named_outputs`; OptionError also for a device that is
        not there, and for a length that the model cannot read.
    FileMissingError, HubError, MissingExtraError
        If it is not there, or the extra ``[train]`` is not installed.
    """
    loaded = load_network(rest, options)
    checkpoint = loaded.checkpoint
    activation = activation_of(loaded.config, checkpoint.folder)
    outputs = named_outputs(names_of_outputs(loaded.config), options, activation)
    found = {
        "name": checkpoint.name,
        "revision": checkpoint.revision,
        "checksum": checkpoint.checksum(code=options.trust_remote_code),
    }
    settings = {
        "dtype": loaded.network.dtype,
        "inputs": " ".join(loaded.encoder.inputs),
        "max_length": loaded.encoder.limit,
        "long_premises": options.long_premises,
        "threshold": options.threshold,
        "trust_remote_code": options.trust_remote_code,
    }
    if outputs.is_score:
        settings["activation"] = outputs.activation
    identity = identity_of("hf", outputs, found, settings)
    tokens = batch_tokens_on(loaded.network.model.device.type, options)
    return SequenceClassifier(
        identity,
        loaded.encoder,
        loaded.network,
        outputs,
        tokens,
        options.threshold,
        title=trained_title(checkpoint.folder, loaded.config.get("rightreasons")),
    )


def load_network(rest: str, options: ModelOptions) -> Loaded:
    """Load a sequence classifier without asking what its outputs mean; errors as of `load_hugging_face`."""
    MissingExtraError.unless_installed(("torch", "transformers"), "train")
    checkpoint = find_checkpoint(rest, options)
    checkpoint.check_weights()
    stated = checkpoint.config()
    model = _load_model(checkpoint, options)
    config = {**model.config.to_dict(), "id2label": model.config.id2label, **stated}
    tokenizer = load_tokenizer(checkpoint.folder, trust_remote_code=options.trust_remote_code)
    inputs = ["input_ids", "attention_mask"]
    if wants_segments(config, tokenizer, stated=states_inputs(checkpoint.folder)):
        inputs.append(SEGMENTS)
    taken = inspect.signature(model.forward).parameters
    encoder = pair_encoder(tokenizer, config, tuple(name for name in inputs if name in taken), options)
    return Loaded(checkpoint, config, encoder, Network(model))


def _load_model(checkpoint: Checkpoint, options: ModelOptions) -> Any:
    from transformers import AutoModelForSequenceClassification

    device = device_of(options)
    try:
        with others_code():
            model, report = AutoModelForSequenceClassification.from_pretrained(
                checkpoint.folder,
                use_safetensors=True,
                dtype=_dtype(options, device),
                trust_remote_code=options.trust_remote_code,
                output_loading_info=True,
            )
    except Exception as error:  # whatever a broken file makes the libraries raise
        raise not_loaded("model", checkpoint.folder, error) from error
    missing = sorted(report["missing_keys"])
    if missing:
        raise ModelError(
            f"'{checkpoint.name}' has no weights for {quoted(missing, 4)}",
            "a model that was trained to classify: these would be drawn at random",
            "give a checkpoint of a sequence classifier",
        )
    return model.eval().to(device)


def device_of(options: ModelOptions) -> str:
    """Return where torch computes.

    Raises
    ------
    OptionError
        If the device asked for is not there.
    """
    import torch

    there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    names = [name for name, found in there.items() if found]
    if options.device == "auto":
        return names[0]
    if options.device not in names:
        raise OptionError(
            f"device '{options.device}'", f"auto or one that is there: {', '.join(names)}", "correct --device"
        )
    return options.device


def _dtype(options: ModelOptions, device: str) -> Any:
    import torch

    if options.dtype == "auto":
        return torch.float32 if device == "cpu" else "auto"
    return {"fp32": torch.float32, "bf16": torch.bfloat16}[options.dtype]
