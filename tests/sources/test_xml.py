"""XML: repeated elements are rows, marks within sentences are text; what may be without bounds is refused."""

from pathlib import Path

import pytest

from rightreasons.errors import UnreadableFileError
from rightreasons.sources.formats.xml_records import read_xml
from rightreasons.sources.raw import HIDDEN, Content
from rightreasons.sources.read import read_pairs


def rows(text: str) -> list[dict[str, object]]:
    return read_xml(Content("a.xml", text.encode())).frame.drop(HIDDEN, strict=False).to_dicts()


def test_attributes_and_inner_elements_are_columns() -> None:
    one = '<pair id="1" e="YES"><t>A dog.</t><h>It &amp; he.</h></pair>'
    assert rows(f'<c>{one}<pair id="2" e="NO"><t/><h>x</h></pair></c>') == [
        {"id": "1", "e": "YES", "t": "A dog.", "h": "It & he."},
        {"id": "2", "e": "NO", "t": "", "h": "x"},
    ]


def test_marks_within_a_sentence_belong_to_it() -> None:
    text = '<c><p i="1"><u>One</u> <b>big</b> dog<i>!</i></p><p i="2">x</p></c>'
    assert rows(text) == [{"i": "1", "text": "One big dog!"}, {"i": "2", "text": "x"}]


def test_an_attribute_called_like_an_inner_element_is_kept_beside_it() -> None:
    text = '<c><p t="a"><t>b</t><h>c</h></p><p t="d"><t>e</t><h>f</h></p></c>'
    assert rows(text)[0] == {"t": "b", "h": "c", "t attribute": "a"}


def test_elements_of_one_name_are_a_list() -> None:
    text = "<c><x><p>a</p><p>b</p><h>h</h></x><x><p>c</p><p>d</p><h>i</h></x></c>"
    assert rows(text) == [{"p": ["a", "b"], "h": "h"}, {"p": ["c", "d"], "h": "i"}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<!DOCTYPE a [<!ENTITY l "x"><!ENTITY m "&l;&l;&l;">]><a>&m;</a>', "entities"),
        ('<!DOCTYPE a SYSTEM "file:///etc/hostname"><a>&outside;</a>', "entities"),
        ("<a>" * 5_000, "64 deep"),
        ("<a><b></a>", r"line 1 is no XML \(mismatched tag\)"),
        ("<a>\n<b>", "line 2 is no XML"),
    ],
)
def test_what_is_no_plain_xml_is_refused_with_the_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "a.xml"
    path.write_text(text)
    with pytest.raises(UnreadableFileError, match=said):
        read_pairs(path)


def sheet(*rows: str) -> str:
    inside = "".join(f"<Row>{row}</Row>" for row in rows)
    return f'<Workbook xmlns:ss="o"><Worksheet><Table>{inside}</Table></Worksheet></Workbook>'


def cell(text: str, stated: str = "") -> str:
    return f'<Cell {stated}><Data ss:Type="String">{text}</Data></Cell>'


def test_a_cell_as_wide_as_several_moves_those_behind_it() -> None:
    head = cell("a") + cell("b") + cell("c")
    text = sheet(head, cell("1", 'ss:MergeAcross="1"') + cell("3"), cell("4") + cell("6", 'ss:Index="3"'))
    assert rows(text) == [{"a": "1", "b": "", "c": "3"}, {"a": "4", "b": "", "c": "6"}]


@pytest.mark.parametrize(
    "row",
    [
        cell("x", 'ss:Index="99999"'),
        cell("x", f'ss:Index="{"1" * 5_000}"'),
        cell("x") + cell("y", 'ss:Index="1"'),
        '<Cell><ss:Data ss:Type="String"><B>x</B><I>y</I></ss:Data></Cell>',
        "<Cell><Data>x</Data><Data>y</Data></Cell>",
    ],
)
def test_sheets_that_cannot_be_read_whole_are_refused(row: str) -> None:
    with pytest.raises(UnreadableFileError, match=r"a\.xml has"):
        rows(sheet(cell("a"), row))


def test_a_small_sheet_does_not_become_a_large_one() -> None:
    with pytest.raises(UnreadableFileError, match="most of it empty"):
        rows(sheet(cell("a", 'ss:Index="16000"'), *[cell("x")] * 500))


def test_other_sheets_are_told() -> None:
    text = sheet(cell("a"), cell("1"), cell("2"))
    more = (
        text.partition("<Worksheet>")[2]
        .partition("</Worksheet>")[0]
        .replace('<Row><Cell ><Data ss:Type="String">2</Data></Cell></Row>', "")
    )
    whole = text.replace("</Workbook>", f"<Worksheet>{more}</Worksheet></Workbook>")
    assert read_xml(Content("a.xml", whole.encode())).notes == ("other sheets that are not read: 1",)


def test_a_text_beside_many_elements_does_not_take_their_place() -> None:
    text = "<c><d>" + "".join(f"<p>{n}</p>" for n in range(300)) + "stray</d><d><p>x</p></d></c>"
    assert rows(text)[0] == {"p": [str(n) for n in range(300)], "text": "stray"}


def test_a_text_of_its_own_stands_beside_a_field_called_text() -> None:
    text = '<c><p text="a">b</p><p text="c">d</p></c>'
    assert rows(text) == [{"text": "a", "own text": "b"}, {"text": "c", "own text": "d"}]
