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
