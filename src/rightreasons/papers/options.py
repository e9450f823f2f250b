"""The options of `reproduce`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from rightreasons.errors import OptionError
from rightreasons.options import Option, OptionSet
from rightreasons.printable import printable


@dataclass(frozen=True)
class ReproduceOptions(OptionSet):
    """Which figures of a paper are put beside ours, and how it is read."""

    items: tuple[str, ...] = ()
    data: Annotated[
        str | Path | None,
        Option("Folder of the published files, in any arrangement.", env="RIGHTREASONS_DATA"),
    ] = None
    scale: Annotated[
        str, Option("paper, or small: also figures from the public part of the data, marked as such.")
    ] = "paper"
    seed: Annotated[int, Option("Random seed.")] = 0
    paper_version: Annotated[int | None, Option("Version of the paper whose numbering --table uses.")] = None
    definition: Annotated[
        str | None, Option("Another definition than the paper's, by name; a wrong name lists them.")
    ] = None
    results: Annotated[
        str | Path | None,
        Option("Folder whose answers.yaml assigns findings to models."),
    ] = None


def _places(text: Any) -> Mapping[str, str]:
    """Read ``NAME=FOLDER``, given once or more."""
    pairs = [each.partition("=") for each in ([text] if isinstance(text, str) else text)]
    wrong = next((name for name, _, place in pairs if not place), None)
    if wrong is not None:
        raise OptionError(f"encoder '{printable(wrong)}'", "NAME=FOLDER or hub name", "correct --encoder")
    twice = {name for name, _, _ in pairs if sum(name == other for other, _, _ in pairs) > 1}
    if twice:
        raise OptionError(f"encoder '{printable(min(twice))}' twice", "once", "leave one --encoder out")
    return {name: place for name, _, place in pairs}


@dataclass(frozen=True)
class ExperimentOptions(OptionSet):
    """How the models of a paper are trained for its cells.

    `runs` counts seeds of every model, or samples of the paper's rows at random; models that `only` leaves
    out are taken where they are finished. With `changes` a recipe is not the paper's.
    """

    runs: Annotated[int, Option("Train the models of these cells, with this many seeds each.", least=1)] = 1
    inits: Annotated[
        int, Option("Models on each sample of rows at random, for --runs (Liu et al.: 3).", least=1)
    ] = 1
    changes: Annotated[
        tuple[str, ...], Option("KEY=VALUE in every recipe of --runs, as in epochs=3.", name="set")
    ] = ()
    vectors: Annotated[tuple[str, ...], Option("Word vectors for --runs; again: joined in order.")] = ()
    encoders: Annotated[
        Mapping[str, str],
        Option(
            "NAME=FOLDER or hub name: pretrained weights for --runs.",
            name="encoder",
            parse=_places,
            again=True,
        ),
    ] = field(default_factory=dict)
    probed_on: Annotated[tuple[str, ...], Option("Probe the models of --runs on this too.", name="on")] = ()
    only: Annotated[
        tuple[str, ...], Option("Train only models of these names for --runs, as in 'InferSent*'.")
    ] = ()
    workers: Annotated[int | None, Option("Trainings of --runs in parallel.", least=1)] = None
