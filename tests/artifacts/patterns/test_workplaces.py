"""Mining gives the same wherever its blocks are counted."""

from typing import Any

from rightreasons.artifacts.patterns.settings import PatternSettings


def test_mining_in_threads_gives_the_same_as_one_block_after_the_other(mined: Any, snli_texts: Any) -> None:
    texts, labels = snli_texts[0][:600], snli_texts[1][:600]
    chosen = PatternSettings(min_count=4)
    here = mined(texts, labels, chosen, where="inline")
    assert mined(texts, labels, chosen, where="threads", block_events=4000) == here
