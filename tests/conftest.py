"""What tests of several rooms share."""

import gzip
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import settings

from rightreasons import read_pairs
from rightreasons.findings import Finding
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.text.tokens import Tokens, from_lists

# The many commands that tests start need not compile every file anew, as they do where this is set.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No deadlines: a clock is no property. CI tries the same examples each time; HYPOTHESIS_PROFILE=thorough
# draws others, and more of them than CI has time for.
settings.register_profile("quick", max_examples=40, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of published datasets, which are not part of this repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("RIGHTREASONS_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"published datasets are not at {folder}; set RIGHTREASONS_DATA")
    return folder


@pytest.fixture(scope="session")
def items_of() -> Callable[..., pl.DataFrame]:
    """Return a function of a finding and its tables that gives their rows as a run's items hold them."""

    def joined(finding: Finding, *tables: PairTable) -> pl.DataFrame:
        base = pl.concat(
            [
                table.frame.select(pl.lit(table.name).alias("set"), pl.all()).cast({"label": pl.String})
                for table in tables
            ],
            how="diagonal",
        )
        assert finding.items is not None
        own = finding.items
        if "set" not in own.columns:
            own = own.with_columns(set=pl.lit(tables[0].name))
        return base.join(own, on=["set", "id"], how="left", maintain_order="left")

    return joined


@pytest.fixture(scope="session")
def snli_part(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> PairTable:
    """The 22,897 distinct pairs of SNLI's training set that are published in two repositories."""
    folder = shared_data / "snli"
    coded = "columns: {label: 0, premise: 2, hypothesis: 3}, label_map: "
    coded += "{1: neutral, 2: contradiction, 3: entailment}"
    lines = [
        f"- {{path: {folder}/train_subset_cat/{name}, split: train, {coded}}}"
        for name in ("train.csv.gz", "test.csv")
    ]
    other = "columns: {premise: 0, hypothesis: 1, label: 2}"
    lines.append(f"- {{path: {folder}/train_subset_jack/snli_3k.json, split: train, {other}}}")
    listing = tmp_path_factory.mktemp("listing") / "snli_part.yaml"
    listing.write_text("\n".join(["name: SNLI train (part)", "files:", *lines]), encoding="utf-8")
    return read_pairs(listing, on_duplicate="drop")


Pair = tuple[str, str, str]
MakePairs = Callable[..., PairTable]
THREE = ["entailment", "neutral", "contradiction"]


def _pairs(rows: Sequence[Pair], extra: Mapping[str, Any] | None = None, name: str = "data") -> PairTable:
    frame = pl.DataFrame(
        list(rows), schema={"premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE}, orient="row"
    )
    ids = pl.Series("id", [f"row-{position}" for position in range(len(rows))], dtype=pl.String)
    columns = [pl.Series(column, values) for column, values in (extra or {}).items()]
    frame = frame.with_columns(ids, *columns)
    return PairTable(frame, Provenance(name), Account(len(rows), len(rows)))


def _split(table: PairTable) -> Tokens:
    return from_lists(table.hypotheses.str.extract_all(r"\S+"), "white space")


@pytest.fixture(scope="session")
def make_pairs() -> MakePairs:
    """Build a table from (premise, hypothesis, label) triples."""
    return _pairs


@pytest.fixture(scope="session")
def split() -> Callable[[PairTable], Tokens]:
    """Tokenise hypotheses at white space."""
    return _split


@pytest.fixture(scope="session")
def random_pairs() -> Callable[[int, int], PairTable]:
    """Draw pairs whose words are independent of their labels; words repeat, and some hypotheses are empty."""

    def draw(seed: int, rows: int) -> PairTable:
        rng = np.random.default_rng(seed)
        words = np.array([f"w{i}" for i in range(60)])
        weights = 1 / np.arange(1, 61)
        lengths = rng.integers(0, 8, size=rows)
        drawn = rng.choice(words, size=lengths.sum(), p=weights / weights.sum())
        texts = [" ".join(part) for part in np.split(drawn, lengths.cumsum()[:-1])]
        labels = rng.choice(THREE, size=rows, p=[0.5, 0.3, 0.2])
        return _pairs([("p", text, str(label)) for text, label in zip(texts, labels, strict=True)])

    return draw


@pytest.fixture(scope="session")
def snli_dev(shared_data: Path) -> tuple[PairTable, Tokens]:
    """SNLI dev with gold labels, and the tokens of its own binary parse."""
    with gzip.open(shared_data / "snli/snli_1.0_dev.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["gold_label"] != "-"]
    table = _pairs(
        [(row["sentence1"], row["sentence2"], row["gold_label"]) for row in rows],
        {"annotator_labels": [[label for label in row["annotator_labels"] if label] for row in rows]},
        "SNLI dev",
    )
    parses = pl.Series([row["sentence2_binary_parse"] for row in rows])
    return table, from_lists(parses.str.extract_all(r"[^ ()]+"), "parse")


@pytest.fixture(scope="session")
def mpe_dev(shared_data: Path) -> tuple[PairTable, Tokens]:
    """MPE dev without its malformed line 468, and its words and punctuation marks."""
    lines = (shared_data / "mpe/mpe_dev.txt").read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines[1:]]
    table = _pairs([(" ".join(row[1:5]), row[5], row[9]) for row in fields if len(row) == 10], name="MPE dev")
    words = [re.findall(r"\w+|[^\w\s]", text) for text in table.hypotheses]
    return table, from_lists(pl.Series(words), "word-punctuation")


def _table(rows: Sequence[tuple[str, str | None]], name: str = "data") -> PairTable:
    frame = pl.DataFrame(
        [(f"{name}-{place}", f"premise {place}", *row) for place, row in enumerate(rows)],
        schema={"id": pl.String, "premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE},
        orient="row",
    )
    return PairTable(frame, Provenance(name), Account(len(rows), len(rows)))


@pytest.fixture(scope="session")
def table() -> Callable[..., PairTable]:
    """Build a table from (hypothesis, gold label) pairs."""
    return _table
