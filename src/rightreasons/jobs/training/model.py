"""What is trained: a recipe with a user's changes, its method, and of an encoder where it begins.

All of it is checked before any data are read.
"""

from dataclasses import dataclass, field, replace
from math import prod
from typing import TYPE_CHECKING, Any

from rightreasons.errors import MissingExtraError, ModelError, OptionError
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.data import ChosenMethod, choose_method
from rightreasons.predictors.checkpoints import Checkpoint, find_checkpoint, load_tokenizer
from rightreasons.predictors.encoding import positions_of
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import trained_title
from rightreasons.printable import printable
from rightreasons.training.recipe import (
    CHECKPOINT,
    TRANSFORMERS,
    Recipe,
    needs_trees,
    read_recipe,
    recipe_title,
)

if TYPE_CHECKING:
    from rightreasons.pairs import PairTable

LIBRARIES = ("torch", "transformers", "accelerate", "safetensors")
_LENGTH, _LONGEST = "max_length", 128

# A pretrained encoder: found, of a kind that can be fine-tuned, and safe to read.


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


# The recipe as it is trained.


@dataclass(frozen=True)
class ChosenModel:
    """What is trained, whatever the data.

    Parameters
    ----------
    recipe_name, recipe
        The recipe and what it is called.
    method
        The debiasing method, or None.
    encoder
        Where an encoder begins; None of a model of words.
    own
        Whether that is the encoder of the recipe itself.
    given
        The name that a user gave it.
    """

    recipe_name: str
    recipe: Recipe
    method: ChosenMethod | None = None
    encoder: PretrainedEncoder | None = None
    own: bool = field(default=False, kw_only=True)
    given: str | None = field(default=None, kw_only=True)

    def encoder_note(self) -> str:
        """Return which encoder it is, at which rate it is trained, and in which precision."""
        from rightreasons.training.hardware import bfloat16_instructions, device_of, is_half

        if self.encoder is None:
            return ""
        device = device_of(self.recipe)
        half = is_half(self.recipe, device)
        why = f" ({', '.join(bfloat16_instructions())})" if half and device.type == "cpu" else ""
        return (
            f"{self.encoder.name}: {self.encoder.parameters / 1e6:.1f} million parameters, learning rate "
            f"{self.recipe.optimiser.learning_rate:g}, {'bfloat16' if half else 'fp32'} on {device.type}{why}"
        )

    def name_on(self, train: "PairTable", dataset: str | None) -> str:
        """Return what to call it when it is trained on data: as it was named, or encoder and data."""
        if self.given is not None:
            return self.given
        if self.encoder is None or self.own:
            return self.recipe_name
        from rightreasons.sources.readings import stem_of

        first, *added = (stem_of(part) for part in train.name.split(" + "))
        named = " and ".join((dataset or first, *added))
        method = "" if self.method is None else f" with {self.method.name}"
        return printable(f"{self.encoder.name} on {named}{method}", 120)


def choose_model(recipe: str, options: TrainOptions) -> ChosenModel:
    """Return what is trained; nothing of the data is needed for it.

    Raises
    ------
    UnknownNameError
        If there is no such recipe or method.
    OptionError
        If options do not fit the recipe, or each other.
    MissingExtraError
        If the extra ``[train]`` is not installed.
    RightReasonsError
        If the encoder cannot be used; see `pretrained_encoder`.
    """
    chosen = read_recipe(recipe, small=options.small, changes=options.changes)
    MissingExtraError.unless_installed(LIBRARIES, "train")
    _check_words(chosen, options)
    method = None if options.debias is None else choose_method(options.debias, chosen)
    title = recipe_title(recipe)
    if chosen.model != TRANSFORMERS:
        return ChosenModel(title, chosen, method, given=options.name)
    place = _place(title, chosen, options)
    encoder = pretrained_encoder(place)
    sized = read_recipe(recipe, small=options.small, changes=options.changes, parameters=encoder.parameters)
    fitted = _fitted(sized, place, encoder)
    own = place == read_recipe(recipe).settings.get(CHECKPOINT)
    return ChosenModel(title, fitted, method, encoder, own=own, given=options.name)


def _place(title: str, recipe: Recipe, options: TrainOptions) -> str:
    """Return where the encoder of a recipe lies, or its name on the hub."""
    place = options.encoder or recipe.settings.get(CHECKPOINT)
    if not place:
        raise OptionError(
            f"'{printable(title)}' without an encoder",
            "a folder of Hugging Face, or a name on its hub",
            "give --encoder FOLDER or --encoder NAME",
        )
    return str(place)


def _fitted(recipe: Recipe, place: str, encoder: PretrainedEncoder) -> Recipe:
    """Return the recipe with its encoder, and in the precision that this machine computes in."""
    from rightreasons.training.hardware import device_of, is_half

    length = recipe.settings.get(_LENGTH, _LONGEST)
    if isinstance(length, int) and encoder.positions is not None and length > encoder.positions:
        raise OptionError(
            f"pairs of {length} tokens for {printable(encoder.name)}",
            f"at most {encoder.positions}, for which it has positions",
            f"give --set settings.{_LENGTH}={encoder.positions}",
        )
    half = is_half(recipe, device_of(recipe))
    precision = ("bf16" if half else "fp32") if recipe.precision == "fastest" else recipe.precision
    return replace(recipe, settings={**recipe.settings, CHECKPOINT: place}, precision=precision)


def _check_words(recipe: Recipe, options: TrainOptions) -> None:
    """Refuse options that the model of a recipe has no use for."""
    encoder = recipe.model == TRANSFORMERS
    if encoder and options.vectors:
        raise OptionError(
            f"word vectors for {recipe.about}",
            "a model of words beside --vectors",
            "leave out --vectors: the encoder has its own",
        )
    if not encoder and options.encoder is not None:
        raise OptionError(
            f"a pretrained encoder for {recipe.about}",
            "a recipe that fine-tunes one beside --encoder",
            "leave out --encoder, or write `train encoder`",
        )
    if options.parser is not None and not needs_trees(recipe.model):
        raise OptionError(
            f"a parser for {recipe.about}", "a model of trees beside --parser", "leave out --parser"
        )
