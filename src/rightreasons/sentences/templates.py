"""Sentences as templates with typed fields: text that still knows its figures, its names and its nouns.

A template is English with fields, ``Always guessing {label:text} gets {majority:percent}.``: what stands
behind the colon says what a field holds and how it is written (`KINDS`). A field without a colon is a noun,
``{premise}``, ``{Hypotheses}``, ``{a_premise}``: data of claims and evidence have those words there.

Templates stand in a ``sentences.yaml`` beside the files whose sentences they are, by owner and name, or in a
constant ``SENTENCES`` beside a measure, or beside a rule of a plug-in. `fill` fills one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from rightreasons.errors import TemplateError
from rightreasons.figures import Figure
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.printable import printable
from rightreasons.registry import Registry, united
from rightreasons.sentences.kinds import ARGUMENT, KINDS, TEXT, value_of
from rightreasons.sentences.sentence import (
    NOUN_KINDS,
    NOUNS,
    Filled,
    Sentence,
    key_of,
    of_noun,
    places,
    text_of,
)

FILE, CODES_FILE = "sentences.yaml", "codes.yaml"
CLAIMS, CODES = "SENTENCES", "CODES"
"""The constants of a plug-in: templates by owner and name, as in a ``sentences.yaml``; kinds of issues with
their name, remedy and ``sentences``, as in a ``codes.yaml``."""
_MEASURES = ("measure", "model_measure", "comparison_measure")
_CLAIMANTS = (
    *(Registry(kind, ("rightreasons.measures",)) for kind in _MEASURES),
    Registry("verdict_rule", ("rightreasons.verdicts",)),
)


@dataclass(frozen=True)
class Template:
    """A sentence with fields to fill.

    Parameters
    ----------
    name
        By which it is asked for.
    text
        The sentence.

    Raises
    ------
    TemplateError
        If a field is of no kind, or has none and is no noun.
    """

    name: str
    text: str

    def __post_init__(self) -> None:
        try:
            found = list(places(self.text))
        except ValueError as error:
            broken = f"brackets in the sentence '{self.name}': {error}"
            raise TemplateError(broken, "pairs of them", "correct the template") from error
        for name, kind in found:
            known = _noun_of(name) if not kind else kind.split(" ")[0] in (*KINDS, *NOUN_KINDS)
            if not known:
                expected = f"a kind behind a colon ({', '.join((*KINDS, *NOUN_KINDS))}), or a noun"
                wrong = f"the field '{key_of(name, kind)}' of the sentence '{self.name}'"
                raise TemplateError(wrong, expected, "correct the template")

    @property
    def owner(self) -> str:
        """Whose sentence it is: a measure, a code, or what else says it."""
        return self.name.partition(".")[0]

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of what has to be given; nouns are there."""
        return tuple(dict.fromkeys(name for name, kind in places(self.text) if kind))

    def fill(self, given: Mapping[str, Any]) -> Sentence:
        """Return the sentence.

        Parameters
        ----------
        given
            By name of the field what stands there. Of a number: a figure, an estimate or a plain number, of
            which none is written as a dash. Of a noun: ``"premise"``, ``"hypotheses"``.

        Raises
        ------
        TemplateError
            If a field is not given, what is given is no field, or cannot be written as its kind.
        """
        asked = set(self.asked)
        if wrong := sorted(asked ^ set(given)):
            how = "not given" if wrong[0] in asked else "given, which it does not have"
            raise TemplateError(
                f"the field '{wrong[0]}' of the sentence '{self.name}' {how}",
                f"just {', '.join(self.asked) or 'no field'}",
                "correct the template or its use",
            )
        fields = {
            key_of(name, kind): self._field(name, kind, given.get(name)) for name, kind in places(self.text)
        }
        return Sentence(text_of(self.text, fields), self.text, fields)

    def _field(self, name: str, kind: str, given: Any) -> Filled:
        if not kind:
            return _noun(name)
        try:
            return _filled(kind, given)
        except (TypeError, ValueError, AttributeError) as error:
            where = f"the field '{key_of(name, kind)}' of the sentence '{self.name}'"
            raise TemplateError(
                f"{printable(repr(given), 80)} in {where}",
                f"what is written as {kind}",
                "correct the kind in the template, or what is given",
            ) from error


def fill(name: str, /, **given: Any) -> Sentence:
    """Return the sentence of that name, filled; errors and fields are those of `Template.fill`.

    Raises
    ------
    TemplateError
        If there is no such sentence.
    """
    if name not in templates():
        raise TemplateError(
            f"no sentence is called '{name}'",
            f"one of a {FILE}, or of {CLAIMS} beside a measure",
            "correct the name",
        )
    return templates()[name].fill(given)


@cache
def templates() -> Mapping[str, Template]:
    """Return every template as ``OWNER.NAME``: those of our files, then those of plug-ins.

    Raises
    ------
    DuplicateNameError
        If two claim one name.
    TemplateError
        If one is none.
    """
    plugged = {by: named for kind in _CLAIMANTS for by, named in kind.claims(CLAIMS).items() if named}
    codes = {by: _of_codes(named) for kind in _CLAIMANTS for by, named in kind.claims(CODES).items()}
    claims = [*_ours(), *plugged.items(), *codes.items()]
    every = united("sentence", [(by, _flat(named)) for by, named in claims])
    return {name: Template(name, text) for name, text in every.items()}


def owners_in_files() -> frozenset[str]:
    """Return whose templates stand in our YAML files, not beside a measure or a rule in its own file."""
    return frozenset(owner for _, named in _ours() for owner in named)


def joined(parts: Iterable[str], between: str = ", ") -> Sentence:
    """Return sentences, or parts of them, behind each other as one."""
    given = {f"part{place}": part for place, part in enumerate(parts, 1)}
    return Template("parts", between.join(f"{{{name}:{TEXT}}}" for name in given)).fill(given)


def _filled(kind: str, given: Any) -> Filled:
    plain, _, digits = kind.partition(" ")
    if plain in NOUN_KINDS:
        return of_noun(plain, str(given))
    text = KINDS[plain](given, int(digits) if digits else None)
    if plain in (ARGUMENT, "set"):
        return Filled(plain, text, f"{given}")
    if plain in (TEXT, "name"):
        return Filled(plain, text, sentence=given if isinstance(given, Sentence) and given.fields else None)
    figure = given.name if isinstance(given, Figure) else None
    return Filled(plain, text, given.n if plain == "n" else value_of(given), figure)


def _noun_of(name: str) -> str | None:
    """Return which noun a field without a kind is, or None if it is none."""
    plain = name[:1].lower() + name[1:]
    key = plain.removeprefix("a_")
    return key if key in NOUNS else None


def _noun(name: str) -> Filled:
    key, start = _noun_of(name), name[:2].lower()
    kind = "a_noun" if start == "a_" else "noun"
    return of_noun(kind[:1].upper() + kind[1:] if name[0].isupper() else kind, str(key))


def _ours() -> Iterator[tuple[str, Mapping[str, Mapping[str, str]]]]:
    """Yield the templates of every file of ours, by the room it stands in."""
    root = Path(str(files("rightreasons")))
    for name in (FILE, CODES_FILE):
        for path in sorted(root.rglob(name)):
            room = ".".join(("rightreasons", *path.parent.relative_to(root).parts))
            named = packaged_yaml(room, name)
            yield f"{room}, {name}", named if name == FILE else _of_codes(named)


def _of_codes(named: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, str]]:
    """Return name, title, remedy, commands and sentences of kinds of issues by their codes."""
    return {code: {**_own_texts(each), **each.get("sentences", {})} for code, each in named.items()}


def _own_texts(code: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of a kind of issue besides its sentences; a command by the sentence that it is for."""
    commands = {f"command.{sentence}": text for sentence, text in code.get("commands", {}).items()}
    remedy, does = code["remedy"], code.get("command_does")
    remedies = {"remedy": remedy} | ({"with_command": f"{remedy} {does}"} if does else {})
    return {"name": code["name"], "title": code["meaning"]} | remedies | commands


def _flat(named: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {f"{owner}.{name}": text for owner, texts in named.items() for name, text in texts.items()}
