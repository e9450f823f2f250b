"""200 random tables with odd headers and labels: a reading is right, or it is an error; no label is guessed.

What premise, hypothesis and labels truly are is known to the test, from lists of its own. A reading may be
less exact than the truth (non-entailment for contradiction), never another.
"""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rightreasons.errors import InputError
from rightreasons.labels import Label, gold_set, parse_label_map
from rightreasons.sources.read import read_pairs

E, N, C, X = Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION, Label.NON_ENTAILMENT
PAIRS = [
    ("premise", "hypothesis"),
    ("sentence1", "sentence2"),
    ("evidence", "claim"),
    ("document", "claim"),
    ("source", "summary"),
    ("reference", "statement"),
    ("context", "statement"),
    ("text", "hypothesis"),
    ("body", "headline"),
    ("s1", "s2"),
]
# Columns that hold something else, among them names that are premises elsewhere.
OTHERS = ["topic", "source", "document", "context", "reference", "text", "score", "title", "Unnamed: 0", ""]
LABEL_COLUMNS = [
    "label",
    "gold_label",
    "Labels",
    "verdict",
    "is_supported",
    "y_true",
    "y",
    "class",
    "entailed",
]
# Sets of the field; any part of one may occur.
KNOWN = [
    {"entailment": E, "neutral": N, "contradiction": C},
    {"SUPPORTS": E, "NOT ENOUGH INFO": N, "REFUTES": C},
    {"Supports": E, "Neutral": N, "Refutes": C},
    {"e": E, "n": N, "c": C},
    {"yes": E, "unknown": N, "no": C},
    {"yes": E, "maybe": N, "no": C},
    {"true": E, "unknown": N, "false": C},
    {"supported": E, "unsupported": X},
    {"supported": E, "unsupported": N, "refuted": C},
    {"consistent": E, "inconsistent": X},
    {"consistent": N, "contradictory": C},
    {"grounded": E, "ungrounded": X},
    {"attributable": E, "extrapolatory": N, "contradictory": C},
]
# Labels whose meaning stands nowhere: in every table another.
MEANINGLESS = [
    ["0", "1", "2"],
    ["0", "1"],
    ["1", "2", "3"],
    ["LABEL_0", "LABEL_1"],
    ["A", "B", "C"],
    ["p", "q"],
]
MEANINGLESS += [["related", "unrelated"], ["agree", "disagree"], ["good", "bad"], ["x,y", "z=1"], ["-2", "2"]]
SPELLINGS: list[Callable[[str], str]] = [str, str.upper, str.title, lambda name: name.replace("_", "-")]
INDICATORS = {"is_supported", "entailed"}


@dataclass(frozen=True)
class Odd:
    """A table and what it truly says."""

    premise: str
    hypothesis: str
    label: str
    others: tuple[str, ...]
    meaning: dict[str, Label]
    labels: tuple[str, ...]
    order: tuple[int, ...]

    def rows(self) -> list[dict[str, str]]:
        made = []
        for at, label in enumerate(self.labels):
            row = {
                self.premise: f"Premise number {at}.",
                self.hypothesis: f"Hypothesis number {at}.",
                self.label: label,
                **{name: f"other {len(name)} {at % 3}" for name in self.others},
            }
            names = list(row)
            made.append({names[place]: row[names[place]] for place in self.order if place < len(names)})
        return made


@st.composite
def odd_tables(draw: st.DrawFn) -> Odd:
    premise, hypothesis = draw(st.sampled_from(PAIRS))
    label = draw(st.sampled_from(LABEL_COLUMNS))
    spelled = draw(st.sampled_from(SPELLINGS))
    taken = {premise, hypothesis, label}
    others = draw(st.lists(st.sampled_from(OTHERS), max_size=3, unique=True))
    meaning = draw(st.sampled_from(KNOWN)) if draw(st.booleans()) else draw(_unknown(label))
    chosen = draw(st.lists(st.sampled_from(sorted(meaning)), min_size=1, unique=True))
    labels = draw(st.lists(st.sampled_from(chosen), min_size=len(chosen), max_size=12))
    return Odd(
        spelled(premise),
        spelled(hypothesis),
        spelled(label),
        tuple(name for name in others if name not in taken),
        meaning,
        tuple(labels),
        tuple(draw(st.permutations(range(6)))),
    )


@st.composite
def _unknown(draw: st.DrawFn, column: str) -> dict[str, Label]:
    names = draw(st.sampled_from(MEANINGLESS))
    if column in {*INDICATORS, "y_true"} and {"0", "1"} <= set(names):
        return {"1": E, "0": X}  # here the name of the column says it
    return dict(zip(names, draw(st.permutations([E, N, C])), strict=False))


def written(rows: list[dict[str, str]], ending: str) -> bytes:
    if ending == "jsonl":
        return "\n".join(map(json.dumps, rows)).encode()
    if ending == "parquet":
        buffer = io.BytesIO()
        pl.DataFrame(rows).write_parquet(buffer)
        return buffer.getvalue()
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter="\t" if ending == "tsv" else ",")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


@settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(odd_tables(), st.sampled_from(["csv", "tsv", "jsonl", "parquet"]))
def test_a_reading_is_right_or_an_error(tmp_path: Path, table: Odd, ending: str) -> None:
    path = tmp_path / f"table.{ending}"
    path.write_bytes(written(table.rows(), ending))
    try:
        pairs = read_pairs(path)
    except InputError as error:
        assert_nothing_is_guessed(error.lines, table)
        return
    assert pairs.premises.to_list() == [f"Premise number {at}." for at in range(len(table.labels))]
    assert pairs.hypotheses.to_list() == [f"Hypothesis number {at}." for at in range(len(table.labels))]
    for found, label in zip(table.labels, pairs.gold.to_list(), strict=True):
        assert table.meaning[found] in gold_set(Label(label)), (found, label)


def assert_nothing_is_guessed(message: str, table: Odd) -> None:
    """Whatever an error proposes for a label is what that label means."""
    for proposed in re.findall(r"--label-map (.+)$", message):
        stated = parse_label_map(re.sub(r"=(?=,|$)", "=-", proposed.strip("'")))
        assert all(label in gold_set(table.meaning[found]) for found, label in stated.items() if label)


def test_the_odd_tables_are_read_often_enough_to_say_something(tmp_path: Path) -> None:
    read = 0
    for premise, hypothesis in PAIRS:
        for meaning in KNOWN:
            rows = [{premise: "p", hypothesis: "h", "label": label} for label in meaning]
            path = tmp_path / "table.csv"
            path.write_bytes(written(rows, "csv"))
            try:
                read += len(read_pairs(path)) == len(meaning)
            except InputError:
                continue
    # All but the pair of names that no list has and the two sets that mean something else alone.
    assert read == (len(PAIRS) - 1) * (len(KNOWN) - 2)


@pytest.mark.parametrize("labels", [["consistent", "contradictory"], ["supported", "unsupported", "refuted"]])
def test_a_word_that_means_less_beside_others_is_not_read(labels: list[str]) -> None:
    with pytest.raises(InputError, match=r"(in)?consistent|unsupported"):
        read_pairs([{"claim": "c", "evidence": "v", "label": label} for label in labels])
