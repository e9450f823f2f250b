"""How many bits a model knows of the labels, and how many of them the hypothesis alone would give."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.shared_texts import clusterings
from rightreasons.challenges.challenge import Challenge
from rightreasons.cross_fitting.features import ngram_features
from rightreasons.engine.progress import silent
from rightreasons.errors import MeasureInputError, NotApplicableError
from rightreasons.figures import Figure, Figures, Rows, where
from rightreasons.findings import Finding, View
from rightreasons.labels import Label
from rightreasons.measures.data.hypothesis_only.gold_probabilities import informative_probabilities
from rightreasons.measures.data.hypothesis_only.measures import hypothesis_baseline
from rightreasons.measures.data.hypothesis_only.question import Question
from rightreasons.measures.data.overlap_only import features_of_sides, overlap_baseline
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.cross_fitted import Dependence
from rightreasons.statistics.information import (
    LEAST_PROBABILITY,
    Bits,
    mean_bits,
    pointwise_information,
    surprisal,
)
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.temperature import calibrated
from rightreasons.text.tokenisations import choose_tokenisation, tokens

ADDS = {"model_measure": ["model_information"]}
TITLES = {"model_information": "V-usable information in the model's scores"}
MEASURE = "model_information"
ITEM_COLUMNS: Mapping[str, str] = {
    "pvi": "float information: Bits that the model knows of the gold label of the row beyond the shares of "
    "the labels (pointwise V-information); below 0 where it misleads.",
}
_FINER = {
    Label.NON_ENTAILMENT: (Label.NON_ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION),
}
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Answered:
    """The items with gold and probabilities, shape (items,) or (items, labels of the model)."""

    table: PairTable
    codes: npt.NDArray[np.int64]
    allowed: npt.NDArray[np.bool_]
    probabilities: Shares
    dependence: Dependence | None

    def of_gold(self, probabilities: Shares) -> Shares:
        """Return the probability of the gold label, summed where gold allows several; shape (items,)."""
        chosen: Shares = np.minimum((probabilities * self.allowed).sum(axis=1), 1.0)
        return chosen

    def mean(self, bits: Bits, part: npt.NDArray[np.bool_] | None = None) -> Estimate:
        """Return the mean of bits of all items, or of a part of them."""
        if part is None:
            return mean_bits(bits, self.dependence)
        return mean_bits(bits[part], self.dependence and self.dependence.where(part))


def model_information(
    challenge: Challenge,
    pairs: PairTable,
    predictions: Predictions,
    model: str = "the model",
    seed: int = 2019,
) -> Finding:
    """Measure the usable information (V-information) of a model's probabilities about the gold labels.

    Beside it stand linear models that see a part of the pair alone, cross-fitted on the same items: they show
    how much of it needs the premise.

    Parameters
    ----------
    challenge, pairs
        What was asked, and its sentences with gold labels.
    predictions
        What the model said, with probabilities.
    model
        What to call the model.
    seed
        Of the folds.

    Returns
    -------
    Finding
        Figures in bits: ``label_entropy``, ``information`` (also by label), ``calibrated`` (with a
        temperature fitted to other items), ``hypothesis.information``, ``overlap.information`` and
        ``beyond_hypothesis`` (the mean difference by item). Views ``by_input``, ``by_label``, and
        ``by_COLUMN`` for every column of groups of the challenge. Items:
        `ITEM_COLUMNS`.

    Raises
    ------
    NotApplicableError
        Without probabilities, of samples, of challenges that test shortcuts, of fewer than two gold labels,
        and of a model of two labels where gold has three.

    References
    ----------
    Xu et al. (2020), definition 2; Ethayarajh, Choi and Swayamdipta (2022), sections 2 and 3. Temperature:
    Guo et al. (2017), "On calibration of modern neural networks", section 4.2.
    """
    items = _answered(challenge, pairs, predictions)
    shares = surprisal(_shares_of_others(items.codes))
    bits = _of_model(items, shares, seed)
    alone = dict(_alone(items, seed))
    figures = Figures(list(_figures(items, shares, bits, alone, pairs.name)))
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}",
        definition=fill("model_information.definition", least=LEAST_PROBABILITY),
        headline=_headline(figures, model),
        figures=figures,
        views=_views(items, shares, bits | alone, challenge),
        settings={"seed": seed},
        on=pairs.name,
        items=_items(items, bits["model"], alone),
    )


def _of_model(items: _Answered, shares: Bits, seed: int) -> dict[str, Bits]:
    """Return the bits that the model knows of each item, as its probabilities are and calibrated."""
    probabilities = {
        "model": items.probabilities,
        "calibrated": calibrated(items.probabilities, items.allowed, seed),
    }
    return {
        name: pointwise_information(shares, surprisal(items.of_gold(given)))
        for name, given in probabilities.items()
    }


def _views(
    items: _Answered, shares: Bits, every: Mapping[str, Bits], challenge: Challenge
) -> dict[str, View]:
    name = items.table.name
    views = {"by_input": _by_input(items, shares, every, name), "by_label": _by_label(items, every, name)}
    return views | {
        f"by_{column}": _by_column(items, every, challenge, column) for column in challenge.groups
    }


def _answered(challenge: Challenge, pairs: PairTable, predictions: Predictions) -> _Answered:
    if not predictions.has_probabilities or challenge.strata is not None or challenge.tests_shortcuts:
        raise NotApplicableError(
            "labels without probabilities, a sample, or a challenge",
            "a probability of each label of ordinary data",
            "nothing is to be done",
        )
    labelled = pairs.with_gold()
    table = labelled.where(labelled.frame["id"].is_in(predictions.frame["id"].implode()), "answered")
    accepted = {gold: _FINER.get(gold, (gold,)) for gold in table.labels}
    known = set(predictions.labels)
    if len(table.labels) < 2 or any(not known.intersection(each) for each in accepted.values()):
        raise NotApplicableError(
            "one gold label, or gold labels that the model cannot give",
            "two or more",
            "nothing is to be done",
        )
    frame = table.frame.select("id").join(predictions.frame, on="id", how="left", maintain_order="left")
    probabilities = frame.select(*map(str, predictions.labels)).to_numpy().astype(np.float64)
    codes = np.array([table.labels.index(Label(gold)) for gold in table.gold.to_list()], dtype=np.int64)
    may = np.array([[label in accepted[gold] for label in predictions.labels] for gold in table.labels])
    groups = clusterings(table)
    sums = np.maximum(probabilities.sum(axis=1, keepdims=True), LEAST_PROBABILITY)
    return _Answered(
        table.named(pairs.name),
        codes,
        may[codes],
        probabilities / sums,
        Dependence(groups) if groups else None,
    )


def _shares_of_others(codes: npt.NDArray[np.int64]) -> Shares:
    """Return the share of each item's label among the other items, shape (items,)."""
    counts = np.bincount(codes)[codes]
    shares: Shares = (counts - 1) / max(len(codes) - 1, 1)
    return shares


def _alone(items: _Answered, seed: int) -> Iterator[tuple[str, Bits]]:
    """Yield the bits of linear models that see a part of the pair, as far as texts can be put into folds."""
    table, question = items.table, Question(items.table, None, (), seed, silent)
    tokenisation = choose_tokenisation([False], [table.hypotheses])
    hypotheses, premises = (tokens(each, tokenisation) for each in (table.hypotheses, table.premises))
    asked = (
        ("hypothesis", hypothesis_baseline(hypotheses), lambda: ngram_features([hypotheses])),
        (
            "overlap",
            overlap_baseline(hypotheses.tokenisation),
            lambda: features_of_sides((premises, hypotheses)),
        ),
    )
    for name, baseline, features in asked:
        try:
            found = informative_probabilities(baseline, question, features)
        except MeasureInputError:
            return
        yield name, pointwise_information(surprisal(found.shares), surprisal(found.sample.scored.probability))


def _figures(
    items: _Answered, shares: Bits, bits: Mapping[str, Bits], alone: Mapping[str, Bits], name: str
) -> Iterator[Figure]:
    rows = where(set=name).ordered_by("pvi")
    yield Figure("entropy", items.mean(shares), rows=rows, what="label_entropy")
    yield Figure("information", items.mean(bits["model"]), rows=rows)
    yield Figure("information", items.mean(bits["calibrated"]), rows=rows, what="calibrated")
    for label, part in _labels(items):
        of_label = rows.also(*where(label=label).where)
        yield Figure("information", items.mean(bits["model"], part), label=label, rows=of_label)
    for each, found in alone.items():
        yield Figure("information", items.mean(found), {"input": each}, rows=rows)
    if "hypothesis" in alone:
        beyond = items.mean(bits["model"] - alone["hypothesis"])
        yield Figure("information", beyond, rows=rows, what="beyond_hypothesis")


def _headline(figures: Figures, model: str) -> str:
    known, entropy = figures["information"], figures["label_entropy"]
    fields = {"model": model, "known": known, "entropy": entropy}
    if known.interval is not None and known.interval.low <= 0:
        calibrated = figures["calibrated"]
        # Equal probabilities tell a thousandth of a bit, since no row counts among the shares beside it.
        if calibrated.interval is not None and round(calibrated.interval.low, 2) > 0:
            return fill("model_information.overconfident", **fields, calibrated=calibrated)
        return fill("model_information.nothing", **fields)
    if "hypothesis.information" not in figures:
        return fill("model_information.alone", **fields)
    alone = figures["hypothesis.information"]
    return fill("model_information.headline", **fields, hypothesis=alone)


def _labels(items: _Answered) -> Iterator[tuple[Label, npt.NDArray[np.bool_]]]:
    for code, label in enumerate(items.table.labels):
        part = np.equal(items.codes, code)
        if part.any():
            yield label, part


def _by_input(items: _Answered, shares: Bits, every: Mapping[str, Bits], name: str) -> View:
    lines = tuple(
        (each, mean.n, mean.value, *mean.bounds, float(shares.mean()))
        for each, mean in ((each, items.mean(bits)) for each, bits in every.items())
    )
    return View(
        fill("model_information.by_input"),
        ("input", "n", "information", "low", "high", "entropy"),
        lines,
        by=("input",),
        bounds={"information": ("low", "high")},
        rows=where(set=name).ordered_by("pvi"),
        roles={"input": "side"},
    )


def _by_label(items: _Answered, every: Mapping[str, Bits], name: str) -> View:
    lines = tuple(
        (each, str(label), mean.n, mean.value, *mean.bounds)
        for each, bits in every.items()
        for label, mean in ((label, items.mean(bits, part)) for label, part in _labels(items))
    )
    return View(
        fill("model_information.by_label"),
        ("input", "label", "n", "information", "low", "high"),
        lines,
        by=("input", "label"),
        bounds={"information": ("low", "high")},
        rows=_worst(name),
        items={"label": "label"},
        roles={"input": "side"},
    )


def _by_column(items: _Answered, every: Mapping[str, Bits], challenge: Challenge, column: str) -> View:
    of_items = challenge.items.select("id", column)
    frame = items.table.frame.select("id").join(of_items, on="id", how="left", maintain_order="left")
    groups = frame[column].cast(pl.String)
    lines = tuple(
        (value, each, mean.n, mean.value, *mean.bounds)
        for value in groups.drop_nulls().unique().sort().to_list()
        for part in [(groups == value).fill_null(value=False).to_numpy()]
        for each, mean in ((each, items.mean(bits, part)) for each, bits in every.items())
    )
    return View(
        fill("model_information.by_column", column=column),
        ("group", "input", "n", "information", "low", "high"),
        lines,
        by=("group", "input"),
        bounds={"information": ("low", "high")},
        roles={"input": "side"},
    )


def _worst(name: str) -> Rows:
    """Return the rows whose gold label the model finds least likely first."""
    return where(set=name).ordered_by("pvi")


def _items(items: _Answered, model: Bits, alone: Mapping[str, Bits]) -> pl.DataFrame:
    of_inputs = {f"pvi_{name}": bits for name, bits in alone.items()}
    return pl.DataFrame({"id": items.table.frame["id"], "pvi": model} | of_inputs)
