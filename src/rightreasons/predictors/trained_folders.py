"""Where the model lies in what `train` wrote: the folder of a seed, or of a run with a single seed."""

from collections.abc import Mapping
from pathlib import Path

from rightreasons.errors import FileMissingError, OptionError
from rightreasons.printable import printable, quoted

DESCRIPTION = "model.json"
_FILES = (DESCRIPTION, "model.safetensors", "vocabulary.txt")
ENCODER = "config.json"


def is_trained(path: Path) -> bool:
    """Return whether a folder is a model that `train` made, or a run of `train`."""
    return (path / DESCRIPTION).is_file() or bool(_seeds(path))


def files_of(folder: Path) -> list[Path]:
    """Return everything that predictions of a model depend on."""
    return [*(folder / name for name in _FILES), *sorted((folder / "bracketer").glob("bracketer.*"))]


def folder_of(path: Path) -> Path:
    """Return the folder of the model: itself, or that of the only seed of a run.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    OptionError
        If the run has several seeds, with their names.
    """
    if not path.is_dir():
        raise FileMissingError(
            f"no folder '{printable(str(path))}'", "a model or a run of `train`", "check the path"
        )
    seeds = _seeds(path)
    if (path / DESCRIPTION).is_file() or (path / ENCODER).is_file() or not seeds:
        return path
    if len(seeds) > 1:
        raise OptionError(
            f"'{printable(str(path))}' with the models {quoted([seed.name for seed in seeds])}",
            "one model",
            f"name one of them, such as {printable(str(seeds[0]))}",
        )
    return seeds[0]


def _seeds(path: Path) -> list[Path]:
    return sorted(
        folder
        for folder in path.glob("seed-*")
        if (folder / DESCRIPTION).is_file() or (folder / ENCODER).is_file()
    )


def name_of(folder: Path) -> str:
    """Return what tells the seeds of a run apart: ``RUN/seed-1``."""
    whole = folder.resolve()
    return f"{whole.parent.name}/{whole.name}" if whole.name.startswith("seed-") else whole.name


def trained_title(folder: Path, described: object) -> str | None:
    """Return what to call a model that `train` made: ``NAME, seed 1``; None where it has no name of its own.

    Parameters
    ----------
    folder
        Of the model, in that of its run.
    described
        What `train` wrote into the description of the model: ``facts`` and more.
    """
    facts = described.get("facts") if isinstance(described, Mapping) else None
    if not isinstance(facts, Mapping):
        return None
    name, began, seed = (facts.get(each) for each in ("name", "checkpoint", "seed"))
    if isinstance(name, str):
        return printable(name, 160)
    if isinstance(began, str):  # an encoder that was trained before models had names
        return printable(f"{Path(began).name} of {folder.resolve().parent.name}, seed {seed}", 160)
    return None
