"""The measure `missing_answers`: what accuracy could be, were the items without an answer wrong or right."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.entailment_scores import why_no_score
from rightreasons.challenges.pooling import Pooling
from rightreasons.difficulty.marks import pattern_marks
from rightreasons.errors import NotApplicableError
from rightreasons.figures import WRONG_FIRST, Figure, where
from rightreasons.findings import Finding, View
from rightreasons.labels import Label
from rightreasons.labels import collapse as two_way_label
from rightreasons.measures.model.majority_label import most_frequent
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.statistics.roc_area import auroc

ADDS = {"model_measure": ["missing_answers"]}
MEASURE = "missing_answers"
_ROLES = {
    "mark": "mark",
    "missing": "count",
    "share_missing": "unanswered",
    "answered": "accuracy",
    "missing_wrong": "accuracy",
    "missing_right": "accuracy",
}
BOUNDS = ("missing_wrong", "missing_right")
_NO_AREA = "of a sample of unequal strata it is not measured"


def missing_answers(
    challenge: Challenge,
    scored: Finding,
    predictions: Predictions,
    model: str = "the model",
    pairs: PairTable | None = None,
    train_patterns: PatternSet | None = None,
) -> Finding:
    """Bound the scores over all possible answers to the items without one.

    Parameters
    ----------
    challenge
        What was asked; items without a gold label are none.
    scored
        The score, whose items say which answers are right.
    predictions
        What the model said, with probabilities for the area under the curve.
    model
        What to call the model.
    pairs, train_patterns
        The sentences, and patterns of training data: then missing items are counted by difficulty too.

    Returns
    -------
    Finding
        Figures ``missing`` (share of items), ``majority_label``, ``missing_wrong`` and ``missing_right``
        (accuracy of all items if every missing one is wrong, or right; for every gold label its recall),
        ``area.missing_last`` and ``area.missing_first`` (AUROC if every missing item is ranked on the wrong
        side of all others, or on the right one). Views ``by_label`` and ``by_difficulty``. Test ``by_label``:
        whether the share missing differs between gold labels (chi-square).

    Raises
    ------
    NotApplicableError
        Where no item is without an answer.
    """
    items = _items(challenge, scored)
    if not items["missing"].any():
        raise NotApplicableError("an answer to every item", "missing ones", "nothing is to be done")
    pooling = Pooling.of(challenge.strata, items)
    figures = [*_figures(items, pooling, challenge.name), *_areas(items, predictions, pooling)]
    found = {figure.name: figure for figure in figures}
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {challenge.name}",
        definition=fill("missing_answers.definition"),
        headline=fill(
            "missing_answers.headline",
            missing=found["missing"],
            model=model,
            low=found["missing_wrong"],
            high=found["missing_right"],
        ),
        figures=figures,
        views=_views(items, pairs, train_patterns),
        tests={"by_label": _unequal(items)},
        on=challenge.name,
    )


def _views(
    items: pl.DataFrame, pairs: PairTable | None, train_patterns: PatternSet | None
) -> dict[str, View]:
    views = {"by_label": _view(items, "label", fill("missing_answers.by_label"))}
    if pairs is not None and train_patterns is not None:
        marks = pattern_marks(pairs, train_patterns).frame.select("id", pl.col("mark").cast(pl.String))
        marked = items.join(marks, on="id", how="left", maintain_order="left")
        known = marked.with_columns(pl.col("mark").fill_null("none"))
        views["by_difficulty"] = _view(known, "mark", fill("missing_answers.by_difficulty"))
    return views


def _items(challenge: Challenge, scored: Finding) -> pl.DataFrame:
    """Return all items with ``label`` in the scheme of the answers, ``correct`` and ``missing``."""
    items = challenge.items.filter(pl.col("label").is_not_null())
    if scored.items is None:
        return items.with_columns(missing=True, correct=False)
    right = scored.items.select("id", "correct", pl.col("answer").cast(pl.String))
    joined = items.join(right, on="id", how="left", maintain_order="left")
    if Label.NON_ENTAILMENT in joined["answer"]:
        names = {label.value: two_way_label(label).value for label in Label}
        collapsed = pl.col("label").cast(pl.String).replace_strict(names, return_dtype=LABEL_TYPE)
        joined = joined.with_columns(label=collapsed)
    missing = pl.col("correct").is_null()
    return joined.with_columns(missing=missing, correct=pl.col("correct").fill_null(value=False)).drop(
        "answer"
    )


def _figures(items: pl.DataFrame, pooling: Pooling, name: str) -> Iterator[Figure]:
    rows = where(set=name)
    yield Figure("unanswered", pooling.share(items, "missing"), rows=rows, what="missing")
    labels = [Label(each) for each in items["label"].cast(pl.String).unique().sort().to_list()]
    most, share = most_frequent(items, pooling)
    yield Figure("majority_accuracy", share, label=most, rows=rows, what="majority_label")
    either = items.with_columns(missing_wrong="correct", missing_right=pl.col("correct") | pl.col("missing"))
    for what in BOUNDS:
        yield Figure("accuracy", pooling.share(either, what), rows=rows.ordered_by(*WRONG_FIRST), what=what)
        for label in labels if len(labels) > 1 else ():
            of_label = either.filter(pl.col("label") == label.value)
            yield Figure(
                "accuracy",
                pooling.share(of_label, what),
                label=label,
                rows=where(set=name, label=label).ordered_by(*WRONG_FIRST),
                what=what,
            )


def _areas(items: pl.DataFrame, predictions: Predictions, pooling: Pooling) -> Iterator[Figure]:
    if why_no_score(predictions) is not None:
        return
    names = ("area.missing_last", "area.missing_first")
    if pooling.strata is not None:
        none = Estimate(None, "proportion", items.height, reason=_NO_AREA)
        yield from (Figure("auroc", none, what=name) for name in names)
        return
    scores = predictions.frame.select("id", score=Label.ENTAILMENT.value)
    joined = items.join(scores, on="id", how="left", maintain_order="left")
    entailed = (joined["label"] == Label.ENTAILMENT.value).to_numpy()
    missing, given = joined["missing"].to_numpy(), joined["score"].fill_null(0.0).to_numpy()
    for name, on_top in zip(names, (~entailed, entailed), strict=True):
        ranked = np.where(missing, np.where(on_top, 2.0, -1.0), given)
        yield Figure("auroc", auroc(ranked, entailed), what=name)


def _view(items: pl.DataFrame, by: str, title: str) -> View:
    counted = (
        items.group_by(pl.col(by).cast(pl.String))
        .agg(
            items=pl.len(),
            missing=pl.col("missing").sum(),
            share_missing=pl.col("missing").mean(),
            answered=pl.col("correct").filter(~pl.col("missing")).mean(),
            missing_wrong=pl.col("correct").mean(),
            missing_right=(pl.col("correct") | pl.col("missing")).mean(),
        )
        .sort(by)
    )
    return View.from_frame(
        title,
        counted,
        by=(by,),
        items={"label": "label"} if by == "label" else {},
        roles={name: _ROLES[name] for name in counted.columns if name in _ROLES},
    )


def _unequal(items: pl.DataFrame) -> TestResult:
    """Test whether the share missing is the same in every gold label."""
    counted = items.group_by("label").agg(pl.col("missing").sum(), n=pl.len())
    table = np.array([counted["missing"].to_numpy(), (counted["n"] - counted["missing"]).to_numpy()])
    method, n = "chi-square", items.height
    if table.shape[1] < 2 or not table.sum(axis=1).all():
        return TestResult(method, None, None, n, reason="all items have one label, or none is answered")
    from scipy.stats import chi2_contingency

    found = chi2_contingency(table, correction=False)
    return TestResult(
        method, float(found.statistic), float(found.pvalue), n, degrees_of_freedom=int(found.dof)
    )
