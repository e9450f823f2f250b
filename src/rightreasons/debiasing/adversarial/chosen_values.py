"""What Liu et al. (2020) chose for their adversary, the rows of their Table 7 as methods, and their grid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rightreasons.pairs import PairTable


@dataclass(frozen=True)
class ChosenValues:
    """Values that differ between the two datasets of the paper.

    Parameters
    ----------
    gamma
        Of the gradient reversal.
    phi
        The gap of equation 7.
    easy_hard
        lambda of the patterns that make dev pairs easy and hard.
    """

    gamma: float
    phi: float
    easy_hard: float


def chosen_values(train: PairTable) -> ChosenValues:
    """Return the values of the paper for training data: those of MultiNLI, or of SNLI for all else."""
    table = _table()
    dataset = train.provenance.dataset or ""
    name = dataset if dataset in table["values"] else table["other_data_as"]
    return ChosenValues(**table["values"][name])


def table7_methods() -> dict[str, str | None]:
    """Return the rows of Table 7: name to a method as `parse_method` reads it; None: no debiasing."""
    return dict(_table()["table7"])


def searched_values() -> dict[str, tuple[str, ...]]:
    """Return the values of the grid of section 3.2.3 by name, as they are written."""
    return {name: tuple(str(value) for value in values) for name, values in _table()["grid"].items()}


def searched_options() -> dict[str, dict[str, list[str]]]:
    """Return, for every method that the grid fits, which of its options each name of the grid sets."""
    return dict(_table()["searched"])


@cache
def _table() -> dict[str, Any]:
    import yaml

    text = files(__package__).joinpath("liu2020.yaml").read_text(encoding="utf-8")
    table: dict[str, Any] = yaml.safe_load(text)
    return table
