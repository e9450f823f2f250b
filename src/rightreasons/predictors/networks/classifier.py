"""A sequence classifier of pairs: tokenizer, network and what its outputs mean, whatever runs the network."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from rightreasons.engine.batching import token_budgeted
from rightreasons.engine.threads import mapped_ahead
from rightreasons.errors import PredictionError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.networks.encoding import Encoded, PairEncoder
from rightreasons.predictors.networks.long_pairs import joined_windows
from rightreasons.predictors.networks.outputs import Outputs
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Detail, Response, predictions_of, responses_of
from rightreasons.printable import printable, quoted

Forward = Callable[[Mapping[str, NDArray[np.int64]]], NDArray[np.float32]]
"""From padded arrays of shape (items, tokens) by name to logits of shape (items, outputs)."""
BATCH_TOKENS_CPU = 512
"""Measured on BERT-base: batches that stay within the caches of a core are the fastest."""
BATCH_TOKENS_GPU = 16_384
Precision = Literal["fp32", "bf16", "int8"]
NOT_A_NUMBER = "not a number"
OUTSIDE = "outside 0 to 1"
_PAIRS_AT_ONCE = 8192  # so many are tokenised and sorted together


@dataclass(frozen=True)
class NetworkTrial:
    """In which numbers a network answers fastest on a CPU, as a trial found.

    Parameters
    ----------
    precision
        ``fp32``, ``bf16`` or ``int8``.
    gain
        How many times as fast as fp32 it was.
    same_labels, pairs
        On so many pairs labels were compared with those of fp32, and so many are the same.
    """

    precision: Precision
    gain: float
    same_labels: int
    pairs: int


@dataclass(frozen=True)
class SequenceClassifier:
    """A predictor that reads premise and hypothesis as one sequence.

    Parameters
    ----------
    identity
        What makes it the same model.
    encoder
        From sentences to what the network reads.
    forward
        The network.
    outputs
        What its outputs mean.
    batch_tokens
        Tokens of a batch, padding included.
    threshold
        See `rightreasons.predictors.options.ModelOptions`.
    threads
        Batches that the network reads at once.
    title
        What to call it, where it was named when it was trained.
    trial
        What a trial found of the numbers to answer in, where one was made.
    """

    identity: Identity
    encoder: PairEncoder
    forward: Forward
    outputs: Outputs
    batch_tokens: int
    threshold: float | None = None
    threads: int = 1
    title: str | None = None
    trial: NetworkTrial | None = None

    @property
    def name(self) -> str:
        """What to call it: its title, or ``hf:NAME``."""
        return self.title or f"{self.identity.kind}:{self.identity.name}"

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that it can give, in the order of `Label`."""
        return self.outputs.labels

    def predict(self, pairs: PairTable) -> Predictions:
        """Return a label for every pair, in the order of the pairs.

        Raises
        ------
        PredictionError
            If the model's output for a pair is not a number.
        """
        remedy = "look at these pairs, or give fp32 where the model runs in bf16"
        return labelled(self.batches(pairs), pairs, self._nothing(), remedy)

    def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
        """Yield the responses of the model, the longest pairs first; the windows of a pair are joined.

        Details of a pair are ``truncated`` (what was cut), ``windows`` (how many were read) and ``score``, if
        a single output that is taken as it is lies outside 0 to 1.
        """
        for start in range(0, len(pairs), _PAIRS_AT_ONCE):
            part = pairs.frame.slice(start, _PAIRS_AT_ONCE)
            encoded = self.encoder.encode(part["premise"].to_list(), part["hypothesis"].to_list())
            yield from self._answers(part["id"].to_list(), encoded)

    def _answers(self, ids: Sequence[str], encoded: Encoded) -> Iterator[Mapping[str, Response]]:
        windows = np.full((len(encoded.items), len(self.labels)), np.nan)
        missing = np.bincount(encoded.owners, minlength=len(ids))
        for batch, logits in logits_of(self.encoder, self.forward, encoded, self.batch_tokens, self.threads):
            windows[batch] = self.outputs.probabilities(logits)
            np.subtract.at(missing, encoded.owners[batch], 1)
            touched = np.unique(encoded.owners[batch])
            whole = touched[missing[touched] == 0]
            if len(whole):
                rows = np.isin(encoded.owners, whole)
                how = self.encoder.long_premises
                joined = joined_windows(windows[rows], encoded.owners[rows], self.labels, how)
                yield self._batch(ids, whole, joined, encoded)

    def _batch(
        self, ids: Sequence[str], places: NDArray[np.int64], values: NDArray[np.float64], encoded: Encoded
    ) -> Mapping[str, Response]:
        finite = np.isfinite(values).all(axis=1)
        answered = [ids[place] for place in places[finite]]
        details: dict[str, dict[str, Detail]] = {
            ids[place]: dict(encoded.details[place]) for place in places.tolist() if place in encoded.details
        }
        for place in places[finite & ((values < 0) | (values > 1)).any(axis=1)]:
            details.setdefault(ids[place], {})["score"] = OUTSIDE
        predictions = self.outputs.predictions(answered, values[finite], self.name, self.threshold)
        silent = {ids[place]: Response(unanswered=NOT_A_NUMBER) for place in places[~finite]}
        responses = {**responses_of(predictions), **silent}
        return {key: replace(each, details=details.get(key, {})) for key, each in responses.items()}

    def _nothing(self) -> Predictions:
        return self.outputs.predictions([], np.empty((0, len(self.labels))), self.name, self.threshold)


def labelled(
    batches: Iterable[Mapping[str, Response]], pairs: PairTable, nothing: Predictions, remedy: str
) -> Predictions:
    """Return responses to pairs as predictions, in the order of the pairs.

    Parameters
    ----------
    batches
        Responses by id, to every pair one.
    pairs
        What was asked.
    nothing
        The predictions of no pairs: labels and provenance of the model.
    remedy
        What to do about a pair without a label.

    Raises
    ------
    PredictionError
        If there is such a pair: the model's output for it is not a number.
    """
    by_id = {key: response for batch in batches for key, response in batch.items()}
    silent = [key for key, response in by_id.items() if response.label is None]
    if silent:
        raise PredictionError(
            f"'{printable(nothing.name)}' gives no number for {len(silent):,} pairs ({quoted(silent, 3)})",
            "finite outputs",
            remedy,
        )
    ordered = {key: by_id[key] for key in pairs.frame["id"]}
    found = predictions_of(nothing.name, nothing.labels, ordered)
    return replace(found, provenance=nothing.provenance) if ordered else nothing


def batch_tokens_on(device: str, options: ModelOptions) -> int:
    """Return the tokens of a batch: as asked for, otherwise what suits a device such as ``"cpu"``."""
    return options.batch_tokens or (BATCH_TOKENS_CPU if device == "cpu" else BATCH_TOKENS_GPU)


def logits_of(
    encoder: PairEncoder, forward: Forward, encoded: Encoded, batch_tokens: int, threads: int = 1
) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
    """Yield batches of items, by their places, with the logits of the network; see `SequenceClassifier`."""

    def answered(batch: list[int]) -> tuple[list[int], NDArray[np.float32]]:
        return batch, forward(encoder.padded([encoded.items[place] for place in batch]))

    yield from mapped_ahead(answered, token_budgeted(encoded.lengths, batch_tokens), threads)


def identity_of(
    kind: str, outputs: Outputs, found: Mapping[str, Any], options: Mapping[str, Any]
) -> Identity:
    """Return the identity of a classifier.

    Parameters
    ----------
    kind
        ``"hf"`` or ``"onnx"``.
    outputs
        What its outputs mean.
    found
        ``name``, ``revision`` and ``checksum``.
    options
        What else changes its predictions.
    """
    labels = tuple(label.value for label in outputs.labels)
    return Identity(kind, labels=labels, label_map=outputs.label_map, options=options, **found)
