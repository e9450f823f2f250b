"""Where a figure of a reproduction comes from: figures of runs, kept findings, how a model was trained."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from rightreasons.errors import FileMissingError, UnknownNameError, UnreadableFileError
from rightreasons.findings import Finding, View
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.labels import Label
from rightreasons.papers import PAPERS
from rightreasons.papers.inputs import known_split, sets
from rightreasons.papers.printed import PrintedPaper
from rightreasons.papers.reproduction import Basis
from rightreasons.papers.trainings import ModelTraining, forms
from rightreasons.printable import printable
from rightreasons.runs.manifest import Manifest
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.seeds import seed_mean
from rightreasons.training.recipe import read_recipe

# Figures of runs by dotted name, and those of several runs as one.


Figures = Mapping[str, Estimate]
_SUMS = "all"  # the last column of a contingency table


def figures_of(findings: Iterable[Finding]) -> dict[str, Estimate]:
    """Return figures, statistics and counts by dotted name; what stands for several sets is left out."""
    named = [pair for each in findings for pair in _named(each)]
    names = Counter(name for name, _ in named)
    return {name: figure for name, figure in named if names[name] == 1}


def first_figures(findings: Iterable[Finding]) -> dict[str, Estimate]:
    """Return figures, statistics and counts by dotted name; of several of one name the first."""
    figures: dict[str, Estimate] = {}
    for each in findings:
        figures = dict(_named(each)) | figures
    return figures


def _named(finding: Finding) -> Iterator[tuple[str, Estimate]]:
    """Yield ``MEASURE.FIGURE``, ``MEASURE.TEST.statistic`` and ``MEASURE.TABLE.ROW.COLUMN``, a count."""
    for name, figure in finding.figures.items():
        yield f"{finding.measure}.{name}", figure.estimate
    for name, test in finding.tests.items():
        freedom = f"{test.degrees_of_freedom} degrees of freedom"
        reason = freedom if test.reason is None else test.reason
        statistic = Estimate(test.statistic, "statistic", test.n, reason=reason)
        yield f"{finding.measure}.{name}.statistic", statistic
    for name, view in finding.views.items():
        for place, count, whole in _counts(view):
            yield f"{finding.measure}.{name}.{place}", Estimate(count, "count", whole, reason="counted")


def _counts(view: View) -> Iterator[tuple[str, int, int]]:
    """Yield ``ROW.COLUMN``, count and sum of a contingency table: a column of names, counts, their sums."""
    names = view.columns[1:]
    rows = {str(name): [cell for cell in cells if isinstance(cell, int)] for name, *cells in view.lines}
    if names[-1:] != (_SUMS,) or any(len(counts) < len(names) for counts in rows.values()):
        return
    whole = sum(counts[-1] for counts in rows.values())
    for name, counts in rows.items():
        for column, count in zip(names[:-1], counts[:-1], strict=True):
            yield f"{name}.{column}", count, whole


def combined(runs: Sequence[Figures]) -> dict[str, Estimate]:
    """Return the figures of several runs as one.

    What one run alone has stands as it is. What several have is taken as seeds of one model: their mean, with
    the t interval over them.
    """
    names = dict.fromkeys(name for run in runs for name in run)
    return {name: _mean([run[name] for run in runs if name in run]) for name in names}


def _mean(figures: Sequence[Estimate]) -> Estimate:
    first = figures[0]
    if len(figures) == 1:
        return first
    values = [figure.value for figure in figures if figure.value is not None]
    if len(values) < len(figures):
        return next(figure for figure in figures if figure.value is None)
    return seed_mean(values, first.unit, first.n)


# ``answers.yaml``: which kept findings answer for which model of a paper.


ANSWERS = "answers.yaml"


@checked(frozen=True, config=ConfigDict(extra="forbid"))
class Answer:
    """What answers for one model in ``answers.yaml``.

    Parameters
    ----------
    files
        Findings files or run folders, by their place beside ``answers.yaml``.
    by
        How they were made, in words.
    basis
        In what the model is not the paper's.
    figures
        Patterns of the dotted names that are taken; none: all.
    under
        What the dotted names of this model begin with, where a file speaks of several models.
    """

    files: tuple[str, ...]
    by: str = ""
    basis: Literal["same", "other data", "other model"] = "other data"
    figures: tuple[str, ...] = ()
    under: str = ""


def read_answers(folder: Path) -> Mapping[str, Mapping[str, Answer]]:
    """Read what answers for which model, by paper and model.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it is not written so.
    UnknownNameError
        If it speaks of a paper, or of a model that no cell of the paper has.
    """
    path = folder / ANSWERS
    if not path.is_file():
        raise FileMissingError(
            f"no {ANSWERS} in '{printable(str(folder))}'", "a folder of results", "check --results"
        )
    try:
        said = guarded_yaml(path.read_bytes())
        whole = {
            paper: {
                model: {"files": each} if isinstance(each, list) else each for model, each in models.items()
            }
            for paper, models in said.items()
        }
        answers: dict[str, dict[str, Answer]] = TypeAdapter(dict[str, dict[str, Answer]]).validate_python(
            whole
        )
    except (OSError, ValueError, AttributeError, ValidationError) as error:
        raise UnreadableFileError(
            f"'{printable(str(path))}' does not say which files answer for which model",
            "PAPER: {MODEL: [FILE, ...]}",
            "correct the file",
        ) from error
    for paper, models in answers.items():
        _check_models(PAPERS.load(paper).printed, models)
    return answers


def _check_models(printed: PrintedPaper, models: Iterable[str]) -> None:
    known = dict.fromkeys(cell.model for cell in printed.cells if cell.model)
    wrong = next((model for model in models if model not in known), None)
    if wrong is not None:
        raise UnknownNameError(
            f"model '{printable(wrong)}' of {printed.name} in {ANSWERS}",
            f"one of {', '.join(known)}",
            "correct the file",
        )


# What a run's manifest shows of its training: whether it is the paper's, and how it was made, in words.


UNKNOWN: Basis = "other data"
"""In what a model is not the paper's where nothing shows what it was trained on."""


@dataclass(frozen=True)
class _Named:
    name: str


@dataclass(frozen=True)
class _File:
    sha256: str


@dataclass(frozen=True)
class _Data:
    name: str
    rows: int
    labels: Mapping[Label, int]
    dataset: str | None = None
    files: tuple[_File, ...] = ()


@dataclass(frozen=True)
class _Options:
    small: bool
    set: tuple[str, ...]
    seeds: tuple[int, ...]
    labels: tuple[Label, ...]
    augment: str | None = None
    debias: Mapping[str, Any] | None = None
    vectors: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class _TrainingRun:
    """What is read of the manifest of a training; the first set is what it was trained on."""

    model: _Named
    options: _Options
    data: tuple[_Data, ...]


@dataclass(frozen=True)
class Shown:
    """What a manifest shows.

    Parameters
    ----------
    basis
        ``same`` only where it shows the paper's training: the recipe's full form without changes, on the
        whole training set of the catalogue.
    by
        Recipe, form, seeds and training set, in words; empty where it does not say.
    """

    basis: Basis = UNKNOWN
    by: str = ""


def shown_by(manifest: Manifest, training: ModelTraining | None) -> Shown:
    """Return what a manifest shows of a training.

    Parameters
    ----------
    manifest
        Of a run.
    training
        What the paper's model takes, if that is known.
    """
    run = _training_run(manifest)
    if run is None:
        return Shown()
    same = training is not None and _is_the_recipe(run, training) and _is_the_data(run.data[0], training)
    return Shown("same" if same else UNKNOWN, _made_by(run))


def _training_run(manifest: Manifest) -> _TrainingRun | None:
    if manifest.job != "train":
        return None
    try:
        run: _TrainingRun = TypeAdapter(_TrainingRun).validate_python(manifest.to_json())
    except ValidationError:
        return None
    return run if run.data else None


def _made_by(run: _TrainingRun) -> str:
    how, data = run.options, run.data[0]
    form = "small form" if how.small else "full form"
    changed = f" with {', '.join(how.set)}" if how.set else ""
    debiased = f", debiased by {how.debias.get('name')}" if how.debias else ""
    seeds = f"{len(how.seeds)} seeds" if len(how.seeds) > 1 else "1 seed"
    trained = f"{seeds}, trained on {data.rows:,} pairs ({data.name})"
    return printable(f"{run.model.name}, {form}{changed}{debiased}, {trained}", 300)


def _is_the_recipe(run: _TrainingRun, training: ModelTraining) -> bool:
    how = run.options
    vectors = how.vectors or read_recipe(training.recipe).words.given.startswith("none")
    return (
        run.model.name == training.recipe
        and not (how.small or how.set)
        and bool(vectors)
        and (len(how.labels) == 2) == (training.labels == "two")
        and how.augment == training.augment
        and how.debias is None
        and not (training.debias or training.method)
    )


def _is_the_data(data: _Data, training: ModelTraining) -> bool:
    """Whether a set is the paper's training set: by the checksums of the catalogue, else by its labels."""
    known = forms(training.data)
    parts = sets()[known.paper.train]
    if known.remark or len(parts) > 1 or parts[0].known is None or parts[0].share is not None:
        return False
    split = known_split(parts[0].known)
    if split.files:
        checksums = {file.sha256 for file in data.files}
        return len(checksums) == len(split.files) and all(checksums & set(each) for each in split.files)
    return data.dataset == parts[0].known.partition(":")[0] and dict(data.labels) == dict(split.labels)
