"""Each format gives the same pairs, and a broken row or file is named."""

import bz2
import csv
import gzip
import hashlib
import io
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightreasons.errors import (
    ColumnError,
    EmptyDataError,
    FileMissingError,
    MalformedRowError,
    UnknownFormatError,
    UnreadableFileError,
)
from rightreasons.pairs import PairTable
from rightreasons.sources.formats.json_lines import read_jsonl
from rightreasons.sources.formats.lines import lines, text_blocks
from rightreasons.sources.raw import Content
from rightreasons.sources.read import read_pairs

ROWS = [
    {
        "premise": "A man, in a hat, sleeps.",
        "hypothesis": '"n/a"',
        "label": "neutral",
        "id": "a",
        "genre": "x",
    },
    {
        "premise": "=SUM(A1)",
        "hypothesis": "Ein Mädchen 🙂 <b>läuft</b>.",
        "label": "entailment",
        "id": "b",
        "genre": "y",
    },
    {
        "premise": "  Two spaces ",
        "hypothesis": "It's; done",
        "label": "contradiction",
        "id": "c",
        "genre": "x",
    },
]
HEAD = list(ROWS[0])


def delimited(separator: str, quoting: Literal[0, 1, 3]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(
        text, delimiter=separator, quoting=quoting, quotechar=None if quoting == csv.QUOTE_NONE else '"'
    )
    writer.writerows([HEAD, *(row.values() for row in ROWS)])
    return text.getvalue().encode()


def binary(write: Callable[[pl.DataFrame, io.BytesIO], None]) -> bytes:
    buffer = io.BytesIO()
    write(pl.DataFrame(ROWS), buffer)
    return buffer.getvalue()


TSV = delimited("\t", csv.QUOTE_NONE)
CSV = delimited(",", csv.QUOTE_MINIMAL)
JSONL = "\n".join(json.dumps(row, ensure_ascii=False) for row in ROWS).encode()
FILES = {
    "a.jsonl": JSONL,
    "crlf.jsonl": JSONL.replace(b"\n", b"\r\n"),
    "bom.jsonl": b"\xef\xbb\xbf" + JSONL,
    "really_lines.json": JSONL,
    "escaped.jsonl": "\n".join(json.dumps(row) for row in ROWS).encode(),
    "a.json": json.dumps(ROWS, indent=2).encode(),
    "one_line.json": json.dumps(ROWS).encode(),
    "columns.json": json.dumps({name: [row[name] for row in ROWS] for name in HEAD}).encode(),
    "data.json": json.dumps({"version": 1, "data": ROWS}).encode(),
    "a.csv": CSV,
    "bom.csv": b"\xef\xbb\xbf" + CSV,
    "semicolons.csv": delimited(";", csv.QUOTE_ALL),
    "really_tabs.csv": TSV,
    "really_commas.tsv": CSV,
    "a.tsv": TSV,
    "bom.tsv": b"\xef\xbb\xbf" + TSV,
    "a.txt": TSV,
    "no_ending": CSV,
    "a.parquet": binary(lambda frame, to: frame.write_parquet(to)),
    "a.arrow": binary(lambda frame, to: frame.write_ipc(to)),
    "stream.arrow": binary(lambda frame, to: frame.write_ipc_stream(to)),
    "a.jsonl.gz": gzip.compress(JSONL),
    "compressed_but_not_called_so.csv": gzip.compress(CSV),
    "a.csv.bz2": bz2.compress(CSV),
    "a.csv.xz": lzma.compress(CSV),
}


def write(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize("name", FILES)
def test_every_format_gives_the_same_pairs(tmp_path: Path, name: str) -> None:
    pairs = read_pairs(write(tmp_path, name, FILES[name]))
    assert pairs.frame.cast({"label": pl.String}).select(HEAD).to_dicts() == ROWS
    assert pairs.groups == ("genre",)
    assert pairs.provenance.files[0].sha256 == hashlib.sha256(FILES[name]).hexdigest()
    assert pairs.name == name


def test_the_same_rows_line_by_line(tmp_path: Path) -> None:
    for part, column in (("s1", "premise"), ("s2", "hypothesis"), ("labels", "label")):
        write(tmp_path, f"{part}.dev", "".join(f"{row[column]}\n" for row in ROWS))
    for named in ("s1.dev", "labels.dev", "dev"):
        pairs = read_pairs(tmp_path / named)
        assert pairs.premises.to_list() == [row["premise"] for row in ROWS]
        assert pairs.frame["id"].to_list() == ["row-0", "row-1", "row-2"]
        assert len(pairs.provenance.files) == 3


def test_line_aligned_files_of_different_lengths_are_refused(tmp_path: Path) -> None:
    for part, text in (("s1", "a\nb\n"), ("s2", "a\nb\n"), ("labels", "neutral\n")):
        write(tmp_path, f"{part}.dev", text)
    with pytest.raises(MalformedRowError, match=r"labels\.dev 1 lines"):
        read_pairs(tmp_path / "dev", on_malformed="drop")


PAIR = '{"premise": "a", "hypothesis": "b", "label": "neutral"}'
BROKEN = [
    ("a.tsv", "premise\thypothesis\tlabel\na\tb\tneutral\n\na\tb\n", "line 4 has 2 of 3 fields"),
    ("a.tsv", "premise\thypothesis\tlabel\na\tb\tneutral\tx\n", "line 2 has 4 fields, not 3"),
    ("a.tsv", "premise\thypothesis\tlabel\na\t  \tneutral\n", "line 2 lacks a premise or hypothesis"),
    ("a.csv", 'premise,hypothesis,label\n"a\nb",c,neutral\na,b\n', "line 4 has 2 of 3 fields"),
    ("a.csv", "premise,hypothesis,label\na,b\n", "line 2 has 2 of 3 fields"),
    ("a.csv", 'premise,hypothesis,label\na,"b" c,neutral\n', "line 2 cannot be read as CSV"),
    ("a.csv", 'premise,hypothesis,label\na,b,neutral\na,"b,neutral\nx\n', "line 3 cannot be read as CSV"),
    ("a.jsonl", PAIR + '\n\n{"premise": "a"\n', "line 3 is not valid JSON"),
    (
        "a.jsonl",
        PAIR + "\n" + PAIR.replace("}", ', "label" : "entailment"}'),
        r"line 2 is not valid JSON \(the key 'label' stands twice",
    ),
    (
        "a.jsonl",
        PAIR.replace("}", ', "x": null}') + "\n" + PAIR.replace("}", ', "x": 1, "x": 2}') + f"\n{PAIR}\n",
        r"line 2 is not valid JSON \(the key 'x' stands twice",
    ),
    ("a.jsonl", PAIR + "\n7\n", "line 2 is neither an object nor a list"),
    ("a.jsonl", PAIR + "\n" + PAIR.replace('"b"', '"\\ud800"'), "line 2 holds half of a surrogate pair"),
    ("a.jsonl", PAIR.replace('"b"', "null"), "line 1 lacks a premise or hypothesis"),
    ("a.json", f"[{PAIR},\n 7]", "row 1 is neither an object nor a list"),
]


@pytest.mark.parametrize(("name", "text", "where"), BROKEN)
def test_a_malformed_row_is_named(tmp_path: Path, name: str, text: str, where: str) -> None:
    with pytest.raises(MalformedRowError, match=f"{name} {where}"):
        read_pairs(write(tmp_path, name, text))


@pytest.mark.parametrize(("name", "text", "where"), BROKEN)
def test_a_malformed_row_is_dropped_and_counted(tmp_path: Path, name: str, text: str, where: str) -> None:
    whole = {"jsonl": PAIR + "\n", "json": "", "tsv": "", "csv": ""}[name[2:]]
    rows = {"tsv": "p\th\tneutral\n", "csv": "p,h,neutral\n"}.get(name[2:], "")
    header, _, rest = text.partition("\n") if rows else ("", "", text)
    text = f"{header}\n{rows}{rest}" if rows else whole + rest
    account = read_pairs(write(tmp_path, name, text), on_malformed="drop").account
    assert [(count.reason, count.rows) for count in account.dropped] == [("malformed row", 1)]


@pytest.mark.parametrize(
    ("name", "data", "error", "message"),
    [
        ("a.jsonl", b'{"premise": "a"}\n{"premise": "\xff"}\n', UnreadableFileError, r"line 2 \(byte 30\)"),
        ("a.csv", b"premise,hypothesis,label\na,\xe9,neutral\n", UnreadableFileError, r"line 2 \(byte 27\)"),
        ("a.csv", "premise,hypothesis,label\n".encode("utf-16"), EmptyDataError, "no rows"),
        ("a.csv", b"", EmptyDataError, "no rows"),
        ("a.csv", b" \n\n", EmptyDataError, "no rows"),
        ("a.csv", b"premise,hypothesis,label\n", EmptyDataError, "no rows"),
        ("a.json", b"[]", EmptyDataError, "no rows"),
        ("a.json", b'[{"premise"', UnreadableFileError, "not valid JSON"),
        ("a.json", b'{"instances": {}}', UnreadableFileError, "'instances'"),
        ("a.parquet", b"PAR1 and junk", UnreadableFileError, "Parquet"),
        ("a.arrow", b"ARROW1 and junk", UnreadableFileError, "Arrow"),
        ("a.csv.gz", gzip.compress(CSV)[:-12], UnreadableFileError, "broken gzip"),
        ("a.csv.bz2", bz2.compress(CSV)[:-12], UnreadableFileError, "broken bzip2"),
        ("a.csv.xz", lzma.compress(CSV)[:-12], UnreadableFileError, "broken xz"),
        ("a.txt", b"some words\nand more\n", ColumnError, "some words"),
        ("words", b"some words\nand more\n", UnknownFormatError, "some words"),
        ("junk", b"\x00\x01\x02junk", UnreadableFileError, "binary"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, name: str, data: bytes, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        read_pairs(write(tmp_path, name, data))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match=r"gone\.jsonl"):
        read_pairs(tmp_path / "gone.jsonl")


def test_a_gzip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rightreasons.streams.compression.UNCHECKED_BYTES", 2**20)
    bomb = write(tmp_path, "a.csv.gz", gzip.compress(b"0" * (4 * 2**20), compresslevel=9))
    with pytest.raises(Exception, match=r"expands.*RR206"):
        read_pairs(bomb)


def test_a_stated_format_is_believed(tmp_path: Path) -> None:
    quoted_tabs = write(tmp_path, "a.tsv", 'premise\thypothesis\tlabel\n"a\nb"\tc\tneutral\n')
    assert read_pairs(quoted_tabs, format="csv").premises.to_list() == ["a\nb"]


def test_a_line_break_at_the_end_of_a_text_is_taken_off_and_counted(tmp_path: Path) -> None:
    pairs = read_pairs(
        write(tmp_path, "a.csv", 'premise,hypothesis,label\n"a\r\n"," b \n",neutral\nc,d,neutral\n')
    )
    assert pairs.premises.to_list() == ["a", "c"]
    assert pairs.hypotheses.to_list() == [" b ", "d"]
    assert [count.rows for count in pairs.account.cleaned] == [1]


TEXTS = st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), min_size=1, max_size=8)


@given(st.lists(TEXTS, max_size=20), st.integers(1, 30))
def test_blocks_hold_the_whole_text_however_it_is_cut(texts: list[str], block: int) -> None:
    text = "\n".join(texts)
    content = Content("a", text.encode())
    assert "".join(text_blocks(content, block)) == text.removeprefix("\ufeff")


@settings(max_examples=30)
@given(st.lists(TEXTS.filter(lambda text: "\n" not in text), min_size=1))
def test_lines_end_at_line_breaks_only(texts: list[str]) -> None:
    found = list(lines(Content("a", "".join(f"{text}\r\n" for text in texts).encode())))
    assert found == [texts[0].removeprefix("\ufeff"), *texts[1:]]


VALUES = st.one_of(st.text(max_size=5), st.none())


@given(st.lists(st.fixed_dictionaries({"a": VALUES}, optional={"b": VALUES}), min_size=1))
def test_json_lines_are_read_as_python_reads_them(rows: list[dict[str, str | None]]) -> None:
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return
    frame = read_jsonl(Content("a", data)).frame
    assert frame["a"].to_list() == [row["a"] for row in rows]
    if "b" in frame.columns:
        assert frame["b"].to_list() == [row.get("b") for row in rows]


@given(st.lists(st.lists(st.text(max_size=6), min_size=3, max_size=3), min_size=1))
def test_quoted_csv_is_read_as_python_reads_it(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    from rightreasons.sources.formats.delimited.comma_separated import read_csv

    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows([["a", "b", "c"], *rows])
    parsed = read_csv(Content("a", text.getvalue().encode()))
    assert parsed.frame.select("a", "b", "c").rows() == [tuple(row) for row in rows]


def test_rows_and_lines_are_numbered_across_malformed_ones(tmp_path: Path) -> None:
    text = 'premise,hypothesis,label\n"a\nb",x,neutral\nbroken\nc,x,neutral\n'
    pairs: PairTable = read_pairs(write(tmp_path, "a.csv", text), on_malformed="drop")
    assert pairs.frame["id"].to_list() == ["row-0", "row-2"]
    assert pairs.account.dropped[0].where == ("a.csv line 4",)
