"""A set that tests a model: which labels are right for which item, and the groups by which it is scored."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from rightreasons.challenges.group_columns import with_tags, without_overlap
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.labels import Label, gold_set, in_order
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.printable import printable, quoted
from rightreasons.text.language import AUTO

if TYPE_CHECKING:
    from rightreasons.findings import Finding


@dataclass(frozen=True)
class Reference:
    """Known figures that stand beside every result, such as the spread between trainings of one model.

    Parameters
    ----------
    figures
        A column called as the group column, ``label``, and one column a figure.
    note
        What the figures are and where they come from.
    """

    figures: pl.DataFrame
    note: str


SET = "set"


def item_column(group: str) -> str:
    """Return what a group column is called in ``items.parquet``, where ``set`` is the set of an item."""
    return f"group_{SET}" if group == SET else group


@dataclass(frozen=True)
class Strata:
    """What a sample was drawn from, so that figures which pool strata can weigh each by its size.

    Parameters
    ----------
    column
        Column of the items that holds the name of the stratum.
    sizes
        Items of each stratum before the draw, by name.
    """

    column: str
    sizes: Mapping[str, int]


@dataclass(frozen=True)
class Challenge:
    """Items with gold labels and groups; the text may be unknown.

    Parameters
    ----------
    name
        First part of the names of its figures, CHALLENGE.GROUP.LABEL.
    items
        Columns ``id`` (distinct strings), ``label`` (`LABEL_TYPE`, never null), and the group columns.
    groups
        Group columns by which accuracy is tabled, the coarsest first. A column of lists holds several tags an
        item, which is scored under each.
    named
        Those of them whose cells are figures with a name; a value occurs in one of them only.
    clusters
        Column of items that were made alike (a template, or ``premise`` of `pairs`), so that their errors go
        together.
    pairs
        The text, where it is known; the ids are those of `items`.
    references
        Figures to stand beside the result, by group column.
    notes
        What a reader has to know of the challenge to read its figures rightly.
    strata
        What the items were sampled from (`rightreasons.challenges.samples`); None where they are the whole.
    drawn_from
        The text of the whole that a sample was drawn from, where it is known.
    design
        How its items were made, where runs are to be looked up by it, as ``"hans"``; empty otherwise.
    headline
        Puts a score on it in words; None where accuracy by gold label says it.
    from_train
        Whether its items were made from the training data that a probe was given.
    tests_shortcuts
        Whether a shortcut is wrong on some of its items, so that a score on them shows if a model takes it.
    """

    name: str
    items: pl.DataFrame = field(repr=False)
    groups: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    clusters: str | None = None
    pairs: PairTable | None = field(default=None, repr=False)
    references: Mapping[str, Reference] = field(default_factory=dict, repr=False)
    notes: tuple[str, ...] = ()
    strata: Strata | None = field(default=None, repr=False)
    drawn_from: PairTable | None = field(default=None, repr=False)
    design: str = ""
    headline: Callable[["Finding"], str] | None = field(default=None, repr=False)
    from_train: bool = False
    tests_shortcuts: bool = False

    def __post_init__(self) -> None:
        missing = {"id", "label", *self.groups, *self.named} - set(self.items.columns)
        if missing or not set(self.named) <= set(self.groups):
            raise ValueError(f"items lack the columns {sorted(missing)}, or a named group is no group")
        if self.items.schema["label"] != LABEL_TYPE or self.items["label"].null_count():
            raise ValueError("every item has a gold label, stored as LABEL_TYPE")
        if self.items["id"].n_unique() != self.items.height:
            raise ValueError("ids are unique")
        if self.strata is not None and not self._is_stratified(self.strata):
            raise ValueError("every item of a sample stands in a stratum of known size")

    def __len__(self) -> int:
        return self.items.height

    def with_text(self) -> PairTable:
        """Return its pairs; raise OptionError where it holds ids and no sentences."""
        if self.pairs is None:
            found = f"'{printable(self.name)}', which holds ids and no sentences"
            raise OptionError(found, "a challenge with text", "choose another --on")
        return self.pairs

    @property
    def labels(self) -> tuple[Label, ...]:
        """The gold labels that occur, in the order of `Label`."""
        return in_order(Label(name) for name in self.items["label"].unique().to_list())

    @property
    def gold(self) -> dict[Label, frozenset[Label]]:
        """The labels that are right, by gold label: a model may say neutral where non-entailment is gold."""
        return {label: gold_set(label) for label in self.labels}

    def _is_stratified(self, strata: Strata) -> bool:
        if strata.column not in self.items.columns:
            return False
        return set(self.items[strata.column].unique().to_list()) <= set(strata.sizes)


@dataclass(frozen=True)
class ChallengeOptions:
    """What a challenge with a name is made by: ``make(train, options) -> Challenge``, `train` may be None.

    Parameters
    ----------
    seed
        For whatever is drawn.
    per_group
        Items that will be drawn of every group; None: all.
    pairs
        Where pairs of words come from: ``"wordnet"`` or files of two columns.
    language
        Code of the language of the data; ``"auto"`` takes it from their words.
    """

    seed: int = 2018
    per_group: int | None = None
    pairs: tuple[str, ...] = ("wordnet",)
    language: str = AUTO


def from_pairs(
    name: str, pairs: PairTable, groups: Sequence[str], named: Sequence[str] = (), clusters: str | None = None
) -> Challenge:
    """Return labelled pairs as a challenge.

    Parameters
    ----------
    name
        See `Challenge`.
    pairs
        The pairs; every row has a gold label.
    groups
        Group columns, the coarsest first; all must be there. Texts that are lists are read as tags.
    named
        Those whose cells are figures; empty takes every one of `groups` that shares no value with one before.
    clusters
        See `Challenge`.

    Raises
    ------
    MeasureInputError
        If a column is missing, or rows have no gold label.
    """
    missing = tuple(group for group in groups if group not in pairs.groups)
    if missing:
        raise MeasureInputError(
            f"'{printable(pairs.name)}' has no column {quoted(missing)}",
            f"the groups of the challenge '{name}'",
            f"name them as the data do: {quoted(pairs.groups) or 'there are none'}",
        )
    unlabelled = pairs.gold.null_count()
    if unlabelled:
        raise MeasureInputError(
            f"{unlabelled:,} rows of '{printable(pairs.name)}' without a gold label",
            "a gold label for every item of a challenge",
            "leave those rows out with --on-missing-gold drop",
        )
    items = with_tags(pairs.frame.select("id", "label", *groups), groups)
    chosen = tuple(named) or without_overlap(items, groups)
    return Challenge(name, items, tuple(groups), chosen, clusters, pairs)
