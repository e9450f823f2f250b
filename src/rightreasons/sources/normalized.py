"""A raw table with its columns normalised: texts, label as found, id and everything else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from rightreasons.errors import ColumnError, EmptyDataError, MalformedRowError
from rightreasons.errors.nearest import nearest
from rightreasons.labels import Label, is_number
from rightreasons.pairs import (
    ANNOTATORS,
    CORE_COLUMNS,
    DISTRIBUTION,
    LABEL_SET,
    PARSE_COLUMNS,
    READINGS,
    Count,
    Nouns,
)
from rightreasons.printable import printable, quoted
from rightreasons.sources.catalogue.cleaning import clean
from rightreasons.sources.catalogue.recognition import (
    KnownFormOf,
    alternatives,
    load_catalogue,
    read_as,
    recognise_table,
)
from rightreasons.sources.columns.nested import flattened
from rightreasons.sources.columns.nouns import nouns_of
from rightreasons.sources.columns.repeated import refuse_repeated
from rightreasons.sources.columns.roles import EXAMPLE, Roles, settle_roles
from rightreasons.sources.columns.spellings import spelling
from rightreasons.sources.gold import VOTES
from rightreasons.sources.ids import ids_of
from rightreasons.sources.options import GOLD_RULES, ReadOptions
from rightreasons.sources.proposals.words import last_name
from rightreasons.sources.raw import DOCUMENT, HIDDEN, LINE, ROW, BadRow, RawTable, place, refuse_no_table
from rightreasons.sources.recipes.applied import applied
from rightreasons.sources.recipes.checked import check_paths
from rightreasons.sources.recipes.recipe import Recipe
from rightreasons.sources.several_labels import sets_found, told_of
from rightreasons.sources.text_columns import (
    is_plain,
    is_plain_list,
    joined_text,
    label_text,
    text_column,
    without_line_breaks,
)

FOUND = "__found__"
ANNOTATORS_FOUND = "__annotators__"
_OWN = {*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS, LABEL_SET, READINGS, DISTRIBUTION} | {
    *(FOUND, ANNOTATORS_FOUND, VOTES),
    *HIDDEN,
}
CLAIMS = Nouns("evidence", "pieces of evidence", "claim", "claims")
"""What claims of the catalogue and their evidence are called whose columns do not say it (COVID-Fact)."""


@dataclass(frozen=True, slots=True)
class NormalizedTable:
    """A table whose columns have their meaning.

    Parameters
    ----------
    raw
        The table as read, without blank rows.
    frame
        id, premise, hypothesis, label as found (`FOUND`), annotators' labels as found (`ANNOTATORS_FOUND`,
        lists of text), annotators' counts as found (`VOTES`, records), parses, every other plain column,
        `ROW` and `LINE`.
    roles
        Columns by role.
    columns
        Role to column, as provenance keeps it.
    gold
        The rule by which one label of several is taken; None if none was stated.
    read
        Rows in the source.
    malformed
        Rows left out.
    entry
        What the catalogue says of it.
    label_map
        What is stated of its labels, by the user or else by the catalogue.
    drop_reasons
        Why rows with a label that is mapped to none are dropped, by label as found.
    cleaned
        What was cleaned.
    notes
        What a reader should know.
    left_out
        Rows that the recipe leaves out, counted.
    """

    raw: RawTable
    frame: pl.DataFrame
    roles: Roles
    columns: Mapping[str, str]
    gold: str | None
    read: int
    malformed: tuple[BadRow, ...]
    entry: KnownFormOf | None
    label_map: Mapping[str, Label | None] | None
    drop_reasons: Mapping[str, str]
    cleaned: tuple[Count, ...]
    notes: tuple[str, ...]
    left_out: tuple[Count, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """What is decided of a whole file and holds for every block of it.

    Parameters
    ----------
    entry
        What the catalogue says of it.
    id_column
        The column of its ids; `rightreasons.sources.ids.NUMBERED` if there is none.
    """

    entry: KnownFormOf | None
    id_column: str


def settle(raw: RawTable, options: ReadOptions, decided: Decided | None = None) -> NormalizedTable:
    """Give the columns their meaning and take out malformed rows.

    Parameters
    ----------
    raw, options
        The table, or a block of its rows, and how it is read.
    decided
        Of a block, what is decided of the whole; None: it is found.

    Raises
    ------
    ColumnError
        If the roles cannot be settled, or the header has a name several times and no column is stated.
    EmptyDataError
        If no row could be read.
    MalformedRowError
        If a row is malformed and `options` do not say that such rows are dropped.
    UnreadableFileError
        If it is JSON of no table's shape, and no recipe says where its rows are.
    """
    _refuse_unread(raw, options)
    refuse_malformed(raw, raw.parsed.malformed, options)
    if not raw.parsed.frame.height:
        raise EmptyDataError(
            f"{printable(raw.name)} has no rows left of {raw.read:,} ({raw.read:,} malformed row)",
            "at least one pair",
            "see --on-malformed error",
        )
    entry = recognised(raw, options) if decided is None else decided.entry
    if entry is None and options.stated_recipe is None and not options.columns:
        refuse_repeated(raw)
    raw, recipe, left_out = _by_recipe(raw, entry, options)
    gold = options.gold or recipe.options.get("gold")
    roles = _roles(raw, recipe, entry, options, gold)
    whole, pair, blank = _without_blank(raw, roles)
    refuse_malformed(raw, blank, options)
    pair, cleaned = clean(pair, entry.form.cleaning if entry else ())
    pair, line_breaks = without_line_breaks(pair, ("premise", "hypothesis"))
    ids, id_column, id_notes = ids_of(whole, roles.ids, decided.id_column if decided else None)
    sets = sets_found(whole, roles)
    others, not_kept = _others(whole, {*roles.used(), id_column, *sets})
    return NormalizedTable(
        raw=whole,
        frame=pl.DataFrame(
            [ids, *pair, *_labels_found(whole, roles, recipe), *sets.values(), *others, *_numbers(whole)]
        ),
        roles=roles,
        columns=roles.named() | {"id": id_column} | recipe.described,
        gold=gold,
        read=raw.read + sum(count.rows for count in left_out),
        malformed=(*raw.parsed.malformed, *blank),
        entry=entry if options.stated_recipe is None or recipe.dataset else None,
        label_map=recipe.meanings,
        drop_reasons=recipe.left_out,
        cleaned=(*cleaned, *line_breaks),
        notes=(*raw.parsed.all_notes, *roles.told, *not_kept, *told_of(sets), *id_notes),
        left_out=left_out,
    )


def _by_recipe(
    raw: RawTable, entry: KnownFormOf | None, options: ReadOptions
) -> tuple[RawTable, Recipe, tuple[Count, ...]]:
    """Return what a recipe makes of a table, the recipe, and the rows that it leaves out."""
    recipe = _recipe(entry, options).of_source(raw.parsed.frame.schema)
    left_out: tuple[Count, ...] = ()
    stated = recipe.plain_columns
    if recipe.changes_rows:
        raw, left_out = applied(recipe, raw, options.premise_join)
        stated = {role: role for role in recipe.roles}
    elif options.stated_recipe is not None and not options.headerless:
        check_paths(options.stated_recipe, raw)
    return flattened(raw, stated, options.premise_join), recipe, left_out


def recognised(raw: RawTable, options: ReadOptions) -> KnownFormOf | None:
    """Return what the catalogue says of a table; of one that can be read in several ways one must be stated.

    Raises
    ------
    ColumnError
        If none is.
    """
    stated = options.stated_recipe
    if stated is not None and stated.dataset:
        return read_as(stated, [file.sha256 for file in raw.files])
    found = recognise_table(raw)
    ways = alternatives(found, raw.columns) if found else {}
    if ways and stated is None and not options.columns:
        named = "; ".join(f"--recipe {name} ({about})" for name, about in ways.items())
        raise ColumnError(
            f"{printable(raw.name)} can be read in {len(ways)} ways", "one of them", f"choose: {named}"
        )
    return found


def _recipe(entry: KnownFormOf | None, options: ReadOptions) -> Recipe:
    """Return how a table is read: by the user's recipe or the catalogue's, changed by what options state."""
    recipe = options.stated_recipe or (entry.form.recipe if entry else Recipe())
    if options.stated_labels is not None or "label" in options.stated_columns:
        recipe = replace(recipe, label_map=options.stated_labels, left_out={})
    if options.gold_rule:  # of the columns of a recipe the label is none then
        recipe = replace(recipe, columns={k: v for k, v in recipe.columns.items() if k != "label"})
    return recipe.with_columns(options.stated_columns)


def _roles(
    raw: RawTable, recipe: Recipe, entry: KnownFormOf | None, options: ReadOptions, gold: str | None
) -> Roles:
    changed = recipe.changes_rows
    stated = {role: role for role in recipe.roles} if changed else recipe.plain_columns
    roles = settle_roles(raw, stated, gold)
    if changed:
        roles = replace(roles, nouns=recipe.nouns_of_pairs or _nouns_of(recipe))
    if entry and load_catalogue()[entry.dataset].claims and roles.nouns == Nouns():
        roles = replace(roles, nouns=CLAIMS)
    if roles.label is not None or options.on_missing_gold == "keep" or gold in GOLD_RULES:
        return roles
    votes = "+".join(roles.distribution or roles.annotators)
    if votes:
        unnamed = isinstance(raw.parsed.frame.schema.get(votes), pl.List) and bool(roles.distribution)
        names = ", and name the positions: --label-map 0=...,1=...,2=..." if unnamed else ""
        raise ColumnError(
            f"{printable(raw.name)} has the votes of annotators ('{printable(votes)}') and no gold label",
            "one label a row",
            f"choose a rule: --gold majority or --gold unanimous{names}",
        )
    raise ColumnError(
        f"{printable(raw.name)} has the columns {quoted(tuple(raw.columns), 40)}, none of them a label",
        "a label under one of its usual names",
        f"say which it is ({EXAMPLE}), or read without labels: --on-missing-gold keep",
    )


def _nouns_of(recipe: Recipe) -> Nouns:
    """Return what the paths of a recipe call premise and hypothesis."""
    every = {name: value for columns in (*recipe.each, recipe.columns) for name, value in columns.items()}
    paths = [every[role].reads for role in ("premise", "hypothesis") if role in every]
    if len(paths) < 2 or not all(paths):
        return Nouns()
    one, other = (last_name(each[-1].text) for each in paths)
    return nouns_of((one,), (other,))


def _without_blank(raw: RawTable, roles: Roles) -> tuple[RawTable, pl.DataFrame, tuple[BadRow, ...]]:
    """Return the rows that have both texts, the texts, and the other rows."""
    premise = joined_text(raw, roles.premise, "premise")
    hypothesis = joined_text(raw, roles.hypothesis, "hypothesis")
    pair = pl.DataFrame([premise, hypothesis])
    filled = pair.select(pl.all_horizontal(pl.all().str.contains(r"\S").fill_null(value=False))).to_series()
    if filled.all():
        return raw, pair, ()
    places = raw.parsed.frame.filter(~filled).select(ROW, LINE)
    blank = tuple(BadRow(row, line, "lacks a premise or hypothesis") for row, line in places.iter_rows())
    return raw.filtered(filled), pair.filter(filled), blank


def _labels_found(raw: RawTable, roles: Roles, recipe: Recipe) -> list[pl.Series]:
    numbers = any(map(is_number, recipe.meanings or ()))
    height = raw.parsed.frame.height
    if roles.label is None:
        found = [pl.Series(FOUND, [None] * height, dtype=pl.String)]
    else:
        found = [label_text(raw, roles.label, as_numbers=numbers).alias(FOUND)]
    if roles.annotators:
        found.append(_annotators_found(raw, roles.annotators))
    if len(roles.distribution) == 1:
        found.append(raw.parsed.frame[roles.distribution[0]].alias(VOTES))
    elif roles.distribution:
        counts = [_count_of(column) for column in roles.distribution]
        found.append(raw.parsed.frame.select(pl.struct(counts).alias(VOTES)).to_series())
    return [*found, *(text_column(raw, column, role).alias(role) for role, column in roles.parses.items())]


def _count_of(column: str) -> pl.Expr:
    """Return the numbers of a column such as ``neutral_judgments`` under the name of its label."""
    return pl.col(column).cast(pl.Float64, strict=False).alias(spelling(column).rpartition("_")[0])


def _annotators_found(raw: RawTable, columns: Sequence[str]) -> pl.Series:
    if len(columns) > 1:
        texts = pl.DataFrame([text_column(raw, column, ANNOTATORS) for column in columns])
        return texts.select(pl.concat_list(pl.all()).alias(ANNOTATORS_FOUND)).to_series()
    series = raw.parsed.frame[columns[0]].alias(ANNOTATORS_FOUND)
    if is_plain_list(series.dtype):
        return series.cast(pl.List(pl.String))
    return series.cast(pl.String, strict=False).str.extract_all(r"[\w-]+")


def _others(raw: RawTable, used: set[str]) -> tuple[list[pl.Series], tuple[str, ...]]:
    """Return the plain columns that play no role, renamed where a name is ours, and a note on the rest."""
    rest = [raw.parsed.frame[name] for name in raw.columns if name not in used]
    nested = tuple(series.name for series in rest if not is_plain(series.dtype))
    taken = _OWN | {series.name for series in rest}
    kept = []
    for series in rest:
        if series.name in nested:
            continue
        name = series.name
        while name in _OWN or (name != series.name and name in taken):
            name = f"source_{name}"
        kept.append((series.cast(pl.String) if series.dtype == pl.Null else series).alias(name))
    note = (f"columns left out because they hold lists or records: {quoted(nested)}",) if nested else ()
    return kept, note


def _numbers(raw: RawTable) -> list[pl.Series]:
    return [raw.parsed.frame[name] for name in HIDDEN]


def _refuse_unread(raw: RawTable, options: ReadOptions) -> None:
    _refuse_unknown_gold(raw, options)
    if options.stated_recipe is None or not options.stated_recipe.begins_at(DOCUMENT):
        refuse_no_table(raw)


def _refuse_unknown_gold(raw: RawTable, options: ReadOptions) -> None:
    """Refuse a word for ``--gold`` that is no rule, and no column or path of the source either."""
    gold = options.gold
    if gold is None or options.gold_rule or gold in raw.columns or not gold.replace("_", "").isalpha():
        return
    near = nearest(gold, (*GOLD_RULES, *raw.columns))
    raise ColumnError(
        f"'{printable(gold)}' for gold is no rule, and no column of {printable(raw.name)}",
        f"one of {', '.join(GOLD_RULES)}, or one of {quoted(tuple(raw.columns), 40)}",
        f"did you mean '{printable(near)}'? correct --gold" if near else "correct --gold",
    )


def refuse_malformed(
    raw: RawTable, malformed: Sequence[BadRow], options: ReadOptions, read: int | None = None
) -> None:
    """Refuse a table with malformed rows, unless these are to be dropped.

    Parameters
    ----------
    raw
        The table.
    malformed
        Rows that cannot be read, as its format has it, or that lack a text.
    options
        How it is read.
    read
        Rows in the source; None: those of `raw`.

    Raises
    ------
    MalformedRowError
        If there are some.
    """
    if not malformed or options.on_malformed == "drop":
        return
    first, of_file = malformed[0], malformed is raw.parsed.malformed
    more = (
        f" ({len(malformed):,} malformed rows of {read or raw.read:,} in all)" if len(malformed) > 1 else ""
    )
    cause = f", it seems because {raw.parsed.cause}" if of_file and raw.parsed.cause else ""
    way = "mend the file"
    if of_file and (raw.parsed.reads_all or raw.parsed.reads_more):
        how_many = "all" if raw.parsed.reads_all else "more"
        way = f"read {how_many} rows with {raw.parsed.reads_all or raw.parsed.reads_more}"
    raise MalformedRowError(
        f"{printable(raw.name)} {place(first.row, first.line)} {printable(first.problem, 200)}{more}{cause}",
        "rows that are whole, with a premise and a hypothesis",
        f"{way}, or leave such rows out and have them counted: --on-malformed drop",
    )
