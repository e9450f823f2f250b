"""Values of rows are the same in memory and in a file; a file that is done with leaves nothing behind."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.engine import row_columns
from rightreasons.engine.row_columns import Piece, RowColumn, row_file
from rightreasons.errors import ExhaustedError

BLOCKS = st.lists(st.lists(st.integers(0, 255), max_size=5), min_size=1, max_size=6)


@given(blocks=BLOCKS)
def test_columns_are_put_together_in_order_in_memory_and_in_a_file(
    blocks: list[list[int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    def joined() -> RowColumn[np.uint8]:
        first, *rest = (RowColumn.of(np.array(block, dtype=np.uint8)) for block in blocks)
        for each in rest:
            first = first + each
        return first

    expected = [value for block in blocks for value in block]
    assert joined().whole().tolist() == expected
    with row_file(tmp_path_factory.mktemp("rows")):
        column = joined()
        assert column.whole().tolist() == expected
        assert [array.tolist() for array in column.arrays()] == blocks
        assert len(column) == len(expected)


def test_some_rows_of_a_piece_are_read_from_the_file(tmp_path: Path) -> None:
    with row_file(tmp_path):
        column = RowColumn.of(np.arange(10)) + RowColumn.of(np.arange(100, 120))
        assert column.pieces[1].read(3, 6).tolist() == [103, 104, 105]
        assert column.pieces[1].read(20).tolist() == []


def test_a_piece_that_two_columns_have_is_written_once(tmp_path: Path) -> None:
    shared = Piece(np.arange(1000))
    with row_file(tmp_path):
        columns = [RowColumn((shared,)) + RowColumn((shared,)) for _ in range(3)]
        file = row_columns._open.get()
        assert file is not None
        assert file.append(np.zeros(1)) == shared.read().nbytes
        assert len(columns[2]) == 2000


def test_nothing_stays_in_the_folder(tmp_path: Path) -> None:
    with row_file(tmp_path):
        RowColumn.of(np.arange(10)) + RowColumn.of(np.arange(10))
    assert not list(tmp_path.iterdir())


def test_a_piece_in_memory_can_be_sent_to_another_process() -> None:
    column = pickle.loads(pickle.dumps(RowColumn.of(np.arange(3))))  # noqa: S301 - our own
    assert column.whole().tolist() == [0, 1, 2]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w+b", buffering=0) as full:
        monkeypatch.setattr(row_columns, "TemporaryFile", lambda **_: full)
        with row_file(tmp_path), pytest.raises(ExhaustedError, match="no room on the disk"):
            RowColumn.of(np.arange(10)) + RowColumn.of(np.arange(10))
