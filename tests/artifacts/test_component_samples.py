"""A sample of rows keeps components whole: against a search by hand, on random tables."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.artifacts import text_hashes
from rightreasons.artifacts.component_samples import component_sample, components_of
from rightreasons.artifacts.text_hashes import TextHashes, buckets

ROWS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=12, max_size=40)


def hashed(numbers: list[int]) -> text_hashes.Hashes:
    return pl.Series([str(number) for number in numbers]).hash().to_numpy()


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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_hashes, "BUCKET_ROWS", bucket_rows)
        found = components_of(hashed([row[0] for row in rows]), hashed([row[1] for row in rows]))
    expected = by_hand(rows)
    pairs = {(one, other) for one, other in zip(found.tolist(), expected, strict=True)}
    assert len(pairs) == len(set(found.tolist())) == len(set(expected))


def test_a_sample_holds_whole_components_in_the_shares_of_labels() -> None:
    generator = np.random.default_rng(1)
    groups = np.repeat(np.arange(20_000), generator.integers(1, 6, 20_000))
    labels = (generator.random(len(groups)) < 0.2).astype(np.uint8)
    premise, hypothesis = hashed(groups.tolist()), hashed([-1 - at for at in range(len(groups))])
    sample = component_sample(premise, hypothesis, labels, 6_000, seed=1)
    inside, outside = set(groups[sample.rows]), set(groups[~sample.rows])
    assert not inside & outside
    assert sample.rows.sum() == pytest.approx(6_000, rel=0.02)
    assert labels[sample.rows].mean() == pytest.approx(labels.mean(), abs=0.01)
    assert sample.by == "component"


def test_where_one_component_has_most_rows_those_of_a_premise_stay_together() -> None:
    chain = np.arange(3_000)
    premise, hypothesis = hashed((chain // 2).tolist()), hashed((-1 - (chain + 1) // 2).tolist())
    sample = component_sample(premise, hypothesis, np.zeros(3_000, dtype=np.uint8), 600, seed=1)
    assert sample.largest == pytest.approx(1)
    assert sample.by == "premise"
    assert not set(premise[sample.rows]) & set(premise[~sample.rows])
    assert sample.rows.sum() == pytest.approx(600, rel=0.05)


@given(rows=ROWS)
def test_every_row_is_in_one_bucket_and_equal_texts_in_the_same(rows: list[tuple[int, int]]) -> None:
    hashes = hashed([row[0] for row in rows])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_hashes, "BUCKET_ROWS", 2)
        places = [each for (each,) in buckets(hashes)]
    assert sorted(np.concatenate(places).tolist()) == list(range(len(rows)))
    kinds = [set(hashes[each].tolist()) for each in places]
    assert sum(map(len, kinds)) == len(set(hashes.tolist()))


def test_copies_of_texts_are_counted() -> None:
    hashes = hashed([1, 2, 1, 3, 1, 2])
    assert sorted(np.concatenate(list(text_hashes.copies_of_texts(hashes))).tolist()) == [1, 2, 3]
    assert len(TextHashes((hashes[:2], hashes[2:]), (hashes,))) == 6
