"""What methods share that fit only the last layer of a trained model: features, held-out pairs, the layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np
import numpy.typing as npt
import polars as pl
import torch
from pydantic import Field
from torch import Tensor, nn

from rightreasons.cross_fitting.folds import premise_groups
from rightreasons.debiasing.method import LabelledData, Need, Prepared
from rightreasons.debiasing.representation import logits_and_hidden, output_layer
from rightreasons.errors import MeasureInputError, ModelError, OptionError
from rightreasons.labels import Label
from rightreasons.models.data import Batch, Integers, PairData, all_logits, by_length, divided
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.training.state import State, TrainingMethod, cross_entropy

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel

Reals = npt.NDArray[np.float64]
_PAIRS, _TOKENS = 256, 16384
_TOLERANCE = 1e-2  # of logits, where half precision rounds


@dataclass(frozen=True)
class LinearLayer:
    """A linear layer from features to logits.

    Parameters
    ----------
    weight, bias
        Shapes (labels, D) and (labels,).
    """

    weight: Reals
    bias: Reals

    def logits(self, features: Reals) -> Reals:
        """Return logits, shape (n, labels), of features, shape (n, D)."""
        return features @ self.weight.T + self.bias


def last_layer(model: nn.Module, labels: int) -> LinearLayer:
    """Return a copy of the layer that makes a model's logits.

    Raises
    ------
    ModelError
        If it is not linear with an intercept.
    """
    layer = output_layer(model, labels)
    if layer.bias is None:
        raise _unfit(model)
    weight, bias = (each.detach().double().cpu().numpy() for each in (layer.weight, layer.bias))
    return LinearLayer(weight.copy(), bias.copy())


def set_last_layer(model: nn.Module, fitted: LinearLayer) -> None:
    """Give a model another last layer."""
    layer = output_layer(model, len(fitted.bias))
    with torch.no_grad():
        layer.weight.copy_(torch.from_numpy(fitted.weight))
        layer.bias.copy_(torch.from_numpy(fitted.bias))


def features_of(
    model: nn.Module,
    data: PairData,
    labels: int,
    device: torch.device,
    progress: Callable[[int], None] = lambda _: None,
) -> Reals:
    """Return what the last layer reads of every pair, shape (n, D).

    Parameters
    ----------
    model
        On `device`; it is left in evaluation mode.
    data
        The pairs, n of them.
    labels
        How many outputs it has.
    device
        Where it computes.
    progress
        Called with the number of pairs that are done.

    Raises
    ------
    ModelError
        If its last linear layer does not make the logits.
    """
    layer, linear = output_layer(model, labels), last_layer(model, labels)
    model.eval()
    found: dict[int, npt.NDArray[np.float32]] = {}
    with torch.inference_mode():
        for rows in divided(data.sizes, by_length(data.sizes, np.arange(len(data.sizes))), _PAIRS, _TOKENS):
            logits, hidden = logits_and_hidden(model, layer, data.batch(rows).to(device))
            features = hidden.float().cpu().numpy()
            if not np.allclose(linear.logits(features), logits.float().cpu().numpy(), atol=_TOLERANCE):
                raise _unfit(model)
            found.update(zip(rows.tolist(), features, strict=True))
            progress(len(found))
    return np.stack([found[row] for row in range(len(found))]).astype(np.float64)


def _unfit(model: nn.Module) -> ModelError:
    return ModelError(
        f"{type(model).__name__}, whose logits are not made by a linear layer with an intercept",
        "a model whose last layer is linear",
        "choose another --debias",
    )


def probabilities(logits: Reals) -> Reals:
    """Return the softmax of logits, shape (n, labels)."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


# Pairs that the model is not trained on, for its last layer.


@dataclass(frozen=True)
class HeldOut:
    """Pairs for the last layer.

    Parameters
    ----------
    pairs
        Every gold label is one of the model's.
    gold
        Index of the gold label of each, shape (n,).
    labels
        Of the model, in the order of its outputs.
    """

    pairs: PairTable = field(repr=False)
    gold: Integers = field(repr=False)
    labels: tuple[Label, ...]


def held_out_pairs(pairs: PairTable, labels: Sequence[Label]) -> HeldOut:
    """Return the pairs whose gold label a model has, for its last layer.

    Raises
    ------
    MeasureInputError
        If a label of the model is in none of them.
    """
    names = [label.value for label in labels]
    own = pairs.where(pairs.gold.cast(pl.String).is_in(names), "a gold label that the model does not have")
    gold = own.gold.cast(pl.String).cast(pl.Enum(names)).to_physical().to_numpy().astype(np.int64)
    missing = [name for place, name in enumerate(names) if not (gold == place).any()]
    if missing:
        raise MeasureInputError(
            f"no pair of '{printable(pairs.name)}' with the label {missing[0]}",
            "every label of the model among the pairs for its last layer",
            "give more data",
        )
    return HeldOut(own, gold, tuple(labels))


def divided_data(data: LabelledData, share: float) -> tuple[PairTable, PairTable]:
    """Return the pairs to train on, and those held out for the last layer; they have no premise in common.

    Parameters
    ----------
    data
        The training pairs; those that were added to the dataset all stay.
    share
        Of the dataset's pairs that are held out at least: premises are drawn until there are as many.
    """
    groups = premise_groups(data.own.premises)
    order = np.random.default_rng([data.seed, 3]).permutation(int(groups.max(initial=-1)) + 1)
    reached = np.cumsum(np.bincount(groups)[order])
    chosen = order[: int(np.searchsorted(reached, share * len(groups))) + 1]
    held = pl.Series(np.isin(groups, chosen))
    ids = data.own.frame["id"].filter(held)
    stay = ~data.train.frame["id"].is_in(ids.implode())
    return data.train.where(stay, "held out for the last layer"), data.own.where(held, "trained on")


# Methods that fit the last layer: while a model is trained, to pairs held out, or of any trained model.


class LayerFit(Protocol):
    """A method made ready for its held-out pairs; picklable."""

    @property
    def held(self) -> HeldOut:
        """The pairs that the layer is fitted to."""
        ...

    @property
    def facts(self) -> Mapping[str, object]:
        """What was found in these pairs, as JSON can hold it."""
        ...

    def fitted(
        self, layer: LinearLayer, features: Reals, other: Reals | None, seed: int
    ) -> tuple[LinearLayer, dict[str, object]]:
        """Return another last layer, and how it was chosen.

        Parameters
        ----------
        layer
            As it was trained.
        features
            What it reads of the held-out pairs, shape (n, D).
        other
            What the model said of them early in training, shape (n, labels), or None where that is lost.
        seed
            For whatever is drawn.
        """
        ...


@dataclass(frozen=True)
class LastLayerMethod:
    """Options of every method that fits the last layer; one has `fit_of`.

    Parameters
    ----------
    held_out
        Share of the training pairs that are held out for the last layer.
    data
        Of ``--retrain-last-layer``: other pairs, which the model was not trained on; None: its dev set.
    """

    held_out: Annotated[float, Field(gt=0, lt=1)] = 0.2
    data: str | None = None

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"held-out pairs"})

    def fit_of(self, held: HeldOut, data: LabelledData | None) -> LayerFit:
        """Return the method made ready.

        Parameters
        ----------
        held
            The pairs that the layer is fitted to.
        data
            What the model is trained on; None where that is not at hand.

        Raises
        ------
        RightReasonsError
            If the pairs do not suffice, or something is not at hand.
        """
        raise NotImplementedError(f"{type(self).__name__} has no fit of the last layer")

    def early_stop(self, data: PairData, work: SeedWork) -> EarlyStop | None:  # noqa: ARG002 - for others
        """Return what asks the model early in training about the held-out pairs; None: nothing does."""
        return None

    def prepare(self, data: LabelledData) -> Prepared:
        """Hold out pairs, and check that they suffice.

        Raises
        ------
        OptionError
            If other pairs are named.
        RightReasonsError
            See `fit_of`.
        """
        if self.data is not None:
            raise OptionError(
                f"data={printable(self.data)} while a model is trained",
                "a share of the training pairs, held-out=0.2",
                "leave out data, or give it to --retrain-last-layer of a trained model",
            )
        kept, others = divided_data(data, self.held_out)
        own = replace(data, train=kept, added=data.added)
        made = self.fit_of(held_out_pairs(others, data.labels), own)
        facts = {**asdict(self), **made.facts, "held_out_pairs": len(made.held.pairs)}
        return Prepared(kept, partial(self._training, made), facts)

    def _training(self, made: LayerFit, trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
        last_layer(trainee.model, len(work.labels))
        data = trainee.data(made.held.pairs, gold=False)
        early = self.early_stop(data, work)

        def refit(model: nn.Module) -> Mapping[str, object]:
            other = None if early is None else early.probabilities.double().cpu().numpy()
            features = features_of(model, data, len(work.labels), trainee.hardware.device)
            layer, facts = made.fitted(last_layer(model, len(work.labels)), features, other, work.seed)
            set_last_layer(model, layer)
            return facts

        if early is None:
            return TrainingMethod(after_training=refit)
        return TrainingMethod(early.objective, module=early, after_training=refit)


class EarlyStop(nn.Module):
    """Cross-entropy, and once in the course of it what the model says of other pairs.

    Parameters
    ----------
    data
        These pairs, n of them.
    labels
        Outputs of the model.
    epochs
        After how many epochs it is asked; a part of one counts.
    size
        Pairs of an epoch.
    """

    probabilities: Tensor
    asked: Tensor

    def __init__(self, data: PairData, labels: int, epochs: float, size: int) -> None:
        super().__init__()
        self.data, self.epochs, self.size = data, epochs, size
        # kept, so that training that is resumed still knows them
        self.register_buffer("probabilities", torch.zeros(len(data.sizes), labels))
        self.register_buffer("asked", torch.zeros((), dtype=torch.bool))

    def objective(self, model: nn.Module, batch: Batch, state: State) -> Tensor:
        """Return the loss of a batch; ask the model first if it is time."""
        if not self.asked and state.epoch - 1 + state.pairs / self.size >= self.epochs:
            logits = torch.from_numpy(all_logits(model, self.data, state.labels, state.device))
            self.probabilities.copy_(logits.softmax(dim=1))
            self.asked.fill_(value=True)
            model.train()
        return cross_entropy(model, batch, state)
