"""Triples, references, mail, quizzes, slides and Avro: rows by hand."""
# ruff: noqa: E501 - files as they are written, a line each

import zipfile
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest

from rightreasons.errors import InputError
from rightreasons.sources.formats.avro import read_avro
from rightreasons.sources.formats.json_recognition import is_json
from rightreasons.sources.formats.mail import read_mail
from rightreasons.sources.formats.numbered_keys import read_numbered_keys
from rightreasons.sources.formats.quizzes import read_quiz
from rightreasons.sources.formats.rdf_triples import read_rdf
from rightreasons.sources.formats.references import read_references
from rightreasons.sources.formats.xml_records import read_xml
from rightreasons.sources.opening.paths import open_path
from rightreasons.sources.opening.sniffing import format_of
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, Content, Parsed


def content(text: str, name: str = "x.txt") -> Content:
    return Content(name, text.encode())


def records(parsed: Parsed) -> list[dict[str, object]]:
    return parsed.frame.drop(HIDDEN).to_dicts()


TURTLE = """@prefix n: <http://x/#> . # names
n:p1 a n:Pair ;
  n:premise "A \\"dog\\"; runs."@en ;
  n:label n:neutral .
<http://x/p2> n:premise \"\"\"Two
lines.\"\"\" ; n:label "no", "yes" .
"""
NT = '<http://x/p1> <http://x/premise> "A caf\\u00e9."@fr .\n<http://x/p1> <http://x/label> "1"^^<http://w/int> .\n'


def test_a_subject_is_a_row() -> None:
    assert format_of(content(TURTLE)) == format_of(content(NT)) == "rdf"
    assert records(read_rdf(content(TURTLE))) == [
        {"subject": "p1", "type": "Pair", "premise": 'A "dog"; runs.', "label": "neutral"},
        {"subject": "p2", "type": None, "premise": "Two\nlines.", "label": "no\nyes"},
    ]
    assert records(read_rdf(content(NT))) == [{"subject": "p1", "premise": "A café.", "label": "1"}]


@pytest.mark.parametrize("text", ["<a> <b> [ <c> 'd' ] .", "<a> <b> .", '<a> <b> "c'])
def test_other_triples_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_rdf(content(text))


def test_entries_of_bibtex_are_rows() -> None:
    text = '@comment{x, y}\n@pair{k1,\n  premise = {A {D}og, 5\\% big.},\n  label = "no",\n  year = 2020\n}\n\n@pair{k2, premise={B}}\n'
    assert format_of(content(text, "x.bib")) == "references"
    assert records(read_references(content(text))) == [
        {"kind": "pair", "key": "k1", "premise": "A Dog, 5% big.", "label": "no", "year": "2020"},
        {"kind": "pair", "key": "k2", "premise": "B", "label": None, "year": None},
    ]


def test_lines_of_tags_are_rows_up_to_their_end() -> None:
    text = "TY  - PAIR\nPR  - A dog\nruns.\nKW  - a\nKW  - b\nER  - \n\nTY  - PAIR\nPR  - B\nER  -\n"
    assert format_of(content(text)) == "references"
    assert records(read_references(content(text))) == [
        {"TY": "PAIR", "PR": "A dog runs.", "KW": "a\nb"},
        {"TY": "PAIR", "PR": "B", "KW": None},
    ]


def test_messages_are_rows() -> None:
    one = "From a@x Mon Jan  1 10:00:00 2024\nSubject: It =?utf-8?q?caf=C3=A9?=\nX-Label: no\nContent-Type: text/plain; charset=utf-8\n\nA dog.\n>From here.\n\n"
    two = "From b@x Mon Jan  1 10:00:00 2024\nSubject: B\n\nC\n"
    assert format_of(content(one + two)) == "mail"
    assert records(read_mail(content(one + two))) == [
        {"Subject": "It café", "X-Label": "no", "text": "A dog.\nFrom here."},
        {"Subject": "B", "X-Label": None, "text": "C"},
    ]
    with pytest.raises(InputError):
        read_mail(content("no mail"))


def test_questions_with_their_answers_in_words() -> None:
    aiken = "A dog runs.\nIt moves.\nA. True\nB) False\nANSWER: B\n\nIt sits.\nA. True\nB. False\nANSWER: A\n"
    assert format_of(content(aiken)) == "quiz"
    assert records(read_quiz(content(aiken))) == [
        {"question": "A dog runs.\nIt moves.", "answer": "False"},
        {"question": "It sits.", "answer": "True"},
    ]
    gift = (
        "// c\n::Q1:: A dog\\: it runs. {TRUE}\n\n::Q2::[html]It {~sits =runs ~flies} fast.\n\nIt barks.{F}\n"
    )
    assert records(read_quiz(content(gift, "x.gift"))) == [
        {"title": "Q1", "question": "A dog: it runs.", "answer": "TRUE"},
        {"title": "Q2", "question": "It fast.", "answer": "runs"},
        {"title": "", "question": "It barks.", "answer": "F"},
    ]


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


def test_avro_without_compression_is_read_and_other_is_refused() -> None:
    frame = pl.DataFrame({"premise": ["A", None], "label": [1, 0]})
    plain, packed = BytesIO(), BytesIO()
    frame.write_avro(plain)
    frame.write_avro(packed, compression="deflate")
    assert read_avro(Content("x.avro", plain.getvalue())).frame.drop(HIDDEN).equals(frame)
    for data in (packed.getvalue(), plain.getvalue()[:-5], b"Obj\x01"):
        with pytest.raises(InputError):
            read_avro(Content("x.avro", data))
