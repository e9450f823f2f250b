"""Pairs written by hand, 40 a label, that prove the order of a model's labels.

Ordinary ones: forty hypotheses with three premises each, one a label, so that no model gets more than a
third right by the hypothesis alone; premises of every label are alike in length, shared words and negation.
They are too hard for some models that do well on data such as SNLI. Plain ones are for these: forty
premises, most of them captions, with three hypotheses each; hypotheses alone do give labels away.
"""

import hashlib

import polars as pl

from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance, SourceFile
from rightreasons.predictions import ORDINARY
from rightreasons.sentences.templates import fill
from rightreasons.text.language import language

_FILE = "ordinary_pairs.csv"
_PLAIN_FILE = "plain_pairs.csv"


def ordinary_pairs() -> PairTable:
    """Return the pairs, 40 a label, with the column ``kind``: what kind of inference leads to the label."""
    return _by_hand(ORDINARY, _FILE, fill("ordinary_pairs.ordinary"))


def plain_pairs() -> PairTable:
    """Return pairs, 40 a label, that a model can do which has learned little more than captions."""
    return _by_hand("plain", _PLAIN_FILE, fill("ordinary_pairs.plain"))


def _by_hand(name: str, file: str, note: str) -> PairTable:
    content = language().read(file)
    frame = pl.read_csv(content, schema_overrides={"label": LABEL_TYPE})
    source = SourceFile(file, hashlib.sha256(content).hexdigest(), "csv")
    return PairTable(frame, Provenance(name, (source,), notes=(note,)), Account(frame.height, frame.height))
