"""Lines by which tables are read whose columns are known: by a rule of gold, another quoting, whole rows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import InputError, MalformedRowError, RightReasonsError
from rightreasons.errors.nearest import nearest
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sources.catalogue.recognition import alternatives, recognise_table
from rightreasons.sources.labelled import MALFORMED, labelled, meaning_of
from rightreasons.sources.normalized import settle
from rightreasons.sources.options import GOLD_RULES, ReadOptions
from rightreasons.sources.proposals.enclosed import QUOTING, unquoted
from rightreasons.sources.proposals.pasting import Proposal, counted
from rightreasons.sources.proposals.stated import written
from rightreasons.sources.raw import RawTable

_LEAST_LABELLED = 0.5
_TWO = 2
Parts = Sequence[tuple[RawTable, ReadOptions]]


def both_quotings(parts: Parts) -> list[Proposal]:
    """Return the lines that take marks off cells, and that keep them, of tables that are read by their names.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    """
    tables = tables_by([(raw, replace(options, quoting="off")) for raw, options in unquoted(parts)])
    if not sum(map(len, tables)):
        return []
    because = "marks enclose cells: those inside are doubled, as CSV writes them"
    return [counted(QUOTING, because, tables), counted("--quoting off", "marks are text", tables)]


def by_rule(parts: Parts) -> list[Proposal]:
    """Return the line by the rule of gold that was meant, where a word for it is none."""
    gold = parts[0][1].gold or ""
    near = nearest(gold, GOLD_RULES)
    if not near or gold in GOLD_RULES or gold in parts[0][0].columns:
        return []
    meant = [(raw, replace(options, gold=near)) for raw, options in parts]
    tables = tables_by(meant)
    if len({label for table in tables for label in table.labels}) < _TWO:
        return []
    return [counted(written(meant[0][1]), f"gold by the rule '{near}'", tables)]


def whole_readings(error: InputError, parts: Parts) -> list[Proposal]:
    """Return the option by which no row is malformed, of a file some of whose rows are."""
    if not isinstance(error, MalformedRowError):
        return []
    found = {raw.parsed.reads_all: raw.parsed.cause for raw, _ in parts if raw.parsed.reads_all}
    return [Proposal(option, because=cause, instead=()) for option, cause in list(found.items())[:1]]


def without_malformed(error: InputError, parts: Parts) -> list[Proposal]:
    """Return the option that leaves malformed rows out, where most rows are whole and have two labels."""
    if not isinstance(error, MalformedRowError):
        return []
    tables = tables_by([(raw, replace(options, on_malformed="drop")) for raw, options in parts])
    read = [table.account for table in tables]
    lost = sum(each.rows for account in read for each in account.dropped if each.reason == MALFORMED)
    rows = sum(account.read for account in read)
    if len({label for table in tables for label in table.labels}) < _TWO or lost > _LEAST_LABELLED * rows:
        return []
    because = f"{lost:,} of {rows:,} rows are left out, and counted; the others are whole"
    return [counted(f"{written(parts[0][1])} --on-malformed drop".strip(), because, tables)]


def of_labelled_files(parts: Parts) -> list[Proposal]:
    """Return the line that names the columns of files, where others, of the same texts, lack the labels."""
    read, labelled_parts = list[Mapping[str, str]](), list[tuple[RawTable, ReadOptions]]()
    for raw, options in parts if len(parts) > 1 else ():
        try:
            columns = settle(raw, replace(options, on_missing_gold="keep")).columns
        except (RightReasonsError, pl.exceptions.PolarsError):
            return []
        read.append(columns)
        labelled_parts += [(raw, options)] if "label" in columns else []
    own = [columns for columns in read if "label" in columns]
    if not own or len(own) == len(read) or any(columns != own[0] for columns in own):
        return []
    named = {role: own[0][role] for role in ("premise", "hypothesis", "label")}
    changed = [(raw, replace(options, columns=named)) for raw, options in labelled_parts]
    tables = tables_by(changed)
    lack = f"{len(read) - len(own)} of {len(read)} files have no '{printable(named['label'], 40)}'"
    two = len({label for table in tables for label in table.labels}) >= _TWO
    return [counted(written(changed[0][1]), f"{lack}, and are left out", tables)] if two else []


def tables_by(parts: Parts) -> list[PairTable]:
    """Return the pairs of tables, each by the options beside it; none where they cannot be read so."""
    try:
        settled = [settle(raw, options) for raw, options in parts]
        every = zip(settled, meaning_of(settled), parts, strict=True)
        return [labelled(table, meaning, options) for table, meaning, (_, options) in every]
    except (RightReasonsError, pl.exceptions.PolarsError):
        return []


def known_ways(parts: Parts) -> list[Proposal]:
    """Return the recipes of a dataset of the catalogue that can be read in several ways."""
    raw = parts[0][0]
    known = recognise_table(raw)
    ways = alternatives(known, raw.columns) if known else {}
    return [Proposal(f"--recipe {name}", because=about) for name, about in ways.items()]
