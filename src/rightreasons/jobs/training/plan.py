"""A training as it was asked for: read, checked, described, and divided into the work of its seeds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rightreasons.engine.memory import file_key, remembered
from rightreasons.engine.progress import Progress
from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.outcome import Outcome, outcome_of
from rightreasons.jobs.training.data import TrainingData, gather
from rightreasons.jobs.training.encoder import LIBRARIES
from rightreasons.jobs.training.method import ChosenMethod
from rightreasons.jobs.training.model import ChosenModel, choose_model
from rightreasons.jobs.training.parses import parsed_data
from rightreasons.measures.training.accuracy import accuracy_finding, most_frequent, predicted_items
from rightreasons.measures.training.debiasing import debiasing_finding
from rightreasons.measures.training.dynamics import dynamics_file, dynamics_finding
from rightreasons.measures.training.training import training_finding
from rightreasons.pairs import PairTable
from rightreasons.runs.folder import work_key
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.seal import STEPS
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.training.recipe import CHECKPOINT, TRANSFORMERS, Recipe
from rightreasons.training.recipe_files import checkpoint_name

if TYPE_CHECKING:
    from rightreasons.debiasing.method import Prepared
    from rightreasons.training.seeds import SeedResult, SeedWork


class Training(Outcome):
    """The result of a training: a finding a set, and in the run a folder for the model of each seed."""


@dataclass(frozen=True)
class TrainingPlan:
    """What is trained, on what, and how: read and checked, nothing begun.

    Parameters
    ----------
    model
        Recipe, method and pretrained encoder.
    data
        What it is trained and tested on.
    options
        As they were given.
    out
        Folder of the run.
    """

    model: ChosenModel
    data: TrainingData
    options: TrainOptions
    out: Path

    @property
    def name(self) -> str:
        """What the trained model is called."""
        return self.model.name_on(self.data.train, self.data.dataset)

    @property
    def recipe(self) -> Recipe:
        """How it is trained."""
        return self.model.recipe

    @property
    def method(self) -> ChosenMethod | None:
        """The debiasing method, or None."""
        return self.model.method

    @property
    def seeds(self) -> range:
        """The seed of each model."""
        return range(self.options.seed, self.options.seed + self.options.seeds)

    def manifest(self) -> Manifest:
        """Return everything that the result depends on."""
        from rightreasons.training.seeds import recipe_values

        tables = (self.data.train, self.data.dev, *self.data.tests.values())
        payload = {
            "job": "train",
            "model": {"name": self.name},
            "data": [_described(table) for table in tables],
            "options": {
                "recipe": recipe_values(self.recipe),
                "small": self.options.small,
                "set": [_without_place(change) for change in self.options.changes],
                "seeds": list(self.seeds),
                "labels": [label.value for label in self.data.labels],
                "augment": None if self.options.augment is None else str(self.options.augment),
                "debias": None if self.method is None else self.method.described(),
                "vectors": [_vectors(Path(each)) for each in self.options.vectors],
            }
            | ({} if self.options.parser is None else {"parser": self.options.parser})
            | ({} if self.model.encoder is None else {"encoder": self.model.encoder.described()})
            | ({} if self.name == self.model.recipe_name else {"recipe-name": self.model.recipe_name})
            | ({"words_of": [_described(each) for each in self.data.unscored]} if self.data.unscored else {}),
            "versions": versions() | {name: version(name) for name in LIBRARIES},
        }
        return manifest_from(payload)

    def finished(self) -> Training | None:
        """Return what was trained before.

        Raises
        ------
        RunExistsError
            If other work stands in its folder.
        """
        done = finished_run(self.out, self.manifest())
        if done is None:
            return None
        return Training(**outcome_of(done))

    def sealed(self, workspace: Workspace, results: Sequence["SeedResult"], prepared: "Prepared") -> Training:
        """Return what came of it, as a run."""
        sets = {"dev": self.data.dev, **self.data.tests}
        manifest = self.manifest()
        if self.method is not None:
            manifest = manifest_from(manifest.to_json() | {"debiasing": dict(prepared.facts)})
        found = self.findings(sets, results, prepared)
        return Training(manifest, found, (), predicted_items(sets, results)).sealed(workspace)

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
        """Yield what is trained with each seed."""
        boards = workspace.path / "tensorboard" if self.options.report_to else None
        for seed in self.seeds:
            yield replace(
                self.work(seed, workspace.path, prepared),
                key=work_key({**workspace.work, "seed": seed}),
                tensorboard=None if boards is None else boards / f"seed-{seed}",
            )

    def work(self, seed: int, folder: Path, prepared: "Prepared") -> "SeedWork":
        """Return what is trained with a seed; its state lies among the steps, which sealing removes."""
        from rightreasons.training.seeds import SeedWork

        return SeedWork(
            name=self.model.recipe_name,
            title=None if self.name == self.model.recipe_name else self.name,
            recipe=self.recipe,
            seed=seed,
            labels=self.data.labels,
            train=prepared.train,
            dev=self.data.dev,
            tests=self.data.tests,
            unscored=self.data.unscored,
            vectors=tuple(Path(each) for each in self.options.vectors),
            folder=folder / f"seed-{seed}",
            state_file=folder / STEPS / f"seed-{seed}.safetensors",
            metrics=folder / f"metrics-seed-{seed}.jsonl",
            dynamics=folder / dynamics_file(seed),
            key="",
            method=prepared.make,
        )

    def findings(
        self, sets: Mapping[str, PairTable], results: Sequence["SeedResult"], prepared: "Prepared"
    ) -> tuple[Finding, ...]:
        """Return accuracy on every set, how training went, and what was prepared for it."""
        accuracies = (
            accuracy_finding(self.name, name, pairs, results, most_frequent(self.data.train))
            for name, pairs in sets.items()
        )
        went = training_finding(self.name, self.recipe, results, self.notes(), tuple(self.cut(sets)))
        went_by_row = self.dynamics(results)
        if self.method is None:
            return (*accuracies, went, *went_by_row)
        sizes = len(self.data.train), len(prepared.train)
        return (*accuracies, went, *went_by_row, debiasing_finding(self.method, prepared.facts, *sizes))

    def dynamics(self, results: Sequence["SeedResult"]) -> Iterator[Finding]:
        """Yield how the probability of gold went, where every seed has kept it."""
        tables = [result.dynamics for result in results if result.dynamics is not None]
        if tables and len(tables) == len(results):
            yield dynamics_finding(self.name, tables)

    def cut(self, sets: Mapping[str, PairTable]) -> Iterator[Figure]:
        """Yield the share of pairs that an encoder did not read to the end, of every set with such pairs."""
        if self.recipe.model != TRANSFORMERS:
            return
        from rightreasons.training.transformers import pairs_cut

        tables = {"train": self.data.train, **sets}
        for name, count in pairs_cut(self.recipe, tables).items():
            if count:
                share = proportion(count, len(tables[name]))
                yield Figure("share", share, {"pairs": "cut"}, set=name, what="")

    def notes(self) -> tuple[str, ...]:
        """Return what a reader has to know of words and labels."""
        notes: list[str] = []
        if not self.options.vectors and self.recipe.model != TRANSFORMERS:
            notes.append(fill("trained.no_vectors"))
        if self.model.encoder is not None:
            notes.append(self.model.encoder_note())
        if self.options.small:
            notes.append(fill("trained.small"))
        return tuple(notes)


def plan_training(
    recipe: str, train: Any, dev: Any, test: Any, *, out: Path, options: TrainOptions
) -> TrainingPlan:
    """Return a training that can be begun; parameters and errors as of `rightreasons.jobs.train.train`."""
    model = choose_model(recipe, options)
    return TrainingPlan(model, _gathered(train, dev, test, options), options, out)


def _gathered(train: Any, dev: Any, test: Any, options: TrainOptions) -> TrainingData:
    """Return the data, read once where something remembers them."""
    inputs = (train, dev, *(test if isinstance(test, list | tuple) else (test,)), options.augment)
    named = (str(each) if isinstance(each, str | Path) else id(each) for each in inputs)
    key = (*named, options.labels, options.parser)
    # what was asked for is kept along, so that no other object gets its id

    def read() -> tuple[object, TrainingData]:
        data = gather(train, dev, test, options.labels, options.augment)
        return inputs, data if options.parser is None else parsed_data(data, options.parser)

    return remembered("data", key, read, entries=16)[1]


def _without_place(change: str) -> str:
    """Return a change of the recipe; an encoder without the way to its folder."""
    key, _, place = change.partition("=")
    return f"{key}={checkpoint_name(place)}" if key == f"settings.{CHECKPOINT}" else change


def _described(table: PairTable) -> dict[str, Any]:
    return remembered("description", id(table), lambda: (table, described(table)), entries=64)[1]


def _vectors(path: Path) -> dict[str, str]:
    from rightreasons.text.vectors.word_vectors import checksum_of

    key = file_key(path) if path.is_file() else path
    return {"name": path.name, "sha256": remembered("checksum", key, lambda: checksum_of(path))}
