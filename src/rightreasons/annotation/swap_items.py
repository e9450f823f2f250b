"""Which instances of swap sets people are asked about, with the words that changed places marked."""

import re

import numpy as np
import polars as pl

from rightreasons.annotation.questions import wording
from rightreasons.challenges.swaps.swap_set import OPEN, PROPOSED
from rightreasons.errors import EmptyDataError, UnknownNameError
from rightreasons.printable import quoted


def to_annotate(
    rows: pl.DataFrame, sets: tuple[str, ...] = (), per_set: int | None = None, seed: int = 2018
) -> pl.DataFrame:
    """Choose the instances that people judge.

    Parameters
    ----------
    rows
        `rightreasons.challenges.swaps.swap_set.COLUMNS`.
    sets
        Sets that are judged whole; none: of every set the instances whose gold label is proposed or open.
    per_set
        How many of each set, at random; None takes all.
    seed
        For that.

    Returns
    -------
    pl.DataFrame
        ``id``, ``words``, ``premise``, ``hypothesis``, in which the words of the pair stand between marks.

    Raises
    ------
    UnknownNameError
        If a set is not among the rows.
    EmptyDataError
        If no instance is left to judge.
    """
    there = set(rows["set"].unique().to_list())
    unknown = tuple(name for name in sets if name not in there)
    if unknown:
        raise UnknownNameError(f"sets {quoted(unknown)}", quoted(sorted(there)), "correct --set")
    is_chosen = pl.col("set").is_in(sets) if sets else pl.col("gold_status").is_in([PROPOSED, OPEN])
    chosen = rows.filter(is_chosen)
    if not chosen.height:
        raise EmptyDataError(
            "no gold label that is proposed or open", "instances to judge", "name sets with --set"
        )
    if per_set is not None:
        random = np.random.default_rng(seed)
        parts = chosen.group_by("set", maintain_order=True)
        chosen = pl.concat([part[_some(part.height, per_set, random)] for _, part in parts])
    shown = [
        (marked(premise, first), marked(hypothesis, second), f"{first} – {second}")
        for premise, hypothesis, first, second in chosen.select(
            "premise", "hypothesis", "first", "second"
        ).iter_rows()
    ]
    texts = pl.DataFrame(shown, schema=["premise", "hypothesis", "words"], orient="row")
    return chosen.select("id").hstack(texts)


def marked(sentence: str, word: str) -> str:
    """Return the sentence with every occurrence of a whole word between marks, whatever its case."""
    before, after = wording().marks
    pattern = rf"(?<!\w){re.escape(word)}(?!\w)"
    return re.sub(pattern, lambda found: f"{before}{found[0]}{after}", sentence, flags=re.IGNORECASE)


def _some(height: int, n: int, random: np.random.Generator) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.sort(random.choice(height, min(n, height), replace=False))
