"""The measure `artifact_agreement`: how accurate a model is where artifacts of training agree with gold."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty.artifact_marks import KINDS, WHERE, artifact_marks
from rightreasons.errors import MeasureInputError
from rightreasons.figures import WRONG_FIRST, Figure, Figures, Rows, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.contingency import fisher
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.power import detectable_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.statistics.stratified import stratified_independence
from rightreasons.statistics.stratified_proportion import StratifiedSample, stratified_difference

ADDS = {"model_measure": ["artifact_agreement"]}
MEASURE = "artifact_agreement"
JUDGED = ("agree", "disagree")
_LINES = KINDS[::-1]  # that of the headline, words and patterns together, comes first
ITEM_COLUMNS: Mapping[str, str] = {
    "artifact_words": "text mark: agree, disagree, conflicting or none: whether the give-away words of "
    "training point to the gold label.",
    "artifact_patterns": "text mark: agree, disagree, conflicting or none: whether the patterns of "
    "training point to the gold label.",
    "artifact_together": "text mark: agree, disagree, conflicting or none: whether its give-away words and "
    "patterns together point to the gold label.",
    "artifact_words_held": "list word: The give-away words that the hypothesis holds, the strongest first.",
}


def artifact_agreement(
    pairs: PairTable,
    answered: pl.DataFrame,
    train: PairTable,
    train_patterns: PatternSet,
    *,
    rate: float = 0.05,
    level: float = 0.95,
    model: str = "the model",
    sample: StratifiedSample | None = None,
) -> Finding:
    """Compare accuracy where artifacts of training point to the gold label and where they do not.

    Parameters
    ----------
    pairs
        The instances that were predicted.
    answered
        Columns ``id`` and ``correct`` (boolean), of the ids with an answer.
    train
        Where words are counted; every row has gold.
    train_patterns
        Mined from `train`; their lambda and tokenisation are those of the words too.
    rate, level, model
        False discovery rate at which words are flagged; nominal coverage; what to call the model.
    sample
        The strata that `answered` was drawn from, which then weigh rows and bound tests; None: no sample.

    Returns
    -------
    Finding
        For KIND words, patterns and together: ``KIND.agree``, ``.disagree``, ``.conflicting``, ``.none``
        (accuracies), ``.difference``, ``.difference_within_labels``, ``.detectable``; tests ``KIND`` and
        ``KIND.within_labels``. View ``by_artifacts``. Items: `ITEM_COLUMNS`.

    Raises
    ------
    MeasureInputError, TokenisationError
        If none of the instances was answered; if patterns are of parses and a pair has none.
    """
    marks = artifact_marks(pairs, train, train_patterns, rate)
    items = answered.select("id", "correct").join(marks, on="id", how="inner", maintain_order="left")
    _check_answered(items, pairs.name)
    figures, tests = _measured(items, level, pairs.name)
    if sample is not None:
        figures, tests = _of_sample(figures, items, sample, level)
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}, artifacts of {train.name}",
        definition=fill("artifact_agreement.definition"),
        headline=_headline(model, figures),
        figures=figures,
        views={"by_artifacts": _table(figures, tests, pairs.name)},
        tests=tests,
        settings=_settings(train_patterns, rate),
        notes=(fill("artifact_agreement.not_artifacts_alone"),),
        on=pairs.name,
        items=items.drop("correct", "label").cast({f"artifact_{kind}": pl.String for kind in KINDS}),
        tests_shortcuts=any(each.value is not None for each in figures.where("difference")),
    )


def _check_answered(items: pl.DataFrame, name: str) -> None:
    if not items.height:
        raise MeasureInputError(
            f"no answers to '{printable(name)}'", "ids of these instances", "check what was predicted"
        )


def _measured(items: pl.DataFrame, level: float, name: str) -> tuple[Figures, dict[str, TestResult]]:
    counts = {kind: _counts(items, kind) for kind in KINDS}
    figures = [each for kind in KINDS for each in _figures(kind, counts[kind], level, name)]
    tests = {kind: _test(counts[kind]) for kind in KINDS}
    for kind in KINDS:
        cells = _cells_by_label(items, kind)
        within, rows = stratified_difference(cells, level), _rows(name, kind, *JUDGED)
        what = f"{kind}.difference_within_labels"
        figures.append(Figure("difference", within, rows=rows, what=what))
        tests[f"{kind}.within_labels"] = stratified_independence(cells)
    return Figures(figures), tests


def _rows(name: str, kind: str, *marks: str) -> Rows:
    return where(set=name, **{f"artifact_{kind}": marks}).ordered_by(*WRONG_FIRST)


def _of_sample(
    figures: Figures, items: pl.DataFrame, sample: StratifiedSample, level: float
) -> tuple[Figures, dict[str, TestResult]]:
    """Return the figures with each item weighed by its stratum, and tests within strata."""
    correct = items["correct"].to_numpy()
    strata = items.with_columns(label=pl.Series(sample.stratum).cast(pl.String))
    weighed: dict[str, Estimate] = {}
    tests: dict[str, TestResult] = {}
    for kind in KINDS:
        parts = {mark: (items[f"artifact_{kind}"] == mark).to_numpy() for mark in WHERE}
        weighed |= {f"{kind}.{mark}": sample.share(correct, part, level) for mark, part in parts.items()}
        agree, disagree = parts["agree"], parts["disagree"]
        weighed[f"{kind}.difference"] = sample.difference(correct, agree, disagree, level)
        n_agree, n_disagree = (sample.effective(part) for part in (agree, disagree))
        both = sample.share(correct, agree | disagree, level).value or 0.0
        right = round(both * (n_agree + n_disagree))
        weighed[f"{kind}.detectable"] = detectable_difference(right, n_agree, n_disagree, "fisher", level)
        cells = _cells_by_label(strata, kind)
        weighed[f"{kind}.difference_within_labels"] = stratified_difference(cells, level)
        tests |= dict.fromkeys((kind, f"{kind}.within_labels"), stratified_independence(cells))
    return Figures(replace(each, estimate=weighed[name]) for name, each in figures.items()), tests


def _settings(patterns: PatternSet, rate: float) -> dict[str, Cell]:
    return {
        "lambda": patterns.origin.threshold,
        "rate": rate,
        "tokenisation": patterns.origin.tokenisation,
        "patterns": len(patterns),
    }


def _counts(items: pl.DataFrame, kind: str) -> dict[str, tuple[int, int]]:
    """Return how many answers are right, of how many, by where the artifacts of a kind stand."""
    found = items.group_by(f"artifact_{kind}").agg(right=pl.col("correct").sum(), n=pl.len())
    counts = {mark: (right, n) for mark, right, n in found.iter_rows()}
    return {mark: counts.get(mark, (0, 0)) for mark in WHERE}


def _figures(kind: str, counts: Mapping[str, tuple[int, int]], level: float, name: str) -> Iterator[Figure]:
    agree, disagree = counts["agree"], counts["disagree"]
    for mark in WHERE:
        group = {"artifacts": kind, f"artifact_{kind}": mark}
        accuracy = proportion(*counts[mark], level)
        yield Figure("accuracy", accuracy, group, rows=_rows(name, kind, mark), what="")
    both = _rows(name, kind, *JUDGED)
    difference = proportion_difference(*agree, *disagree, level)
    yield Figure("difference", difference, rows=both, what=f"{kind}.difference")
    detectable = detectable_difference(agree[0] + disagree[0], agree[1], disagree[1], "fisher", level)
    yield Figure("detectable_difference", detectable, rows=both, what=f"{kind}.detectable")


def _test(counts: Mapping[str, tuple[int, int]]) -> TestResult:
    return fisher([[right, n - right] for right, n in (counts["agree"], counts["disagree"])])


def _cells_by_label(items: pl.DataFrame, kind: str) -> npt.NDArray[np.int64]:
    """Return right and wrong answers where artifacts agree and where not, of shape (labels, 2, 2)."""
    found = items.with_columns(pl.col("label").cast(pl.String))
    labels = found["label"].unique().sort().to_list()
    counts = dict.fromkeys(((label, mark) for label in labels for mark in WHERE), (0, 0))
    grouped = found.group_by("label", f"artifact_{kind}").agg(right=pl.col("correct").sum(), n=pl.len())
    counts |= {(label, mark): (right, n - right) for label, mark, right, n in grouped.iter_rows()}
    return np.array([[counts[label, mark] for mark in JUDGED] for label in labels])


def _table(figures: Figures, tests: Mapping[str, TestResult], name: str) -> View:
    p_values = {kind: p for kind in KINDS if (p := tests[kind].p_value) is not None}
    adjusted = dict(zip(p_values, holm(list(p_values.values())).tolist(), strict=True))
    columns = ["artifacts", *(each for mark in WHERE for each in (f"{mark}_n", *_bounded(mark)))]
    rows = tuple(_row(kind, figures, adjusted.get(kind), p_values.get(kind)) for kind in _LINES)
    return View(
        fill("artifact_agreement.by_artifacts"),
        (*columns, *_bounded("difference"), "p_holm", *_bounded("within"), "p", "detectable"),
        rows,
        by=("artifacts",),
        line_rows=tuple(_rows(name, kind, *JUDGED) for kind in _LINES),
        bounds=bounded(*WHERE, "difference", "within"),
        roles={**dict.fromkeys(WHERE, "accuracy"), **{f"{mark}_n": "count" for mark in WHERE}},
    )


def _bounded(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


def _row(kind: str, figures: Figures, adjusted: float | None, p_value: float | None) -> tuple[Cell, ...]:
    accuracies = [figures[f"{kind}.{mark}"] for mark in WHERE]
    cells = [cell for each in accuracies for cell in (each.n, *_values(each))]
    difference, within = figures[f"{kind}.difference"], figures[f"{kind}.difference_within_labels"]
    detectable = figures[f"{kind}.detectable"].value
    return (kind, *cells, *_values(difference), adjusted, *_values(within), p_value, detectable)


def _values(estimate: Figure) -> tuple[float | None, float | None, float | None]:
    return estimate.value, *estimate.bounds


def _headline(model: str, figures: Figures) -> str:
    agree, disagree, none = (figures[f"together.{mark}"] for mark in ("agree", "disagree", "none"))
    difference = figures["together.difference"]
    if agree.value is None or disagree.value is None or difference.value is None:
        return fill("artifact_agreement.none", model=model)
    within = figures["together.difference_within_labels"]
    known = "" if within.value is None else fill("artifact_agreement.within", within=within)
    return fill(
        "artifact_agreement.headline",
        model=model,
        agree=agree,
        disagree=disagree,
        difference=difference,
        within=known or fill("artifact_agreement.within_unknown"),
        without="" if none.value is None else fill("artifact_agreement.without", none=none),
    )
