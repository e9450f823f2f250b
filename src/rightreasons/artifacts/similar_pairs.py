"""Pairs that are one pair: equal, equal but for spelling, a word or two apart, or with exchanged roles."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.near_pairs import WordPairs, nearest
from rightreasons.artifacts.shared_texts import normalised_texts
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.pairs import SENTENCES, PairTable

KINDS = ("exact", "normalised", "near", "exchanged", "contrast")
"""How a pair occurs elsewhere, the surest first."""
LEAKED = KINDS[:4]
"""Kinds of which one set gives away the labels of another."""
SHARES: Mapping[str, tuple[str, ...]] = {
    "equal_pairs": ("exact", "normalised"),
    "near_pairs": ("near",),
    "exchanged_pairs": ("exchanged",),
    "similar_pairs": LEAKED,
    "contrast_pairs": ("contrast",),
}
"""What measures count, and which kinds that is."""

_EXACT, _TEXTS = ["exact"], ["premise_text", "hypothesis_text"]
_SAME = ("near", "exchanged")
# Scripts written without spaces: each character is a word.
_UNSPACED = r"([\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}])"
# Labels by what gold allows: non-entailment is neutral or contradiction.
_ALLOWED = {"entailment": 1, "neutral": 2, "contradiction": 4, "non-entailment": 6}


def occurring(tested: PairTable, reference: PairTable | None = None) -> pl.DataFrame:
    """Return how every pair of one set occurs in another.

    Parameters
    ----------
    tested
        The pairs.
    reference
        Where they are looked for; None: in the set itself, where a row is not its own copy.

    Returns
    -------
    pl.DataFrame
        One line a pair of `tested`, in their order. ``id``; ``kind``: the surest of `KINDS`, or null;
        ``same_label``: whether such a pair has the same gold label (non-entailment is the same as neutral and
        as contradiction); ``conflict``: whether an equal pair has another; ``partner``: the place in
        `reference` of such a pair, of one with the same label if there is one. Near and exchanged pairs have
        the same label; contrast pairs are near or exchanged and have another; a pair without gold is none of
        these.
    """
    key = (frame_key(tested.frame), "" if reference is None else frame_key(reference.frame))
    return remembered("similar pairs", key, lambda: _occurring(tested, reference), 16)


def _occurring(tested: PairTable, reference: PairTable | None) -> pl.DataFrame:
    own = _numbered(tested)
    others = own if reference is None else _numbered(reference)
    exchanged = own.rows.filter(pl.col("premise_text") != pl.col("hypothesis_text"))
    of_itself = reference is None
    found = (
        equal_pairs(own.rows, others.rows, "exact", (_EXACT, _EXACT), of_itself=of_itself),
        equal_pairs(own.rows, others.rows, "normalised", (_TEXTS, _TEXTS), of_itself=of_itself),
        equal_pairs(exchanged, others.rows, "exchanged", (_TEXTS, _TEXTS[::-1]), of_itself=of_itself),
    )
    rows = own.rows.select("row", "id", "entry")
    for each in found:
        rows = rows.join(each, on="row", how="left", maintain_order="left")
    return _surest(rows.join(_near(own, others), on="entry", how="left", maintain_order="left"))


def _near(own: "_Set", others: "_Set") -> pl.DataFrame:
    """Return for every different pair the row of the nearest, by whether it has the same label."""
    frequencies = others.pairs.frequencies()
    their_keys = others.pairs.keys(frequencies)
    own_keys = their_keys if own is others else own.pairs.keys(frequencies)
    found = nearest(own.pairs, own_keys, others.pairs, their_keys)
    columns = {}
    for name, places in zip(("same", "another"), found, strict=True):
        rows = pl.Series(np.where(places < 0, 0, others.first[places]), dtype=pl.UInt32)
        columns[f"near_{name}"] = rows.scatter(np.flatnonzero(places < 0), None)
    return pl.DataFrame(columns).with_row_index("entry")


@dataclass(frozen=True)
class _Set:
    """The pairs of a set as numbers.

    Parameters
    ----------
    rows
        One line a pair: ``row``, ``id``, ``exact`` (a hash of both texts), ``premise_text`` and
        ``hypothesis_text`` (hashes of either, normalised), ``allowed`` (labels), ``entry``: its place in
        `pairs`.
    pairs
        Pairs that differ in a normalised text or in the label, once each.
    first
        The first row of each.
    """

    rows: pl.DataFrame = field(repr=False)
    pairs: WordPairs = field(repr=False)
    first: npt.NDArray[np.int64] = field(repr=False)

    @classmethod
    def of(cls, table: PairTable) -> "_Set":
        """Return the pairs of a table."""
        rows, texts = _hashed_rows(table)
        key = ("premise_text", "hypothesis_text", "allowed")
        numbers = ("premise", "hypothesis", "row")
        entries = (
            rows.group_by(key, maintain_order=True).agg(pl.col(*numbers).first()).with_row_index("entry")
        )
        numbered = rows.join(entries.drop(numbers), on=key, how="left", maintain_order="left")
        columns = ("premise", "hypothesis", "allowed", "row")
        *words, first = (entries[name].to_numpy().astype(np.int64) for name in columns)
        return cls(numbered.drop("premise", "hypothesis"), WordPairs.of(texts, *words), first)


def hashed_pairs(table: PairTable) -> tuple[pl.DataFrame, WordPairs]:
    """Return what tells the pairs of a table apart.

    Parameters
    ----------
    table
        The pairs.

    Returns
    -------
    rows : pl.DataFrame
        One line a pair: ``row``, ``id``, ``exact`` (a hash of both texts), ``premise_text`` and
        ``hypothesis_text`` (hashes of either, normalised), ``allowed`` (labels, a bit each).
    pairs : WordPairs
        The same pairs as words, each row a pair.
    """
    rows, texts = _hashed_rows(table)
    numbers = (rows[name].to_numpy().astype(np.int64) for name in ("premise", "hypothesis", "allowed"))
    return rows.drop("premise", "hypothesis"), WordPairs.of(texts, *numbers)


def _hashed_rows(table: PairTable) -> tuple[pl.DataFrame, pl.Series]:
    """Return the rows as hashes and numbers of texts, and those texts."""
    texts, premise, hypothesis = normalised_texts(table)
    texts = _spaced(texts)
    hashes = texts.hash(seed=1)
    gold = table.gold.cast(pl.String)
    rows = pl.DataFrame(
        {
            "id": table.frame["id"],
            "exact": table.frame.select(SENTENCES).hash_rows(seed=2),
            "premise": premise,
            "hypothesis": hypothesis,
            "premise_text": hashes.gather(premise),
            "hypothesis_text": hashes.gather(hypothesis),
            "allowed": gold.replace_strict(_ALLOWED, default=0, return_dtype=pl.Int64),
        }
    )
    return rows.with_row_index("row"), texts


def _spaced(texts: pl.Series) -> pl.Series:
    """Return texts with a space around each character of scripts that have none between words."""
    other = (texts.str.len_bytes() != texts.str.len_chars()).arg_true()
    if not len(other):
        return texts
    found = texts.gather(other).str.replace_all(_UNSPACED, " $1 ").str.replace_all(" {2,}", " ")
    return texts.clone().scatter(other, found.str.strip_chars(" "))


def _numbered(table: PairTable) -> _Set:
    return remembered("numbered pairs", frame_key(table.frame), lambda: _Set.of(table), 4)


def equal_pairs(
    own: pl.DataFrame,
    others: pl.DataFrame,
    kind: str,
    columns: tuple[list[str], list[str]],
    *,
    of_itself: bool,
) -> pl.DataFrame:
    """Return the first other row that is equal in some columns, with the same label and with another.

    Parameters
    ----------
    own, others
        Rows of two sets, or of one.
    kind
        What to call the result.
    columns
        What has to be equal to what.
    of_itself
        Whether it is one set: a row is not equal to itself.
    """
    mine, theirs = columns
    if of_itself and mine == theirs:
        own = others = own.filter(pl.struct(mine).hash().is_duplicated())
    else:
        others = others.filter(pl.col(theirs[0]).is_in(own[mine[0]].unique().implode()))
    found = others.group_by(*theirs, "allowed").agg(
        first=pl.col("row").min(), second=pl.col("row").bottom_k(2).max()
    )
    found = found.rename({"allowed": "their_label", **{name: f"their_{name}" for name in theirs}})
    joined = own.select("row", "allowed", *mine).join(
        found, left_on=mine, right_on=[f"their_{name}" for name in theirs], how="inner"
    )
    if of_itself:
        itself = pl.col("first") == pl.col("row")
        joined = joined.with_columns(first=pl.when(itself).then("second").otherwise("first"))
        joined = joined.filter(pl.col("first") != pl.col("row"))
    same = pl.col("allowed").and_(pl.col("their_label")) != 0
    have_gold = (pl.col("allowed") > 0) & (pl.col("their_label") > 0)
    return joined.group_by("row").agg(
        pl.col("first").filter(same).min().alias(f"{kind}_same"),
        pl.col("first").filter(~same).min().alias(f"{kind}_another"),
        (have_gold & ~same).any().alias(f"{kind}_conflict"),
    )


def _surest(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the surest way in which each row occurs."""
    there = {name: pl.col(name).is_not_null() for name in rows.columns}
    kinds = {
        "exact": there["exact_same"] | there["exact_another"],
        "normalised": there["normalised_same"] | there["normalised_another"],
        "near": there["near_same"],
        "exchanged": there["exchanged_same"],
        "contrast": there["near_another"] | (there["exchanged_another"] & pl.col("exchanged_conflict")),
    }
    kind = pl.coalesce(pl.when(holds).then(pl.lit(name)) for name, holds in kinds.items())
    by_label = ("exact_same", "normalised_same", "exact_another", "normalised_another")
    others = ("near_same", "exchanged_same", "near_another", "exchanged_another")
    found = rows.with_columns(kind=kind.cast(pl.Enum(KINDS)))
    same = pl.when(kinds["normalised"]).then(there["normalised_same"]).otherwise(pl.col("kind").is_in(_SAME))
    return found.select(
        "id",
        "kind",
        same_label=same.fill_null(value=False),
        conflict=pl.col("normalised_conflict").fill_null(value=False),
        partner=pl.when(pl.col("kind").is_not_null()).then(pl.coalesce(*by_label, *others)),
    )
