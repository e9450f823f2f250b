"""What `make predictions` does: write what a model said in a probe as a file that can be scored anywhere."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rightreasons.errors import FileMissingError, OptionError
from rightreasons.jobs.datasets import versions
from rightreasons.jobs.probing.stored import STORE
from rightreasons.predictors.store.store import Store
from rightreasons.printable import printable
from rightreasons.runs.made_files import made_file
from rightreasons.runs.seal import SEAL, check_seal


def make_predictions(source: Path, out: Path, fingerprint: str | None = None) -> Mapping[str, Any]:
    """Write the predictions of a store as Parquet, and a manifest beside it.

    Parameters
    ----------
    source
        The folder of a probe, or a store.
    out
        The Parquet file, see `rightreasons.predictors.store.Store.export`.
    fingerprint
        Of the model whose predictions are meant, where the store has those of several.

    Raises
    ------
    FileMissingError
        If there is no store.
    OptionError
        If the store holds predictions of several models and none was chosen.
    RunExistsError
        If `out` is there.
    """
    path = source / STORE if source.is_dir() else source
    if not path.is_file():
        raise FileMissingError(
            f"no predictions at '{printable(str(source))}'", "the folder of a probe, or a store", "check it"
        )
    if (path.parent / SEAL).is_file():
        check_seal(path.parent)
    with Store.open(path) as store:
        models = store.models()
        chosen = {fingerprint} if fingerprint is not None else set(models)
        if len(chosen) != 1 or not chosen <= set(models):
            raise OptionError(
                f"{len(models)} models in '{printable(path.name)}'",
                f"one of {', '.join(f'{each.name} ({key[:12]})' for key, each in models.items())}",
                "name its fingerprint with --model",
            )
        (key,) = chosen
        work = {"job": "make predictions", "model": models[key].described(), "versions": versions()}

        def write(file: Path) -> Mapping[str, Any]:
            store.export(file, key)
            return {}

        return made_file(out, work, write)
