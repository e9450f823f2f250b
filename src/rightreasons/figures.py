"""One figure: which quantity, of what, how sure, on which rows; these parts make its dotted name."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

import polars as pl

from rightreasons import numbers
from rightreasons.errors import UnknownKeyError, UnknownNameError
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.registry import Registry, united
from rightreasons.statistics.results import DIFFERENCES, SHARES, Bounds, Estimate, Interval

Written = Literal["percent", "points", "number", "count", "p", "bits"]
Kind = Literal["is", "contains", "holds"]
_LETTER = r"[\p{L}\p{N}]"
# Bounded, so that no word is read as two tokens.
_ANY_TOKEN = rf"(?:\b{_LETTER}[\p{{L}}\p{{N}}'’-]*\b|[^\s\p{{L}}\p{{N}}])"

_MEASURES = tuple(
    Registry(kind, ("rightreasons.measures",)) for kind in ("measure", "model_measure", "comparison_measure")
)
"""Measures, ours and those of plug-ins: ``QUANTITIES`` beside one are as ``quantities.yaml`` has them."""


class UnknownQuantityError(UnknownNameError):
    """A quantity that is neither one of ours nor one of a plug-in."""


@dataclass(frozen=True)
class Quantity:
    """What kind of number a figure is.

    Parameters
    ----------
    name
        The word that names it.
    units
        Units that its estimates may have.
    better
        Whether ``"more"`` or ``"less"`` of it is better; ``"neither"`` where that depends.
    written
        How people read it.
    meaning
        One sentence.
    """

    name: str
    units: tuple[str, ...]
    better: Literal["more", "less", "neither"]
    written: Written
    meaning: str


@cache
def quantities() -> Mapping[str, Quantity]:
    """Return every quantity by its name: those of ``quantities.yaml``, then those that stand beside measures.

    Raises
    ------
    DuplicateNameError
        If two claim one quantity.
    """
    ours = ("rightreasons, quantities.yaml", packaged_yaml("rightreasons", "quantities.yaml"))
    beside = {by: named for kind in _MEASURES for by, named in kind.claims("QUANTITIES").items()}
    every = united("quantity", [ours, *beside.items()])
    return {name: Quantity(name, **{**each, "units": tuple(each["units"])}) for name, each in every.items()}


@cache
def published_names() -> Mapping[str, str]:
    """Return how figures are called whose names are older than the rule, by what they are of."""
    listed: dict[str, str] = packaged_yaml("rightreasons", "published_names.yaml")
    return listed


def bounds_of(quantity: str, unit: str) -> Bounds | None:
    """Return bounds outside of which no such figure lies: those of a share, or of a difference of two shares.

    None: none are known.
    """
    if quantities()[quantity].written == "percent":
        return SHARES
    return DIFFERENCES if unit == "proportion" else None


@dataclass(frozen=True)
class Condition:
    """What holds of a row of ``items.parquet``.

    Parameters
    ----------
    column
        A column of the items.
    kind
        ``"is"``: it is one of `values`; ``"contains"``: it is a list with one of them; ``"holds"``: it is a
        sentence with the words of the one value in this order, where ``#`` stands for any one token.
    values
        Texts, or ``"true"`` and ``"false"`` of a column of truth values.
    """

    column: str
    kind: Kind
    values: tuple[str, ...]

    def expression(self, schema: Mapping[str, pl.DataType]) -> pl.Expr:
        """Return the condition as a polars expression; a column that is not there holds for no row."""
        if self.column not in schema:
            return pl.lit(value=False)
        column = pl.col(self.column)
        if self.kind == "holds":
            return column.cast(pl.String).str.contains(_expression_of(self.values[0])).fill_null(value=False)
        if self.kind == "contains":
            return pl.any_horizontal(column.list.contains(value) for value in self.values).fill_null(
                value=False
            )
        if schema[self.column] == pl.Boolean:
            return column.is_in([value == "true" for value in self.values]).fill_null(value=False)
        return column.cast(pl.String).is_in(list(self.values)).fill_null(value=False)


@dataclass(frozen=True)
class Rows:
    """Which rows of ``items.parquet`` something is about.

    Parameters
    ----------
    where
        Conditions that all hold; none: every row.
    first
        Columns by which rows are ordered, as ``"column"`` (smallest, or false, first) or ``"-column"``.
    """

    where: tuple[Condition, ...] = ()
    first: tuple[str, ...] = ()

    def also(self, *conditions: Condition) -> "Rows":
        """Return the rows of which these conditions hold too."""
        return replace(self, where=(*self.where, *conditions))

    def ordered_by(self, *first: str) -> "Rows":
        """Return these rows in the order of these columns, as in `first`."""
        return replace(self, first=first)

    def of(self, items: pl.DataFrame) -> pl.DataFrame:
        """Return these rows of `items`, in order."""
        schema = dict(items.schema)
        found = items.filter([each.expression(schema) for each in self.where]) if self.where else items
        order = [name for name in self.first if name.removeprefix("-") in schema]
        if not order:
            return found
        return found.sort(
            [name.removeprefix("-") for name in order],
            descending=[name.startswith("-") for name in order],
            nulls_last=True,
            maintain_order=True,
        )


def where(**columns: str | bool | Label | Sequence[str] | None) -> Rows:
    """Return the rows whose columns have these values; None leaves a column out.

    ``label=Label.NON_ENTAILMENT`` stands for every gold label but entailment.
    """
    return Rows(tuple(_is(name, value) for name, value in columns.items() if value is not None))


def holding(words: str, column: str = "hypothesis") -> Condition:
    """Return the condition that a sentence holds words in this order; ``#`` is any one token."""
    return Condition(column, "holds", (words,))


def containing(column: str, *values: str) -> Condition:
    """Return the condition that a list has one of some values."""
    return Condition(column, "contains", values)


WRONG_FIRST = ("correct",)
"""The order of rows behind an accuracy."""


@dataclass(frozen=True, repr=False)
class Figure:
    """One number with everything that is known of it.

    Parameters
    ----------
    quantity
        A name of `quantities`.
    estimate
        Value, unit, n, interval.
    group
        Column and value of the items it is of, as ``{"heuristic": "lexical_overlap"}``.
    label
        The gold label of these items, or the label that is counted.
    set
        The set that it was taken on, where a finding is about several.
    subject
        The model, run or text that it is of, where a finding is about several.
    rows
        The rows it is about; None where it is about no rows of ours.
    what
        What the quantity is of, where it does not say so itself, as ``"leaked_pairs"`` of a share. None: the
        quantity says it; empty: group and label do.
    """

    quantity: str
    estimate: Estimate
    group: Mapping[str, str] = field(default_factory=dict)
    label: Label | None = None
    set: str | None = None
    subject: str | None = None
    rows: Rows | None = None
    what: str | None = None

    def __post_init__(self) -> None:
        entry = quantities().get(self.quantity)
        if entry is None:
            raise UnknownQuantityError(
                f"a figure of the quantity '{printable(self.quantity)}'",
                "one of quantities.yaml, or of QUANTITIES beside its measure",
                "declare it there, or correct the figure",
            )
        if self.estimate.unit not in entry.units:
            raise ValueError(f"{self.quantity} in the unit '{self.estimate.unit}', not one of {entry.units}")

    @property
    def name(self) -> str:
        """The dotted name within its finding, which never changes: set, group, what, label.

        Where nothing is said of `what`, the quantity ends it; names in ``published_names.yaml`` are as there.
        """
        label = "" if self.label is None else self.label.value
        parts = {"set": self.set or "", "group": ".".join(self.group.values()), "label": label}
        published = published_names().get(self.what or "")
        if published is not None:
            values = defaultdict(str, {**self.group, **parts})
            words = [word.format_map(values) for word in published.split(".")]
        else:
            end = self.quantity if self.what is None else ""
            words = [parts["set"], parts["group"], self.what or "", label, end]
        return ".".join(word for word in words if word)

    @property
    def value(self) -> float | None:
        """The value of the estimate."""
        return self.estimate.value

    @property
    def unit(self) -> str:
        """The unit of the estimate."""
        return self.estimate.unit

    @property
    def n(self) -> int:
        """How many items the estimate rests on."""
        return self.estimate.n

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """The bounds of the interval, both None where there is none."""
        return self.estimate.bounds

    @property
    def interval(self) -> Interval | None:
        """The interval of the estimate."""
        return self.estimate.interval

    @property
    def reason(self) -> str | None:
        """Why there is no value or no interval."""
        return self.estimate.reason

    def __repr__(self) -> str:
        n = f"n = {numbers.count(self.n)}"
        if self.value is None:
            return f"no value: {printable(str(self.reason), 200)} ({n})"
        write, unit = numbers.of_unit(self.unit, signed=quantities()[self.quantity].written == "points")
        interval = self.interval
        bounds = "" if interval is None else f"{write(interval.low)} to {write(interval.high)}, "
        return f"{write(self.value)}{unit} ({bounds}{n})"


class Figures(Mapping[str, Figure]):
    """Figures by dotted name, in their order.

    Parameters
    ----------
    figures
        Figures with different names.
    """

    def __init__(self, figures: Iterable[Figure] = ()) -> None:
        self._by_name: dict[str, Figure] = {}
        for figure in figures:
            if figure.name in self._by_name:
                raise ValueError(f"two figures are called '{figure.name}'")
            self._by_name[figure.name] = figure

    def __getitem__(self, name: str) -> Figure:
        if name not in self._by_name:
            raise UnknownKeyError.among("figure", printable(str(name)), [*self], "see the names of `figures`")
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figures) and self._by_name == other._by_name

    def __hash__(self) -> int:
        return hash(tuple(self._by_name))

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {figure!r}" for name, figure in self._by_name.items()) or "no figures"

    def where(
        self,
        quantity: str | None = None,
        *,
        what: str | None = None,
        label: Label | None = None,
        set: str | None = None,  # noqa: A002 - it is the field's name
        **group: str,
    ) -> tuple[Figure, ...]:
        """Return the figures of a quantity, what, label, set and group; what is left out may be anything."""
        return tuple(
            figure
            for figure in self._by_name.values()
            if quantity in (None, figure.quantity)
            and what in (None, figure.what)
            and label in (None, figure.label)
            and set in (None, figure.set)
            and all(figure.group.get(name) == value for name, value in group.items())
        )


def figures_of(
    estimates: Mapping[str, Estimate], quantity_of: Mapping[str, str] | str, **common: Any
) -> Iterator[Figure]:
    """Return estimates by what they are of as figures.

    Parameters
    ----------
    estimates
        Estimate by what it is of.
    quantity_of
        The quantity of each, or of all.
    **common
        Other fields that all of them share.
    """
    for name, estimate in estimates.items():
        quantity = quantity_of if isinstance(quantity_of, str) else quantity_of[name]
        yield Figure(quantity, estimate, what=name, **common)


def _is(column: str, value: bool | Label | str | Sequence[str]) -> Condition:  # noqa: FBT001 - a column's value
    if isinstance(value, bool):
        return Condition(column, "is", ("true" if value else "false",))
    if value is Label.NON_ENTAILMENT:
        return Condition(column, "is", tuple(label.value for label in Label if label is not Label.ENTAILMENT))
    values = (str(value),) if isinstance(value, str) else tuple(map(str, value))
    return Condition(column, "is", values)


def _expression_of(words: str) -> str:
    """Return the regular expression of words in order, as the page marks them."""
    parts = [_ANY_TOKEN if word == "#" else _whole(word) for word in words.split()]
    anycase = "(?i)" if words == words.lower() else ""
    return anycase + r"\s*".join(parts)


def _whole(word: str) -> str:
    text = "#" if re.fullmatch(r"\\+#", word) else word
    before = r"\b" if re.match(r"\w", text) and not re.fullmatch(r"n['’]t", text, re.IGNORECASE) else ""
    after = r"\b" if re.search(r"\w$", text) else ""
    return f"{before}{re.escape(text)}{after}"
