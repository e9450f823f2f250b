"""The figures of a paper's models made anew: everything behind its cells is trained, probed and kept."""

import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Unpack

from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import RunExistsError
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.keywords import ReproduceKeywords
from rightreasons.options import divided
from rightreasons.papers.answers.figures_of_runs import FIGURE, MODEL, Figures
from rightreasons.papers.answers.sources import ModelSources, Trained
from rightreasons.papers.options import ExperimentOptions, ReproduceOptions
from rightreasons.papers.reproduce import JOB, Reproduced, reproduce
from rightreasons.papers.selection import Selection, selection
from rightreasons.papers.trained.experiments import ExperimentPlan, plan_experiments
from rightreasons.papers.trained.judged_claims import claims_finding
from rightreasons.papers.trained.run_experiments import (
    TRAININGS,
    ExperimentResult,
    ExperimentResults,
    model_figures,
    run_experiments,
)
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import read_run
from rightreasons.runs.workspace import partial_path
from rightreasons.sentences.templates import fill

_COLUMNS = ("model", "figure", "value", "low", "high", "n", "seeds")
LIU = "liu-2020"
_OF_ONE_SEED = ".seed-"


def planned(
    paper: str, out: str | Path, options: ExperimentOptions, **keywords: Unpack[ReproduceKeywords]
) -> ExperimentPlan:
    """Return what `reproduce_by_training` would train; parameters and errors as there."""
    (options_of,) = divided(keywords, ReproduceOptions)
    chosen = selection(paper, options_of)
    return plan_experiments(paper, chosen.models, chosen.materials, options, Path(out) / TRAININGS)


@one_writer
def reproduce_by_training(
    paper: str,
    out: str | Path,
    options: ExperimentOptions,
    *,
    progress: Progress = silent,
    **keywords: Unpack[ReproduceKeywords],
) -> Reproduced:
    """Train and probe the models behind the cells of a paper, and put its figures beside theirs.

    Parameters
    ----------
    paper
        Its name.
    out
        A folder: ``trainings/NAME-seed-S``, ``probes/NAME-seed-S`` and ``marks/DATA/patterns``, each an
        ordinary run or folder, and the reproduction itself in ``ITEMS-SCALE-N-runs``. The same call goes on
        with what is there; more runs, items or models add to it, and the reproduction is written again.
    options
        How they are trained.
    progress
        Where it says how far it is.
    **asked_for
        As of `rightreasons.papers.reproduce.reproduce`; at the scale ``small`` models are trained in their
        small version on the public part of the data.

    Raises
    ------
    RightReasonsError
        A coded error; what was done until then is kept.

    Examples
    --------
    >>> made = reproduce_anew("liu-2020", "out", ExperimentOptions(runs=5), data="data")  # doctest: +SKIP
    """
    (given,) = divided(keywords, ReproduceOptions)
    selected = selection(paper, given)
    plan = plan_experiments(paper, selected.models, selected.materials, options, Path(out) / TRAININGS)
    results = run_experiments(plan, selected.materials, options, Path(out), progress)
    trained = Trained(
        model_figures(plan, results),
        _sources(results),
        _described(options),
        _findings(selected, results),
        plan.missing,
        plan.broken,
    )
    folder = Path(out) / f"{'+'.join(given.items) or paper}-{given.scale}-{options.runs}-runs"
    made = partial(reproduce, paper, models=ModelSources(trained=trained), **keywords)
    try:
        return made(out=folder)
    except RunExistsError:
        _remove_older(folder)
        return made(out=folder)


def _remove_older(folder: Path) -> None:
    """Remove a reproduction that less was trained for: it follows from what is kept."""
    shutil.rmtree(partial_path(folder), ignore_errors=True)
    if folder.exists() and read_run(folder).manifest.job == JOB:
        shutil.rmtree(folder)


def _sources(results: ExperimentResults) -> tuple[Mapping[str, Any], ...]:
    return tuple(
        {"model": name, "work_key": run.manifest.work_key}
        for name, each in results.done.items()
        for run in each.runs
    )


def _described(options: ExperimentOptions) -> Mapping[str, Any]:
    return {
        "runs": options.runs,
        "inits": options.inits,
        "set": list(options.changes),
        "vectors": [Path(each).name for each in options.vectors],
        "encoder": sorted(options.encoders),
        "on": list(options.probed_on),
    }


def _findings(selected: Selection, results: ExperimentResults) -> tuple[Finding, ...]:
    rows = tuple(row for name, each in results.done.items() for row in _rows(name, each))
    if not rows:
        return ()
    trainings = sum(len(each.experiment.seeds) for each in results.done.values())
    figures = Finding(
        measure=f"{selected.paper.printed.name}.trained",
        subject=selected.paper.printed.citation,
        definition=fill("trained_models.definition"),
        headline=fill("trained_models.headline", trainings=trainings, models=len(results.done)),
        figures=[
            Figure("value", value, {MODEL: name, FIGURE: ref.written}, what="")
            for name, each in results.done.items()
            for ref, value in _over_seeds(each).items()
        ],
        views={"figures": View(fill("trained_models.title"), _COLUMNS, rows)},
        notes=tuple(
            fill("trained_models.how", model=name, how=each.experiment.by)
            for name, each in results.done.items()
        ),
    )
    claims = claims_finding(results.done) if selected.paper.printed.name == LIU else None
    return (figures,) if claims is None else (figures, claims)


def _over_seeds(result: ExperimentResult) -> Figures:
    return {ref: value for ref, value in result.figures.items() if _OF_ONE_SEED not in ref.name}


def _rows(name: str, result: ExperimentResult) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for ref, value in _over_seeds(result).items():
        rows.append((name, ref.name, value.value, *value.bounds, value.n, len(result.experiment.seeds)))
    return rows
