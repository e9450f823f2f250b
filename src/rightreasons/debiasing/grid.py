"""What Liu et al. (2020) chose for their adversary, and their grid (section 3.2.3), whole or in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

from rightreasons.debiasing.method import parse_method
from rightreasons.errors import OptionError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted

# What Liu et al. (2020) chose for their adversary, the rows of their Table 7 as methods, and their grid.


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


# The grid of Liu et al. (2020), section 3.2.3, for the methods that have its options, whole or in part.


@dataclass(frozen=True)
class GridPoint:
    """One point of a grid.

    Parameters
    ----------
    values
        Value by name, in the order of the grid.
    method
        As `rightreasons.debiasing.method.parse_method` reads it.
    """

    values: Mapping[str, str]
    method: str

    @property
    def name(self) -> str:
        """Names and values, safe as a file name."""
        return "-".join(f"{name}{value}" for name, value in self.values.items())


def grid_points(method: str, part: str | None = None) -> tuple[GridPoint, ...]:
    """Return the points of a grid around a method, each of them parsed once.

    Parameters
    ----------
    method
        As it would be trained, e.g. ``"adversary:min-count=10"``; what it sets is not searched.
    part
        What is searched, with its values, ``"gamma=1,3:alpha=1,5"``; the rest stays as `method` has it.
        None: all of the paper's grid, 192 points for ``"adversary"``.

    Raises
    ------
    UnknownNameError
        If there is no such method.
    OptionError
        If there is no grid for it, or part or method are not written so.
    """
    parse_method(method)
    name, _, written = method.partition(":")
    options = searched_options().get(name)
    if options is None:
        methods = ", ".join(searched_options())
        raise OptionError(f"a grid for {printable(name)}", f"one of {methods}", "leave out --grid")
    given = {entry.partition("=")[0].strip() for entry in written.split(",") if entry}
    free = {key: values for key, values in options.items() if not given & set(values)}
    searched = {key: searched_values()[key] for key in free} if part is None else _part(part, list(free))
    points = []
    for chosen in product(*searched.values()):
        values = dict(zip(searched, chosen, strict=True))
        set_here = [f"{option}={value}" for key, value in values.items() for option in options[key]]
        text = f"{name}:{','.join([*([written] if written else []), *set_here])}" if set_here else method
        parse_method(text)
        points.append(GridPoint(values, text))
    return tuple(points)


def _part(text: str, allowed: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for entry in text.split(":"):
        name, _, written = (part.strip() for part in entry.partition("="))
        values = tuple(value.strip() for value in written.split(","))
        if name not in allowed or name in found or not all(values) or len(set(values)) < len(values):
            raise OptionError(
                f"{quoted((entry,))} for the grid",
                f"each of {', '.join(allowed) or 'nothing'} once at most, with distinct values",
                "write --grid-over gamma=1,3:alpha=1,5; what --debias sets is not searched",
            )
        found[name] = values
    return found
