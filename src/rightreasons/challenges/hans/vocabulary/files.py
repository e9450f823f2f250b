"""Vocabularies of HANS: those that ship, and a user's own from YAML, checked."""

from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rightreasons.challenges.hans.vocabulary.faults import faults
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary
from rightreasons.errors import FileMissingError, UnknownNameError, UnreadableFileError, VocabularyError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.printable import printable, quoted
from rightreasons.streams.files import file_bytes
from rightreasons.text.language import language

SHIPPED = ("hans", "harbour")


@cache
def named_vocabulary(name: str = "hans") -> HansVocabulary:
    """Return a vocabulary that ships with the project.

    Raises
    ------
    UnknownNameError
        If there is none of that name.
    """
    if name not in SHIPPED:
        raise UnknownNameError(
            f"vocabulary '{printable(name)}'", f"one of {', '.join(SHIPPED)}, or a YAML file", "correct it"
        )
    return hans_vocabulary_from(language().data(f"hans/{name}.yaml"), f"{name}.yaml")


def read_vocabulary(path: Path) -> HansVocabulary:
    """Read and check a vocabulary from a user's YAML file, laid out like ``hans.yaml``.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it is not YAML.
    VocabularyError
        If a list is missing or empty, or words contradict each other; see `checks`.
    """
    if not path.is_file():
        raise FileMissingError(f"no file {printable(path.name)}", "a YAML file of words", "correct the path")
    try:
        content = guarded_yaml(file_bytes(path))
    except ValueError as error:
        raise UnreadableFileError(
            f"{printable(path.name)}: {printable(str(error), 200)}", "YAML in UTF-8", "correct the file"
        ) from error
    return hans_vocabulary_from(content, path.name)


def hans_vocabulary_from(content: Any, where: str) -> HansVocabulary:
    """Return the checked vocabulary that `content` states; `where` names its source in errors.

    Raises
    ------
    VocabularyError
        As in `read_vocabulary`.
    """
    try:
        vocabulary = HansVocabulary.model_validate(content)
    except ValidationError as error:
        found = [_fault(each["loc"], each["msg"]) for each in error.errors()]
        raise _unfit(where, found) from error
    found = faults(vocabulary)
    if found:
        raise _unfit(where, found)
    return vocabulary


def _fault(location: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(str(part) for part in location) or 'the file'}: {message}"


def _unfit(where: str, found: list[str]) -> VocabularyError:
    shown = "; ".join(printable(fault, 160) for fault in found[:5])
    more = f"; and {len(found) - 5} more" if len(found) > 5 else ""
    return VocabularyError(
        f"vocabulary {quoted((where,))}: {shown}{more}",
        "the lists of hans.yaml, each with words that fit its templates",
        "correct these words",
    )
