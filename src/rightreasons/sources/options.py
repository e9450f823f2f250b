"""What a caller may say about how data are to be read."""

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypedDict, get_args

from rightreasons.errors import OptionError
from rightreasons.labels import Label, label_named
from rightreasons.pairs import ANNOTATORS, CORE_COLUMNS, DISTRIBUTION, PARSE_COLUMNS
from rightreasons.printable import printable
from rightreasons.sources.raw import as_text

OnMissingGold = Literal["drop", "error", "keep"]
OnMalformed = Literal["error", "drop"]
OnDuplicate = Literal["keep", "drop"]
LabelMap = Mapping[str, Label | str | None] | Mapping[int, Label | str | None]
Quoting = Literal["auto", "on", "off"]
GOLD_RULES = ("majority", "unanimous", "best", "worst")
ROLES = (*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS, DISTRIBUTION)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How data are read; every default suits a published NLI file.

    Parameters
    ----------
    columns
        Role (``premise``, ``hypothesis``, ``label``, ``id``, ...) to the name of its column, or to its
        position counted from 0. In a delimited file positions say that there is no header.
    label_map
        Label as found (1 and True stand for the texts ``1`` and ``true``) to `Label`, its name, or None for
        'no gold label'
        (see `rightreasons.labels.parse_label_map`).
    format
        One of `rightreasons.sources.formats.FORMATS`; None tells it from content and name.
    on_missing_gold
        What happens to rows without a gold label.
    on_malformed
        What happens to rows that are broken or lack a premise or hypothesis.
    on_duplicate
        What happens to a row whose premise, hypothesis and label have occurred before.
    split
        Read only this split (``dev`` and ``validation`` are one).
    limit
        Keep at most this many rows.
    name
        What to call the data; None takes the name of the file.
    gold
        Which one label of a row with several is gold: one of `GOLD_RULES`, or the name of a column. None
        takes the label column, and of several labels in a cell none.
    premise_join
        Joins a list of premises to one, with this text between them; None makes each its own pair where each
        has a label of its own.
    encoding
        Name of the encoding of text; None takes UTF-8, or UTF-16 by its byte-order mark, or else detects it.
    quoting
        Whether quotation marks enclose fields of delimited text: ``auto`` says yes where commas or semicolons
        separate, no where tabs do.

    Raises
    ------
    OptionError
        If a value is none of those allowed.
    """

    columns: Mapping[str, str | int] = field(default_factory=dict)
    label_map: LabelMap | None = None
    format: str | None = None
    on_missing_gold: OnMissingGold = "drop"
    on_malformed: OnMalformed = "error"
    on_duplicate: OnDuplicate = "keep"
    split: str | None = None
    limit: int | None = None
    name: str | None = None
    gold: str | None = None
    premise_join: str | None = None
    encoding: str | None = None
    quoting: Quoting = "auto"

    def __post_init__(self) -> None:
        _one_of("on_missing_gold", self.on_missing_gold, get_args(OnMissingGold))
        _one_of("on_malformed", self.on_malformed, get_args(OnMalformed))
        _one_of("on_duplicate", self.on_duplicate, get_args(OnDuplicate))
        _one_of("quoting", self.quoting, get_args(Quoting))
        _check_encoding(self.encoding)
        if self.gold is not None and self.gold not in GOLD_RULES and "label" in self.columns:
            raise OptionError(
                f"the gold column '{printable(self.gold)}' beside a label column in --columns",
                "one of them",
                f"leave one out; rules are {', '.join(GOLD_RULES)}",
            )
        for role in self.columns:
            _one_of("columns", role, ROLES)
        if self.limit is not None and self.limit < 1:
            raise OptionError(f"a limit of {self.limit} rows", "at least 1", "leave it out to read all rows")

    @property
    def stated_columns(self) -> dict[str, str]:
        """Role to column as stated, positions as text."""
        columns = {role: str(column) for role, column in self.columns.items()}
        return columns if self.gold is None or self.gold_rule else {**columns, "label": self.gold}

    @property
    def gold_rule(self) -> str | None:
        """The rule of `gold`; None if it is a column or was not stated."""
        return self.gold if self.gold in GOLD_RULES else None

    @property
    def stated_labels(self) -> dict[str, Label | None] | None:
        """Label as found to label, as stated; None if nothing was."""
        if self.label_map is None:
            return None
        return {
            as_text(found) or "": None if label is None else label_named(label)
            for found, label in self.label_map.items()
        }

    @property
    def headerless(self) -> bool:
        """Whether columns are given by position.

        Raises
        ------
        OptionError
            If some are given by position and others by name.
        """
        positions = [str(column).isdecimal() for column in self.columns.values()]
        if any(positions) and not all(positions):
            stated = ", ".join(f"{role}={printable(name)}" for role, name in self.stated_columns.items())
            raise OptionError(
                f"columns {stated}",
                "either names or positions",
                "give all by position (no header) or all by name",
            )
        return any(positions)


class ReadKeywords(TypedDict, total=False):
    """The fields of `ReadOptions` as keyword arguments."""

    columns: Mapping[str, str | int]
    label_map: LabelMap | None
    format: str | None
    on_missing_gold: OnMissingGold
    on_malformed: OnMalformed
    on_duplicate: OnDuplicate
    split: str | None
    limit: int | None
    name: str | None
    gold: str | None
    premise_join: str | None
    encoding: str | None
    quoting: Quoting


def parse_columns(text: str) -> dict[str, str]:
    """Read ``premise=2,hypothesis=3,label=0`` as given on the command line.

    Raises
    ------
    OptionError
        If an entry is not ``ROLE=COLUMN``, a role is unknown or comes twice.
    """
    columns: dict[str, str] = {}
    for entry in text.split(","):
        role, separator, column = (part.strip() for part in entry.partition("="))
        if not separator or not column or role in columns:
            raise OptionError(
                f"'{printable(entry)}' in the columns",
                "ROLE=COLUMN, each role once",
                "write --columns premise=...,hypothesis=...,label=...",
            )
        _one_of("columns", role, ROLES)
        columns[role] = column
    return columns


def _check_encoding(name: str | None) -> None:
    if name is None:
        return
    try:
        codecs.lookup(name)
    except (LookupError, ValueError):
        raise OptionError(
            f"encoding '{printable(name)}'", "the name of a text encoding", "write utf-8, cp1252, utf-16, ..."
        ) from None


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(
            f"'{printable(str(value))}' for {option}", f"one of {', '.join(allowed)}", "correct it"
        )
