"""Further readings of data of which too few labels are left: of more rows, other columns, other files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from rightreasons.errors import InputError, RightReasonsError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.sources.opening.folders import is_data
from rightreasons.sources.opening.names import parse_name
from rightreasons.sources.opening.paths import Opened
from rightreasons.sources.options import GOLD_RULES, ReadOptions
from rightreasons.sources.proposals.contents import leaves_of
from rightreasons.sources.proposals.known_columns import known_ways, tables_by
from rightreasons.sources.proposals.labelling import labellings
from rightreasons.sources.proposals.lines import MOST_SHOWN, Parts, proposals
from rightreasons.sources.proposals.pasting import Proposal, Refusal, counted, pasted
from rightreasons.sources.proposals.stated import WRITTEN, written

_LIKELY = 2.0
_MOST_BYTES = 50_000_000
_MOST_FILES = 20


@dataclass(frozen=True)
class Source:
    """Data that were read, and what reads them again.

    Parameters
    ----------
    data, options
        As of `rightreasons.sources.read.read_pairs`.
    opens
        Returns the tables of data, before anything is known of their columns, and the options of all.
    reads
        Returns the pairs of data, also none.
    """

    data: Any
    options: ReadOptions
    opens: Callable[[Any, ReadOptions], tuple[Opened, ReadOptions]]
    reads: Callable[[Any, ReadOptions], PairTable]

    @property
    def name(self) -> str | None:
        """What the user called the data; None if they are in memory."""
        return str(self.data) if isinstance(self.data, (str, Path)) else None


def with_other_readings(error: Refusal, pairs: PairTable, source: Source) -> Refusal:
    """Return the error for data of which no row is left, with the lines that would read two labels.

    Parameters
    ----------
    error
        The error.
    pairs
        The pairs as they were read: none.
    source
        What they were read from.
    """
    ways = list(islice(other_readings(pairs, source), MOST_SHOWN))
    if ways:
        return pasted(error, ways, source.name)
    labels = tuple(text for text, label in pairs.provenance.label_map.items() if label is None)
    found = f"all labels are {quoted(labels, 30)}, which means none; " if labels else ""
    return type(error)(error.found, error.expected, f"{found}no other column or reading has labels")


def other_readings(pairs: PairTable, source: Source) -> Iterator[Proposal]:
    """Yield readings with two labels: of more rows, by other options, of other columns, of other files.

    Parameters
    ----------
    pairs
        The pairs as they were read.
    source
        What they were read from.
    """
    try:
        yield from _of_more_rows(source)
        opened, resolved = source.opens(source.data, source.options.resolved())
        yield from _by_other_options(opened.parts, source.options, resolved)
        yield from _of_other_columns(pairs, opened.parts, source.options)
        yield from _of_other_files(source)
    except (RightReasonsError, OSError):
        return  # what the data are has been said; where nothing can be proposed nothing is


def _of_more_rows(source: Source) -> Iterator[Proposal]:
    data, options = source.data, source.options
    if options.limit is not None:
        because = f"the first {options.limit:,} rows have one label, all rows together"
        yield from _retried(replace(source, options=replace(options, limit=None)), because)
    if not isinstance(data, str):
        return
    split = parse_name(data)[1]
    if split is None:
        return
    whole = data.rpartition(":")[0]
    because = f"the split '{printable(split)}' has one label, all splits together"
    yield from _retried(replace(source, data=whole, options=replace(options, split=None)), because)


def _retried(source: Source, because: str) -> Iterator[Proposal]:
    """Yield the reading of data by options, if it gives two labels."""
    try:
        read = source.reads(source.data, source.options)
    except InputError:
        return
    if len(read.labels) > 1:
        way = counted(written(source.options), because, [read], source.name or "")
        yield replace(way, instead=(*WRITTEN, "limit"))


def _by_other_options(parts: Parts, written_as: ReadOptions, options: ReadOptions) -> Iterator[Proposal]:
    """Yield readings without the label map, by a rule of gold, by another recipe of the catalogue."""
    if written_as.label_map is not None:
        changed, own = (replace(each, label_map=None) for each in (options, written_as))
        yield from _changed(parts, changed, own, "the labels without --label-map")
    for rule in GOLD_RULES:
        if rule != options.gold:
            columns = {role: name for role, name in options.columns.items() if role != "label"}
            changed = replace(options, gold=rule, columns=columns)
            own = replace(written_as, gold=rule, columns=columns)
            yield from _changed(parts, changed, own, f"of several labels a row the one by '{rule}'")
    for way in known_ways(parts):
        name = way.options.rpartition(" ")[2]
        own = replace(written_as, recipe=name, columns={}, label_map=None)
        yield from _changed(parts, own.resolved(), own, way.because)


def _changed(parts: Parts, options: ReadOptions, own: ReadOptions, because: str) -> Iterator[Proposal]:
    tables = tables_by([(raw, options) for raw, _ in parts if raw.read])
    if len({label for table in tables for label in table.labels}) > 1:
        yield counted(written(own), because, tables)


def _of_other_columns(pairs: PairTable, parts: Parts, options: ReadOptions) -> Iterator[Proposal]:
    """Yield readings of another column whose name or words are those of labels; no score cut in two."""
    kept = written(replace(options, columns={}, label_map=None, gold=None, recipe=None))
    roles = pairs.provenance.columns
    texts = {role: roles[role] for role in ("premise", "hypothesis") if role in roles}
    plain = [(raw, replace(each, label_map=None, recipe=None, columns={})) for raw, each in parts]
    raw = max(parts, key=lambda part: part[0].parsed.frame.height)[0]
    for each in labellings(leaves_of(raw)):
        likely = each.leaf.kind == "category" and (each.score >= _LIKELY or each.leaf.says_labels)
        if likely and each.leaf.path != roles.get("label"):
            for way in proposals(plain, {**texts, "label": each.leaf.path}):
                yield replace(way, options=f"{kept} {way.options}".strip(), instead=WRITTEN)


def _of_other_files(source: Source) -> Iterator[Proposal]:
    """Yield the reading of the whole folder that a file is in, if its files have the other labels."""
    if source.name is None:
        return
    where, _ = parse_name(source.name)
    if not isinstance(where, Path) or not where.is_file():
        return
    beside = [each for each in where.parent.iterdir() if each.is_file() and is_data(each.name)]
    alike = all(each.suffixes[-2:] == where.suffixes[-2:] for each in beside)
    if not alike or not 1 < len(beside) <= _MOST_FILES:
        return
    if sum(each.stat().st_size for each in beside) <= _MOST_BYTES:
        because = f"the {len(beside)} files of the folder together"
        yield from _retried(replace(source, data=str(where.parent)), because)
