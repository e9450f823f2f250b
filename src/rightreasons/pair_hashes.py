"""What identifies a pair of sentences wherever it stands: a hash of its text."""

import hashlib
import json
from collections.abc import Iterable

PAIR_HASH = "pair_hash"
"""Column of the hashes wherever they are exported or read."""


def pair_hash(*texts: str) -> str:
    """Return the hash of a premise and a hypothesis (and whatever else a model reads of them).

    It is the hexadecimal SHA-256 of the texts as a JSON list in UTF-8 without escapes, as
    ``json.dumps([premise, hypothesis], ensure_ascii=False)`` writes it, so that any system can make it.
    """
    return hashlib.sha256(json.dumps(texts, ensure_ascii=False).encode()).hexdigest()


def pair_hashes(*columns: Iterable[str]) -> list[str]:
    """Return `pair_hash` of every row of equally long columns: premises, hypotheses, and so on."""
    return [pair_hash(*row) for row in zip(*columns, strict=True)]
