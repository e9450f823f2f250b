"""The same real model, its labels named as they were trained, on HANS beside ordinary data."""

import os
from pathlib import Path

import polars as pl
from tests.verdicts.making import cached, written
from tests.verdicts.situation import Command, Place, Situation

from rightreasons import read_pairs

_DATA = Path(os.environ.get("RIGHTREASONS_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))
_DEV = _DATA / "snli" / "snli_1.0_dev.jsonl.gz"


def make(place: Place) -> Command:
    """Where ordinary pairs do not decide, 200 pairs of SNLI do."""
    data = read_pairs(_DEV, limit=400).frame.with_columns(pl.col("label").cast(pl.String))
    name = written(place, "dev.jsonl", data.select("id", "premise", "hypothesis", "label"))
    options = {"on": ("hans", name), "per_group": 20}
    return Command("probe", (f"hf:{cached('minilm-snli')}",), options)


def absent() -> str:
    """Say that the model was not made."""
    if not _DEV.is_file():
        return "SNLI is not at hand: set RIGHTREASONS_DATA"
    return "" if cached("minilm-snli").is_dir() else "no fine-tuned MiniLM is at hand"


SITUATION = Situation(make, worst="severe", does_not_invalidate=("hans", "dev.jsonl"), absent=absent)
