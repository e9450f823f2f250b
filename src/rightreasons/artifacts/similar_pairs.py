"""Pairs that are one pair: equal, equal but for spelling, a word or two apart, or with exchanged roles."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.near_pairs import SharedWords, WordPairs, nearest
from rightreasons.artifacts.shared_texts import normalised_texts
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.pairs import SENTENCES, PairTable

KINDS = ("exact", "normalised", "near", "exchanged", "contrast")
"""How a pair occurs elsewhere, the surest first."""

_EXACT, _NORMALISED = ["exact"], ["premise_text", "hypothesis_text"]
# Scripts written without spaces: each character is a word.
_UNSPACED = r"([\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}])"
# Labels by what gold allows: non-entailment is neutral or contradiction.
_ALLOWED = {"entailment": 1, "neutral": 2, "contradiction": 4, "non-entailment": 6}


@dataclass(frozen=True)
class SimilarPairs:
    """Which pairs of some sets occur again, in the same set or in another one.

    Parameters
    ----------
    sets
        By name.
    """

    sets: Mapping[str, "_Set"] = field(repr=False)

    @classmethod
    def of(cls, splits: Mapping[str, PairTable]) -> "SimilarPairs":
        """Return sets ready to be compared."""
        key = tuple((name, frame_key(table.frame)) for name, table in splits.items())
        return remembered(
            "similar pairs", key, lambda: cls({name: _Set.of(table) for name, table in splits.items()}), 2
        )

    @cached_property
    def _keys(self) -> Mapping[str, SharedWords]:
        frequencies = np.sum([each.pairs.frequencies() for each in self.sets.values()], axis=0)
        return {name: each.pairs.keys(frequencies) for name, each in self.sets.items()}

    @cached_property
    def _found(self) -> dict[tuple[str, str], pl.DataFrame]:
        return {}

    def occurring(self, tested: str, reference: str) -> pl.DataFrame:
        """Return how every pair of one set occurs in another, or again in its own.

        Parameters
        ----------
        tested, reference
            Names of sets, which may be the same.

        Returns
        -------
        pl.DataFrame
            One line a pair of `tested`, in their order. ``id``; ``kind``: the surest of `KINDS`, or null;
            ``same_label``: whether such a pair has the same gold label (non-entailment is the same as neutral
            and as contradiction); ``partner``: the place in `reference` of such a pair, of one with the same
            label if there is one. Near and exchanged pairs have the same label; contrast pairs are near or
            exchanged and have another; a pair without gold is none of these.
        """
        key = (tested, reference)
        if key not in self._found:
            self._found[key] = self._occurring(*key)
        return self._found[key]

    def _occurring(self, tested: str, reference: str) -> pl.DataFrame:
        own, others = self.sets[tested].rows, self.sets[reference].rows
        exchanged = own.filter(pl.col("premise_text") != pl.col("hypothesis_text"))
        found = [
            _equal(own, others, "exact", _EXACT, _EXACT),
            _equal(own, others, "normalised", _NORMALISED, _NORMALISED),
            _equal(exchanged, others, "exchanged", _NORMALISED, _NORMALISED[::-1]),
        ]
        rows = own.select("row", "id", "entry")
        for each in found:
            rows = rows.join(each, on="row", how="left", maintain_order="left")
        near = self._near(tested, reference)
        return _surest(rows.join(near, on="entry", how="left", maintain_order="left"))

    def _near(self, tested: str, reference: str) -> pl.DataFrame:
        """Return for every different pair the row of the nearest, by whether it has the same label."""
        own, others = self.sets[tested], self.sets[reference]
        found = nearest(own.pairs, self._keys[tested], others.pairs, self._keys[reference])
        rows = (pl.Series(np.where(each < 0, -1, others.first[each])) for each in found)
        columns = {f"near_{name}": each for name, each in zip(("same", "another"), rows, strict=True)}
        frame = pl.DataFrame(columns).with_columns(pl.all().replace(-1, None)).with_row_index("entry")
        return frame.cast({"near_same": pl.UInt32, "near_another": pl.UInt32})


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
        ).with_row_index("row")
        key = ("premise", "hypothesis", "allowed")
        entries = rows.group_by(key, maintain_order=True).agg(pl.col("row").first()).with_row_index("entry")
        numbered = rows.join(entries.drop("row"), on=key, how="left", maintain_order="left")
        *numbers, first = (entries[name].to_numpy().astype(np.int64) for name in (*key, "row"))
        return cls(numbered.drop("premise", "hypothesis"), WordPairs.of(texts, *numbers), first)


def _spaced(texts: pl.Series) -> pl.Series:
    """Return texts with a space around each character of scripts that have none between words."""
    other = (texts.str.len_bytes() != texts.str.len_chars()).arg_true()
    if not len(other):
        return texts
    found = texts.gather(other).str.replace_all(_UNSPACED, " $1 ").str.replace_all(" {2,}", " ")
    return texts.clone().scatter(other, found.str.strip_chars(" "))


def _equal(
    own: pl.DataFrame, others: pl.DataFrame, kind: str, columns: list[str], their: list[str]
) -> pl.DataFrame:
    """Return the first other row that is equal in some columns, with the same label and with another.

    Parameters
    ----------
    own, others
        Rows of two sets, or of one; a row of one set is not equal to itself.
    kind
        What to call the result.
    columns, their
        What has to be equal.
    """
    is_one_set = own["id"].equals(others["id"])
    groups = others.group_by(*their, "allowed").agg(
        first=pl.col("row").min(), second=pl.col("row").bottom_k(2).max()
    )
    joined = own.select("row", "allowed", *columns).join(
        groups.select(
            *(pl.col(name).alias(f"{name}_theirs") for name in their), "first", "second", theirs="allowed"
        ),
        left_on=columns,
        right_on=[f"{name}_theirs" for name in their],
        how="inner",
    )
    if is_one_set:
        itself = pl.col("first") == pl.col("row")
        joined = joined.with_columns(first=pl.when(itself).then("second").otherwise("first"))
        joined = joined.filter(pl.col("first") != pl.col("row"))
    same = pl.col("allowed").and_(pl.col("theirs")) != 0
    return joined.group_by("row").agg(
        pl.col("first").filter(same).min().alias(f"{kind}_same"),
        pl.col("first").filter(~same).min().alias(f"{kind}_another"),
    )


def _surest(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the surest way in which each row occurs."""
    there = {name: pl.col(name).is_not_null() for name in rows.columns}
    kind = (
        pl.when(there["exact_same"] | there["exact_another"])
        .then(pl.lit("exact"))
        .when(there["normalised_same"] | there["normalised_another"])
        .then(pl.lit("normalised"))
        .when(there["near_same"])
        .then(pl.lit("near"))
        .when(there["exchanged_same"])
        .then(pl.lit("exchanged"))
        .when(there["near_another"] | there["exchanged_another"])
        .then(pl.lit("contrast"))
    )
    equal = ("exact_same", "normalised_same", "exact_another", "normalised_another")
    others = ("near_same", "exchanged_same", "near_another", "exchanged_another")
    return rows.select(
        "id",
        kind=kind.cast(pl.Enum(KINDS)),
        same_label=there["normalised_same"]
        | (~there["normalised_another"] & (there["near_same"] | there["exchanged_same"])),
        partner=pl.coalesce(*equal, *others),
    )
