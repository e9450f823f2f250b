"""Pairs that are found again in blocks are those of one piece: any cut, in memory or in a file."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import add
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rightreasons.artifacts import near_rows, text_hashes
from rightreasons.artifacts.occurring_rows import occurring_rows
from rightreasons.artifacts.paired_rows import PairedRows
from rightreasons.artifacts.similar_pairs import occurring
from rightreasons.engine.row_columns import row_file
from rightreasons.measures.data import similar_pairs
from rightreasons.measures.side_by_side import reading
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance

LABELS = ("entailment", "neutral", "contradiction", "non-entailment")
COMMON = ["the", "a", "of", "in", "on", "is", "are", "man", "woman", "dog"]
RARE = [f"word{number}" for number in range(40)]


def rows_of(random: Random, count: int, *, gold: bool) -> list[tuple[str, str, str | None]]:
    """Return pairs, half of them another one with some words replaced, in other letters, or exchanged."""
    rows: list[tuple[str, str, str | None]] = []
    labels = LABELS if gold else (*LABELS, None)
    for _ in range(count):
        premise, hypothesis = (text(random) for _ in range(2))
        if rows and random.random() < 0.6:
            premise, hypothesis, _ = random.choice(rows)
            for _ in range(random.randint(0, 3)):
                premise, hypothesis = edited(premise, random), edited(hypothesis, random)
            if random.random() < 0.2:
                premise, hypothesis = hypothesis, premise
            if random.random() < 0.2:
                hypothesis = f"{hypothesis.upper()}!"
        rows.append((premise, hypothesis, random.choice(labels)))
    return rows


def text(random: Random) -> str:
    words = random.choices(COMMON, k=random.randint(0, 5)) + random.choices(RARE, k=random.randint(0, 4))
    return " ".join(random.sample(words, len(words))) or "男の人"


def edited(words: str, random: Random) -> str:
    found = words.split(" ")
    if random.random() < 0.4:
        found[random.randrange(len(found))] = random.choice((*COMMON, *RARE, "", "two more"))
    return " ".join(each for each in found if each)


def table(rows: Sequence[tuple[str, str, str | None]], name: str) -> PairTable:
    schema: dict[str, Any] = {"premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE}
    frame = pl.DataFrame(rows, schema=schema, orient="row").with_row_index("id")
    frame = frame.with_columns(pl.format("{}-é{}", pl.lit(name), "id").alias("id"))
    return PairTable(frame, Provenance(name), Account(frame.height, frame.height))


def cut(pairs: PairTable, random: Random) -> PairedRows:
    """Return what a set comes to, cut anywhere."""
    edges = [0, *sorted(random.choices(range(len(pairs) + 1), k=6)), len(pairs)]
    blocks = [replace(pairs, frame=pairs.frame[start:end]) for start, end in pairwise(edges)]
    return reduce(add, map(similar_pairs.hashed, blocks))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make everything that is done in parts be done in many."""
    monkeypatch.setattr(near_rows, "BUCKET_KEYS", 200)
    monkeypatch.setattr(near_rows, "AT_ONCE", 640)
    monkeypatch.setattr(near_rows, "_ENTRIES", 16)
    monkeypatch.setattr(near_rows, "_FILTER_BITS", 16)
    monkeypatch.setattr(text_hashes, "BUCKET_ROWS", 50)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.usefixtures("small")
def test_any_cut_finds_the_pairs_that_one_piece_finds(seed: int, tmp_path: Path) -> None:
    random = Random(seed)  # noqa: S311 - a test
    own, other = (
        table(rows_of(random, random.choice((1, 40, 300)), gold=gold), name)
        for name, gold in (("own", False), ("other", True))
    )
    if seed % 2:  # most of the other set is of this one
        other = replace(other, frame=pl.concat([other.frame, own.frame[: len(own) // 2]]))
    with row_file(tmp_path) if seed % 3 else nullcontext():
        one, two = cut(own, random), cut(other, random)
        for found, whole in (
            (occurring_rows(one), occurring(own)),
            (occurring_rows(one, two), occurring(own, other)),
            (occurring_rows(two, one), occurring(other, own)),
        ):
            assert_frame_equal(found, whole.select("kind", "conflict", "partner"))


@pytest.mark.usefixtures("small")
def test_of_thousands_with_the_same_rare_words_as_many_are_compared_as_in_one_piece(tmp_path: Path) -> None:
    random = Random(5)  # noqa: S311 - a test
    rows = [
        (
            f"same rare words every time {random.randrange(30)}",
            f"and here too {random.randrange(40)} b c d",
            "neutral",
        )
        for _ in range(700)
    ]
    own = table(rows, "own")
    whole = occurring(own)
    assert whole["kind"].n_unique() > 1
    with row_file(tmp_path):
        found = occurring_rows(cut(own, random))
    assert_frame_equal(found, whole.select("kind", "conflict", "partner"))


@pytest.mark.parametrize("tests", [0, 1, 2])
@pytest.mark.usefixtures("small")
def test_any_cut_gives_the_finding_and_the_items_of_one_piece(tests: int, tmp_path: Path) -> None:
    random = Random(tests)  # noqa: S311 - a test
    rows = rows_of(random, 500, gold=True)
    names = ("train", "test", "dev")[: tests + 1]
    splits = {name: table(random.choices(rows, k=200), name).with_gold() for name in names}
    whole = similar_pairs.similar_pairs(splits)
    with row_file(tmp_path):
        parts = {name: cut(each, random) for name, each in splits.items()}
        read = {name: reading(each) for name, each in splits.items()}
        found, columns = similar_pairs.BLOCKS.finding(parts, None, read=read)
        assert found.to_json() == whole.to_json()
        assert whole.items is not None
        frames = [columns[name].at() for name in names]  # type: ignore[union-attr] # made rows
        assert_frame_equal(pl.concat(frames), whole.items.drop("set", "id"))
        some = columns["train"].at(pl.Series([3, 4, 90]).to_numpy())  # type: ignore[union-attr] # made rows
        assert_frame_equal(some, frames[0][[3, 4, 90]])
