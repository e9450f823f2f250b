"""What a model with two labels, or a score with a threshold, is worth as a guard: what it passes."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.means import mean_of
from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.costs import Costs
from rightreasons.challenges.entailment_scores import thresholded, why_no_score
from rightreasons.challenges.hans.challenges import BY_ID, BY_TEXT
from rightreasons.challenges.matching import matched
from rightreasons.challenges.pooling import Pooling
from rightreasons.figures import WRONG_FIRST, Figure, Figures, figures_of, where
from rightreasons.findings import Finding, View
from rightreasons.labels import Label
from rightreasons.measures.model.guard_thresholds import GuardScores, cost_figures, threshold_views
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.calibration import CalibrationBins, calibration_bins, expected_calibration_error
from rightreasons.statistics.classification import f1_of_share, mean_of_shares
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.roc_area import auroc
from rightreasons.statistics.stratified_proportion import StratifiedSample

ADDS = {"model_measure": ["guard"]}
MEASURE = "guard"
BINS = 10
SEED = 2019
OF_SAMPLE = "of a sample of unequal strata it is not measured; ask all items, or as many of each"
_LET_THROUGH = (Label.CONTRADICTION, Label.NEUTRAL)

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Answers:
    """Items that were predicted: gold label, whether it is entailment, whether entailment was answered."""

    gold: pl.Series
    is_entailed: Flags
    passed: Flags
    probability: npt.NDArray[np.float64] | None
    reason: str | None
    sample: StratifiedSample | None
    clusters: npt.NDArray[np.int64]

    def scores(self, seed: int) -> GuardScores | None:
        """Return the scores with what was decided; None without scores of both classes, or of a sample."""
        both = 0 < int(self.is_entailed.sum()) < len(self.is_entailed)
        if self.probability is None or self.sample is not None or not both:
            return None
        return GuardScores(self.probability, self.is_entailed, self.passed, self.clusters, seed)

    def share(self, of: Flags, passed: Flags) -> Estimate:
        """Return the share of items that are `passed` among those that are `of`, each by its stratum."""
        if self.sample is not None:
            return self.sample.share(passed, of)
        return proportion(int((of & passed).sum()), int(of.sum()))


def guard(
    challenge: Challenge,
    predictions: Predictions,
    threshold: float | None = None,
    *,
    cost: str | None = None,
    bins: int = BINS,
    seed: int = SEED,
    allow_partial: bool = False,
) -> Finding:
    """Measure how well a model separates entailed items from all others.

    Parameters
    ----------
    challenge, predictions
        What was asked, and what a model said; joined by id.
    threshold
        The probability of entailment from which on an item is let through; None takes the labels as they were
        predicted.
    cost
        What an ungrounded item that passes costs, and a grounded one blocked: ``"miss=10,block=1"``.
    bins
        Bins of equal width for the calibration error.
    seed
        For the interval of the calibration error, and for the halves that thresholds are chosen on.
    allow_partial
        Whether items may lack a prediction and predictions an item; such are left out.

    Returns
    -------
    Finding
        Figures ``balanced_accuracy``, ``f1``, ``contradiction_let_through``, ``neutral_let_through``,
        ``auroc``, ``calibration_error``, ``brier``, null with a reason where a class, or a probability, is
        missing; with `cost` also ``cost``, ``cheapest_cost`` and ``saved``. Tables ``answers`` (items by gold
        label and answer) and, with probabilities, ``bins``, ``thresholds``, ``blocked`` (by halves).

    Raises
    ------
    PredictionError
        If ids are missing or unknown, or there is a threshold and no probability of entailment.
    OptionError
        For a threshold outside 0 to 1, or a cost that is not stated as above.
    """
    predicted = predictions if threshold is None else thresholded(predictions, threshold)
    answers, name = _answers(challenge, predicted, allow_partial=allow_partial), challenge.name
    counted = _binned(answers, bins)
    scores, costs = answers.scores(seed), None if cost is None else Costs.read(cost)
    cost_of = () if scores is None or costs is None else cost_figures(scores, costs, where(set=name))
    figures = Figures([*_decided(answers, name), *_scored(answers, counted, seed, name), *cost_of])
    return Finding(
        measure=MEASURE,
        subject=f"{predictions.name} on {name}",
        definition=fill("guard.definition"),
        headline=_headline(answers, figures, name),
        figures=figures,
        views={"answers": _by_gold(answers, name)} | _views(scores, costs, counted),
        settings={"threshold": threshold, "bins": bins, "seed": seed} | ({"cost": cost} if cost else {}),
        notes=_notes(figures),
        on=name,
    )


def _views(
    scores: GuardScores | None, costs: Costs | None, counted: CalibrationBins | None
) -> dict[str, View]:
    of_thresholds = {} if scores is None else threshold_views(scores, costs)
    return of_thresholds | ({} if counted is None else {"bins": _bin_view(counted)})


def _binned(answers: _Answers, bins: int) -> CalibrationBins | None:
    if answers.probability is None:
        return None
    return calibration_bins(answers.probability, answers.is_entailed, bins)


def _answers(challenge: Challenge, predicted: Predictions, *, allow_partial: bool) -> _Answers:
    found = matched(challenge, predicted, allow_partial=allow_partial)
    gold = found.frame["label"]
    is_entailed = (gold == Label.ENTAILMENT).to_numpy()
    passed = (found.frame["predicted"] == Label.ENTAILMENT).to_numpy()
    reason = why_no_score(predicted)
    probability = None if reason else found.probabilities[Label.ENTAILMENT].to_numpy()
    sample = Pooling.of(challenge.strata, found.frame).sample(found.frame)
    return _Answers(gold, is_entailed, passed, probability, reason, sample, _clusters(challenge, found.frame))


def _clusters(challenge: Challenge, items: pl.DataFrame) -> npt.NDArray[np.int64]:
    """Return a number an item, the same for items of one document where texts are known."""
    if challenge.pairs is None:
        return np.arange(len(items))
    texts = challenge.pairs.frame.select("id", "premise")
    joined = items.select("id").join(texts, on="id", how="left", maintain_order="left")
    return joined["premise"].rank("dense").fill_null(0).cast(pl.Int64).to_numpy()


def _notes(figures: Figures) -> tuple[str, ...]:
    """Return what the cheapest threshold saves, or that the data cannot tell."""
    saved = figures.get("saved")
    if saved is None or saved.value is None:
        return ()
    said = {"cost": figures["cost"], "cheapest": figures["cheapest_cost"]}
    low = saved.bounds[0]
    return (fill("guard.saves" if low is not None and low > 0 else "guard.saves_nothing", **said),)


def _decided(answers: _Answers, name: str) -> Iterator[Figure]:
    """Return the figures of the answers themselves."""
    entailed, passed = answers.is_entailed, answers.passed
    rates = answers.share(entailed, passed), answers.share(~entailed, ~passed)
    hits = answers.share(entailed | passed, entailed & passed)
    rows = where(set=name).ordered_by(*WRONG_FIRST)
    yield Figure("balanced_accuracy", mean_of_shares(*rates), rows=rows)
    yield Figure("f1", f1_of_share(hits), rows=rows)
    for label in _LET_THROUGH:
        share, own = _let_through(answers, label), rows.also(*where(label=label).where)
        yield Figure("false_positives", share, label=label, rows=own, what="let_through")


def _let_through(answers: _Answers, label: Label) -> Estimate:
    of_label = (answers.gold == label).to_numpy()
    if not of_label.any():
        return Estimate(None, "proportion", 0, reason=fill("guard.no_such_gold", label=label))
    return answers.share(of_label, answers.passed)


def _scored(answers: _Answers, counted: CalibrationBins | None, seed: int, name: str) -> Iterator[Figure]:
    """Return the figures of the probability of entailment."""
    n = len(answers.gold)
    if answers.probability is None or counted is None:
        none = Estimate(None, "proportion", n, reason=answers.reason)
        found = dict.fromkeys(("auroc", "calibration_error", "brier"), none)
    else:
        found = _of_probability(answers, answers.probability, counted, seed)
    yield from figures_of(found, {quantity: quantity for quantity in found}, rows=where(set=name))


def _of_probability(
    answers: _Answers, probability: npt.NDArray[np.float64], counted: CalibrationBins, seed: int
) -> dict[str, Estimate]:
    differences = np.square(probability - answers.is_entailed)
    if answers.sample is not None:
        none = Estimate(None, "proportion", len(answers.gold), reason=OF_SAMPLE)
        brier = answers.sample.mean(differences, "squared difference")
        return {"auroc": none, "calibration_error": none, "brier": brier}
    return {
        "auroc": auroc(probability, answers.is_entailed),
        "calibration_error": expected_calibration_error(counted, seed),
        "brier": mean_of(differences, "squared difference"),
    }


def speaks_of_guards(name: str | None, golds: Collection[Any]) -> bool:
    """Return whether a set is spoken of as grounded and ungrounded: gold of two labels, and not HANS's."""
    return name not in (BY_TEXT, BY_ID) and set(golds) <= {Label.ENTAILMENT, Label.NON_ENTAILMENT}


def _headline(answers: _Answers, figures: Figures, name: str) -> str:
    entailed, passed = answers.is_entailed, answers.passed
    of_entailed, of_others = (answers.share(of, passed) for of in (entailed, ~entailed))
    let_through = [figures[f"{label}_let_through"] for label in _LET_THROUGH]
    parts: list[tuple[Estimate | Figure, str]] = [
        (of_entailed, "entailed"),
        *zip(let_through, ("contradicted", "neutral"), strict=True),
    ]
    if speaks_of_guards(name, set(answers.gold)):
        return fill("guard.headline_of_a_guard", grounded=of_entailed, ungrounded=of_others)
    if all(figure.value is None for figure in let_through):
        parts = [(of_entailed, "entailed"), (of_others, "non-entailed")]
    shares = (
        fill("guard.share", passed=figure, what=name) for figure, name in parts if figure.value is not None
    )
    return fill("guard.headline", shares=joined(shares))


def _by_gold(answers: _Answers, name: str) -> View:
    frame = pl.DataFrame({"gold": answers.gold, "passed": answers.passed})
    counted = frame.group_by("gold").agg(items=pl.len(), passed=pl.col("passed").sum()).sort("gold")
    shares = counted.with_columns(share=pl.col("passed") / pl.col("items"))
    return View.from_frame(
        fill("guard.answers" if speaks_of_guards(name, set(answers.gold)) else "guard.answers_of_entailment"),
        shares,
        by=("gold",),
        rows=where(set=name).ordered_by(*WRONG_FIRST),
        items={"gold": "label"},
    )


def _bin_view(counted: CalibrationBins) -> View:
    n = np.maximum(counted.n, 1)
    frame = pl.DataFrame(
        {
            "from": counted.edges[:-1],
            "to": counted.edges[1:],
            "n": counted.n,
            "probability": np.where(counted.n > 0, counted.probability / n, np.nan),
            "entailed": np.where(counted.n > 0, counted.events / n, np.nan),
        }
    )
    return View.from_frame(
        fill("guard.bins"),
        frame,
        by=("from", "to"),
    )
