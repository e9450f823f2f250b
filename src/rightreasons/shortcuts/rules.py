"""The family `rules`: rules over the pair from a file, discovered or written by hand."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rightreasons.errors import FileMissingError, InputError, OptionError, RightReasonsError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.labels import Label
from rightreasons.printable import printable
from rightreasons.shortcuts.predicates.vocabulary import predicate_of
from rightreasons.shortcuts.rule import FAMILY, MOST_PARTS, Literal, Rule
from rightreasons.shortcuts.shortcut import Shortcuts
from rightreasons.streams.files import file_bytes

ADDS = {"shortcut_family": ["rules"]}
_NOT = "not "
_FORM = "rules: [{label: entailment, when: ['overlap: full', 'not hypothesis-word: not']}]"


def rules(file: str | Path = "") -> Shortcuts:
    """Rules over the pair from a YAML file: ``rules:FILE``, as `discover` writes it or by hand.

    Parameters
    ----------
    file
        The file.

    Raises
    ------
    OptionError
        If no file is named.
    InputError
        If it holds no rules.
    """
    if not str(file):
        raise OptionError(f"the family '{FAMILY}' without a file", "rules:FILE", "name the file of rules")
    return Shortcuts.of(FAMILY, *(each.shortcut for each in read_rules(Path(file))))


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Return the rules of a YAML file.

    Raises
    ------
    FileMissingError
        If there is no such file.
    InputError
        If it holds no rules, or an unknown predicate or label; the rule is named.
    """
    name = printable(str(path), 200)
    if not path.is_file():
        raise FileMissingError(f"'{name}' is not there", "a file of rules", "correct the path")
    try:
        content = guarded_yaml(file_bytes(path))
    except (OSError, ValueError) as error:
        raise InputError(f"'{name}': {error}", _FORM, "correct the file") from error
    stated = content.get("rules") if isinstance(content, Mapping) else None
    if not isinstance(stated, list) or not stated:
        raise InputError(f"'{name}' holds no rules", _FORM, "correct the file")
    found = tuple(_rule(each, f"rule {place} of '{name}'") for place, each in enumerate(stated, start=1))
    keys = [each.key for each in found]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise InputError(f"'{printable(twice)}' twice in '{name}'", "each rule once", "leave one of them out")
    return found


def _rule(stated: Any, where: str) -> Rule:
    if not isinstance(stated, Mapping) or not {"label", "when"} <= stated.keys():
        raise InputError(f"{where} without label and when", _FORM, "correct the file")
    parts = stated["when"] if isinstance(stated["when"], list) else [stated["when"]]
    if not 1 <= len(parts) <= MOST_PARTS:
        raise InputError(f"{where} has {len(parts)} predicates", f"1 to {MOST_PARTS}", "correct the file")
    try:
        label = Label(str(stated["label"]))
        return Rule(tuple(_literal(_written(each)) for each in parts), label)
    except RightReasonsError as error:
        raise InputError(f"{where}: {error.found}", error.expected, error.remedy) from error
    except ValueError as error:
        labels = ", ".join(each.value for each in Label)
        raise InputError(
            f"{where}: the label '{printable(str(stated['label']))}'", labels, "correct the file"
        ) from error


def _written(part: Any) -> str:
    """Return a predicate as text: YAML reads ``overlap: full`` without quotation marks as a mapping."""
    if isinstance(part, Mapping) and len(part) == 1:
        (family, argument), *_ = part.items()
        return f"{family}: {argument}"
    return str(part)


def _literal(text: str) -> Literal:
    negated = text.startswith(_NOT)
    return Literal(predicate_of(text.removeprefix(_NOT)), negated)


def rules_text(found: Iterable[Rule]) -> str:
    """Return rules as the text of a file that `read_rules` reads."""
    import yaml

    stated = [
        {"label": each.label.value, "when": [literal.key for literal in each.literals], "says": each.sentence}
        for each in found
    ]
    return yaml.safe_dump({"rules": stated}, sort_keys=False, allow_unicode=True, width=100)
