"""120 ordinary pairs, written by hand, that any decent model gets right: they prove the order of its labels.

Forty hypotheses stand with three premises each, one a label, so that no model gets more than a third right
by the hypothesis alone; premises of every label are alike in length, shared words and negation.
"""

import hashlib
from importlib.resources import files

import polars as pl

from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance, SourceFile

NAME = "ordinary"
_FILE = "pairs.csv"
_NOTE = "written by hand for this project; kind says what the label of a pair rests on"


def ordinary_pairs() -> PairTable:
    """Return the pairs, 40 a label, with the column ``kind``: what kind of inference leads to the label."""
    content = files("rightreasons.challenges.ordinary").joinpath(_FILE).read_bytes()
    frame = pl.read_csv(content, schema_overrides={"label": LABEL_TYPE})
    file = SourceFile(_FILE, hashlib.sha256(content).hexdigest(), "csv")
    return PairTable(frame, Provenance(NAME, (file,), notes=(_NOTE,)), Account(frame.height, frame.height))
