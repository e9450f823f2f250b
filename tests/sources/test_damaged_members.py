"""One damaged member of a zip, or sheet of a workbook, is named; the whole ones can be read by name."""

import io
import shlex
import zipfile
from pathlib import Path

import pytest
from tests.sources.shapes.made import pairs
from tests.sources.test_proposals import LINE, pasted
from tests.sources.test_reading_containers import HEADER, workbook, zipped

from rightreasons.errors import UnreadableFileError
from rightreasons.sources.read import read_pairs

MARK = "zebra"


def rows(first: int) -> list[list[str]]:
    return [HEADER, *map(list, pairs()[first : first + 60])]


def damaged(data: bytes) -> bytes:
    """The archive with another letter where the mark stands: its checksum no longer holds."""
    assert data.count(MARK.encode()) == 1
    return data.replace(MARK.encode(), b"Zebra")


def marked(table: list[list[str]]) -> list[list[str]]:
    return [*table[:-1], [f"A {MARK} walks.", *table[-1][1:]]]


def csv(table: list[list[str]]) -> bytes:
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in table).encode()


def refused(data: Path | str) -> UnreadableFileError:
    with pytest.raises(UnreadableFileError, match="RR203") as caught:
        read_pairs(data)
    return caught.value


def test_a_damaged_member_of_a_zip_is_named_and_the_whole_ones_are_proposed(tmp_path: Path) -> None:
    path = tmp_path / "data.zip"
    path.write_bytes(damaged(zipped({"bad.csv": csv(marked(rows(0))), "good.csv": csv(rows(60))})))
    error = refused(path)
    assert "'bad.csv' in data.zip is broken" in error.found
    assert [pasted(line) for line in LINE.findall(f"{error.lines}\n")] == [pairs()[60:]]
    assert "bad.csv" in refused(f"{path}!bad.csv").found


def test_a_sheet_that_breaks_its_reader_is_named_and_the_whole_ones_are_proposed(tmp_path: Path) -> None:
    path = tmp_path / "data.xlsx"
    whole = zipfile.ZipFile(io.BytesIO(workbook({"bad": marked(rows(0)), "good": rows(60)})))
    parts = {name: whole.read(name) for name in whole.namelist()}
    parts["xl/worksheets/sheet1.xml"] = parts["xl/worksheets/sheet1.xml"].replace(b"</row><row>", b"</row", 1)
    path.write_bytes(zipped(parts))
    error = refused(path)
    assert "sheet 'bad' of data.xlsx cannot be read" in error.found
    assert [shlex.split(line)[0] for line in LINE.findall(f"{error.lines}\n")] == [f"{path}!good"]
    assert read_pairs(f"{path}!good").frame.select(HEADER).rows() == pairs()[60:]
    assert "sheet 'bad'" in refused(f"{path}!bad").found


def test_why_a_sheet_cannot_be_read_is_one_plain_line(tmp_path: Path) -> None:
    path = tmp_path / "data.xlsx"
    whole = zipfile.ZipFile(io.BytesIO(workbook({"bad": marked(rows(0))})))
    parts = {name: whole.read(name) for name in whole.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b'<c t="inlineStr">', b"<c t=inlineStr>", 1)
    path.write_bytes(zipped(parts))
    found = refused(path).found
    assert "Context" not in found
    assert "\\x0a" not in found
    assert "calamine" not in found


def test_a_workbook_whose_checksums_do_not_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.xlsx"
    path.write_bytes(damaged(workbook({"bad": marked(rows(0)), "good": rows(60)})))
    for data in (path, f"{path}!bad", f"{path}!good"):
        assert "xl/worksheets/sheet1.xml" in refused(data).found


def test_two_sheets_of_one_name_are_refused_where_one_of_them_would_be_lost(tmp_path: Path) -> None:
    path = tmp_path / "data.xlsx"
    path.write_bytes(workbook({"one": rows(0), "two": rows(60)}).replace(b'name="two"', b'name="one"'))
    for data in (path, f"{path}!one"):
        assert "2 sheets called 'one'" in refused(data).found
