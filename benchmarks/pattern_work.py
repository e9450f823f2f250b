"""One task of ``patterns.py`` on one corpus: prints seconds and a digest of the result as JSON."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.marks import mark
from rightreasons.artifacts.patterns.mining.by_level import mine
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, PatternCounts, Patterns
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Tokens

sys.path.insert(0, os.environ["BENCH_CODE"])
FOLDER = Path(os.environ["BENCH_DIR"])
LABELS = ["0", "1", "2"]


def corpus(scale: int) -> tuple[Tokens, Any]:
    names = json.loads((FOLDER / "vocab.json").read_text())
    last = {name: place for place, name in enumerate(names)}  # the id of a name that is listed twice
    distinct = [name if last[name] == place else f"<unused {place}>" for place, name in enumerate(names)]
    vocabulary = pl.Series("token", distinct)
    ids = np.load(FOLDER / f"ids_{scale}.npy", mmap_mode="r")
    offsets = np.load(FOLDER / f"off_{scale}.npy", mmap_mode="r")
    return Tokens("ids", vocabulary, ids, offsets), np.load(FOLDER / f"lab_{scale}.npy")


def digest(counts: PatternCounts, names: dict[str, int]) -> str:
    """Return the digest of the reference miner: keys of three words and two gaps, counts by label."""
    from common import digest as canonical  # type: ignore[import-not-found]  # beside the reference miner

    known = [names[word] for word in counts.patterns.vocabulary.to_list()]
    words = np.array([*known, NOTHING], dtype=np.int64)[counts.patterns.words] + 1
    gaps = np.maximum(counts.patterns.gaps, 0).astype(np.int64)
    first, second, third = words.T.astype(np.uint64)
    gap, other = gaps.T.astype(np.uint64)
    keys = first | second << 20 | third << 40 | gap << 60 | other << 62
    return str(canonical(keys, counts.counts))


def from_ids(scale: int) -> dict[str, Any]:
    texts, labels = corpus(scale)
    seconds, counts = timed(lambda: mine(texts, labels, LABELS))
    names = {name: place for place, name in enumerate(texts.vocabulary.to_list())}
    return {"seconds": seconds, "digest": digest(counts, names)}


def from_text(scale: int) -> dict[str, Any]:
    ids, labels = corpus(scale)
    hypotheses = joined(ids)
    seconds, counts = timed(lambda: mine(tokens(hypotheses, "whitespace"), labels, LABELS))
    names = {name: place for place, name in enumerate(ids.vocabulary.to_list())}
    return {"seconds": seconds, "digest": digest(counts, names)}


def joined(ids: Tokens) -> pl.Series:
    words = ids.vocabulary.gather(np.asarray(ids.ids))
    rows = pl.Series(np.repeat(np.arange(len(ids)), ids.lengths))
    table = pl.DataFrame({"row": rows, "word": words})
    return table.group_by("row", maintain_order=True).agg(pl.col("word").str.join(" "))["word"]


def strong_patterns(scale: int) -> tuple[Tokens, Patterns]:
    texts, labels = corpus(scale)
    counts = mine(texts, labels, LABELS)
    above = counts.counts.max(axis=1) > 0.5 * counts.counts.sum(axis=1)
    return texts, counts.patterns.at(above)


def marking(scale: int) -> dict[str, Any]:
    texts, patterns = strong_patterns(scale)
    seconds, marks = timed(lambda: mark(texts, patterns))
    return {"seconds": seconds, "digest": f"{len(marks.patterns):,} marks"}


def plain_marking(scale: int) -> dict[str, Any]:
    texts, patterns = strong_patterns(scale)
    names = patterns.vocabulary.to_list()
    listed: dict[tuple[Any, ...], int] = {}
    for place, (words, gaps) in enumerate(zip(patterns.words.tolist(), patterns.gaps.tolist(), strict=True)):
        held = [names[word] for word in words if word != NOTHING]
        listed[tuple(held), tuple(gap for gap in gaps if gap != NOTHING)] = place
    lists = texts.to_lists()
    settings = PatternSettings()
    seconds, marks = timed(lambda: [plain_marks(text, listed, settings.max_gap) for text in lists])
    return {"seconds": seconds, "digest": f"{sum(map(len, marks)):,} marks"}


def plain_marks(text: list[str], listed: dict[tuple[Any, ...], int], gap: int) -> set[int]:
    found = set()
    size = len(text)
    for i in range(size):
        found.add(listed.get(((text[i],), ())))
        for j in range(i + 1, min(i + 2 + gap, size)):
            found.add(listed.get(((text[i], text[j]), (j - i - 1,))))
            for k in range(j + 1, min(j + 2 + gap, size)):
                found.add(listed.get(((text[i], text[j], text[k]), (j - i - 1, k - j - 1))))
    found.discard(None)
    return found  # type: ignore[return-value]  # None was just taken out


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def warm_up() -> None:
    """Load the compiled loops from the disk, or compile them."""
    few = tokens(pl.Series(["a b c d", "a b c d"]), "whitespace")
    patterns = mine(few, np.array([0, 1]), LABELS, PatternSettings(min_count=1), block_events=2).patterns
    mark(few, patterns)


TASKS = {"ids": from_ids, "text": from_text, "mark": marking, "plain-mark": plain_marking}

if __name__ == "__main__":
    compiling = "NUMBA_CACHE_DIR" in os.environ
    if not compiling:
        warm_up()
    print(json.dumps(TASKS[sys.argv[1]](int(sys.argv[2]))))
