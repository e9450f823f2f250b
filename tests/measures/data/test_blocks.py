"""A measure of data says how it is taken block by block, or why not; any cut finds the same."""

from collections.abc import Callable
from functools import reduce
from importlib import import_module
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.findings import Finding
from rightreasons.measures import MEASURES
from rightreasons.measures.blocks import Blocks
from rightreasons.measures.data.label_balance import BLOCKS, label_balance
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance

LABELS = ("entailment", "neutral", "contradiction", "non-entailment", None)
ROWS = st.lists(
    st.tuples(st.sampled_from("pqr"), st.sampled_from("hijk"), st.sampled_from(LABELS)),
    min_size=1,
    max_size=40,
)


def table(rows: list[tuple[str, str, str | None]], name: str) -> PairTable:
    columns: dict[str, Any] = {"premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE}
    frame = pl.DataFrame(rows, schema=columns, orient="row").with_row_index("id").cast({"id": pl.String})
    return PairTable(frame, Provenance(name), Account(frame.height, frame.height))


def cut(pairs: PairTable, draw: Callable[..., Any]) -> Any:
    """Return what all rows come to: cut anywhere, and merged in any order."""
    places = sorted(draw(st.lists(st.integers(0, len(pairs)), max_size=5)))
    edges = [0, *places, len(pairs)]
    blocks = [
        table(pairs.frame.select("premise", "hypothesis", "label").rows()[start:end], pairs.name)
        for start, end in pairwise(edges)
    ]
    parts = draw(st.permutations([BLOCKS.partial(block) for block in blocks]))
    return reduce(BLOCKS.merge, parts)


def parts_of(finding: Finding) -> dict[str, Any]:
    """Return all that a finding says, to be compared."""
    return finding.to_json()


@given(st.data(), ROWS, ROWS)
def test_any_cut_into_blocks_gives_the_same_finding(
    data: st.DataObject,
    train_rows: list[tuple[str, str, str | None]],
    test_rows: list[tuple[str, str, str | None]],
) -> None:
    train, test = table(train_rows, "train"), table(test_rows, "test")
    draw = data.draw
    assert parts_of(BLOCKS.finish(cut(train, draw))) == parts_of(label_balance(train))
    both = BLOCKS.finish(cut(train, draw), cut(test, draw))
    assert parts_of(both) == parts_of(label_balance(train, test))


@pytest.mark.parametrize("name", MEASURES.ours())
def test_every_measure_of_data_is_taken_by_blocks_or_says_why_not(name: str) -> None:
    module = import_module(MEASURES.ours()[name].partition(":")[0])
    stated = module.BLOCKS
    assert isinstance(stated, Blocks) or (isinstance(stated, str) and stated.endswith("."))
