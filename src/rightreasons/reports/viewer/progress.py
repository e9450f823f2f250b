"""How far a run in the making is: what its finished steps found, and how many answers are kept."""

import json
from dataclasses import dataclass
from pathlib import Path

from rightreasons.errors import RightReasonsError
from rightreasons.measures import MEASURES
from rightreasons.pairs import pair_hash
from rightreasons.predictors.store.counting import kept_answers
from rightreasons.printable import printable
from rightreasons.reports.viewer.plain_files import read_plain, stamp
from rightreasons.reports.viewer.training_progress import epochs_so_far, seeds_asked, seeds_done
from rightreasons.runs.folder import FINDINGS
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.seal import STEPS

STORE = "predictions.sqlite"
_SCORE = "-score"
_LONGEST_STEP = 400


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Parameters
    ----------
    unit
        What is counted: measures, sets, seeds or steps.
    done, total
        How many of them are finished, and of how many; None where that is not known.
    answers, expected_answers
        Answers of the model that are kept, and about how many there will be; None where that is not known.
    finished
        What the finished steps say, in words.
    """

    unit: str
    done: int
    total: int | None = None
    answers: int | None = None
    expected_answers: int | None = None
    finished: tuple[str, ...] = ()

    @property
    def share(self) -> float | None:
        """How much is done, from 0 to 1, as far as it is known."""
        if self.answers is not None and self.expected_answers:
            return min(1.0, self.answers / self.expected_answers)
        return min(1.0, self.done / self.total) if self.total else None


def progress_of(folder: Path, work: Manifest) -> Progress:
    """Return how far a run in the making is.

    Parameters
    ----------
    folder
        Where it is written.
    work
        What is done.
    """
    steps = _finished_steps(folder / STEPS)
    states = tuple(dict.fromkeys(steps.values()))
    if work.job == "audit":
        # A measure is taken once a test set; the steps of one are told apart by a number.
        measures = {step.rpartition("-")[0] or step for step in steps}
        return Progress("measures", len(measures), _asked_measures(work), finished=states)
    if work.job == "probe":
        sets = {pair_hash(data.name)[:16] for data in work.data}
        scored = {step.removesuffix(_SCORE) for step in steps if step.endswith(_SCORE)}
        answers = _answers(folder / STORE)
        expected = None if answers is None else _expected_answers(work)
        return Progress("sets", len(scored & sets), len(sets), answers, expected, states)
    if work.job == "train":
        return Progress("seeds", seeds_done(folder), seeds_asked(work), finished=tuple(epochs_so_far(folder)))
    return Progress("steps", len(steps), finished=states)


def _finished_steps(folder: Path) -> dict[str, str]:
    """Return headline by step, in the order in which they were finished."""
    found = []
    for path in folder.glob(f"*/{FINDINGS}"):
        marked = stamp(path) if path.resolve() == path else None
        headline = None if marked is None else _headline(path)
        if marked is not None and headline is not None:
            found.append((marked[1], path.parent.name, headline))
    return {step: headline for _, step, headline in sorted(found)}


def _headline(path: Path) -> str | None:
    try:
        finding = json.loads(read_plain(path))["findings"][0]
        return printable(f"{finding['measure']}: {finding['headline']}", _LONGEST_STEP)
    except (RightReasonsError, ValueError, LookupError, TypeError, RecursionError):
        return None  # not yet written, or damaged: then it is not finished


def _asked_measures(work: Manifest) -> int:
    measures = work.options.get("measures")
    return len(measures) if isinstance(measures, list) and measures else len(list(MEASURES))


def _expected_answers(work: Manifest) -> int | None:
    """Return about how many answers there will be: how often controls ask is not known beforehand."""
    if work.controls_on:
        return None
    return sum(data.rows for data in (*work.data, work.calibration, work.fitting) if data is not None)


def _answers(store: Path) -> int | None:
    if stamp(store) is None:
        return None
    try:
        return kept_answers(store)
    except RightReasonsError:
        return None  # being made, or held by the model: the next look will tell
