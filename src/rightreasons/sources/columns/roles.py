"""Which column plays which role: stated by the user, known from the catalogue, or told by its name."""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.errors.nearest import nearest
from rightreasons.pairs import ANNOTATORS, DISTRIBUTION, Nouns
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns.name_parts import label_by_parts, pair_by_parts, sentence_of, told_by_parts
from rightreasons.sources.columns.nouns import are_claims, nouns_of
from rightreasons.sources.columns.spellings import aliases, last_part, spelling
from rightreasons.sources.raw import RawTable
from rightreasons.sources.text_columns import is_plain_list

EXAMPLE = "--columns premise=...,hypothesis=...,label=..."
GOLD_COLUMNS = {"best": "best_label", "worst": "worst_label"}
VOTE_RULES = ("majority", "unanimous")
_MOST_PAIRS = 200
"""Pairs of columns that are compared with each other: more than one that is left is refused anyway."""
_Pair = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Roles:
    """The columns of a table by role.

    Parameters
    ----------
    premise, hypothesis
        One column, or several that are joined by a space.
    label
        Its column; None if there is none.
    ids
        Columns that may hold ids, the likeliest first.
    parses
        Name in a `PairTable` to column.
    annotators
        One column of lists, or one column an annotator.
    distribution
        The column of annotators' counts or shares by label, or one column a label; empty if there is none.
    indicator
        Whether the name of the label column says that 1 means entailment.
    nouns
        What the data call premise and hypothesis.
    told
        What was read by a part of its name, for the notes.
    """

    premise: tuple[str, ...]
    hypothesis: tuple[str, ...]
    label: str | None
    ids: tuple[str, ...] = ()
    parses: Mapping[str, str] = field(default_factory=dict)
    annotators: tuple[str, ...] = ()
    distribution: tuple[str, ...] = ()
    indicator: bool = False
    nouns: Nouns = field(default_factory=Nouns)
    told: tuple[str, ...] = ()

    def named(self) -> dict[str, str]:
        """Return role to column, as provenance keeps it (without the id, which is found later)."""
        named = {"premise": "+".join(self.premise), "hypothesis": "+".join(self.hypothesis)}
        optional = {
            "label": self.label,
            ANNOTATORS: "+".join(self.annotators) or None,
            DISTRIBUTION: "+".join(self.distribution) or None,
        }
        return named | dict(self.parses) | {role: column for role, column in optional.items() if column}

    def used(self) -> frozenset[str]:
        """Return every column that plays a role, those of possible ids not among them."""
        label = () if self.label is None else (self.label,)
        votes = self.distribution if len(self.distribution) == 1 else ()  # those of one label stay numbers
        texts = (*self.premise, *self.hypothesis, *self.parses.values())
        return frozenset((*texts, *label, *votes, *self.annotators))


def settle_roles(raw: RawTable, stated: Mapping[str, str], gold: str | None = None) -> Roles:
    """Return the columns by role.

    Parameters
    ----------
    raw
        The table.
    stated
        Role to column, from the user or the catalogue; a number is a position where no column has it as name.
    gold
        The rule of ``--gold``, which may call for a label column of its own (``best``) or for none.

    Raises
    ------
    ColumnError
        If a stated column is not there, no shape of names fits, or more than one does.
    """
    given = {role: _stated_column(raw, role, column) for role, column in stated.items()}
    premise, hypothesis = _pair_columns(raw, given)
    _refuse_numbers(raw, [each for each in (*premise, *hypothesis) if each not in given.values()])
    if "hypothesis" not in given:
        _refuse_whole(raw, premise, hypothesis)
    spellings = _by_spelling(raw)
    parses = _parses(spellings, given, {*premise, *hypothesis})
    annotators = (given[ANNOTATORS],) if ANNOTATORS in given else _annotators(raw, spellings)
    stated_votes = given.get(DISTRIBUTION)
    distribution = (stated_votes,) if stated_votes else _distribution_columns(raw, spellings)
    if ANNOTATORS in given and not stated_votes:
        distribution = ()  # the votes that are stated are the ones that count
    label = given.get("label")
    if label is None and not (gold in VOTE_RULES and (annotators or distribution)):
        label = _gold_column(raw, gold, _record(premise))
    told = () if _fitting_shapes(raw, given) else told_by_parts(raw, premise, hypothesis)
    if label is None and not (annotators or distribution):
        label = label_by_parts(raw, (*premise, *hypothesis))
        told = told if label is None else (*told, f"labels read from '{printable(label)}', by its name")
    claims = are_claims(premise, hypothesis)
    return Roles(
        premise=premise,
        hypothesis=hypothesis,
        label=label,
        ids=(given["id"],) if "id" in given else id_columns(raw),
        parses=parses,
        annotators=annotators,
        distribution=distribution,
        indicator=label is not None and _is_indicator(label, claims=claims),
        nouns=nouns_of(premise, hypothesis),
        told=told,
    )


def id_columns(raw: RawTable) -> tuple[str, ...]:
    """Return the columns that may hold ids, the likeliest first."""
    spellings = _by_spelling(raw)
    return tuple(spellings[name][0] for name in _names("id") if name in spellings)


def has_pair(raw: RawTable, stated: Mapping[str, str] | None = None) -> bool:
    """Whether any known shape of premise and hypothesis fits the columns."""
    return bool(_fitting_shapes(raw, stated or {}))


def premise_columns(raw: RawTable, stated: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns that may be the premise: the one stated, or those of the shapes that fit."""
    if stated.get("premise") in raw.columns:
        return (stated["premise"],)
    there = {role: column for role, column in stated.items() if column in raw.columns}
    return tuple({column: None for premise, _ in _fitting_shapes(raw, there) for column in premise})


def is_label(column: str) -> bool:
    """Whether a column is called as those that hold labels."""
    return last_part(column) in _names("label")


def is_distribution(column: str) -> bool:
    """Whether a column is called as those that hold annotators' counts by label."""
    return last_part(column) in _names("label_distribution")


def predicted_label_column(raw: RawTable, taken: Collection[str]) -> str | None:
    """Return the column of predicted labels, not one of `taken`; None if there is none."""
    return _label_column(raw, "predicted_label", taken)


def _pair_columns(raw: RawTable, given: Mapping[str, str]) -> _Pair:
    if "premise" in given and given["premise"] == given.get("hypothesis"):
        raise ColumnError(
            f"column '{printable(given['premise'])}' stated as premise and as hypothesis",
            "two columns",
            EXAMPLE,
        )
    if "premise" in given and "hypothesis" in given:
        return (given["premise"],), (given["hypothesis"],)
    fitting = _distinct_shapes(raw, _fitting_shapes(raw, given))
    if len(fitting) == 1:
        return fitting[0]
    columns = quoted(tuple(raw.columns), 40)
    if not fitting and not given and (by_parts := pair_by_parts(raw)):
        return (by_parts[0],), (by_parts[1],)
    if not fitting:
        in_marks = all(column[:1] == column[-1:] == '"' for column in raw.columns)
        raise ColumnError(
            f"{printable(raw.name)} has the columns {columns}{_first_row(raw)}",
            "premise and hypothesis under one of their usual names",
            "take the quotation marks off: --quoting on"
            if in_marks
            else f"say which they are: {EXAMPLE} (positions from 0 if there is no header)",
        )
    pairs = "; ".join(f"{quoted(premise)} with {quoted(hypothesis)}" for premise, hypothesis in fitting)
    raise ColumnError(
        f"{printable(raw.name)} has the columns {columns}, in which more than one pair fits ({pairs})",
        "one premise and one hypothesis",
        f"say which they are: {EXAMPLE}",
    )


def _refuse_numbers(raw: RawTable, texts: Sequence[str]) -> None:
    """Refuse whole numbers as texts, where only a name speaks for it: they are ids of texts elsewhere."""
    numbers = [column for column in texts if raw.parsed.frame.schema[column].is_integer()]
    if numbers:
        raise ColumnError(
            f"{printable(raw.name)} has whole numbers in {quoted(numbers)}",
            "texts as premise and hypothesis",
            f"say which columns hold them: {EXAMPLE}, or name the folder that has these texts too",
        )


def _refuse_whole(raw: RawTable, premise: Sequence[str], hypothesis: Sequence[str]) -> None:
    """Refuse texts as hypotheses that stand in several rows, where another column holds their parts."""
    others = [column for column in raw.columns if column not in (*premise, *hypothesis)]
    part = sentence_of(raw, hypothesis[0], others) if len(hypothesis) == 1 else None
    if part is not None:
        whole = printable(hypothesis[0])
        raise ColumnError(
            f"{printable(raw.name)} has texts in '{whole}' and parts of them in '{printable(part)}'",
            "one hypothesis a row",
            f"say which the labels are about: {EXAMPLE}",
        )


def _first_row(raw: RawTable) -> str:
    """Return the first row in words where the columns have no names that could tell what they hold."""
    if not raw.parsed.frame.height or not all(column.isdecimal() for column in raw.columns):
        return ""
    row = raw.parsed.frame.row(0, named=True)
    cells = ", ".join(f"{column}: '{printable(str(row[column]), 40)}'" for column in raw.columns[:8])
    return f" (first row: {cells})"


def _fitting_shapes(raw: RawTable, given: Mapping[str, str]) -> list[_Pair]:
    spellings = _by_spelling(raw)
    found: dict[_Pair, None] = {}
    for shape in aliases()["shapes"]:
        premises = [(given["premise"],)] if "premise" in given else _all_of(spellings, shape["premise"])
        hypotheses = (
            [(given["hypothesis"],)] if "hypothesis" in given else _all_of(spellings, shape["hypothesis"])
        )
        for premise in premises:
            for hypothesis in hypotheses:
                if not set(premise) & set(hypothesis):
                    found[premise, hypothesis] = None
    return list(found)


def _distinct_shapes(raw: RawTable, fitting: Sequence[_Pair]) -> list[_Pair]:
    """Leave out shapes that are a part of another, and those that hold the same text as an earlier one."""
    fitting = fitting[:_MOST_PAIRS]
    whole = [pair for pair in fitting if not any(_is_part(pair, other) for other in fitting)]
    kept: list[_Pair] = []
    for pair in whole:
        if not any(_same_text(raw, pair, other) for other in kept):
            kept.append(pair)
    return kept


def _is_part(pair: _Pair, other: _Pair) -> bool:
    return {*pair[0], *pair[1]} < {*other[0], *other[1]} and all(
        set(own) <= set(others) for own, others in zip(pair, other, strict=True)
    )


def _same_text(raw: RawTable, pair: _Pair, other: _Pair) -> bool:
    if any(len(columns) > 1 for columns in (*pair, *other)):
        return False
    frame = raw.parsed.frame
    return all(_equal(frame[own[0]], frame[others[0]]) for own, others in zip(pair, other, strict=True))


def _equal(one: pl.Series, other: pl.Series) -> bool:
    if one.dtype.is_nested() or other.dtype.is_nested():
        return False
    return one.cast(pl.String, strict=False).equals(other.cast(pl.String, strict=False))


def _all_of(spellings: Mapping[str, Sequence[str]], names: Sequence[str]) -> list[tuple[str, ...]]:
    if len(names) == 1:
        return [(column,) for column in spellings.get(names[0], ())]
    if not all(len(spellings.get(name, ())) == 1 for name in names):
        return []
    return [tuple(spellings[name][0] for name in names)]


def _record(premise: Sequence[str]) -> str:
    """Return the name of the record that a premise stands in, with a point after it; empty if in none."""
    name, point, _ = premise[0].rpartition(".")
    return name + point


def _gold_column(raw: RawTable, gold: str | None, record: str) -> str | None:
    """Return the label column that a rule of gold calls for; of several rules' columns none is guessed.

    A label in the record of the premise goes before those outside.
    """
    outside = [column for column in raw.columns if record and not column.startswith(record)]
    label = _label_column(raw, taken=outside) or _label_column(raw)
    if gold in GOLD_COLUMNS:
        return _label_column(raw, GOLD_COLUMNS[gold]) or label
    ruled = {rule: _label_column(raw, kind) for rule, kind in GOLD_COLUMNS.items()}
    there = {rule: column for rule, column in ruled.items() if column}
    if label is None and there:
        raise ColumnError(
            f"{printable(raw.name)} has gold labels by more than one rule ({quoted(tuple(there.values()))})",
            "one label a row",
            f"choose: {' or '.join(f'--gold {rule}' for rule in there)}",
        )
    return label


def _label_column(raw: RawTable, kind: str = "label", taken: Collection[str] = ()) -> str | None:
    """Return the label column; several are one if their content is the same."""
    spellings = _by_spelling(raw)
    found = [column for name in _names(kind) for column in spellings.get(name, ()) if column not in taken]
    frame = raw.parsed.frame
    if any(not _equal(frame[found[0]], frame[other]) for other in found[1:]):
        choices = " or ".join(f"--columns label={printable(column)}" for column in found)
        raise ColumnError(
            f"{printable(raw.name)} has the label columns {quoted(tuple(found))} with different content",
            "one label column",
            f"say which it is: {choices}",
        )
    return found[0] if found else None


def _parses(
    spellings: Mapping[str, Sequence[str]], given: Mapping[str, str], taken: Set[str]
) -> dict[str, str]:
    """Return the columns of parses by role; a column that is a text itself is none."""
    found: dict[str, str] = {}
    for role, names in aliases()["parses"].items():
        columns = [spellings[name][0] for name in names if name in spellings]
        columns = [given[role]] if role in given else [each for each in columns if each not in taken]
        if columns:
            found[role] = columns[0]
    return found


def _distribution_columns(raw: RawTable, spellings: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the record of counts by label, else the list of them, else the columns with one label each."""
    schema = raw.parsed.frame.schema
    columns = [column for name in _names("label_distribution") for column in spellings.get(name, ())]
    for kind in (pl.Struct, pl.List):
        if found := [column for column in columns if isinstance(schema[column], kind)]:
            return (found[0],)
    end = aliases()["label_counts_end"]
    single = tuple(columns[0] for name, columns in spellings.items() if name.endswith(end))
    return single if len(single) > 1 else ()


def _annotators(raw: RawTable, spellings: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    first, *others = _names("annotator_labels")
    if first in spellings:
        return (spellings[first][0],)
    schema = raw.parsed.frame.schema
    for name in others:
        lists = [column for column in spellings.get(name, ()) if is_plain_list(schema[column])]
        if lists:
            return (lists[0],)
    single = [spellings[name][0] for name in aliases()["annotator_columns"] if name in spellings]
    return tuple(single) if len(single) > 1 else ()


def _stated_column(raw: RawTable, role: str, column: str) -> str:
    columns = raw.columns
    if column in columns:
        return column
    if column.isdecimal() and int(column) < len(columns):
        return columns[int(column)]
    near = nearest(column, columns)
    raise ColumnError(
        f"{printable(raw.name)} has no column '{printable(column)}' for {role}, "
        f"but {quoted(tuple(columns), 40)}",
        "a column of the file",
        f"did you mean '{printable(near)}'? correct --columns" if near else "correct --columns",
    )


def _is_indicator(label: str, *, claims: bool) -> bool:
    return any(
        last_part(label) == entry["column"] and (claims or not entry.get("with_claims"))
        for entry in aliases()["indicators"]
    )


def _by_spelling(raw: RawTable) -> dict[str, list[str]]:
    """Return the columns by how they are spelled, those inside a record also by their last part."""
    found: dict[str, list[str]] = {}
    for column in raw.columns:
        found.setdefault(spelling(column), []).append(column)
    inside: dict[str, list[str]] = {}
    for column in raw.columns:
        if "." in column and last_part(column) not in found:
            inside.setdefault(last_part(column), []).append(column)
    return inside | found


def _names(kind: str) -> tuple[str, ...]:
    return tuple(entry["column"] for entry in aliases()[kind])
