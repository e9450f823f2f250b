"""Labels are proved, not assumed: how right a model is under every order of its own labels."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.label_order_words import finding_of, unclear, wrong_order
from rightreasons.challenges.label_orders import Decision, Demand, Order, changed, is_below
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Rows
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY, Label, collapse, gold_set, in_order
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.statistics.paired import mcnemar_one_sided
from rightreasons.statistics.results import TestResult

Flags = npt.NDArray[np.bool_]
Names = Mapping[str, str | None]


@dataclass(frozen=True)
class LabelOrder:
    """How right a model is under every order of its own labels.

    Parameters
    ----------
    model, data
        What to call the model and the labelled pairs.
    labels
        The model's own labels, as declared, in the order of `Label`.
    declared
        The labels taken for what the model calls them.
    others
        Every other order, with the exact one-sided McNemar test of it against the declared one.
    n
        Pairs compared.
    left_out
        Pairs whose gold label the model does not have, so that no order can be right.
    unanswered
        Pairs without a prediction.
    chance
        Accuracy that predictions with these labels, each as often as here, have if they are independent of
        the gold labels; None where several labels are right for one gold label.
    demand
        When another order counts as better.
    names
        Declared label by the name that the model itself has for it.
    """

    model: str
    data: str
    labels: tuple[Label, ...]
    declared: Order
    others: tuple[Order, ...]
    n: int
    left_out: int
    unanswered: int
    chance: float | None
    demand: Demand
    names: Mapping[str, Label] = field(default_factory=dict)

    @property
    def best_other(self) -> Order | None:
        """The other order that is right most often; of equals the one that changes the fewest labels."""
        return max(
            self.others,
            key=lambda order: (order.correct, -changed(self.labels, order.meaning)),
            default=None,
        )

    @property
    def closest_other(self) -> Order | None:
        """The other order that the declared one beats least clearly."""
        return max(self.others, key=lambda order: _p_value(order.converse), default=None)

    @property
    def better(self) -> Order | None:
        """The other order that beats the declared one and reaches the floor, or None."""
        other = self.best_other
        floor = self.demand.floor_of(self.labels)
        if other is None or not is_below(other.test, self.demand.level):
            return None
        return other if other.correct >= floor * self.n else None

    @property
    def decision(self) -> Decision:
        """Whether the declared order beats each other one (proved), another one beats it, or neither."""
        level, other, closest = self.demand.decision_level, self.best_other, self.closest_other
        if other is not None and is_below(other.test, level):
            return "exchanged"
        return "proved" if closest is not None and is_below(closest.converse, level) else "undecided"

    @property
    def beyond_chance(self) -> TestResult:
        """Test of the declared order being right no more often than `chance`; exact binomial, one-sided."""
        from scipy.special import bdtrc

        method = "binomial exact, one-sided"
        if self.chance is None:
            reason = "several labels are right for one gold label"
            return TestResult(method, None, None, self.n, reason=reason)
        correct = self.declared.correct
        p_value = float(bdtrc(correct - 1, self.n, self.chance)) if correct else 1.0
        return TestResult(method, None, p_value, self.n)

    def label_map(self, order: Order | None = None) -> dict[str, Label]:
        """Return what the model's own names mean under an order, by default the declared one."""
        meaning = dict(zip(self.labels, (order or self.declared).meaning, strict=True))
        return {name: meaning[label] for name, label in self.names.items()}

    def check(self) -> None:
        """Do nothing, unless another order is better.

        Raises
        ------
        LabelOrderError
            With the better order as a label map.
        """
        if self.better is not None:
            raise wrong_order(self, self.better)

    def finding(self, rows: Rows | None = None) -> Finding:
        """Return the figures that the decision rests on, their tests, and all orders.

        Figures: ``accuracy`` (as declared), ``best_other`` and ``chance``. Tests: ``best_other`` (it is right
        more often than the declared order), ``declared`` (that one is right more often than the order that it
        beats least clearly), ``chance`` (it is right more often than by chance). Settings: ``data`` and
        ``decision`` among others.

        Parameters
        ----------
        rows
            Where the pairs stand among the items of the run, if they do.
        """
        return finding_of(self, rows)


def label_order(
    pairs: PairTable,
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
    pairs
        Ordinary pairs with gold labels.
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
    gold = pairs.with_gold().frame.select("id", gold="label")
    own = in_order({*(labels or ()), *predictions.labels})
    return _compared(gold, pairs.name, predictions, own, demand, names)


def label_order_on(challenge: Challenge, predictions: Predictions, demand: Demand) -> LabelOrder:
    """Compare the orders of three labels on the items of a challenge that are predicted, see `label_order`.

    Raises
    ------
    MeasureInputError
        If no item is predicted.
    """
    gold = challenge.items.select("id", gold="label")
    return _compared(gold, challenge.name, predictions, THREE_WAY, demand)


def best_order(
    pairs: PairTable, predictions: Predictions, demand: Demand, *, names: Names | None = None
) -> LabelOrder:
    """Find the order of the labels of a model whose outputs have no names.

    Parameters
    ----------
    pairs, demand, names
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
    found = label_order(pairs, predictions, demand, names=names)
    other = found.best_other
    if other is not None and other.correct > found.declared.correct:
        meaning = dict(zip(found.labels, other.meaning, strict=True))
        known = {name: meaning[label].value for name, label in found.names.items()}
        found = label_order(pairs, relabelled(predictions, meaning), demand, names=known)
    reaches = found.declared.correct >= demand.floor_of(found.labels) * found.n
    rivals = [order for order in found.others if not is_below(order.converse, demand.level)]
    if rivals or not reaches:
        raise unclear(found, rivals)
    return found


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
    known = {name: label and new[label] for name, label in predictions.provenance.label_map.items()}
    return Predictions(frame, labels, replace(predictions.provenance, label_map=known))


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
    said = _codes(joined["label"], own)[fits]
    declared, others = _orders(right[fits], said, own)
    return LabelOrder(
        model=predictions.name,
        data=data,
        labels=own,
        declared=declared,
        others=others,
        n=int(fits.sum()),
        left_out=int((~fits).sum()),
        unanswered=gold.height - joined.height,
        chance=_chance(right[fits], said),
        demand=demand,
        names=_names(names or predictions.provenance.label_map, own),
    )


def _orders(
    right: Flags, said: npt.NDArray[np.int64], own: tuple[Label, ...]
) -> tuple[Order, tuple[Order, ...]]:
    """Return the declared order, and every other one beside it."""
    rows = np.arange(len(said))
    flags = {order: right[rows, np.array(order)[said]] for order in permutations(range(len(own)))}
    (first, declared), *rest = flags.items()
    others = []
    for order, correct in rest:
        only_other, only_declared = int((correct & ~declared).sum()), int((declared & ~correct).sum())
        test = mcnemar_one_sided(only_other, only_declared, len(said))
        converse = mcnemar_one_sided(only_declared, only_other, len(said))
        meaning = tuple(own[place] for place in order)
        others.append(Order(meaning, int(correct.sum()), only_other, only_declared, test, converse))
    return Order(tuple(own[place] for place in first), int(declared.sum())), tuple(others)


def _chance(right: Flags, said: npt.NDArray[np.int64]) -> float | None:
    """Return the sum over labels of their share of the predictions times their share of gold."""
    if (right.sum(axis=1) > 1).any():
        return None
    shares = np.bincount(said, minlength=right.shape[1]) / len(said)
    return float(shares @ right.mean(axis=0))


def _p_value(test: TestResult | None) -> float:
    return 1.0 if test is None or test.p_value is None else test.p_value


def _right(gold: pl.Series, own: tuple[Label, ...]) -> Flags:
    """Say which of the model's labels are right for each gold label, shape (rows, labels)."""
    known = {label.value: _fitting(label, own) for label in Label}
    rows = [[label in known[name] for label in own] for name in gold.to_list()]
    return np.array(rows, dtype=np.bool_).reshape(len(rows), len(own))


def _fitting(gold: Label, own: tuple[Label, ...]) -> frozenset[Label]:
    return gold_set(gold) & set(own) or frozenset({collapse(gold)}) & set(own)


def _codes(labels: pl.Series, own: tuple[Label, ...]) -> npt.NDArray[np.int64]:
    places = {label.value: place for place, label in enumerate(own)}
    return labels.cast(pl.String).replace_strict(places, return_dtype=pl.Int64).to_numpy()


def _names(names: Names, own: tuple[Label, ...]) -> dict[str, Label]:
    """Return the model's own names; a label without one goes by its own, but for a score, which has one."""
    known = {name: Label(label) for name, label in names.items() if label is not None and label in own}
    if len(known) == 1 and len(own) == 2:
        return known
    return known | {label.value: label for label in own if label not in known.values()}
