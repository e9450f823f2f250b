"""How a model is trained beyond recipe and data, and what comes of it."""

from dataclasses import dataclass
from typing import Any

from rightreasons.errors import OptionError
from rightreasons.jobs.outcome import Outcome
from rightreasons.jobs.training.data import Labels

DEFAULT_SEED = 1


@dataclass(frozen=True)
class TrainOptions:
    """How a model is trained, beyond recipe and data.

    Parameters
    ----------
    seeds, seed
        How many models, and the seed of the first; the others follow it.
    small
        Whether the recipe is taken in its small form.
    changes
        Changes of the recipe, ``"key=value"``; see `rightreasons.training.reading.read_recipe`.
    vectors
        Files of word vectors, joined in this order.
    labels, augment
        See `rightreasons.jobs.training.data.gather`.
    debias
        A debiasing method, ``"METHOD:key=value,..."``; see `rightreasons.debiasing.parsing.parse_method`.
    workers
        Seeds that are trained at once, each in a process with one thread; None: as many as cores and memory
        allow.
    report_to
        ``"tensorboard"``, or None.
    parser
        Of a model of trees: ``"py:MODULE:FUNCTION"``, which gives sentences without parses theirs; see
        `rightreasons.models.trees.with_parses`. None: a bracketer learned from the others does.
    """

    seeds: int = 1
    seed: int = DEFAULT_SEED
    small: bool = False
    changes: tuple[str, ...] = ()
    vectors: tuple[str, ...] = ()
    labels: Labels | None = None
    augment: Any = None
    debias: str | None = None
    workers: int | None = None
    report_to: str | None = None
    parser: str | None = None

    def __post_init__(self) -> None:
        for name in ("seeds", "workers"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise OptionError(f"{value} {name}", "at least 1", f"correct --{name}")


class Training(Outcome):
    """The result of a training: a finding a set, and in the run a folder for the model of each seed."""
