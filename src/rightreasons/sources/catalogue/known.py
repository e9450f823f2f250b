"""What the catalogue says of a known dataset: its splits, how its files are read, which dirt is cleaned."""

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict
from pydantic.dataclasses import dataclass

from rightreasons.errors import RecipeError
from rightreasons.labels import Label
from rightreasons.sources.recipes.recipe import Recipe
from rightreasons.sources.recipes.written import recipe_of

Protocol = Literal["recast", "judged", "elicited", "generated", "expert"]
_STRICT = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


def _parsed(written: Any) -> Recipe:
    try:
        return recipe_of(written)
    except RecipeError as error:
        raise ValueError(str(error)) from None


@dataclass(frozen=True, config=_STRICT)
class Citation:
    """Where a dataset was published.

    Parameters
    ----------
    authors
        Family names of the authors.
    year
        Year of publication.
    title
        Title of the publication.
    venue
        Journal or conference, as it is usually abbreviated.
    """

    authors: str
    year: int
    title: str
    venue: str

    def __str__(self) -> str:
        return f"{self.authors} ({self.year}). {self.title}. {self.venue}."


@dataclass(frozen=True, config=_STRICT)
class MalformedRows:
    """Rows of a published file that break the file's own format or lack a sentence.

    Parameters
    ----------
    lines
        Their lines in the file, the header being line 1.
    label
        The label that the rows have, or would have if they were mended.
    fact
        What is wrong with them, in a sentence.
    """

    lines: tuple[int, ...]
    label: Label
    fact: str


@dataclass(frozen=True, config=_STRICT)
class KnownSplit:
    """A published split.

    Parameters
    ----------
    rows
        Numbers of rows that published copies have, the copy that `labels` and `unlabelled` describe first;
        empty where not known for certain.
    labels
        Rows with each label as read, without `malformed`; empty where not known for certain.
    unlabelled
        Rows without a label that is read: no gold label, or one that the reading drops.
    malformed
        Rows of the published file that cannot be read, if there are any.
    files
        SHA-256 checksums of the files that make up the split; for each file every form that is known of it
        (as published, compressed).
    reading
        Which reading of the dataset the files take.
    caution
        What everybody who uses this split should be told.
    """

    rows: tuple[int, ...] = ()
    labels: Mapping[Label, int] = field(default_factory=dict)
    unlabelled: int = 0
    malformed: MalformedRows | None = None
    files: tuple[tuple[str, ...], ...] = ()
    reading: str | None = None
    caution: str | None = None

    def __post_init__(self) -> None:
        sums = sum(self.labels.values()) + self.unlabelled + self.unreadable
        if self.rows and (self.labels or self.unlabelled) and sums != self.rows[0]:
            raise ValueError(f"labels add up to {sums}, rows are {self.rows[0]}")
        if self.files and self.reading is None:
            raise ValueError("files need a reading")
        if any(not re.fullmatch("[0-9a-f]{64}", checksum) for file in self.files for checksum in file):
            raise ValueError("checksums are SHA-256 in hexadecimal")

    @property
    def unreadable(self) -> int:
        """How many rows of the published file cannot be read."""
        return len(self.malformed.lines) if self.malformed else 0

    @property
    def label_counts(self) -> tuple[Mapping[Label, int], ...]:
        """The label counts that are right: as read, and with the malformed rows mended."""
        if self.malformed is None:
            return (self.labels,)
        label = self.malformed.label
        return (self.labels, {**self.labels, label: self.labels[label] + self.unreadable})


@dataclass(frozen=True, config=_STRICT)
class KnownForm:
    """One form in which a dataset is found, how that form is recognised, and how it is read.

    Parameters
    ----------
    names
        Found in the name of every file, or in the hub name; the values of its named groups, joined by
        ``-``, name the split. None: this form is recognised by checksum only.
    requires
        Columns that must be there.
    content
        Column to a pattern that every value of it in the first rows must match in full.
    split_column
        Column whose value goes before the named groups in the name of the split.
    splits
        What is found in the name to the split, where they differ.
    recipe
        How it is read; empty where the usual names and spellings say it.
    cleaning
        Names of the dirt to clean, see `rightreasons.sources.catalogue.cleaning`.
    about
        What this reading takes, where the same files can be read in several ways and none goes before the
        others; empty: it is the one.
    """

    names: re.Pattern[str] | None = None
    requires: tuple[str, ...] = ()
    content: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    split_column: str | None = None
    splits: Mapping[str, str] = field(default_factory=dict)
    recipe: Annotated[Recipe, BeforeValidator(_parsed)] = field(default_factory=Recipe)
    cleaning: tuple[str, ...] = ()
    about: str = ""

    def __post_init__(self) -> None:
        if self.names is not None and not self.needed_columns:
            raise ValueError("a name alone is not enough to recognise a dataset: state its columns")

    @property
    def needed_columns(self) -> frozenset[str]:
        """Every column that this form must have."""
        by_content = {*self.content, *({self.split_column} if self.split_column else ())}
        return frozenset({*self.requires, *self.recipe.source_columns, *by_content})


@dataclass(frozen=True, config=_STRICT)
class KnownDataset:
    """A known NLI dataset.

    Parameters
    ----------
    title
        Its name.
    protocol
        How the hypotheses and labels came about. ``recast``, ``judged`` and ``elicited`` are those of Poliak
        et al. (2018, section 4): made from data of another task; paired automatically and labelled by people;
        written by people for a given label. ``generated`` (from templates or by rules, labels included) and
        ``expert`` (built by researchers) are ours.
    classes
        Number of labels.
    citation
        Where it was published.
    licence
        Its licence, or what is known of it.
    claims
        Whether its hypotheses are claims (or statements, summaries, answers) against evidence or documents.
    printed_size
        Its size as printed in Table 1 of Poliak et al. (2018).
    hub
        Names on the Hugging Face hub.
    facts
        What a user should know: dirt, misprints, differences between releases.
    splits
        Published splits by name.
    readings
        Forms in which it is found, by name.
    """

    title: str
    protocol: Protocol
    classes: Literal[2, 3]
    citation: Citation
    licence: str
    claims: bool = False
    printed_size: str | None = None
    hub: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    splits: Mapping[str, KnownSplit] = field(default_factory=dict)
    readings: Mapping[str, KnownForm] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, split in self.splits.items():
            if split.reading is not None and split.reading not in self.readings:
                raise ValueError(f"split {name} names the unknown reading {split.reading}")
            if len(split.labels) > self.classes:
                raise ValueError(f"split {name} has more labels than the {self.classes} of its dataset")
        for name, reading in self.readings.items():
            unknown = set(reading.splits.values()) - set(self.splits)
            if unknown:
                raise ValueError(f"reading {name} names the unknown splits {sorted(unknown)}")

    @property
    def summary(self) -> str:
        """What it is, on one line."""
        reference = f"{self.citation.authors.split(',')[0]} {self.citation.year}, {self.citation.venue}"
        kind = f"{self.protocol}, {'claims, ' if self.claims else ''}{self.classes} labels"
        return f"{self.title}: {kind} ({reference})"
