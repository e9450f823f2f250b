"""Mining gives the same wherever its blocks are counted."""

from typing import Any

import pytest

from rightreasons.artifacts.patterns.settings import PatternSettings


@pytest.mark.parametrize("where", ["threads", "pool", "daft"])
def test_mining_elsewhere_gives_the_same_as_in_this_process(mined: Any, snli_texts: Any, where: str) -> None:
    if where == "daft":
        pytest.importorskip("daft", reason="the extra [scale] is not installed")
    texts, labels = snli_texts[0][:600], snli_texts[1][:600]
    chosen = PatternSettings(min_count=4)
    here = mined(texts, labels, chosen, where="inline")
    assert mined(texts, labels, chosen, where=where, block_events=4000) == here
