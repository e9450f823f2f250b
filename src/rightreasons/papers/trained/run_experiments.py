"""The trainings and probes behind the cells of a paper, each an ordinary run; their figures over seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rightreasons.challenges.challenge import Challenge
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import InputError
from rightreasons.jobs.probed_runs import probed_model
from rightreasons.jobs.probing.challenges import challenge_named
from rightreasons.jobs.training.many import train_many
from rightreasons.measures.comparison.known_marks import KnownMarks
from rightreasons.measures.comparison.trained_runs import TrainedRun, joined_seeds
from rightreasons.measures.training.accuracy import MEASURE as ACCURACY
from rightreasons.papers.answers.figures_of_runs import Figures, combined, figures_of, first_figures, instead
from rightreasons.papers.inputs import ModelFigures, ReproductionInputs
from rightreasons.papers.options import ExperimentOptions
from rightreasons.papers.trained.easy_hard import easy_hard_figures, known_marks
from rightreasons.papers.trained.experiments import Experiment, ExperimentPlan
from rightreasons.papers.trained.trainings import ModelTraining
from rightreasons.runs.folder import Run, read_run

TRAININGS, PROBES, MARKS = "trainings", "probes", "marks"


@dataclass(frozen=True)
class ExperimentResult:
    """What came of one experiment.

    Parameters
    ----------
    experiment
        What was trained.
    training
        Its answers, one a seed.
    marks
        Easy and hard instances of its test set, in both notions; empty where they were not wanted.
    figures
        Over seeds.
    runs
        The trainings and the probes.
    """

    experiment: Experiment
    training: TrainedRun
    marks: tuple[KnownMarks, ...] = field(repr=False)
    figures: Figures = field(repr=False)
    runs: tuple[Run, ...] = field(repr=False)


@dataclass(frozen=True)
class ExperimentResults:
    """What came of all experiments.

    Parameters
    ----------
    done
        By name of the training.
    untrainable
        Why a model could not be trained on these data, by name of the training.
    """

    done: Mapping[str, ExperimentResult]
    untrainable: Mapping[str, str]


def run_experiments(
    plan: ExperimentPlan,
    materials: ReproductionInputs,
    options: ExperimentOptions,
    out: Path,
    progress: Progress = silent,
) -> ExperimentResults:
    """Train and probe everything that is planned; what is finished is read, what was begun goes on.

    Parameters
    ----------
    plan, materials, options
        What, from what, and how.
    out
        A folder: ``trainings/NAME-seed-S``, ``probes/NAME-seed-S``, ``marks/DATA/patterns``.
    progress
        Where it says how far it is.

    Raises
    ------
    RightReasonsError
        A coded error; what was done until then is kept.
    """
    untrainable = _trained(plan, options, out / TRAININGS, progress)
    probing = _Probing(materials, options, out)
    results: dict[str, ExperimentResult] = {}
    for done, (name, each) in enumerate(plan.experiments.items()):
        progress("probes", done, len(plan.experiments))
        if name not in untrainable:
            runs = [read_run(out / TRAININGS / seed.name) for seed in each.seeds]
            results[name] = probing.result(each, runs)
    progress("probes", len(plan.experiments), len(plan.experiments))
    return ExperimentResults(results, untrainable)


def _trained(
    plan: ExperimentPlan, options: ExperimentOptions, out: Path, progress: Progress
) -> Mapping[str, str]:
    """Train all; return why a model cannot be trained on these data: the others are, none the less."""
    try:
        train_many(plan.trainings, out, workers=options.workers, progress=progress)
    except InputError:
        reasons = {name: _fault(each, options, out) for name, each in plan.experiments.items()}
        return {name: reason for name, reason in reasons.items() if reason}
    return {}


def _fault(experiment: Experiment, options: ExperimentOptions, out: Path) -> str:
    if all((out / seed.name).exists() for seed in experiment.seeds):
        return ""
    try:
        train_many(experiment.seeds, out, workers=options.workers)
    except InputError as error:
        return error.found
    return ""


def model_figures(plan: ExperimentPlan, results: ExperimentResults) -> Mapping[str, ModelFigures]:
    """Return the figures of every model of the cells; accuracy only of the set its cells speak of."""
    found: dict[str, ModelFigures] = {}
    for model, training in plan.models.items():
        each = results.done.get(training.name)
        if each is None:
            reason = plan.untrainable.get(model) or results.untrainable[training.name]
            found[model] = ModelFigures({}, "", missing_reason=reason)
        else:
            figures = _of_cells(each, training)
            found[model] = ModelFigures(
                figures,
                each.experiment.by,
                each.experiment.basis,
                of_other_data=each.experiment.data.remark_of,
            )
    return found


def _of_cells(result: ExperimentResult, training: ModelTraining) -> Figures:
    """Return the figures, without those of accuracies but the mean on the set that the cells speak of."""
    name_of_set = "dev" if training.accuracy == "dev" else result.experiment.form.test
    findings = [each for run in result.runs for each in run.findings if each.measure == ACCURACY]
    others = {ref for ref in first_figures(findings) if ref.figure != f"{name_of_set}.mean"}
    return {ref: figure for ref, figure in result.figures.items() if ref not in others}


class _Probing:
    """What the probes of several models share: challenges, marks, folders."""

    def __init__(self, materials: ReproductionInputs, options: ExperimentOptions, out: Path) -> None:
        self._materials, self._options, self._out = materials, options, out
        self._challenge = cache(self._made_challenge)
        self._marks = cache(self._made_marks)

    def result(self, experiment: Experiment, runs: Sequence[Run]) -> ExperimentResult:
        """Probe every seed of a model, and put its figures together."""
        training = joined_seeds(runs, experiment.training.name)
        marks = self._marks(experiment.training.data) if experiment.training.easy_hard else ()
        probes = self._probes(experiment)
        figures = combined([figures_of(run.findings) for run in runs])
        # both antonym-swap and antonym-substitute have a set I_A; the paper's is that of the first
        figures = instead(figures, combined([first_figures(run.findings) for run in probes]))
        for each in marks:
            figures = instead(figures, easy_hard_figures(training, experiment.form.test, each))
        return ExperimentResult(experiment, training, marks, figures, (*runs, *probes))

    def _probes(self, experiment: Experiment) -> list[Run]:
        names = dict.fromkeys((*experiment.training.probed_on, *self._options.probed_on))
        if not names:
            return []
        challenges = [self._challenge(name, experiment.form.train) for name in names]
        return [self._probed(seed.name, seed.options.seed, challenges) for seed in experiment.seeds]

    def _probed(self, name: str, seed: int, challenges: Sequence[Challenge]) -> Run:
        model = self._out / TRAININGS / name / f"seed-{seed}"
        return probed_model(model, challenges, self._out / PROBES / name)

    def _made_challenge(self, name: str, train: str) -> Challenge:
        return challenge_named(name, train=self._materials.pairs(train))

    def _made_marks(self, data: str) -> tuple[KnownMarks, ...]:
        return known_marks(data, self._materials, self._out / MARKS / data)
