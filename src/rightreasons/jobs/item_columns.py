"""Every column of ``items.parquet``, declared once beside what writes it, and found here by name."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

WRITERS = (
    "rightreasons.jobs.audit",
    "rightreasons.artifacts.hypothesis_only.baseline",
    "rightreasons.artifacts.hypothesis_only.occurrence",
    "rightreasons.artifacts.give_away_words",
    "rightreasons.artifacts.artificial_patterns",
    "rightreasons.difficulty.easy_hard",
    "rightreasons.artifacts.lengths",
    "rightreasons.artifacts.duplicates",
    "rightreasons.artifacts.annotator_agreement",
    "rightreasons.artifacts.overlap_heuristics",
    "rightreasons.artifacts.premise_coverage",
    "rightreasons.jobs.probing.responses",
    "rightreasons.challenges.controls.measure",
    "rightreasons.difficulty.artifact_agreement",
    "rightreasons.jobs.training.findings",
    "rightreasons.runs.comparison",
    "rightreasons.runs.seed_comparison",
)
"""Modules with `ITEM_COLUMNS`, in the order in which a reader meets their columns."""
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
    """Return every declared column."""
    return tuple(column for writer in WRITERS for column in _declared(writer))


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


def _declared(writer: str) -> Iterator[ItemColumn]:
    declared: Mapping[str, str] = import_module(writer).ITEM_COLUMNS
    for name, told in declared.items():
        kind, _, meaning = told.partition(": ")
        yield ItemColumn(name, kind, meaning, writer)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
