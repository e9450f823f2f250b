"""The model of a seed as it was trained, and what its last layer reads of pairs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import TypeAdapter

from rightreasons.engine.progress import Progress
from rightreasons.labels import Label
from rightreasons.pairs import PairTable, pair_hashes
from rightreasons.predictors.networks.checkpoints import Checkpoint
from rightreasons.predictors.networks.frozen_encoder import Vectors, keep_vectors, kept_vectors
from rightreasons.printable import printable
from rightreasons.runs.folder import Run
from rightreasons.streams.caches import cache_folder
from rightreasons.training.recipe import CHECKPOINT, Recipe

if TYPE_CHECKING:
    from rightreasons.debiasing.last_layer.layer import Reals
    from rightreasons.training.transformers import EncoderModel


def trained_encoder(run: Run, seed: int) -> EncoderModel:
    """Return the encoder of one seed of a training, with its weights."""
    from rightreasons.training.transformers import encoder_model

    folder = run.path / f"seed-{seed}"
    Checkpoint(folder.name, folder).check_weights()
    recipe: Recipe = TypeAdapter(Recipe).validate_python(run.manifest.options["recipe"])
    labels = tuple(Label(name) for name in run.manifest.options["labels"])
    return encoder_model(replace(recipe, settings={**recipe.settings, CHECKPOINT: str(folder)}), labels)


@dataclass(frozen=True)
class LastLayerFeatures:
    """What the last layer of a model reads of pairs, computed once and kept."""

    encoder: EncoderModel
    folder: Path
    progress: Progress

    def of(self, pairs: PairTable) -> Reals:
        """Return the features of every pair, shape (n, D)."""
        place = self._place(pairs)
        stored = kept_vectors(place, len(pairs))
        return (self._computed(pairs, place) if stored is None else stored).astype(np.float64)

    def _computed(self, pairs: PairTable, place: Path) -> Vectors:
        from rightreasons.debiasing.last_layer.layer import features_of

        what, device = f"features of {printable(pairs.name)}", self.encoder.hardware.device
        size, data = len(pairs), self.encoder.data(pairs, gold=False)
        model, labels = self.encoder.model.to(device), len(self.encoder.labels)
        found = features_of(model, data, labels, device, lambda done: self.progress(what, done, size))
        vectors: Vectors = found.astype(np.float32)
        keep_vectors(place, vectors)
        return vectors

    def _place(self, pairs: PairTable) -> Path:
        digest = hashlib.sha256(Checkpoint(self.folder.name, self.folder).checksum().encode())
        digest.update(f"{self.encoder.settings.max_length}".encode())
        for each in pair_hashes(pairs.premises, pairs.hypotheses):
            digest.update(each.encode())
        return cache_folder() / "features" / f"{digest.hexdigest()}.npy"
