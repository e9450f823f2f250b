"""A record of a view as a line of a forest plot."""

from collections.abc import Mapping, Sequence
from typing import Any

from rightreasons.charts import Line, count, number


def line_of(
    row: Mapping[str, Any], label: str, heading: str = "", names: Sequence[str] = ("accuracy", "low", "high")
) -> Line:
    """Return a record with a value, its bounds and n, by the names of these columns, as a line."""
    value, low, high = (number(row[name]) for name in names)
    return Line(label, value, low, high, count(row["n"]), heading)
