"""Workbooks, members of a zip, encodings, quoted cells, streams, partitions, standard input, blocks."""

import gzip
import io
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons import audit
from rightreasons.errors import (
    ColumnError,
    FileMissingError,
    MalformedRowError,
    MissingExtraError,
    OptionError,
    UnreadableFileError,
)
from rightreasons.sources.opening.encodings import in_utf8
from rightreasons.sources.raw import Content
from rightreasons.sources.read import read_pairs

HEADER = ["premise", "hypothesis", "label"]
TSV = "premise\thypothesis\tlabel\nA man sleeps.\tA man rests.\tentailment\n"
CSV = "premise,hypothesis,label\na,b,neutral\n"
_SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def workbook(sheets: dict[str, list[list[str]]]) -> bytes:
    """A workbook as ECMA-376 describes it, cells as inline strings."""
    names = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="r{at}"/>' for at, name in enumerate(sheets, 1)
    )
    links = "".join(
        f'<Relationship Id="r{at}" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    root = f'<Relationship Id="r" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/>'
    kinds = (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    )
    kinds += '<Default Extension="xml" ContentType="application/xml"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">{kinds}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{root}</Relationships>',
        "xl/workbook.xml": f'<workbook {_SPACE} xmlns:r="{_RELATIONS}"><sheets>{names}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{links}'
        "</Relationships>",
    }
    for at, rows in enumerate(sheets.values(), 1):
        parts[f"xl/worksheets/sheet{at}.xml"] = (
            f"<worksheet {_SPACE}><sheetData>{''.join(map(_row, rows))}</sheetData></worksheet>"
        )
    return zipped({name: text.encode() for name, text in parts.items()})


def _row(cells: list[str]) -> str:
    return f"<row>{''.join(map(_cell, cells))}</row>"


def _cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>' if text else "<c/>"


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def written(tmp_path: Path, name: str, data: bytes | str) -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_the_sheet_of_a_workbook_is_read_as_text_with_its_rows(tmp_path: Path) -> None:
    rows = [HEADER, ["A <b> & c", "007", "entailment"], ["", "", ""], ["d", "1.50", "neutral"]]
    pairs = read_pairs(written(tmp_path, "pairs.xlsx", workbook({"Sheet1": rows})))
    assert pairs.frame.rows() == [
        ("row-0", "A <b> & c", "007", "entailment"),
        ("row-1", "d", "1.50", "neutral"),
    ]
    assert pairs.provenance.files[0].format == "excel"


def test_a_workbook_is_known_by_its_content_too(tmp_path: Path) -> None:
    data = workbook({"Sheet1": [HEADER, ["a", "b", "neutral"]]})
    assert len(read_pairs(written(tmp_path, "download", data))) == 1


def test_sheets_are_like_files_of_a_folder_and_one_can_be_named(tmp_path: Path) -> None:
    sheets = {
        "train": [HEADER, ["a", "b", "neutral"]],
        "dev": [HEADER, ["c", "d", "entailment"]],
        "about": [["made by"], ["us"]],
    }
    path = written(tmp_path, "pairs.xlsx", workbook(sheets))
    assert read_pairs(path).frame["split"].to_list() == ["train", "dev"]
    assert read_pairs(f"{path}!dev").premises.to_list() == ["c"]
    with pytest.raises(
        FileMissingError, match=r"no 'test' in pairs\.xlsx, which holds 'train', 'dev', 'about'"
    ):
        read_pairs(f"{path}!test")


def test_a_sheet_of_remarks_beside_tables_is_skipped_and_told(tmp_path: Path) -> None:
    table = [["Passage", "Statement", "Final"], ["A cat sleeps on the mat.", "A cat sleeps.", "entailment"]]
    path = written(tmp_path, "round.xlsx", workbook({"Guidelines": [["Guide"], ["Read."]], "Batch 1": table}))
    found = read_pairs(path, columns={"premise": "Passage", "hypothesis": "Statement", "label": "Final"})
    assert len(found) == 1
    with pytest.raises(ColumnError, match="Batch 1"):
        read_pairs(
            written(
                tmp_path,
                "odd.xlsx",
                workbook(
                    {"Guidelines": [["Guide"], ["Read."]], "Batch 1": [["A", "B", "C"], ["x", "y", "z"]]}
                ),
            )
        )


def test_a_workbook_cut_off_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="workbook"):
        read_pairs(written(tmp_path, "pairs.xlsx", workbook({"a": [HEADER]})[:300]))


def test_without_the_extra_the_way_out_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastexcel", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'rightreasons\[excel\]'"):
        read_pairs(written(tmp_path, "pairs.xlsx", workbook({"a": [HEADER]})))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    other = CSV.replace("a,b,neutral", "c,d,entailment")
    members = {"data/train.csv": CSV.encode(), "data/dev.csv.gz": gzip.compress(other.encode())}
    return written(tmp_path, "data.zip", zipped(members))


def test_one_member_of_a_zip_is_read(archive: Path) -> None:
    assert read_pairs(f"{archive}!data/train.csv").premises.to_list() == ["a"]
    pairs = read_pairs(f"{archive}!data/dev.csv.gz")
    assert pairs.premises.to_list() == ["c"]
    assert pairs.name == "data.zip/data/dev.csv.gz"


def test_a_member_that_is_not_there_lists_those_that_are(archive: Path) -> None:
    with pytest.raises(FileMissingError, match=r"no 'dev\.csv' in data\.zip.*'data/train\.csv', 'data/dev"):
        read_pairs(f"{archive}!dev.csv")


def test_a_member_of_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", CSV)
    with pytest.raises(UnreadableFileError, match="no archive"):
        read_pairs(f"{path}!a.csv")


@pytest.mark.parametrize(
    "data",
    [CSV.encode(), gzip.compress(CSV.encode()), zipped({"a.csv": CSV.encode()})],
    ids=["plain", "gzip", "zip"],  # bytes of a gzip hold the time, and two processes must agree on names
)
def test_standard_input_is_read_whatever_it_holds(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    pairs = read_pairs("-")
    assert pairs.premises.to_list() == ["a"]
    assert pairs.provenance.files[0].sha256 is not None


def test_an_arrow_stream_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    pl.DataFrame({"premise": ["a"], "hypothesis": ["b"], "label": ["neutral"]}).write_ipc_stream(buffer)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(buffer.getvalue())))
    assert read_pairs("-").premises.to_list() == ["a"]


def test_folders_of_a_partitioned_table_are_columns(tmp_path: Path) -> None:
    for label, genre in (
        ("entailment", "slate"),
        ("neutral", "a%20b"),
        ("neutral", "__HIVE_DEFAULT_PARTITION__"),
    ):
        place = tmp_path / "table" / f"label={label}" / f"genre={genre}"
        place.mkdir(parents=True)
        pl.DataFrame({"premise": ["p"], "hypothesis": [genre]}).write_parquet(place / "part-0.parquet")
    frame = read_pairs(tmp_path / "table").frame
    assert set(frame.select("label", "genre").rows()) == {
        ("entailment", "slate"),
        ("neutral", "a b"),
        ("neutral", None),
    }


QUOTED = 'premise\thypothesis\tlabel\n"A ""big"" dog"\tIt\'s "big"\tneutral\n"a"\t"b"\tentailment\n'


def test_quotation_marks_of_a_tsv_are_text_and_each_quoted_cell_is_counted(tmp_path: Path) -> None:
    with pytest.raises(ColumnError, match="with doubled marks inside"):
        read_pairs(written(tmp_path, "a.tsv", QUOTED))
    pairs = read_pairs(written(tmp_path, "a.tsv", QUOTED), quoting="off")
    assert pairs.premises.to_list() == ['"A ""big"" dog"', '"a"']
    assert any(note.startswith("3 cells stand in quotation marks") for note in pairs.provenance.notes)


def test_quoting_can_be_stated(tmp_path: Path) -> None:
    with pytest.raises(MalformedRowError):  # a quotation mark inside a cell that has none around it
        read_pairs(written(tmp_path, "a.tsv", QUOTED.replace('It\'s "big"', '"It\'s" big')), quoting="on")
    pairs = read_pairs(written(tmp_path, "a.tsv", QUOTED), quoting="on")
    assert pairs.premises.to_list() == ['A "big" dog', "a"]
    assert not pairs.provenance.notes
    plain = read_pairs(written(tmp_path, "a.csv", QUOTED.replace("\t", ",")), quoting="off")
    assert plain.premises.to_list() == ['"A ""big"" dog"', '"a"']


def test_no_note_where_no_cell_is_quoted(tmp_path: Path) -> None:
    text = 'premise\thypothesis\tlabel\nsay "a" now\t"b\tneutral\n'
    assert not read_pairs(written(tmp_path, "a.tsv", text)).provenance.notes


RUSSIAN = (
    "premise\thypothesis\tlabel\nМужчина играет на гитаре.\tМужчина спит.\tcontradiction\n"
    "Он пришёл домой и лёг спать.\tОн дома, а дети ещё в школе.\tneutral\n"
)


def test_a_detected_encoding_is_noted(tmp_path: Path) -> None:
    pairs = read_pairs(written(tmp_path, "a.tsv", RUSSIAN.encode("cp1251")))
    assert pairs.hypotheses[0] == "Мужчина спит."
    assert any("read as cp1251, which was detected" in note for note in pairs.provenance.notes)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_a_byte_order_mark_tells_the_encoding(tmp_path: Path, encoding: str) -> None:
    assert read_pairs(written(tmp_path, "a.tsv", RUSSIAN.encode(encoding))).hypotheses[0] == "Мужчина спит."


def test_the_encoding_of_each_file_of_a_triple_is_kept_and_noted(tmp_path: Path) -> None:
    for kind, text in (("s1", "Мужчина спит в доме.\n"), ("s2", "Мужчина спит.\n"), ("labels", "neutral\n")):
        written(tmp_path, f"{kind}.dev", text.encode("utf-16" if kind == "s1" else "utf-8"))
    pairs = read_pairs(tmp_path / "s1.dev")
    assert pairs.premises[0] == "Мужчина спит в доме."
    assert {file.name: file.encoding for file in pairs.provenance.files} == {
        "s1.dev": "utf-16",
        "s2.dev": None,
        "labels.dev": None,
    }
    assert any("s1.dev is UTF-16" in note for note in pairs.provenance.notes)


def test_an_encoding_that_more_than_one_reading_fits_has_to_be_stated(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", CSV.replace("a,b", "A señor.,b").encode("cp1252"))
    with pytest.raises(UnreadableFileError, match=r"(?s)line 2 .*encoding=NAME: .*'señor.*' by cp1252"):
        read_pairs(path)
    assert read_pairs(path, encoding="cp1252").premises[0] == "A señor."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("A man drinks café au lait.", "cp1252"), ("Η τιμή αmax είναι μεγάλη στην Αθήνα.", "cp1253")],
)
def test_a_reading_whose_words_mix_alphabets_is_none(tmp_path: Path, text: str, encoding: str) -> None:
    pairs = read_pairs(written(tmp_path, "a.tsv", TSV.replace("A man sleeps.", text).encode(encoding)))
    assert pairs.premises[0] == text
    assert pairs.provenance.files[0].encoding == encoding


def test_text_in_utf_16_without_a_mark_and_a_header_in_quotation_marks_have_their_remedies(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, "a.tsv", TSV.encode("utf-16-le"))
    with pytest.raises(UnreadableFileError, match='encoding="utf-16-le" or utf-16-be'):
        read_pairs(path)
    assert read_pairs(path, encoding="utf-16-le").premises[0] == "A man sleeps."
    quoted = (
        TSV.replace("premise", '"premise"').replace("hypothesis", '"hypothesis"').replace("label", '"label"')
    )
    with pytest.raises(ColumnError, match=r'quoting="on"$'):
        read_pairs(written(tmp_path, "b.tsv", quoted))


def test_a_stated_encoding_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.tsv", RUSSIAN.encode("cp1251"))
    with pytest.raises(UnreadableFileError, match="is not utf-8 text"):
        read_pairs(path, encoding="utf-8")
    for name in ("klingon", "hex", "zlib", "rot13", "base64", "bz2", "undefined", "", "a\0b"):
        with pytest.raises(OptionError, match=f"encoding '{name[:1]}"):
            read_pairs(path, encoding=name)


def test_without_the_detector_the_encoding_has_to_be_stated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "charset_normalizer", None)
    with pytest.raises(
        UnreadableFileError, match=r"encoding=NAME, or pip install 'rightreasons\[encodings\]'"
    ):
        read_pairs(written(tmp_path, "a.tsv", RUSSIAN.encode("cp1251")))


@given(st.text(min_size=1).filter(lambda text: not text.startswith("\ufeff")))
def test_utf8_is_never_taken_for_anything_else(text: str) -> None:
    data = text.encode()
    content, notes = in_utf8(Content("a.txt", data))
    assert (content.data, notes) == (data, ())


BLOCKS = """provenance: FN+-1
index: 1
text: A man slept .
hypothesis: A man rested: he slept .
entailed: entailed
partition: train

provenance: FN+-1
index: 2
text: A man slept .
hypothesis: A man ran .
entailed: not-entailed
partition: dev
"""


@pytest.mark.parametrize("name", ["recast_fnplus_data.txt", "recast"])
@pytest.mark.parametrize(
    "text",
    [
        BLOCKS,
        BLOCKS.replace("\n\n", "\n"),
        BLOCKS.replace("\n", "\r\n"),
        BLOCKS.replace("partition:", "good_word: slept\nrating: 4\npartof:"),  # as their read-me has it
    ],
)
def test_blocks_of_lines_are_pairs_with_splits(tmp_path: Path, name: str, text: str) -> None:
    pairs = read_pairs(written(tmp_path, name, text))
    assert pairs.frame.select("premise", "hypothesis", "label", "split").rows() == [
        ("A man slept .", "A man rested: he slept .", "entailment", "train"),
        ("A man slept .", "A man ran .", "non-entailment", "dev"),
    ]
    assert (pairs.provenance.dataset == "fn_plus") == name.endswith(".txt")


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (BLOCKS.replace("hypothesis: A man ran .\n", ""), "line 8 lacks hypothesis"),
        (
            BLOCKS.replace("hypothesis: A man ran .", "hypothesis: A man\nran ."),
            "line 8 has a line that is no field",
        ),
    ],
)
def test_a_block_that_is_not_whole_is_malformed(tmp_path: Path, wrong: str, problem: str) -> None:
    path = written(tmp_path, "recast_dpr.txt", wrong)
    with pytest.raises(MalformedRowError, match=problem):
        read_pairs(path)
    assert read_pairs(path, on_malformed="drop").account.dropped[0].rows == 1


def test_sheets_that_both_hold_pairs_inside_a_folder_have_to_be_named(tmp_path: Path) -> None:
    rows = [HEADER, ["a", "b", "neutral"]]
    written(tmp_path, "folder/pairs.xlsx", workbook({"one": rows, "two": rows}))
    with pytest.raises(ColumnError, match=r"(?s)'one', 'two'.*pairs\.xlsx!SHEET"):
        read_pairs(tmp_path / "folder")


def test_the_training_part_of_the_recast_data_is_audited_and_scored_on_the_others(tmp_path: Path) -> None:
    blocks = "\n".join(
        f"provenance: SPR-{at}\nindex: {at}\ntext: A man {at} slept .\nhypothesis: A man was {at % 7} .\n"
        f"entailed: {('entailed', 'not-entailed')[at % 2]}\npartition: {('train', 'dev', 'test')[at % 3]}\n"
        for at in range(60)
    )
    result = audit(written(tmp_path, "recast_spr_data.txt", blocks), measures=["label_balance"])
    subjects = [finding.subject for finding in result.findings]
    assert [subject.rpartition(" -> ")[2] for subject in subjects] == [
        "recast_spr_data.txt:dev",
        "recast_spr_data.txt:test",
    ]
