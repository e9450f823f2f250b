"""Write the training sets of docs/results.md: SNLI, linguist in the loop, MultiNLI (samples), and all joined.

    python benchmarks/training_sets.py DATA -o FOLDER

Only distinct pairs. The MultiNLI sample is published as questions, from which the sentences are taken out.
"""

import argparse
import csv
import gzip
import json
import re
import tempfile
from pathlib import Path

import polars as pl

from rightreasons.pairs import PairTable
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.read import read_pairs

QUESTION = re.compile(
    r'For the statement, "(?P<premise>.*)", does the hypothesis "(?P<hypothesis>.*)" represent '
    r"entailment, contradiction, or neutrality\?",
    re.DOTALL,
)
LABELS = {"1": "neutral", "2": "contradiction", "3": "entailment"}


def snli(data: Path) -> PairTable:
    """Return the distinct pairs of the two samples of SNLI's training set."""
    folder = data / "snli"
    columns = {"label": 0, "premise": 2, "hypothesis": 3}
    sample = {"columns": columns, "label_map": LABELS, "split": "train"}
    files = [
        {"path": str(folder / "train_subset_cat" / "train.csv.gz"), **sample},
        {"path": str(folder / "train_subset_cat" / "test.csv"), **sample},
        {
            "path": str(folder / "train_subset_jack" / "snli_3k.json"),
            "columns": {"premise": 0, "hypothesis": 1, "label": 2},
            "split": "train",
        },
    ]
    with tempfile.TemporaryDirectory() as place:
        listing = Path(place) / "snli.yaml"
        listing.write_text(json.dumps({"name": "SNLI train (part)", "files": files}))
        return read_pairs(listing, on_duplicate="drop").with_gold()


def linguist_in_the_loop(data: Path) -> PairTable:
    """Return the training pairs of all protocols and rounds."""
    files = sorted((data / "ling_in_loop").glob("*/train_round*.jsonl.gz"))
    tables = [read_pairs(file, on_duplicate="drop").with_gold() for file in files]
    return concatenated(tables, "linguist in the loop")


def multinli(data: Path) -> PairTable:
    """Return the sample of MultiNLI's training set with its questions taken apart."""
    path = data / "mnli" / "train_subset_llmsknow" / "mnli_train.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = [_pair(number, row) for number, row in enumerate(csv.DictReader(file))]
    with tempfile.TemporaryDirectory() as place:
        plain = Path(place) / "mnli.jsonl"
        plain.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return read_pairs(plain, on_duplicate="drop").with_gold()


def _pair(number: int, row: dict[str, str]) -> dict[str, str]:
    parts = QUESTION.search(row["Question"])
    if parts is None:
        raise SystemExit(f"row {number}: no premise and hypothesis in its question")
    return {"id": str(number), **parts.groupdict(), "label": row["Answer"]}


def write(pairs: PairTable, path: Path) -> None:
    """Write pairs as JSON lines."""
    pairs.frame.select("id", "premise", "hypothesis", pl.col("label").cast(pl.String)).write_ndjson(path)
    print(f"{path.name}: {len(pairs):,} pairs")


def main() -> None:
    """Write snli.jsonl, ling.jsonl, mnli.jsonl and all.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    sets = {
        "snli": snli(options.data.resolve()),
        "ling": linguist_in_the_loop(options.data.resolve()),
        "mnli": multinli(options.data.resolve()),
    }
    for name, pairs in sets.items():
        write(pairs, options.out / f"{name}.jsonl")
    joined = concatenated(list(sets.values()), "all")
    write(joined, options.out / "all.jsonl")


if __name__ == "__main__":
    main()
