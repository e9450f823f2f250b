"""Small files that state, or expand to, far more than they hold: refused with a code, in little memory."""

import bz2
import gzip
import io
import json
import lzma
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.errors import RightReasonsError, UnsafeArchiveError
from rightreasons.sources.formats.stated_sizes.arrow import arrow_parts
from rightreasons.sources.formats.stated_sizes.limits import exceeds
from rightreasons.sources.formats.stated_sizes.parquet import parquet_parts

MEGABYTES = 2**20
MOST = 256  # megabytes that refusing a bomb may take, Python and its libraries included
ZEROS = bytes(32 * MEGABYTES)
PAIR = {"premise": ["A dog runs."], "hypothesis": ["An animal moves."], "label": ["neutral"]}


def repeated(rows: int) -> pl.DataFrame:
    return pl.DataFrame(PAIR).select(pl.all().repeat_by(rows).explode())


def zip_bomb() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in range(16):
            archive.writestr(f"{name}.csv", ZEROS)
    return held.getvalue()


def large_dictionary() -> bytes:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 2**28}]
    return lzma.compress(np.random.default_rng(1).bytes(4 * MEGABYTES) + ZEROS * 2, filters=filters)


def parquet(**options: Any) -> bytes:
    held = io.BytesIO()
    repeated(3_000_000).write_parquet(held, **options)
    return held.getvalue()


def arrow(write: Callable[..., None]) -> bytes:
    held = io.BytesIO()
    long = pl.Series("premise", [f"{n}{'x' * 1_000_000}" for n in range(100)])
    write(repeated(100).with_columns(long), held, compression="zstd")
    return held.getvalue()


_SPACE = "http://schemas.openxmlformats.org/{}/2006/{}"


def workbook(last: str, text: str = "x", strings: str = "") -> bytes:
    """A workbook (ECMA-376) of a pair, and rows as they are given."""
    main, package = _SPACE.format("spreadsheetml", "main"), _SPACE.format("package", "relationships")
    office = _SPACE.format("officeDocument", "relationships")
    header = "".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in PAIR)
    link = '<Relationship Id="{}" Type="{}/{}" Target="{}"/>'.format
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_SPACE.format("package", "content-types")}"><Default '
        'Extension="xml" ContentType="text/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}">'
        f"{link('r', office, 'officeDocument', 'xl/workbook.xml')}</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="a" sheetId="1" '
        'r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}">'
        f"{link('r1', office, 'worksheet', 'worksheets/sheet1.xml')}"
        f"{link('r2', office, 'sharedStrings', 'sharedStrings.xml')}</Relationships>",
        "xl/sharedStrings.xml": f'<sst xmlns="{main}"><si><t>{text}</t></si></sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData><row>{header}</row>{last}'
        "</sheetData></worksheet>",
    }  # fmt: skip
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return held.getvalue()


def far_cell(place: str) -> bytes:
    return workbook(f'<row><c r="{place}" t="s"><v>0</v></c></row>')


TEXTS: dict[str, Callable[[], bytes]] = {
    "a.csv.gz": lambda: gzip.compress(ZEROS) * 64,
    "a.csv.bz2": lambda: bz2.compress(ZEROS) * 64,
    "a.csv.xz": lambda: lzma.compress(ZEROS) * 64,
    "dictionary.csv.xz": large_dictionary,
    "a.zip": zip_bomb,
}
TABLES: dict[str, Callable[[], bytes]] = {
    "runs.parquet": parquet,
    "pages.parquet": lambda: parquet(compression="zstd", data_page_size=2**20),
    "file.arrow": lambda: arrow(pl.DataFrame.write_ipc),
    "stream.arrow": lambda: arrow(pl.DataFrame.write_ipc_stream),
    "far.xlsx": lambda: far_cell("XFD1048576"),
    "wide.xlsx": lambda: far_cell("Z1048576"),
    "shared.xlsx": lambda: workbook(
        "".join('<row><c t="s"><v>0</v></c></row>' for _ in range(2_000)), "x" * 200_000
    ),
}
READ = r"""
import json, re, resource, sys
from pathlib import Path
from rightreasons import read_pairs
codes = {}
for name in sys.argv[1:]:
    try:
        codes[name] = read_pairs(name).name
    except Exception as error:
        codes[name] = getattr(error, "code", repr(error))
peak = int(re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())[1])  # not of who started it
print(json.dumps([codes, (peak + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024]))
"""


@pytest.mark.parametrize("bombs", [TEXTS, TABLES], ids=["texts", "tables"])
def test_a_bomb_is_refused_in_little_memory(bombs: dict[str, Callable[[], bytes]], tmp_path: Path) -> None:
    for name, made in bombs.items():
        (tmp_path / name).write_bytes(made())
    done = subprocess.run(
        [sys.executable, "-c", READ, *bombs],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    codes, megabytes = json.loads(done.stdout)
    assert codes == dict.fromkeys(bombs, "RR206")
    assert megabytes < MOST


def table(rows: int, seed: int) -> pl.DataFrame:
    chance = np.random.default_rng(seed)
    texts = ["".join(chance.choice(list("abc dé"), chance.integers(60))) for _ in range(rows)]
    return pl.DataFrame(
        {
            "premise": pl.Series(texts, dtype=pl.String),
            "label": pl.Series([("a", "b", None)[n % 3] for n in range(rows)], dtype=pl.String),
            "votes": pl.Series([[n, n + 1] * (n % 3) for n in range(rows)], dtype=pl.List(pl.Int64)),
            "score": pl.Series(chance.random(rows), dtype=pl.Float64),
            "same": pl.Series([True for _ in texts], dtype=pl.Boolean),
        }
    )


def files(frame: pl.DataFrame) -> Iterator[tuple[Callable[[bytes], Iterator[int]], bytes]]:
    """The same rows in every compression of both formats."""
    compression: Any  # polars names a type of its own for each format
    for compression in ("uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4"):
        held = io.BytesIO()
        frame.write_parquet(held, compression=compression, row_group_size=700)
        yield parquet_parts, held.getvalue()
        if compression in {"uncompressed", "zstd", "lz4"}:
            file, stream = io.BytesIO(), io.BytesIO()
            frame.write_ipc(file, compression=compression)
            frame.write_ipc_stream(stream, compression=compression)
            yield from ((arrow_parts, each.getvalue()) for each in (file, stream))


@pytest.mark.parametrize("rows", [0, 1, 50, 3_000])
def test_what_is_stated_is_no_less_than_the_texts_and_a_few_times_the_table_at_most(rows: int) -> None:
    frame = table(rows, rows)
    texts = int(frame["premise"].str.len_bytes().sum() or 0)
    cells = rows * frame.width + int(frame["votes"].list.len().sum() or 0)
    for parts, data in files(frame):
        assert texts + 16 * rows <= sum(parts(data)) <= 3 * (texts + 16 * cells) + 10_000


def test_a_value_that_many_cells_share_counts_once_in_parquet() -> None:
    held = io.BytesIO()
    pl.DataFrame({"x": ["y" * 100_000] * 2_000}).write_parquet(held)
    assert sum(parquet_parts(held.getvalue())) < 1_000_000  # and is held once by the reader


def test_bytes_that_are_damaged_are_no_more_than_an_error_of_value() -> None:
    chance = np.random.default_rng(1)
    for parts, whole in files(table(20, 1)):
        for _ in range(200):
            data = bytearray(whole[: chance.choice([len(whole), int(chance.integers(1, len(whole)))])])
            for place in chance.integers(len(data), size=3):
                data[place] = chance.choice((0, 1, 127, 128, 255))
            with suppress(ValueError):
                exceeds(parts(bytes(data)), 10**9)


def test_native_readers_of_damaged_files_write_nothing_to_standard_error(tmp_path: Path) -> None:
    chance = np.random.default_rng(2)
    whole = {"parquet": parquet(), "arrow": arrow(pl.DataFrame.write_ipc), "xlsx": far_cell("A2")}
    for number in range(60):
        ending = ("parquet", "arrow", "parquet", "arrow", "parquet", "xlsx")[number % 6]
        data = bytearray(whole[ending])
        for place in chance.integers(8, len(data) - 8, size=1 + number % 4):
            data[place] ^= 1 << int(chance.integers(8))
        (tmp_path / f"{number}.{ending}").write_bytes(data)
    names = sorted(path.name for path in tmp_path.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", READ, *names],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    codes = json.loads(done.stdout)[0]
    refused = {code for name, code in codes.items() if code != name}
    assert refused
    assert all(code.startswith("RR") for code in refused)


def varint(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)


def thrift(fields: dict[int, Any]) -> bytes:
    """A struct in Thrift's compact protocol: numbers as i64, texts, lists of structs, and structs."""
    out, last = b"", 0
    for number, value in fields.items():
        match value:
            case int():
                kind, content = 6, varint(value << 1)
            case str():
                kind, content = 8, varint(len(value)) + value.encode()
            case list():
                kind, content = 9, bytes([len(value) << 4 | 12]) + b"".join(map(thrift, value))
            case _:
                kind, content = 12, thrift(value)
        out, last = out + bytes([number - last << 4 | kind]) + content, number
    return out + b"\0"


def forged(page: dict[int, Any], rows: int = 1, values: int = 1) -> bytes:
    """A column of one page, which states what it is given."""
    body = b"PAR1" + thrift(page) + b"x" * 20
    column = {1: 6, 4: 0, 5: values, 6: 20, 7: len(body) - 4, 9: 4}
    schema = [{4: "schema", 5: 1}, {1: 6, 3: 0, 4: "premise"}]
    footer = thrift({1: 2, 2: schema, 3: rows, 4: [{1: [{2: 4, 3: column}], 2: 20, 3: rows}]})
    return body + footer + struct.pack("<I", len(footer)) + b"PAR1"


VALUES = {1: 1, 2: 0, 3: 3, 4: 3}
PAGE = {1: 0, 2: 20, 3: 20, 5: VALUES}
HUGE = 2**31 - 1


@pytest.mark.parametrize(
    "data",
    [
        forged({**PAGE, 2: HUGE}),
        forged({**PAGE, 5: {**VALUES, 1: HUGE}}),
        forged({1: 3, 2: 20, 3: 20, 8: {1: HUGE, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0}}),
        forged({1: 2, 2: HUGE, 3: 20, 7: {1: 1, 2: 0}}),
        forged({**PAGE, 2: 2**20, 5: {1: 1_000, 2: 7, 3: 3, 4: 3}}),
        forged(PAGE, rows=2**40),
        forged(PAGE, values=2**40),
    ],
    ids=["page", "values", "values of version 2", "dictionary", "shared prefixes", "rows", "column"],
)
def test_a_statement_of_parquet_that_is_too_much_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(data)
    with pytest.raises(UnsafeArchiveError, match="hold more than 67,108,864"):
        read_pairs(tmp_path / "a.parquet")


@pytest.mark.parametrize("page", [{**PAGE, 3: 10**12}, {1: 0}, {**PAGE, 2: "much"}])
def test_a_page_that_makes_no_sense_is_refused(page: dict[int, Any], tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(forged(page))
    with pytest.raises(RightReasonsError, match="RR203"):
        read_pairs(tmp_path / "a.parquet")
