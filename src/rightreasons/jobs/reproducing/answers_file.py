"""``answers.yaml``: which kept findings answer for which model of a paper."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from rightreasons.errors import FileMissingError, UnknownNameError, UnreadableFileError
from rightreasons.papers import PAPERS
from rightreasons.papers.printed import PrintedPaper
from rightreasons.printable import printable

ANSWERS = "answers.yaml"


@checked(frozen=True, config=ConfigDict(extra="forbid"))
class Answer:
    """What answers for one model in ``answers.yaml``.

    Parameters
    ----------
    files
        Findings files or run folders, by their place beside ``answers.yaml``.
    by
        How they were made, in words.
    basis
        In what the model is not the paper's.
    figures
        Patterns of the dotted names that are taken; none: all.
    under
        What the dotted names of this model begin with, where a file speaks of several models.
    """

    files: tuple[str, ...]
    by: str = ""
    basis: Literal["same", "other data", "other model"] = "other data"
    figures: tuple[str, ...] = ()
    under: str = ""


def read_answers(folder: Path) -> Mapping[str, Mapping[str, Answer]]:
    """Read what answers for which model, by paper and model.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it is not written so.
    UnknownNameError
        If it speaks of a paper, or of a model that no cell of the paper has.
    """
    import yaml

    path = folder / ANSWERS
    if not path.is_file():
        raise FileMissingError(
            f"no {ANSWERS} in '{printable(str(folder))}'", "a folder of results", "check --results"
        )
    try:
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
        whole = {
            paper: {
                model: {"files": each} if isinstance(each, list) else each for model, each in models.items()
            }
            for paper, models in said.items()
        }
        answers: dict[str, dict[str, Answer]] = TypeAdapter(dict[str, dict[str, Answer]]).validate_python(
            whole
        )
    except (OSError, ValueError, AttributeError, yaml.YAMLError, ValidationError) as error:
        raise UnreadableFileError(
            f"'{printable(str(path))}' does not say which files answer for which model",
            "PAPER: {MODEL: [FILE, ...]}",
            "correct the file",
        ) from error
    for paper, models in answers.items():
        _check_models(PAPERS.load(paper).printed, models)
    return answers


def _check_models(printed: PrintedPaper, models: Iterable[str]) -> None:
    known = dict.fromkeys(cell.model for cell in printed.cells if cell.model)
    wrong = next((model for model in models if model not in known), None)
    if wrong is not None:
        raise UnknownNameError(
            f"model '{printable(wrong)}' of {printed.name} in {ANSWERS}",
            f"one of {', '.join(known)}",
            "correct the file",
        )
