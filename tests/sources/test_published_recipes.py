"""Published sets whose pairs are spread over records, columns, blocks and sheets, against plain Python.

Every pair of every set is compared, not only counts: what is expected is read by the standard library alone
(sheets of workbooks by fastexcel), by the shape that the sources describe.
"""

import csv
import gzip
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rightreasons.errors import ColumnError
from rightreasons.sources.catalogue.recognition import load_catalogue
from rightreasons.sources.read import read_pairs

E, N, C, X = "entailment", "neutral", "contradiction", "non-entailment"
Pair = tuple[str, str, str]
Expected = Callable[[Path], Iterator[Pair]]


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig")


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in text_of(path).split("\n") if line.strip()]


def document(path: Path) -> Any:
    return json.loads(text_of(path))


def table_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of(path), newline="")))


def tabbed(path: Path) -> list[dict[str, str]]:
    head, *lines = text_of(path).rstrip("\n").split("\n")
    names = head.rstrip("\r").split("\t")
    return [dict(zip(names, line.rstrip("\r").split("\t"), strict=True)) for line in lines]


def sheets(path: Path) -> Iterator[list[dict[str, str]]]:
    fastexcel = pytest.importorskip("fastexcel")
    book = fastexcel.read_excel(path)
    for name in book.sheet_names:
        yield book.load_sheet(name, dtypes="string").to_polars().to_dicts()


def dpr(path: Path) -> Iterator[Pair]:
    for block in re.split(r"\n\s*\n", text_of(path).replace("\r", "").strip()):
        sentence, pronoun, candidates, answer = (line.strip() for line in block.split("\n"))
        parts = re.split(rf"\b{re.escape(pronoun)}\b", sentence)
        for candidate in (each.strip() for each in candidates.split(",")):
            if len(parts) == 2:
                yield sentence, candidate.join(parts), E if candidate.lower() == answer.lower() else X


def taxinli(column: str) -> Expected:
    def expected(path: Path) -> Iterator[Pair]:
        yield from ((r["prem"], r["hyp"], r[column]) for r in tabbed(path) if r[column] != "-")

    return expected


def inli(path: Path) -> Iterator[Pair]:
    labels = {"implied_entailment": E, "explicit_entailment": E, "neutral": N, "contradiction": C}
    yield from ((r["premise"], r[kind], label) for r in table_of(path) for kind, label in labels.items())


def inli_judges(path: Path) -> Iterator[Pair]:
    labels = {"Implicature": E, "Explicature": E, "Neutral": N, "Contradiction": C}
    for sheet in sheets(path):
        yield from ((r["passage"], r["statement"], labels[r["true_label"]]) for r in sheet)


def inli_annotated(path: Path) -> Iterator[Pair]:
    labels = {"0": E, "1": E, "2": N, "3": C}
    for sheet in sheets(path):
        yield from ((r["passage"], r["statement"], labels[r["gold_answer"]]) for r in sheet)


def inli_majority(path: Path) -> Iterator[Pair]:
    labels = {"0": E, "1": E, "2": N, "3": C}
    for row in (each for sheet in sheets(path) for each in sheet):
        votes = Counter(labels[row[f"annotation_{at}"]] for at in (1, 2, 3)).most_common(2)
        if len(votes) == 1 or votes[0][1] > votes[1][1]:
            yield row["passage"], row["statement"], votes[0][0]


def wanli(path: Path) -> Iterator[Pair]:
    for file in path.iterdir():
        yield from ((r["premise"], r["hypothesis"], r["label"]) for r in lines_of(file))


def disco(*versions: tuple[str, str]) -> Expected:
    def expected(path: Path) -> Iterator[Pair]:
        rows = lines_of(path)
        yield from ((r[premise], r["hypothesis"], r[label]) for r in rows for premise, label in versions)

    return expected


def summedits(path: Path) -> Iterator[Pair]:
    for file in path.iterdir():
        yield from ((r["doc"], r["summary"], E if r["label"] == 1 else X) for r in document(file))


def begin(path: Path) -> Iterator[Pair]:
    labels = {"Fully attributable": E, "Not fully attributable": X}
    for row in (row for file in path.iterdir() for row in tabbed(file)):
        if row["begin_label"] in labels:
            yield row["knowledge"], row["response"], labels[row["begin_label"]]


def qags(path: Path) -> Iterator[Pair]:
    for row in (row for file in path.iterdir() for row in lines_of(file)):
        for sentence in row["summary_sentences"]:
            yes = sum(each["response"] == "yes" for each in sentence["responses"])
            yield row["article"], sentence["sentence"], E if 2 * yes > len(sentence["responses"]) else X


def q2(path: Path) -> Iterator[Pair]:
    for row in table_of(path):
        for system in ("dodeca", "memnet"):
            label = E if row[f"{system}_label"] == "1" else X
            yield row["knowledge"], row[f"{system}_response"], label


def expertqa(path: Path) -> Iterator[Pair]:
    labels = {"Complete": E, "Partial": X, "Incomplete": X}
    for answer in (answer for row in lines_of(path) for answer in row["answers"].values()):
        for claim in answer["claims"]:
            if claim["evidence"] and claim["support"] in labels:
                yield "\n\n".join(claim["evidence"]), claim["claim_string"], labels[claim["support"]]


def pavlick(path: Path) -> Iterator[Pair]:
    for row in document(path).values():
        votes = Counter(C if each < -50 / 3 else E if each >= 50 / 3 else N for each in row["labels"])
        (best, most), *others = votes.most_common()
        if not others or most > others[0][1]:
            yield row["premise"], row["hypothesis"], best


def jsick(language: str, *columns: str) -> Expected:
    def expected(path: Path) -> Iterator[Pair]:
        for row in tabbed(path):
            label = next(row[column] for column in columns if row[column])
            yield row[f"sentence_A_{language}"], row[f"sentence_B_{language}"], label

    return expected


def inferbr(path: Path) -> Iterator[Pair]:
    yield from ((r["premise"], r["hypothesis"], (C, E, N)[int(r["label"])]) for r in table_of(path))


def inferbr_reviewed(path: Path) -> Iterator[Pair]:
    for row in table_of(path):
        if row["reviwers_output"] not in ("Disagreement", "Confusing"):
            yield row["premise"], row["hypothesis"], row["reviwers_output"].lower()


def farstail(path: Path) -> Iterator[Pair]:
    rows = csv.DictReader(io.StringIO(text_of(path), newline=""), delimiter="\t")
    yield from ((r["premise"], r["hypothesis"], {"e": E, "n": N, "c": C}[r["label"]]) for r in rows)


def klue(path: Path) -> Iterator[Pair]:
    yield from ((r["premise"], r["hypothesis"], r["gold_label"]) for r in document(path))


def jnli(path: Path) -> Iterator[Pair]:
    yield from ((r["sentence1"], r["sentence2"], r["label"]) for r in lines_of(path))


OLD, NEW = ("premise", "label"), ("new_premise", "new_label")
CASES: list[tuple[str, dict[str, Any], Expected]] = [
    ("dpr/train.c.txt.gz", {}, dpr),
    ("dpr/test.c.txt", {}, dpr),
    ("taxinli/taxinli10k.tsv.gz", {"recipe": "taxinli/mnli_labels"}, taxinli("label")),
    ("taxinli/taxinli10k.tsv.gz", {"recipe": "taxinli/new_labels"}, taxinli("annotated_label")),
    ("taxinli/taxinli10k_MNLIDev.tsv.gz", {}, taxinli("label")),
    ("inli/train.csv.gz", {}, inli),
    ("inli/test.csv.gz", {}, inli),
    ("inli/Few-shot_LLM_Results.xlsx", {}, inli_judges),
    ("inli/inli_annotations_processed.xlsx", {}, inli_annotated),
    ("inli/inli_annotations_processed.xlsx", {"gold": "majority"}, inli_majority),
    ("wanli_part", {}, wanli),
    ("disco/n2c.jsonl.gz", {"recipe": "disco/originals"}, disco(OLD)),
    ("disco/n2c.jsonl.gz", {"recipe": "disco/new"}, disco(NEW)),
    ("disco/n2c.jsonl.gz", {"recipe": "disco/pairs"}, disco(OLD, NEW)),
    ("summedits", {}, summedits),
    ("begin", {}, begin),
    ("qags", {}, qags),
    ("q2_wow/cross_annotation.csv.gz", {}, q2),
    ("expertqa/rand_val.jsonl.gz", {}, expertqa),
    ("pavlick_kwiatkowski/dict_Pavlick.json.gz", {}, pavlick),
    ("jsick/jsick.tsv.gz", {"recipe": "jsick/japanese"}, jsick("Ja", "entailment_label_Ja")),
    ("jsick/jsick.tsv.gz", {"recipe": "jsick/english"}, jsick("En", "entailment_label_En")),
    (
        "jsick/jsick.tsv.gz",
        {"recipe": "jsick/corrected"},
        jsick("En", "corr_entailment_labelAB_En", "entailment_label_En"),
    ),
    ("inferbr/train.csv.gz", {}, inferbr),
    ("inferbr/val.csv", {}, inferbr),
    ("inferbr/train.csv.gz", {"recipe": "inferbr/reviewed"}, inferbr_reviewed),
    ("inferbr/val.csv", {"recipe": "inferbr/reviewed"}, inferbr_reviewed),
    ("farstail/Train-word.csv.gz", {"quoting": "on"}, farstail),
    ("farstail/Val-word.csv.gz", {"quoting": "on"}, farstail),
    ("klue_nli/klue-nli-v1.1_dev.json.gz", {}, klue),
    ("jnli/valid-v1.3.json.gz", {}, jnli),
]
NAMES = [f"{file} {' '.join(map(str, options.values()))}".strip() for file, options, _ in CASES]


@pytest.mark.parametrize(("file", "options", "expected"), CASES, ids=NAMES)
def test_every_pair_is_the_one_that_plain_python_reads(
    shared_data: Path, file: str, options: dict[str, Any], expected: Expected
) -> None:
    pairs = read_pairs(shared_data / file, **options)
    found = Counter(pairs.frame.select("premise", "hypothesis", "label").rows())
    wanted = Counter(
        (p.rstrip("\r\n"), h.rstrip("\r\n"), label) for p, h, label in expected(shared_data / file)
    )
    assert found == wanted
    warnings = [note for note in pairs.provenance.notes if "published" in note]
    assert not warnings, "the counts of the catalogue are those of the files"


@pytest.mark.parametrize(
    ("file", "ways"),
    [
        ("taxinli/taxinli10k.tsv.gz", ("taxinli/mnli_labels", "taxinli/new_labels")),
        ("disco/n2c.jsonl.gz", ("disco/pairs", "disco/originals", "disco/new")),
        ("jsick/jsick.tsv.gz", ("jsick/japanese", "jsick/english", "jsick/corrected")),
    ],
)
def test_files_that_can_be_read_in_several_ways_are_read_in_none_unasked(
    shared_data: Path, file: str, ways: tuple[str, ...]
) -> None:
    with pytest.raises(ColumnError) as caught:
        read_pairs(shared_data / file)
    assert all(f"--recipe {way}" in caught.value.remedy for way in ways)


def test_a_document_of_summedits_is_a_group(shared_data: Path) -> None:
    frame = read_pairs(shared_data / "summedits").frame
    documents = frame.group_by("file").agg("document").sort("file")
    found = {name: (len(set(ids)), len(ids)) for name, ids in documents.iter_rows()}
    assert sorted(found.values()) == [(16, 431), (17, 466), (18, 520), (22, 664), (22, 668)]


@pytest.mark.parametrize(
    ("file", "column", "groups"),
    [
        ("expertqa/rand_val.jsonl.gz", "system", 6),
        ("begin/begin_test_wow.tsv.gz", "system", 4),
        ("q2_wow/cross_annotation.csv.gz", "system", 2),
        ("inli/Few-shot_LLM_Results.xlsx", "judge", 4),
        ("inli/test.csv.gz", "kind", 4),
        ("pavlick_kwiatkowski/dict_Pavlick.json.gz", "task", 5),
    ],
)
def test_systems_judges_and_sources_are_groups(
    shared_data: Path, file: str, column: str, groups: int
) -> None:
    assert read_pairs(shared_data / file).frame[column].n_unique() == groups


def test_votes_are_kept_where_there_are_some(shared_data: Path) -> None:
    for file, annotators in (
        ("klue_nli/klue-nli-v1.1_dev.json.gz", 5),
        ("qags/mturk_xsum.jsonl.gz", 3),
        ("inli/inli_annotations_processed.xlsx", 3),
    ):
        votes = read_pairs(shared_data / file).frame["annotator_labels"]
        assert set(votes.list.len().to_list()) == {annotators}
    raters = read_pairs(shared_data / "pavlick_kwiatkowski/dict_Pavlick.json.gz").frame["annotator_labels"]
    assert (raters.list.len().min(), raters.list.len().max()) == (15, 45)


def test_every_dataset_that_a_recipe_makes_pairs_of_is_among_the_cases() -> None:
    folders = {"dpr_original": "dpr", "q2": "q2_wow"}
    made = {
        key
        for key, each in load_catalogue().items()
        if any(r.recipe.changes_rows for r in each.readings.values())
    }
    assert {folders.get(key, key) for key in made} <= {file.partition("/")[0] for file, _, _ in CASES}
