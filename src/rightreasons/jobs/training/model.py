"""The recipe as it is trained."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rightreasons.errors import MissingExtraError, OptionError
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.encoder import LIBRARIES, PretrainedEncoder, pretrained_encoder
from rightreasons.jobs.training.method import ChosenMethod, choose_method
from rightreasons.pairs import PairTable
from rightreasons.predictors.networks.checkpoints import find_checkpoint
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.sources.addresses import stem_of
from rightreasons.streams.caches import cache_folder
from rightreasons.training.recipe import CHECKPOINT, TRANSFORMERS, Recipe
from rightreasons.training.recipe_files import needs_trees, read_recipe, recipe_title

if TYPE_CHECKING:
    from rightreasons.training.precision_trial import PrecisionTrial

_LENGTH, _LONGEST = "max_length", 128


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
    precision_gain
        How many times as fast bfloat16 was as fp32 in a trial; None where none was made.
    """

    recipe_name: str
    recipe: Recipe
    method: ChosenMethod | None = None
    encoder: PretrainedEncoder | None = None
    own: bool = field(default=False, kw_only=True)
    given: str | None = field(default=None, kw_only=True)
    precision_gain: float | None = field(default=None, kw_only=True)

    def encoder_note(self) -> str:
        """Return which encoder it is, at which rate it is trained, and in which precision."""
        from rightreasons.training.hardware import device_of, is_half

        if self.encoder is None:
            return ""
        device = device_of(self.recipe)
        half = is_half(self.recipe, device)
        said = {
            "encoder": self.encoder.name,
            "millions": self.encoder.parameters / 1e6,
            "rate": self.recipe.optimiser.learning_rate,
            "precision": "bfloat16" if half else "fp32",
            "device": device.type,
        }
        if self.precision_gain is not None:
            return fill("trained.encoder_tried", **said, gain=self.precision_gain)
        return fill("trained.encoder", **said)

    def name_on(self, train: PairTable, dataset: str | None) -> str:
        """Return what to call it when it is trained on data: as it was named, or encoder and data."""
        if self.given is not None:
            return self.given
        if self.encoder is None or self.own:
            return self.recipe_name
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
    fitted, gain = _fitted(sized, place, encoder)
    own = place == read_recipe(recipe).settings.get(CHECKPOINT)
    return ChosenModel(title, fitted, method, encoder, own=own, given=options.name, precision_gain=gain)


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


def _fitted(recipe: Recipe, place: str, encoder: PretrainedEncoder) -> tuple[Recipe, float | None]:
    """Return the recipe with its encoder, in a stated or the faster precision, and what a trial found."""
    length = recipe.settings.get(_LENGTH, _LONGEST)
    if isinstance(length, int) and encoder.positions is not None and length > encoder.positions:
        raise OptionError(
            f"pairs of {length} tokens for {printable(encoder.name)}",
            f"at most {encoder.positions}, for which it has positions",
            f"give --set settings.{_LENGTH}={encoder.positions}",
        )
    settings = {**recipe.settings, CHECKPOINT: place}
    if recipe.precision != "fastest":
        return replace(recipe, settings=settings), None
    tokens = length if isinstance(length, int) else _LONGEST
    trial = _tried(recipe, place, (recipe.batches.pairs, tokens))
    return replace(recipe, settings=settings, precision=trial.precision), trial.gain


def _tried(recipe: Recipe, place: str, shape: tuple[int, int]) -> "PrecisionTrial":
    from rightreasons.training.hardware import device_of, is_half
    from rightreasons.training.precision_trial import PrecisionTrial, precision_trial

    device = device_of(recipe)
    if device.type != "cpu":
        return PrecisionTrial("bf16" if is_half(recipe, device) else "fp32")
    folder = find_checkpoint(place, ModelOptions()).folder
    return precision_trial(folder, shape, cache_folder() / "precision")


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
