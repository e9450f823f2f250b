"""The figures of a paper's models trained again: trainings and probes behind its cells, claims judged."""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import polars as pl

from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import RunExistsError
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.keywords import ReproduceKeywords
from rightreasons.measures.comparison.compare_seeds import seed_comparisons
from rightreasons.measures.comparison.known_marks import KnownMarks
from rightreasons.measures.comparison.trained_runs import common_seeds
from rightreasons.options import divided
from rightreasons.papers.answers.sources import ModelSources, Trained
from rightreasons.papers.liu2020_claims import BESIDE, VERDICTS, Claim, Compared, claim_verdict, claims
from rightreasons.papers.options import ExperimentOptions, ReproduceOptions
from rightreasons.papers.reproduce import JOB, Reproduced, reproduce
from rightreasons.papers.selection import Selection, selection
from rightreasons.papers.trained.experiments import ExperimentPlan, plan_experiments
from rightreasons.papers.trained.run_experiments import (
    PATTERNS,
    PUBLISHED,
    TRAININGS,
    ExperimentResult,
    ExperimentResults,
    model_figures,
    run_experiments,
)
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import read_run
from rightreasons.runs.workspace import partial_path
from rightreasons.statistics.crossed import crossed_mean
from rightreasons.statistics.results import SHARES, Estimate

# Which claims of Liu et al. (2020) hold of the models that were trained: paired differences, judged.


MEASURE = "liu-2020.claims"
_CLAIMS_DEFINITION = (
    "Claims of Liu et al. (2020), each as paired differences of two models on the same instances, seed by "
    "seed and item by item, or of one model on two sets of instances. The interval covers seeds and items, "
    "where items of one premise count as one; of one seed it covers items. confirmed: it lies wholly on the "
    "claimed side; contradicted: wholly on the other; a claim is confirmed by all its comparisons, and "
    "contradicted by one. Comparisons are not independent of each other."
)
_CLAIMS_COLUMNS = (
    "claim",
    "first",
    "second",
    "cell",
    "difference",
    "low",
    "high",
    "n",
    "seeds",
    "claimed",
    "verdict",
)


@dataclass(frozen=True)
class _Judged:
    compared: Compared
    difference: Estimate
    seeds: int

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`, by the interval of the difference."""
        return self.compared.verdict(self.difference.interval)


def claims_finding(results: Mapping[str, ExperimentResult]) -> Finding | None:
    """Return which claims hold, or None if no two models that are compared were trained.

    Parameters
    ----------
    results
        By name of the training, which for these models is the name in the cells.

    Returns
    -------
    Finding
        Figures ``CLAIM.confirmed``, ``.contradicted``, ``.not_decided``: how many comparisons; table
        ``comparisons``.
    """
    judged = {claim: tuple(_judged(claim, results)) for claim in claims()}
    made = {claim: found for claim, found in judged.items() if found}
    if not made:
        return None
    return Finding(
        measure=MEASURE,
        subject="Liu et al. (2020), claims 1 to 4",
        definition=_CLAIMS_DEFINITION,
        headline=" ".join(_claim_sentence(claim, found) for claim, found in made.items()),
        figures=[figure for claim, found in made.items() for figure in _counts(claim, found)],
        views={
            "comparisons": View(
                "What each claim is judged by",
                _CLAIMS_COLUMNS,
                tuple(_row(claim, each) for claim, found in made.items() for each in found),
            )
        },
        notes=tuple(f"{claim.name}: {claim.text}" for claim in made),
    )


def _judged(claim: Claim, results: Mapping[str, ExperimentResult]) -> Iterator[_Judged]:
    for each in claim.comparisons:
        first, second = results.get(each.first), results.get(each.second)
        if first is None or second is None:
            continue
        found = _beside(first) if each.cell == BESIDE else _difference(each.cell, first, second)
        if found is not None:
            (training, _) = common_seeds([first.training, second.training])
            yield _Judged(each, found, len(training.seeds))


def _difference(cell: str, first: ExperimentResult, second: ExperimentResult) -> Estimate | None:
    """Return the second minus the first on one cell of the test set."""
    patterns = _marks(first, PATTERNS)
    if patterns is None:
        return None
    (finding,) = seed_comparisons(common_seeds([first.training, second.training]), [patterns])
    place = cell if cell == "full" else f"{PATTERNS}.{cell}"
    figure = finding.figures.get(f"{first.experiment.form.test}.{place}.difference")
    return None if figure is None else figure.estimate


def _beside(result: ExperimentResult) -> Estimate | None:
    """Return accuracy on hard instances by patterns minus accuracy on published ones, of one model.

    An instance that is in both stands there twice, in one cluster with all others of its premise.
    """
    notions = [_marks(result, name) for name in (PATTERNS, PUBLISHED)]
    parts = [_hard(result, each) for each in notions if each is not None]
    if len(parts) < len(notions) or not all(part.height for part in parts):
        return None
    both = pl.concat(parts)
    signs = np.repeat([1, -1], [part.height for part in parts])
    right = np.array(both["correct"].to_list(), dtype=np.float64)
    found = crossed_mean(right, both["premise"].to_numpy(), signs, between=SHARES)
    reason = None if found.widest else found.reason
    return Estimate(found.value, "proportion", both.height, found.widest, reason)


def _hard(result: ExperimentResult, marks: KnownMarks) -> pl.DataFrame:
    hard = marks.frame.filter(pl.col("mark") == "hard").select("id")
    items = result.training.run.items.filter(pl.col("set") == result.experiment.form.test)
    return items.join(hard, on="id", how="semi", maintain_order="left").select("premise", "correct")


def _marks(result: ExperimentResult, name: str) -> KnownMarks | None:
    return next((each for each in result.marks if each.name == name), None)


def _counts(claim: Claim, found: Sequence[_Judged]) -> Iterator[Figure]:
    counts = Counter(each.verdict for each in found)
    for verdict in VERDICTS:
        group = {"claim": claim.name, "verdict": verdict.replace(" ", "_")}
        estimate = Estimate(counts[verdict], "count", len(found), reason="counted")
        yield Figure("count", estimate, group, what="")


def _claim_sentence(claim: Claim, found: Sequence[_Judged]) -> str:
    verdicts = [each.compared.verdict(each.difference.interval) for each in found]
    counts = Counter(verdicts)
    parts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    return f"{claim.name.replace('_', ' ').capitalize()} is {claim_verdict(verdicts)} ({parts})."


def _row(claim: Claim, judged: _Judged) -> tuple[Cell, ...]:
    compared, difference = judged.compared, judged.difference
    claimed = f"{compared.claimed} {compared.points:g}"
    return (
        *(claim.name, compared.first, compared.second, compared.cell),
        *(difference.value, *difference.bounds, difference.n, judged.seeds, claimed, judged.verdict),
    )


# The figures of a paper's models made anew: everything behind its cells is trained, probed and kept.


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
        small form on the public part of the data.

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
        definition=_DEFINITION,
        headline=f"{trainings} trainings of {len(results.done)} models.",
        figures=[
            Figure("value", value, {"model": name, "figure": figure}, what="")
            for name, each in results.done.items()
            for figure, value in _over_seeds(each).items()
        ],
        views={"figures": View("Figures of the models that were trained", _COLUMNS, rows)},
        notes=tuple(f"{name}: {each.experiment.by}" for name, each in results.done.items()),
    )
    claims = claims_finding(results.done) if selected.paper.printed.name == LIU else None
    return (figures,) if claims is None else (figures, claims)


def _over_seeds(result: ExperimentResult) -> Mapping[str, Estimate]:
    return {name: value for name, value in result.figures.items() if _OF_ONE_SEED not in name}


def _rows(name: str, result: ExperimentResult) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for figure, value in _over_seeds(result).items():
        rows.append((name, figure, value.value, *value.bounds, value.n, len(result.experiment.seeds)))
    return rows
