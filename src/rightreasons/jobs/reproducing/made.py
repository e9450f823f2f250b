"""What a run's manifest shows of its training: whether it is the paper's, and how it was made, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from rightreasons.labels import Label
from rightreasons.papers.inputs import known_split, sets
from rightreasons.papers.reproduction import Basis
from rightreasons.papers.trainings import ModelTraining, forms
from rightreasons.printable import printable
from rightreasons.runs.manifest import Manifest
from rightreasons.training.recipe import read_recipe

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
