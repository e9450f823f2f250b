"""Published sets load as they are and are scored by their groups, as plain loops over the files say."""

import csv
import gzip
import io
import json
import zipfile
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rightreasons.challenges.challenge import from_pairs
from rightreasons.challenges.group_columns import group_columns, premise_clusters
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.measures.model.score import score
from rightreasons.pairs import PairTable
from rightreasons.predictors.predictor import predictor_named
from rightreasons.sources.read import read_pairs

ORDERED = {"0": Label.ENTAILMENT, "1": Label.NEUTRAL, "2": Label.CONTRADICTION}


def scored(pairs: PairTable, by: tuple[str, ...] = (), rule: str = "lexical-overlap") -> Finding:
    """What a rule baseline gets, by the groups that are offered."""
    groups = by or group_columns(pairs)
    challenge = from_pairs(pairs.name, pairs, groups, clusters=premise_clusters(pairs))
    return score(challenge, predictor_named(f"rule:{rule}").predict(pairs))


def cells(finding: Finding, group: str) -> dict[tuple[str, str], int]:
    """Items by group and two-way gold label."""
    table = finding.views[f"by_{group}"]
    return {(str(row[0]), str(row[1])): int(str(row[2])) for row in table.lines}


def two_way(label: str) -> str:
    return "entailment" if label in ("e", "entailment") else "non-entailment"


def test_breaking_nli_is_scored_by_category(shared_data: Path) -> None:
    path = shared_data / "breaking_nli/breaking_nli_dataset.zip"
    with zipfile.ZipFile(path) as archive:
        (member,) = [name for name in archive.namelist() if name.endswith(".jsonl")]
        rows = [json.loads(line) for line in archive.read(member).decode().splitlines()]
    finding = scored(read_pairs(path))
    assert cells(finding, "category") == Counter(
        (row["category"], two_way(row["gold_label"])) for row in rows
    )
    assert finding.figures["accuracy"].n == 8_193


@pytest.mark.parametrize("round_", [1, 2])
def test_anli_is_scored_by_tag(shared_data: Path, round_: int) -> None:
    path = shared_data / f"anli/ANLI_analysis_r{round_}_dev.csv.gz"
    rows = list(csv.DictReader(io.StringIO(gzip.decompress(path.read_bytes()).decode())))
    pairs = read_pairs(path)
    assert group_columns(pairs) == ("tags",)
    expected = Counter(
        (tag, two_way(row["gold_label"])) for row in rows for tag in set(literal_eval(row["tags"]))
    )
    assert cells(scored(pairs), "tags") == expected


def test_snli_hard_and_conjnli_are_scored_by_gold_label(shared_data: Path) -> None:
    hard = scored(read_pairs(shared_data / "snli/snli_1.0_test_hard.jsonl.gz"))
    conj = scored(read_pairs(shared_data / "conjnli/conj_dev.tsv"))
    # Sizes as SOURCES.md of the data states them.
    assert (hard.figures["all.entailment"].n, hard.figures["all.non-entailment"].n) == (1_058, 1_068 + 1_135)
    assert (conj.figures["all.entailment"].n, conj.figures["all.non-entailment"].n) == (204, 281 + 138)
    # Gold of two labels collapses, so that always saying entailment is right as often as entailment is gold.
    always = scored(read_pairs(shared_data / "conjnli/conj_dev.tsv"), rule="always-entailment")
    assert always.figures["accuracy"].value == pytest.approx(204 / 623)


def _kg(row: Mapping[str, Any]) -> str:
    return "entailment" if row["binary-label"] else "non-entailment"


def _other(row: Mapping[str, Any]) -> str:
    return "entailment" if row["label"] == "entailed" else "non-entailment"


@pytest.mark.parametrize("split", ["dev", "test", "train"])
def test_every_part_of_dnc_is_scored_by_type_of_inference(shared_data: Path, split: str) -> None:
    expected: Counter[tuple[str, str]] = Counter()
    for path in sorted((shared_data / "dnc" / split).glob("*.json.gz")):
        gold: Callable[[Mapping[str, Any]], str] = _kg if "kg_relations" in path.name else _other
        rows = json.loads(gzip.decompress(path.read_bytes()))
        expected.update((row["type-of-inference"], gold(row)) for row in rows)
    pairs = read_pairs(shared_data / "dnc" / split)
    assert "type-of-inference" in group_columns(pairs)
    finding = scored(pairs, ("type-of-inference",))
    assert cells(finding, "type-of-inference") == expected
    assert all(
        figure.value is not None for name, figure in finding.figures.items() if name.startswith("all.")
    )


def test_the_function_words_are_scored_by_file(shared_data: Path) -> None:
    finding = scored(read_pairs(shared_data / "dnc/function_words"), ("file",))
    sizes = pl.DataFrame(
        finding.views["by_file"].lines, schema=finding.views["by_file"].columns, orient="row"
    )
    assert sorted(sizes.group_by("file").agg(pl.col("n").sum())["n"]) == [89, 157, 323, 358, 591]


def test_the_comparisons_are_scored_by_set(shared_data: Path) -> None:
    finding = scored(read_pairs(shared_data / "comparisons_dasgupta2018", label_map=ORDERED))
    rows = finding.views["by_file"].lines
    sizes: Counter[str] = Counter()
    for row in rows:
        sizes[str(row[0])] += int(str(row[2]))
    # SOURCES.md, note 3: sizes of the 19 sets.
    big = {"adjr": 9_600, "adjr_whois": 9_600, "comp_not": 9_600, "comp_same": 9_600, "comp_ml": 4_800}
    small = {"subjv": 2_400, "temp_same": 1_600, "verb_same_cont": 200, "verb_same_neu": 200}
    expected = {f"{name}_{kind}": n for name, n in (big | small).items() for kind in ("long", "short")}
    found = {name.removesuffix(".gz").split(".")[-1]: n for name, n in sizes.items()}
    assert found == expected | {"ncon": 144}
    # Lexical overlap is right where the hypothesis has no word of its own and gold is entailment, or neither.
    folder = shared_data / "comparisons_dasgupta2018"
    lines = (_lines(folder, side) for side in ("s1", "s2", "labels"))
    right = [(_words(h) <= _words(p)) == (gold == "0") for p, h, gold in zip(*lines, strict=True)]
    assert finding.figures["accuracy"].value == pytest.approx(sum(right) / 95_344)


def _words(sentence: str) -> set[str]:
    return {word.strip(",.") for word in sentence.split()} - {""}


def _lines(folder: Path, side: str) -> list[str]:
    parts = [gzip.decompress(path.read_bytes()).decode() for path in sorted(folder.glob(f"{side}.*.gz"))]
    return [line.strip() for part in parts for line in part.splitlines()]
