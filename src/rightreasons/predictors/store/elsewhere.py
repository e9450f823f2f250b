"""A model asked in blocks of pairs wherever an engine runs them: each worker loads a copy, once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import Any

import numpy as np

from rightreasons.engine.running import Workplace
from rightreasons.errors import ModelError
from rightreasons.pairs import PairTable
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Identified, Predictor, predictor_named
from rightreasons.predictors.response import Response
from rightreasons.predictors.store.asking import SEED, Batch, Take, predict_batches
from rightreasons.printable import printable

BLOCK_PAIRS = 512
"""Pairs of a block: so many are asked again where a worker is lost."""


@dataclass(frozen=True)
class NamedModel:
    """What a worker needs to load a model.

    Parameters
    ----------
    model, options
        As of `predictor_named`.
    prompt
        Which of its prompts is asked, of a model that has several.
    """

    model: str
    options: ModelOptions = field(repr=False)
    prompt: int = 0

    def loaded(self) -> Predictor:
        """Return the model."""
        found = predictor_named(self.model, self.options)
        prompts: tuple[Predictor, ...] = tuple(getattr(found, "prompts", (found,)))
        return prompts[self.prompt]


@dataclass(frozen=True)
class Workers:
    """Where copies of a model are asked.

    Parameters
    ----------
    place
        Runs blocks; those of a lost worker again.
    model
        What each worker loads.
    """

    place: Workplace
    model: NamedModel

    def predict(self, predictor: Predictor, pairs: PairTable, take: Take) -> tuple[Batch, str | None]:
        """Ask for every pair, in blocks; as `predict_batches` does in this process.

        Parameters
        ----------
        predictor
            The model as it was loaded here, whose copies are asked.
        pairs, take
            What to ask for, and what is called with the responses of each block as it comes.

        Raises
        ------
        RightReasonsError
            What the predictor raises; `ModelError` if a worker loads another model under this name.
        """
        identity = predictor.identity if isinstance(predictor, Identified) else None
        failed: dict[str, Response] = {}
        for found in self.place.map(
            _asked, [_Block(self.model, identity, each) for each in blocks_of(pairs)]
        ):
            take(found.responses)
            failed.update(found.failed)
            if found.stopped is not None:
                return failed, found.stopped
        return failed, None


def blocks_of(pairs: PairTable) -> list[PairTable]:
    """Return pairs in blocks, in a shuffled order that depends on nothing but their number."""
    shuffled = pairs.frame[np.random.default_rng(SEED).permutation(len(pairs))]
    return [replace(pairs, frame=part) for part in shuffled.iter_slices(BLOCK_PAIRS) if part.height]


@dataclass(frozen=True)
class _Block:
    model: NamedModel
    identity: Identity | None
    pairs: PairTable


@dataclass(frozen=True)
class _Asked:
    """What came of a block."""

    responses: Mapping[str, Response]
    failed: Batch
    stopped: str | None


_copies: dict[Any, Predictor] = {}
_one = RLock()  # tokenizers are changed by who uses them, and a model takes all cores of its worker


def _asked(block: _Block) -> _Asked:
    with _one:
        predictor = _copy_of(block)
        responses: dict[str, Response] = {}
        failed, stopped = predict_batches(predictor, block.pairs, responses.update)
    return _Asked(responses, failed, stopped)


def _copy_of(block: _Block) -> Predictor:
    """Return the copy of the model that this process has, the last one that was asked for."""
    key = repr((block.model, block.identity, block.model.options.keywords()))
    if key not in _copies:
        made = block.model.loaded()
        found = made.identity if isinstance(made, Identified) else None
        if found != block.identity:
            raise ModelError(
                f"a worker loads another model as '{printable(block.model.model, 200)}'",
                "the same files and versions on all machines",
                "copy the model to the same path everywhere",
            )
        _copies.clear()
        _copies[key] = made
    return _copies[key]
