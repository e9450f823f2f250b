"""Data in blocks are what they are in one piece: rows, columns, labels, account, provenance and errors."""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from rightreasons.engine.running import Inline
from rightreasons.errors import InputError
from rightreasons.pairs import PairTable
from rightreasons.sources.blocks.cutting import Size
from rightreasons.sources.blocks.opening import cut_data
from rightreasons.sources.blocks.source import Kept, PairSource
from rightreasons.sources.blocks.surveying import NotCuttableError
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.read import pairs_or_none

TEXT = st.text(alphabet='ab é漢,;"\t', max_size=6).map(str.strip)
FULL = TEXT.map(lambda text: f"x{text}")
LABELS = st.sampled_from(["entailment", "neutral", "contradiction", "-", "e", ""])
ROW = st.fixed_dictionaries(
    {"premise": FULL, "hypothesis": FULL | st.just(""), "label": LABELS, "genre": TEXT}
)
NUMBERS = st.fixed_dictionaries(
    {"premise": FULL, "hypothesis": FULL, "label": st.sampled_from([0, 1, 2, -1]), "id": st.integers(0, 30)}
)
Rows = list[dict[str, Any]]


def whole_of(source: PairSource) -> PairTable:
    """Return all blocks as one table, with what the source says of them."""
    kept: dict[int, Kept] = {}
    frames = []
    for block in source.blocks:
        pairs = block.read()
        frames.append(pairs.frame)
        number = block.file.number
        kept[number] = kept[number] + Kept.of(pairs) if number in kept else Kept.of(pairs)
    return PairTable(pl.concat(frames), *source.described(kept))


def in_blocks(path: Path, options: ReadOptions, size: int) -> PairTable:
    with TemporaryDirectory() as spill:
        cut = Size(size, max(size // 40, 1))
        return whole_of(cut_data(path, options.resolved(), Path(spill), size=cut).surveyed(Inline()))


def assert_same(path: Path, options: ReadOptions, size: int) -> None:
    try:
        expected = pairs_or_none(path, options)
    except InputError as error:
        with pytest.raises((type(error), NotCuttableError)):  # what is read in one piece has its error there
            in_blocks(path, options, size)
        return
    found_pairs = in_blocks(path, options, size)
    assert_frame_equal(found_pairs.frame, expected.frame)
    assert found_pairs.account == expected.account
    assert found_pairs.provenance == expected.provenance


def as_jsonl(rows: Rows) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def as_csv(rows: Rows) -> bytes:
    return pl.DataFrame(rows).write_csv(quote_style="necessary").encode()


def as_tsv(rows: Rows) -> bytes:
    cells = [list(rows[0]), *([str(value).replace("\t", " ") for value in row.values()] for row in rows)]
    return "".join("\t".join(row) + "\n" for row in cells).encode()


WRITERS: dict[str, Callable[[Rows], bytes]] = {"a.jsonl": as_jsonl, "a.csv": as_csv, "a.tsv": as_tsv}
DROP = ReadOptions(on_malformed="drop")


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield Path(name)


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=40)
@given(rows=st.lists(ROW, min_size=1, max_size=12), size=st.integers(1, 400))
def test_any_cut_of_text_gives_the_same_table_and_account(name: str, rows: Rows, size: int) -> None:
    with TemporaryDirectory() as where:
        path = Path(where) / name
        path.write_bytes(WRITERS[name](rows))
        assert_same(path, DROP, size)


@settings(max_examples=40)
@given(rows=st.lists(NUMBERS, min_size=1, max_size=12), size=st.integers(1, 400), group=st.integers(1, 5))
def test_any_row_groups_of_parquet_give_the_same_table(rows: Rows, size: int, group: int) -> None:
    with TemporaryDirectory() as where:
        path = Path(where) / "a.parquet"
        pl.DataFrame(rows).write_parquet(path, row_group_size=group)
        assert_same(
            path, ReadOptions(label_map={0: "entailment", 1: "neutral", 2: "contradiction", -1: None}), size
        )


@settings(max_examples=40)
@given(
    shards=st.lists(
        st.lists(ROW | NUMBERS.map(lambda row: {**row, "label": "n"}), min_size=0, max_size=5),
        min_size=2,
        max_size=4,
    ),
    size=st.integers(1, 400),
)
def test_a_folder_of_compressed_shards_is_one_table(shards: list[Rows], size: int) -> None:
    with TemporaryDirectory() as where:
        for number, rows in enumerate(shards):
            (Path(where) / f"part-{number}.jsonl.gz").write_bytes(gzip.compress(as_jsonl(rows)))
        assert_same(Path(where), DROP, size)
