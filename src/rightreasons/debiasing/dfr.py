"""Deep feature reweighting: the last layer is fitted again, to held-out pairs, as many of each group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field
from scipy.optimize import minimize

from rightreasons.debiasing.last_layer.held_out import HeldOut
from rightreasons.debiasing.last_layer.layer import LinearLayer, Reals, probabilities
from rightreasons.debiasing.last_layer.layer_fit import LastLayerMethod
from rightreasons.debiasing.method import Count, LabelledData, Need
from rightreasons.debiasing.shared.groups import WithGroups
from rightreasons.errors import OptionError
from rightreasons.models.data import Integers
from rightreasons.numbers import significant
from rightreasons.printable import printable
from rightreasons.shortcuts import is_mined

ADDS = {"method": {"dfr": "DFR"}}
STRENGTHS = (1.0, 0.7, 0.3, 0.1, 0.07, 0.03, 0.01)
"""C of the logistic regression, chosen by worst-group accuracy (Kirichenko et al. 2023, appendix B)."""
Penalty = Literal["l1", "l2"]
_MOST_STEPS = 2000


@dataclass(frozen=True)
class Regularisation:
    """Of a logistic regression.

    Parameters
    ----------
    strength
        C, the weight of the sum of losses beside the penalty.
    penalty
        The sum of absolute weights, or half the sum of their squares; intercepts have none.
    """

    strength: float
    penalty: Penalty = "l1"


def regression(features: Reals, gold: Integers, labels: int, chosen: Regularisation) -> LinearLayer:
    """Return the multinomial logistic regression that minimises C sum CE + penalty.

    Parameters
    ----------
    features
        Shape (n, D).
    gold
        Index of the gold label of each, shape (n,).
    labels
        How many there are.
    chosen
        C and penalty.

    Notes
    -----
    The absolute value is smooth in the positive and the negative part of each weight, so that L-BFGS-B of
    scipy minimises both forms; saga of scikit-learn takes seconds for what takes it a tenth of one.
    """
    size, absolute = features.shape[1], chosen.penalty == "l1"
    one_hot = np.eye(labels)[gold]
    weights = labels * size

    def objective(point: Reals) -> tuple[float, Reals]:
        parts, bias = point[:-labels], point[-labels:]
        flat = parts[:weights] - parts[weights:] if absolute else parts
        layer = LinearLayer(flat.reshape(labels, size), bias)
        shares = probabilities(layer.logits(features))
        loss = -np.log(np.maximum(shares[np.arange(len(gold)), gold], 1e-300)).sum()
        error = chosen.strength * (shares - one_hot)
        slope = (error.T @ features).ravel()
        price = parts.sum() if absolute else 0.5 * (parts**2).sum()
        own = np.concatenate([slope + 1, 1 - slope]) if absolute else slope + parts
        return chosen.strength * loss + price, np.concatenate([own, error.sum(axis=0)])

    parts = 2 * weights if absolute else weights
    bounds = [(0.0 if absolute else None, None)] * parts + [(None, None)] * labels
    start, most = np.zeros(parts + labels), {"maxiter": _MOST_STEPS}
    found = minimize(objective, start, jac=True, method="L-BFGS-B", bounds=bounds, options=most).x
    flat = found[:weights] - found[weights:parts] if absolute else found[:weights]
    return LinearLayer(flat.reshape(labels, size), found[-labels:])


def balanced_layer(
    features: Reals, gold: Integers, groups: Integers, chosen: Regularisation, repeats: int, seed: int
) -> LinearLayer:
    """Return the average of regressions, each on as many pairs of every group as the smallest has.

    Features are standardised over all pairs; the layer returned reads them as they are.

    Parameters
    ----------
    features, gold
        As of `regression`; every label occurs.
    groups
        Index of the group of each, shape (n,).
    chosen
        C and penalty.
    repeats
        How many subsamples are drawn.
    seed
        For them.

    References
    ----------
    Kirichenko, Izmailov and Wilson (2023), "Last layer re-training is sufficient for robustness to spurious
    correlations", ICLR, section 4.
    """
    rng = np.random.default_rng(seed)
    mean, spread = features.mean(axis=0), features.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    scaled = (features - mean) / spread
    labels = int(gold.max()) + 1  # every label occurs
    fits = []
    for _ in range(repeats):
        rows = balanced_rows(groups, rng)
        fits.append(regression(scaled[rows], gold[rows], labels, chosen))
    weight = np.mean([each.weight for each in fits], axis=0) / spread
    bias = np.mean([each.bias for each in fits], axis=0)
    return LinearLayer(weight, bias - weight @ mean)


def balanced_rows(groups: Integers, rng: np.random.Generator) -> Integers:
    """Return as many rows of every group as the smallest has, drawn without replacement.

    Parameters
    ----------
    groups
        Index of the group of each row, shape (n,); one without rows does not count.
    rng
        What they are drawn by.
    """
    sizes = np.bincount(groups)
    least = int(sizes[sizes > 0].min())
    drawn = [rng.choice(np.flatnonzero(groups == group), least, replace=False) for group in np.unique(groups)]
    return np.concatenate(drawn)


def worst_accuracy(layer: LinearLayer, features: Reals, gold: Integers, groups: Integers) -> float:
    """Return the lowest accuracy of a group.

    Parameters
    ----------
    layer, features, gold, groups
        What predicts; of the pairs their features, shape (n, D), gold labels and groups, shape (n,).
    """
    right = layer.logits(features).argmax(axis=1) == gold
    return min(float(right[groups == group].mean()) for group in np.unique(groups))


def halves(groups: Integers, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    """Return which rows are in the first half, half of each group, shape (n,)."""
    first = np.zeros(len(groups), dtype=np.bool_)
    for group in np.unique(groups):
        rows = rng.permutation(np.flatnonzero(groups == group))
        first[rows[: (len(rows) + 1) // 2]] = True
    return first


@dataclass(frozen=True)
class BalancedFit:
    """Deep feature reweighting of held-out pairs whose groups are known.

    Parameters
    ----------
    held
        The pairs.
    groups
        Index of the group of each, shape (n,).
    sizes
        Pairs of each group, by name.
    mined
        Family of the shortcuts of training data that made the groups, and how many; empty: none did.
    penalty, strength, repeats
        See `DFR`.
    """

    held: HeldOut = field(repr=False)
    groups: Integers = field(repr=False)
    sizes: Mapping[str, int]
    mined: Mapping[str, int]
    penalty: Penalty
    strength: float | None
    repeats: int

    @property
    def facts(self) -> Mapping[str, object]:
        """Sizes of the groups."""
        return {"sizes": dict(self.sizes), **self.mined}

    def fitted(
        self,
        layer: LinearLayer,  # noqa: ARG002 - the new layer does not begin from it
        features: Reals,
        other: Reals | None,  # noqa: ARG002 - as above
        seed: int,
    ) -> tuple[LinearLayer, dict[str, object]]:
        """Return the average of balanced regressions, and the C that was chosen; see `LayerFit.fitted`."""
        chosen = Regularisation(self.strength or self._best(features, seed), self.penalty)
        made = balanced_layer(features, self.held.gold, self.groups, chosen, self.repeats, seed)
        return made, {"last_layer": f"{chosen.penalty}, C = {significant(chosen.strength)}"}

    def _best(self, features: Reals, seed: int) -> float:
        """Return the C of the highest worst-group accuracy on one half, fitted to the other; the smallest."""
        first = halves(self.groups, np.random.default_rng([seed, 1]))
        gold = self.held.gold

        def accuracy(strength: float) -> tuple[float, float]:
            chosen = Regularisation(strength, self.penalty)
            made = balanced_layer(features[first], gold[first], self.groups[first], chosen, 1, seed)
            return worst_accuracy(made, features[~first], gold[~first], self.groups[~first]), -strength

        return max(STRENGTHS, key=accuracy)


@dataclass(frozen=True)
class DFR(LastLayerMethod, WithGroups):
    """Deep feature reweighting: the last layer fitted to balanced held-out groups (Kirichenko et al. 2023).

    Parameters
    ----------
    penalty
        ``l1`` or ``l2``.
    strength
        C of the regression; None: chosen by worst-group accuracy on half of the held-out pairs.
    repeats
        Balanced subsamples whose layers are averaged.
    """

    penalty: Penalty = "l1"
    strength: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    repeats: Count = 10

    @property
    def needs(self) -> frozenset[Need]:
        """Groups of held-out pairs."""
        always: frozenset[Need] = frozenset({"groups", "held-out pairs"})
        return always | {"shortcuts"} if is_mined(self.groups) else always

    def fit_of(self, held: HeldOut, data: LabelledData | None) -> BalancedFit:
        """Find the groups of the held-out pairs.

        Raises
        ------
        OptionError
            If there are no such groups, or patterns of training data that are not at hand make them.
        MeasureInputError
            If one has fewer than 10 pairs.
        """
        if data is None and is_mined(self.groups):
            raise OptionError(
                f"groups={printable(self.groups)} without training data",
                "the data whose shortcuts make easy and hard pairs",
                "give --train, or choose other groups",
            )
        mined = None if data is None else self.mined_in(data)
        groups = self.groups_of(held.pairs, mined)
        return BalancedFit(
            held,
            groups.codes(tuple(groups.sizes)),
            groups.sizes,
            {} if mined is None else {mined.family: len(mined)},
            self.penalty,
            self.strength,
            self.repeats,
        )
