"""How far a run in the making is: what its finished steps found, and how many answers are kept."""

import json
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

from rightreasons.errors import RightReasonsError
from rightreasons.measures import MEASURES
from rightreasons.predictors.store.counting import kept_answers
from rightreasons.printable import printable
from rightreasons.reports.viewer.plain_files import read_plain, stamp
from rightreasons.reports.viewer.training_progress import epochs_so_far, seeds_asked, seeds_done
from rightreasons.runs.folder import FINDINGS
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.seal import STEPS

STORE = "predictions.sqlite"
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
    states = tuple(dict.fromkeys(step.sentence for step in steps))
    if work.job == "audit":
        measures = {step.measure for step in steps}  # one is taken once a test set
        return Progress("measures", len(measures), _asked_measures(work), finished=states)
    if work.job == "probe":
        sets = {data.name for data in work.data}
        scored = {step.on for step in steps if step.role == "score"}
        answers = _answers(folder / STORE)
        expected = None if answers is None else _expected_answers(work)
        return Progress("sets", len(scored & sets), len(sets), answers, expected, states)
    if work.job == "train":
        return Progress("seeds", seeds_done(folder), seeds_asked(work), finished=tuple(epochs_so_far(folder)))
    return Progress("steps", len(steps), finished=states)


@dataclass(frozen=True)
class _Step:
    """A finished step: measure, role and set of what it found, and that in words."""

    measure: str
    role: str
    on: str | None
    sentence: str


def _finished_steps(folder: Path) -> list[_Step]:
    """Return the steps in the order in which they were finished."""
    found = []
    for path in folder.glob(f"*/{FINDINGS}"):
        marked = stamp(path) if path.resolve() == path else None
        step = None if marked is None else _step(path)
        if marked is not None and step is not None:
            found.append((marked[1], path.parent.name, step))
    return [step for _, _, step in sorted(found, key=itemgetter(0, 1))]


def _step(path: Path) -> _Step | None:
    try:
        finding = json.loads(read_plain(path))["findings"][0]
        sentence = printable(f"{finding['measure']}: {_text(finding['headline'])}", _LONGEST_STEP)
        on = finding.get("on")
        return _Step(str(finding["measure"]), str(finding["role"]), on if on is None else str(on), sentence)
    except (RightReasonsError, ValueError, LookupError, TypeError, RecursionError):
        return None  # not yet written, or damaged: then it is not finished


def _text(headline: Any) -> str:
    """Return a stored headline as text: a sentence is stored with its template and its fields."""
    return str(headline["text"] if isinstance(headline, dict) else headline)


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
