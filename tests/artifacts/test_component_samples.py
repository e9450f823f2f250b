"""A sample of rows keeps components whole: against a search by hand, on random tables."""

from collections import Counter
from contextlib import ExitStack
from functools import reduce
from operator import add
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.artifacts import component_samples, text_hashes
from rightreasons.artifacts.component_samples import component_sample, components_of, few_rows
from rightreasons.artifacts.equal_rows import HashedRows
from rightreasons.artifacts.text_hashes import Codes, Hashes, Rows, TextHashes, buckets
from rightreasons.engine.row_columns import RowColumn, row_file

ROWS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=12, max_size=40)


def hashed(numbers: list[int]) -> text_hashes.Hashes:
    return pl.Series([str(number) for number in numbers]).hash().to_numpy()


def in_blocks(premise: Hashes, hypothesis: Hashes, labels: Codes, rows: int = 7) -> HashedRows:
    """Return rows that came in blocks of so many."""
    blocks = [slice(start, start + rows) for start in range(0, len(labels), rows)]
    return reduce(
        add,
        (
            HashedRows(
                {"normalised": TextHashes.made_of(premise[block], hypothesis[block])},
                RowColumn.of(labels[block]),
            )
            for block in blocks
        ),
    )


def by_hand(rows: list[tuple[int, int]]) -> list[int]:
    """Return the first row of each row's component: texts are followed until nothing is new."""
    most = 0.3 * len(rows)
    texts = [
        {text for side in (0, 1) if sum(row[side] == (text := own[side]) for row in rows) <= most}
        for own in rows
    ]
    first = list(range(len(rows)))
    for _ in rows:
        first = [
            min(first[other] for other in range(len(rows)) if other == row or texts[row] & texts[other])
            for row in range(len(rows))
        ]
    return first


@pytest.mark.parametrize("bucket_rows", [1, 2**21])
@given(rows=ROWS)
def test_components_are_those_found_by_hand(bucket_rows: int, rows: list[tuple[int, int]]) -> None:
    sides = [hashed([row[side] for row in rows]) for side in (0, 1)]
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder, row_file(Path(folder)):
        patch.setattr(text_hashes, "BUCKET_ROWS", bucket_rows)
        hashes = in_blocks(sides[0], sides[1], np.zeros(len(rows), dtype=np.uint8))
        found, count = components_of(hashes, ("premise", "hypothesis"))
    expected = by_hand(rows)
    numbers = {first: number for number, first in enumerate(sorted(set(expected)))}
    assert found.tolist() == [numbers[first] for first in expected]
    assert count == len(numbers)


def test_a_sample_holds_whole_components_in_the_shares_of_labels() -> None:
    generator = np.random.default_rng(1)
    groups = np.repeat(np.arange(20_000), generator.integers(1, 6, 20_000))
    labels = (generator.random(len(groups)) < 0.2).astype(np.uint8)
    premise, hypothesis = hashed(groups.tolist()), hashed([-1 - at for at in range(len(groups))])
    rows = in_blocks(premise, hypothesis, labels, 1_000)
    sample = component_sample(rows, 6_000, seed=1)
    assert (
        sample.rows.tolist()
        == component_sample(in_blocks(premise, hypothesis, labels, 317), 6_000, 1).rows.tolist()
    )
    inside, outside = set(groups[sample.rows]), set(groups[~sample.rows])
    assert not inside & outside
    assert sample.rows.sum() == pytest.approx(6_000, rel=0.02)
    assert labels[sample.rows].mean() == pytest.approx(labels.mean(), abs=0.01)
    assert sample.most_rows is None


@pytest.mark.parametrize("bucket_rows", [300, 2**21])
def test_where_components_are_too_large_frequent_texts_join_none_hypotheses_first(
    monkeypatch: pytest.MonkeyPatch, bucket_rows: int
) -> None:
    monkeypatch.setattr(text_hashes, "BUCKET_ROWS", bucket_rows)
    chain = np.arange(1_200)
    premise, hypothesis = hashed((chain // 2).tolist()), hashed((-1 - (chain + 1) // 2).tolist())
    samples = [
        component_sample(in_blocks(premise, hypothesis, np.zeros(1_200, dtype=np.uint8), cut), 240, seed=1)
        for cut in (97, 450)
    ]
    sample = samples[0]
    assert sample.rows.tolist() == samples[1].rows.tolist()
    assert sample.largest == pytest.approx(1)
    assert sample.most_rows == (2, 1)
    assert not set(premise[sample.rows]) & set(premise[~sample.rows])
    assert sample.rows.sum() == pytest.approx(240, rel=0.05)


@given(
    rows=st.lists(st.tuples(st.integers(0, 9), st.integers(10, 25)), min_size=24, max_size=40),
    size=st.integers(8, 20),
)
def test_no_larger_limits_would_leave_components_small_enough(rows: list[tuple[int, int]], size: int) -> None:
    sides = [hashed([row[side] for row in rows]) for side in (0, 1)]
    sample = component_sample(
        in_blocks(sides[0], sides[1], np.zeros(len(rows), dtype=np.uint8)), size, seed=3
    )
    most = 0.3 * size
    if sample.most_rows is None:
        assert largest_by_hand(rows, (0.3 * len(rows),) * 2) <= most
        return
    premise, hypothesis = sample.most_rows
    assert premise in {hypothesis, 2 * hypothesis}
    assert largest_by_hand(rows, (premise, hypothesis)) <= most
    larger = (premise, 2 * hypothesis) if premise > hypothesis else (2 * premise, hypothesis)
    assert largest_by_hand(rows, larger) > most


def largest_by_hand(rows: list[tuple[int, int]], limits: tuple[float, float]) -> int:
    """Return how many rows the largest set has that texts of so few rows link, one row after the other."""
    counts = [Counter(row[side] for row in rows) for side in (0, 1)]
    links = [
        [{row[side]} if counts[side][row[side]] <= limits[side] else set() for side in (0, 1)] for row in rows
    ]
    left, sizes = set(range(len(rows))), []
    while left:
        found = [left.pop()]
        for row in found:
            linked = {each for each in left if any(links[row][side] & links[each][side] for side in (0, 1))}
            found += linked
            left -= linked
        sizes.append(len(found))
    return max(sizes)


@given(
    sizes=st.lists(st.integers(1, 5), min_size=3, max_size=30),
    seed=st.integers(0, 50),
    bits=st.sampled_from([1, 32]),
)
def test_every_so_many_th_component_is_drawn_in_their_order(sizes: list[int], seed: int, bits: int) -> None:
    """With one bit of chance many components are equal: those of one number are told apart by their place."""
    groups = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(sizes)), sizes))
    labels = np.random.default_rng([seed, 1]).integers(0, 3, len(groups)).astype(np.uint8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(component_samples, "_CHANCE_BITS", bits)
        patch.setattr(component_samples, "_ordering", component_samples._ordering.py_func)
        keys = np.empty(len(sizes), dtype=np.uint64)
        start = np.random.default_rng([seed, 30])
        cells = np.zeros((len(sizes), 3), dtype=np.uint8)
        with np.errstate(over="ignore"):
            component_samples._ordering(
                groups, labels, np.array(sizes), cells, np.uint64(start.integers(2**63)), keys
            )
            found = component_samples._drawn(groups, len(sizes), labels, 7, seed)
    step = len(labels) / 7
    places = np.arange(start.random() * step, len(sizes), step).astype(int)
    chosen = np.argsort(keys, kind="stable")[places]
    assert found.tolist() == np.isin(groups, chosen).tolist()


def test_a_sample_of_rows_at_equal_distances() -> None:
    assert few_rows(10, 3).rows.nonzero()[0].tolist() == [0, 4, 8]
    assert few_rows(10, 9).rows.sum() == 5
    assert few_rows(2, 1_000).rows.all()


def rows_of(hashes: Hashes, size: int) -> Rows:
    """Return rows that come in blocks of so many, each with a code that its hash tells."""
    blocks = [hashes[start : start + size] for start in range(0, len(hashes), size)]
    return Rows(len(hashes), lambda: iter(blocks), lambda: ((block % 7).astype(np.uint8) for block in blocks))


@pytest.mark.parametrize("aside", [True, False])
@given(rows=ROWS, size=st.integers(1, 50))
def test_every_row_is_in_one_bucket_and_equal_texts_in_the_same(
    *, aside: bool, rows: list[tuple[int, int]], size: int
) -> None:
    hashes = hashed([row[0] for row in rows])
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder, ExitStack() as held:
        if aside:
            held.enter_context(row_file(Path(folder)))
        patch.setattr(text_hashes, "BUCKET_ROWS", 2)
        found = [each for (each,) in buckets(rows_of(hashes, size))]
    places = np.concatenate([each.places for each in found])
    assert sorted(places.tolist()) == list(range(len(rows)))
    assert np.concatenate([each.hashes for each in found]).tolist() == hashes[places].tolist()
    assert np.concatenate([each.codes for each in found]).tolist() == (hashes[places] % 7).tolist()
    kinds = [set(each.hashes.tolist()) for each in found]
    assert sum(map(len, kinds)) == len(set(hashes.tolist()))


def test_copies_of_texts_are_counted() -> None:
    rows = rows_of(hashed([1, 2, 1, 3, 1, 2]), 4)
    assert sorted(np.concatenate(list(text_hashes.copies_of_texts(rows))).tolist()) == [1, 2, 3]
