"""The catalogue validates, its counts are those of the published files, and it recognises what it should."""

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
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from pydantic import TypeAdapter, ValidationError

from rightreasons.labels import Label, resolve
from rightreasons.sources.catalogue import KnownReading, check_counts, listing, load_catalogue, recognise
from rightreasons.sources.known import KnownDataset, KnownSplit

E, N, C, NE = Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION, Label.NON_ENTAILMENT
POLIAK = ["dpr", "spr", "fn_plus", "add_one", "scitail", "sick", "mpe", "joci", "snli", "mnli"]
ALIGNED = ("s1", "s2", "labels")
SPLITS = [
    pytest.param(key, name, id=f"{key}-{name}")
    for key, dataset in load_catalogue().items()
    for name, split in dataset.splits.items()
    if split.files
]
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
    return (
        list(json.loads(text))
        if name.endswith(".json")
        else [json.loads(line) for line in text.split("\n") if line]
    )


def fields(name: str, text: str) -> Iterator[list[str]]:
    if name.endswith(".csv"):
        return iter(csv.reader(io.StringIO(text, newline="")))
    return (line.rstrip("\r").split("\t") for line in text.rstrip("\n").split("\n"))


def first_rows(name: str, data: bytes) -> Rows:
    """The first rows of a file, by the standard library alone."""
    text = data.decode("utf-8-sig")
    if ".json" in name:
        return json_rows(name, text)[:20]
    rows = fields(name, text)
    header = next(rows)
    return [dict(zip(header, row, strict=True)) for row in islice(rows, 20)]


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
    return [files[file[0]] for file in split.files]


def recognised(
    names: list[str], rows: Rows, checksums: list[str | None] | None = None
) -> KnownReading | None:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    frame = pl.DataFrame({column: [str(row.get(column)) for row in rows[:20]] for column in columns})
    return recognise(names, checksums or [None] * len(names), columns, frame)


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
    column = (reading.columns or {"label": "gold_label"}).get("label", "")
    columns = [values(*file, column) for file in published(shared_data, split)]
    found = Counter(None if value is None else str(value) for value in columns[-1])
    meaning = resolve(found, reading.label_map)
    labels: Counter[Label] = Counter()
    for raw, count in found.items():
        label = meaning[raw]
        if label is not None:
            labels[label] += count
    assert {len(rows) for rows in columns} == {split.rows[0]}
    assert labels == split.labels
    assert split.rows[0] - labels.total() == split.unlabelled + (split.malformed is not None)


@pytest.mark.parametrize(("key", "name"), SPLITS)
def test_published_splits_are_recognised_by_checksum_whatever_their_name(key: str, name: str) -> None:
    dataset = load_catalogue()[key]
    split = dataset.splits[name]
    columns = sorted(dataset.readings[split.reading or ""].needed_columns)
    for form in range(min(len(file) for file in split.files)):
        checksums = [file[form] for file in split.files]
        reading = recognise(["x"] * len(checksums), checksums, columns, pl.DataFrame())
        assert reading is not None
        assert (reading.dataset, reading.split) == (key, name)
        assert check_counts(reading, split.rows[0], split.labels) == expected_notes(split, key, name)


def expected_notes(split: KnownSplit, key: str, name: str) -> tuple[str, ...]:
    notes = [split.caution, split.malformed and split.malformed.fact]
    return tuple(f"{load_catalogue()[key].title} {name}: {note}" for note in notes if note)


@pytest.mark.parametrize(
    ("names", "path", "key", "split"),
    [
        (["snli_1.0_dev.jsonl"], "snli/snli_1.0_test_hard.jsonl.gz", "snli", "dev"),
        (["a/snli_1.0_test_hard.jsonl"], "snli/snli_1.0_test_hard.jsonl.gz", "snli_hard", "test_hard"),
        (["test.csv"], "add_one_rte/dev.csv", "add_one", "test"),
        (["addone.csv"], "add_one_rte/train.csv", "add_one", None),
        (["SICK_test_annotated.txt"], "sick/SICK_test_annotated.txt", "sick", "test"),
        (["mpe_train.txt"], "mpe/mpe_train.txt.gz", "mpe", "train"),
        (["scitail_1.0_extracted.jsonl"], "scitail/scitail_1.0_extracted.jsonl", "scitail", None),
        (["hans_train_set.tsv.gz"], "hans/hans_train_set.tsv.gz", "hans", "train"),
        (["ANLI_analysis_r2_dev.csv"], "anli/ANLI_analysis_r2_dev.csv.gz", "anli", "r2_dev"),
        (["conj_test.tsv"], "conjnli/conj_test.tsv", "conjnli", "test"),
        (["leskexppmb_or.tsv"], "help/leskexppmb_or.tsv", "help", "or"),
        (["recast_puns_data.json"], "dnc/dev/recast_puns_data.json.gz", "dnc", "dev-puns"),
        (
            ["recast_kg_relations_data.json"],
            "dnc/test/recast_kg_relations_data.json.gz",
            "dnc",
            "test-kg_relations",
        ),
        (
            ["nli-spatial_data.json"],
            "dnc/function_words/NLI/nli-spatial_data.json.gz",
            "function_words",
            "spatial",
        ),
    ],
)
def test_other_copies_are_recognised_by_name_columns_and_content(
    shared_data: Path, names: list[str], path: str, key: str, split: str | None
) -> None:
    data = (shared_data / path).read_bytes()
    content = gzip.decompress(data) if path.endswith(".gz") else data
    rows = first_rows(path.removesuffix(".gz"), content)
    reading = recognised(names, rows)
    assert reading is not None
    assert reading.dataset == key
    assert reading.split == (None if names == ["test.csv"] else split)


def joci_row(label: str = "3") -> dict[str, str]:
    return dict.fromkeys(["CONTEXT", "HYPOTHESIS", "CONTEXT_FROM", "HYPOTHESIS_FROM", "SUBSET"], "x") | {
        "LABEL": label
    }


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("joci.csv", "full"),
        ("joci-AnB.csv.zip/joci-AnB.csv", "AnB"),
        ("A.zip/A.train.csv", "A-train"),
        ("B.zip", None),
    ],
)
def test_joci_is_recognised_in_all_its_files(name: str, split: str | None) -> None:
    reading = recognised([name], [joci_row()])
    assert reading is not None
    assert (reading.dataset, reading.split) == ("joci", split)


def test_joci_is_read_by_the_ordinal_rule_and_says_why_it_drops() -> None:
    reading = recognised(["joci.csv"], [joci_row()])
    assert reading is not None
    assert reading.label_map == {"1": C, "2": N, "3": N, "4": N, "5": E, "0": None}
    assert list(reading.drop_reasons) == ["0"]
    assert reading.columns == {"premise": "CONTEXT", "hypothesis": "HYPOTHESIS", "label": "LABEL"}


@pytest.mark.parametrize(
    ("name", "key", "split"),
    [
        ("stanfordnlp/snli", "snli", None),
        ("stanfordnlp/snli:validation", "snli", "dev"),
        ("hf://datasets/stanfordnlp/snli/plain_text/test-00000-of-00001.parquet", "snli", "test"),
        ("nyu-mll/multi_nli:validation_mismatched", "mnli", "dev_mismatched"),
        ("nyu-mll/glue[mnli]:validation_matched", "mnli", "dev_matched"),
        ("someone/snli:validation", None, None),
        ("stanfordnlp/snli-translated", None, None),
    ],
)
def test_hub_names_are_recognised(name: str, key: str | None, split: str | None) -> None:
    reading = recognised([name], [{"premise": "a", "hypothesis": "b", "label": "0"}])
    assert (reading and reading.dataset, reading and reading.split) == (key, split)


def test_the_two_integer_orders_of_hans_are_told_apart() -> None:
    hub = recognised(
        ["jhu-cogsci/hans"],
        [{"premise": "a", "hypothesis": "b", "label": "0", "heuristic": "h", "subcase": "s"}],
    )
    arrow = recognised(
        ["hans.zip/hans_datasets/train/data-00000-of-00001.arrow"],
        [{"sentence1": "a", "sentence2": "b", "labels": "0", "heuristic": "h"}],
    )
    assert hub is not None
    assert arrow is not None
    assert hub.label_map is not None
    assert arrow.label_map is not None
    assert (hub.label_map["0"], arrow.label_map["0"]) == (E, NE)
    assert arrow.split == "train"


def test_line_aligned_comparisons_are_read_with_integer_labels() -> None:
    rows: Rows = [{"s1": "a", "s2": "b", "labels": "2"}]
    names = [f"{part}.adjr_whois_long.gz" for part in ALIGNED]
    reading = recognised(names, rows)
    assert reading is not None
    assert (reading.dataset, reading.split) == ("comparisons", "adjr_whois_long")
    assert reading.label_map == {"0": E, "1": N, "2": C}


PAIR = {"premise": "a", "hypothesis": "b", "label": "entailment"}
SENTENCES = {"sentence1": "a", "sentence2": "b", "gold_label": "entailment"}


@pytest.mark.parametrize(
    ("names", "row"),
    [
        (["train.csv"], PAIR),
        (["dev.csv"], PAIR | {"premise": "<b><u>bold</u></b>"}),
        (["snli_1.0_dev.jsonl"], PAIR),
        (["snli_1.0_dev.jsonl"], SENTENCES),
        (["mine.jsonl"], SENTENCES | {"captionID": "c", "pairID": "p"}),
        (["hans_evaluation_set.tsv"], SENTENCES),
        (["hans.csv"], PAIR),
        (["mpe_dev.txt"], PAIR),
        (["joci.csv"], PAIR),
        (["joci.csv"], joci_row("likely")),
        (["scitail_1.0_extracted.jsonl"], PAIR),
        (["dataset.jsonl"], SENTENCES),
        (["s1.dev", "s2.dev", "labels.dev"], {"s1": "a", "s2": "b", "labels": "neutral"}),
        (["s1.ncon", "s2.ncon", "labels.other"], {"s1": "a", "s2": "b", "labels": "1"}),
        (["dev.jsonl"], {"context": "a", "hypothesis": "b", "label": "e", "uid": "u"}),
    ],
)
def test_a_name_or_common_columns_alone_are_not_enough(names: list[str], row: dict[str, str]) -> None:
    assert recognised(names, [row]) is None


def test_one_changed_byte_is_another_file(shared_data: Path) -> None:
    split = load_catalogue()["rte"].splits["dev"]
    [(name, data)] = published(shared_data, split)
    changed = hashlib.sha256(data + b" ").hexdigest()
    assert recognised(["dev.csv"], first_rows(name, data), [changed]) is None


def test_part_of_a_triple_is_not_the_split(shared_data: Path) -> None:
    first, second, _ = load_catalogue()["esnli"].splits["dev"].files
    row = {"s1": "a", "s2": "b", "labels": "neutral"}
    assert recognised(["s1.dev", "s2.dev"], [row], [first[0], second[0]]) is None


def test_columns_are_left_to_the_reader_where_a_known_file_was_read_otherwise() -> None:
    checksum = load_catalogue()["rte"].splits["dev"].files[0][0]
    reading = recognise(["dev.csv"], [checksum], ["0", "1", "2"], pl.DataFrame({"0": ["a"]}))
    assert reading is not None
    assert reading.dataset == "rte"
    assert reading.columns is None


DEV = KnownReading("snli", "dev")


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
    test = KnownReading("scitail", "test")
    assert check_counts(test, 2126, {E: 842, N: 1284}) == ()
    [warning] = check_counts(test, 2126, {E: 842, N: 1283})
    assert "1,283" in warning
    assert "1,284" in warning


@pytest.mark.parametrize("read", [1000, 999])
def test_the_malformed_line_of_mpe_is_a_fact_and_not_a_warning(read: int) -> None:
    [note] = check_counts(KnownReading("mpe", "dev"), read, {E: 325, N: 273, C: 401})
    assert "line 468 has 9 of 10 fields" in note


def test_mpe_with_the_line_mended_is_right_and_anything_else_is_not() -> None:
    dev = KnownReading("mpe", "dev")
    assert check_counts(dev, 1000, {E: 325, N: 273, C: 402}) == ()
    [warning] = check_counts(dev, 1000, {E: 325, N: 272, C: 401})
    assert "272" in warning
    assert "273" in warning


def test_both_releases_of_multinli_dev_are_right() -> None:
    counts = {E: 3479, N: 3123, C: 3213}
    dev = KnownReading("mnli", "dev_matched")
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
        ("readings", {"a": {"drop_reasons": {"0": "why"}}}),
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
