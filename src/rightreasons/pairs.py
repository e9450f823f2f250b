"""The table every part speaks in: premise, hypothesis, gold label, and where each row came from."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from rightreasons.labels import Label, in_order

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


LABEL_TYPE = pl.Enum([label.value for label in Label])
CORE_COLUMNS = ("id", "premise", "hypothesis", "label")
SENTENCES = ("premise", "hypothesis")
PARSE_COLUMNS = ("premise_binary_parse", "hypothesis_binary_parse", "premise_parse", "hypothesis_parse")
ANNOTATORS = "annotator_labels"
LABEL_SET = "label_set"
READINGS = "readings"
DISTRIBUTION = "label_distribution"


@dataclass(frozen=True, slots=True)
class Nouns:
    """What data call their premises and hypotheses, in lower case, e.g. evidence and claim.

    Parameters
    ----------
    premise, premises
        One and several of them.
    hypothesis, hypotheses
        One and several of them.
    """

    premise: str = "premise"
    premises: str = "premises"
    hypothesis: str = "hypothesis"
    hypotheses: str = "hypotheses"


@dataclass(frozen=True, slots=True)
class Count:
    """How many rows something happened to, with where it happened first.

    Parameters
    ----------
    reason
        What happened, in words, e.g. ``"no gold label"``.
    rows
        How many rows.
    where
        The first few places, e.g. ``"mpe_dev.txt line 468"``.
    chosen
        Whether these rows were asked for to be left out: another split, beyond a limit, not in a sample.
    """

    reason: str
    rows: int
    where: tuple[str, ...] = ()
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """What became of every row that was read: kept, or dropped for a stated reason.

    Parameters
    ----------
    read
        Rows in the source.
    kept
        Rows in the table.
    dropped
        One count a reason; with `kept` they add up to `read`.
    cleaned
        Rows whose text was changed, by the name of the dirt.
    """

    read: int
    kept: int
    dropped: tuple[Count, ...] = ()
    cleaned: tuple[Count, ...] = ()

    def __post_init__(self) -> None:
        lost = sum(count.rows for count in self.dropped)
        if self.kept + lost != self.read:
            raise ValueError(f"{self.read} rows read, but {self.kept} kept and {lost} dropped")

    def __add__(self, other: "Account") -> "Account":
        return Account(
            self.read + other.read,
            self.kept + other.kept,
            _merged((*self.dropped, *other.dropped)),
            _merged((*self.cleaned, *other.cleaned)),
        )

    def drop(self, reason: str, rows: int, where: Iterable[str] = (), *, chosen: bool = False) -> "Account":
        """Return the account after more kept rows were dropped; see `Count`. Five places are kept."""
        if not rows:
            return self
        count = Count(reason, rows, tuple(where)[:5], chosen)
        return replace(self, kept=self.kept - rows, dropped=_merged((*self.dropped, count)))


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file that was read.

    Parameters
    ----------
    name
        Its name as the user gave it, without folders above.
    sha256
        Checksum of its bytes; None for what has none (a hub name, an object in memory).
    format
        The format it was read as.
    encoding
        The encoding of its text, stated or detected; None for UTF-8, and for what is no text.
    """

    name: str
    sha256: str | None
    format: str
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a table came from and how it was read.

    Parameters
    ----------
    name
        What to call the data in tables and reports.
    files
        The files read.
    columns
        Role (premise, hypothesis, label, ...) to the column it was taken from.
    label_map
        Label as found to label as read; None is 'no gold label'.
    dataset
        Key in the catalogue of known datasets, if recognised.
    notes
        What a reader should know: warnings, cleaning, skipped files.
    nouns
        What the data call premise and hypothesis.
    gold_rule
        Which rule chose the one gold label of a row where the source has several; empty where it has one.
    is_linked
        Whether the rows are a sample of a set in which one component of shared texts has too many rows for
        folds of components: folds of the sample are then planned as those of the set are, two ways.
    """

    name: str
    files: tuple[SourceFile, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    label_map: Mapping[str, str | None] = field(default_factory=dict)
    dataset: str | None = None
    notes: tuple[str, ...] = ()
    nouns: Nouns = field(default_factory=Nouns)
    gold_rule: str = ""
    is_linked: bool = False


@dataclass(frozen=True)
class PairTable:
    """Premise-hypothesis pairs with gold labels; frozen, every step returns a new one.

    Parameters
    ----------
    frame
        Columns ``id``, ``premise``, ``hypothesis`` (strings, never null), ``label`` (the names of `Label`;
        null where there is no gold and the reader was told to keep such rows), then whatever else the
        source had: parses (`PARSE_COLUMNS`), ``annotator_labels`` (list of label names), ``label_set`` (list
        of the names of every label that is right), ``label_distribution`` (share of annotators by label
        name), groups.
    provenance
        Where the rows came from.
    account
        What became of the rows that were read.
    several
        Rows left out as several labels are right, with ``label_set`` and perhaps ``readings``; None of none.
    unlabelled
        Ids of rows left out for want of a gold label; None of none, and of data read in blocks.
    """

    frame: pl.DataFrame
    provenance: Provenance
    account: Account
    several: pl.DataFrame | None = field(default=None, repr=False)
    unlabelled: pl.Series | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        missing = [name for name in CORE_COLUMNS if name not in self.frame.columns]
        if missing:
            raise ValueError(f"a PairTable needs the columns {missing}")
        if self.frame.schema["label"] != LABEL_TYPE:
            raise ValueError("labels are stored by name, as LABEL_TYPE")
        if self.frame.select(pl.col("id", "premise", "hypothesis").null_count()).row(0) != (0, 0, 0):
            raise ValueError("id, premise and hypothesis are never null")
        if self.frame["id"].n_unique() != self.frame.height:
            raise ValueError("ids are unique")

    def __len__(self) -> int:
        return self.frame.height

    @property
    def name(self) -> str:
        """What to call these data."""
        return self.provenance.name

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that occur, in the order of `Label`."""
        return in_order(Label(name) for name in self.frame["label"].drop_nulls().unique().to_list())

    @property
    def premises(self) -> pl.Series:
        """Premise of every row."""
        return self.frame["premise"]

    @property
    def hypotheses(self) -> pl.Series:
        """Hypothesis of every row."""
        return self.frame["hypothesis"]

    @property
    def gold(self) -> pl.Series:
        """Gold label of every row, as `LABEL_TYPE`."""
        return self.frame["label"]

    @property
    def groups(self) -> tuple[str, ...]:
        """Columns beyond the pair itself, by which results can be grouped."""
        own_columns = {*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS, LABEL_SET, DISTRIBUTION}
        return tuple(name for name in self.frame.columns if name not in own_columns)

    @property
    def nouns(self) -> Nouns:
        """What these data call premise and hypothesis."""
        return self.provenance.nouns

    def label_sets(self) -> pl.Series:
        """Return every label that is right for each row: its label set, or else its one gold label.

        Returns
        -------
        pl.Series
            Lists of label names; empty where there is no gold.
        """
        if LABEL_SET in self.frame.columns:
            return self.frame[LABEL_SET]
        single = pl.concat_list(pl.col("label").cast(pl.String)).list.drop_nulls()
        return self.frame.select(single.alias(LABEL_SET)).to_series()

    def label_distribution(self) -> pl.Series | None:
        """Return the share of annotators for each label, or None where the data have no annotators.

        Returns
        -------
        pl.Series or None
            Records with one share a `Label`, adding up to 1; null where nobody annotated the row.
        """
        if DISTRIBUTION in self.frame.columns:
            return self.frame[DISTRIBUTION]
        if ANNOTATORS not in self.frame.columns:
            return None
        return self.frame.select(
            distribution_of({label: pl.col(ANNOTATORS).list.count_matches(label.value) for label in Label})
        ).to_series()

    def parse_column(self, side: str) -> str | None:
        """Return the column that has a parse of every sentence of that side, the binary one first, or None.

        Parameters
        ----------
        side
            ``"premise"`` or ``"hypothesis"``.
        """
        for name in (f"{side}_binary_parse", f"{side}_parse"):
            if name in self.frame.columns and bool((self.frame[name].fill_null("") != "").all()):
                return name
        return None

    def counts(self) -> dict[Label, int]:
        """Return how many rows have each label that occurs."""
        found = dict(self.frame.drop_nulls("label").group_by("label").len().iter_rows())
        return {label: int(found[label.value]) for label in self.labels}

    def where(self, condition: pl.Expr | pl.Series, reason: str, *, chosen: bool = True) -> "PairTable":
        """Return the rows that meet `condition`; the others are accounted for under `reason`."""
        frame = self.frame.filter(condition)
        lost = self.frame.height - frame.height
        return replace(self, frame=frame, account=self.account.drop(reason, lost, chosen=chosen))

    def with_gold(self) -> "PairTable":
        """Return the rows that have a gold label."""
        if not self.frame["label"].has_nulls():
            return self
        known = self.where(pl.col("label").is_not_null(), "no gold label", chosen=False)
        return replace(known, unlabelled=self.frame.filter(pl.col("label").is_null())["id"])

    def head(self, rows: int) -> "PairTable":
        """Return the first `rows` rows; the others are accounted for."""
        first = self.where(pl.int_range(pl.len()) < rows, f"beyond the limit of {rows:,} rows")
        return replace(first, several=None if self.several is None else self.several.head(rows))

    def named(self, name: str) -> "PairTable":
        """Return the same table under another name."""
        return replace(self, provenance=replace(self.provenance, name=name))

    def to_polars(self) -> pl.DataFrame:
        """Return the rows as a polars frame."""
        return self.frame

    def to_pandas(self) -> Any:
        """Return the rows as a pandas frame; needs pandas."""
        import pandas as pd

        return pd.DataFrame(self.frame.cast({"label": pl.String}).to_dict(as_series=False))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Give the rows to any library that reads Arrow streams, as ``pyarrow.table(pairs)``."""
        return self.frame.cast({"label": pl.String}).__arrow_c_stream__(requested_schema)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries."""
        return self.frame.to_dicts()

    def to_hf(self) -> Any:
        """Return the rows as a Hugging Face ``Dataset``; needs the extra ``[hub]``."""
        from datasets import Dataset

        return Dataset.from_dict(self.frame.cast({"label": pl.String}).to_dict(as_series=False))


def distribution_of(votes: Mapping[Label, pl.Expr]) -> pl.Expr:
    """Return the shares of labels as one record (`DISTRIBUTION`), null where there is no vote.

    Parameters
    ----------
    votes
        Votes, or shares of them, by label; every `Label` is there.
    """
    counts = {label: expression.cast(pl.Float64).fill_null(0.0) for label, expression in votes.items()}
    total = pl.sum_horizontal(counts.values())
    shares = [(count / total).alias(label.value) for label, count in counts.items()]
    return pl.when(total > 0).then(pl.struct(shares)).alias(DISTRIBUTION)


def _merged(counts: Sequence[Count]) -> tuple[Count, ...]:
    merged: dict[str, Count] = {}
    for count in counts:
        old = merged.get(count.reason, Count(count.reason, 0))
        merged[count.reason] = Count(
            count.reason,
            old.rows + count.rows,
            tuple(dict.fromkeys((*old.where, *count.where)))[:5],
            old.chosen or count.chosen,
        )
    return tuple(merged.values())
