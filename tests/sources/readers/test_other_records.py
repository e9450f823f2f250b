"""Numbered keys, sheets of Excel 2003, slides and Avro: rows by hand."""

import zipfile
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest

from rightreasons.errors import InputError
from rightreasons.sources.formats.avro import read_avro
from rightreasons.sources.formats.json_recognition import is_json
from rightreasons.sources.formats.numbered_keys import NUMBERED_KEYS, read_numbered_keys
from rightreasons.sources.formats.xml_records import read_xml
from rightreasons.sources.opening.paths import open_path
from rightreasons.sources.opening.sniffing import format_of
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, LINE, ROW, Content, Parsed


def content(text: str, name: str = "x.txt") -> Content:
    return Content(name, text.encode())


def records(parsed: Parsed) -> list[dict[str, object]]:
    return parsed.frame.drop(HIDDEN).to_dicts()


def test_keys_with_numbers_are_rows() -> None:
    text = "# pairs\n" + "".join(
        f"item.{n}.premise = A dog \\\n  runs {n}.\nitem.{n}.label=n\nitem.{n}.who: x\n" for n in range(3)
    )
    assert format_of(content(text, "x.properties")) == "numbered-keys"
    assert records(read_numbered_keys(content(text)))[2] == {
        "premise": "A dog runs 2.",
        "label": "n",
        "who": "x",
    }


def test_numbered_keys_of_several_beginnings_are_rows_of_their_own() -> None:
    text = "".join(
        f"{part}.{n}.premise={part} {n}\n{part}.{n}.label=e\n" for part in ("train", "test") for n in range(2)
    )
    assert records(read_numbered_keys(content(text))) == [
        {"prefix": part, "premise": f"{part} {n}", "label": "e"}
        for part in ("train", "test")
        for n in range(2)
    ]


def test_lines_that_are_no_numbered_keys_are_malformed() -> None:
    parsed = read_numbered_keys(
        content("a.0.x=1\n! remark\nstray\na.0.x=2\na.1.x=3\n\na.1.prefix=4\nb.1.x=5\n")
    )
    assert [(bad.row, bad.line) for bad in parsed.malformed] == [(1, 3), (2, 4)]
    assert parsed.frame.to_dicts() == [
        {"prefix of the key": "a", "x": "1", "prefix": None, ROW: 0, LINE: 1},
        {"prefix of the key": "a", "x": "3", "prefix": "4", ROW: 3, LINE: 5},
        {"prefix of the key": "b", "x": "5", "prefix": None, ROW: 4, LINE: 8},
    ]


def test_numbered_keys_are_told_by_nine_lines_in_ten() -> None:
    text = "".join(f"a.{n}.x={n}\n" for n in range(9))
    assert NUMBERED_KEYS.is_of(content(f"{text}one\n"), "", "")
    assert not NUMBERED_KEYS.is_of(content(f"{text}one\n# two\n"), "", "")


def test_a_sheet_of_excel_2003_is_a_table() -> None:
    def row(*cells: str) -> str:
        return (
            "<Row>"
            + "".join(f'<Cell><Data ss:Type="String">{cell}</Data></Cell>' for cell in cells)
            + "</Row>"
        )

    head = '<?xml version="1.0"?>\n<Workbook xmlns="o" xmlns:ss="o"><Worksheet ss:Name="S"><Table>'
    last = '<Row><Cell ss:Index="2"><Data ss:Type="String">Alone.</Data></Cell></Row>'
    text = f"{head}{row('Text', 'Claim')}{row('A', 'B')}{last}</Table></Worksheet></Workbook>"
    assert records(read_xml(content(text, "x.xml"))) == [
        {"Text": "A", "Claim": "B"},
        {"Text": "", "Claim": "Alone."},
    ]


def test_a_time_in_brackets_begins_no_json() -> None:
    assert not is_json("[10:05] <a> said", ".txt")
    assert all(
        is_json(first, "") for first in ("[1, 2]", "[", "[-1.5,", '["a"', "{", '{"a"', "[[1", "[1", "[]")
    )


def test_slides_are_blocks_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.pptx"
    with zipfile.ZipFile(path, "w") as opened:
        opened.writestr("ppt/presentation.xml", "<p/>")
        for n in (10, 9, 2):
            said = "".join(
                f"<a:p><a:r><a:t>{text} {n}.</a:t></a:r></a:p>"
                for text in ("Premise: A", "Claim: B", "Label: c")
            )
            opened.writestr(f"ppt/slides/slide{n}.xml", f'<s xmlns:a="a">{said}</s>')
    ((raw, _),) = open_path(path, ReadOptions().resolved()).parts
    assert raw.parsed.frame.drop(HIDDEN).rows() == [
        ("A 2.", "B 2.", "c 2."),
        ("A 9.", "B 9.", "c 9."),
        ("A 10.", "B 10.", "c 10."),
    ]


def test_avro_that_ends_within_a_block_is_refused() -> None:
    stream = BytesIO()
    pl.DataFrame({"premise": ["a", "b"]}).write_avro(stream)
    data = stream.getvalue()
    block = data[data.index(data[-16:]) + 16 :]
    assert read_avro(Content("x.avro", data + block)).frame["premise"].to_list() == ["a", "b", "a", "b"]
    for end in range(1, len(block)):
        with pytest.raises(InputError):
            read_avro(Content("x.avro", data + block[:end]))


def test_values_of_java_are_read_as_java_reads_them() -> None:
    text = "".join(f"i.{n}.p=\\u00e9 \\ud83d\\ude00 a\\=b\ni.{n}.q=C\\:x\n" for n in range(3))
    assert records(read_numbered_keys(content(text, "x.properties")))[0] == {
        "p": "\xe9 \U0001f600 a=b",
        "q": "C:x",
    }
    assert records(read_numbered_keys(content(text, "x.txt")))[0]["q"] == "C\\:x"


def test_a_backslash_before_a_line_with_a_key_does_not_take_it() -> None:
    parsed = read_numbered_keys(content("i.1.path=C:\\\ni.1.label=n\ni.2.path=D\ni.2.label=e\n"))
    assert records(parsed) == [{"label": "n", "path": None}, {"label": "e", "path": "D"}]
    assert [bad.line for bad in parsed.malformed] == [1]


def test_avro_without_compression_is_read_and_other_is_refused() -> None:
    frame = pl.DataFrame({"premise": ["A", None], "label": [1, 0]})
    plain, packed = BytesIO(), BytesIO()
    frame.write_avro(plain)
    frame.write_avro(packed, compression="deflate")
    assert read_avro(Content("x.avro", plain.getvalue())).frame.drop(HIDDEN).equals(frame)
    with pytest.raises(InputError, match="so how large they become is not known"):
        read_avro(Content("x.avro", packed.getvalue()))
    for data in (packed.getvalue(), plain.getvalue()[:-5], b"Obj\x01"):
        with pytest.raises(InputError):
            read_avro(Content("x.avro", data))
