"""Labels by name, never by position: spellings, schemes, the three-to-two collapse and its inverse."""

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Literal

from rightreasons.errors import (
    AmbiguousLabelError,
    InputError,
    MeaninglessLabelError,
    OptionError,
    UnknownLabelError,
)
from rightreasons.guarded_yaml import packaged_yaml
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

_MAP_ENTRY = re.compile(r'\s*+(?:"(?P<quoted>(?:[^"]|"")*+)"|(?P<plain>[^,=]*+))\s*+=(?P<name>[^,]*)(?=,|$)')
_NUMBERED = re.compile(r"(?:label[_-]?)?(?P<number>\d+)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[,|;]")
_LONGEST_KEY = 60
_MOST_ENTRIES = 20
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


def parse_label_map(text: str) -> dict[str, Label | None]:
    """Read ``0=entailment,1=neutral,-1=-`` as given on the command line.

    A label that holds a comma or an equals sign stands in double quotes, a quote in it doubled.

    Raises
    ------
    OptionError
        If an entry is not ``FOUND=LABEL``, a place is left empty, a label comes twice or is unknown.
    """
    mapping: dict[str, Label | None] = {}
    at = 0
    while at <= len(text):
        entry = _MAP_ENTRY.match(text, at)
        name = entry["name"].strip() if entry else ""
        if entry is None or not name:
            raise OptionError(
                f"'{printable(text[at:])}' in the label map",
                "FOUND=LABEL, no place left empty",
                f"write a label ({', '.join(Label)}, or '-' for none) after each '='",
            )
        quoted_key = entry["quoted"]
        key = entry["plain"].strip() if quoted_key is None else quoted_key.replace('""', '"')
        if key in mapping:
            raise OptionError(
                f"'{printable(key)}' twice in the label map", "each label once", "leave one of them out"
            )
        mapping[key] = label_named(name)
        at = entry.end() + 1
    return mapping


def as_spelled(mapping: Mapping[str, Label | None], found: Iterable[str]) -> dict[str, Label | None]:
    """Return a label map with its keys as they were found: ``0`` and ``LABEL_0`` mean the same.

    White space around a label that was found does not count.

    Raises
    ------
    OptionError
        If two keys mean the same label and say different things of it.
    """
    there = set(found)
    numbered = {number: name for name in sorted(there) if (number := _number(name)) is not None}
    spelled: dict[str, Label | None] = {}
    for key, label in mapping.items():
        name = key if key in there else numbered.get(_number(key) or "", key)
        if name in spelled and spelled[name] != label:
            raise OptionError(
                f"two meanings of '{printable(name)}' in the label map", "one", "leave one of them out"
            )
        spelled[name] = label
    spaced = (name for name in there if name not in spelled and name.strip() in spelled)
    return spelled | {name: spelled[name.strip()] for name in spaced}


def is_number(name: str) -> bool:
    """Return whether a label is an integer, or a name such as ``LABEL_0`` that means one."""
    return _number(name.strip().removeprefix("-")) is not None


def _number(name: str) -> str | None:
    found = _NUMBERED.fullmatch(name.strip())
    return found["number"] if found else None


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


@dataclass(frozen=True, slots=True)
class LabelReading:
    """What the label strings of a dataset mean, as far as that is known.

    Parameters
    ----------
    meaning
        Label by string as found; None is 'no gold label'.
    unknown
        Strings whose meaning is not known, sorted.
    notes
        What a reader should know: which set of spellings was recognised, and of two labels which two.
    """

    meaning: Mapping[str | None, Label | None]
    unknown: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def resolve(
    found: Iterable[str | None], mapping: Mapping[str, Label | None] | None = None
) -> dict[str | None, Label | None]:
    """Return what every distinct label string of a dataset means; None means 'no gold label'.

    Parameters
    ----------
    found
        The distinct strings of the label column; null is no gold label.
    mapping
        What the user stated (``--label-map``); it goes before the aliases.

    Raises
    ------
    MeaninglessLabelError
        For integers and names such as ``LABEL_0`` that the mapping does not explain.
    AmbiguousLabelError
        For spellings such as ``n`` that mean a label only beside the others of their set.
    UnknownLabelError
        For anything else that is not known.
    """
    reading = read_labels(found, mapping)
    if reading.unknown:
        raise unexplained(reading.unknown)(
            f"labels {quoted(reading.unknown)} {why_unexplained(reading.unknown)}",
            f"spellings of {', '.join(Label)}, or a stated meaning",
            f"give {label_map_to_fill(reading)} with a label after each '='",
        )
    return dict(reading.meaning)


def read_labels(
    found: Iterable[str | None], mapping: Mapping[str, Label | None] | None = None, *, indicator: bool = False
) -> LabelReading:
    """Return what the label strings of a dataset mean, and those that are not known; nothing is guessed.

    Parameters
    ----------
    found, mapping
        As of `resolve`.
    indicator
        Whether the name of the label column says that 1, yes and true mean entailment.
    """
    strings = sorted({label for label in found if label is not None})
    stated = as_spelled(mapping or {}, strings)
    open_keys = {
        _normal(label) for label in strings if label not in stated and _normal(label) not in _no_gold()
    }
    chosen, source = _set_reading(open_keys, indicator=indicator)
    meaning: dict[str | None, Label | None] = {None: None}
    unknown = []
    for label in strings:
        key = _normal(label)
        if label in stated:
            meaning[label] = stated[label]
        elif key in _no_gold():
            meaning[label] = None
        elif key in chosen or key in _aliases():
            meaning[label] = chosen.get(key) or _aliases()[key]
        else:
            unknown.append(label)
    return LabelReading(meaning, tuple(unknown), () if unknown else _reading_notes(meaning, source))


def _reading_notes(meaning: Mapping[str | None, Label | None], source: str) -> tuple[str, ...]:
    named = {text: label for text, label in meaning.items() if text is not None and label is not None}
    read = ", ".join(f"'{printable(text, 40)}' as {label}" for text, label in named.items())
    notes = [f"labels read by their set ({source}): {read}"] if source else []
    if set(named.values()) == {Label.ENTAILMENT, Label.CONTRADICTION}:
        notes.append(f"two labels, no neutral one: {read}")
    return tuple(notes)


def unexplained(unknown: Sequence[str]) -> type[InputError]:
    """Return the error that labels of unknown meaning call for."""
    if all(_MEANINGLESS.fullmatch(_normal(label)) for label in unknown):
        return MeaninglessLabelError
    if all(_normal(label) in _ambiguous() for label in unknown):
        return AmbiguousLabelError
    return UnknownLabelError


def why_unexplained(unknown: Sequence[str]) -> str:
    """Return, as the predicate of a sentence, why labels could not be read."""
    error = unexplained(unknown)
    if error is MeaninglessLabelError:
        return "carry no meaning"
    return "can be read in more than one way" if error is AmbiguousLabelError else "are not known"


def label_map_to_fill(reading: LabelReading) -> str:
    """Return the ``--label-map`` that would explain `reading`: what is not known has an empty place.

    Labels that cannot be typed as they are (control characters, very long ones) are left out.
    """
    meanings = {
        text: label
        for text, label in reading.meaning.items()
        if text and label is not None and text not in reading.unknown
    }
    entries = [
        f"{_map_key(text)}={meanings.get(text, '')}"
        for text in sorted({*meanings, *reading.unknown})
        if printable(text, _LONGEST_KEY) == text
    ]
    shown = ",".join(entries[:_MOST_ENTRIES]) + (",..." if len(entries) > _MOST_ENTRIES else "")
    return f"--label-map {shlex.quote(shown)}"


def label_map_text(mapping: Mapping[str, str]) -> str:
    """Return a label map as ``--label-map`` takes it: names of labels, or ``-``, by label as found."""
    return ",".join(f"{_map_key(text)}={name}" for text, name in mapping.items())


def _map_key(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"' if any(character in text for character in ',="') or text != text.strip() else text


def label_parts(text: str) -> tuple[str, ...]:
    """Return the strings of a cell of several labels: a JSON list, or parts between ``,``, ``|`` or ``;``.

    Examples
    --------
    >>> label_parts("neutral, entailment"), label_parts('["e", "n"]'), label_parts("neutral")
    (('neutral', 'entailment'), ('e', 'n'), ('neutral',))
    """
    if text.lstrip().startswith("["):
        try:
            items = json.loads(text)
        except (ValueError, RecursionError):
            return (text,)
        if isinstance(items, list) and all(isinstance(item, str) for item in items):
            return tuple(items)
        return (text,)
    parts = tuple(part for each in _SEPARATORS.split(text) if (part := each.strip()))
    return parts if len(parts) > 1 else (text,)


def _normal(label: str) -> str:
    return re.sub(r"[_\s]+", "-", label.strip().lower())


@cache
def _table() -> dict[str, object]:
    table: dict[str, object] = packaged_yaml("rightreasons", "label_aliases.yaml")
    return table


@cache
def _aliases() -> dict[str, Label]:
    table: Any = _table()["aliases"]
    return {entry["found"]: Label(name) for name, entries in table.items() for entry in entries}


@cache
def _no_gold() -> frozenset[str]:
    names: Any = _table()["no_gold"]
    return frozenset(names)


@dataclass(frozen=True, slots=True)
class _SpellingSet:
    """Spellings that are read together, and which of them must occur for that."""

    labels: Mapping[str, Label]
    complete: tuple[frozenset[str], ...]
    source: str


@cache
def _sets() -> tuple[_SpellingSet, ...]:
    table: Any = _table()["sets"]
    return tuple(_spelling_set(entry, entry["complete"]) for entry in table)


@cache
def _indicator() -> _SpellingSet:
    entry: Any = _table()["indicator"]
    return _spelling_set(entry, entry["complete"])


def _spelling_set(entry: Mapping[str, Any], complete: Iterable[Iterable[str]]) -> _SpellingSet:
    labels = {key: Label(name) for key, name in entry["labels"].items()}
    return _SpellingSet(labels, tuple(frozenset(names) for names in complete), entry["source"])


@cache
def _ambiguous() -> frozenset[str]:
    """Every spelling that is read only in company."""
    return frozenset(key for names in _sets() for key in names.labels)


def _set_reading(keys: Set[str], *, indicator: bool) -> tuple[Mapping[str, Label], str]:
    """Return what the labels that are not spelled out mean together, and where that is to be stated.

    It is where the same spelling means another label in a set of three.
    """
    spelled_out = {_aliases()[key] for key in keys if key in _aliases()}
    rest = {key for key in keys if key not in _aliases()}
    if not rest:
        return {}, ""
    candidates = (_indicator(),) if indicator else _sets()
    for names in candidates:
        whole = any(complete <= keys for complete in names.complete)
        if whole and rest <= set(names.labels) and spelled_out <= {Label.ENTAILMENT, *names.labels.values()}:
            relative = Label.NON_ENTAILMENT in names.labels.values()
            return names.labels, names.source if relative else ""
    return {}, ""
