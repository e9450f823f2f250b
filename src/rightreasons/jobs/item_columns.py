"""Every column of ``items.parquet``, declared once beside what writes it, and found here by name."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module

from rightreasons.measures import COMPARISON_MEASURES, MEASURES, MODEL_MEASURES
from rightreasons.registry import declaring

_CONSTANT = "ITEM_COLUMNS"
_BASE = "rightreasons.jobs.auditing.items"
_ROOMS = ("rightreasons.measures", "rightreasons.jobs")
"""Rooms where something is written for every row, the measures of an audit first."""


@dataclass(frozen=True)
class ItemColumn:
    """One column, or several whose names have a part in common.

    Parameters
    ----------
    name
        Its name; ``{measure}``, ``{label}``, ``{seed}``, ``{run}`` stand for what the run has.
    type
        ``text``, ``int``, ``float``, ``bool`` or ``list``.
    meaning
        One sentence.
    writer
        The module that writes it.
    """

    name: str
    type: str
    meaning: str
    writer: str


@cache
def item_columns() -> tuple[ItemColumn, ...]:
    """Return every declared column: of all rows, of the measures, plug-ins among them, of other rooms."""
    base, others = (
        {module: import_module(module).ITEM_COLUMNS for module in declaring(_CONSTANT, *rooms)}
        for rooms in ((_BASE,), _ROOMS)
    )
    plugged = MODEL_MEASURES.constants(_CONSTANT) | COMPARISON_MEASURES.constants(_CONSTANT)
    return tuple(
        ItemColumn(name, *_kind_and_meaning(text), module)
        for module, columns in (base | MEASURES.constants(_CONSTANT) | others | plugged).items()
        for name, text in columns.items()
    )


def _kind_and_meaning(text: str) -> tuple[str, str]:
    kind, _, meaning = text.partition(": ")
    return kind, meaning
