"""Whatever bytes and tables come: pairs or a coded error, never anything else."""

import csv
import gzip
import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rightreasons.errors import RightReasonsError
from rightreasons.pairs import PairTable
from rightreasons.sources.options import OnMalformed
from rightreasons.sources.read import read_pairs

TEXT_ENDINGS = ["jsonl", "json", "csv", "tsv", "txt", "yaml"]
ENDINGS = [*TEXT_ENDINGS, "parquet", "arrow", "zip", "gz", "jsonl.gz", "csv.gz", "dat"]
MAGIC = (
    b"",
    b"PAR1",
    b"ARROW1\0\0",
    b"\xff\xff\xff\xff",
    b"PK\x03\x04",
    b"\x1f\x8b\x08",
    b"\xef\xbb\xbf",
    b"{",
    b"[",
)
HEADS = (b"", b"premise,hypothesis,label\n", b"premise\thypothesis\tlabel\n", b'{"premise": "a", ')
COLUMNS = st.sampled_from(
    ["premise", "hypothesis", "label", "gold_label", "id", "x", "sentence1", "sentence2", ""]
)
SLOWLY = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
CELLS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["entailment", "neutral", "contradiction", "-", "=1+1", "a\nb", '"', "a\tb", "\r", "n/a"]
    ),
)


def pairs_or_coded_error(path: Path) -> None:
    choices: tuple[OnMalformed, ...] = ("error", "drop")
    for on_malformed in choices:
        with suppress(RightReasonsError):
            assert isinstance(read_pairs(path, on_malformed=on_malformed), PairTable)


@SLOWLY
@given(st.sampled_from(ENDINGS), st.sampled_from(MAGIC), st.sampled_from(HEADS), st.binary(max_size=200))
def test_random_bytes_are_pairs_or_a_coded_error(
    tmp_path: Path, ending: str, magic: bytes, head: bytes, body: bytes
) -> None:
    path = tmp_path / f"data.{ending}"
    path.write_bytes(magic + head + body)
    pairs_or_coded_error(path)


@SLOWLY
@given(
    st.lists(COLUMNS, min_size=1, max_size=6, unique=True),
    st.lists(st.lists(CELLS, min_size=6, max_size=6), max_size=6),
    st.sampled_from(["csv", "tsv", "jsonl", "json", "parquet", "arrow", "zip", "csv.gz"]),
    st.integers(0, 3),
)
def test_random_tables_are_pairs_or_a_coded_error(
    tmp_path: Path, columns: list[str], rows: list[list[str]], ending: str, cut: int
) -> None:
    path = tmp_path / f"data.{ending}"
    data = written(columns, [row[: len(columns)] for row in rows], ending)
    path.write_bytes(data[: len(data) - cut * len(data) // 10])
    pairs_or_coded_error(path)


def written(columns: list[str], rows: list[list[str]], ending: str) -> bytes:
    frame = pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")
    buffer = io.BytesIO()
    if ending == "parquet":
        frame.write_parquet(buffer)
    elif ending == "arrow":
        frame.write_ipc_stream(buffer)
    elif ending == "zip":
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("dev.csv", written(columns, rows, "csv"))
    elif ending == "csv.gz":
        return gzip.compress(written(columns, rows, "csv"))
    elif ending in {"json", "jsonl"}:
        records = [dict(zip(columns, row, strict=True)) for row in rows]
        return (json.dumps(records) if ending == "json" else "\n".join(map(json.dumps, records))).encode()
    else:
        text = io.StringIO()
        csv.writer(text, delimiter="\t" if ending == "tsv" else ",").writerows([columns, *rows])
        return text.getvalue().encode("utf-8", "surrogatepass")
    return buffer.getvalue()


@pytest.mark.parametrize("ending", ["jsonl", "csv", "txt"])
def test_a_line_of_ten_megabytes_is_read_or_refused(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"data.{ending}"
    path.write_bytes(b"x" * 10_000_000)
    pairs_or_coded_error(path)


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_a_text_of_ten_megabytes_is_kept_whole(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"data.{ending}"
    rows = [["x " * 5_000_000, "It is long.", "entailment"]]
    path.write_bytes(written(["premise", "hypothesis", "label"], rows, ending))
    assert read_pairs(path).premises.str.len_chars().to_list() == [10_000_000]


@pytest.mark.parametrize(
    "document", ["[" * 100_000, '{"a":' * 100_000, "[" + "9" * 10_000 + "]", '"\\ud800"']
)
@pytest.mark.parametrize("ending", ["json", "jsonl", "yaml"])
def test_documents_that_break_parsers_are_refused(tmp_path: Path, document: str, ending: str) -> None:
    path = tmp_path / f"data.{ending}"
    path.write_text(document)
    pairs_or_coded_error(path)
