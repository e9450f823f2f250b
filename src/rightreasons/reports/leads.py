"""From a figure to its rows: which filters show the rows that a figure or a line of a table is about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.reports.rows import RIGHT, RIGHT_COLUMN, WRONG, Rows, shown
from rightreasons.reports.sampling import evidence_key

WORD, EVIDENCE = "word", "for"
"""Filters that are no columns: a word or pattern of the hypothesis, and the evidence of a figure."""

_LABELS = frozenset(label.value for label in Label)
_COMPARED = ("compare", "compare_seeds")
_GOLD = ("label", "gold")
_CAUSES = {"word": "words", "pattern": "patterns"}


@dataclass(frozen=True)
class Leads:
    """What leads from one finding to the rows of the page.

    Parameters
    ----------
    finding
        The finding.
    rows
        The rows of the page.
    """

    finding: Finding
    rows: Rows

    def of_figure(self, name: str) -> str:
        """Return the link from a figure to its rows."""
        key = evidence_key(self.finding, name)
        if key in self.rows.evidence:
            return link({EVIDENCE: key})
        if self.finding.measure in _COMPARED:
            held = max(
                (each for each in self._all_sets() if name.startswith(f"{each}.")), key=len, default=""
            )
            return self.of_compared(held, name.removeprefix(f"{held}.").rpartition(".")[0])
        return link(self._set() | self._parts(name))

    def of_compared(self, held: str, cell: str, only: str = "") -> str:
        """Return the link from a cell of a comparison to its rows.

        Parameters
        ----------
        held
            The set.
        cell
            ``accuracy`` or GROUP.LABEL.
        only
            The run, if the rows are those that it alone got right.
        """
        found = {"set": held} if held in self.rows.choices("set") else {}
        for name in (self.finding.settings["first"], self.finding.settings["second"]) if only else ():
            found[f"{name}{RIGHT_COLUMN}"] = RIGHT if name == only else WRONG
        return link(found | self._parts(cell))

    def of_line(self, table: View, cells: Sequence[Cell]) -> str | None:
        """Return the link from a line of a table to its rows; None where it is not about some of them."""
        line = dict(zip(table.columns, cells, strict=True))
        for name, kind in _CAUSES.items():
            if line.get(name) is not None and self.finding.measure.endswith(kind):
                key = evidence_key(self.finding, f"{kind}.{line.get('label')}.{line[name]}")
                return link({EVIDENCE: key} if key in self.rows.evidence else {WORD: str(line[name])})
        found: dict[str, str] = {}
        for name, cell in line.items():
            found |= self._of_cell(name, cell)
        return link(self._set() | found) if found else None

    def _of_cell(self, name: str, cell: Cell) -> dict[str, str]:
        if not isinstance(cell, str):
            return {}
        if name in _GOLD:
            return self._labelled(cell)
        if name == "control":
            return self._changed(cell)
        for column in (f"group_{name}", name):
            if cell in self.rows.choices(column):
                return {column: cell}
        return {}

    def _parts(self, name: str) -> dict[str, str]:
        """Return the filters that the parts of a dotted name stand for."""
        value, _, last = name.rpartition(".")
        found = self._labelled(last)
        parts = [value, *value.split(".")] if found else [name, value, *name.split(".")]
        for part in parts:
            if part and part not in _LABELS:
                found |= self._changed(part) or self._valued(part)
        return found

    def _valued(self, value: str) -> dict[str, str]:
        columns = [name for name in self.rows.filters if name not in _GOLD]
        held = [name for name in columns if value in self.rows.choices(name)]
        return {held[0]: value} if held else {}

    def _labelled(self, label: str) -> dict[str, str]:
        """Return the filter of a gold label; every other label counts as non-entailment."""
        known = self.rows.choices("label")
        other = label == Label.NON_ENTAILMENT and any(each != Label.ENTAILMENT for each in known)
        return {"label": label} if label in known or other else {}

    def _changed(self, control: str) -> dict[str, str]:
        """Return the filter of the items that a control changed; their set is called after it."""
        held = [name for name in self._sets() if name.endswith(f", {control}")]
        return {"set": held[0]} if held else {}

    def _set(self) -> dict[str, str]:
        held = self._sets()
        exact = [name for name in held if name == self.finding.measure]
        found = exact or held
        return {"set": found[0]} if found and len(self.rows.choices("set")) > 1 else {}

    def _all_sets(self) -> tuple[str, ...]:
        return self.rows.choices("set")

    def _sets(self) -> list[str]:
        """Return the sets that the finding is about: of ``A -> B`` the second."""
        subject = shown(self.finding.subject).rpartition(" -> ")[2]
        known = self._all_sets()
        about = f"{subject} {self.finding.measure}"
        return sorted((name for name in known if name.partition(", ")[0] in about), key=len)


def link(filters: Mapping[str, str]) -> str:
    """Return the address of rows on the page."""
    return f"#rows?{urlencode(filters)}" if filters else "#rows"
