"""``answers.yaml``: which kept findings answer for which model of a paper."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from rightreasons.errors import FileMissingError, UnknownNameError, UnreadableFileError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.papers import PAPERS
from rightreasons.papers.answers.made import Made
from rightreasons.papers.printed import PrintedPaper
from rightreasons.papers.trained.trainings import WrittenSelection
from rightreasons.printable import printable
from rightreasons.streams.files import file_bytes

ANSWERS = "answers.yaml"


@checked(frozen=True, config=ConfigDict(extra="forbid"))
class Answer:
    """What answers for one model in ``answers.yaml``.

    Parameters
    ----------
    files
        Findings files, plain or in the archive, or run folders, by their place beside ``answers.yaml``.
    by
        What to say of them.
    made
        How the model was made.
    basis
        In what the model is not the paper's.
    figures
        Which are taken, as `FigureSelection.of` reads them; none: all.
    model
        What this model is called where a file speaks of several, as one of `reproduce --runs` does.
    """

    files: tuple[str, ...]
    by: str = ""
    made: Made | None = None
    basis: Literal["same", "other data", "other model"] = "other data"
    figures: tuple[WrittenSelection, ...] = ()
    model: str = ""


def read_answers(folder: Path) -> Mapping[str, Mapping[str, Answer]]:
    """Read what answers for which model, by paper and model.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it is not written so.
    FigureReferenceError
        If what it says of figures is no reference.
    UnknownNameError
        If it speaks of a paper, or of a model that no cell of the paper has.
    """
    path = folder / ANSWERS
    if not path.is_file():
        raise FileMissingError(
            f"no {ANSWERS} in '{printable(str(folder))}'", "a folder of results", "check --results"
        )
    try:
        content = guarded_yaml(file_bytes(path))
        whole = {
            paper: {
                model: {"files": each} if isinstance(each, list) else each for model, each in models.items()
            }
            for paper, models in content.items()
        }
        answers: dict[str, dict[str, Answer]] = TypeAdapter(dict[str, dict[str, Answer]]).validate_python(
            whole
        )
    except (OSError, ValueError, AttributeError, ValidationError) as error:
        raise UnreadableFileError(
            f"'{printable(str(path))}' does not say which files answer for which model",
            "PAPER: {MODEL: [FILE, ...]}",
            "correct the file",
        ) from error
    for paper, models in answers.items():
        _check_models(PAPERS.load(paper).printed, models)
    return answers


def _check_models(printed: PrintedPaper, models: Iterable[str]) -> None:
    of_paper = dict.fromkeys(cell.model for cell in printed.cells if cell.model)
    wrong = next((model for model in models if model not in of_paper), None)
    if wrong is not None:
        raise UnknownNameError(
            f"model '{printable(wrong)}' of {printed.name} in {ANSWERS}",
            f"one of {', '.join(of_paper)}",
            "correct the file",
        )
