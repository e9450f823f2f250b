"""What a caller may say about how data are to be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from rightreasons.errors import OptionError
from rightreasons.labels import Label, label_named, parse_label_map
from rightreasons.options import Option, OptionSet
from rightreasons.printable import printable, quoted

if TYPE_CHECKING:
    from rightreasons.sources.recipes.recipe import Recipe

OnMissingGold = Literal["drop", "error", "keep"]
OnMalformed = Literal["error", "drop"]
OnDuplicate = Literal["keep", "drop"]
LabelMap = Mapping[str, Label | str | None] | Mapping[int, Label | str | None]
Quoting = Literal["auto", "on", "off"]
GOLD_RULES = ("majority", "unanimous", "best", "worst")


def parse_columns(text: str) -> dict[str, str | int]:
    """Read ``premise=2,hypothesis=3,label=0`` as given on the command line.

    Raises
    ------
    OptionError
        If an entry is not ``ROLE=COLUMN``, a role is unknown or comes twice.
    """
    columns: dict[str, str | int] = {}
    for entry in text.split(","):
        role, separator, column = (part.strip() for part in entry.partition("="))
        if not separator or not column or role in columns:
            raise OptionError(
                f"'{printable(entry)}' in --columns",
                "ROLE=COLUMN, each role once",
                "write --columns premise=...,hypothesis=...,label=...",
            )
        _check_role(role)
        columns[role] = column
    return columns


def _check_role(role: str) -> None:
    from rightreasons.pairs import ANNOTATORS, CORE_COLUMNS, DISTRIBUTION, PARSE_COLUMNS

    roles = (*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS, DISTRIBUTION)
    if role not in roles:
        raise OptionError(f"'{printable(role)}' for columns", f"one of {', '.join(roles)}", "correct it")


@dataclass(frozen=True, slots=True)
class ReadOptions(OptionSet):
    """How data are read; every default suits a published NLI file.

    `columns` maps a role to the name of its column, or to its position counted from 0: positions say that a
    delimited file has no header. In `label_map` 1 and True stand for the texts ``1`` and ``true``, and None
    for 'no gold label'. `split` reads only one split (``dev`` and ``validation`` are one), and `name` is what
    to call the data; None takes the name of the file. The others are explained beside their types.

    Raises
    ------
    OptionError
        If a value is none of those allowed.
    """

    columns: Annotated[
        Mapping[str, str | int],
        Option(
            "Which column is what: premise=...,hypothesis=...,label=... (or positions from 0).",
            parse=parse_columns,
        ),
    ] = field(default_factory=dict)
    label_map: Annotated[
        LabelMap | None,
        Option("What labels mean: 0=entailment,1=neutral,... ('-' for none).", parse=parse_label_map),
    ] = None
    format: Annotated[str | None, Option("Read DATA as this format instead of recognising it.")] = None
    on_missing_gold: Annotated[OnMissingGold, Option("How to treat rows without a gold label.")] = "drop"
    on_malformed: Annotated[OnMalformed, Option("How to treat rows that cannot be read.")] = "error"
    on_duplicate: Annotated[OnDuplicate, Option("How to treat repeated pairs with the same label.")] = "keep"
    split: str | None = None
    limit: Annotated[int | None, Option("Read only the first rows of each DATA.", least=1)] = None
    name: str | None = None
    gold: Annotated[
        str | None, Option("Which one of several gold labels: majority, unanimous, best, worst, or a column.")
    ] = None
    premise_join: Annotated[
        str | None, Option("Join a list of premises to one with this text between them.")
    ] = None
    encoding: Annotated[str | None, Option("Encoding of text that is not UTF-8, e.g. cp1252.")] = None
    quoting: Annotated[
        Quoting, Option("Whether quotation marks enclose cells; auto: in CSV, not in TSV.")
    ] = "auto"
    recipe: Annotated[
        Any,
        Option("A recipe of reading: a YAML file, its content in braces, or a dataset of `ls datasets`."),
    ] = None

    def __post_init__(self) -> None:
        OptionSet.__post_init__(self)
        _check_encoding(self.encoding)
        if self.gold is not None and self.gold not in GOLD_RULES and "label" in self.columns:
            raise OptionError(
                f"the gold column '{printable(self.gold)}' beside a label column in --columns",
                "one of them",
                f"leave one out; rules are {', '.join(GOLD_RULES)}",
            )
        for role in self.columns:
            _check_role(role)

    def resolved(self) -> "ReadOptions":
        """Return the options with the recipe read, and with what it states where nothing else does.

        Raises
        ------
        RecipeError
            If the recipe breaks its form, or states a value that an option does not take.
        """
        if self.recipe is None:
            return self
        from rightreasons.sources.catalogue.recognition import recipe_named

        recipe = recipe_named(self.recipe)
        default = ReadOptions()
        unstated = [name for name in recipe.options if getattr(self, name) == getattr(default, name)]
        try:
            return replace(self, recipe=recipe, **{name: recipe.options[name] for name in unstated})
        except OptionError as error:
            raise recipe.place.error(error.found, error.expected, error.remedy) from None

    @property
    def stated_recipe(self) -> "Recipe | None":
        """The recipe of options that are `resolved`; None where none was stated."""
        from rightreasons.sources.recipes.recipe import Recipe

        return self.recipe if isinstance(self.recipe, Recipe) else None

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
        from rightreasons.sources.python_values import as_text

        return {
            as_text(found) or "": None if label is None else label_named(label)
            for found, label in self.label_map.items()
        }

    @property
    def prediction_columns(self) -> dict[str, str | int]:
        """`columns` as those of a file of predictions: there its label is the gold label."""
        return {"gold" if role == "label" else role: name for role, name in self.columns.items()}

    @property
    def headerless(self) -> bool:
        """Whether columns are given by position.

        Raises
        ------
        OptionError
            If some are given by position and others by name.
        """
        recipe = self.stated_recipe
        columns = [*map(str, self.columns.values()), *(recipe.source_columns if recipe else ())]
        positions = [column.isdecimal() for column in columns]
        if any(positions) and not all(positions):
            raise OptionError(
                f"columns {quoted(tuple(columns))}",
                "either names or positions",
                "give all by position (no header) or all by name",
            )
        return any(positions)


def _check_encoding(name: str | None) -> None:
    if name is None:
        return
    try:
        "a".encode(name)  # `hex` and `zlib` are codecs, and none of text
    except (LookupError, ValueError):
        raise OptionError(
            f"encoding '{printable(name)}'", "the name of a text encoding", "write utf-8, cp1252, utf-16, ..."
        ) from None
