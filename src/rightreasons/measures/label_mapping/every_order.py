"""Labels are proved, not assumed: how right a model is on ordinary pairs under every order of its labels."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label, collapse, gold_set, in_order
from rightreasons.measures.label_mapping.finding import unclear
from rightreasons.measures.label_mapping.orders import Demand, LabelOrder, Order, is_below
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.statistics.paired import mcnemar_one_sided
from rightreasons.statistics.results import TestResult

Flags = npt.NDArray[np.bool_]
Names = Mapping[str, str | None]


def label_order(
    data: PairTable | Challenge,
    predictions: Predictions,
    demand: Demand,
    *,
    names: Names | None = None,
    labels: tuple[Label, ...] | None = None,
) -> LabelOrder:
    """Compare the declared order of a model's labels with every other.

    Three labels have six orders, two labels two; a single score has two labels, and their other order is the
    score read in the other direction. Gold is collapsed to the model's labels.

    Parameters
    ----------
    data
        Ordinary pairs with gold labels, or a challenge of whose items some are predicted.
    predictions
        What the model said of them, by id.
    demand
        When another order counts as better.
    names
        Label by the name that the model itself has for it (`Identity.label_map`); by default what the
        predictions know, or else the names of the labels.
    labels
        The labels that the model can give; by default those that the predictions know.

    Raises
    ------
    MeasureInputError
        If no pair is predicted that has one of the model's labels for gold.
    """
    own = in_order({*(labels or ()), *predictions.labels})
    return _compared(_gold(data), data.name, predictions, own, demand, names)


def best_order(
    data: PairTable | Challenge, predictions: Predictions, demand: Demand, *, names: Names | None = None
) -> LabelOrder:
    """Find the order of the labels of a model whose outputs have no names.

    Parameters
    ----------
    data, demand, names
        As in `label_order`; the best order must beat each other one at the level, and reach the floor.
    predictions
        What the model said, its labels declared in any order.

    Returns
    -------
    LabelOrder
        With the best order as the declared one; its `LabelOrder.label_map` is what the names mean.

    Raises
    ------
    LabelOrderError
        If the best order is not clear.
    MeasureInputError
        As in `label_order`.
    """
    own, gold = in_order(predictions.labels), _gold(data)
    found = _compared(gold, data.name, predictions, own, demand, names)
    other = found.best_other
    if other is not None and other.correct > found.declared.correct:
        meaning = dict(zip(found.labels, other.meaning, strict=True))
        label_map = {name: meaning[label].value for name, label in found.names.items()}
        found = _compared(gold, data.name, relabelled(predictions, meaning), own, demand, label_map)
    reaches = found.declared.correct >= demand.floor_of(found.labels) * found.n
    rivals = [order for order in found.others if not is_below(order.converse, demand.level)]
    if rivals or not reaches:
        raise unclear(found, rivals)
    return found


def _gold(data: PairTable | Challenge) -> pl.DataFrame:
    rows = data.items if isinstance(data, Challenge) else data.with_gold().frame
    return rows.select("id", gold="label")


def relabelled(predictions: Predictions, meaning: Mapping[Label, Label]) -> Predictions:
    """Return predictions with every label, and its probability, under the name of another one.

    Parameters
    ----------
    predictions
        What a model said.
    meaning
        New label by old label; no two become one.
    """
    labels = in_order(meaning[label] for label in predictions.labels)
    if len(labels) < len(predictions.labels):
        raise ValueError("two labels cannot become one")
    old = {after.value: before.value for before, after in meaning.items()}
    new = {before.value: after.value for before, after in meaning.items()}
    columns = [pl.col(old[label.value]).alias(label.value) for label in labels]
    frame = predictions.frame.select(
        "id",
        pl.col("label").cast(pl.String).replace_strict(new, return_dtype=LABEL_TYPE),
        *(columns if predictions.has_probabilities else ()),
    )
    label_map = {name: label and new[label] for name, label in predictions.provenance.label_map.items()}
    return Predictions(frame, labels, replace(predictions.provenance, label_map=label_map))


def _compared(
    gold: pl.DataFrame,
    data: str,
    predictions: Predictions,
    own: tuple[Label, ...],
    demand: Demand,
    names: Names | None = None,
) -> LabelOrder:
    joined = gold.join(predictions.frame.select("id", "label"), on="id", how="inner", maintain_order="left")
    right = _right(joined["gold"], own)
    fits = right.any(axis=1)
    if not fits.any():
        raise MeasureInputError(
            f"'{printable(predictions.name)}' predicts none of '{printable(data)}' that has one of its "
            f"labels ({', '.join(own)}) for gold",
            "predictions of labelled pairs, by id",
            "give other labelled data to --calibrate",
        )
    predicted = _codes(joined["label"], own)[fits]
    declared, others = _orders(right[fits], predicted, own)
    return LabelOrder(
        model=predictions.name,
        data=data,
        labels=own,
        declared=declared,
        others=others,
        n=int(fits.sum()),
        left_out=int((~fits).sum()),
        unanswered=gold.height - joined.height,
        chance=_chance(right[fits], predicted),
        demand=demand,
        names=_names(names or predictions.provenance.label_map, own),
    )


def _orders(
    right: Flags, predicted: npt.NDArray[np.int64], own: tuple[Label, ...]
) -> tuple[Order, tuple[Order, ...]]:
    """Return the declared order, and every other one beside it."""
    rows = np.arange(len(predicted))
    flags = {order: right[rows, np.array(order)[predicted]] for order in permutations(range(len(own)))}
    (first, declared), *rest = flags.items()
    others = []
    for order, correct in rest:
        only_other, only_declared = int((correct & ~declared).sum()), int((declared & ~correct).sum())
        test = mcnemar_one_sided(only_other, only_declared, len(predicted))
        converse = mcnemar_one_sided(only_declared, only_other, len(predicted))
        meaning = tuple(own[place] for place in order)
        taken_for_another = np.array(order)[predicted] != predicted
        explains = _explains(only_other, int((taken_for_another & ~declared).sum()), len(own))
        others.append(Order(meaning, int(correct.sum()), only_other, only_declared, test, converse, explains))
    return Order(tuple(own[place] for place in first), int(declared.sum())), tuple(others)


def _explains(made_right: int, errors: int, labels: int) -> TestResult | None:
    """Test whether an order makes more errors right than if each wrong label were as likely as the others."""
    if labels < 3:
        return None
    from scipy.special import bdtrc

    p_value = float(bdtrc(made_right - 1, errors, 1 / (labels - 1))) if made_right else 1.0
    return TestResult("binomial exact, one-sided", None, p_value, errors)


def _chance(right: Flags, predicted: npt.NDArray[np.int64]) -> float | None:
    """Return the sum over labels of their share of the predictions times their share of gold."""
    if (right.sum(axis=1) > 1).any():
        return None
    shares = np.bincount(predicted, minlength=right.shape[1]) / len(predicted)
    return float(shares @ right.mean(axis=0))


def _right(gold: pl.Series, own: tuple[Label, ...]) -> Flags:
    """Say which of the model's labels are right for each gold label, shape (rows, labels)."""
    fitting = {label.value: _fitting(label, own) for label in Label}
    rows = [[label in fitting[name] for label in own] for name in gold.to_list()]
    return np.array(rows, dtype=np.bool_).reshape(len(rows), len(own))


def _fitting(gold: Label, own: tuple[Label, ...]) -> frozenset[Label]:
    return gold_set(gold) & set(own) or frozenset({collapse(gold)}) & set(own)


def _codes(labels: pl.Series, own: tuple[Label, ...]) -> npt.NDArray[np.int64]:
    places = {label.value: place for place, label in enumerate(own)}
    return labels.cast(pl.String).replace_strict(places, return_dtype=pl.Int64).to_numpy()


def _names(names: Names, own: tuple[Label, ...]) -> dict[str, Label]:
    """Return the model's own names; a label without one keeps its own, but for a score, which has one."""
    named = {name: Label(label) for name, label in names.items() if label is not None and label in own}
    if len(named) == 1 and len(own) == 2:
        return named
    return named | {label.value: label for label in own if label not in named.values()}
