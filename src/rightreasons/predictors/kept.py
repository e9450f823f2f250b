"""A predictor whose answers are kept: only what is missing is asked, all that is said is stored at once."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import uuid4

import polars as pl

from rightreasons.engine.progress import Progress, silent
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.asking import ask
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.predictor import Batch, Identified, Predictor
from rightreasons.predictors.store import Answer, Store
from rightreasons.printable import printable

Total = int | float | Mapping[str, int]


@dataclass(frozen=True)
class Answers:
    """What a model said of a set of pairs, as far as it could be asked.

    Parameters
    ----------
    predictions
        Of the pairs that have a label, under their ids, in the order of the pairs; probabilities if there are
        some for every one of them.
    unanswered
        Reason by id of pairs that were answered without a label; they are not asked for again.
    failed
        Reason by id of pairs on which the model raised; they are asked for again the next time.
    stopped
        Why the model was given up before every pair was asked for, or None.
    details
        Totals by name: numbers are summed over what was asked, each text once; texts and truth values are
        counted over the pairs.
    asked
        For how many distinct pairs the model was asked now and came to an end.
    """

    predictions: Predictions
    unanswered: Mapping[str, str]
    failed: Mapping[str, str]
    stopped: str | None
    details: Mapping[str, Total]
    asked: int

    @property
    def is_complete(self) -> bool:
        """Whether every pair was answered, with a label or without."""
        return self.stopped is None and not self.failed


class Kept:
    """A predictor with a store.

    Parameters
    ----------
    predictor
        The model. One without an `Identity` counts as a callable: nothing tells its versions apart.
    store
        Where its answers are kept.
    scope
        Name of the run, within which the answers of a model whose identity is not repeatable are used again;
        without a name they are used within this object only.
    """

    def __init__(self, predictor: Predictor, store: Store, scope: str = "") -> None:
        self.predictor = predictor
        self.store = store
        self.identity = identity_of(predictor)
        self.fingerprint = self.identity.fingerprint(scope or uuid4().hex)

    def answers(self, pairs: PairTable, progress: Progress = silent) -> Answers:
        """Return what the model says of the pairs, asking it only for what is not in the store.

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
        known = self.store.get(self.fingerprint, hashes.values())
        missing = _first_of_each(pairs, hashes, known)
        total = len(known) + len(missing)
        said = 0

        def take(batch: Batch) -> None:
            nonlocal said
            answers = {hashes[key]: answer for key, answer in _said(batch).items()}
            self.store.put(self.identity, self.fingerprint, answers)
            said += len(answers)
            progress(f"asking {printable(self.predictor.name)}", len(known) + said, total)

        asked = ask(self.predictor, missing, take)
        new = self.store.get(self.fingerprint, (hashes[key] for key in missing.frame["id"]))
        failed = {hashes[key]: reason for key, reason in asked.failed.items()}
        answered = known | new
        by_id = {key: answered[found] for key, found in hashes.items() if found in answered}
        return Answers(
            predictions=_predictions(self.predictor.name, self.predictor.labels, by_id),
            unanswered={key: answer.unanswered for key, answer in by_id.items() if answer.unanswered},
            failed={key: failed[found] for key, found in hashes.items() if found in failed},
            stopped=asked.stopped,
            details=_totals(by_id, hashes),
            asked=len(new) + len(failed),
        )


def identity_of(predictor: Predictor) -> Identity:
    """Return the identity of a predictor, or that of a callable if it states none."""
    if isinstance(predictor, Identified):
        return predictor.identity
    return Identity("python", predictor.name, tuple(label.value for label in predictor.labels))


def recalled(store: Store, fingerprint: str, identity: Identity, pairs: PairTable) -> Answers:
    """Return what a store holds of a model's answers to pairs; nothing is asked.

    Raises
    ------
    UnreadableFileError
        If the store is damaged.
    """
    hashes = dict(zip(pairs.frame["id"], identity.hashes(pairs), strict=True))
    known = store.get(fingerprint, hashes.values())
    by_id = {key: known[found] for key, found in hashes.items() if found in known}
    labels = tuple(Label(name) for name in identity.labels)
    return Answers(
        predictions=_predictions(f"{identity.kind}:{identity.name}", labels, by_id),
        unanswered={key: answer.unanswered for key, answer in by_id.items() if answer.unanswered},
        failed={},
        stopped=None,
        details=_totals(by_id, hashes),
        asked=0,
    )


def _first_of_each(pairs: PairTable, hashes: Mapping[str, str], known: Mapping[str, Answer]) -> PairTable:
    """Return the pairs that are to be asked: of those with the same text the first."""
    seen = set(known)
    wanted = []
    for found in hashes.values():
        wanted.append(found not in seen)
        seen.add(found)
    return pairs.where(pl.Series(wanted, dtype=pl.Boolean), "answered before, or the text of another pair")


def _said(batch: Batch) -> dict[str, Answer]:
    """Return every answer of a batch by id."""
    said = batch.predictions
    columns = said.probabilities.to_dict(as_series=False)
    rows = zip(*columns.values(), strict=True) if columns else ([] for _ in range(len(said)))
    answers = {}
    for key, label, row in zip(said.frame["id"], said.frame["label"], rows, strict=True):
        probabilities = dict(zip(said.labels, row, strict=True)) if columns else None
        answers[key] = Answer(Label(label), probabilities, None, batch.details.get(key, {}))
    for key, reason in batch.unanswered.items():
        answers[key] = Answer(None, None, printable(reason) or "no reason given", batch.details.get(key, {}))
    return answers


def _predictions(name: str, labels: tuple[Label, ...], by_id: Mapping[str, Answer]) -> Predictions:
    labelled = {key: answer for key, answer in by_id.items() if answer.label is not None}
    columns = [
        pl.Series("id", list(labelled), dtype=pl.String),
        pl.Series("label", [answer.label for answer in labelled.values()], dtype=LABEL_TYPE),
    ]
    given = [answer.probabilities for answer in labelled.values() if answer.probabilities is not None]
    if given and len(given) == len(labelled):
        columns += [
            pl.Series(label.value, [each[label] for each in given], dtype=pl.Float64) for label in labels
        ]
    return Predictions(pl.DataFrame(columns), labels, Provenance(name))


def _totals(by_id: Mapping[str, Answer], hashes: Mapping[str, str]) -> dict[str, Total]:
    distinct = {hashes[key]: answer for key, answer in by_id.items()}
    sums: dict[str, float] = defaultdict(int)
    for answer in distinct.values():
        for name, value in answer.details.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                sums[name] += value
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for answer in by_id.values():
        for name, value in answer.details.items():
            if isinstance(value, str | bool):
                counts[name][str(value)] += 1
    return {**sums, **{name: dict(found) for name, found in counts.items()}}
