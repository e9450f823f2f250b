"""Files that are not opened, or not whole: the option by which they are read is proposed."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.sources.shapes.made import C, E, N, Pair, pairs, table
from tests.sources.test_proposals import LINE, pasted

from rightreasons.errors import InputError
from rightreasons.sources.opening.sniffing import formats
from rightreasons.sources.read import read_pairs


def lines_of(path: Path) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_pairs(path)
    return LINE.findall(f"{caught.value.lines}\n")


def accented(rows: Sequence[Pair]) -> list[Pair]:
    return [(p.replace("the", "thé"), h.replace("The", "Thé"), label) for p, h, label in rows]


def test_a_format_that_nothing_tells_is_proposed_with_the_columns(tmp_path: Path) -> None:
    path = tmp_path / "rows.dat"
    words = {E: "YES", N: "MAYBE", C: "NO"}
    rows = [(p.replace(",", ""), h, label) for p, h, label in pairs()]
    path.write_text("\n".join(f"{p}\n{h}\n{words[label]}\n" for p, h, label in rows))
    assert pasted(lines_of(path)[0]) == rows


def test_an_encoding_that_cannot_be_told_is_proposed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "charset_normalizer", None)
    path = tmp_path / "x.csv"
    table(path, ["premise", "hypothesis", "label"], accented(pairs()))
    path.write_bytes(path.read_text().encode("cp1252"))
    assert pasted(lines_of(path)[0]) == accented(pairs())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_proposed(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "x.csv"
    table(path, ["premise", "hypothesis", "label"], pairs())
    path.write_bytes(path.read_text().encode(encoding))
    (line,) = lines_of(path)
    assert line.endswith(f"--encoding {encoding}")
    assert pasted(line) == pairs()


def test_a_file_whose_rows_are_mostly_whole_is_proposed_without_the_others(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    rows = pairs()
    table(path, ["premise", "hypothesis", "label"], rows, "\t")
    path.write_text(path.read_text() + "half a row\nand\tanother\n")
    (line,) = lines_of(path)
    assert line.endswith("--on-malformed drop")
    assert pasted(line) == rows


def test_a_row_without_a_text_is_proposed_to_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    table(path, ["premise", "hypothesis", "label"], [*pairs(), ("Only this.", "", N)])
    (line,) = lines_of(path)
    assert pasted(line) == pairs()


def test_a_file_that_is_cut_off_or_no_data_is_refused_without_a_line(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('[{"premise": "a", "hypoth')
    (tmp_path / "y.jsonl").write_bytes(bytes(range(256)) * 50)
    assert [lines_of(tmp_path / name) for name in ("x.json", "y.jsonl")] == [[], []]


def test_what_was_stated_stands_in_the_line(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    words = {E: "a", N: "b", C: "c"}
    table(path, ["one", "two", "three"], [(p, h, words[label]) for p, h, label in pairs()], "\t")
    path.write_text(path.read_text() + "half a row\n")
    columns = {"premise": "one", "hypothesis": "two", "label": "three"}
    with pytest.raises(InputError) as caught:
        read_pairs(path, columns=columns, label_map={"a": E, "b": N, "c": C})
    assert pasted(LINE.findall(f"{caught.value.lines}\n")[0]) == pairs()


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\n", b" \n\n", b"\xef\xbb\xbf\r\n"], ids=repr)
@pytest.mark.parametrize("name", sorted(formats()))
def test_a_file_without_a_line_is_refused_in_every_format(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / "x.dat"
    path.write_bytes(content)
    with pytest.raises(InputError):
        read_pairs(path, format=name)
