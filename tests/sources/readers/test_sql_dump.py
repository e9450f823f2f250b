"""Dumps of databases, as SQLite, MySQL, PostgreSQL and SQL Server write them: values by hand."""
# ruff: noqa: E501, S608 - files as they are written, a line each; texts that are read

import time
from contextlib import suppress

import pytest

from rightreasons.errors import ColumnError, InputError
from rightreasons.sources.formats.sql_dump import dumped_tables, is_dump, read_sql
from rightreasons.sources.raw import HIDDEN, LINE, Content, Parsed


def content(text: str, name: str = "x.txt") -> Content:
    return Content(name, text.encode())


def rows(parsed: Parsed) -> list[tuple[object, ...]]:
    return parsed.frame.drop(HIDDEN).rows()


PUT = "INSERT INTO t (p, h) VALUES "


def test_each_statement_has_its_own_order_of_columns() -> None:
    text = PUT + "('p1','h1');\nINSERT INTO t (H, p) VALUES ('h2','p2'); INSERT INTO t (p) VALUES ('p3');\n"
    parsed = read_sql(content(text))
    assert parsed.frame.drop(HIDDEN).columns == ["p", "h"]
    assert rows(parsed) == [("p1", "h1"), ("p2", "h2"), ("p3", "")]
    assert parsed.frame[LINE].to_list() == [1, 2, 2]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("('a','b'),\n-- it's a remark\n('c','d') /* don't; ('x') */, # it's\n('e','f');", "ab cd ef"),
        ("('C:\\','b'),('c','d');PRAGMA x;", "C:\\b cd"),
        ("(E'\\uD83D\\uDE00','\\uD83D');", "\U0001f600\\uD83D"),
        ("(E'C:\\\\','b'),(E'\\x41\\n','\\');", "C:\\b A\n\\"),
        ("('it\\'s','b'),('it\\'s','d');", "it'sb it'sd"),
        ("('\\'','\\'');", "''"),
        ("('a'::character varying(10),'b'::numeric(4, 2));", "ab"),
        ('("It\'s a","x"),("He","y"),("It""s","z");', "It's ax Hey It\"sz"),
        ("('a'::text,'b' COLLATE nocase),(N'c',NULL),(_utf8mb4'e',$$it's$$);", "ab c eit's"),
        (
            "(CAST(N'it''s' AS DateTime),CAST(2.5 AS Decimal(18, 2)));\nINSERT INTO sqlite_sequence VALUES ('t', 1);",
            "it's2.5",
        ),
        ("(CAST('a' AS text) || 'b', 1), (CAST(1 AS int) + 2, 3);", "CAST(1 AS int) + 23"),
        ("(1,-2.5)\nON CONFLICT DO NOTHING;", "1-2.5"),
        ("(1,2)\nGO\nINSERT [t] ([p], [h]) VALUES (3, 4)\nGO\n", "12 34"),
    ],
)
def test_texts_comments_and_ends_of_statements(values: str, expected: str) -> None:
    before = "PRAGMA foreign_keys=OFF;\n" if "PRAGMA" in values else ""
    found = rows(read_sql(content(before + PUT + values)))
    assert " ".join("".join(map(str, row)) for row in found) == expected


def test_statements_of_sql_server_end_where_others_begin() -> None:
    text = (
        "SET IDENTITY_INSERT [dbo].[t] ON\nINSERT [dbo].[t] ([p], [h]) VALUES (N'a', N'b')\n"
        "SET IDENTITY_INSERT [dbo].[t] OFF\nGO\nCREATE UNIQUE INDEX x ON t (p)\nGO\n"
        "INSERT [dbo].[t] ([p], [h]) VALUES (N'c', N'd')\nGO\n"
    )
    assert rows(read_sql(content(text))) == [("a", "b"), ("c", "d")]


def test_lines_for_other_programs_words_behind_the_columns_and_a_table_without_rows() -> None:
    text = "\\restrict x'y\nREM it's\nINSERT INTO t (p, h) OVERRIDING SYSTEM VALUE VALUES ('a', 'b');"
    assert rows(read_sql(content(text))) == [("a", "b")]
    with pytest.raises(InputError, match="inserts no rows"):
        read_sql(content("CREATE TABLE t (p text);"))


def test_a_backslash_escapes_in_a_dump_of_mysql_only() -> None:
    put = "{} VALUES ('a\\nb','c');"
    assert rows(read_sql(content(put.format("INSERT INTO `t`")))) == [("a\nb", "c")]
    two = "INSERT INTO `t` VALUES ('a\"\"b',\"it\\'s\",'it''s');"
    assert rows(read_sql(content(two))) == [('a""b', "it's", "it's")]
    plain = read_sql(content(put.format("INSERT INTO t")))
    assert rows(plain) == [("a\\nb", "c")]
    assert "backslash" in plain.notes[0]


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ("('p1','h1'),\n('p2' COLLATE x 'h2), ('p3','h3'),\n('p4','h4');", 2),
        ("('p1','h1'),\n('p2", 2),
        ("('p1','h1'),\n('p2',", 2),
        ("('p1','h1')\n,\n;", 3),
        ("('p1','h1') ('p2','h2');", 1),
        ("('p1','h1');\nINSERT INTO t SELECT 1, 2;", 2),
        ("('p1','h1');\nINSERT INTO t (SELECT 1, 2);", 2),
        ("('p1','h1');\nINSERT INTO t VALUES (1, 2);", 2),
        ("('p1','h1');\nCOPY t (p, h) FROM stdin WITH CSV;\na,b\n\\.\n", 2),
        ("('p1','h1') /* x", 1),
        ("('p1','h1');\nINSRET INTO t VALUES ('a','b');", 2),
        ("('p1','h1');\nROLLBACK;", 2),
        ("('p1','h1');\n\\i others.sql\n", 2),
        ("('p1',,'h1');", 1),
        ("('p1','h1');\nIF NOT EXISTS (SELECT 1)\nINSERT INTO t VALUES ('a','b');", 3),
        ("('p1','h1');\nCREATE TABLE t (p text, h text);", 2),
        ("('p1','h1');\nDELIMITER $$\nx $$\n", 2),
        ("('p1','h1');\nINSERT INTO t (p, P) VALUES (1, 2);", 2),
        ("('p1'::numeric(a),'h1');", 1),
        ("('p1','h1');\nCREATE TRIGGER x BEGIN\nINSERT INTO t VALUES ('a','b');", 3),
    ],
)  # fmt: skip
def test_what_is_not_understood_in_a_dump_is_refused_with_its_line(values: str, line: int) -> None:
    with pytest.raises(InputError, match=f"line {line} "):
        read_sql(content(PUT + values))


def test_computed_values_are_malformed_and_changes_are_told() -> None:
    text = (
        PUT
        + "('a','b'), (replace('a','b',char(10)),'d'), ('e'),\n('f', 'g');\nUPDATE t SET p = 'x';\nDROP TABLE t;\n"
    )
    parsed = read_sql(content(text))
    assert rows(parsed) == [("a", "b"), ("f", "g")]
    assert [(bad.row, bad.line, bad.problem) for bad in parsed.malformed] == [
        (1, 1, "has a value that is computed"),
        (2, 1, "has 1 of 2 fields"),
    ]
    assert parsed.notes == ("UPDATE is not run, first in line 3", "DROP is not run, first in line 4")


@pytest.mark.parametrize(
    "change", ["UPDATE OR IGNORE t SET p = 1", "DELETE QUICK FROM t", "DROP TABLE IF EXISTS t"]
)
def test_words_before_the_name_of_a_table_do_not_hide_that_it_changes(change: str) -> None:
    parsed = read_sql(content(f"{PUT}('a','b');\n{change};\n"))
    assert parsed.notes == (f"{change.split(maxsplit=1)[0]} is not run, first in line 2",)


def test_statements_inside_programs_put_no_rows() -> None:
    inner = "BEGIN\nINSERT INTO t VALUES (1,2);\nINSERT INTO t VALUES (3,4);\nEND;\n"
    inner = inner.replace(
        "END", "SELECT CASE 1 WHEN 1 THEN 2 END;\nIF x THEN y; END IF;\nINSERT INTO t VALUES (5,6);\nEND"
    )
    text = f"CREATE TRIGGER x AFTER INSERT ON y {inner}DELIMITER $$\nCREATE PROCEDURE x() {inner}$$\nDELIMITER ;\n"
    assert rows(read_sql(content(text + PUT + "('a','b');"))) == [("a", "b")]
    body = f"CREATE FUNCTION f() RETURNS trigger AS $_$ {inner} $_$ LANGUAGE plpgsql;\n"
    assert rows(read_sql(content(body + PUT + "('a','b');"))) == [("a", "b")]


@pytest.mark.parametrize("text", ["CREATE TABLE a (b ", "/*", "$a$ $b$", "INSERT INTO t VALUES (", ";COPY "])
def test_a_dump_that_repeats_a_beginning_takes_no_longer(text: str) -> None:
    begun = time.process_time()
    long = content("INSERT INTO t VALUES (1);\n" + text * (150_000 // len(text)))
    is_dump(long)
    with suppress(InputError):
        read_sql(long)
    assert time.process_time() - begun < 3


def test_tables_of_one_name_in_two_schemas_stay_apart() -> None:
    found = dumped_tables(
        content("INSERT INTO a.t VALUES (1);\nINSERT INTO b.t VALUES (2);\nINSERT INTO c.u VALUES (3);\n")
    )
    assert {name: rows(each) for name, each in found.items()} == {
        "a.t": [("1",)],
        "b.t": [("2",)],
        "u": [("3",)],
    }


def test_two_marks_in_copied_rows_stay_two() -> None:
    text = "COPY t (p, h) FROM stdin;\nit''s\t\\x41\\\\n\n"
    parsed = read_sql(content(text))
    assert rows(parsed) == [("it''s", "A\\n")]
    assert "cut off" in parsed.notes[0]


def test_columns_without_bounds_are_refused() -> None:
    text = "".join(f"INSERT INTO t (c{n}) VALUES ({n});\n" for n in range(2_001))
    with pytest.raises(ColumnError, match="2,001 columns"):
        read_sql(content(text))


def test_a_dump_begins_with_a_statement() -> None:
    assert is_dump(content("-- it's\n/* a\nb */\n# c\n\n" + PUT))
    assert is_dump(content("PRINT 'x'\nGO\n" + PUT))
    assert not is_dump(content("How to put rows:\n" + PUT))
    assert not is_dump(content("/* " + PUT))
    assert not is_dump(content("Comment: one row\n" + PUT))
    assert not is_dump(content("Set: train\n" + PUT))
