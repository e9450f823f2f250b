"""Models that `train` made, from their folder or from a run with one seed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rightreasons.errors import MissingExtraError
from rightreasons.labels import Label
from rightreasons.pairs import PARSE_COLUMNS, PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import TEXT, Identity, checksum_of
from rightreasons.predictors.networks.classifier import NOT_A_NUMBER, batch_tokens_on, labelled
from rightreasons.predictors.networks.hugging_face import load_hugging_face
from rightreasons.predictors.networks.loaded import device_of
from rightreasons.predictors.networks.outputs import Outputs, named_outputs
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Predictor
from rightreasons.predictors.response import Response, responses_of
from rightreasons.predictors.trained_folders import ENCODER, files_of, folder_of, name_of, trained_title

if TYPE_CHECKING:
    import torch

    from rightreasons.models.checkpoint import TrainedModel

ADDS = {"predictor": {"trained": "load_trained"}}

_PAIRS_AT_ONCE = 8192  # so many are read and sorted together


@dataclass(frozen=True)
class TrainedPredictor:
    """A model of `rightreasons.models`.

    Parameters
    ----------
    trained
        The model, on `device`.
    identity
        What makes it the same model.
    outputs
        What its outputs mean.
    batch_tokens, threshold
        See `ModelOptions`.
    device
        Where it computes.
    title
        What to call it, where it was named when it was trained.
    """

    trained: "TrainedModel" = field(repr=False)
    identity: Identity
    outputs: Outputs
    batch_tokens: int
    threshold: float | None
    device: "torch.device"
    title: str | None = None

    @property
    def name(self) -> str:
        """What to call it: its title, or ``trained:NAME``."""
        return self.title or f"{self.identity.kind}:{self.identity.name}"

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that it can give, in the order of `Label`."""
        return self.outputs.labels

    def predict(self, pairs: PairTable) -> Predictions:
        """Return a label for every pair, in the order of the pairs.

        Raises
        ------
        RightReasonsError
            If the model cannot read them: one of trees needs parses.
        """
        nothing = self.outputs.predictions([], np.empty((0, len(self.labels))), self.name, self.threshold)
        return labelled(self.batches(pairs), pairs, nothing, "train the model again")

    def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
        """Yield the responses of the model, the longest of some thousand pairs first."""
        from rightreasons.models.data import logits_of, read_data

        for start in range(0, len(pairs), _PAIRS_AT_ONCE):
            place = pl.int_range(pl.len())
            part = pairs.where(place.is_between(start, start + _PAIRS_AT_ONCE - 1), "in another part")
            data = read_data(part, self.trained.words, self.trained.text, bracketer=self.trained.bracketer)
            ids = part.frame["id"].to_list()
            for rows, logits in logits_of(self.trained.model, data, self.device, self.batch_tokens):
                yield self._batch([ids[row] for row in rows], self.outputs.probabilities(logits))

    def _batch(self, ids: list[str], values: NDArray[np.float64]) -> Mapping[str, Response]:
        finite = np.isfinite(values).all(axis=1)
        answered = [ids[row] for row in np.flatnonzero(finite)]
        silent = {ids[row]: Response(unanswered=NOT_A_NUMBER) for row in np.flatnonzero(~finite)}
        predictions = self.outputs.predictions(answered, values[finite], self.name, self.threshold)
        return {**responses_of(predictions), **silent}


def load_trained(rest: str, options: ModelOptions) -> Predictor:
    """Load a model that `train` made.

    Parameters
    ----------
    rest
        Its folder, or that of a run with a single seed.
    options
        How it is loaded and asked.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    OptionError
        If the run has several seeds, with their names.
    ModelError
        If the folder holds no such model, or it is damaged.
    MissingExtraError
        If torch is not installed.
    """
    folder = folder_of(Path(rest))
    if (folder / ENCODER).is_file():
        return load_hugging_face(str(folder), options)
    MissingExtraError.unless_installed(("torch",), "train")
    import torch

    from rightreasons.models.checkpoint import load_model

    trained = load_model(folder)
    if options.max_length is not None:
        trained = replace(trained, text=replace(trained.text, max_length=options.max_length))
    device = torch.device(device_of(options))
    trained.model.to(device)
    outputs = named_outputs([label.value for label in trained.labels], options)
    identity = Identity(
        "trained",
        name_of(folder),
        tuple(label.value for label in outputs.labels),
        checksum=checksum_of(*files_of(folder)),
        label_map=outputs.label_map,
        options={"max_length": trained.text.max_length, "threshold": options.threshold}
        | ({} if trained.text.parses is None else {"parses": trained.text.parses}),
        columns=TEXT if trained.text.parses is None else (*TEXT, *PARSE_COLUMNS),
    )
    tokens = batch_tokens_on(device.type, options)
    title = trained_title(folder, {"facts": trained.facts})
    return TrainedPredictor(trained, identity, outputs, tokens, options.threshold, device, title)
