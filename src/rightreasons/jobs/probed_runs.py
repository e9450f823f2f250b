"""Models probed for their comparison: every seed of several trainings, or a file of predictions."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rightreasons.engine.progress import Progress
from rightreasons.errors import ComparisonError
from rightreasons.jobs.probe import probe
from rightreasons.jobs.probing.challenges import CONTROLS, challenge_named
from rightreasons.measures.comparison.trained_runs import TrainedRun, with_probes
from rightreasons.printable import printable
from rightreasons.runs.folder import Run


def probed_trainings(
    runs: Sequence[Run],
    trainings: Sequence[TrainedRun],
    on: Sequence[Any],
    out: Path | None,
    progress: Progress,
) -> tuple[TrainedRun, ...]:
    """Return the trainings with what the model of every seed said of challenges.

    Parameters
    ----------
    runs, trainings
        The trainings, and what of them is compared.
    on
        Challenges, as of `rightreasons.jobs.probe.probe`.
    out
        Folder of the comparison: probes are kept beside it, in ``OUT-probes/PLACE-RUN-seed-S``, where the
        same call finds them. None: they are not kept.
    progress
        Where it says how far it is.

    Raises
    ------
    RightReasonsError
        A coded error of a probe; probes that were done until then are kept.
    """
    challenges = [each if each == CONTROLS else challenge_named(each) for each in on]
    total = sum(len(training.seeds) for training in trainings)
    found: list[TrainedRun] = []
    done = 0
    with folder_of_probes(out) as folder:
        for place, (run, training) in enumerate(zip(runs, trainings, strict=True), start=1):
            probes = []
            for seed in training.seeds:
                progress("probes", done, total)
                name = f"{place}-{run.path.resolve().name}-seed-{seed}"
                probes.append(probed_model(run.path / f"seed-{seed}", challenges, folder / name))
                done += 1
            found.append(with_probes(training, probes))
    progress("probes", total, total)
    return tuple(found)


@contextmanager
def folder_of_probes(out: Path | None) -> Iterator[Path]:
    """Give the folder beside a comparison where its probes are kept, or a temporary one where it has none."""
    if out is not None:
        whole = out.resolve()
        yield whole.with_name(f"{whole.name}-probes")
        return
    with TemporaryDirectory() as folder:
        yield Path(folder)


def probed_model(
    model: Path, challenges: Sequence[Any], out: Path, *, label_check: bool = False, **reading: Any
) -> Run:
    """Probe one model of ours, whose labels stand in its checkpoint, or a file of predictions.

    Parameters
    ----------
    model, challenges, out, label_check
        As of `rightreasons.jobs.probe.probe`.
    **reading
        How a file of predictions is read: its ``label_map`` and ``prediction_columns``.

    Raises
    ------
    ComparisonError
        If it did not answer everything.
    RightReasonsError
        A coded error of the probe.
    """
    made = probe(str(model), challenges, out=out, label_check=label_check, **reading)
    if made.run is None:
        raise ComparisonError(
            f"'{printable(str(model))}', which did not answer everything: {'; '.join(made.incomplete or ())}",
            "an answer to every item",
            "run it again: what was answered is kept",
        )
    return made.run
