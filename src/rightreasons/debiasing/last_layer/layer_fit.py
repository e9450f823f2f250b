"""Methods that fit the last layer: while a model is trained, to pairs held out, or of any trained model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Protocol

import torch
from pydantic import Field
from torch import Tensor, nn

from rightreasons.debiasing.last_layer.held_out import HeldOut, divided_data, held_out_pairs
from rightreasons.debiasing.last_layer.layer import (
    LinearLayer,
    Reals,
    features_of,
    last_layer,
    set_last_layer,
)
from rightreasons.debiasing.method import LabelledData, Need, Prepared
from rightreasons.errors import OptionError
from rightreasons.models.data import Batch, PairData, all_logits
from rightreasons.printable import printable
from rightreasons.training.state import State, TrainingMethod, cross_entropy

if TYPE_CHECKING:
    from rightreasons.training.seeds import SeedWork, TrainableModel


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
