"""Asks a cheap, slowed model 30,000 pairs through a store, and writes what came out.

The model notes each pair in a file before it answers: one line of ids for each call.
Arguments: the store, the file of notes, the file of results, seconds a call takes.
"""

import hashlib
import os
import sys
import time
from pathlib import Path

import polars as pl

from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.store.cached_predictor import CachedPredictor
from rightreasons.predictors.store.store import Store

ROWS = 30_000


class SlowModel:
    """Draws label and probabilities from a hash of the hypothesis."""

    name = "slow"
    labels = THREE_WAY
    identity = Identity("test", "slow", THREE_WAY, checksum="1")

    def __init__(self, notes: Path, pause: float) -> None:
        self.notes = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.pause = pause

    def predict(self, pairs: PairTable) -> Predictions:
        os.write(self.notes, (" ".join(pairs.frame["id"]) + "\n").encode())
        time.sleep(self.pause)
        drawn = [hashlib.sha256(text.encode()).digest() for text in pairs.hypotheses]
        shares = [[byte / sum(each[:3]) for byte in each[:3]] for each in drawn]
        columns = {label.value: [row[at] for row in shares] for at, label in enumerate(THREE_WAY)}
        names: list[Label] = [THREE_WAY[row.index(max(row))] for row in shares]
        frame = pairs.frame.select("id").with_columns(
            pl.Series("label", names, dtype=LABEL_TYPE), *(pl.Series(*column) for column in columns.items())
        )
        return Predictions(frame, THREE_WAY, Provenance("slow"))


def pairs() -> PairTable:
    frame = pl.DataFrame(
        {
            "id": [f"i{row}" for row in range(ROWS)],
            "premise": ["Die Bärin schläft 🐻."] * ROWS,
            "hypothesis": [f"Hypothesis {row}" for row in range(ROWS)],
        }
    )
    labelled = frame.with_columns(label=pl.lit("neutral", LABEL_TYPE))
    return PairTable(labelled, Provenance("pairs"), Account(ROWS, ROWS))


if __name__ == "__main__":
    stored, notes, result = (Path(each) for each in sys.argv[1:4])
    with Store.open(stored) as store:
        found = CachedPredictor(SlowModel(notes, float(sys.argv[4])), store).responses(pairs())
    found.predictions.frame.write_parquet(result)
