"""The declared rules and word lists of the language (``swaps.yaml``)."""

from functools import cache

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass as validated_dataclass

from rightreasons.labels import Label
from rightreasons.text.language import language


@validated_dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Rule:
    """A gold label and when it is proposed; None does not ask.

    Parameters
    ----------
    relation
        What the hypothesis's word is to the premise's.
    label
        What is proposed.
    control
        Gold of the control instance.
    adds
        Whether the hypothesis has content words that the premise lacks.
    """

    relation: str
    label: Label
    control: Label | None = None
    adds: bool | None = None


@validated_dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Rules:
    """What the file states; its comments say what each entry is for."""

    never_swapped: frozenset[str]
    interchangeable: frozenset[frozenset[str]]
    misleading: frozenset[frozenset[str]]
    mass_nouns: frozenset[str]
    relational: frozenset[str]
    particles: frozenset[str]
    masculine: frozenset[str]
    feminine: frozenset[str]
    pronouns: frozenset[str]
    downward: frozenset[str]
    between: frozenset[str]
    unclear: frozenset[str]
    function_words: frozenset[str]
    ex_situ: tuple[Rule, ...]
    in_situ: tuple[Rule, ...]
    substitute: tuple[Rule, ...]

    def fit(self, first: str, second: str) -> bool:
        """Return whether two nouns are both mass nouns or neither, and both relations or neither."""
        return all((first in kind) == (second in kind) for kind in (self.mass_nouns, self.relational))


@cache
def rules() -> Rules:
    """Return the rules."""
    return TypeAdapter(Rules).validate_python(language().data("swaps.yaml"))
