"""How a model behind a cell was made, and what a run's manifest shows of that: whether it is the paper's."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from rightreasons.labels import Label
from rightreasons.papers.compared.reproduction import Basis
from rightreasons.papers.published_sets import known_split, sets
from rightreasons.papers.trained.trainings import ModelTraining, forms
from rightreasons.printable import printable
from rightreasons.runs.manifest import Manifest
from rightreasons.sentences.templates import fill
from rightreasons.training.recipe_files import read_recipe

UNKNOWN: Basis = "other data"
"""In what a model is not the paper's where nothing shows what it was trained on."""
_LENGTH = 800
_CHECKPOINT = "settings.checkpoint="
_OPTION_OF = {"threshold": "lambda"}  # settings of debiasing methods that are called otherwise


@checked(frozen=True, config=ConfigDict(extra="forbid"))
class Made:
    """How a model that fills cells was made.

    Parameters
    ----------
    checkpoint
        The pretrained encoder or the word vectors that it started from.
    pairs
        Training pairs.
    seeds
        Which, or how many.
    sample
        What the training pairs are of their dataset, and what was added to them.
    command
        What made it, without folders.
    """

    checkpoint: str
    pairs: int
    seeds: str
    sample: str
    command: str

    def __str__(self) -> str:
        return fill("model_made.how", **asdict(self))


@dataclass(frozen=True)
class _Named:
    name: str


@dataclass(frozen=True)
class _File:
    sha256: str | None = None


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
    recipe: Mapping[str, Any] = field(default_factory=dict)
    recipe_name: Annotated[str, Field(alias="recipe-name")] = ""
    encoder: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _TrainingRun:
    """What is read of the manifest of a training; the first set is what it was trained on."""

    model: _Named
    options: _Options
    data: tuple[_Data, ...]
    debiasing: Mapping[str, Any] | None = None

    @property
    def recipe(self) -> str:
        """The recipe, which a model of another name is trained by."""
        return self.options.recipe_name or self.model.name

    @property
    def encoder(self) -> str:
        """The pretrained encoder, without the way to its folder; empty: it has none, or it is not said."""
        name = self.options.encoder.get("name") or self.options.recipe.get("settings", {}).get("checkpoint")
        return _without_folders(str(name or ""))

    @property
    def checkpoint(self) -> str:
        """What the model started from, in words."""
        vectors = " and ".join(str(each.get("name")) for each in self.options.vectors)
        return self.encoder or (f"none; word vectors {vectors}" if vectors else "none; words learned")

    @property
    def changes(self) -> tuple[str, ...]:
        """The changes of the recipe, but for the encoder."""
        return tuple(each for each in self.options.set if not each.startswith(_CHECKPOINT))

    @property
    def command(self) -> str:
        """The command that trains it, with names for places; its dev and test sets are left out."""
        how, name = self.options, self.data[0].name
        named = {
            "train": name,
            "encoder": self.encoder if how.encoder else None,
            "labels": "two" if len(how.labels) == 2 else None,
            "augment": how.augment,
            "debias": _method(how.debias),
        }
        changes = self.changes if how.encoder else tuple(map(_without_folders, how.set))
        words = ["rightreasons train", self.recipe, *(["--small"] if how.small else [])]
        words += [f"--{option} {value}" for option, value in named.items() if value]
        words += [f"--set {change}" for change in changes]
        words += [f"--vectors {each.get('name')}" for each in how.vectors]
        return " ".join([*words, f"--seed {min(how.seeds)} --seeds {len(how.seeds)}"])


def _without_folders(text: str) -> str:
    """Return a folder, or a change that names one, without the way to it; names of the hub stay."""
    before, equals, place = text.rpartition("=")
    return f"{before}{equals}{Path(place).name}" if place.startswith(("/", "~", ".")) else text


def _method(debias: Mapping[str, Any] | None) -> str | None:
    """Return a debiasing method as ``--debias`` takes it."""
    if not debias:
        return None
    settings = {name: value for name, value in debias.items() if name != "name" and value is not None}
    options = ",".join(
        f"{_OPTION_OF.get(name, name).replace('_', '-')}={_option_text(settings[name])}" for name in settings
    )
    return f"{debias.get('name')}:{options}" if options else str(debias.get("name"))


def _option_text(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Shown:
    """What a manifest shows.

    Parameters
    ----------
    basis
        ``same`` only where it shows the paper's training: the recipe's full version without changes, on the
        whole training set of the catalogue; ``other model`` where it shows another pretrained encoder.
    by
        Recipe, form and `Made`, in words; empty where it does not say.
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
    by = printable(f"{_form(run)}; {_made(run)}", _LENGTH)
    if training is not None and training.encoder and run.encoder not in ("", training.encoder):
        return Shown("other model", by)
    same = training is not None and _is_the_recipe(run, training) and _is_the_data(run.data[0], training)
    return Shown("same" if same else UNKNOWN, by)


def _training_run(manifest: Manifest) -> _TrainingRun | None:
    if manifest.job != "train":
        return None
    try:
        run: _TrainingRun = TypeAdapter(_TrainingRun).validate_python(manifest.to_json())
    except ValidationError:
        return None
    return run if run.data else None


def _form(run: _TrainingRun) -> str:
    how, data = run.options, run.data[0]
    several = fill("trained_models.seeds", seeds=len(how.seeds))
    return fill(
        "model_made.form",
        model=run.model.name,
        form=fill("model_made.small_version") if how.small else fill("model_made.full_version"),
        changed=fill("model_made.changed", changes=", ".join(run.changes)) if run.changes else "",
        debiased=fill("model_made.debiased", method=how.debias.get("name")) if how.debias else "",
        seeds=several if len(how.seeds) > 1 else fill("trained_models.one_seed"),
        pairs=data.rows,
        data=data.name,
    )


def _made(run: _TrainingRun) -> Made:
    data, how = run.data[0], run.options
    kept = (run.debiasing or {}).get("kept", data.rows)
    sample = fill(
        "model_made.sample",
        data=data.name,
        of=fill("model_made.of", data=data.dataset) if data.dataset else "",
        left=fill("model_made.left", pairs=kept) if kept != data.rows else "",
        added=fill("model_made.added", examples=how.augment) if how.augment else "",
    )
    return Made(run.checkpoint, data.rows, ", ".join(map(str, how.seeds)), sample, run.command)


def _is_the_recipe(run: _TrainingRun, training: ModelTraining) -> bool:
    how = run.options
    vectors = how.vectors or read_recipe(training.recipe).words.given.startswith("none")
    return (
        run.recipe == training.recipe
        and not how.small
        and tuple(how.set) == training.changes
        and bool(vectors)
        and (len(how.labels) == 2) == (training.labels == "two")
        and how.augment == training.augment
        and how.debias is None
        and not (training.debias or training.method)
    )


def _is_the_data(data: _Data, training: ModelTraining) -> bool:
    """Whether a set is the paper's training set: by the checksums of the catalogue, else by its labels."""
    published = forms(training.data)
    parts = sets()[published.paper.train]
    if published.remark or len(parts) > 1 or parts[0].known is None or parts[0].share is not None:
        return False
    split = known_split(parts[0].known)
    if split.files:
        checksums = {file.sha256 for file in data.files}
        return len(checksums) == len(split.files) and all(checksums & set(each) for each in split.files)
    return data.dataset == parts[0].known.partition(":")[0] and dict(data.labels) == dict(split.labels)
