"""A set that tests a model: gold label sets, the groups by which it is scored, and seeded samples of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from rightreasons.errors import InputError, MeasureInputError, OptionError
from rightreasons.labels import Label, gold_set, in_order, resolve
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.printable import printable, quoted
from rightreasons.text.language import AUTO

# Which columns of labelled pairs are groups to score by, and columns that hold several tags a row.


MOST_VALUES = 50
PREMISE = "premise"
_TAG = r"""(?:'[^']*'|"[^"]*")"""
_TAGS = rf"^\s*\[\s*(?:{_TAG}\s*(?:,\s*{_TAG}\s*)*)?\]\s*$"
_NUMBERS = r"^[\s\d.,;+-]*$"


def group_columns(pairs: PairTable, most: int = MOST_VALUES) -> tuple[str, ...]:
    """Return the columns by which results can sensibly be grouped, those with the fewest values first.

    Columns of text with at least two values, at most `most`, and at least twice as many rows as values.
    Neither numbers nor the labels of somebody's predictions are groups, unless the user names them.

    Parameters
    ----------
    pairs
        Labelled pairs.
    most
        The most values of a group column.
    """
    sizes = {
        name: values.n_unique() for name in pairs.groups if (values := _values(pairs.frame[name])) is not None
    }
    fitting = {name: size for name, size in sizes.items() if 2 <= size <= min(most, len(pairs) // 2)}
    return tuple(sorted(fitting, key=lambda name: fitting[name]))


def premise_clusters(pairs: PairTable) -> str | None:
    """Return the column of `Challenge.clusters` where premises stand in several items, otherwise None."""
    return PREMISE if pairs.premises.n_unique() < len(pairs) else None


def with_tags(items: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    """Return the items with lists in those group columns whose texts are lists: ``['Basic', 'Lexical']``.

    A tag that an item has twice is kept once.
    """
    tagged = [name for name in groups if holds_tags(items[name])]
    return items.with_columns(_split(items[name]) for name in tagged)


def holds_tags(column: pl.Series) -> bool:
    """Return whether a column holds several tags a row: lists of strings, or texts that are such lists."""
    if column.dtype == pl.List(pl.String):
        return True
    if column.dtype != pl.String or not column.count():
        return False
    return bool(column.drop_nulls().str.contains(_TAGS).all())


def by_value(items: pl.DataFrame, group: str) -> pl.DataFrame:
    """Return one row an item and value of a group column: an item with several tags stands under each."""
    if not isinstance(items.schema[group], pl.List):
        return items
    return items.explode(group, empty_as_null=False, keep_nulls=False)


def without_overlap(items: pl.DataFrame, groups: Sequence[str]) -> tuple[str, ...]:
    """Return the groups whose values occur in none before, so that a value names one cell."""
    seen: set[object] = set()
    named = []
    for group in groups:
        values = set(by_value(items.select(group), group)[group].drop_nulls().unique().to_list())
        if not values & seen:
            named.append(group)
            seen |= values
    return tuple(named)


def _values(column: pl.Series) -> pl.Series | None:
    """Return the values of a column that can be a group column: its texts or tags; None for any other."""
    if holds_tags(column):
        return by_value(_split(column).to_frame(), column.name)[column.name]
    if not isinstance(column.dtype, pl.String | pl.Categorical | pl.Enum):
        return None
    values = column.drop_nulls().cast(pl.String)
    return None if values.str.contains(_NUMBERS).all() or _are_labels(values) else values


def _split(column: pl.Series) -> pl.Series:
    if isinstance(column.dtype, pl.List):
        return column.list.unique(maintain_order=True)
    tags = column.str.extract_all(_TAG).list.eval(pl.element().str.strip_chars("'\""))
    return tags.list.unique(maintain_order=True)


def _are_labels(values: pl.Series) -> bool:
    distinct = values.unique().to_list()
    if len(distinct) > MOST_VALUES:
        return False
    try:
        resolve(distinct)
    except InputError:
        return False
    return True


# A set that tests a model: which labels are right for which item, and the groups by which it is scored.


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
        What the items were sampled from (`rightreasons.challenges.challenge`); None where they are the whole.
    drawn_from
        The text of the whole that a sample was drawn from, where it is known.
    design
        How its items were made, where that says how a score on them is read, as ``"hans"``; empty otherwise.
    from_train
        Whether its items were made from the training data that a probe was given.
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
    from_train: bool = False

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
        Code of the language of the data; ``"auto"`` goes by their words.
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


# Cheap probes: a seeded sample of a challenge, as many items of every cell, for models that cost money.


COLUMN = "sampling_stratum"
SIZE = "sampling_stratum_size"
"""Items of the stratum before the draw."""


def sampled(challenge: Challenge, per_group: int, seed: int) -> Challenge:
    """Return a sample: `per_group` items of every cell of the finest named group and gold label.

    Without a named group whose values exclude each other the cells are the gold labels. Drawn without
    replacement; a cell with fewer items is taken whole, and a challenge of such cells is returned as it is.
    Figures that pool cells weigh each by its size (`Strata`).

    Parameters
    ----------
    challenge
        A challenge that is not a sample.
    per_group
        The most items of a cell.
    seed
        For the draw.

    Raises
    ------
    OptionError
        If `per_group` is less than one.
    """
    if per_group < 1:
        raise OptionError(f"{per_group} items a group", "at least one", "correct --per-group")
    if challenge.strata is not None:
        raise ValueError("a sample is drawn from a whole challenge, not from a sample")
    items = challenge.items.with_columns(_strata(challenge)).with_columns(pl.len().over(COLUMN).alias(SIZE))
    sizes = dict(items.group_by(COLUMN, maintain_order=True).len().iter_rows())
    if max(sizes.values(), default=0) <= per_group:
        return challenge
    lots = np.random.default_rng(seed).permutation(items.height)
    drawn = items.with_columns(_lot=lots).filter(pl.col("_lot").rank().over(COLUMN) <= per_group).drop("_lot")
    return _sample(
        challenge, drawn, Strata(COLUMN, sizes), f"{per_group} of each {_cell(challenge)}, seed {seed}"
    )


def _sample(challenge: Challenge, drawn: pl.DataFrame, strata: Strata, how: str) -> Challenge:
    whole = len(challenge)
    note = (
        f"a sample: {drawn.height:,} of {whole:,} items ({how}); figures that pool such cells weigh each by "
        "its size in the whole set, and intervals are those of the sample"
    )
    pairs = challenge.pairs
    if pairs is not None:
        chosen = pl.col("id").is_in(drawn["id"].implode())
        pairs = pairs.where(chosen, f"not drawn into the sample ({how})")
    notes = (*challenge.notes, note)
    return replace(
        challenge, items=drawn, pairs=pairs, strata=strata, notes=notes, drawn_from=challenge.pairs
    )


def _strata(challenge: Challenge) -> pl.Expr:
    """Return the name of every item's cell."""
    label = pl.col("label").cast(pl.String)
    group = _finest(challenge)
    if group is None:
        return label.alias(COLUMN)
    return pl.format("{}, {}", pl.col(group).cast(pl.String).fill_null("none"), label).alias(COLUMN)


def _finest(challenge: Challenge) -> str | None:
    """Return the last named group of which every item has one value."""
    types = challenge.items.schema
    single = [group for group in challenge.named if not isinstance(types[group], pl.List)]
    return single[-1] if single else None


def _cell(challenge: Challenge) -> str:
    group = _finest(challenge)
    return "gold label" if group is None else f"{group} and gold label"
