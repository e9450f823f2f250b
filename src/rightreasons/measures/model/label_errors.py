"""Items whose gold label the model contradicts: which, how strongly, and towards which label."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.annotator_counts import agreement_with_gold, annotator_counts
from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import NotApplicableError
from rightreasons.figures import Figure, Rows, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.label_errors import confident_labels
from rightreasons.statistics.proportions import proportion

ADDS = {"model_measure": ["label_errors"]}
TITLES = {"label_errors": "Possible label errors"}
MEASURE = "label_errors"
ITEM_COLUMNS: Mapping[str, str] = {
    "gold_probability": "float score: Probability that the model gives to the gold label; the lower, the "
    "more likely it is an error.",
    "suspected_label": "text prediction: The other label that the model is confident of (confident "
    "learning); null where there is none.",
    "votes_against_gold": "float share: Share of the row's annotators who gave another label than gold.",
}
SHOWN = 20

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Judged:
    """The items with gold and probabilities, and what the model says of them."""

    frame: pl.DataFrame
    labels: tuple[Label, ...]
    codes: npt.NDArray[np.int64]
    of_gold: npt.NDArray[np.float64]
    confident: npt.NDArray[np.int64]

    @property
    def suspects(self) -> Flags:
        """Whether the model is confident of another label than gold, shape (items,)."""
        return np.asarray((self.confident >= 0) & (self.confident != self.codes))


def label_errors(
    challenge: Challenge, pairs: PairTable, predictions: Predictions, model: str = "the model"
) -> Finding:
    """Find items whose gold label a model contradicts, by confident learning and the probability of gold.

    A model that was fitted to these items has learned their errors: they should be a test set. Hard items
    are found too; people have to read them.

    Parameters
    ----------
    challenge, pairs
        What was asked, and its sentences with gold labels.
    predictions
        What the model said, with probabilities.
    model
        What to call the model.

    Returns
    -------
    Finding
        Figures ``suspects`` (count) and ``suspected``, their share, also by gold label. Views ``suspects``
        (the strongest), ``gold_by_suspected``. Items: `ITEM_COLUMNS`.

    Raises
    ------
    NotApplicableError
        Without probabilities, of samples, of challenges that test shortcuts, and where gold has other labels.

    References
    ----------
    Northcutt, Jiang and Chuang (2021), "Confident learning: estimating uncertainty in dataset labels".
    """
    judged = _judged(challenge, pairs, predictions)
    count = int(judged.suspects.sum())
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}",
        definition=fill("label_errors.definition"),
        headline=fill("label_errors.headline", model=model, suspects=count, items=len(judged.codes))
        if count
        else fill("label_errors.none", model=model, items=len(judged.codes)),
        figures=list(_figures(judged, pairs.name)),
        views={"suspects": _strongest(judged), "gold_by_suspected": _by_label(judged, pairs.name)},
        notes=(fill("label_errors.hard"),),
        on=pairs.name,
        items=_items(judged, pairs),
    )


def _judged(challenge: Challenge, pairs: PairTable, predictions: Predictions) -> _Judged:
    if not predictions.has_probabilities or challenge.strata is not None or challenge.tests_shortcuts:
        raise NotApplicableError(
            "labels without probabilities, a sample, or a challenge", "ordinary data", "nothing is to be done"
        )
    labels = predictions.labels
    table = pairs.with_gold()
    if len(table.labels) < 2 or not set(table.labels) <= set(labels):
        raise NotApplicableError("other gold labels than the model's", "the same", "nothing is to be done")
    frame = table.frame.select("id", "label").join(
        predictions.frame.drop("label"), on="id", how="inner", maintain_order="left"
    )
    codes = np.array([labels.index(Label(gold)) for gold in frame["label"].to_list()], dtype=np.int64)
    shares = frame.select(*map(str, labels)).to_numpy().astype(np.float64)
    return _Judged(
        frame, labels, codes, shares[np.arange(len(codes)), codes], confident_labels(shares, codes)
    )


def _suspects_of(name: str) -> Rows:
    return where(set=name).ordered_by("gold_probability")


def _figures(judged: _Judged, name: str) -> Iterator[Figure]:
    rows, suspects = _suspects_of(name), judged.suspects
    share = proportion(int(suspects.sum()), len(suspects))
    yield Figure("share", share, rows=rows, what="suspected")
    for code, label in enumerate(judged.labels):
        part = judged.codes == code
        if part.any():
            of_label = proportion(int(suspects[part].sum()), int(part.sum()))
            label_rows = rows.also(*where(label=label).where)
            yield Figure("share", of_label, label=label, rows=label_rows, what="suspected")


def _strongest(judged: _Judged) -> View:
    """Return the suspects whose gold label is least probable."""
    order = np.argsort(judged.of_gold, kind="stable")
    chosen = order[judged.suspects[order]][:SHOWN]
    ids = judged.frame["id"].gather(chosen).to_list()
    lines: list[tuple[Cell, ...]] = [
        (
            str(identity),
            str(judged.labels[judged.codes[place]]),
            str(judged.labels[judged.confident[place]]),
            float(judged.of_gold[place]),
        )
        for identity, place in zip(ids, chosen.tolist(), strict=True)
    ]
    return View(
        fill("label_errors.strongest"),
        ("id", "gold", "suspected", "gold_probability"),
        tuple(lines),
        by=("id",),
        line_rows=tuple(where(id=str(identity)) for identity in ids),
        roles={"id": "id", "suspected": "prediction", "gold_probability": "score"},
    )


def _by_label(judged: _Judged, name: str) -> View:
    suspects = judged.suspects
    lines: list[tuple[Cell, ...]] = [
        (str(gold), str(other), int((suspects & (judged.codes == own) & (judged.confident == place)).sum()))
        for own, gold in enumerate(judged.labels)
        for place, other in enumerate(judged.labels)
        if own != place
    ]
    return View(
        fill("label_errors.by_label"),
        ("gold", "suspected", "n"),
        tuple(lines),
        by=("gold", "suspected"),
        rows=_suspects_of(name),
        items={"gold": "label", "suspected": "suspected_label"},
        roles={"suspected": "prediction"},
    )


def _items(judged: _Judged, pairs: PairTable) -> pl.DataFrame:
    names = [str(judged.labels[each]) if each >= 0 else None for each in judged.confident]
    suspected = [name if flag else None for name, flag in zip(names, judged.suspects.tolist(), strict=True)]
    items = judged.frame.select("id").with_columns(
        pl.Series("gold_probability", judged.of_gold),
        pl.Series("suspected_label", suspected, dtype=pl.String),
    )
    if ANNOTATORS not in pairs.frame.columns:
        return items
    table = pairs.with_gold()
    counts, labels = annotator_counts(table)
    against = 1 - agreement_with_gold(table, counts, labels)
    votes = pl.DataFrame({"id": table.frame["id"], "votes_against_gold": against})
    rated = votes.filter(pl.Series(counts.sum(axis=1) > 0))
    return items.join(rated, on="id", how="left", maintain_order="left")
