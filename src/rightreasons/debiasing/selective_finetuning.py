"""SELF: the last layer is finetuned on held-out pairs that two states of the model disagree about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from rightreasons.debiasing.last_layer.held_out import HeldOut
from rightreasons.debiasing.last_layer.layer import LinearLayer, Reals, probabilities
from rightreasons.debiasing.last_layer.layer_fit import EarlyStop, LastLayerMethod
from rightreasons.debiasing.method import Count, LabelledData
from rightreasons.errors import OptionError
from rightreasons.models.data import Integers, PairData

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork

ADDS = {"method": {"self": "SELF"}}
Selection = Literal["early-stop", "dropout", "misclassification"]
_LEAST = 1e-12


def disagreement(one: Reals, other: Reals) -> Reals:
    """Return the Kullback-Leibler divergence of two distributions for every pair, shape (n,).

    Parameters
    ----------
    one, other
        Probabilities, shape (n, labels); sum of one log(one / other).
    """
    ratio = np.log(np.maximum(one, _LEAST)) - np.log(np.maximum(other, _LEAST))
    return np.asarray((one * ratio).sum(axis=1))


def dropped_out(features: Reals, share: float, rng: np.random.Generator) -> Reals:
    """Return features of which that share is 0, the others scaled so that the mean stays as it is.

    Parameters
    ----------
    features
        Any shape.
    share
        From 0 up, below 1.
    rng
        What is 0 is drawn by it, each entry by itself.
    """
    return np.where(rng.random(features.shape) < share, 0.0, features / (1 - share))


def class_weights(gold: Integers, labels: int) -> Reals:
    """Return a weight for every pair, shape (n,): each label that occurs weighs the same, all add up to 1."""
    counts = np.bincount(gold, minlength=labels)
    return np.asarray(1.0 / (counts[gold] * np.count_nonzero(counts)))


def finetuned(layer: LinearLayer, features: Reals, gold: Integers, steps: int, rate: float) -> LinearLayer:
    """Return the layer after steps on cross-entropy in which every label weighs the same.

    Parameters
    ----------
    layer
        Where it begins.
    features, gold
        Of the pairs selected, shapes (n, D) and (n,).
    steps, rate
        How many steps, all pairs in each, and how far each goes along the gradient.
    """
    weights = class_weights(gold, len(layer.bias))[:, None]
    one_hot = np.eye(len(layer.bias))[gold]
    weight, bias = layer.weight.copy(), layer.bias.copy()
    for _ in range(steps):
        error = weights * (probabilities(LinearLayer(weight, bias).logits(features)) - one_hot)
        weight -= rate * error.T @ features
        bias -= rate * error.sum(axis=0)
    return LinearLayer(weight, bias)


@dataclass(frozen=True)
class SelectiveFit:
    """Selective last-layer finetuning on held-out pairs.

    Parameters
    ----------
    held
        The pairs.
    select, points, dropout, steps, rate
        See `SELF`.
    """

    held: HeldOut = field(repr=False)
    select: Selection
    points: int
    dropout: float
    steps: int
    rate: float

    @property
    def facts(self) -> Mapping[str, object]:
        """By what pairs are selected."""
        return {"select": self.select}

    def fitted(
        self, layer: LinearLayer, features: Reals, other: Reals | None, seed: int
    ) -> tuple[LinearLayer, dict[str, object]]:
        """Return the layer finetuned on the pairs selected, and how many were wrong; see `LayerFit`."""
        chosen = self.selected(layer, features, other, seed)
        gold = self.held.gold[chosen]
        wrong = int((layer.logits(features[chosen]).argmax(axis=1) != gold).sum())
        made = finetuned(layer, features[chosen], gold, self.steps, self.rate)
        return made, {"last_layer": f"{self.select} on {len(chosen):,} pairs, {wrong:,} of them wrong before"}

    def selected(self, layer: LinearLayer, features: Reals, other: Reals | None, seed: int) -> Integers:
        """Return the rows of the pairs selected, those of the highest score first; shape (at most `points`,).

        Parameters
        ----------
        layer, features
            The last layer, and what it reads of the held-out pairs, shape (n, D).
        other
            Their probabilities early in training, shape (n, labels); needed by ``early-stop`` only.
        seed
            Of the dropout.

        Raises
        ------
        ValueError
            If ``early-stop`` has no `other`.
        """
        own = probabilities(layer.logits(features))
        if self.select == "misclassification":
            score = -np.log(np.maximum(own[np.arange(len(own)), self.held.gold], _LEAST))
        elif self.select == "dropout":
            dropped = dropped_out(features, self.dropout, np.random.default_rng([seed, 4]))
            score = disagreement(own, probabilities(layer.logits(dropped)))
        elif other is None:
            raise ValueError("what the model said early in training is not known")
        else:
            score = disagreement(own, other)
        return np.argsort(-score, kind="stable")[: self.points].astype(np.int64)


@dataclass(frozen=True)
class SELF(LastLayerMethod):
    """SELF: the last layer finetuned where states of the model disagree, no groups (LaBonte et al. 2023).

    Parameters
    ----------
    select
        ``early-stop``: the held-out pairs of which the model says something else early in training and at its
        end; ``dropout``: with and without dropout of the features; ``misclassification``: those of the
        highest loss. None: early-stop, or dropout of a model that is already trained.
    points
        How many pairs are selected.
    early
        After how many epochs the model is asked, for early-stop.
    dropout
        Share of the features that are dropped.
    steps, rate
        Of gradient descent from the trained layer.

    References
    ----------
    LaBonte, Muthukumar and Kumar (2023), "Towards last-layer retraining for group robustness with fewer
    annotations", NeurIPS. Disagreement is the Kullback-Leibler divergence of the state compared from the
    final model; every label weighs the same in the loss. Ours are the defaults of all options, and descent
    on all pairs selected at once instead of by batches.
    """

    select: Selection | None = None
    points: Count = 200
    early: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 0.5
    dropout: Annotated[float, Field(gt=0, lt=1)] = 0.5
    steps: Count = 250
    rate: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 0.01

    def fit_of(self, held: HeldOut, data: LabelledData | None) -> SelectiveFit:
        """Choose by what pairs are selected.

        Raises
        ------
        OptionError
            If nothing is known of the training any more, and pairs are to be selected by it.
        """
        if data is None and self.select == "early-stop":
            raise OptionError(
                "select=early-stop of a model that is already trained",
                "select=dropout or select=misclassification",
                "choose one, or give --debias self while it is trained",
            )
        select = self.select or ("dropout" if data is None else "early-stop")
        return SelectiveFit(held, select, self.points, self.dropout, self.steps, self.rate)

    def early_stop(self, data: PairData, work: SeedWork) -> EarlyStop | None:
        """Return what asks the model early in training, where pairs are selected by it.

        Raises
        ------
        OptionError
            If training is over by then.
        """
        if self.select not in (None, "early-stop"):
            return None
        if self.early >= work.recipe.epochs:
            raise OptionError(
                f"early={self.early:g} in a training of {work.recipe.epochs} epochs",
                "fewer epochs than those of the recipe",
                "correct --debias",
            )
        return EarlyStop(data, len(work.labels), self.early, len(work.train))
