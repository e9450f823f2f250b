"""Reads prompt templates: those that ship with the project, and a user's own, which are checked."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from rightreasons.errors import FileMissingError, PromptError, UnknownNameError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.labels import THREE_WAY, TWO_WAY
from rightreasons.predictors.llm.prompts import PLACEHOLDERS, Prompt, normal
from rightreasons.printable import printable, quoted
from rightreasons.streams.files import file_bytes

_LARGEST = 1_000_000
_FORM = "the keys of a template; words such as 'true' in quotes"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True)
class PromptFile:
    """What a file of prompts holds; a user's file needs the prompts only.

    Parameters
    ----------
    prompts
        Templates.
    lead_ins
        What may stand before the word of an answer.
    refusals
        How answers start that are none.
    refused_codes, too_long_codes
        Codes of errors that speak of one pair: it was refused, or it does not fit the model.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    prompts: tuple[Prompt, ...]
    lead_ins: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    refused_codes: tuple[str, ...] = ()
    too_long_codes: tuple[str, ...] = ()


@cache
def shipped() -> PromptFile:
    """Return what ships with the project."""
    text = files("rightreasons.predictors.llm").joinpath("prompts.yaml").read_text(encoding="utf-8")
    return _parsed(text, "prompts.yaml")


def chosen_prompts(names: Sequence[str], path: str | None = None) -> tuple[Prompt, ...]:
    """Return the prompts of these names.

    Parameters
    ----------
    names
        Names of shipped or own prompts; empty takes the first of the user's file, or else the first shipped.
    path
        A user's file.

    Raises
    ------
    UnknownNameError
        If there is no such prompt.
    FileMissingError, PromptError
        If the file is not there, or breaks its form.
    """
    own = () if path is None else read_prompts(path)
    there = {prompt.name: prompt for prompt in (*own, *shipped().prompts)}
    chosen = tuple(dict.fromkeys(names)) or tuple(there)[:1]
    unknown = tuple(name for name in chosen if name not in there)
    if unknown:
        raise UnknownNameError(
            f"prompt {quoted(unknown)}", f"one of {quoted(tuple(there))}", "correct the name"
        )
    return tuple(there[name] for name in chosen)


def read_prompts(path: str) -> tuple[Prompt, ...]:
    """Return the prompts of a user's file; errors as of `chosen_prompts`."""
    file = Path(path)
    if not file.is_file():
        raise FileMissingError(f"no file '{printable(path)}'", "a YAML file of prompts", "correct the path")
    if file.stat().st_size > _LARGEST:
        raise _broken(path, f"more than {_LARGEST:,} bytes", "templates")
    try:
        text = file_bytes(file).decode()
    except UnicodeDecodeError:
        raise _broken(path, "bytes that are not UTF-8", "YAML in UTF-8") from None
    prompts = _parsed(text, path).prompts
    names = [prompt.name for prompt in (*prompts, *shipped().prompts)]
    twice = tuple(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise _broken(path, f"the names {quoted(twice)} more than once", "names of their own")
    if not prompts:
        raise _broken(path, "no prompts", "one template at least")
    for prompt in prompts:
        _check(prompt, path)
    return prompts


def _parsed(text: str, path: str) -> PromptFile:
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(PromptFile).validate_python(guarded_yaml(text))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise _broken(path, f"{printable(place)}: {printable(first['msg'], 200)}", _FORM) from None
    except ValueError as error:
        raise _broken(path, str(error), "YAML") from None


def _check(prompt: Prompt, path: str) -> None:
    content = "".join(message.content for message in prompt.messages)
    missing = tuple(each for each in PLACEHOLDERS if each not in content)
    words = [normal(word) for label in prompt.labels for word in prompt.verbaliser[label]]
    where = f"'{printable(prompt.name, 40)}'"
    if not _NAME.fullmatch(prompt.name):
        raise _broken(path, f"a prompt called {where}", "a name of small letters, digits and hyphens")
    if missing:
        raise _broken(path, f"{where} without {quoted(missing)}", "both placeholders in the messages")
    if prompt.labels not in (THREE_WAY, TWO_WAY):
        raise _broken(
            path,
            f"{where} with words for {quoted(prompt.labels) or 'no label'}",
            f"words for {', '.join(THREE_WAY)}, or for {', '.join(TWO_WAY)}",
        )
    if not all(prompt.verbaliser.values()) or not all(words) or len(set(words)) < len(words):
        raise _broken(path, f"{where} with empty or repeated words", "words that differ, for every label")
    if prompt.max_tokens < 1:
        raise _broken(path, f"{where} with {prompt.max_tokens} tokens for an answer", "at least one")


def _broken(path: str, problem: str, expected: str) -> PromptError:
    return PromptError(
        f"prompts '{printable(path)}': {problem}", expected, "write it as the templates that ship are written"
    )
