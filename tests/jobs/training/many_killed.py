"""Trainings side by side that are killed when the first of them is sealed, as `kill -9` does."""

import os
import signal
import sys
from pathlib import Path

from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.many import PlannedTraining, train_many
from rightreasons.sources.bundled import bundled_pairs

CHANGES = ("epochs=3", "settings.buckets=50", "words.size=8", "optimiser.learning_rate=0.05")
METHODS = {"plain": None, "guided": "guidance:min-count=5", "focal": "focal"}


def planned(seeds: int = 2) -> list[PlannedTraining]:
    """Return three small trainings."""
    pairs, dev, test = bundled_pairs(240, 1), bundled_pairs(90, 2), bundled_pairs(60, 3).named("unseen")
    return [
        PlannedTraining(
            name,
            "ngrams-joulin2017",
            pairs,
            dev,
            (test,),
            TrainOptions(seeds=seeds, small=True, changes=CHANGES, debias=debias),
        )
        for name, debias in METHODS.items()
    ]


if __name__ == "__main__":
    out = Path(sys.argv[1])

    def kill(what: str, done: int, total: int) -> None:
        """End this process as soon as a training is sealed."""
        if any((out / name).is_dir() for name in METHODS):
            os.kill(os.getpid(), signal.SIGKILL)

    train_many(planned(), out, workers=1, progress=kill)
