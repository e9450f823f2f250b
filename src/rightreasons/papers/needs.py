"""What an item of a paper needs in full: published files, word vectors, encoder weights, a GPU."""

from collections.abc import Iterable
from dataclasses import dataclass

from rightreasons.papers.inputs import ReproductionInputs, files_of
from rightreasons.papers.paper import Paper
from rightreasons.papers.published_sets import known_split, sets
from rightreasons.papers.trained.trainings import ModelTraining, form_at, training_of
from rightreasons.training.recipe_files import read_recipe

LARGE = 100_000
"""Pairs of a training set from which on a GPU is advisable: a matter of days without."""


@dataclass(frozen=True)
class Needs:
    """What the cells of one item need at the paper's scale, those of trained models included.

    Parameters
    ----------
    files
        Published files, as ``data/sets.yaml`` and ``data/checksums.yaml`` name them.
    vectors
        Word vectors that the models of the paper had.
    encoders
        Pretrained encoders, by the names that ``--encoder`` takes.
    gpu
        Whether a GPU is advisable: an encoder is tuned, or a training set has `LARGE` pairs and more.
    missing
        Those of `files` that are not at hand; None if no folder of data was named.
    """

    files: tuple[str, ...] = ()
    vectors: tuple[str, ...] = ()
    encoders: tuple[str, ...] = ()
    gpu: bool = False
    missing: tuple[str, ...] | None = None


def needs_of(paper: Paper, item: str, materials: ReproductionInputs) -> Needs:
    """Return what an item needs.

    Parameters
    ----------
    paper, item
        Which item.
    materials
        What is at hand.
    """
    steps = (step for step in paper.steps if not (step.small or step.definition))
    of_steps = [need for step in steps if step.cells(paper.printed, [item]) for need in step.needs]
    models = dict.fromkeys(cell.model for cell in paper.printed.of(item) if cell.model)
    found = (training_of(paper.printed.name, model) for model in models)
    trainings = [training for training in found if training is not None]
    files = _distinct(files_of([*of_steps, *(name for each in trainings for name in _sets(each))]))
    encoders = _distinct(filter(None, (each.encoder for each in trainings)))
    return Needs(
        files,
        _distinct(filter(None, map(_vectors, trainings))),
        encoders,
        gpu=bool(encoders) or any(_is_large(each) for each in trainings),
        missing=None if materials.folder is None else materials.missing(files),
    )


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _sets(training: ModelTraining) -> tuple[str, ...]:
    form = form_at(training.data, "paper")
    return form.train, form.dev, form.test


def _vectors(training: ModelTraining) -> str:
    """Return which word vectors a model had, e.g. ``GloVe 840B``."""
    given = read_recipe(training.recipe).words.given
    without = training.encoder or given.startswith("none")
    return "" if without else given.partition(",")[0]


def _is_large(training: ModelTraining) -> bool:
    splits = (part.known for part in sets()[form_at(training.data, "paper").train])
    return any(each is not None and sum(known_split(each).labels.values()) >= LARGE for each in splits)
