"""Train a model by a recipe, with one seed or several, and keep models, predictions and figures as a run."""

from pathlib import Path
from typing import Any

from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.training.plan import DEFAULT_SEED, Training, TrainOptions, plan_training
from rightreasons.jobs.training.pool import carry_out
from rightreasons.runs.claims import one_writer

__all__ = ["DEFAULT_SEED", "TrainOptions", "Training", "train"]


@one_writer
def train(
    recipe: str,
    train: Any,
    dev: Any,
    *,
    out: str | Path,
    test: Any = (),
    progress: Progress = silent,
    **options: Any,
) -> Training:
    """Train a model; the same call after an interruption goes on where it stopped.

    Parameters
    ----------
    recipe
        Its name, see `rightreasons.training.recipe.recipe_names`.
    train, dev
        Anything `read_pairs` reads; dev decides which epoch is kept.
    out
        Folder of the run; the model of seed 1 is in ``seed-1``. The same work there is taken up again.
    test
        Further sets to predict, one or several.
    progress
        Where training says how far it is.
    **options
        The fields of `TrainOptions`.

    Raises
    ------
    RightReasonsError
        A coded error; what was trained until then is kept.

    Examples
    --------
    >>> from rightreasons import train
    >>> run = train("ngrams-joulin2017", "train.jsonl", "dev.jsonl", out="run", small=True)  # doctest: +SKIP
    """
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in options.items()
    }
    chosen = TrainOptions(**given)
    with remembering():
        plan = plan_training(recipe, train, dev, test, out=Path(out), options=chosen)
        done = carry_out([plan], workers=chosen.workers, progress=progress)
    for error in done.failed.values():
        raise error
    return done.made[0]
