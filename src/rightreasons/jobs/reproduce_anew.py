"""The figures of a paper's models made anew: everything behind its cells is trained, probed and kept."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rightreasons.engine.progress import Progress, silent
from rightreasons.findings import Cell, Finding, Table
from rightreasons.jobs.experiments import ExperimentOptions, ExperimentPlan, plan_experiments
from rightreasons.jobs.experiments_claims import claims_finding
from rightreasons.jobs.experiments_run import AllCarried, Carried, carry_out, model_figures
from rightreasons.jobs.reproduce import Reproduced, reproduce
from rightreasons.jobs.reproduce_answers import ModelSources, Trained
from rightreasons.jobs.reproduce_wanted import Wanted, wanted

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
    options: ExperimentOptions,
    *,
    items: Sequence[str] = (),
    data: str | Path | None = None,
    scale: str = "paper",
) -> ExperimentPlan:
    """Return what `reproduce_anew` would train; parameters and errors as there."""
    asked = wanted(paper, items, data, scale)
    return plan_experiments(paper, asked.models, asked.materials, options)


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
        with what is there, and more runs or items add to it.
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
    plan = plan_experiments(paper, asked.models, asked.materials, options)
    carried = carry_out(plan, asked.materials, options, Path(out), progress)
    trained = Trained(
        model_figures(plan, carried), _sources(carried), _described(options), _findings(asked, carried)
    )
    name = f"{'+'.join(items) or paper}-{scale}-{options.runs}-runs"
    models = ModelSources(trained=trained, results=results)
    return reproduce(paper, items=items, data=data, models=models, scale=scale, out=Path(out) / name)


def _sources(carried: AllCarried) -> tuple[Mapping[str, Any], ...]:
    return tuple(
        {"model": name, "work_key": run.manifest.get("work_key")}
        for name, each in carried.done.items()
        for run in each.runs
    )


def _described(options: ExperimentOptions) -> Mapping[str, Any]:
    said = asdict(options)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}


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
        tables={"figures": Table("Figures of the models that were trained", _COLUMNS, rows)},
        notes=tuple(f"{name}: {each.experiment.by}" for name, each in carried.done.items()),
    )
    claims = claims_finding(carried.done) if asked.paper.printed.name == LIU else None
    return (figures,) if claims is None else (figures, claims)


def _rows(name: str, carried: Carried) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for figure, value in carried.figures.items():
        if _OF_ONE_SEED in figure:
            continue
        interval = value.interval
        low, high = (None, None) if interval is None else (interval.low, interval.high)
        rows.append((name, figure, value.value, low, high, value.n, len(carried.experiment.seeds)))
    return rows
