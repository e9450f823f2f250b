"""What a recipe is, one paper's way of training one model; read from data files, changed by a user."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

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
        it; for an encoder, on a CPU, the faster of both in a trial.
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
