"""What changes the result of a probe, beyond model and data."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from rightreasons.challenges.scoring import SEED
from rightreasons.errors import OptionError
from rightreasons.labels import CollapseRule
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import quoted


@dataclass(frozen=True)
class ProbeOptions:
    """What changes the result of a probe, beyond model and challenges.

    Parameters
    ----------
    collapse
        How three labels become two: ``"argmax"`` or ``"sum"``.
    allow_partial
        Whether items may lack a prediction and predictions an item, a label or a single id; all are counted.
    seed
        For samples, resampled intervals, and what controls draw. The set ``hans`` is
        always the same.
    pattern_threshold
        Lambda of the patterns that make instances easy or hard, where a training set is given.
    per_group
        Items that are drawn from every group of a challenge; None: all items are asked.
    by
        Group columns of labelled data; empty takes those that look like groups.
    pairs
        Where word swaps have their pairs from: ``"wordnet"`` or files of two columns.
    definition
        Of the behaviour analysis: ``"recommended"`` or ``"sanchez-2018"``.
    label_check
        Whether the order of the labels is proved on ordinary pairs first.
    data
        Folder in which the files of published challenge sets are looked for.
    """

    collapse: CollapseRule = "argmax"
    allow_partial: bool = False
    seed: int = SEED
    pattern_threshold: float = 0.8
    per_group: int | None = None
    by: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ("wordnet",)
    definition: str = "recommended"
    label_check: bool = True
    data: str | None = None


def told_apart(options: Mapping[str, Any]) -> tuple[ProbeOptions, ModelOptions]:
    """Return options of the probe and options of the model from keyword arguments.

    Raises
    ------
    OptionError
        For a name that neither has. What both have (``seed``) goes to both.
    """
    both = [{field.name for field in fields(kind)} for kind in (ProbeOptions, ModelOptions)]
    unknown = sorted(set(options) - both[0] - both[1])
    if unknown:
        known = ", ".join(sorted(both[0] | both[1]))
        raise OptionError(f"option {quoted(tuple(unknown))}", f"one of {known}", "correct the name")
    probing, loading = ({name: options[name] for name in options if name in names} for names in both)
    return ProbeOptions(**probing), ModelOptions(**loading)
