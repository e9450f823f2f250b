"""An untrained model of any kind from its name, its settings and word vectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from torch import Tensor

from rightreasons.models import MODELS
from rightreasons.models.batch import PairModel
from rightreasons.models.layers.word_embedding import WordEmbedding

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Kind = TypeVar("Kind", bound=DataclassInstance)
else:
    Kind = TypeVar("Kind")

from rightreasons.models.settings import read_settings


def build_model(
    name: str, settings: Mapping[str, object], vectors: Tensor, labels: int, *, learned: Tensor | None = None
) -> PairModel:
    """Return an untrained model; its weights are drawn from torch's own generator.

    Parameters
    ----------
    name
        One of `rightreasons.models.MODELS`.
    settings
        Values by name, of the dataclass that the model has as `PairModel.settings_type`; one called
        ``projection`` is the size to which word vectors are projected.
    vectors
        Word vectors to start from, shape (V, D).
    labels
        Number of labels.
    learned
        Which of the vectors are learned, shape (V,); None: all.

    Raises
    ------
    UnknownNameError
        If there is no such model.
    OptionError
        If a setting is unknown or does not fit.
    """
    kind: type[PairModel] = MODELS.load(name)
    read = read_settings(kind.settings_type, settings)
    words = WordEmbedding(vectors, learned, getattr(read, "projection", None))
    return kind(read, words, labels)
