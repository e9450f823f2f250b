"""Labels by name, never by position: spellings, schemes, the three-to-two collapse and its inverse."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Literal

from rightreasons.errors import (
    AmbiguousLabelError,
    MeaninglessLabelError,
    OptionError,
    UnknownLabelError,
)
from rightreasons.printable import printable, quoted


class Label(StrEnum):
    """What a premise says of a hypothesis."""

    ENTAILMENT = "entailment"
    NEUTRAL = "neutral"
    CONTRADICTION = "contradiction"
    NON_ENTAILMENT = "non-entailment"


THREE_WAY = (Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION)
TWO_WAY = (Label.ENTAILMENT, Label.NON_ENTAILMENT)
CollapseRule = Literal["argmax", "sum"]

_MEANINGLESS = re.compile(r"-?\d+(\.0+)?|label-?\d+", re.IGNORECASE)


def in_order(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Return the distinct labels in the order entailment, neutral, contradiction, non-entailment."""
    found = set(labels)
    return tuple(label for label in Label if label in found)


def gold_set(label: Label) -> frozenset[Label]:
    """Return every label that is right where `label` is gold: the inverse of the collapse.

    `non-entailment` covers neutral and contradiction beside itself; any other label covers only itself.
    """
    if label is Label.NON_ENTAILMENT:
        return frozenset({Label.NON_ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION})
    return frozenset({label})


def collapse(label: Label) -> Label:
    """Return the two-way label: entailment, or non-entailment for everything else."""
    return Label.ENTAILMENT if label is Label.ENTAILMENT else Label.NON_ENTAILMENT


def collapse_probabilities(probabilities: Mapping[Label, float], rule: CollapseRule = "argmax") -> Label:
    """Return the two-way label of one item from its three-way probabilities.

    Parameters
    ----------
    probabilities
        Probability by label.
    rule
        ``"argmax"`` collapses the most probable label (McCoy et al. 2019, section 4); ``"sum"`` compares the
        probability of entailment with the sum of the others. A tie is entailment only if no other label
        is as probable.
    """
    entailed = probabilities.get(Label.ENTAILMENT, 0.0)
    others = [p for label, p in probabilities.items() if label is not Label.ENTAILMENT]
    rival = max(others, default=0.0) if rule == "argmax" else sum(others)
    return Label.ENTAILMENT if entailed > rival else Label.NON_ENTAILMENT


def parse_label_map(text: str) -> dict[str, Label | None]:
    """Read ``0=entailment,1=neutral,-1=-`` as given on the command line.

    Raises
    ------
    OptionError
        If an entry is not ``FOUND=LABEL`` or the label is unknown.
    """
    mapping: dict[str, Label | None] = {}
    for entry in text.split(","):
        found, separator, name = entry.partition("=")
        if not separator:
            raise OptionError(
                f"'{printable(entry)}' in the label map", "FOUND=LABEL", "write --label-map 0=entailment,..."
            )
        mapping[found.strip()] = label_named(name.strip())
    return mapping


def label_named(name: str) -> Label | None:
    """Return the label for a spelling that stands on its own, or None for one that says 'no gold label'.

    Raises
    ------
    OptionError
        If the spelling is unknown.
    """
    key = _normal(name)
    if key in _no_gold():
        return None
    if key not in _aliases():
        raise OptionError(
            f"label name '{printable(name)}'",
            f"one of {', '.join(Label)}, or '-' for none",
            "correct the name",
        )
    return _aliases()[key]


def resolve(
    found: Iterable[str | None], mapping: Mapping[str, Label | None] | None = None
) -> dict[str | None, Label | None]:
    """Say what every distinct label string of a dataset means; None means 'no gold label'.

    Parameters
    ----------
    found
        The distinct strings of the label column; null is no gold label.
    mapping
        What the user said (``--label-map``); it goes before the aliases.

    Raises
    ------
    MeaninglessLabelError
        For integers and names such as ``LABEL_0`` that the mapping does not explain.
    AmbiguousLabelError
        For spellings such as ``n`` that mean a label only beside the others of their set.
    UnknownLabelError
        For anything else that is not known.
    """
    said = mapping or {}
    strings = sorted({label for label in found if label is not None})
    open_ones = [label for label in strings if label not in said and _normal(label) not in _no_gold()]
    together = _set_reading(open_ones)
    meaning: dict[str | None, Label | None] = {None: None}
    unknown = []
    for label in strings:
        key = _normal(label)
        if label in said:
            meaning[label] = said[label]
        elif key in _no_gold():
            meaning[label] = None
        elif key in _aliases():
            meaning[label] = _aliases()[key]
        elif key in together:
            meaning[label] = together[key]
        else:
            unknown.append(label)
    if unknown:
        raise _unexplained(unknown)
    return meaning


def _unexplained(unknown: Sequence[str]) -> Exception:
    example = f"--label-map {printable(unknown[0], 20)}=entailment,..."
    if all(_MEANINGLESS.fullmatch(_normal(label)) for label in unknown):
        return MeaninglessLabelError(
            f"labels {quoted(tuple(unknown))} carry no meaning", "names, or a stated order", f"give {example}"
        )
    if all(any(_normal(label) in names for names in _sets()) for label in unknown):
        return AmbiguousLabelError(
            f"labels {quoted(tuple(unknown))} can be read in more than one way",
            f"a full set such as {', '.join(_sets()[0])}, or names",
            f"give {example}",
        )
    return UnknownLabelError(
        f"labels {quoted(tuple(unknown))}", f"spellings of {', '.join(Label)}", f"give {example}"
    )


def _set_reading(labels: Sequence[str]) -> dict[str, Label]:
    keys = {_normal(label) for label in labels}
    for names in _sets():
        if keys >= set(names):
            return names
    return {}


def _normal(label: str) -> str:
    return re.sub(r"[_\s]+", "-", label.strip().lower())


@cache
def _table() -> dict[str, object]:
    import yaml

    text = files("rightreasons").joinpath("label_aliases.yaml").read_text(encoding="utf-8")
    table: dict[str, object] = yaml.safe_load(text)
    return table


@cache
def _aliases() -> dict[str, Label]:
    table = _table()["aliases"]
    assert isinstance(table, dict)  # noqa: S101 - our own file, checked by its tests
    return {alias: Label(name) for name, spellings in table.items() for alias in spellings}


@cache
def _no_gold() -> frozenset[str]:
    table = _table()["no_gold"]
    assert isinstance(table, list)  # noqa: S101 - our own file, checked by its tests
    return frozenset(table)


@cache
def _sets() -> tuple[dict[str, Label], ...]:
    table = _table()["sets"]
    assert isinstance(table, list)  # noqa: S101 - our own file, checked by its tests
    return tuple({key: Label(name) for key, name in names.items()} for names in table)
