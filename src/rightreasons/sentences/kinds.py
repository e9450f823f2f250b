"""How a field of a sentence is written, by what it holds."""

import shlex
from collections.abc import Callable, Mapping
from typing import Any

from rightreasons import numbers
from rightreasons.figures import Figure
from rightreasons.printable import printable
from rightreasons.statistics.results import Estimate

Number = float | Figure | Estimate | None
TEXT, ARGUMENT = "text", "argument"
_CALLED = {"hans": "HANS", "hans-2019": "HANS", "file-labels": "the labelled data"}
"""By name of a set what people call it; no run has both of HANS: one is scored by text, the other by ids."""
_LONGEST_NAME, _LONGEST_ARGUMENT = 120, 1_000
KINDS: Mapping[str, Callable[[Any, int | None], str]] = {
    TEXT: lambda given, _: f"{given}",
    "name": lambda given, limit: printable(f"{given}", limit or _LONGEST_NAME),
    "set": lambda given, limit: set_in_words(f"{given}", limit),
    ARGUMENT: lambda given, _: shlex.quote(printable(f"{given}", _LONGEST_ARGUMENT)),
    "count": lambda given, _: numbers.count(value_of(given)),
    "n": lambda given, _: numbers.count(given.n),
    "percent": lambda given, digits: numbers.percent(value_of(given), _or_one(digits)),
    "percent_bounds": lambda given, _: numbers.percent(value_of(given)) + _behind(given),
    "percent_alone": lambda given, digits: numbers.percent_alone(value_of(given), _or_one(digits)),
    "share": lambda given, _: numbers.share(value_of(given)),
    "share_bounds_n": lambda given, _: numbers.share(value_of(given)) + _behind(given, n=True),
    "points": lambda given, _: numbers.points(value_of(given)),
    "points_alone": lambda given, _: numbers.points_alone(value_of(given)),
    "points_bounds": lambda given, _: numbers.points(value_of(given)) + _behind(given, signed=True),
    "points_bounds_n": lambda given, _: numbers.points(value_of(given)) + _behind(given, signed=True, n=True),
    "decimals": lambda given, digits: numbers.decimals(value_of(given), _or_one(digits)),
    "significant": lambda given, digits: numbers.significant(value_of(given), digits or 6),
    "exact": lambda given, _: numbers.exact(value_of(given)),
    "p": lambda given, _: numbers.p_value(value_of(given)),
    "bounds": lambda given, _: _bounds(given) or numbers.NOTHING,
    "bounds_signed": lambda given, _: _bounds(given, signed=True) or numbers.NOTHING,
}
"""How a field is written, by what it holds: a text or another sentence; a name from outside (a number
behind it: the most characters); the name of a set, likewise; a word of a command line, quoted for the
shell; a count, the n of a figure; a share, plain, with its bounds, without its unit, or as a verdict writes
it; a difference of shares, likewise; a number with so many decimals or digits, or with all its digits; a
p-value; the bounds of a share, or of a difference of shares. Besides there are nouns, whose words are those
of the data: ``{side:noun}``, ``{side:Noun}``, ``{side:a_noun}``."""


def written(kind: str, value: Number) -> str:
    """Return a number as a field of a kind of `KINDS` has it, without a sentence around it."""
    return KINDS[kind](value, None)


def set_in_words(name: str, longest: int | None = None) -> str:
    """Return what people call a set: both sets of HANS by that name, one without a name by what it is."""
    return printable(_CALLED.get(name, name), longest or _LONGEST_NAME)


def _behind(value: Number, *, signed: bool = False, n: bool = False) -> str:
    """Return bounds and n in brackets, as far as there are any."""
    if not isinstance(value, Figure | Estimate):
        return ""
    bounds = _bounds(value, signed=signed)
    parts = [part for part in (bounds, f"n = {numbers.count(value.n)}" if n else "") if part]
    return f" ({', '.join(parts)})" if parts else ""


def _bounds(value: Number, *, signed: bool = False) -> str:
    """Return the bounds of an interval, nothing where there is none."""
    interval = value.interval if isinstance(value, Figure | Estimate) else None
    return "" if interval is None else numbers.bounds(interval.low, interval.high, signed=signed)


def _or_one(digits: int | None) -> int:
    return 1 if digits is None else digits


def value_of(given: Number) -> float | None:
    """Return the value of what is given as a number."""
    return given.value if isinstance(given, Figure | Estimate) else given
