"""The figures of a paper's models made anew: everything behind its cells is trained, probed and kept."""

import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import RunExistsError
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.jobs.reproduce import JOB, Reproduced, reproduce
from rightreasons.jobs.reproducing.answers import ModelSources, Trained
from rightreasons.jobs.reproducing.claims import claims_finding
from rightreasons.jobs.reproducing.experiments import ExperimentOptions, ExperimentPlan, plan_experiments
from rightreasons.jobs.reproducing.run_experiments import (
    TRAININGS,
    AllCarried,
    Carried,
    carry_out,
    model_figures,
)
from rightreasons.jobs.reproducing.selection import Wanted, wanted
from rightreasons.runs.folder import read_run
from rightreasons.runs.workspace import partial_path
from rightreasons.statistics.results import Estimate

_DEFINITION = (
    "Every figure of the models that were trained for the cells: mean over seeds with the t interval over "
    "seeds; of one seed with the interval over items. easy_hard_accuracy: instances of test that patterns of "
    "training make easy and hard (Liu et al. 2020, section 2.3); published_easy_hard: the published hard "
    "instances, all others easy."
)
_COLUMNS = ("model", "figure", "value", "low", "high", "n", "seeds")
LIU = "liu-2020"
_OF_ONE_SEED = ".seed-"


def planned(
    paper: str,
    out: str | Path,
    options: ExperimentOptions,
    *,
    items: Sequence[str] = (),
    data: str | Path | None = None,
    scale: str = "paper",
) -> ExperimentPlan:
    """Return what `reproduce_anew` would train; parameters and errors as there."""
    asked = wanted(paper, items, data, scale)
    return plan_experiments(paper, asked.models, asked.materials, options, Path(out) / TRAININGS)


def reproduce_anew(
    paper: str,
    out: str | Path,
    options: ExperimentOptions,
    *,
    items: Sequence[str] = (),
    data: str | Path | None = None,
    scale: str = "paper",
    results: str | Path | None = None,
    progress: Progress = silent,
) -> Reproduced:
    """Train and probe the models behind the cells of a paper, and put its figures beside theirs.

    Parameters
    ----------
    paper, items, data, scale
        As of `rightreasons.jobs.reproduce.reproduce`; at ``small`` models are trained in their small form on
        the public part of the data.
    out
        A folder: ``trainings/NAME-seed-S``, ``probes/NAME-seed-S`` and ``marks/DATA/patterns``, each an
        ordinary run or folder, and the reproduction itself in ``ITEMS-SCALE-N-runs``. The same call goes on
        with what is there; more runs, items or models add to it, and the reproduction is written again.
    options
        How they are trained.
    results
        A folder with ``answers.yaml`` for models that cannot be trained here.
    progress
        Where it says how far it is.

    Raises
    ------
    RightReasonsError
        A coded error; what was done until then is kept.

    Examples
    --------
    >>> made = reproduce_anew("liu-2020", "out", ExperimentOptions(runs=5), data="data")  # doctest: +SKIP
    """
    asked = wanted(paper, items, data, scale)
    plan = plan_experiments(paper, asked.models, asked.materials, options, Path(out) / TRAININGS)
    carried = carry_out(plan, asked.materials, options, Path(out), progress)
    trained = Trained(
        model_figures(plan, carried),
        _sources(carried),
        _described(options),
        _findings(asked, carried),
        plan.missing,
        plan.broken,
    )
    folder = Path(out) / f"{'+'.join(items) or paper}-{scale}-{options.runs}-runs"
    models = ModelSources(trained=trained, results=results)
    made = partial(reproduce, paper, items=items, data=data, models=models, scale=scale)
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


def _sources(carried: AllCarried) -> tuple[Mapping[str, Any], ...]:
    return tuple(
        {"model": name, "work_key": run.manifest.work_key}
        for name, each in carried.done.items()
        for run in each.runs
    )


def _described(options: ExperimentOptions) -> Mapping[str, Any]:
    return {
        "runs": options.runs,
        "inits": options.inits,
        "set": list(options.changes),
        "vectors": [Path(each).name for each in options.vectors],
        "encoders": sorted(options.encoders),
        "probed_on": list(options.probed_on),
    }


def _findings(asked: Wanted, carried: AllCarried) -> tuple[Finding, ...]:
    rows = tuple(row for name, each in carried.done.items() for row in _rows(name, each))
    if not rows:
        return ()
    trainings = sum(len(each.experiment.seeds) for each in carried.done.values())
    figures = Finding(
        measure=f"{asked.paper.printed.name}.trained",
        subject=asked.paper.printed.citation,
        definition=_DEFINITION,
        headline=f"{trainings} trainings of {len(carried.done)} models.",
        figures=[
            Figure("value", value, {"model": name, "figure": figure}, form="{group}")
            for name, each in carried.done.items()
            for figure, value in _over_seeds(each).items()
        ],
        views={"figures": View("Figures of the models that were trained", _COLUMNS, rows)},
        notes=tuple(f"{name}: {each.experiment.by}" for name, each in carried.done.items()),
    )
    claims = claims_finding(carried.done) if asked.paper.printed.name == LIU else None
    return (figures,) if claims is None else (figures, claims)


def _over_seeds(carried: Carried) -> Mapping[str, Estimate]:
    return {name: value for name, value in carried.figures.items() if _OF_ONE_SEED not in name}


def _rows(name: str, carried: Carried) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for figure, value in _over_seeds(carried).items():
        interval = value.interval
        low, high = (None, None) if interval is None else (interval.low, interval.high)
        rows.append((name, figure, value.value, low, high, value.n, len(carried.experiment.seeds)))
    return rows
