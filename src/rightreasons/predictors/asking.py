"""Ask a model batch by batch, hand on each batch as it comes, and find the pairs that it fails on."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from rightreasons.errors import IncompleteError, RightReasonsError
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.predictor import Batch, Predictor, Streaming
from rightreasons.printable import printable, quoted

SLICE = 1024
"""Pairs that a predictor which does not stream is asked for at once: the most that a crash can lose."""
_HOPELESS = 32  # pairs that fail one after the other, each asked alone, before the model counts as broken
_REASON_LENGTH = 200
_SEED = 2019


@dataclass(frozen=True)
class Asked:
    """What came of asking.

    Parameters
    ----------
    failed
        Reason by id of the pairs on which the model raises.
    stopped
        Why the model was given up, or None.
    """

    failed: Mapping[str, str]
    stopped: str | None


def ask(predictor: Predictor, pairs: PairTable, take: Callable[[Batch], None]) -> Asked:
    """Ask for every pair, as long as the model can be reached and keeps to its contract.

    A predictor that raises is asked again for halves of what is open, until the pairs on which it raises are
    alone. One that raises on 32 single pairs in a row is given up. Pairs are asked for in a shuffled order,
    so that a group of faulty neighbours is not taken for a broken model.

    Parameters
    ----------
    predictor
        The model.
    pairs
        What to ask for.
    take
        Called with each batch, at once; an `IncompleteError` that it raises ends the asking. It is called
        again with the same batch where the user interrupts it.

    Raises
    ------
    RightReasonsError
        What the predictor raises, other than `IncompleteError`: it cannot be asked for such pairs at all.
    """
    failed: dict[str, str] = {}
    row: list[str] = []
    waiting = _parts(predictor, pairs)
    try:
        while waiting:
            part = waiting.pop()
            rest, fault = _asked(predictor, part, take)
            if len(rest) < len(part):
                row = []
            if fault is None:
                _refuse_silence(predictor, rest)
            elif len(part) == 1 and len(rest):
                failed[rest.frame["id"][0]] = fault
                row.append(fault)
                _refuse_hopeless(predictor, row)
            else:
                waiting.extend(_halves(rest))
    except IncompleteError as error:
        return Asked(failed, str(error))
    return Asked(failed, None)


def _parts(predictor: Predictor, pairs: PairTable) -> list[PairTable]:
    """Return what is asked for at once, in a shuffled order."""
    shuffled = pairs.frame[np.random.default_rng(_SEED).permutation(len(pairs))]
    size = max(len(pairs), 1) if isinstance(predictor, Streaming) else SLICE
    return [replace(pairs, frame=part) for part in shuffled.iter_slices(size) if part.height]


def _halves(pairs: PairTable) -> list[PairTable]:
    half = (len(pairs) + 1) // 2
    frames = (pairs.frame.head(half), pairs.frame.slice(half))
    return [replace(pairs, frame=frame) for frame in frames if frame.height]


def _asked(
    predictor: Predictor, part: PairTable, take: Callable[[Batch], None]
) -> tuple[PairTable, str | None]:
    """Return what is still open after asking for a part, and what the predictor raised, if it did."""
    open_ids = set(part.frame["id"])
    stream = _batches(predictor, part)
    fault = None
    while True:
        try:
            batch = next(stream, None)
        except RightReasonsError:
            raise
        except Exception as error:  # whatever a model may raise
            fault = printable(f"{type(error).__name__}: {error}", _REASON_LENGTH)
            break
        if batch is None:
            break
        _refuse_breach(predictor, batch, open_ids)
        _taken(batch, take)
        open_ids -= {*batch.predictions.frame["id"], *batch.unanswered}
    return part.where(pl.col("id").is_in(open_ids), "answered"), fault


def _batches(predictor: Predictor, part: PairTable) -> Iterator[Batch]:
    if isinstance(predictor, Streaming):
        yield from predictor.batches(part)
    else:
        yield Batch(predictor.predict(part))


def _taken(batch: Batch, take: Callable[[Batch], None]) -> None:
    try:
        take(batch)
    except KeyboardInterrupt:
        take(batch)
        raise


def _refuse_breach(predictor: Predictor, batch: Batch, open_ids: set[str]) -> None:
    """Make sure that a batch answers what is open, once, with labels and probabilities of the model."""
    said = batch.predictions
    if not isinstance(said, Predictions):
        raise _breach(predictor, f"gives a {type(said).__name__}", "Predictions")
    answered = [*said.frame["id"], *batch.unanswered]
    strange = [found for found in answered if found not in open_ids]
    if strange or len(set(answered)) < len(answered):
        shown = quoted(strange or answered, 3)
        raise _breach(predictor, f"answers pairs it was not asked for, or twice ({shown})", "each pair once")
    unknown = {*said.frame["label"].unique()} - {*predictor.labels}
    if unknown or (said.has_probabilities and said.labels != predictor.labels):
        shown = quoted(sorted(unknown or said.labels))
        raise _breach(predictor, f"gives the labels {shown}", ", ".join(predictor.labels))
    values = said.probabilities.select(pl.all().is_between(0, 1).fill_null(value=False).all())
    if not all(values.row(0) if values.width else ()):
        raise _breach(predictor, "gives probabilities that are none", "numbers from 0 to 1")


def _refuse_silence(predictor: Predictor, rest: PairTable) -> None:
    if len(rest):
        shown = quoted(rest.frame["id"].head(3).to_list())
        raise _breach(predictor, f"says nothing of {len(rest):,} pairs ({shown})", "an answer for every pair")


def _refuse_hopeless(predictor: Predictor, row: list[str]) -> None:
    if len(row) == _HOPELESS:
        found = f"fails on each of {_HOPELESS} pairs in a row, the last with {row[-1]}"
        raise _breach(predictor, found, "answers")


def _breach(predictor: Predictor, found: str, expected: str) -> IncompleteError:
    return IncompleteError(
        f"'{printable(predictor.name)}' {found}", expected, "mend the model and start again"
    )
