"""Work that was interrupted goes on with the blocks that were not done; what is kept comes back as it was."""

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from rightreasons.engine.row_columns import RowColumn
from rightreasons.engine.running import Inline
from rightreasons.errors import MalformedRowError
from rightreasons.labels import Label
from rightreasons.pairs import Account
from rightreasons.runs.kept_blocks import KeepingWorkplace, key_of
from rightreasons.runs.plain_results import UnkeepableError, read_result, write_result

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text() | st.integers(), inner)
    ),
    max_leaves=15,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "result.npz"


@given(value=VALUES)
def test_plain_values_come_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    path = tmp_path_factory.mktemp("kept") / "result.npz"
    write_result(path, value)
    found = read_result(path)
    assert found == value
    assert type(found) is type(value)


def test_arrays_and_tables_come_back_as_they_were(path: Path) -> None:
    frame = pl.DataFrame({"text": ["a", None, "é"], "label": [[1], [], [2, 3]]}).with_columns(
        kind=pl.Series(["x", "y", "x"], dtype=pl.Enum(["x", "y"]))
    )
    array = np.arange(6, dtype=np.uint64).reshape(2, 3)
    write_result(path, (frame, frame.schema, frame["text"], array, np.float32(0.5), frozenset({"a"})))
    table, schema, series, numbers, number, names = read_result(path)
    assert_frame_equal(table, frame)
    assert schema == frame.schema
    assert series.to_list() == ["a", None, "é"]
    assert (numbers == array).all()
    assert numbers.dtype == np.uint64
    assert number == np.float32(0.5)
    assert names == frozenset({"a"})


def test_our_own_classes_and_errors_come_back_as_they_were(path: Path) -> None:
    error = MalformedRowError("line 3", "a line", "mend it")
    write_result(path, ({Label.NEUTRAL: 3}, Account(5, 5), error))
    counts, account, found = read_result(path)
    assert counts == {Label.NEUTRAL: 3}
    assert account == Account(5, 5)
    assert type(found) is MalformedRowError
    assert found.lines == error.lines


def test_values_of_rows_come_back_and_those_of_two_columns_are_written_once(path: Path) -> None:
    column = RowColumn.of(np.arange(10_000))
    write_result(path, (column, column, {"again": column}))
    assert path.stat().st_size < 2 * 80_000
    one, _, others = read_result(path)
    assert one.whole().tolist() == others["again"].whole().tolist() == list(range(10_000))


class _Other(Enum):
    A = 1


@pytest.mark.parametrize("value", [_Other.A, object(), np.array([object()]), lambda: 1])
def test_what_is_not_ours_is_not_written(path: Path, value: Any) -> None:
    with pytest.raises(UnkeepableError):
        write_result(path, value)
    assert not path.exists()


def test_a_file_that_names_what_is_not_ours_is_not_read(path: Path) -> None:
    tree = b'["fields", "os:system", {}]'
    np.savez(path, tree=np.frombuffer(tree, dtype=np.uint8))
    with pytest.raises(UnkeepableError):
        read_result(path)


class _Counting:
    """A function that ends all work at one block, and says which blocks it was given."""

    def __init__(self, end_at: int | None) -> None:
        self.end_at = end_at
        self.seen: list[int] = []

    def __call__(self, block: int) -> int:
        if block == self.end_at:
            raise KeyboardInterrupt
        self.seen.append(block)
        return block * block


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    first, second = _Counting(end_at=3), _Counting(end_at=None)
    with pytest.raises(KeyboardInterrupt):
        list(KeepingWorkplace(Inline(), tmp_path).map(first, range(6)))
    results = list(KeepingWorkplace(Inline(), tmp_path).map(second, range(6)))
    assert results == [number**2 for number in range(6)]
    assert first.seen == [0, 1, 2]
    assert second.seen == [3, 4, 5]


def test_passes_are_kept_apart(tmp_path: Path) -> None:
    def passes() -> Iterator[list[int]]:
        place = KeepingWorkplace(Inline(), tmp_path)
        yield list(place.map(lambda block: block + 1, range(3)))
        yield list(place.map(lambda block: block + 10, range(4)))

    assert list(passes()) == list(passes()) == [[1, 2, 3], [10, 11, 12, 13]]


def test_a_damaged_result_is_made_again(tmp_path: Path) -> None:
    list(KeepingWorkplace(Inline(), tmp_path).map(abs, [-1, -2]))
    kept = sorted(tmp_path.rglob("*.npz"))
    kept[1].write_bytes(kept[1].read_bytes()[:40])
    assert list(KeepingWorkplace(Inline(), tmp_path).map(abs, [-1, -2])) == [1, 2]


def test_other_work_has_another_key() -> None:
    assert key_of("a", {"b": 1, "c": 2}) == key_of("a", {"c": 2, "b": 1})
    assert key_of("a", 1) != key_of("a", 2)
