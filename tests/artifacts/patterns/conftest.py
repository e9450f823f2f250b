"""Mining as a dictionary, the brute-force oracle, and real SNLI training pairs."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from rightreasons.artifacts.patterns.mining.by_level import mine
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, PatternCounts, Patterns
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.text.tokens import from_lists

Texts = Sequence[Sequence[str]]
Pattern = tuple[tuple[str, ...], tuple[int, ...]]
Table = dict[Pattern, tuple[int, ...]]
LABELS = tuple(label.value for label in THREE_WAY)


def structured(patterns: Patterns) -> list[Pattern]:
    words = patterns.vocabulary.to_list()
    return [
        (tuple(words[word] for word in row if word != NOTHING), tuple(gap for gap in gaps if gap != NOTHING))
        for row, gaps in zip(patterns.words.tolist(), patterns.gaps.tolist(), strict=True)
    ]


def as_dictionary(counts: PatternCounts) -> Table:
    found = structured(counts.patterns)
    assert len(set(found)) == len(found), "a pattern is listed twice"
    return dict(zip(found, map(tuple, counts.counts.tolist()), strict=True))


def _mined(texts: Texts, labels: Sequence[int], settings: PatternSettings, **options: Any) -> Table:
    tokens = from_lists(pl.Series(texts, dtype=pl.List(pl.String)), "as given")
    return as_dictionary(mine(tokens, np.array(labels, dtype=np.int64), LABELS, settings, **options))


def _patterns_in(tokens: Sequence[str], max_words: int, most_skipped: int) -> set[Pattern]:
    return {
        (tuple(tokens[place] for place in places), gaps)
        for start in range(len(tokens))
        for places, gaps in _extended(len(tokens), (start,), max_words, most_skipped)
    }


def _extended(
    size: int, places: tuple[int, ...], max_words: int, most_skipped: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    yield places, tuple(right - left - 1 for left, right in pairwise(places))
    if len(places) < max_words:
        for place in range(places[-1] + 1, min(places[-1] + 2 + most_skipped, size)):
            yield from _extended(size, (*places, place), max_words, most_skipped)


def _counted(texts: Texts, labels: Sequence[int], settings: PatternSettings) -> Table:
    skipped = settings.max_gap - (settings.reading == "index")
    counters: list[Counter[Pattern]] = [Counter() for _ in LABELS]
    for tokens, label in zip(texts, labels, strict=True):
        counters[label].update(_patterns_in(tokens, settings.max_words, skipped))
    total = sum(counters, Counter[Pattern]())
    return {
        pattern: tuple(counter[pattern] for counter in counters)
        for pattern, count in total.items()
        if count >= settings.min_count
    }


@pytest.fixture(scope="session")
def mined() -> Callable[..., Table]:
    """Mine lists of tokens into pattern -> instances by label."""
    return _mined


@pytest.fixture(scope="session")
def brute_force() -> Callable[..., Table]:
    """Count every pattern of every instance in a Counter."""
    return _counted


@pytest.fixture(scope="session")
def patterns_in() -> Callable[..., set[Pattern]]:
    """List every pattern of one text, as (words, gaps)."""
    return _patterns_in


@pytest.fixture(scope="session")
def snli_train(shared_data: Path) -> PairTable:
    """The 22,897 distinct pairs of SNLI's training set that are published in two repositories."""
    labels = {"1": "neutral", "2": "contradiction", "3": "entailment"}
    pairs: dict[tuple[str, str], str] = {}
    folder = shared_data / "snli"
    lines = gzip.decompress((folder / "train_subset_cat/train.csv.gz").read_bytes()).decode().splitlines()
    lines += (folder / "train_subset_cat/test.csv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        label, _, premise, hypothesis = line.split("\t")
        pairs[premise.strip(), hypothesis.strip()] = labels[label]
    for line in (folder / "train_subset_jack/snli_3k.json").read_text(encoding="utf-8").splitlines():
        premise, hypothesis, label = json.loads(line)
        pairs[premise.strip(), hypothesis.strip()] = label
    frame = pl.DataFrame(
        [(f"{place}", *pair, label) for place, (pair, label) in enumerate(pairs.items())],
        schema={"id": pl.String, "premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE},
        orient="row",
    )
    return PairTable(frame, Provenance("SNLI train (part)"), Account(len(frame), len(frame)))


@pytest.fixture(scope="session")
def snli_texts(snli_train: PairTable) -> tuple[list[list[str]], list[int]]:
    """Words and punctuation marks of their hypotheses, and label codes."""
    texts = [re.findall(r"\w+|[^\w\s]", text) for text in snli_train.hypotheses]
    return texts, [LABELS.index(label) for label in snli_train.gold]
