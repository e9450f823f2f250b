"""A pass over blocks says how many pairs are done, how fast, and how much memory was taken."""

import re

from rightreasons.engine.progress import NOW, pair_progress, peak_bytes


def test_each_block_adds_its_pairs() -> None:
    told: list[tuple[str, int, int]] = []
    add = pair_progress(lambda *message: told.append(message), "count", 2)
    add(1_500)
    add(500)
    assert [(done, total) for _, done, total in told] == [(0, 2), (1, 2), (2, 2)]
    texts = [what.partition(NOW) for what, _, _ in told]
    assert {name for name, _, _ in texts} == {"count"}
    assert re.fullmatch(r"1,500 pairs, [\d,]+ pairs/s, \d+\.\d GB", texts[1][2])
    assert texts[2][2].startswith("2,000 pairs, ")


def test_memory_that_was_taken_is_not_given_back() -> None:
    before = peak_bytes()
    block = bytearray(before + 50_000_000)
    assert len(block) <= peak_bytes() or before == 0
    del block
    assert peak_bytes() >= before
