"""Instances of swap sets that tests make up, and how tests look into findings."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from rightreasons.challenges.swaps.swap_set import COLUMNS
from rightreasons.findings import Finding, View
from rightreasons.labels import THREE_WAY, TWO_WAY
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions

E, N, C = (label.value for label in THREE_WAY)


def row(set_: str, item: object, label: str, control: str, polarity: str = C) -> dict[str, Any]:
    """A row of a swap set, a pair of words for itself, which is unseen where its polarity is none."""
    return {
        "id": f"{set_}:{item}", "premise": "p", "hypothesis": "h", "label": label, "set": set_,
        "item": str(item), "source_id": "s", "pair": f"a/b{item}", "first": "a", "second": "b",
        "relation": "antonym", "polarity": polarity, "unseen": polarity == "none", "control_label": control,
        "gold_changed": label != control, "gold_status": "kept",
    }  # fmt: skip


def frame(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """The rows as a frame of swap sets."""
    return pl.DataFrame(rows).cast({"label": LABEL_TYPE, "control_label": LABEL_TYPE}).select(list(COLUMNS))


def answering(sets: pl.DataFrame, answers: Sequence[str] | pl.Expr) -> Predictions:
    """Predictions of them, in their order or by an expression on their columns."""
    labels = answers if isinstance(answers, pl.Expr) else pl.Series(answers)
    given = sets.select("id", label=labels).cast({"label": LABEL_TYPE})
    known = TWO_WAY if (given["label"] == "non-entailment").any() else THREE_WAY
    return Predictions(given, known, Provenance("model"))


def by_measure(findings: Sequence[Finding]) -> dict[str, Finding]:
    """Finding by measure."""
    return {finding.measure: finding for finding in findings}


def rows_of(table: View) -> list[dict[str, Any]]:
    """The rows of a table, by column."""
    return [dict(zip(table.columns, each, strict=True)) for each in table.lines]


def family_row(findings: Mapping[str, Finding], set_: str, factor: str) -> dict[str, Any]:
    """The test that counts of a factor on a set."""
    (found,) = (
        each
        for each in rows_of(findings["behaviour"].views["tests"])
        if (each["set"], each["factor"]) == (set_, factor)
    )
    return found
