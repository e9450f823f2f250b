"""A pretrained encoder: found, of a kind that can be fine-tuned, and safe to read."""

from dataclasses import dataclass
from math import prod
from typing import Any

from rightreasons.errors import ModelError
from rightreasons.predictors.networks.checkpoints import Checkpoint, find_checkpoint, load_tokenizer
from rightreasons.predictors.networks.encoding import positions_of
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.trained_folders import trained_title
from rightreasons.printable import printable

LIBRARIES = ("torch", "transformers", "accelerate", "safetensors")


@dataclass(frozen=True)
class PretrainedEncoder:
    """A pretrained encoder that a training begins from.

    Parameters
    ----------
    name
        What to call it: `MiniLM`.
    checksum
        SHA-256 over weights, configuration and tokenizer.
    parameters
        How many it has.
    positions
        Tokens that it can read; None: any number.
    revision
        The commit of a model of the hub.
    """

    name: str
    checksum: str
    parameters: int
    positions: int | None
    revision: str | None = None

    def described(self) -> dict[str, Any]:
        """Return what a manifest says of it."""
        facts = {"name": self.name, "sha256": self.checksum, "parameters": self.parameters}
        return facts if self.revision is None else {**facts, "revision": self.revision}


def pretrained_encoder(place: str) -> PretrainedEncoder:
    """Return an encoder by its folder or its name on the hub.

    Raises
    ------
    FileMissingError, HubError
        If it is not there, or out of reach.
    ModelError
        If it has no tokenizer, no weights as safetensors, code of its own, or is no encoder.
    """
    checkpoint = find_checkpoint(place, ModelOptions())
    config = checkpoint.config()
    _check_code(checkpoint, config)
    checkpoint.check_weights()
    _check_kind(checkpoint)
    _check_tokenizer(checkpoint)
    return PretrainedEncoder(
        encoder_name(checkpoint, config),
        checkpoint.checksum(),
        _parameters(checkpoint),
        positions_of(config),
        checkpoint.revision,
    )


def encoder_name(checkpoint: Checkpoint, config: Any) -> str:
    """Return what to call an encoder: as it was named when we trained it, or as its folder.

    The folder is spelled as the model it was made from where both begin with the same letters.
    """
    title = trained_title(checkpoint.folder, config.get("rightreasons"))
    if title is not None:
        return title
    own = checkpoint.name.rpartition("/")[2]
    origin = str(config.get("_name_or_path") or "").rpartition("/")[2]
    return printable(origin[: len(own)] if origin.lower().startswith(own.lower()) else own, 60)


def _check_code(checkpoint: Checkpoint, config: Any) -> None:
    if config.get("auto_map"):
        raise ModelError(
            f"'{printable(checkpoint.name)}' comes with code of its own (auto_map in its config.json)",
            "an architecture of `transformers`: code of others is not run",
            "give another encoder",
        )


def _check_kind(checkpoint: Checkpoint) -> None:
    from transformers import AutoConfig
    from transformers.models.auto import modeling_auto as auto

    try:
        config = AutoConfig.from_pretrained(checkpoint.folder)
    except Exception as error:  # whatever a broken file makes the library raise
        raise _not_an_encoder(checkpoint, f"{type(error).__name__}: {printable(str(error), 120)}") from error
    kind = str(config.model_type)
    if getattr(config, "is_encoder_decoder", False):
        raise _not_an_encoder(checkpoint, f"{kind}, an encoder with a decoder")
    one_way = kind in auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES and kind not in (
        *auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES,
        "xlnet",  # trained on permutations, it reads in both directions
    )
    if one_way or getattr(config, "is_decoder", False):
        raise _not_an_encoder(checkpoint, f"{kind}, a causal model that reads in one direction")
    if kind not in auto.MODEL_FOR_SEQUENCE_CLASSIFICATION_MAPPING_NAMES:
        raise _not_an_encoder(checkpoint, f"{kind}, which classifies no texts")


def _not_an_encoder(checkpoint: Checkpoint, found: str) -> ModelError:
    return ModelError(
        f"'{printable(checkpoint.name)}' is no encoder ({printable(found, 160)})",
        "a pretrained encoder, as BERT, RoBERTa, DeBERTa, ELECTRA or MiniLM",
        "give another one",
    )


_TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json", "*.model")


def _check_tokenizer(checkpoint: Checkpoint) -> None:
    if not any(any(checkpoint.folder.glob(name)) for name in _TOKENIZERS):
        raise ModelError(
            f"no tokenizer in '{printable(checkpoint.name)}'",
            "the tokenizer that the encoder was trained with, as tokenizer.json",
            "put its files beside the weights",
        )
    if load_tokenizer(checkpoint.folder).pad_token_id is None:
        raise ModelError(
            f"the tokenizer of '{printable(checkpoint.name)}' has no padding token",
            "one, since pairs are read in batches",
            "set pad_token in tokenizer_config.json and pad_token_id in config.json",
        )


def _parameters(checkpoint: Checkpoint) -> int:
    """Return how many numbers the weights are, from the headers of their files."""
    from safetensors import SafetensorError, safe_open

    total = 0
    for path in sorted(checkpoint.folder.glob("model*.safetensors")):
        try:
            with safe_open(path, framework="np") as file:
                names = list(file.keys())
                total += sum(prod(file.get_slice(name).get_shape()) for name in names)
        except (OSError, SafetensorError) as error:
            raise ModelError(
                f"'{printable(path.name)}' of '{printable(checkpoint.name)}' ({printable(str(error), 120)})",
                "whole safetensors weights",
                "get the file again",
            ) from error
    return total
