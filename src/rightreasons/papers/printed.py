"""The figures that a paper prints, as data: one cell a row, in `data/PAPER.csv` and `data/PAPER.yaml`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal

from rightreasons.references import FigureSelection

Rounding = Literal["half-up", "half-even", "truncated", "size", "tick", "below", "above"]


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """One figure as printed.

    Parameters
    ----------
    item
        Table, figure or section: ``table-3``.
    row, column, split
        Where it stands; together with `item` they name the cell.
    model
        Whose figure it is, where a trained model is needed: what stands before ``=`` in ``--from``.
    printed
        The figure, digit for digit; empty where a curve is drawn and no number printed.
    unit
        ``proportion``, ``percent``, ``points``, ``count``, ``statistic``, ``p``, ``text``, ``example``, ...
    figure
        What the step that makes ours looks for; where `model` is given and there is a dot, which figure of
        its runs answers, as `FigureSelection.of` reads it.
    corrected
        What should have been printed, where that is known.
    note
        Why it is a misprint, or what else a reader must know.
    """

    item: str
    row: str
    column: str
    split: str
    model: str
    printed: str
    unit: str
    figure: str
    corrected: str
    note: str

    @property
    def name(self) -> str:
        """The cell within its item, e.g. ``Lexical overlap / BERT / entailment``."""
        return " / ".join(part for part in (self.row, self.column, self.split) if part)

    @property
    def selection(self) -> FigureSelection | None:
        """Which figure of the runs of `model` answers; None where no model does.

        Raises
        ------
        FigureReferenceError
            If `figure` is written otherwise.
        """
        return FigureSelection.of(self.figure) if self.model and "." in self.figure else None


@dataclass(frozen=True, slots=True)
class Item:
    """A table, a figure, or a section with figures in the text.

    Parameters
    ----------
    title
        What it shows.
    page
        Page of the proceedings; two with a dash where a section goes over them.
    rounding
        How the paper made its digits.
    missing_reason
        Why cells that no step answers cannot be had.
    train
        Commands that make the run for ``--from``.
    people
        Whether people made the figures that no step answers.
    quoted
        Columns of figures that the paper takes from other papers.
    """

    title: str
    page: int | str | None = None
    rounding: Rounding = "half-up"
    missing_reason: str = "it is not computed"
    train: str = ""
    people: bool = False
    quoted: tuple[str, ...] = ()


@dataclass(frozen=True)
class PrintedPaper:
    """What a paper prints.

    Parameters
    ----------
    name
        As on the command line, e.g. ``mccoy-2019``.
    citation
        Authors, year, title, venue.
    items
        Its items by name, in the order of the paper.
    cells
        Every printed figure.
    numbering
        Tables of each version of the paper to items, by version; none: as here.
    definitions
        Other readings of some items than the paper's own, by name: what each means, in words.
    checksum
        SHA-256 of the data file.
    """

    name: str
    citation: str
    items: Mapping[str, Item]
    cells: tuple[PrintedCell, ...] = field(repr=False)
    numbering: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    definitions: Mapping[str, str] = field(default_factory=dict)
    checksum: str = ""

    def of(self, item: str) -> Iterator[PrintedCell]:
        """Return the cells of one item."""
        return (cell for cell in self.cells if cell.item == item)


@cache
def printed_paper(stem: str) -> PrintedPaper:
    """Read what a paper prints from ``data/STEM.yaml`` and ``data/STEM.csv``.

    Raises
    ------
    pydantic.ValidationError
        If a data file beside this module breaks its contract.
    ValueError
        If a cell is of an item that is not listed, or stands twice.
    """
    import yaml
    from pydantic import TypeAdapter

    head = yaml.safe_load(_text(f"{stem}.yaml"))
    items = TypeAdapter(dict[str, Item]).validate_python(head["items"])
    cells = TypeAdapter(tuple[PrintedCell, ...]).validate_python(_rows(f"{stem}.csv"))
    unknown = {cell.item for cell in cells} ^ set(items)
    if unknown:
        raise ValueError(f"{stem}: {sorted(unknown)} are in one of the two files only")
    names = [(cell.item, cell.name) for cell in cells]
    if len(set(names)) < len(names):
        raise ValueError(f"{stem}: a cell stands twice")
    checksum = sha256(_text(f"{stem}.csv").encode()).hexdigest()
    numbering, definitions = head.get("numbering", {}), head.get("definitions", {})
    return PrintedPaper(head["name"], head["citation"], items, cells, numbering, definitions, checksum)


def data_of(name: str) -> Mapping[str, object]:
    """Return a YAML file of `data` as it is."""
    import yaml

    values: Mapping[str, object] = yaml.safe_load(_text(name))
    return values


def _rows(name: str) -> list[dict[str, str]]:
    import csv

    lines = [line for line in _text(name).splitlines() if not line.startswith("# ")]
    return list(csv.DictReader(lines))


def _text(name: str) -> str:
    return files(__package__).joinpath("data", name).read_text(encoding="utf-8")
