"""Small tables, and marking as a plain loop."""

from collections.abc import Callable, Sequence

import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.pairs import PairTable


def _loop(pairs: PairTable, patterns: PatternSet) -> list[tuple[str, set[str]]]:
    """Return mark and patterns of every pair, by looking for every pattern at every place."""
    rows = patterns.table().select("words", "gaps", "pattern", "label").rows()
    marks = []
    for tokens, gold in zip(sentence_tokens(pairs, "hypothesis").to_lists(), pairs.gold, strict=True):
        found = {text: label for words, gaps, text, label in rows if _holds(tokens, words, gaps)}
        right = [label == gold for label in found.values()]
        if not found:
            mark = "none"
        elif all(right):
            mark = "easy"
        else:
            mark = "conflicting" if any(right) else "hard"
        marks.append((mark, set(found)))
    return marks


def _holds(tokens: Sequence[str], words: Sequence[str], gaps: Sequence[int]) -> bool:
    places = [0]
    for gap in gaps:
        places.append(places[-1] + gap + 1)
    return any(
        all(
            start + place < len(tokens) and tokens[start + place] == word
            for place, word in zip(places, words, strict=True)
        )
        for start in range(len(tokens))
    )


@pytest.fixture(scope="session")
def marks_by_loop() -> Callable[[PairTable, PatternSet], list[tuple[str, set[str]]]]:
    """Mark by a plain loop over instances and patterns."""
    return _loop
