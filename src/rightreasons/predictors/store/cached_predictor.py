"""A predictor in front of a store: only what is missing is asked, and every response is stored at once."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import uuid4

import polars as pl

from rightreasons.engine.progress import Progress, silent
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.predictor import Identified, Predictor
from rightreasons.predictors.response import Response, Responses, predictions_of, totals_of
from rightreasons.predictors.store.asking import Predict, predict_batches
from rightreasons.predictors.store.store import Store
from rightreasons.printable import printable


class CachedPredictor:
    """A predictor with a store.

    Parameters
    ----------
    predictor
        The model. One without an `Identity` counts as a callable: nothing tells its versions apart.
    store
        Where its responses are stored.
    scope
        Name of the run, within which the responses of a model whose identity is not repeatable are used
        again; without a name they are used within this object only.
    predict
        Asks the model for what is missing: in this process, or elsewhere.
    """

    def __init__(
        self, predictor: Predictor, store: Store, scope: str = "", predict: Predict = predict_batches
    ) -> None:
        self.predictor = predictor
        self._predict = predict
        self.store = store
        self.identity = identity_of(predictor)
        self.fingerprint = self.identity.fingerprint(scope or uuid4().hex)

    def responses(self, pairs: PairTable, progress: Progress = silent) -> Responses:
        """Return the responses to pairs, asking the model only for what is not in the store.

        Each distinct text is asked once, and each batch is stored as soon as it comes, also where the user
        interrupts.

        Raises
        ------
        UnreadableFileError
            If the store is damaged.
        RightReasonsError
            If the model cannot be asked for such pairs at all.
        """
        hashes = dict(zip(pairs.frame["id"], self.identity.hashes(pairs), strict=True))
        stored = self.store.get(self.fingerprint, hashes.values())
        missing = _first_of_each(pairs, hashes, stored)
        total = len(stored) + len(missing)
        answered = 0

        def take(batch: Mapping[str, Response]) -> None:
            nonlocal answered
            self.store.put(
                self.identity,
                self.fingerprint,
                {hashes[key]: _printable(each) for key, each in batch.items()},
            )
            answered += len(batch)
            progress(f"asking {printable(self.predictor.name)}", len(stored) + answered, total)

        failed, stopped = self._predict(self.predictor, missing, take)
        new = self.store.get(self.fingerprint, (hashes[key] for key in missing.frame["id"]))
        new |= {hashes[key]: response for key, response in failed.items()}
        found = stored | new
        by_id = {key: found[text] for key, text in hashes.items() if text in found}
        predictions = predictions_of(self.predictor.name, self.predictor.labels, by_id)
        return Responses(predictions, by_id, stopped, totals_of(by_id, hashes), len(new))


def identity_of(predictor: Predictor) -> Identity:
    """Return the identity of a predictor, or that of a callable if it states none."""
    if isinstance(predictor, Identified):
        return predictor.identity
    return Identity("python", predictor.name, tuple(label.value for label in predictor.labels))


def recalled(store: Store, fingerprint: str, identity: Identity, pairs: PairTable) -> Responses:
    """Return what a store holds of a model's responses to pairs; nothing is asked.

    Raises
    ------
    UnreadableFileError
        If the store is damaged.
    """
    hashes = dict(zip(pairs.frame["id"], identity.hashes(pairs), strict=True))
    stored = store.get(fingerprint, hashes.values())
    by_id = {key: stored[found] for key, found in hashes.items() if found in stored}
    labels = tuple(Label(name) for name in identity.labels)
    predictions = predictions_of(f"{identity.kind}:{identity.name}", labels, by_id)
    return Responses(predictions, by_id, totals=totals_of(by_id, hashes))


def _first_of_each(pairs: PairTable, hashes: Mapping[str, str], stored: Mapping[str, Response]) -> PairTable:
    """Return the pairs that are to be asked: of those with the same text the first."""
    seen = set(stored)
    chosen = []
    for found in hashes.values():
        chosen.append(found not in seen)
        seen.add(found)
    return pairs.where(pl.Series(chosen, dtype=pl.Boolean), "answered before, or the text of another pair")


def _printable(response: Response) -> Response:
    """Return a response whose reason can be shown; one without a label always has one."""
    if response.label is not None:
        return response
    return replace(response, unanswered=printable(response.unanswered or "") or "no reason given")
