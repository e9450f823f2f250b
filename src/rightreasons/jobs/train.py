"""Train a model by a recipe, with one seed or several, and keep models, predictions and figures as a run."""

import importlib.util
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rightreasons.engine.progress import Progress, silent
from rightreasons.engine.running import opened
from rightreasons.errors import MissingExtraError, OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.outcome import Outcome, manifest_of
from rightreasons.jobs.training_data import Labels, TrainingData, gather
from rightreasons.jobs.training_findings import accuracy_finding, predicted_items, training_finding
from rightreasons.jobs.training_method import ChosenMethod, choose_method, debiasing_finding
from rightreasons.pairs import PairTable
from rightreasons.runs.folder import work_key
from rightreasons.runs.workspace import STEPS, Workspace, finished_run
from rightreasons.training.reading import read_recipe
from rightreasons.training.recipe import TRANSFORMERS

if TYPE_CHECKING:
    from rightreasons.debiasing.method import Prepared
    from rightreasons.training.recipe import Recipe
    from rightreasons.training.seeds import SeedResult, SeedWork

DEFAULT_SEED = 1
_LIBRARIES = ("torch", "transformers", "accelerate", "safetensors")
_BYTES_EACH = 2 * 2**30  # that a process of its own may need


@dataclass(frozen=True)
class TrainOptions:
    """How a model is trained, beyond recipe and data.

    Parameters
    ----------
    seeds, seed
        How many models, and the seed of the first; the others follow it.
    small
        Whether the recipe is taken in its small form.
    changes
        Changes of the recipe, ``"key=value"``; see `rightreasons.training.reading.read_recipe`.
    vectors
        Files of word vectors, joined in this order.
    labels, augment
        See `rightreasons.jobs.training_data.gather`.
    debias
        A debiasing method, ``"METHOD:key=value,..."``; see `rightreasons.debiasing.parsing.parse_method`.
    workers
        Seeds that are trained at once, each in a process with one thread; None: as many as cores and memory
        allow, one on a GPU.
    report_to
        ``"tensorboard"``, or None.
    """

    seeds: int = 1
    seed: int = DEFAULT_SEED
    small: bool = False
    changes: tuple[str, ...] = ()
    vectors: tuple[str, ...] = ()
    labels: Labels | None = None
    augment: Any = None
    debias: str | None = None
    workers: int | None = None
    report_to: str | None = None

    def __post_init__(self) -> None:
        for name in ("seeds", "workers"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise OptionError(f"{value} {name}", "at least 1", f"correct --{name}")


class Training(Outcome):
    """The result of a training: a finding a set, and in the run a folder for the model of each seed."""


def train(
    recipe: str,
    train: Any,
    dev: Any,
    *,
    out: str | Path,
    test: Any = (),
    progress: Progress = silent,
    **options: Any,
) -> Training:
    """Train a model; the same call after an interruption goes on where it stopped.

    Parameters
    ----------
    recipe
        Its name, see `rightreasons.training.reading.recipe_names`.
    train, dev
        Anything `read_pairs` reads; dev decides which epoch is kept.
    out
        Folder of the run; the model of seed 1 is in ``seed-1``. The same work there is taken up again.
    test
        Further sets to predict, one or several.
    progress
        Where training says how far it is.
    **options
        The fields of `TrainOptions`.

    Raises
    ------
    RightReasonsError
        A coded error; what was trained until then is kept.

    Examples
    --------
    >>> from rightreasons import train
    >>> run = train("ngrams-joulin2017", "train.jsonl", "dev.jsonl", out="run", small=True)  # doctest: +SKIP
    """
    _check_torch()
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in options.items()
    }
    chosen = TrainOptions(**given)
    described_recipe = read_recipe(recipe, small=chosen.small, changes=chosen.changes)
    _check_vectors(described_recipe, chosen)
    method = None if chosen.debias is None else choose_method(chosen.debias, described_recipe)
    data = gather(train, dev, test, chosen.labels, chosen.augment)
    plan = _Plan(recipe, described_recipe, data, chosen, method)
    manifest = plan.manifest()
    done = finished_run(Path(out), manifest)
    if done is not None:
        return Training(manifest_of(done), done.findings, done.not_measured, done.items(), run=done)
    prepared = plan.prepared(progress)
    workspace = Workspace(Path(out), manifest)
    results = _results(plan.works(workspace, prepared), chosen, described_recipe, progress)
    sets = {"dev": data.dev, **data.tests}
    said = manifest if method is None else {**manifest, "debiasing": dict(prepared.facts)}
    made = Training(said, plan.findings(sets, results, prepared), {}, predicted_items(sets, results))
    return made.sealed(workspace)


@dataclass(frozen=True)
class _Plan:
    name: str
    recipe: "Recipe"
    data: TrainingData
    options: TrainOptions
    method: ChosenMethod | None

    @property
    def seeds(self) -> range:
        return range(self.options.seed, self.options.seed + self.options.seeds)

    def manifest(self) -> dict[str, Any]:
        """Return everything that the result depends on."""
        from rightreasons.text.vectors.streams import checksum_of
        from rightreasons.training.seeds import recipe_values

        tables = (self.data.train, self.data.dev, *self.data.tests.values())
        vectors = [
            {"name": Path(each).name, "sha256": checksum_of(Path(each))} for each in self.options.vectors
        ]
        return {
            "job": "train",
            "model": {"name": self.name},
            "data": [described(table) for table in tables],
            "options": {
                "recipe": recipe_values(self.recipe),
                "small": self.options.small,
                "set": list(self.options.changes),
                "seeds": list(self.seeds),
                "labels": [label.value for label in self.data.labels],
                "augment": None if self.options.augment is None else str(self.options.augment),
                "debias": None if self.method is None else self.method.described(),
                "vectors": vectors,
            },
            "versions": versions() | {name: version(name) for name in _LIBRARIES},
        }

    def prepared(self, progress: Progress) -> "Prepared":
        """Return the data to train on and what makes the objective, the same for every seed."""
        from rightreasons.debiasing.method import Prepared

        if self.method is None:
            return Prepared(self.data.train)
        what = f"prepare {self.method.name}"
        progress(what, 0, 1)
        made = self.method.prepared(self.data)
        progress(what, 1, 1)
        return made

    def works(self, workspace: Workspace, prepared: "Prepared") -> Iterator["SeedWork"]:
        """Yield what is trained with each seed; states lie among the steps, which sealing removes."""
        from rightreasons.training.seeds import SeedWork

        boards = workspace.path / "tensorboard" if self.options.report_to else None
        for seed in self.seeds:
            yield SeedWork(
                name=self.name,
                recipe=self.recipe,
                seed=seed,
                labels=self.data.labels,
                train=prepared.train,
                dev=self.data.dev,
                tests=self.data.tests,
                vectors=tuple(Path(each) for each in self.options.vectors),
                folder=workspace.path / f"seed-{seed}",
                kept=workspace.path / STEPS / f"seed-{seed}.safetensors",
                metrics=workspace.path / f"metrics-seed-{seed}.jsonl",
                key=work_key({**workspace.work, "seed": seed}),
                tensorboard=None if boards is None else boards / f"seed-{seed}",
                method=prepared.make,
            )

    def findings(
        self, sets: Mapping[str, PairTable], results: Sequence["SeedResult"], prepared: "Prepared"
    ) -> tuple[Finding, ...]:
        """Return accuracy on every set, how training went, and what was prepared for it."""
        accuracies = (
            accuracy_finding(self.name, name, pairs, results, self.data.train) for name, pairs in sets.items()
        )
        went = training_finding(self.name, self.recipe, results, self.notes())
        if self.method is None:
            return (*accuracies, went)
        sizes = len(self.data.train), len(prepared.train)
        return (*accuracies, went, debiasing_finding(self.method, prepared.facts, *sizes))

    def notes(self) -> tuple[str, ...]:
        """Return what a reader has to know of words and labels."""
        said = []
        if not self.options.vectors and self.recipe.model != TRANSFORMERS:
            said.append("no word vectors were given: all are learned")
        if self.options.small:
            said.append("the small form of the recipe, not the paper's sizes")
        return tuple(said)


def _results(
    works: Iterator["SeedWork"], options: TrainOptions, recipe: "Recipe", progress: Progress
) -> list["SeedResult"]:
    from rightreasons.training.metrics import check_target
    from rightreasons.training.seeds import train_seed

    if options.report_to is not None:
        check_target(options.report_to)
    waiting = list(works)
    workers = _workers(len(waiting), options.workers, recipe)
    if workers == 1:
        return [train_seed(work, progress) for work in waiting]
    alone = [replace(work, threads=1) for work in waiting]
    results = []
    progress("seeds", 0, len(alone))
    with opened("pool", workers) as place:
        for result in place.map(train_seed, alone):
            results.append(result)
            progress("seeds", len(results), len(alone))
    return results


def _workers(seeds: int, asked: int | None, recipe: "Recipe") -> int:
    """Return how many seeds are trained at once."""
    import psutil  # type: ignore[import-untyped]  # it has no types

    from rightreasons.training.hardware import device_of

    if asked is not None:
        return min(asked, seeds)
    if device_of(recipe).type != "cpu":
        return 1
    fitting = int(psutil.virtual_memory().available // _BYTES_EACH)
    return max(1, min(seeds, os.cpu_count() or 1, fitting))


def _check_vectors(recipe: "Recipe", options: TrainOptions) -> None:
    if recipe.model == TRANSFORMERS and options.vectors:
        raise OptionError(
            f"word vectors for {recipe.about}",
            "a model of words beside --vectors",
            "leave out --vectors: the encoder has its own",
        )


def _check_torch() -> None:
    missing = [name for name in _LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"the packages {', '.join(missing)} are not installed",
            "the extra [train]",
            "pip install 'rightreasons[train]'",
        )
