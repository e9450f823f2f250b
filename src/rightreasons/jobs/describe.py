"""What is in data before anything is measured: structure, columns, repeated texts, labels, how to read it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from rightreasons.errors import InputError
from rightreasons.numbers import percent
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill, joined
from rightreasons.sources.opening.paths import Opened
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.contents import Leaf, leaves_of
from rightreasons.sources.proposals.pasting import Proposal, command
from rightreasons.sources.read import open_data, read_pairs
from rightreasons.sources.recipes.written import as_yaml

_EXAMPLES = 2
_MOST_VALUES = 8
_MOST_COLUMNS = 60
_SHOWN = 44
_WIDEST_SHARE = len("100 %")
_OFTEN = 1.05
"""How often a value stands there on average from which on that is said."""


@dataclass(frozen=True)
class ColumnContent:
    """What stands in a column, or at the end of a path into nested data.

    Parameters
    ----------
    path
        As recipes write it.
    kind
        ``text``, ``short text``, ``category``, ``number``, ``nothing``.
    filled
        Share of the rows that have a value.
    values, distinct
        Values, and how many of them differ.
    words
        Mean number of words.
    counts
        Of a category its values with their counts, the commonest first.
    examples
        Some values, of anything else.
    """

    path: str
    kind: str
    filled: float
    values: int
    distinct: int
    words: float
    counts: Mapping[str, int] = field(default_factory=dict)
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableContent:
    """One table: its name, where it came from, and its columns.

    Parameters
    ----------
    name, format
        The name and the format of the file.
    rows, malformed
        Rows, and how many of them cannot be read.
    columns
        What stands in them.
    looked_at
        Rows that this is of: of many rows some from all over the table.
    """

    name: str
    format: str
    rows: int
    malformed: int
    columns: tuple[ColumnContent, ...]
    looked_at: int = 0


@dataclass(frozen=True)
class Description:
    """What is in data, and how they are read.

    Parameters
    ----------
    data
        What they are called.
    tables
        The tables; those with the same columns as an earlier one without their columns.
    read
        How they are read as they are, in words; empty where they are refused.
    labels
        Pairs by label of that reading.
    refused
        Why they are not read; empty where they are.
    ways
        Lines to paste where they are refused, each with its recipe and what speaks for it.
    """

    data: str
    tables: tuple[TableContent, ...]
    read: str = ""
    labels: Mapping[str, int] = field(default_factory=dict)
    refused: str = ""
    ways: tuple[Mapping[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return asdict(self)

    def lines(self) -> Iterator[str]:
        """Yield it as lines of text, fit to be printed."""
        for table in self.tables:
            yield from _table_lines(table)
        if self.read:
            counts = (fill("described.label", rows=rows, label=label) for label, rows in self.labels.items())
            yield "\n" + fill("described.read", how=self.read, labels=joined(counts))
            yield f"    {command('', self.data).strip()}"
        else:
            yield "\n" + fill("described.refused", why=self.refused)
        for way in self.ways:
            yield "\n" + fill("described.way", because=way["because"])
            yield f"    {way['command']}"
            if way["recipe"]:
                yield f"  {fill('described.recipe')}"
                yield from (f"    {line}" for line in way["recipe"].splitlines())


def describe_data(data: Any, options: ReadOptions | None = None) -> Description:
    """Return what is in data, before anything is measured; nothing is guessed that is not said to be so.

    Parameters
    ----------
    data
        As of `rightreasons.sources.read.read_pairs`.
    options
        How to read.

    Raises
    ------
    InputError
        If not even the tables can be opened.
    """
    options = options or ReadOptions()
    opened, _ = open_data(data, options.resolved())
    name = str(data) if isinstance(data, str) else opened.name
    tables = tuple(_tables(opened))
    try:
        pairs = read_pairs(data, options)
    except InputError as error:
        refused = f"[{error.code}] {error.found}; expected {error.expected}" if error.ways else error.sentence
        return Description(name, tables, refused=refused, ways=tuple(_way(way, name) for way in error.ways))
    labels = {label.value: rows for label, rows in pairs.counts().items() if rows}
    return Description(name, tables, read=_how(pairs), labels=labels)


def _tables(opened: Opened) -> Iterator[TableContent]:
    seen: list[Sequence[str]] = []
    for raw, _ in opened.parts:
        leaves = () if raw.columns in seen else leaves_of(raw)
        yield TableContent(
            raw.name,
            raw.files[0].format,
            raw.read,
            len(raw.parsed.malformed),
            tuple(_content(leaf) for leaf in leaves),
            max((leaf.height for leaf in leaves), default=0),
        )
        seen.append(raw.columns)


def _content(leaf: Leaf) -> ColumnContent:
    ranked = sorted(leaf.counts.items(), key=lambda item: -item[1])
    is_category = leaf.kind == "category"
    return ColumnContent(
        leaf.path,
        leaf.kind,
        round(leaf.filled, 4),
        len(leaf.texts),
        len(leaf.counts),
        round(leaf.size, 1),
        dict(ranked[:_MOST_VALUES]) if is_category else {},
        () if is_category else tuple(text for text, _ in ranked[:_EXAMPLES]),
    )


def _how(pairs: PairTable) -> str:
    columns = pairs.provenance.columns
    roles = joined(
        fill("described.role", role=role, column=columns[role])
        for role in ("premise", "hypothesis", "label")
        if role in columns
    )
    if not pairs.provenance.dataset:
        return fill("described.pairs", pairs=len(pairs), roles=roles)
    return fill("described.pairs_of", dataset=pairs.provenance.dataset, pairs=len(pairs), roles=roles)


def _way(found: Proposal, name: str) -> Mapping[str, Any]:
    return {
        "command": command(found.options, found.data or name),
        "recipe": as_yaml(found.recipe) if found.recipe else "",
        "because": found.because,
        "rows": found.rows,
        "labels": dict(found.labels),
    }


def _table_lines(table: TableContent) -> Iterator[str]:
    said: dict[str, Any] = {"table": table.name, "format": table.format, "rows": table.rows}
    if table.malformed:
        yield fill("described.table_malformed", **said, malformed=table.malformed)
    else:
        yield fill("described.table", **said)
    if 0 < table.looked_at < table.rows - table.malformed:
        yield f"  {fill('described.sampled', rows=table.looked_at)}"
    shown = table.columns[:_MOST_COLUMNS]
    width = max((len(printable(each.path, _SHOWN)) for each in shown), default=0)
    for each in shown:
        name = printable(each.path, _SHOWN).ljust(width)
        filled = percent(each.filled, 0).rjust(_WIDEST_SHARE)
        yield f"  {name}  {each.kind:<10}  {filled}  {_in_words(each)}"
    if len(table.columns) > len(shown):
        yield f"  {fill('described.more_columns', columns=len(table.columns) - len(shown))}"


def _in_words(each: ColumnContent) -> str:
    if each.counts:
        counts = joined(fill("described.value", value=text, rows=rows) for text, rows in each.counts.items())
        if each.distinct <= len(each.counts):
            return counts
        return fill("described.more_values", values=counts, distinct=each.distinct)
    values = _values(each)
    return fill("described.words", words=each.words, values=values) if each.kind == "text" else values


def _values(each: ColumnContent) -> str:
    examples = joined((fill("described.example", text=text) for text in each.examples), " / ")
    times = each.values / each.distinct if each.distinct else 0.0
    if times <= _OFTEN:
        return fill("described.different", distinct=each.distinct, examples=examples)
    return fill("described.repeated", distinct=each.distinct, times=times, examples=examples)
