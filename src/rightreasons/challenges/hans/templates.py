"""The grammar of HANS as its data file states it: subcases, templates, phrases."""

from functools import cache
from typing import Literal

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass as validated_dataclass

from rightreasons.labels import Label
from rightreasons.text.language import language

Quirks = Literal["official", "fixed"]


_STRICT = ConfigDict(extra="forbid")


@validated_dataclass(frozen=True, config=_STRICT)
class Alternative:
    """One way to write a phrase.

    Parameters
    ----------
    tree
        Its nodes in the notation of trees.
    slots
        Word list by slot.
    share
        How often it is drawn relative to its sisters: as often as these lists have words; once by default.
    official_tree
        What the published generator writes, where it differs.
    gap, own_trees
        Trees that the words of the slot `own_trees` bring stand instead of `tree`, with `gap` in theirs.
    variants
        Whether such trees make variants of the template.
    each
        A slot each of whose words makes an alternative of its own.
    """

    tree: str
    slots: dict[str, str]
    share: tuple[str, ...] = ()
    official_tree: str | None = None
    gap: str | None = None
    own_trees: str | None = None
    variants: bool = False
    each: str | None = None


@validated_dataclass(frozen=True, config=_STRICT)
class Template:
    """One template: what premise and hypothesis look like.

    Parameters
    ----------
    id
        The official id, e.g. ``"temp20"``.
    slots
        Word list or phrase by slot.
    premise, hypothesis
        Trees in the notation of ``grammar.yaml``.
    share
        As in `Alternative`, relative to the other templates of the subcase.
    key
        Slot of the word around which the template was built (appendix E); None where there is none.
    category
        Name of a category that templates share; the id by default.
    official_hypothesis_text
        The hypothesis as the published generator writes it, where that is not what its tree says.
    """

    id: str
    slots: dict[str, str]
    premise: str
    hypothesis: str
    share: tuple[str, ...] = ()
    key: str | None = None
    category: str | None = None
    official_hypothesis_text: str | None = None


@validated_dataclass(frozen=True, config=_STRICT)
class Subcase:
    """One of the 30 subcases.

    Parameters
    ----------
    name
        The official name, e.g. ``"ln_passive"``.
    heuristic
        The heuristic it supports or contradicts.
    label
        Gold label of all its pairs.
    templates
        Its templates.
    """

    name: str
    heuristic: str
    label: Label
    templates: tuple[Template, ...]


@validated_dataclass(frozen=True, config=_STRICT)
class Statement:
    """The whole grammar file.

    Parameters
    ----------
    literals
        Part of speech of words that templates fix.
    tags
        Part of speech of the words of each list.
    frames
        Frames in which the verbs of each list are used; see `attest`.
    phrases
        Alternatives by the name of the phrase.
    subcases
        In the order of the published file.
    """

    literals: dict[str, str]
    tags: dict[str, str]
    frames: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[Alternative, ...]]
    subcases: tuple[Subcase, ...]


@cache
def statement() -> Statement:
    """Return the grammar of the language as it is stated in ``hans/grammar.yaml``."""
    return TypeAdapter(Statement).validate_python(language().data("hans/grammar.yaml"))


def subcase_names() -> tuple[str, ...]:
    """Return the names of the 30 subcases in the order of the published file."""
    return tuple(subcase.name for subcase in statement().subcases)
