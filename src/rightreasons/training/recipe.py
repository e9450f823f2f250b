"""What a recipe is, one paper's way of training one model; read from data files, changed by a user."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from rightreasons.errors import FileMissingError, OptionError, UnknownNameError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.options import misfit
from rightreasons.printable import printable, quoted
from rightreasons.streams import file_bytes

Count = Annotated[int, Field(ge=1)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1)]
Factor = Annotated[float, Field(gt=0, le=1)]
Divisor = Annotated[float, Field(ge=1, allow_inf_nan=False)]
_STRICT = ConfigDict(extra="forbid")

TRANSFORMERS, CHECKPOINT = "transformers", "checkpoint"
"""The model of recipes that fine-tune an encoder of Hugging Face, and the setting that says which."""


@dataclass(frozen=True, config=_STRICT)
class Words:
    """The words a model knows and where their vectors come from.

    Parameters
    ----------
    minimum
        How often a word of the training data must occur.
    size
        Entries of a word vector where no vector files are given.
    learned
        Which vectors training changes: all, those of words without a given vector, or none. Words that no
        training sentence has keep theirs in any case.
    given
        Which vectors the paper used, in words.
    back_off, unknown, standardise
        What becomes of words without a vector, and of sets that are joined; see
        `rightreasons.text.vectors.joining.JoinRules`.
    """

    minimum: Count = 1
    size: Count = 300
    learned: Literal["all", "missing", "none"] = "all"
    given: str = "not stated"
    back_off: Literal["stem"] | None = None
    unknown: Literal["zeros", "normal", "oov"] = "normal"
    standardise: bool = False


@dataclass(frozen=True, config=_STRICT)
class Text:
    """How texts become words; see `rightreasons.models.encoding.TextSettings`."""

    tokenisation: str = "word-punct"
    lower: bool = True
    max_length: Count | None = None


@dataclass(frozen=True, config=_STRICT)
class Batches:
    """What is computed at once.

    Parameters
    ----------
    pairs
        Pairs of a batch at most.
    tokens
        Tokens of a batch at most, padding included; a longer pair has a batch of its own.
    pool
        So many batches are drawn at random, sorted by length, and shuffled, at a time.
    """

    pairs: Count = 32
    tokens: Count = 16384
    pool: Count = 100


@dataclass(frozen=True, config=_STRICT)
class Optimiser:
    """How weights follow gradients.

    Parameters
    ----------
    name
        Which one of `torch.optim`.
    learning_rate
        At the beginning.
    weight_decay
        Of matrices; biases and what normalises have none.
    epsilon
        Added to the denominator; None takes that of torch.
    accumulator
        What Adagrad's sum of squared gradients begins with.
    clip_norm
        Gradients are shortened to this norm.
    clip_value
        Every entry of a gradient is cut to this size.
    """

    name: Literal["sgd", "adam", "adamw", "adagrad", "rmsprop"]
    learning_rate: Positive
    weight_decay: NotNegative = 0.0
    epsilon: Positive | None = None
    accumulator: NotNegative = 0.0
    clip_norm: Positive | None = None
    clip_value: Positive | None = None


@dataclass(frozen=True, config=_STRICT)
class LearningRateSchedule:
    """How the learning rate changes; what is not given leaves it as it is.

    Parameters
    ----------
    decay
        Factor of every epoch from the second on.
    divide
        The rate is divided by this when accuracy on dev does not exceed the best so far.
    stop_below
        Training stops when a division makes it smaller than this.
    warm_up
        Share of all steps in which the rate grows linearly from 0.
    linear
        Whether it then falls linearly to 0.
    """

    decay: Factor = 1.0
    divide: Divisor = 1.0
    stop_below: Positive | None = None
    warm_up: Share = 0.0
    linear: bool = False


@dataclass(frozen=True, config=_STRICT)
class Printed:
    """A figure that a paper prints for this model.

    Parameters
    ----------
    accuracy
        A proportion.
    data
        What it was measured on, e.g. ``"SNLI dev"``.
    source
        Paper and place.
    """

    accuracy: Share
    data: str
    source: str


@dataclass(frozen=True, config=_STRICT)
class Recipe:
    """One way of training one model.

    Parameters
    ----------
    model
        A name of `rightreasons.models.MODELS`, or ``"transformers"`` for an encoder of Hugging Face.
    about
        What it is, in a line.
    source
        Where the values come from.
    optimiser, schedule, batches, words, text
        See there.
    epochs
        How often all training data are read at most. Of these the one with the highest accuracy on dev, to
        four decimals, is kept; of equals the first.
    patience
        Training stops after so many epochs without a higher accuracy; None: it does not.
    settings
        Of the model.
    printed
        What papers print for it.
    not_stated
        Values that the paper leaves open, and what is taken.
    precision
        ``"auto"``: bfloat16 on CUDA, otherwise fp32. ``"fastest"``: bfloat16 also on a CPU that computes in
        it.
    device
        Where torch computes; auto takes CUDA where there is one.
    deterministic
        Whether only algorithms are allowed that give the same result again on CUDA.
    checkpoint_seconds
        How often the state of training is kept, beside the end of every epoch.
    """

    model: str
    about: str
    source: str
    optimiser: Optimiser
    epochs: Count
    patience: Count | None = None
    schedule: LearningRateSchedule = LearningRateSchedule()
    batches: Batches = Batches()
    words: Words = Words()
    text: Text = Text()
    settings: dict[str, Any] = Field(default_factory=dict)
    printed: tuple[Printed, ...] = ()
    not_stated: tuple[str, ...] = ()
    precision: Literal["auto", "fastest", "fp32", "bf16"] = "auto"
    device: Literal["auto", "cpu", "cuda"] = "auto"
    deterministic: bool = False
    checkpoint_seconds: NotNegative = 60.0


# Recipes read from the data files of this package, and what a user changes of them.


_SMALL, _SIZES, _UP_TO = "small", "sizes", "up_to"
_PARTS = {
    "optimiser": Optimiser,
    "schedule": LearningRateSchedule,
    "batches": Batches,
    "words": Words,
    "text": Text,
}
_FIXED = ("model", "about", "source", "printed", "not_stated", "settings", *_PARTS)
_ENDING = ".yaml"


def needs_trees(model: str) -> bool:
    """Return whether the model of a recipe reads trees."""
    from rightreasons.models import MODELS

    return model != TRANSFORMERS and MODELS.load(model).needs_trees is True


def checkpoint_name(place: str) -> str:
    """Return what records call an encoder: its name on the hub, or its folder without the way to it."""
    return Path(place).resolve().name if Path(place).is_dir() else place


def recipe_title(recipe: str) -> str:
    """Return what to call a recipe: its name, or that of its file."""
    return Path(recipe).stem if recipe.endswith(_ENDING) else recipe


def recipe_names() -> tuple[str, ...]:
    """Return the names of all recipes, sorted."""
    folder = files(__package__).joinpath("recipes")
    names = (each.name for each in folder.iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING)))


def read_recipe(
    name: str, *, small: bool = False, changes: Sequence[str] = (), parameters: int | None = None
) -> Recipe:
    """Return a recipe.

    Parameters
    ----------
    name
        One of `recipe_names`, or a file of the same form, ``"mine.yaml"``.
    small
        Whether in its small form, which trains in minutes on two cores.
    changes
        ``"key=value"``, with dots for what is inside: ``"epochs=3"``, ``"optimiser.learning_rate=0.01"``,
        ``"settings.hidden=100"``.
    parameters
        Of the encoder that is fine-tuned, for values that go by its size.

    Raises
    ------
    UnknownNameError
        If there is no such recipe.
    OptionError
        If a change is not written so, names nothing that can be changed, or has a value that does not fit.
    """
    values = _values(name)
    smaller, by_size = values.pop(_SMALL, {}), values.pop(_SIZES, ())
    merged = _merged(values, smaller if small else {})
    merged = _merged(merged, _of_size(by_size, parameters))
    for change in changes:
        merged = _merged(merged, _change(change, merged))
    try:
        recipe: Recipe = _adapter().validate_python(merged)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"] if not str(part)[:1].isupper())
        raise misfit(where, fault, "in the recipe", "correct --set") from error
    return recipe


def _of_size(rows: Sequence[Mapping[str, Any]], parameters: int | None) -> dict[str, Any]:
    """Return the values of the first row that an encoder fits in; none where its size is not known."""
    size = math.nan if parameters is None else parameters
    row = dict(next((row for row in rows if size <= row.get(_UP_TO, math.inf)), {}))
    return {name: row[name] for name in row.keys() - {_UP_TO}}


def _values(name: str) -> dict[str, Any]:
    if name.endswith(_ENDING):
        return _from_file(Path(name))
    check_recipe(name)
    return _parsed(files(__package__).joinpath("recipes", f"{name}{_ENDING}").read_text(encoding="utf-8"))


_FAMILIES = ("bert", "minilm", "electra", "xlnet", "mpnet")  # parts of the names of encoders


def check_recipe(name: str) -> None:
    """Make sure that there is such a recipe, before anything else of a training is asked for.

    Raises
    ------
    UnknownNameError
        If there is none; for the name of an encoder, it tells how one is fine-tuned.
    """
    names, shown = recipe_names(), printable(name)
    if name.endswith(_ENDING) or name in names:
        return
    if any(part in name.lower() for part in _FAMILIES) or "/" in name:
        place = shown if "/" in name else "FOLDER|NAME"
        remedy = f"any pretrained encoder is fine-tuned by `train encoder --encoder {place}`"
        raise UnknownNameError(f"recipe '{shown}'", f"one of {', '.join(names)}", remedy)
    raise UnknownNameError.among("recipe", shown, names, "see `rightreasons ls recipes`")


def _from_file(path: Path) -> dict[str, Any]:
    shown = f"the recipe '{printable(path.name)}'"
    if not path.is_file():
        raise FileMissingError(f"no file for {shown}", "a YAML file", "check the path")
    try:
        values = _parsed(file_bytes(path))
    except (OSError, ValueError) as error:
        raise OptionError(f"{shown}: {printable(str(error), 160)}", "YAML", "correct it") from error
    missing = {"model", "about"} - values.keys()
    if missing:
        raise OptionError(
            f"{shown} without {quoted(tuple(sorted(missing)))}", "a recipe as ours are", "complete it"
        )
    return values


def _parsed(text: str | bytes) -> dict[str, Any]:
    values = guarded_yaml(text)
    return dict(values) if isinstance(values, dict) else {}


@cache
def _adapter() -> TypeAdapter[Recipe]:
    return TypeAdapter(Recipe)


def _merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `values` with `changes`, part by part."""
    merged = dict(values)
    for key, value in changes.items():
        inside = merged.get(key)
        both = isinstance(inside, Mapping) and isinstance(value, Mapping)
        merged[key] = _merged(inside, value) if both else value  # type: ignore[arg-type]  # `both` says so
    return merged


def _change(text: str, values: Mapping[str, Any]) -> dict[str, Any]:
    path, separator, written = text.partition("=")
    keys = path.strip().split(".")
    if not separator or not all(keys) or len(keys) > 2:
        raise OptionError(
            f"'{printable(text)}' for --set", "KEY=VALUE", "write --set epochs=3 or --set settings.hidden=100"
        )
    _check_keys(keys, values)
    try:
        value = guarded_yaml(written)
    except ValueError as error:
        raise OptionError(f"'{printable(text)}' for --set", "a value as in YAML", "correct it") from error
    return {keys[0]: value} if len(keys) == 1 else {keys[0]: {keys[1]: value}}


def _check_keys(keys: Sequence[str], values: Mapping[str, Any]) -> None:
    if keys[0] == "settings" and len(keys) == 2:  # the model knows its own settings
        return
    allowed = [
        *(each.name for each in fields(Recipe) if each.name not in _FIXED),
        *(f"{name}.{each.name}" for name, part in _PARTS.items() for each in fields(part)),
    ]
    if ".".join(keys) not in allowed:
        raise OptionError(
            f"'{printable('.'.join(keys))}' for --set",
            f"one of {', '.join(allowed)}, settings.NAME",
            f"see the settings of the recipe: {', '.join(values['settings']) or 'it has none'}",
        )
