"""What of a paper is to be reproduced: items, by whose numbering and which definition, from which data."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from rightreasons.errors import FileMissingError, OptionError, UnknownNameError
from rightreasons.papers import PAPERS
from rightreasons.papers.inputs import ReproductionInputs, Scale
from rightreasons.papers.options import ReproduceOptions
from rightreasons.papers.paper import Paper
from rightreasons.papers.printed import PrintedPaper
from rightreasons.printable import printable, quoted
from rightreasons.references import FigureSelection


@dataclass(frozen=True)
class Selection:
    """What is reproduced.

    Parameters
    ----------
    paper, items, definition
        Which items, by which definition.
    materials
        From what, without figures of models.
    version
        Version of the paper by which tables were named.
    """

    paper: Paper
    items: tuple[str, ...]
    definition: str
    materials: ReproductionInputs
    version: int | None = None

    @property
    def models(self) -> tuple[str, ...]:
        """The models of its cells."""
        cells = (cell for item in self.items for cell in self.paper.printed.of(item))
        return tuple(dict.fromkeys(cell.model for cell in cells if cell.model))

    def figures_of(self, model: str) -> tuple[FigureSelection, ...]:
        """Return which figures answer for the cells of one model."""
        cells = (cell for item in self.items for cell in self.paper.printed.of(item))
        found = (cell.selection for cell in cells if cell.model == model)
        return tuple(dict.fromkeys(each for each in found if each is not None))


def selection(paper: str, options: ReproduceOptions) -> Selection:
    """Return what is asked for; parameters and errors as of `rightreasons.papers.reproduce.reproduce`."""
    scale, version = options.scale, options.paper_version
    at_scale = next((each for each in get_args(Scale) if each == scale), None)
    if at_scale is None:
        raise OptionError(f"scale '{printable(scale)}'", " or ".join(get_args(Scale)), "choose one of them")
    loaded: Paper = PAPERS.load(paper)
    chosen = _chosen(loaded.printed, _in_version(loaded.printed, options.items, version))
    definition = _definition(loaded, chosen, options.definition)
    materials = ReproductionInputs(folder_of(options.data), at_scale, seed=options.seed)
    return Selection(loaded, chosen, definition, materials, version)


def folder_of(data: str | Path | None) -> Path | None:
    """Return the folder of data.

    Raises
    ------
    FileMissingError
        If it is not there.
    """
    if data is None:
        return None
    if not Path(data).is_dir():
        raise FileMissingError(f"no folder '{printable(str(data))}'", "a folder of data", "check --data")
    return Path(data)


def _in_version(printed: PrintedPaper, items: Sequence[str], version: int | None) -> Sequence[str]:
    """Return items as they are numbered in `papers/data`."""
    if version is None:
        return items
    leave_out = "leave --paper-version out"
    if version not in printed.numbering:
        versions = (
            f"one of {', '.join(map(str, printed.numbering))}" if printed.numbering else "the only version"
        )
        raise OptionError(f"version {version} of {printed.name}", versions, leave_out)
    if not items:
        raise OptionError(
            "--paper-version without a table", "a table by its number", f"add one, or {leave_out}"
        )
    tables = printed.numbering[version] or {item: item for item in printed.items}
    unknown = [item for item in items if item not in tables]
    if unknown:
        raise OptionError(
            f"{quoted(unknown)} of version {version} of {printed.name}",
            f"one of {', '.join(tables)}",
            f"correct it, or {leave_out}",
        )
    return [tables[item] for item in items]


def _chosen(printed: PrintedPaper, items: Sequence[str]) -> tuple[str, ...]:
    chosen = items or list(printed.items)
    unknown = [item for item in chosen if item not in printed.items]
    if unknown:
        raise OptionError(
            f"{quoted(unknown)} of {printed.name}", f"one of {', '.join(printed.items)}", "correct it"
        )
    return tuple(dict.fromkeys(chosen))


def _definition(paper: Paper, items: tuple[str, ...], definition: str | None) -> str:
    """Return a definition by name, empty for the paper's own; one that reads none of the items is refused."""
    if definition is None:
        return ""
    printed, leave_out = paper.printed, "leave it out for the paper's own"
    if definition not in printed.definitions:
        raise UnknownNameError(
            f"definition '{printable(definition)}' of {printed.name}",
            f"one of {', '.join(printed.definitions)}",
            f"correct --definition, or {leave_out}",
        )
    read = dict.fromkeys(item for step in paper.steps if step.definition == definition for item in step.items)
    if not set(read) & set(items):
        raise OptionError(
            f"definition '{definition}' for {quoted(items)}, which it does not read",
            f"one of {', '.join(read)}",
            f"choose one of them, or {leave_out}",
        )
    return definition
