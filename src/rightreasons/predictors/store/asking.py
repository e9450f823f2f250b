"""A predictor in front of a store: only what is missing is predicted, batch by batch, and stored at once."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from rightreasons.engine.interrupts import call_by_call, ending_soon
from rightreasons.errors import IncompleteError, RightReasonsError
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.networks.others_code import others_code
from rightreasons.predictors.predictor import Predictor, Streaming
from rightreasons.predictors.response import Response, responses_of
from rightreasons.printable import error_text, printable, quoted

SLICE = 1024
"""Pairs that a predictor which does not stream is asked for at once: the most that a crash can lose."""
_HOPELESS = 32  # pairs that fail one after the other, each asked alone, before the model counts as broken
_REASON_LENGTH = 200
SEED = 2019
"""Of the order in which pairs are asked for."""
Batch = Mapping[str, Response]
Take = Callable[[Batch], None]
Predict = Callable[[Predictor, PairTable, Take], tuple[Batch, str | None]]
"""As `predict_batches`."""


def predict_batches(predictor: Predictor, pairs: PairTable, take: Take) -> tuple[Batch, str | None]:
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
        Called with each batch of responses by id, at once; an `IncompleteError` that it raises ends the
        asking. It is called again with the same batch where the user interrupts it.

    Returns
    -------
    tuple
        Responses by id of the pairs on which the model raises; and why the model was given up, or None.

    Raises
    ------
    RightReasonsError
        What the predictor raises, other than `IncompleteError`: it cannot be asked for such pairs at all.
    """
    failed: dict[str, Response] = {}
    row: list[str] = []
    waiting = _parts(predictor, pairs)
    try:
        while waiting:
            part = waiting.pop()
            rest, fault = _predict_part(predictor, part, take)
            if len(rest) < len(part):
                row = []
            if fault is None:
                _refuse_silence(predictor, rest)
            elif len(part) == 1 and len(rest):
                failed[rest.frame["id"][0]] = Response(failed=fault)
                row.append(fault)
                _refuse_hopeless(predictor, row)
            else:
                waiting.extend(_halves(rest))
    except IncompleteError as error:
        return failed, error.message
    return failed, None


def _parts(predictor: Predictor, pairs: PairTable) -> list[PairTable]:
    """Return what is asked for at once, in a shuffled order."""
    shuffled = pairs.frame[np.random.default_rng(SEED).permutation(len(pairs))]
    size = max(len(pairs), 1) if isinstance(predictor, Streaming) else SLICE
    return [replace(pairs, frame=part) for part in shuffled.iter_slices(size) if part.height]


def _halves(pairs: PairTable) -> list[PairTable]:
    half = (len(pairs) + 1) // 2
    frames = (pairs.frame.head(half), pairs.frame.slice(half))
    return [replace(pairs, frame=frame) for frame in frames if frame.height]


def _predict_part(predictor: Predictor, part: PairTable, take: Take) -> tuple[PairTable, str | None]:
    """Return what is still open after asking for a part, and what the predictor raised, if it did."""
    open_ids = set(part.frame["id"])
    stream = _batches(predictor, part)
    fault = None
    while True:
        try:
            with others_code():
                batch = next(stream, None)
        except RightReasonsError:
            raise
        except Exception as error:  # whatever a model may raise
            fault = error_text(error, _REASON_LENGTH)
            break
        if batch is None:
            break
        _refuse_breach(predictor, batch, open_ids)
        _taken(batch, take)
        open_ids -= set(batch)
    return part.where(pl.col("id").is_in(open_ids), "answered"), fault


def _batches(predictor: Predictor, part: PairTable) -> Iterator[Batch]:
    if isinstance(predictor, Streaming):
        stream = predictor.batches(part)
        yield from stream if getattr(predictor, "ends_itself", False) else call_by_call(stream)
        return
    with ending_soon() as interrupt:
        interrupt.dropped = f"a call under way was dropped: its {len(part):,} pairs are asked for again"
        predictions = predictor.predict(part)
        if not isinstance(predictions, Predictions):
            raise _breach(predictor, f"gives a {type(predictions).__name__}", "Predictions")
        interrupt.dropped = ""
        yield responses_of(predictions)


def _taken(batch: Batch, take: Take) -> None:
    try:
        take(batch)
    except KeyboardInterrupt:
        take(batch)
        raise


def _refuse_breach(predictor: Predictor, batch: Batch, open_ids: set[str]) -> None:
    """Make sure that a batch answers what is open, once, with labels and probabilities of the model."""
    if strange := [found for found in batch if found not in open_ids]:
        shown = quoted(strange, 3)
        raise _breach(predictor, f"answers pairs it was not asked for, or twice ({shown})", "each pair once")
    if unknown := {each.label for each in batch.values() if each.label is not None} - {*predictor.labels}:
        raise _breach(predictor, f"gives the labels {quoted(sorted(unknown))}", ", ".join(predictor.labels))
    given = [each.probabilities for each in batch.values() if each.probabilities is not None]
    if any(set(each) != set(predictor.labels) for each in given):
        shown = quoted(sorted({label for each in given for label in each}))
        raise _breach(predictor, f"gives probabilities of the labels {shown}", ", ".join(predictor.labels))
    if not all(0 <= value <= 1 for each in given for value in each.values()):
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
