"""Numbers of many rows are counted in few bytes: against Python's Counter."""

from collections import Counter

import numpy as np
import pytest

from rightreasons.artifacts import row_counts
from rightreasons.artifacts.row_counts import times, times_of_few
from rightreasons.artifacts.writings import Writings


@pytest.mark.parametrize(
    ("most", "kind"), [(0, np.uint8), (255, np.uint8), (256, np.uint16), (70_000, np.uint32)]
)
def test_counts_are_in_the_smallest_type_that_holds_them(most: int, kind: type) -> None:
    numbers = np.random.default_rng(1).permutation(np.repeat([0, 2, 3], [most, 2, 1])).astype(np.int32)
    found = times(numbers, 5)
    assert found.dtype == (kind if most else np.uint8)
    assert found.tolist() == [Counter(numbers.tolist())[each] for each in range(5)]


def test_few_kinds_are_counted_some_rows_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_counts, "AT_ONCE", 3)
    assert times_of_few(np.array([0, 1, 1, 2, 1, 0, 1], dtype=np.uint8), 4).tolist() == [2, 4, 1, 0]
    assert times_of_few(np.empty(0, dtype=np.uint8), 2).tolist() == [0, 0]


@pytest.mark.parametrize("most", [3, 200, 300, 66_000])
def test_writings_add_up_however_many_instances_one_has(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """200 of one label would overflow a byte when multiplied, 300 when counted."""
    monkeypatch.setattr(row_counts, "AT_ONCE", 4)
    generator = np.random.default_rng(most)
    text = generator.permutation(np.repeat(np.arange(7), [most, 1, 2, 1, 5, 1, most // 2])).astype(np.int32)
    codes = generator.integers(0, 3, len(text)).astype(np.uint8)
    writings = Writings(text, codes, 3)
    sizes = Counter(text.tolist())
    cells = Counter(zip(text.tolist(), codes.tolist(), strict=True))
    assert writings.sizes.tolist() == [sizes[each] for each in range(7)]
    shares = [[cells[each, label] / sizes[each] for label in range(3)] for each in range(7)]
    assert writings.shares.tolist() == shares
    assert writings.share_sums == pytest.approx(np.sum(shares, axis=0))
    every = Counter(codes.tolist())
    same = sum(n * (n - 1) for n in cells.values()) / sum(n * (n - 1) for n in sizes.values())
    by_chance = sum(n * (n - 1) for n in every.values()) / (len(text) * (len(text) - 1))
    assert writings.labels_go_together == (same > by_chance + 1e-12)
    own = codes == 1
    found = writings.share(own)
    assert found.value == pytest.approx(own.mean())
    assert found.n == len(text)
