"""How a model is loaded and asked: options that all kinds of model take, each using those that concern it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal

from rightreasons.errors import OptionError
from rightreasons.labels import Label, label_named, parse_label_map
from rightreasons.options import Option, OptionSet
from rightreasons.printable import printable
from rightreasons.sources.predictions.options import PredictionColumns

if TYPE_CHECKING:
    from rightreasons.pairs import PairTable

Device = Literal["auto", "cpu", "cuda", "mps"]
Dtype = Literal["auto", "fp32", "bf16", "fastest"]
LongPremises = Literal["truncate", "max", "mean"]
_MODEL, _JUDGE = "How the model is loaded", "How a chat model is asked"


def _scored_label(text: str) -> Label:
    label = label_named(text)
    if label is None:
        raise OptionError(f"'{printable(text)}' for --score-of", "the name of a label", "correct it")
    return label


@dataclass(frozen=True)
class JudgeOptions(OptionSet):
    """How a chat model behind an API is asked.

    No `prompts` takes the first of `prompt_file`, or else the first that ships with the project. Prices are
    in whatever currency; without them no costs are shown.
    """

    prompts: Annotated[
        tuple[str, ...], Option("A prompt template; may be given again.", name="prompt", panel=_JUDGE)
    ] = ()
    prompt_file: Annotated[str | None, Option("YAML file of further templates.", panel=_JUDGE)] = None
    concurrency: Annotated[int, Option("Requests in parallel.", least=1, panel=_JUDGE)] = 8
    timeout: Annotated[float, Option("Seconds until a request times out.", least=0, panel=_JUDGE)] = 60.0
    attempts: Annotated[int, Option("Most attempts per request.", least=1, panel=_JUDGE)] = 6
    input_price: Annotated[float | None, Option("Price per million input tokens.", least=0, panel=_JUDGE)] = (
        None
    )
    output_price: Annotated[
        float | None, Option("Price per million output tokens.", least=0, panel=_JUDGE)
    ] = None


@dataclass(frozen=True)
class CheckpointOptions(OptionSet):
    """Which checkpoint is loaded, and whether its own code may run."""

    revision: Annotated[str | None, Option("Revision of a hub model.", panel=_MODEL)] = None
    trust_remote_code: Annotated[bool, Option("Run code that is part of a model.", panel=_MODEL)] = False


@dataclass(frozen=True, kw_only=True)
class ModelOptions(CheckpointOptions):
    """How a model is loaded and asked.

    `device` auto takes CUDA, then MPS, then the CPU; `dtype` auto what the weights are stored in on a GPU,
    fp32 on a CPU; on a CPU fastest tries fp32 and bfloat16, and with `int8` int8 in ONNX Runtime, and takes
    what is faster with the same labels in 99.5 % of 200 pairs. Without `threshold` a single score counts as
    entailed from 0.5 on, and of several the most probable label is taken. Pairs that are longer than
    `max_length` are cut, or the premise is read in overlapping windows whose probabilities are joined.
    `train` is what baselines are trained on, `judge` how a chat model is asked.
    """

    label_map: Annotated[
        Mapping[str, Label | None] | None,
        Option("What the model's own labels mean: LABEL_0=entailment,... (or 0=...).", parse=parse_label_map),
    ] = None
    score_of: Annotated[
        Label, Option("Label whose score a single output is.", parse=_scored_label, panel=_MODEL)
    ] = Label.ENTAILMENT
    threshold: Annotated[
        float | None, Option("Probability from which a pair counts as entailed.", least=0, most=1)
    ] = None
    device: Annotated[Device, Option("Where the model runs.", panel=_MODEL)] = "auto"
    dtype: Annotated[
        Dtype, Option("Number format of the weights; fastest: by a trial on this CPU.", panel=_MODEL)
    ] = "auto"
    int8: Annotated[bool, Option("With --dtype fastest: int8 may be taken too.", panel=_MODEL)] = False
    batch_tokens: Annotated[
        int | None, Option("Tokens of a batch, padding included.", least=1, panel=_MODEL)
    ] = None
    max_length: Annotated[int | None, Option("Most tokens that the model reads.", least=1, panel=_MODEL)] = (
        None
    )
    long_premises: Annotated[
        LongPremises, Option("Cut pairs that are too long, or join windows.", panel=_MODEL)
    ] = "truncate"
    model_version: Annotated[
        str | None,
        Option("Version of an API or callable, so that its stored answers can be reused.", panel=_MODEL),
    ] = None
    prediction_columns: PredictionColumns = None
    name: Annotated[str | None, Option("Name of a file of predictions.", panel=_MODEL)] = None
    seed: Annotated[int, Option("Random seed.")] = 2019
    train: "PairTable | None" = field(default=None, repr=False)
    judge: JudgeOptions = field(default_factory=JudgeOptions)
