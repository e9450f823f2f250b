"""Every column of ``items.parquet``, declared once beside what writes it: type, what it holds, of what."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from rightreasons.columns import roles
from rightreasons.errors import UndeclaredColumnError
from rightreasons.figures import quantities
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.measures import COMPARISON_MEASURES, MEASURES, MODEL_MEASURES
from rightreasons.printable import printable
from rightreasons.registry import literals

ITEM_COLUMNS: Mapping[str, str] = {
    "set": "text set: The set that the row is of.",
    "id": "text id: The row's own id, or row-N.",
    "premise": "text text: The premise; null where only ids are known.",
    "hypothesis": "text text: The hypothesis; null where only ids are known.",
    "label": "text label: The gold label.",
    "premise_parse": "text parse of premise: The premise with its brackets, where the data have them.",
    "hypothesis_parse": "text parse of hypothesis: The hypothesis with its brackets, where the data have "
    "them.",
    "group_{column}": "text group of {column}: A group of the data that is called as another column.",
}
"""Columns of every run, as far as it has them: ``TYPE ROLE: meaning``, or ``TYPE ROLE of SUBJECT: meaning``.

ROLE is a quantity or a role of ``columns.yaml``; SUBJECT is what it is of, where a run has several: a model,
a seed, another column. In every file of ours it is a literal, which is read and not imported.
"""
_CONSTANT = "ITEM_COLUMNS"
_ROOMS = ("rightreasons.challenges", "rightreasons.measures")
_DECLARED = re.compile(r"(?P<type>\w+) (?P<role>\w+)(?: of (?P<subject>[^:]+))?: (?P<meaning>.+)", re.DOTALL)
_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class ItemColumn:
    """One column, or several whose names have a part in common.

    Parameters
    ----------
    name
        Its name; ``{measure}``, ``{label}``, ``{seed}``, ``{run}`` stand for what the run has.
    type
        ``text``, ``int``, ``float``, ``bool`` or ``list``.
    role
        A quantity, or a role of ``columns.yaml``.
    subject
        What it is of, where a run has several: a model, a seed, another column; empty where it has one.
    meaning
        One sentence.
    writer
        The module that writes it.
    """

    name: str
    type: str
    role: str
    subject: str
    meaning: str
    writer: str

    @property
    def places(self) -> tuple[str, ...]:
        """What stands for something that the run has, without brackets, in the order of the name."""
        return tuple(_PLACE.findall(self.name))

    def filled(self, given: Mapping[str, str]) -> "ItemColumn":
        """Return the column of one run, or of one seed, ...: its name and subject with what is given."""
        return replace(self, name=_filled(self.name, given), subject=_filled(self.subject, given))


@cache
def item_columns() -> tuple[ItemColumn, ...]:
    """Return every declared column: of all rows, of the measures, plug-ins among them, of other rooms.

    Raises
    ------
    UndeclaredColumnError
        If a declaration is not as `ITEM_COLUMNS` has them.
    """
    rooms = ((__name__,), MEASURES.rooms, _ROOMS)
    ours = {module: named for each in rooms for module, named in literals(_CONSTANT, *each).items()}
    kinds = (MEASURES, MODEL_MEASURES, COMPARISON_MEASURES)
    plugged = {module: named for kind in kinds for module, named in kind.plugged_constants(_CONSTANT).items()}
    return tuple(
        _column(name, text, module)
        for module, columns in (ours | plugged).items()
        for name, text in columns.items()
    )


def columns_of(findings: Iterable[Finding], runs: Sequence[str] = ()) -> Mapping[str, ItemColumn]:
    """Return every column that the items of a run may have, by its name.

    Parameters
    ----------
    findings
        Of the run: their measures, and the groups of their figures (seeds, controls), stand in names.
    runs
        The names of the runs that are compared.
    """
    plain = {each.name: each for each in item_columns() if not each.places}
    given = _given(findings) | {
        "label": {label.value for label in Label},
        "run": set(runs),
        "column": plain.keys(),
    }
    several = [each for each in item_columns() if each.places]
    named = (each.filled(values) for each in several for values in _choices(each, given))
    return {each.name: each for each in named} | plain


def _given(findings: Iterable[Finding]) -> dict[str, Iterable[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        found["measure"].add(finding.measure)
        for figure in finding.figures.values():
            for name, value in figure.group.items():
                found[name].add(value)
    return dict(found)


def _choices(column: ItemColumn, given: Mapping[str, Iterable[str]]) -> Iterator[Mapping[str, str]]:
    for values in product(*(sorted(given.get(place, ())) for place in column.places)):
        yield dict(zip(column.places, values, strict=True))


def _filled(text: str, given: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda found: given[found[1]], text)


def _column(name: str, text: str, writer: str) -> ItemColumn:
    found = _DECLARED.fullmatch(text)
    if found is None or found["role"] not in {*roles(), *quantities()}:
        raise UndeclaredColumnError(
            f"a column of items '{printable(name)}', declared as '{printable(text, 60)}'",
            "its type, a quantity or a role of columns.yaml, and after a colon one sentence",
            f"correct {_CONSTANT} of {printable(writer)}",
        )
    return ItemColumn(name, found["type"], found["role"], found["subject"] or "", found["meaning"], writer)
