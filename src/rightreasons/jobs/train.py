"""Train a model by a recipe, with one seed or several, and keep models, predictions and figures as a run."""

from pathlib import Path
from typing import Any, Unpack

from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.plan import Training, plan_training
from rightreasons.jobs.training.pool import train_plans
from rightreasons.keywords import TrainKeywords
from rightreasons.options import divided, options_shown
from rightreasons.runs.claims import one_writer

__all__ = ["TrainOptions", "Training", "train"]


@options_shown(TrainOptions)
@one_writer
def train(
    recipe: str,
    train: Any,
    dev: Any,
    *,
    out: str | Path,
    test: Any = (),
    progress: Progress = silent,
    **options: Unpack[TrainKeywords],
) -> Training:
    """Train a model; the same call after an interruption goes on where it stopped.

    Parameters
    ----------
    recipe
        Its name, see `rightreasons.training.recipe_files.recipe_names`.
    train, dev
        Anything `read_pairs` reads; dev decides which epoch is kept.
    out
        Folder of the run; the model of seed 1 is in ``seed-1``. The same work there is taken up again.
    test
        Further sets to predict, one or several.
    progress
        Where training says how far it is.
    **options
        Fields of `TrainOptions`.

    Raises
    ------
    RightReasonsError
        A coded error; what was trained until then is kept.

    Examples
    --------
    >>> from rightreasons import train
    >>> run = train("ngrams-joulin2017", "train.jsonl", "dev.jsonl", out="run", small=True)  # doctest: +SKIP
    """
    (chosen,) = divided(options, TrainOptions)
    with remembering():
        plan = plan_training(recipe, train, dev, test, out=Path(out), options=chosen)
        done = train_plans([plan], workers=chosen.workers, progress=progress)
    for error in done.failed.values():
        raise error
    return done.made[0]
