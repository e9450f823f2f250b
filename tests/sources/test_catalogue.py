"""The catalogue validates, its counts are those of the published files, and other counts are told."""

import csv
import gzip
import hashlib
import io
import json
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from pydantic import TypeAdapter, ValidationError

from rightreasons.labels import Label, resolve
from rightreasons.sources.catalogue.known import KnownDataset, KnownSplit
from rightreasons.sources.catalogue.recognition import (
    KnownFormOf,
    check_counts,
    listing,
    load_catalogue,
    recognise,
)

E, N, C, NE = Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION, Label.NON_ENTAILMENT
POLIAK = ["dpr", "spr", "fn_plus", "add_one", "scitail", "sick", "mpe", "joci", "snli", "mnli"]
ALIGNED = ("s1", "s2", "labels")
SPLITS = [
    pytest.param(key, name, id=f"{key}-{name}")
    for key, dataset in load_catalogue().items()
    for name, split in dataset.splits.items()
    if split.files and not dataset.readings[split.reading or ""].recipe.changes_rows
]
"""Splits of which a row is a pair; the others are counted in test_published_recipes.py."""
Rows = list[dict[str, Any]]


@cache
def by_checksum(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Every published file by the checksum of its bytes as they lie there: name and uncompressed content."""
    found: dict[str, tuple[str, bytes]] = {}
    for path in folder.rglob("*"):
        if not path.is_file() or path.stat().st_size > 10_000_000 or {"vectors", "lexical"} & {*path.parts}:
            continue
        data = path.read_bytes()
        found[hashlib.sha256(data).hexdigest()] = (path.name, data)
        for name, content in contents(path, data):
            found[hashlib.sha256(content).hexdigest()] = (name, content)
    return found


def contents(path: Path, data: bytes) -> Iterator[tuple[str, bytes]]:
    if path.suffix == ".gz":
        yield path.stem, gzip.decompress(data)
    if path.suffix == ".zip":
        archive = zipfile.ZipFile(io.BytesIO(data))
        yield from ((name, archive.read(name)) for name in archive.namelist())


def json_rows(name: str, text: str) -> Rows:
    if name.endswith(".json") and text.startswith("["):
        return list(json.loads(text))
    return [json.loads(line) for line in text.split("\n") if line]


def fields(name: str, text: str) -> Iterator[list[str]]:
    if name.endswith(".csv"):
        separator = "\t" if "\t" in text.partition("\n")[0] else ","
        return iter(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    return (line.rstrip("\r").split("\t") for line in text.rstrip("\n").split("\n"))


def values(name: str, data: bytes, column: str) -> list[Any]:
    """One column of a file, by the standard library alone; None where a line has too few fields."""
    if name.endswith(".arrow"):
        return pl.read_ipc_stream(io.BytesIO(data), columns=[column])[column].to_list()
    text = data.decode("utf-8-sig")
    if ".json" in name:
        return [row.get(column) for row in json_rows(name, text)]
    if name.startswith(ALIGNED):
        return text.removesuffix("\n").split("\n")
    rows = fields(name, text)
    header = next(rows)
    at = header.index(column) if column in header else len(header)
    return [row[at] if at < len(row) else None for row in rows]


def published(folder: Path, split: KnownSplit) -> list[tuple[str, bytes]]:
    files = by_checksum(folder)
    if missing := [file for file in split.files if file[0] not in files]:
        pytest.skip(f"{len(missing)} published files are not in {folder}")
    return [files[file[0]] for file in split.files]


def test_the_ten_of_poliak_et_al_come_first_with_protocol_classes_and_size() -> None:
    catalogue = load_catalogue()
    table1 = [
        (data.protocol, data.printed_size, data.classes) for data in catalogue.values() if data.printed_size
    ]
    assert list(catalogue)[:10] == POLIAK
    assert table1 == [
        ("recast", "3.4K", 2),
        ("recast", "150K", 2),
        ("recast", "150K", 2),
        ("judged", "5K", 2),
        ("judged", "25K", 2),
        ("judged", "10K", 3),
        ("judged", "10K", 3),
        ("judged", "30K", 3),
        ("elicited", "550K", 3),
        ("elicited", "425K", 3),
    ]


def test_every_dataset_states_licence_and_citation_and_is_listed() -> None:
    rows = listing()
    assert [row["key"] for row in rows] == list(load_catalogue())
    assert all(row["licence"] and row["citation"] for row in rows)


@pytest.mark.parametrize(("key", "name"), SPLITS)
def test_stated_counts_are_those_of_the_published_files(shared_data: Path, key: str, name: str) -> None:
    dataset = load_catalogue()[key]
    split = dataset.splits[name]
    reading = dataset.readings[split.reading or ""]
    column = reading.recipe.plain_columns.get("label", "gold_label")
    columns = [values(*file, column) for file in published(shared_data, split)]
    found = Counter(None if value is None else str(value) for value in columns[-1])
    for several in [raw for raw in found if raw and ", " in raw]:  # a set of labels is no single one
        found["-"] += found.pop(several)
    meaning = resolve(found, reading.recipe.meanings)
    labels: Counter[Label] = Counter()
    for raw, count in found.items():
        label = meaning[raw]
        if label is not None:
            labels[label] += count
    assert {len(rows) for rows in columns} == {split.rows[0]}
    assert labels in split.label_counts
    assert split.rows[0] - labels.total() in {split.unlabelled, split.unlabelled + split.unreadable}


@pytest.mark.parametrize(("key", "name"), SPLITS)
def test_published_splits_are_recognised_by_checksum_whatever_their_name(key: str, name: str) -> None:
    dataset = load_catalogue()[key]
    split = dataset.splits[name]
    columns = sorted(dataset.readings[split.reading or ""].needed_columns)
    for form in range(min(len(file) for file in split.files)):
        checksums = [file[form] for file in split.files]
        reading = recognise(["x"] * len(checksums), checksums, columns, pl.DataFrame())
        assert reading is not None
        alike = [other for other, each in dataset.splits.items() if each.files == split.files]
        assert (reading.dataset, reading.split) == (key, alike[0])
        assert check_counts(replace(reading, split=name), split.rows[0], split.labels) == expected_notes(
            split, key, name
        )


def expected_notes(split: KnownSplit, key: str, name: str) -> tuple[str, ...]:
    notes = [split.caution, split.malformed and split.malformed.fact]
    return tuple(f"{load_catalogue()[key].title} {name}: {note}" for note in notes if note)


DEV = KnownFormOf("snli", "dev")


def test_other_counts_than_published_are_told_with_both_numbers() -> None:
    assert check_counts(DEV, 10_000, {E: 3329, N: 3235, C: 3278}) == ()
    rows, labels = check_counts(DEV, 9_999, {E: 3328, N: 3235, C: 3278})
    assert "9,999" in rows
    assert "10,000" in rows
    assert "3,328" in labels
    assert "3,329" in labels
    assert "entailment" in labels


def test_a_label_that_is_missing_altogether_is_told() -> None:
    [warning] = check_counts(DEV, 10_000, {E: 3329, N: 3235})
    assert "0 contradiction" in warning
    assert "3,278" in warning


def test_two_labels_are_compared_with_three_after_the_collapse() -> None:
    assert check_counts(DEV, 10_000, {E: 3329, NE: 3235 + 3278}) == ()
    test = KnownFormOf("scitail", "test")
    assert check_counts(test, 2126, {E: 842, N: 1284}) == ()
    [warning] = check_counts(test, 2126, {E: 842, N: 1283})
    assert "1,283" in warning
    assert "1,284" in warning


@pytest.mark.parametrize("read", [1000, 999])
def test_the_malformed_line_of_mpe_is_a_fact_and_not_a_warning(read: int) -> None:
    [note] = check_counts(KnownFormOf("mpe", "dev"), read, {E: 325, N: 273, C: 401})
    assert "line 468 has 9 of 10 fields" in note


def test_mpe_with_the_line_mended_is_right_and_anything_else_is_not() -> None:
    dev = KnownFormOf("mpe", "dev")
    assert check_counts(dev, 1000, {E: 325, N: 273, C: 402}) == ()
    [warning] = check_counts(dev, 1000, {E: 325, N: 272, C: 401})
    assert "272" in warning
    assert "273" in warning


def test_both_releases_of_multinli_dev_are_right() -> None:
    counts = {E: 3479, N: 3123, C: 3213}
    dev = KnownFormOf("mnli", "dev_matched")
    assert check_counts(dev, 9815, counts) == check_counts(dev, 10_000, counts) == ()
    [warning] = check_counts(dev, 9000, counts)
    assert "9,815 or 10,000" in warning


def test_nothing_is_said_where_the_split_is_not_known() -> None:
    assert check_counts(replace(DEV, split=None), 1, {}) == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("classes", 4),
        ("protocol", "found"),
        ("unheard_of", 1),
        ("splits", {"dev": {"rows": [3], "labels": {"entailment": 1, "neutral": 1}}}),
        ("splits", {"dev": {"files": [["0" * 64]], "reading": "none"}}),
        ("splits", {"dev": {"labels": {"entails": 1}}}),
        ("readings", {"a": {"names": "x"}}),
        ("readings", {"a": {"names": "(", "requires": ["x"]}}),
        ("readings", {"a": {"recipe": {"left_out": {"0": "why"}, "label_map": {"0": "neutral"}}}}),
        ("readings", {"a": {"recipe": {"columns": {"premiss": "x"}}}}),
        ("readings", {"a": {"splits": {"x": "unknown"}}}),
    ],
)
def test_a_broken_entry_is_refused(field: str, value: object) -> None:
    citation = {"authors": "A", "year": 2000, "title": "T", "venue": "V"}
    entry = {"title": "T", "protocol": "judged", "classes": 3, "licence": "none", "citation": citation}
    adapter = TypeAdapter(KnownDataset)
    assert adapter.validate_python(entry).title == "T"
    with pytest.raises(ValidationError):
        adapter.validate_python(entry | {field: value})


def test_rows_without_a_hypothesis_are_a_fact_too() -> None:
    train = KnownFormOf("fracas", "random_train")
    [note] = check_counts(train, 276, {E: 169, N: 79, C: 25})
    assert "have no hypothesis" in note
    assert check_counts(train, 276, {E: 169, N: 82, C: 25}) == ()
