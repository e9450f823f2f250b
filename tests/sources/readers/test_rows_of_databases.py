"""Dumps of databases, Weka's files, rows printed below one another, logs: values by hand."""
# ruff: noqa: E501 - files as they are written, a line each

import pytest

from rightreasons.errors import ColumnError, InputError
from rightreasons.sources.formats.arff import ARFF as ARFF_FORMAT
from rightreasons.sources.formats.arff import read_arff
from rightreasons.sources.formats.log_fields import read_log
from rightreasons.sources.formats.sql_dump import dumped_tables, read_sql
from rightreasons.sources.formats.vertical_rows import read_vertical
from rightreasons.sources.opening.sniffing import format_of
from rightreasons.sources.raw import HIDDEN, LINE, Content, Parsed


def content(text: str, name: str = "x.txt") -> Content:
    return Content(name, text.encode())


def rows(parsed: Parsed) -> list[tuple[object, ...]]:
    return parsed.frame.drop(HIDDEN).rows()


MYSQL = r"""-- a dump
DROP TABLE IF EXISTS `pairs`;
CREATE TABLE `pairs` (
  `id` int NOT NULL,
  `premise` varchar(200) DEFAULT 'x, y',
  `label` enum('e','n') NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
INSERT INTO `pairs` VALUES (1,'It\'s a dog; it runs (fast), INSERT INTO x VALUES.','e'),
(2,NULL,'n');
INSERT INTO `pairs` VALUES (3,'Two
lines','n');
"""


def test_rows_of_a_dump_have_the_columns_of_its_table() -> None:
    parsed = read_sql(content(MYSQL))
    assert parsed.frame.drop(HIDDEN).columns == ["id", "premise", "label"]
    assert rows(parsed) == [
        ("1", "It's a dog; it runs (fast), INSERT INTO x VALUES.", "e"),
        ("2", "", "n"),
        ("3", "Two\nlines", "n"),
    ]
    assert parsed.frame[LINE].to_list() == [9, 10, 11]


def test_rows_of_copy_end_at_a_full_stop_and_have_tabs() -> None:
    text = 'COPY public.a (x, "the y") FROM stdin;\n1\ta\\tb\n2\t\\N\n\\.\n\nSELECT 1;\n'
    assert rows(read_sql(content(text))) == [("1", "a\tb"), ("2", "")]


def test_several_tables_are_told_apart_and_columns_of_the_statement_go_first() -> None:
    text = "INSERT INTO a (x, y) VALUES ('it''s', 2.5);\ninsert or ignore into \"b\" (z) values (-1), (1);\n"
    found = dumped_tables(content(text))
    assert {name: rows(each) for name, each in found.items()} == {
        "a": [("it's", "2.5")],
        "b": [("-1",), ("1",)],
    }
    with pytest.raises(ColumnError):
        read_sql(content(text))


def test_text_that_inserts_nothing_is_refused() -> None:
    with pytest.raises(InputError):
        read_sql(content("INSERT INTO a SELECT * FROM b;\n"))


ARFF = """% remark
@RELATION nli

@attribute 'the text' string
@attribute hyp string
@attribute class {e,'not e'}
@data
'It\\'s, a \\"dog\\"',"he said, no",e
% between
?,'b','not e'
one,two
"""


def test_arff_has_quoted_values_missing_ones_and_malformed_rows() -> None:
    parsed = read_arff(content(ARFF, "x.arff"))
    assert parsed.frame.drop(HIDDEN).columns == ["the text", "hyp", "class"]
    assert rows(parsed) == [('It\'s, a "dog"', "he said, no", "e"), ("", "b", "not e")]
    assert [(bad.row, bad.line) for bad in parsed.malformed] == [(2, 11)]
    assert format_of(content(ARFF, "x")) == "arff"


def test_sparse_rows_are_refused() -> None:
    with pytest.raises(InputError, match="sparse"):
        read_arff(content("@relation x\n@attribute a string\n@data\n{0 x}\n"))


@pytest.mark.parametrize("row", ["it's a\rb,c", '"' + "x" * 131_073, 'a,"b'])
def test_a_row_of_arff_whose_quotation_marks_tell_nothing_is_malformed(row: str) -> None:
    parsed = read_arff(
        content(f"@relation x\n@attribute a string\n@attribute b string\n@data\na,b\n{row}\nc,d\n")
    )
    assert rows(parsed) == [("a", "b"), ("c", "d")]
    assert [(bad.row, bad.line) for bad in parsed.malformed] == [(1, 6)]
    assert "quotation mark" in parsed.malformed[0].problem


def test_arff_begins_with_its_relation() -> None:
    assert ARFF_FORMAT.is_of(content("\ufeff% a\n\n  % b\n @Relation x\n"), "", "")
    assert not ARFF_FORMAT.is_of(content("one\n@relation x\n"), "", "")


def test_rows_of_mysql_below_one_another() -> None:
    text = (
        "*************************** 1. row ***************************\n"
        "   id: 1\nclaim: It: rains\nand pours\n"
        "*************************** 2. row ***************************\n   id: 2\nclaim: NULL\n"
    )
    assert format_of(content(text)) == "vertical"
    assert rows(read_vertical(content(text))) == [("1", "It: rains\nand pours"), ("2", None)]


def test_rows_of_postgresql_below_one_another() -> None:
    text = "-[ RECORD 1 ]---\nid    | 1\nclaim | one      +\n      | two\n-[ RECORD 2 ]---\nid    | 2\nclaim | a | b\n"
    assert format_of(content(text)) == "vertical"
    assert rows(read_vertical(content(text))) == [("1", "one\ntwo"), ("2", "a | b")]


def test_lines_of_a_log_that_hold_the_fields_are_rows() -> None:
    text = (
        "10:00 INFO start n=3\n"
        '10:01 INFO ex=0 premise="A \\"b\\", c=d." hypothesis="B." gold=e\n'
        "10:02 INFO ex=1 premise=\"It's.\" hypothesis='x y' gold=n\n"
        '10:03 INFO ex=2 premise="P" hypothesis="H" gold=c\n'
    )
    parsed = read_log(content(text))
    assert parsed.frame.drop(HIDDEN).columns == ["ex", "premise", "hypothesis", "gold"]
    assert rows(parsed)[:2] == [("0", 'A "b", c=d.', "B.", "e"), ("1", "It's.", "x y", "n")]
    assert parsed.notes == ("1 lines of 4 without 'ex=, gold=, hypothesis=, premise=' are no rows",)
    assert format_of(content(text)) == "log"


def test_lines_of_a_log_that_end_in_json_are_rows() -> None:
    text = "start\n" + "".join(f'10:0{n} INFO got {{"premise": "P{n}.", "label": {n}}}\n' for n in range(3))
    assert rows(read_log(content(text))) == [("P0.", "0"), ("P1.", "1"), ("P2.", "2")]
    assert format_of(content(text)) == "log"
