"""Patterns of data in blocks are those of one piece: any cut in order, in memory or in a file."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest

from rightreasons.artifacts import text_hashes, writings
from rightreasons.artifacts.patterns import writings as pattern_writings
from rightreasons.artifacts.patterns.mining import spilled
from rightreasons.engine.row_columns import row_file
from rightreasons.measures.blocks import Blocks
from rightreasons.measures.data import artificial_patterns, easy_hard
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.text import row_tokens

WORDS = ("a", "A", "b", "c", "d e", "?")


def rows_of(seed: int, *, together: bool) -> Iterator[tuple[str, str, str]]:
    """Yield rows whose word "a" points to a label; with `together` labels of one premise agree."""
    random = Random(seed)  # noqa: S311 - a test
    labels = ("entailment", "neutral", "contradiction")
    for _ in range(600):
        hypothesis = " ".join(random.choices(WORDS, k=random.randint(0, 4)))
        premise = random.choice(("p q", "q", "r s t", *(f"p {place}" for place in range(60))))
        label = "neutral" if "a" in hypothesis and random.random() < 0.9 else random.choice(labels)
        yield premise, hypothesis, labels[len(premise) % 3] if together and random.random() < 0.7 else label


def table(seed: int, name: str, *, together: bool) -> PairTable:
    frame = pl.DataFrame(
        list(rows_of(seed, together=together)),
        schema={"premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE},
        orient="row",
    ).with_row_index("id")
    return PairTable(frame.cast({"id": pl.String}), Provenance(name), Account(frame.height, frame.height))


def inputs_of(*tables: PairTable) -> AuditInputs:
    splits = {each.name: each for each in tables}
    return AuditInputs(splits, PreparedTexts(splits, "whitespace"), test=[None, *tables[1:]][-1])


def cut(pairs: PairTable, seed: int, how: Blocks[Any]) -> Any:
    """Return what a set comes to, cut anywhere."""
    edges = [0, *sorted(Random(seed).choices(range(len(pairs)), k=7)), len(pairs)]  # noqa: S311 - a test
    blocks = [replace(pairs, frame=pairs.frame[start:end]) for start, end in pairwise(edges)]
    return reduce(how.merge, [inputs_of(block).call("partial", how.partial) for block in blocks])


@pytest.mark.parametrize(
    ("seed", "together", "in_a_file"), [(0, False, False), (1, True, True), (2, False, True)]
)
def test_any_cut_in_order_gives_the_same_patterns(
    seed: int, *, together: bool, in_a_file: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs, other = table(seed, "train", together=together), table(9, "test", together=together)
    sets: dict[Any, tuple[PairTable, ...]] = {
        artificial_patterns: (pairs,),
        easy_hard: (pairs, other) if in_a_file else (pairs,),
    }
    whole = {
        module: inputs_of(*own).find("it", getattr(module, module.__name__.rpartition(".")[2]))
        for module, own in sets.items()
    }
    mined = inputs_of(pairs).patterns.table()
    assert (mined["writings"] < mined["count"]).any()
    assert mined["p"].max() > 0.8  # type: ignore[operator] # a column of numbers
    monkeypatch.setattr(spilled, "RANGE", 40)
    monkeypatch.setattr(spilled, "_STEP", 8)
    monkeypatch.setattr(row_tokens, "BLOCK_TOKENS", 300)
    monkeypatch.setattr(writings, "_BLOCK_TOKENS", 200)
    monkeypatch.setattr(pattern_writings, "_AT_ONCE", 70)
    monkeypatch.setattr(text_hashes, "BUCKET_ROWS", 100)
    with row_file(tmp_path) if in_a_file else nullcontext():
        for module, own in sets.items():
            how: Blocks[Any] = module.BLOCKS
            parts = {each.name: cut(each, seed, how) for each in own}
            found, columns = how.finding(parts, own[1].name if own[1:] else None)
            assert found.to_json() == whole[module].to_json()
            items = whole[module].items
            assert items is not None
            rows = pl.concat([columns[each.name].at() for each in own])  # type: ignore[union-attr] # made rows
            assert rows.equals(items.select(rows.columns))
