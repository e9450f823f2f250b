"""The measure `people_beside`: accuracy and likeness to people's labels of several models, set by set."""

from collections.abc import Mapping, Sequence

from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Finding, View, bounded
from rightreasons.measures.model.human_labels import MEASURE as OF_ONE
from rightreasons.sentences.templates import fill
from rightreasons.statistics.effect_sizes import rank_correlation_interval
from rightreasons.statistics.results import Estimate

ADDS = {"comparison_measure": ["people_beside"]}
TITLES = {"people_beside": "Accuracy and closeness to human labels of several models"}
MEASURE = "people_beside"
LEAST_RUNS = 10
"""Fewer models than that cannot show whether accuracy and likeness go together: no interval excludes much."""
_NAMES = ("accuracy", "jensen_shannon")


def people_beside(probe_findings: Mapping[str, tuple[Finding, ...]]) -> tuple[Finding, ...]:
    """Hold accuracy and likeness to people's labels of several models beside each other.

    Parameters
    ----------
    probe_findings
        The findings of each run.

    Returns
    -------
    tuple of Finding
        One for each set with people's labels that two runs or more answered: ``RUN.accuracy``,
        ``RUN.jensen_shannon`` as `human_labels` has them, and from 10 runs on ``accuracy_and_likeness`` (rank
        correlation over runs of accuracy and divergence: below 0, the more accurate are more like people).
        View ``by_run``.
    """
    sets: dict[str, dict[str, Finding]] = {}
    for run, findings in probe_findings.items():
        for each in findings:
            if each.measure == OF_ONE and each.on is not None:
                sets.setdefault(each.on, {})[run] = each
    return tuple(_finding(name, runs) for name, runs in sets.items() if len(runs) > 1)


def _finding(name: str, runs: Mapping[str, Finding]) -> Finding:
    figures = [
        Figure(
            figure.quantity,
            figure.estimate,
            {"run": run},
            rows=where(set=name),
            what=None if each == "accuracy" else each,
        )
        for run, finding in runs.items()
        for each in _NAMES
        for figure in (finding.figures[f"model.{each}"],)
    ]
    enough = len(runs) >= LEAST_RUNS
    if enough:
        figures.append(Figure("correlation", _together(list(runs.values())), what="accuracy_and_likeness"))
    return Finding(
        measure=MEASURE,
        subject=name,
        definition=fill("people_beside.definition", least=LEAST_RUNS),
        headline=fill("people_beside.headline", runs=len(runs), data=name),
        figures=Figures(figures),
        views={"by_run": _view(runs)},
        notes=() if enough else (fill("people_beside.few", runs=len(runs)),),
        on=name,
        role="comparison",
    )


def _together(findings: Sequence[Finding]) -> Estimate:
    from scipy.stats import spearmanr

    accuracy, apart = ([each.figures[f"model.{name}"].value for each in findings] for name in _NAMES)
    value = float(spearmanr(accuracy, apart).statistic)
    return Estimate(value, "correlation", len(findings), rank_correlation_interval(value, len(findings)))


def _view(runs: Mapping[str, Finding]) -> View:
    lines = tuple(
        (run, finding.figures["model.accuracy"].n, *_cells(finding)) for run, finding in runs.items()
    )
    columns = [column for name in _NAMES for column in (name, f"{name}_low", f"{name}_high")]
    return View(
        fill("people_beside.by_run"),
        ("run", "n", *columns),
        lines,
        by=("run",),
        bounds=bounded(*_NAMES),
        roles={"jensen_shannon": "divergence"},
    )


def _cells(finding: Finding) -> list[float | None]:
    figures = [finding.figures[f"model.{name}"] for name in _NAMES]
    return [cell for each in figures for cell in (each.value, *each.estimate.bounds)]
