"""A measure of data says how it is taken block by block, or why not; any cut finds the same."""

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from importlib import import_module
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rightreasons.measures import MEASURES
from rightreasons.measures.blocks import Blocks
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance

LABELS = ("entailment", "neutral", "contradiction", "non-entailment", None)
PREMISES = ("p", "q", "h i j", "Then Ann saw 3 cats. Bob is h")
HYPOTHESES = ("h", "i j", "k", "Then Bob saw 4 cats", "?")
ROWS = st.lists(
    st.tuples(st.sampled_from(PREMISES), st.sampled_from(HYPOTHESES), st.sampled_from(LABELS)),
    min_size=1,
    max_size=40,
)


def table(rows: list[tuple[str, str, str | None]], name: str) -> PairTable:
    columns: dict[str, Any] = {"premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE}
    frame = pl.DataFrame(rows, schema=columns, orient="row").with_row_index("id").cast({"id": pl.String})
    return PairTable(frame, Provenance(name), Account(frame.height, frame.height))


COUNTED = {
    name: module.BLOCKS
    for name in MEASURES.ours()
    if isinstance((module := import_module(MEASURES.ours()[name].partition(":")[0])).BLOCKS, Blocks)
    and not module.BLOCKS.ordered  # test_patterns_in_blocks.py
}


def inputs_of(splits: dict[str, PairTable]) -> AuditInputs:
    return AuditInputs(splits, PreparedTexts(splits, "whitespace"))


def cut(pairs: PairTable, how: Blocks[Any], draw: Callable[..., Any], *, ordered: bool) -> Any:
    """Return what all rows come to: cut anywhere, and merged in order of the rows or in any."""
    places = sorted(draw(st.lists(st.integers(0, len(pairs)), max_size=5)))
    edges = [0, *places, len(pairs)]
    blocks = [replace(pairs, frame=pairs.frame[start:end]) for start, end in pairwise(edges)]
    parts = [inputs_of({pairs.name: block}).call("partial", how.partial) for block in blocks]
    return reduce(how.merge, parts if ordered else draw(st.permutations(parts)))


@pytest.mark.parametrize("name", COUNTED)
@given(st.data(), ROWS, ROWS)
def test_any_cut_into_blocks_gives_the_same_finding(
    name: str,
    data: st.DataObject,
    train_rows: list[tuple[str, str, str | None]],
    test_rows: list[tuple[str, str, str | None]],
) -> None:
    how, measure = COUNTED[name], MEASURES.load(name)
    train, test = (table(rows, of).with_gold() for rows, of in ((train_rows, "train"), (test_rows, "test")))
    assume(len(train.labels) > 1 and len(test))
    for splits in ({"train": train}, {"train": train, "test": test}):
        scored = "test" if len(splits) > 1 else None
        whole = inputs_of(splits).scored_on(scored).find(name, measure)
        for ordered in (True, False):
            parts = {of: cut(each, how, data.draw, ordered=ordered) for of, each in splits.items()}
            found, columns = how.finding(parts, scored)
            assert found.to_json() == whole.to_json()
            if ordered and whole.items is not None:
                tables = [each for of, each in columns.items() if of in splits]
                frames = [each if isinstance(each, pl.DataFrame) else each.at() for each in tables]
                rows = pl.concat(frames, how="diagonal")
                assert rows.equals(whole.items.select(rows.columns).head(len(rows)))


@pytest.mark.parametrize("name", MEASURES.ours())
def test_every_measure_of_data_is_taken_by_blocks_or_says_why_not(name: str) -> None:
    module = import_module(MEASURES.ours()[name].partition(":")[0])
    stated = module.BLOCKS
    assert isinstance(stated, Blocks) or (isinstance(stated, str) and stated.endswith("."))
