"""Known datasets are recognised by checksum, or by name, columns and content; nothing else is."""

import csv
import gzip
import hashlib
import io
import json
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rightreasons.labels import Label
from rightreasons.sources.catalogue.recognition import KnownFormOf, load_catalogue, recognise

E, N, C, NE = Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION, Label.NON_ENTAILMENT
ALIGNED = ("s1", "s2", "labels")
Rows = list[dict[str, Any]]


def first_rows(name: str, data: bytes) -> Rows:
    """The first rows of a file, by the standard library alone."""
    text = data.decode("utf-8-sig")
    if name.endswith(".json"):
        return list(json.loads(text))[:20]
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.split("\n")[:20] if line]
    tabbed = (line.rstrip("\r").split("\t") for line in text.split("\n"))
    rows = csv.reader(io.StringIO(text, newline="")) if name.endswith(".csv") else tabbed
    header = next(rows)
    return [dict(zip(header, row, strict=True)) for row in islice(rows, 20)]


def recognised(names: list[str], rows: Rows, checksums: list[str | None] | None = None) -> KnownFormOf | None:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    frame = pl.DataFrame({column: [str(row.get(column)) for row in rows[:20]] for column in columns})
    return recognise(names, checksums or [None] * len(names), columns, frame)


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
    assert reading.form.recipe.meanings == {"1": C, "2": N, "3": N, "4": N, "5": E, "0": None}
    assert list(reading.form.recipe.left_out) == ["0"]
    assert reading.form.recipe.plain_columns == {
        "premise": "CONTEXT",
        "hypothesis": "HYPOTHESIS",
        "label": "LABEL",
    }


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
    assert hub.form.recipe.label_map is not None
    assert arrow.form.recipe.label_map is not None
    assert (hub.form.recipe.label_map["0"], arrow.form.recipe.label_map["0"]) == (E, NE)
    assert arrow.split == "train"


def test_line_aligned_comparisons_are_read_with_integer_labels() -> None:
    rows: Rows = [{"s1": "a", "s2": "b", "labels": "2"}]
    names = [f"{part}.adjr_whois_long.gz" for part in ALIGNED]
    reading = recognised(names, rows)
    assert reading is not None
    assert (reading.dataset, reading.split) == ("comparisons", "adjr_whois_long")
    assert reading.form.recipe.label_map == {"0": E, "1": N, "2": C}


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
    data = (shared_data / "rte" / "dev.csv").read_bytes()
    same, changed = (hashlib.sha256(each).hexdigest() for each in (data, data + b" "))
    rows = first_rows("dev.csv", data)
    assert recognised(["dev.csv"], rows, [same]) is not None
    assert recognised(["dev.csv"], rows, [changed]) is None


def test_part_of_a_triple_is_not_the_split(shared_data: Path) -> None:
    first, second, _ = load_catalogue()["esnli"].splits["dev"].files
    row = {"s1": "a", "s2": "b", "labels": "neutral"}
    assert recognised(["s1.dev", "s2.dev"], [row], [first[0], second[0]]) is None


def test_columns_are_left_to_the_reader_where_a_known_file_was_read_otherwise() -> None:
    checksum = load_catalogue()["rte"].splits["dev"].files[0][0]
    reading = recognise(["dev.csv"], [checksum], ["0", "1", "2"], pl.DataFrame({"0": ["a"]}))
    assert reading is not None
    assert reading.dataset == "rte"
    assert not reading.form.recipe.columns
