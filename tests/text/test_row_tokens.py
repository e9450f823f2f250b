"""Tokens in pieces are those of one piece: the same vocabulary, blocks and texts, in memory or in a file."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rightreasons.engine.row_columns import row_file
from rightreasons.text import row_tokens
from rightreasons.text.row_tokens import RowTokens
from rightreasons.text.tokens import Tokens, from_lists


@pytest.mark.parametrize("in_a_file", [False, True])
@pytest.mark.parametrize("block_tokens", [1, 40, 10**6])
def test_pieces_are_as_one(
    block_tokens: int, *, in_a_file: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_tokens, "BLOCK_TOKENS", block_tokens)
    monkeypatch.setattr(row_tokens, "_VOCABULARIES", 2)
    rng = np.random.default_rng(block_tokens)
    texts = [[f"w{word}" for word in rng.zipf(1.3, rng.integers(0, 7)) % 400] for _ in range(200)]
    whole = of_lists(texts)
    edges = [0, 0, 3, 90, 90, 151, 200]
    parts = [RowTokens.of(of_lists(texts[start:end])) for start, end in pairwise(edges)]

    def check() -> None:
        found = parts[0]
        for part in parts[1:]:
            found = found + part
        assert found.vocabulary.to_list() == whole.vocabulary.to_list()
        assert found.lengths.tolist() == whole.lengths.tolist()
        blocks = list(found.blocks())
        assert [each for _, block in blocks for each in block.to_lists()] == texts
        assert [start for start, _ in blocks] == np.cumsum([0, *(len(each) for _, each in blocks)])[
            :-1
        ].tolist()
        for places in (rng.permutation(200)[:50], np.arange(200), np.array([], dtype=np.int64)):
            assert found.at(places).to_lists() == [texts[place] for place in places]

    if in_a_file:
        with row_file(tmp_path):
            check()
    else:
        check()


def of_lists(texts: list[list[str]]) -> Tokens:
    return from_lists(pl.Series(texts, dtype=pl.List(pl.String)), "whitespace")
