"""What the outputs of a model mean: labels by the names of its outputs, never by their position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rightreasons.errors import (
    AmbiguousLabelError,
    MeaninglessLabelError,
    ModelError,
    OptionError,
    UnknownLabelError,
    UnnamedOutputsError,
)
from rightreasons.labels import THREE_WAY, TWO_WAY, Label, as_spelled, in_order, resolve
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import printable, quoted

Activation = Literal["sigmoid", "none"]


@dataclass(frozen=True)
class Outputs:
    """The labels of a model's outputs.

    Parameters
    ----------
    names
        The names of the outputs as the model has them, in its own order.
    meanings
        The label of each output, in the same order; of a single output, what it is the score of.
    activation
        What makes a single output a score from 0 to 1; several outputs go through a softmax.
    """

    names: tuple[str, ...]
    meanings: tuple[Label, ...]
    activation: Activation = "sigmoid"

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that the model can give, in the order of `Label`."""
        return TWO_WAY if self.is_score else in_order(self.meanings)

    @property
    def is_score(self) -> bool:
        """Whether there is a single output."""
        return len(self.names) == 1

    @property
    def label_map(self) -> dict[str, str | None]:
        """Name of an output to the name of its label."""
        return {name: label.value for name, label in zip(self.names, self.meanings, strict=True)}

    def probabilities(self, logits: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """Return probabilities, shape (items, labels), columns in the order of `labels`.

        Parameters
        ----------
        logits
            What the model gives, shape (items, outputs), columns in its own order. A single output that needs
            no activation stays as it is, and may lie outside 0 to 1.

        Raises
        ------
        ModelError
            If there are not as many outputs as names.
        """
        values = np.asarray(logits, dtype=np.float64)
        if values.ndim != 2 or values.shape[1] != len(self.names):
            raise ModelError(
                f"outputs of shape {values.shape}",
                f"(pairs, {len(self.names)})",
                "check id2label of the model",
            )
        if self.is_score:
            score = values[:, 0] if self.activation == "none" else _sigmoid(values[:, 0])
            entailed = score if self.meanings[0] is Label.ENTAILMENT else 1 - score
            return np.stack([entailed, 1 - entailed], axis=1)
        from scipy.special import softmax

        with np.errstate(invalid="ignore"):  # what is no number stays none
            shares = softmax(values, axis=1)
        columns = [self.meanings.index(label) for label in self.labels]
        return np.asarray(shares)[:, columns]

    def predictions(
        self,
        ids: Sequence[str],
        probabilities: NDArray[np.float64],
        name: str,
        threshold: float | None = None,
    ) -> Predictions:
        """Return the label of each item, with its probabilities.

        Parameters
        ----------
        ids
            One an item.
        probabilities
            Shape (items, labels), columns in the order of `labels`; values outside 0 to 1 are taken for the
            nearer end.
        name
            What to call the model.
        threshold
            See `ModelOptions.threshold`.
        """
        bounded = np.clip(probabilities, 0, 1)
        names = pl.Series([label.value for label in self.labels], dtype=LABEL_TYPE)
        columns = {label.value: bounded[:, place] for place, label in enumerate(self.labels)}
        chosen = pl.Series(self._chosen(bounded, threshold), dtype=pl.UInt32)
        frame = pl.DataFrame(
            {"id": pl.Series(ids, dtype=pl.String), "label": names.gather(chosen), **columns}
        )
        return Predictions(frame, self.labels, Provenance(name, label_map=self.label_map))

    def _chosen(self, probabilities: NDArray[np.float64], threshold: float | None) -> NDArray[np.int64]:
        """Return the column of each item's label; entailment is the first of them."""
        if threshold is None and not self.is_score:
            return np.asarray(probabilities.argmax(axis=1))
        entailed = probabilities[:, 0] >= (0.5 if threshold is None else threshold)
        others = 1 + probabilities[:, 1:].argmax(axis=1)
        return np.asarray(np.where(entailed, 0, others))


def named_outputs(names: Sequence[str], options: ModelOptions, activation: Activation = "sigmoid") -> Outputs:
    """Say what the outputs of a model mean, by the label map and by the aliases of `labels`.

    Parameters
    ----------
    names
        The names of the outputs as the model has them, in its own order.
    options
        `label_map` goes before aliases; `score_of` says what a single output is the score of whose name says
        nothing.
    activation
        See `Outputs`.

    Raises
    ------
    UnnamedOutputsError
        For names such as ``LABEL_0`` that the label map does not explain; it holds the names.
    AmbiguousLabelError, UnknownLabelError
        For other names that cannot be read.
    ModelError
        If the labels are neither entailment, neutral, contradiction nor entailment, non-entailment.
    OptionError
        If the label map speaks of outputs that the model does not have.
    """
    outputs = tuple(names)
    stated = as_spelled(options.label_map or {}, outputs)
    _refuse_strangers(outputs, stated)
    if len(outputs) == 1:
        scored = _scored(outputs[0], replace(options, label_map=stated))
        return Outputs(outputs, (scored,), activation)
    try:
        meaning = resolve(outputs, stated)
    except MeaninglessLabelError as error:
        found = f"outputs {quoted(outputs)} of the model: {error.found}"
        raise UnnamedOutputsError(found, error.expected, error.remedy, outputs) from error
    meanings = [meaning[name] for name in outputs]
    labels = [label for label in meanings if label is not None]
    if len(labels) != len(meanings) or tuple(in_order(labels)) not in (THREE_WAY, TWO_WAY):
        raise _no_set(outputs, meanings)
    if len(set(labels)) != len(labels):
        raise _no_set(outputs, meanings)
    return Outputs(outputs, tuple(labels))


def _refuse_strangers(outputs: tuple[str, ...], stated: Mapping[str, Label | None]) -> None:
    strangers = [name for name in stated if name not in outputs]
    if strangers:
        raise OptionError(
            f"the label map speaks of {quoted(strangers)}",
            f"outputs that the model has: {quoted(outputs)}",
            "correct --label-map",
        )


def _scored(name: str, options: ModelOptions) -> Label:
    stated = options.label_map or {}
    try:
        label = resolve([name], stated)[name]
    except (MeaninglessLabelError, AmbiguousLabelError, UnknownLabelError):
        label = options.score_of
    if label not in TWO_WAY:
        raise ModelError(
            f"the single output '{printable(name)}' is the score of {label}",
            f"a score of {' or '.join(TWO_WAY)}",
            f"give --label-map {printable(name, 20)}=entailment if it is high for entailed pairs",
        )
    if name not in stated and options.score_of is not Label.ENTAILMENT and label is not options.score_of:
        raise OptionError(
            f"score of {options.score_of}, and the output is called '{printable(name)}'",
            "one meaning of the score",
            f"give --label-map {printable(name, 20)}={options.score_of} to overrule the model",
        )
    return label


def _no_set(outputs: tuple[str, ...], meanings: Sequence[Label | None]) -> ModelError:
    read = ", ".join(
        f"'{printable(name, 40)}' is {label or 'no label'}"
        for name, label in zip(outputs[:12], meanings, strict=False)
    )
    return ModelError(
        f"{len(outputs)} outputs: {read}",
        f"{', '.join(THREE_WAY)} or {', '.join(TWO_WAY)}, each once",
        "say what the outputs mean with --label-map, or give a model of pairs of sentences",
    )


def _sigmoid(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(0.5 * (1 + np.tanh(0.5 * values)))  # without overflow
