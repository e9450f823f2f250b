"""A paper as steps: each answers some of its cells from what is at hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from rightreasons.errors import InputError, MeasureInputError
from rightreasons.papers.compared.reproduction import (
    Absence,
    Answer,
    Basis,
    Evidence,
    Reproduction,
    reproduced,
)
from rightreasons.papers.inputs import ModelFigures, ReproductionInputs
from rightreasons.papers.printed import PrintedCell, PrintedPaper, printed_paper
from rightreasons.papers.trained.trainings import training_of
from rightreasons.sentences.templates import fill, joined

Cells = Sequence[PrintedCell]
Answers = Mapping[PrintedCell, Answer]
_COMPARED = ("same", "derived")


@dataclass(frozen=True)
class Step:
    """One way to get some of the figures.

    Parameters
    ----------
    items
        The tables, figures and sections it speaks of.
    covers
        Which of their cells.
    answer
        Takes these cells and what is at hand, and returns what it found; raises `MeasureInputError` where the
        data cannot answer.
    needs
        Sets (``data/sets.yaml``) and files.
    small
        Whether it takes a part of the paper's data, and so runs only at the scale ``small``.
    definition
        Under which other reading than the paper's it is taken, by name; empty: under the paper's own.
    evidence
        What its answers rest on.
    """

    items: tuple[str, ...]
    covers: Callable[[PrintedCell], bool]
    answer: Callable[[Cells, ReproductionInputs], Answers]
    needs: tuple[str, ...] = ()
    small: bool = False
    definition: str = ""
    evidence: Evidence = "counted in published data"

    def cells(self, paper: PrintedPaper, items: Sequence[str]) -> tuple[PrintedCell, ...]:
        """Return the cells it answers, of those items."""
        wanted = set(items) & set(self.items)
        return tuple(cell for cell in paper.cells if cell.item in wanted and self.covers(cell))


@dataclass(frozen=True)
class Paper:
    """A paper, and how its figures are made again; of several steps for a cell the first that can, does."""

    stem: str
    steps: tuple[Step, ...]

    @property
    def printed(self) -> PrintedPaper:
        """What it prints."""
        return printed_paper(self.stem)


@dataclass(frozen=True)
class Reproduced:
    """Every cell of some items beside ours, and the files that would answer more.

    Parameters
    ----------
    rows
        In the order of the paper.
    missing
        Files that are not there, of steps whose cells nothing else answers.
    broken
        Why files that are there cannot be read.
    foreign
        Files that answered and are not the published ones.
    """

    rows: tuple[Reproduction, ...]
    missing: tuple[str, ...]
    broken: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Taken:
    """What came of one step: answers, or why there are none."""

    answers: Answers = field(default_factory=dict)
    reason: str = ""
    missing_files: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    broken: bool = False


def reproduce_items(
    paper: Paper, items: Sequence[str], materials: ReproductionInputs, definition: str = ""
) -> Reproduced:
    """Reproduce what can be, of some items of a paper.

    Parameters
    ----------
    paper, items
        What; items by name.
    materials
        From what.
    definition
        Another reading than the paper's, by name; what it does not speak of is read as the paper does.
    """
    printed = paper.printed
    answers: dict[PrintedCell, Answer] = {}
    of_runs: dict[PrintedCell, Answer] = {}
    for cell, answer, yields in _from_runs(printed, items, materials):
        (of_runs if yields else answers)[cell] = answer
    of_models = _of_models(printed, items, materials)
    reasons = {cell: _why_not(cell, materials.runs[cell.model]) for cell in of_models}
    missing_files: dict[str, set[PrintedCell]] = {}
    broken: dict[str, None] = {}
    foreign: dict[str, None] = {}
    for step in _by_definition(paper.steps, definition):
        cells = tuple(cell for cell in step.cells(printed, items) if cell not in answers)
        if not cells:
            continue
        taken = _taken(step, cells, materials)
        answers |= _better(taken.answers, of_runs)
        reasons |= {cell: _together(reasons.get(cell, ""), taken.reason) for cell in cells}
        missing_files |= {file: missing_files.get(file, set()) | set(cells) for file in taken.missing_files}
        broken |= dict.fromkeys([taken.reason] if taken.broken else [])
        foreign |= dict.fromkeys(taken.foreign)
    answers = of_runs | answers
    cells = tuple(cell for name in items for cell in printed.of(name))
    without_files = {cell for those in missing_files.values() for cell in those}
    found = (reproduced(cell, printed.items[cell.item], answers, reasons) for cell in cells)
    rows = tuple(
        replace(row, absence=_absence(printed, row.cell, lacks_files=row.cell in without_files))
        if row.verdict == "not possible"
        else row
        for row in found
    )
    missing = tuple(file for file, without in missing_files.items() if not without <= answers.keys())
    return Reproduced(rows, missing, tuple(broken), tuple(foreign))


def _absence(printed: PrintedPaper, cell: PrintedCell, *, lacks_files: bool) -> Absence:
    item = printed.items[cell.item]
    if item.people:
        return "needs people who judge the items"
    if cell.column in item.quoted:
        return "quoted from elsewhere"
    training = training_of(printed.name, cell.model) if cell.model else None
    if lacks_files or training is None:
        return "data not public or not used"
    return "needs fine-tuning a pretrained model" if training.encoder else "needs training a model"


def _by_definition(steps: Sequence[Step], definition: str) -> Iterator[Step]:
    """Return the steps that a definition takes, those of its own first."""
    if definition:
        yield from (step for step in steps if step.definition == definition)
    yield from (step for step in steps if not step.definition)


def _as_read(step: Step, answers: Answers) -> Answers:
    """Mark what was read in another way than the paper's, so that it is not held against what is printed."""
    if not step.definition:
        return answers
    return _not_compared(answers, partial(_by_definition_of, step.definition), "other definition")


def _by_definition_of(definition: str, how: str) -> str:
    return fill("reproduced_by.another_definition", how=how, definition=definition)


def _taken(step: Step, cells: Cells, materials: ReproductionInputs) -> _Taken:
    """Take a step if its files are there; one that cannot be read is the reason of its cells only."""
    missing_files = materials.missing(step.needs)
    if step.small and materials.scale != "small":
        return _Taken(reason="" if missing_files else fill("reproduced_by.small_scale"))
    if missing_files:
        return _Taken(
            reason=fill("reproduced_by.not_found", files=", ".join(missing_files)),
            missing_files=missing_files,
        )
    try:
        found = step.answer(cells, materials)
        answers = _as_read(
            step, {cell: replace(each, evidence=step.evidence) for cell, each in found.items()}
        )
        foreign = materials.foreign(step.needs)
        return _Taken(_as_published(answers, foreign), foreign=foreign)
    except InputError as error:
        return _Taken(reason=error.found, broken=not isinstance(error, MeasureInputError))


def _together(before: str, reason: str) -> str:
    return before if reason in before else joined(filter(None, (before, reason)), "; ")


def _as_published(answers: Answers, foreign: Sequence[str]) -> Answers:
    """Mark what is from files that are not the published ones: it is never held against what is printed."""
    if not foreign:
        return answers
    remark = fill("reproduced_by.not_published", files=", ".join(foreign))
    return _not_compared(answers, lambda how: joined((how, remark), "; "), "other data")


def _not_compared(answers: Answers, remarked: Callable[[str], str], basis: Basis) -> Answers:
    """Add a remark to answers, and what they are of where they would be held against what is printed."""
    return {
        cell: replace(each, by=remarked(each.by), basis=basis if each.basis in _COMPARED else each.basis)
        for cell, each in answers.items()
    }


def _from_runs(
    printed: PrintedPaper, items: Sequence[str], materials: ReproductionInputs
) -> Iterator[tuple[PrintedCell, Answer, bool]]:
    """Take the figures of cells whose model has a run, and whether they yield to those of the published data.

    A selection that means several figures answers none.
    """
    for cell in _of_models(printed, items, materials):
        own = materials.runs[cell.model]
        wanted = cell.selection
        fitting = [ref for ref in own.figures if wanted is not None and wanted.covers(ref)]
        if len(fitting) == 1:
            basis = own.basis_of(fitting[0])
            answer = Answer(own.figures[fitting[0]], own.by, basis, evidence="models trained")
            yield cell, answer, own.yields and basis not in _COMPARED


def _better(found: Answers, of_runs: Answers) -> Answers:
    """Return the answers of a step but those for which that of a run is no worse."""
    return {cell: each for cell, each in found.items() if _is_better(each, of_runs.get(cell))}


def _is_better(found: Answer, of_run: Answer | None) -> bool:
    if of_run is None or found.basis == "same":
        return True
    return (found.basis, of_run.basis) == ("other data", "other model")


def _why_not(cell: PrintedCell, own: ModelFigures) -> str:
    """Return why a run that answers for the model of a cell has nothing to say of it."""
    wanted = cell.figure if cell.selection is None else cell.selection.name
    return own.missing_reason or fill("reproduced_by.no_single_figure", figure=wanted, runs=own.by)


def _of_models(
    printed: PrintedPaper, items: Sequence[str], materials: ReproductionInputs
) -> Iterator[PrintedCell]:
    return (cell for cell in printed.cells if cell.item in items and cell.model in materials.runs)
