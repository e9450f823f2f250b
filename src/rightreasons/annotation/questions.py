"""The questions that people are asked, by name or from a file."""

from dataclasses import asdict
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from rightreasons.errors import OptionError, UnknownNameError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.printable import printable
from rightreasons.streams.files import file_bytes

SWAP_LABEL = "swap-label"
INCOHERENT = "incoherent"


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Question:
    """What people are asked of every item, and what they see of it.

    Parameters
    ----------
    title, instructions, question
        The wording.
    texts
        Column by heading.
    choices
        Wording by answer; at least two.
    """

    title: str
    instructions: tuple[str, ...]
    question: str
    texts: dict[str, str]
    choices: dict[str, str]

    def __post_init__(self) -> None:
        if len(self.choices) < 2 or not self.texts:
            raise ValueError("a question shows a text and has at least two answers")

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return asdict(self)


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Wording:
    """What ``questions.yaml`` states.

    Parameters
    ----------
    items_per_sheet
        The most items of a sheet.
    marks
        What stands before and after a word that changed places.
    questions
        Question by name.
    """

    items_per_sheet: int
    marks: tuple[str, str]
    questions: dict[str, Question]


@cache
def wording() -> Wording:
    """Return the questions of this project."""
    text = files(__package__).joinpath("questions.yaml").read_text(encoding="utf-8")
    return TypeAdapter(Wording).validate_python(guarded_yaml(text))


def question_named(name: str) -> Question:
    """Return a question by its name, or from a YAML file with the fields of `Question`.

    Raises
    ------
    UnknownNameError
        If there is neither.
    OptionError
        If the file holds no question.
    """
    questions = wording().questions
    if name in questions:
        return questions[name]
    path = Path(name)
    if not path.is_file():
        raise UnknownNameError(
            f"question '{printable(name)}'",
            f"one of {', '.join(questions)}, or a YAML file",
            "correct --question",
        )
    return question_of(_file(path), printable(path.name))


def question_of(values: Any, where: str) -> Question:
    """Return the question that plain values state.

    Raises
    ------
    OptionError
        If they state none; `where` says where they stand.
    """
    try:
        return TypeAdapter(Question).validate_python(values)
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"])) or "its fields"
        raise OptionError(
            f"'{where}' is no question: {printable(place)}: {printable(problem['msg'])}",
            "title, instructions, question, texts (column by heading), choices (wording by answer)",
            "correct the file",
        ) from error


def _file(path: Path) -> Any:
    try:
        return guarded_yaml(file_bytes(path))
    except (OSError, ValueError) as error:
        raise OptionError(
            f"question '{printable(str(path))}' cannot be read: {printable(str(error), 200)}",
            "a YAML file",
            "correct --question",
        ) from error
