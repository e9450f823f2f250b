"""What a model in training is asked at every evaluation: HANS, easy and hard items, controls."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rightreasons.artifacts.patterns.pattern_set import PatternSet, for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.controls import controlled
from rightreasons.difficulty.marks import DifficultyMarks, pattern_marks
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.challenges import challenges_named
from rightreasons.measures.model.easy_hard_accuracy import subset_accuracy
from rightreasons.measures.model.score import score
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.sources.read import read_pairs

Predict = Callable[[PairTable], Predictions]
CONTROLS = ("hypothesis_alone", "premise_shuffled")
HEURISTIC = ("heuristic",)
EASY = 0.8
"""Share of a label from which on a phrase of the training data marks an item, as `probe` has it."""


@dataclass(frozen=True)
class ShortcutSets:
    """Sets on which shortcuts show, made once and asked again and again.

    Parameters
    ----------
    challenges
        Challenges that test shortcuts, as samples.
    data
        Labelled data, scored as they are.
    marks
        Their easy and hard rows, where there are training data to mine patterns in.
    controls
        The same data with the premise removed, or exchanged with another's, by name.
    """

    challenges: tuple[Challenge, ...]
    data: Challenge | None = None
    marks: DifficultyMarks | None = None
    controls: tuple[tuple[str, Challenge], ...] = ()

    @classmethod
    def of(
        cls,
        on: Any = None,
        train: Any = None,
        *,
        challenges: Sequence[str] = ("hans",),
        per_group: int = 20,
        limit: int = 2_000,
        seed: int = 2019,
    ) -> "ShortcutSets":
        """Make the sets.

        Parameters
        ----------
        on, train
            Labelled data that are scored, and those whose patterns make items easy or hard: anything that
            `read_pairs` reads, or None.
        challenges
            Names of challenges that need no training data.
        per_group
            Items of every cell of a challenge: of HANS, of each of 30 subcases.
        limit
            The most rows of `on` that are asked.
        seed
            For samples and controls.
        """
        options = ProbeOptions(per_group=per_group, seed=seed)
        asked = challenges_named(challenges, options, None)
        if on is None:
            return cls(asked)
        pairs = (on if isinstance(on, PairTable) else read_pairs(on)).with_gold().head(limit)
        marks = None
        if train is not None:
            table = (train if isinstance(train, PairTable) else read_pairs(train)).with_gold()
            marks = pattern_marks(
                pairs, PatternSet.fit(table, for_tables(PatternOptions(threshold=EASY), table, pairs))
            )
        return cls(asked, from_pairs(pairs.name, pairs, ()), marks, tuple(_controls(pairs, seed)))

    def figures(self, predict: Predict) -> dict[str, float]:
        """Return every figure by its dotted name, as `probe` calls it; proportions go from 0 to 1.

        Parameters
        ----------
        predict
            The model as it is now.
        """
        found: dict[str, float] = {}
        for challenge in self.challenges:
            found.update(_accuracies(score(challenge, predict(challenge.with_text()))))
        if self.data is not None:
            found.update(self._of_data(self.data, predict))
        return found

    def _of_data(self, data: Challenge, predict: Predict) -> Iterator[tuple[str, float]]:
        scored = score(data, predict(data.with_text()))
        yield f"{data.name}.accuracy", _value(scored, "accuracy")
        if self.marks is not None and scored.items is not None:
            correct = scored.items["correct"].to_numpy().astype(np.bool_)
            parts = subset_accuracy(correct, self.marks.frame["mark"])
            for name, estimate in (("easy", parts.easy), ("hard", parts.hard), ("gap", parts.gap)):
                if estimate.value is not None:
                    yield f"{data.name}.{name}", estimate.value
        for name, control in self.controls:
            answered = score(control, predict(control.with_text()))
            yield f"{data.name}.{name}.accuracy", _value(answered, "accuracy")


def prefixed(figures: Mapping[str, float], prefix: str) -> dict[str, float]:
    """Return figures with a prefix before every name."""
    return {f"{prefix}{name}": value for name, value in figures.items()}


def _controls(pairs: PairTable, seed: int) -> Iterator[tuple[str, Challenge]]:
    for name in CONTROLS:
        try:
            yield name, from_pairs(f"{pairs.name} {name}", controlled(pairs, name, seed), ())
        except MeasureInputError:
            continue  # one premise in most rows: it cannot be exchanged


def _accuracies(finding: Finding) -> Iterator[tuple[str, float]]:
    """Yield accuracy over all, and by heuristic and label."""
    for figure in finding.figures.where("accuracy"):
        if figure.value is not None and tuple(figure.group) in ((), HEURISTIC):
            yield finding.dotted(figure.name), figure.value


def _value(finding: Finding, name: str) -> float:
    value = finding.figures[name].value
    return float("nan") if value is None else value
