"""Which trainings the cells of a paper need: planned and counted before anything is trained."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from rightreasons.debiasing.adversarial.chosen_values import table7_methods
from rightreasons.errors import InputError
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.many import PlannedTraining
from rightreasons.pairs import PairTable
from rightreasons.papers.compared.reproduction import Basis
from rightreasons.papers.inputs import ReproductionInputs
from rightreasons.papers.options import ExperimentOptions
from rightreasons.papers.trained.trainings import DataForms, Form, ModelTraining, form_at, forms, training_of
from rightreasons.sentences.templates import fill, joined
from rightreasons.training.recipe_files import read_recipe

FIRST_SEED = 1
_ENCODER = "settings.checkpoint"


@dataclass(frozen=True)
class Experiment:
    """One model, trained with every seed.

    Parameters
    ----------
    training
        What the paper says of it.
    form
        The sets it is trained and tested on.
    seeds
        One training a seed.
    basis, by
        In what it is not the paper's, and how it was made.
    """

    training: ModelTraining
    form: Form
    seeds: tuple[PlannedTraining, ...] = field(repr=False)
    basis: Basis
    by: str

    @property
    def data(self) -> DataForms:
        """Its data in all forms."""
        return forms(self.training.data)


@dataclass(frozen=True)
class ExperimentPlan:
    """What is trained for some cells.

    Parameters
    ----------
    models
        What each model of the cells is; several can have one training.
    experiments
        By name of the training.
    untrainable
        Why a model cannot be trained.
    missing
        Files that are not there and that some cannot be trained without.
    broken
        Why files that are there cannot be read.
    """

    models: Mapping[str, ModelTraining]
    experiments: Mapping[str, Experiment]
    untrainable: Mapping[str, str]
    missing: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()

    @property
    def trainings(self) -> tuple[PlannedTraining, ...]:
        """Every training of every model."""
        return tuple(seed for each in self.experiments.values() for seed in each.seeds)


def plan_experiments(
    paper: str, models: Sequence[str], materials: ReproductionInputs, options: ExperimentOptions, out: Path
) -> ExperimentPlan:
    """Say what has to be trained; data are read, nothing is trained. A broken file costs its own models only.

    Parameters
    ----------
    paper
        Its name.
    models
        As its cells name them; what no rule of ``trainings.yaml`` fits is left out.
    materials, options
        From what, and how.
    out
        Where trainings are kept, which need not be there.

    Raises
    ------
    OptionError
        If a change does not fit a recipe.
    """
    by_model = {model: found for model in models if (found := training_of(paper, model)) is not None}
    untrainable: dict[str, str] = {}
    missing: dict[str, None] = {}
    broken: dict[str, None] = {}
    experiments: dict[str, Experiment] = {}
    for model, training in by_model.items():
        left_out = _left_out(model, training, options, out)
        reason = left_out or _hindrance(training, materials, options)
        missing |= dict.fromkeys(() if left_out else _missing(training, materials))
        if reason:
            untrainable[model] = reason
        elif training.name not in experiments:
            try:
                experiments[training.name] = _experiment(training, materials, options)
            except InputError as error:
                untrainable[model] = error.found
                broken[error.found] = None
    return ExperimentPlan(by_model, experiments, untrainable, tuple(missing), tuple(broken))


def _left_out(model: str, training: ModelTraining, options: ExperimentOptions, out: Path) -> str:
    chosen = not options.only or any(fnmatchcase(model, pattern) for pattern in options.only)
    if chosen or all((out / _folder(training, seed)).is_dir() for seed in _seeds(training, options)):
        return ""
    return fill("untrainable.left_out", models=" ".join(options.only))


def _seeds(training: ModelTraining, options: ExperimentOptions) -> range:
    return range(FIRST_SEED, FIRST_SEED + options.runs * (options.inits if training.sampled else 1))


def _folder(training: ModelTraining, seed: int) -> str:
    return f"{training.name}-seed-{seed}"


def _hindrance(training: ModelTraining, materials: ReproductionInputs, options: ExperimentOptions) -> str:
    encoder = training.encoder
    if encoder and encoder not in options.encoders:
        return fill("untrainable.no_weights", encoder=encoder)
    missing = _missing(training, materials)
    if not missing:
        return ""
    smaller = materials.scale == "paper" and forms(training.data).small is not None
    found = fill("reproduced_by.not_found", files=", ".join(missing))
    return joined((found, fill("reproduced_by.small_scale")), "; ") if smaller else found


def _missing(training: ModelTraining, materials: ReproductionInputs) -> tuple[str, ...]:
    form = form_at(training.data, materials.scale)
    return materials.missing((form.train, form.dev, form.test))


def _experiment(
    training: ModelTraining, materials: ReproductionInputs, options: ExperimentOptions
) -> Experiment:
    form = form_at(training.data, materials.scale)
    train, dev, test = (materials.pairs(name) for name in (form.train, form.dev, form.test))
    seeds = tuple(
        PlannedTraining(
            _folder(training, seed),
            training.recipe,
            train,
            dev,
            (test,),
            _train_options(training, form, materials, options, seed),
        )
        for seed in _seeds(training, options)
    )
    basis, notes = _basis(training, materials, options)
    by = _made_by(training, seeds, train)
    return Experiment(training, form, seeds, basis, joined((by, *notes), "; "))


def _made_by(training: ModelTraining, seeds: Sequence[PlannedTraining], train: PairTable) -> str:
    how = seeds[0].options
    settings = {"augment": how.augment, "labels": how.labels, "debias": how.debias}
    flags = "".join(f" --{name} {value}" for name, value in settings.items() if value is not None)
    return fill(
        "trained_models.made",
        recipe=training.recipe,
        flags=flags,
        seeds=seeds_of(len(seeds)),
        pairs=len(train),
        data=train.name,
    )


def seeds_of(count: int) -> str:
    """Return how many seeds there are, in words."""
    return fill("trained_models.seeds", seeds=count) if count > 1 else fill("trained_models.one_seed")


def _train_options(
    training: ModelTraining, form: Form, materials: ReproductionInputs, options: ExperimentOptions, seed: int
) -> TrainOptions:
    encoder = training.encoder
    weights = (f"{_ENCODER}={options.encoders[encoder]}",) if encoder else ()
    small = materials.scale == "small"
    return TrainOptions(
        seed=seed,
        small=small,
        changes=(*weights, *training.changes, *(training.small if small else ()), *options.changes),
        vectors=() if encoder else options.vectors,
        labels=training.labels,
        augment=training.augment,
        debias=training.debiased(
            FIRST_SEED + (seed - FIRST_SEED) // options.inits, form.min_count, table7_methods()
        ),
    )


def _checkpoint(training: ModelTraining, options: ExperimentOptions) -> str:
    """Return what the encoder that was given is called: its name on the hub, or that of its folder."""
    place = options.encoders.get(training.encoder, "")
    return Path(place).expanduser().name if Path(place).expanduser().is_dir() else place


def _small_form(training: ModelTraining) -> str:
    if not training.small:
        return fill("trained_otherwise.small")
    return fill("trained_otherwise.small_with", changes=" with ".join(training.small))


def _basis(
    training: ModelTraining, materials: ReproductionInputs, options: ExperimentOptions
) -> tuple[Basis, tuple[str, ...]]:
    """Return in what a model is not the paper's, and what to say of it."""
    data = forms(training.data)
    small = materials.scale == "small"
    vectors = read_recipe(training.recipe).words.given
    without = not options.vectors and not training.encoder and not vectors.startswith("none")
    models = {
        _small_form(training): small,
        fill("trained_otherwise.changed", changes=", ".join(options.changes)): bool(options.changes),
        fill("trained_otherwise.no_vectors"): without,
    }
    notes = tuple(text for text, holds in models.items() if holds)
    if training.sampled:
        several = fill("trained_otherwise.several_models", models=options.inits)
        each = several if options.inits > 1 else fill("trained_otherwise.one_model")
        notes = (*notes, fill("trained_otherwise.samples", samples=options.runs, models=each))
    form = form_at(training.data, materials.scale)
    foreign = materials.foreign((form.train, form.dev, form.test))
    if foreign:
        notes = (*notes, fill("reproduced_by.not_published", files=", ".join(foreign)))
    everywhere = bool(data.remark) and not data.remark_of
    checkpoint = _checkpoint(training, options)
    if checkpoint != training.encoder:
        instead = fill("trained_otherwise.checkpoint", checkpoint=checkpoint, encoder=training.encoder)
        return "other model", (*notes, instead, *filter(None, [data.remark]))
    other_data = everywhere or bool(foreign) or (small and data.small is not None)
    basis: Basis = "other data" if other_data else "other model" if any(models.values()) else "same"
    return basis, (*notes, data.remark) if data.remark else notes
