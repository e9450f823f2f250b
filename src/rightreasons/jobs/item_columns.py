"""Every column of ``items.parquet``, declared once beside what writes it, and found here by name."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from rightreasons.measures import MEASURES
from rightreasons.registry import declaring

_CONSTANT = "ITEM_COLUMNS"
_BASE = "rightreasons.jobs.audit"
_ROOMS = ("rightreasons.challenges", "rightreasons.difficulty", "rightreasons.runs", "rightreasons.jobs")
"""Rooms beside those of measures where something is written for every row."""
_PLACE = re.compile(r"\\{\w+\\}")


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

    def names(self, column: str) -> bool:
        """Return whether a column of a run is this one."""
        pattern = _PLACE.sub(".+", re.escape(self.name))
        return re.fullmatch(pattern, column, flags=re.DOTALL) is not None


@cache
def item_columns() -> tuple[ItemColumn, ...]:
    """Return every declared column: of all rows, of the measures, plug-ins among them, of other rooms."""
    base, others = (
        {module: import_module(module).ITEM_COLUMNS for module in declaring(_CONSTANT, *rooms)}
        for rooms in ((_BASE,), _ROOMS)
    )
    return tuple(
        ItemColumn(name, *_kind_and_meaning(text), module)
        for module, columns in (base | MEASURES.constants(_CONSTANT) | others).items()
        for name, text in columns.items()
    )


def undeclared(columns: list[str], groups: frozenset[str] = frozenset()) -> list[str]:
    """Return the columns of a run that nobody declares, and that are no columns of its data.

    Parameters
    ----------
    columns
        Of ``items.parquet``.
    groups
        The data's own other columns, which keep their names, or stand under ``group_NAME``.
    """
    known = item_columns()
    own = groups | {f"group_{group}" for group in groups}
    return [name for name in columns if name not in own and not any(each.names(name) for each in known)]


def columns_table() -> str:
    """Return all columns as a table in Markdown, which the docs hold."""
    lines = ["| column | type | meaning |", "| --- | --- | --- |"]
    lines += [f"| `{each.name}` | {each.type} | {_cell(each.meaning)} |" for each in item_columns()]
    return "\n".join(lines) + "\n"


def _kind_and_meaning(text: str) -> tuple[str, str]:
    kind, _, meaning = text.partition(": ")
    return kind, meaning


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
