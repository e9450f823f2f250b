"""Rows in HTML, Markdown, YAML, TOML, SQLite and NumPy files."""

import html
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from tests.sources.shapes.made import Pair, documents, pairs, shape


@shape("table.html")
def html_table(path: Path) -> Sequence[Pair]:
    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>\n"

    head = row(["Sentence A", "Sentence B", "Relation"], "th")
    body = "".join(row(each, "td") for each in pairs())
    path.write_text(f"<!DOCTYPE html><html><body><h1>All</h1><table>{head}{body}</table></body></html>")
    return pairs()


@shape("table.md")
def markdown_table(path: Path) -> Sequence[Pair]:
    rows = "".join(f"| {p} | {h} | {x} |\n" for p, h, x in pairs())
    path.write_text(f"# Pairs\n\n| Text | Statement | Verdict |\n|------|:---:|---:|\n{rows}")
    return pairs()


@shape("cases.yaml")
def yaml_cases(path: Path) -> Sequence[Pair]:
    found = ["suite: entailment", "cases:"]
    for premise, each in documents(pairs()):
        found += [f"  - given: {json.dumps(premise)}", "    then:"]
        found += [f"      - {{says: {json.dumps(h)}, expect: {x}}}" for h, x in each]
    path.write_text("\n".join(found))
    return pairs()


@shape("items.toml")
def toml_items(path: Path) -> Sequence[Pair]:
    form = '[[item]]\npremise = {}\nhypothesis = {}\nlabel = "{}"\n'
    path.write_text("".join(form.format(json.dumps(p), json.dumps(h), x) for p, h, x in pairs()))
    return pairs()


@shape("pairs.sqlite")
def sqlite_table(path: Path) -> Sequence[Pair]:
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("CREATE TABLE pairs(id INTEGER PRIMARY KEY, text_1 TEXT, text_2 TEXT, relation TEXT)")
        opened.executemany("INSERT INTO pairs(text_1, text_2, relation) VALUES (?, ?, ?)", pairs())
        opened.commit()
    return pairs()


@shape("records.npy")
def numpy_records(path: Path) -> Sequence[Pair]:
    np.save(path, np.array(pairs(), dtype=[("sent1", "U200"), ("sent2", "U200"), ("gold", "U20")]))
    return pairs()
