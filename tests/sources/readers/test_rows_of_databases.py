"""Dumps of databases, Weka's files, rows printed below one another, logs: values by hand."""
# ruff: noqa: E501 - files as they are written, a line each

from collections.abc import Callable

import pytest

from rightreasons.errors import ColumnError, InputError
from rightreasons.sources.formats.arff import ARFF as ARFF_FORMAT
from rightreasons.sources.formats.arff import read_arff
from rightreasons.sources.formats.log_fields import LOG, read_log
from rightreasons.sources.formats.markdown_records import read_markdown_records
from rightreasons.sources.formats.numbered_keys import read_numbered_keys
from rightreasons.sources.formats.sql_dump import dumped_tables, read_sql
from rightreasons.sources.formats.vertical_rows import read_vertical
from rightreasons.sources.opening.sniffing import format_of
from rightreasons.sources.raw import HIDDEN, LINE, ROW, Content, Parsed


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


def test_marks_in_values_of_arff_are_read_as_they_are_written() -> None:
    text = "@relation x\n@attribute a string\n@attribute b string\n@data % rows\n'it''s','C:\\\\d \\u00e9 \\d'\n'',''\n\"a''\",b\n"
    assert rows(read_arff(content(text))) == [("it's", "C:\\d \xe9 \\d"), ("", ""), ("a''", "b")]


@pytest.mark.parametrize("line", ["@atribute b string", "@end b", "a,b"])
def test_a_head_of_arff_that_is_not_understood_is_refused(line: str) -> None:
    with pytest.raises(InputError, match="line 3 "):
        read_arff(content(f"@relation x\n@attribute a string\n{line}\n@data\nc\n"))


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


def test_a_row_of_other_names_than_most_is_malformed() -> None:
    rows_of = "*** 1. row ***\np: a\nlabel: e\n*** 2. row ***\np: b\nq: d\nlabel: n\n*** 3. row ***\np: I like C+\nand D\nlabel: e\n"
    parsed = read_vertical(content(f"{rows_of}*** 1. row ***\np: x\n4 rows in set (0.01 sec)\n"))
    assert rows(parsed) == [("a", "e"), ("I like C+\nand D", "e")]
    assert [(bad.line, bad.problem) for bad in parsed.malformed] == [
        (4, "has 'q', which most rows lack"),
        (12, "lacks 'label'"),
    ]


def test_values_of_a_log_keep_their_backslashes_and_quotation_marks() -> None:
    line = 't p="a \\u00e9 \\d" h="C:\\\\x"\n'
    assert rows(read_log(content(line * 3)))[0] == ("a \xe9 \\d", "C:\\x")
    parsed = read_log(content("t p='the dogs' bone' h='x'\n" + "t p='a' h='b'\n" * 3))
    assert rows(parsed) == [("a", "b")] * 3
    assert [bad.line for bad in parsed.malformed] == [1]


def test_a_row_below_one_another_that_is_not_understood_is_malformed() -> None:
    text = (
        "*** 1. row ***\n    p: He said\nq: no\nlabel: e\n*** 2. row ***\n    p: a\n    p: b\nlabel: e\n"
        "*** 3. row ***\nstray\n    p: a\nlabel: e\n*** 4. row ***\n    p: a\nlabel: e\n4 rows in set\nBye\n"
        "*** 5. row ***\n    p: c\nlabel: n\n"
    ) + "".join(f"*** {n}. row ***\n    p: d\nlabel: n\n" for n in range(6, 10))
    parsed = read_vertical(content(text))
    assert rows(parsed)[:2] == [("He said\nq: no", "e"), ("c", "n")]
    assert [(bad.row, bad.line) for bad in parsed.malformed] == [(1, 5), (2, 9), (3, 13)]
    assert parsed.frame[ROW].to_list() == [0, 4, 5, 6, 7, 8]


def test_rows_of_postgresql_below_one_another() -> None:
    text = "-[ RECORD 1 ]---\nid    | 1\nclaim | one      +\n      | two\n-[ RECORD 2 ]---\nid    | 2\nclaim | a | b\n"
    assert format_of(content(text)) == "vertical"
    assert rows(read_vertical(content(text))) == [("1", "one\ntwo"), ("2", "a | b")]


def test_lines_of_a_log_that_hold_the_fields_are_rows() -> None:
    text = (
        "10:00 INFO start n=3\n"
        '10:01 INFO ex=0 premise="A \\"b\\", c=d." hypothesis="B." gold=e\n'
        "10:02 INFO ex=1 premise=\"It's.\" hypothesis='x y' gold=n\n"
        + "".join(f'10:03 INFO ex={n} premise="P" hypothesis="H" gold=c\n' for n in range(2, 10))
    )
    parsed = read_log(content(text))
    assert parsed.frame.drop(HIDDEN).columns == ["ex", "premise", "hypothesis", "gold"]
    assert rows(parsed)[:2] == [("0", 'A "b", c=d.', "B.", "e"), ("1", "It's.", "x y", "n")]
    assert parsed.notes == ("1 line was left out: it lacks ex, gold, hypothesis and premise",)
    assert format_of(content(text)) == "log"


def test_lines_of_a_log_that_end_in_json_are_rows() -> None:
    text = "start\n" + "".join(f'10:0{n} INFO got {{"premise": "P{n}.", "label": {n}}}\n' for n in range(9))
    assert rows(read_log(content(text)))[:3] == [("P0.", "0"), ("P1.", "1"), ("P2.", "2")]
    assert format_of(content(text)) == "log"


def test_a_text_with_a_few_lines_of_fields_is_no_log() -> None:
    line = '10:01 premise="A dog." hypothesis="It runs."\n'
    assert LOG.is_of(content(line * 9 + "A line.\n"), line, "")
    assert not LOG.is_of(content(line * 8 + "A line.\n"), line, "")
    assert not LOG.is_of(content('10:01 premise="A dog."\n' * 9), line, "")


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ('premise="he said ""no"" x" hypothesis="" label=e', ('he said "no" x', "", "e")),
        ("premise='it''s \\'x\\'' hypothesis=\"a''b\" label=e", ("it's 'x'", "a''b", "e")),
        ('label=not entailed premise="A" hypothesis="B"', ("A", "B", "not entailed")),
        ('10:00 [premise="A", hypothesis=B c; label=no (maybe)]', ("A", "B c", "no (maybe)")),
        ('premise=A dog runs. | hypothesis=He said "no". | label=e', ("A dog runs.", 'He said "no".', "e")),
    ],
)
def test_values_of_a_log(line: str, values: tuple[str, ...]) -> None:
    frame = read_log(content(f"{line}\n")).frame
    assert frame.select("premise", "hypothesis", "label").rows() == [values]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('premise="he said "no" x" label=e', "quotation mark"),
        ('premise="he said " no " x" label=e', "quotation mark"),
        ("premise='it's' label=e", "quotation mark"),
        ('premise="A label=e', "quotation mark"),
        ('premise="A" label=e label=n', "'label' twice"),
        ("premise=where x=3 holds label=e", "several words"),
    ],
)
def test_a_line_of_a_log_whose_values_cannot_be_told_apart_is_malformed(line: str, problem: str) -> None:
    parsed = read_log(content('premise="A b c d e f g h" label=e\n\n' + line + '\npremise="C" label=n\n'))
    assert rows(parsed) == [("A b c d e f g h", "e"), ("C", "n")]
    ((bad),) = parsed.malformed
    assert (bad.row, bad.line) == (1, 3)
    assert problem in bad.problem


def test_lines_that_a_log_leaves_out_are_counted_and_what_they_lack_is_named() -> None:
    line = 'a="x y z" b="w"\n'
    assert read_log(content(line * 3 + "start\nend\n")).notes == ("2 lines were left out: they lack a and b",)
    assert read_log(content(line * 3 + "start\nb=1\n")).notes == ("2 lines were left out: they lack a or b",)
    assert read_log(content(line * 3)).notes == ()


def test_words_behind_quoted_values_of_a_log_are_told() -> None:
    line = 'a="x y z" -> b="w" ok\n'
    parsed = read_log(content('1:00 a="x" | (b="w")\n' + line + 'a="x" and b="w"\n'))
    assert rows(parsed) == [("x", "w"), ("x y z", "w"), ("x", "w")]
    assert parsed.notes == ("lines with words behind a quoted value that are not read: 2, first line 2",)


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_log, '{0}="a" b="c"\n'),
        (read_numbered_keys, "a.1.{0}=b\n"),
        (read_vertical, "*** 1. row ***\n{0}: 1\n"),
        (read_markdown_records, "---\n{0}: 1\n---\ntext\n"),
        (read_markdown_records, "# a\n\n## {0}\n\n### {0}\n\nb\n\n## c\n"),
    ],
)
def test_a_field_that_is_called_as_a_column_of_ours_is_refused(
    read: Callable[[Content], Parsed], text: str, name: str
) -> None:
    with pytest.raises(ColumnError, match="another name"):
        read(content(text.replace("{0}", name)))
