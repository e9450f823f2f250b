"""The grid of Liu et al. (2020), section 3.2.3, for the methods that have its options, whole or in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from rightreasons.debiasing.adversarial.chosen_values import searched_options, searched_values
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.errors import OptionError
from rightreasons.printable import printable, quoted


@dataclass(frozen=True)
class GridPoint:
    """One point of a grid.

    Parameters
    ----------
    values
        Value by name, in the order of the grid.
    method
        As `rightreasons.debiasing.shared.method_names.parse_method` reads it.
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
