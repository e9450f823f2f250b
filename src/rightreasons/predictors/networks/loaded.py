"""A checkpoint of `transformers` in memory: network, tokenizer, configuration, whatever its outputs mean."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rightreasons.errors import MissingExtraError, ModelError, OptionError
from rightreasons.predictors.networks.checkpoints import (
    Checkpoint,
    find_checkpoint,
    load_tokenizer,
    not_loaded,
    states_inputs,
)
from rightreasons.predictors.networks.encoding import SEGMENTS, PairEncoder, pair_encoder, wants_segments
from rightreasons.predictors.networks.others_code import others_code
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import quoted


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


def load_network(rest: str, options: ModelOptions) -> Loaded:
    """Load a sequence classifier without asking what its outputs mean.

    Errors are those of `rightreasons.predictors.networks.hugging_face.load_hugging_face`.
    """
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

    if options.dtype in ("auto", "fastest"):
        return torch.float32 if device == "cpu" else "auto"
    return {"fp32": torch.float32, "bf16": torch.bfloat16}[options.dtype]
