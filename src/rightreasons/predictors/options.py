"""How a model is loaded and asked: options that all kinds of model take, each using those that concern it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rightreasons.labels import Label
from rightreasons.pairs import PairTable

Device = Literal["auto", "cpu", "cuda", "mps"]
Dtype = Literal["auto", "fp32", "bf16"]
LongPremises = Literal["truncate", "max", "mean"]


@dataclass(frozen=True)
class JudgeOptions:
    """How a chat model behind an API is asked.

    Parameters
    ----------
    prompts
        Names of prompt templates; empty takes the first of `prompt_file`, or else the first that ships with
        the project.
    prompt_file
        A YAML file of further templates.
    concurrency
        Requests under way at once.
    timeout
        Seconds until a request counts as lost.
    attempts
        How often a request is sent before the model counts as out of reach.
    input_price, output_price
        Price of a million tokens read and written, in whatever currency; None: no costs are told.
    """

    prompts: tuple[str, ...] = ()
    prompt_file: str | None = None
    concurrency: int = 8
    timeout: float = 60.0
    attempts: int = 6
    input_price: float | None = None
    output_price: float | None = None


@dataclass(frozen=True)
class ModelOptions:
    """How a model is loaded and asked.

    Parameters
    ----------
    label_map
        What the model's own names of its labels mean.
    score_of
        What a single output is the score of.
    threshold
        From which score or probability of entailment on a pair counts as entailed; None: 0.5 for a single
        score, otherwise the most probable label.
    device
        Where torch computes; auto takes CUDA, then MPS, then the CPU.
    dtype
        Numbers of the weights: auto takes what they are stored in on a GPU, fp32 on a CPU.
    batch_tokens
        Tokens of a batch, padding included; None takes what suits the device.
    max_length
        Tokens that the model reads at most; None takes the model's own.
    long_premises
        What happens to pairs that are longer: cut, or the premise is read in overlapping windows whose
        probabilities are joined by maximum or mean.
    revision
        Which revision of a hub model.
    model_version
        What the user states of a model that has no checksum (an API, a callable), so that its predictions may
        be used again.
    trust_remote_code
        Whether code that comes with a model may run.
    seed
        For models that draw lots.
    train
        Labelled data that baselines are trained on.
    judge
        How a chat model is asked.
    columns
        Of a file of predictions: role (id, premise, hypothesis, gold, predicted, score, scores) to column.
    name
        What to call a file of predictions; None: as the file.
    """

    label_map: Mapping[str, Label | None] | None = None
    score_of: Label = Label.ENTAILMENT
    threshold: float | None = None
    device: Device = "auto"
    dtype: Dtype = "auto"
    batch_tokens: int | None = None
    max_length: int | None = None
    long_premises: LongPremises = "truncate"
    revision: str | None = None
    model_version: str | None = None
    trust_remote_code: bool = False
    seed: int = 2019
    train: PairTable | None = field(default=None, repr=False)
    judge: JudgeOptions = JudgeOptions()
    columns: Mapping[str, str] | None = None
    name: str | None = None
