"""Text that keeps the template it was made of and the fields that fill it, in memory and in storage."""

import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from rightreasons.errors import TemplateError
from rightreasons.pairs import Nouns
from rightreasons.printable import printable

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

NOUNS = ("premise", "premises", "hypothesis", "hypotheses")
NOUN_KINDS = ("noun", "Noun", "a_noun", "A_noun")
"""How a noun is written: as it is, with a capital letter, with an article, with both."""
_NLI = Nouns()


class StoredText:
    """How text is stored: as it is, or of a `Sentence` as a `Stored` one."""

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        """Return the schema of either; what is read is a `Sentence` again."""
        from pydantic_core import core_schema

        either = handler.generate_schema(str | Stored)
        written = core_schema.plain_serializer_function_ser_schema(_stored, return_schema=either)
        return core_schema.no_info_after_validator_function(_read, either, serialization=written)


Text = Annotated[str, StoredText()]
"""The type of what may be a `Sentence`: a str to whoever reads it, stored with template and fields."""


@dataclass(frozen=True)
class Filled:
    """A field of a sentence, filled.

    Parameters
    ----------
    kind
        What it holds and how it is written: one of `KINDS`.
    text
        As it is written.
    value
        The number; of a noun, which one it is.
    figure
        The name of the figure, within the finding whose sentence it is.
    sentence
        The sentence that stands there, where it is one with fields of its own.
    """

    kind: str
    text: str
    value: str | float | None = None
    figure: str | None = None
    sentence: Text | None = None


@dataclass(frozen=True)
class Stored:
    """A sentence as it is stored: its text, and what it was made of."""

    text: str
    template: str
    fields: Mapping[str, Filled]


class Sentence(str):
    """Text that keeps its template and the fields that fill it; whatever takes a str takes it.

    Parameters
    ----------
    text
        The text.
    template
        What it was made of; empty where that is not known.
    fields
        What stands between the brackets of the template, filled.
    """

    __slots__ = ("fields", "template")
    template: str
    fields: Mapping[str, Filled]

    def __new__(cls, text: str, template: str = "", fields: Mapping[str, Filled] | None = None) -> "Sentence":
        """Return text as a sentence."""
        made = super().__new__(cls, text)
        made.template, made.fields = template, fields or {}
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentence, (str(self), self.template, dict(self.fields))

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the figures in it, those of sentences within it too."""
        found: dict[str, None] = {}
        for each in self.fields.values():
            inner = each.sentence.figures if isinstance(each.sentence, Sentence) else ()
            found |= dict.fromkeys(inner) | ({each.figure: None} if each.figure else {})
        return tuple(found)


def in_words(text: str, nouns: Nouns) -> str:
    """Return a sentence with the nouns of the data; other text is returned as it is."""
    if not isinstance(text, Sentence) or not text.fields:
        return text
    fields = {key: _in_words(each, nouns) for key, each in text.fields.items()}
    return Sentence(text_of(text.template, fields), text.template, fields)


def with_arguments(text: str, typed: Mapping[str, str]) -> str:
    """Return a command with its arguments as a person typed them.

    Parameters
    ----------
    text
        A command; other text is returned as it is.
    typed
        By what an argument is called in a run, what stood on the command line, quoted for the shell.
    """
    if not isinstance(text, Sentence) or not text.fields:
        return text
    fields = {
        key: replace(each, text=typed.get(str(each.value), each.text)) if each.kind == "argument" else each
        for key, each in text.fields.items()
    }
    return Sentence(text_of(text.template, fields), text.template, fields)


def noun(key: str, nouns: Nouns, *, article: bool = False) -> str:
    """Return what the data call their ``"premise"``, ``"premises"``, ``"hypothesis"`` or ``"hypotheses"``.

    Parameters
    ----------
    key, nouns
        Which of the four, and the words of the data.
    article
        Whether one of them is meant: ``an answer``; of evidence, which has no plural of its own, a piece.
    """
    word: str = getattr(nouns, key)
    if not article:
        return word
    if word == nouns.premise and nouns.premises.endswith(f" of {word}"):
        return f"a {nouns.premises.partition('s of ')[0]} of {word}"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def of_noun(kind: str, key: str, nouns: Nouns = _NLI) -> Filled:
    """Return a noun as the field of a sentence.

    Raises
    ------
    TemplateError
        If it is none of `NOUNS`.
    """
    if key not in NOUNS:
        found = f"the noun '{printable(key)}' in a sentence"
        raise TemplateError(found, f"one of {', '.join(NOUNS)}", "correct what is given for it")
    word = noun(key, nouns, article=kind.lower() == "a_noun")
    return Filled(kind, word[0].upper() + word[1:] if kind[0].isupper() else word, key)


def _in_words(field: Filled, nouns: Nouns) -> Filled:
    if field.kind in NOUN_KINDS:
        return of_noun(field.kind, str(field.value), nouns)
    if field.sentence is None:
        return field
    sentence = in_words(field.sentence, nouns)
    return replace(field, text=str(sentence), sentence=sentence)


def places(template: str) -> Iterator[tuple[str, str]]:
    """Yield name and kind of every field of a template, the kind of a noun being empty.

    Raises
    ------
    ValueError
        If its brackets are no pairs.
    """
    for _, name, kind, _ in string.Formatter().parse(template):
        if name is not None:
            yield name, kind or ""


def key_of(name: str, kind: str) -> str:
    """Return a field as it stands between the brackets."""
    return f"{name}:{kind}" if kind else name


def text_of(template: str, fields: Mapping[str, Filled]) -> str:
    """Return a template with its fields filled."""
    parts = []
    for before, name, kind, _ in string.Formatter().parse(template):
        parts += [before, "" if name is None else fields[key_of(name, kind or "")].text]
    return "".join(parts)


def _stored(text: str) -> "str | Stored":
    if isinstance(text, Sentence) and text.fields:
        return Stored(str(text), text.template, text.fields)
    return str(text)


def _read(found: "str | Stored") -> str:
    if isinstance(found, str):
        return found
    try:
        keys = {key_of(name, kind) for name, kind in places(found.template)}
    except ValueError:
        keys = set()
    if keys != set(found.fields) or text_of(found.template, found.fields) != found.text:
        raise ValueError("a sentence whose template and fields do not make its text")
    return Sentence(found.text, found.template, found.fields)
