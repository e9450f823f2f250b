"""The measure `row_shift`: saved predictions as they are, some rows on from any row, and in reverse order."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import NotApplicableError
from rightreasons.figures import Figure, where
from rightreasons.findings import Finding, View
from rightreasons.labels import Label
from rightreasons.labels import collapse as two_way_label
from rightreasons.numbers import decimals
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.paired import mcnemar_one_sided
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import TestResult

ADDS = {"model_measure": ["row_shift"]}
MEASURE = "row_shift"
REVERSED = "reversed"
FARTHEST = 5
LEVEL = 0.01
PLAINLY = 1.05
"""How many times as many answers have to be right where only a part of the rows is moved."""

Labels = npt.NDArray[np.str_]


@dataclass(frozen=True)
class _Shift:
    """Predictions moved up by some rows, down by as many less than none, or reversed (None).

    How many are right then, and whether more than as they are. `start` is the first row moved, from 0;
    `tried` from how many rows on the shift was tried.
    """

    rows: int | None
    right: int
    test: TestResult
    start: int = 0
    tried: int = 1

    @property
    def p_value(self) -> float:
        """The p-value after Bonferroni over the rows that it was tried from."""
        return 1.0 if self.test.p_value is None else min(1.0, self.test.p_value * self.tried)

    @property
    def settings(self) -> dict[str, int | str]:
        """By how many rows which are moved, the first of them counted from 1."""
        return {"shift": REVERSED if self.rows is None else self.rows, "from_row": self.start + 1}

    @property
    def name(self) -> str:
        """What the table calls it: ``+2``, ``-1``, ``reversed``."""
        return REVERSED if self.rows is None else decimals(self.rows, 0, signed=True)


def row_shift(
    challenge: Challenge, saved_predictions: Predictions, scored: Finding, model: str = "the model"
) -> Finding:
    """Score saved predictions shifted by one to five rows, up and down, and in reverse order.

    Rows are in the order of the predictions; what is shifted beyond one end comes in at the other. Each shift
    is also tried from every row on, as of a file that lost or gained a row there; then what would come from
    beyond the end is wrong.

    Parameters
    ----------
    challenge, saved_predictions
        What was asked, and what was said, joined by id.
    scored
        Their score, whose items have the answers that were compared with gold.
    model
        What to call the model.

    Returns
    -------
    Finding
        Figures ``as_given`` and ``shifted`` (accuracies, the second of the best shift). View ``shifts``. Test
        ``best``: the best shift is right more often than the rows as given; exact one-sided McNemar,
        Bonferroni over all that were tried. Setting ``from_row``: the first row that is moved, from 1.

    Raises
    ------
    NotApplicableError
        Where no shift is right more often than the rows as they are, beyond chance.
    """
    gold, answers = _in_file_order(challenge, saved_predictions, scored)
    as_given = answers == gold
    shifts = list(_shifts(gold, answers, as_given))
    parts = list(_from_a_row(gold, answers, as_given))
    best = _best(shifts, parts)
    p_value = 1.0 if best is None else min(1.0, best.p_value * (len(shifts) + len(parts)))
    if best is None or p_value >= LEVEL:
        raise NotApplicableError(
            "predictions that no shift of rows makes better", "others", "nothing is to be done"
        )
    n = len(gold)
    given, shifted = proportion(int(as_given.sum()), n), proportion(best.right, n)
    return Finding(
        measure=MEASURE,
        subject=model,
        definition=fill("row_shift.definition", rows=FARTHEST),
        headline=fill("row_shift.headline", model=model, shift=_in_words(best), shifted=shifted, given=given),
        figures=[
            Figure("accuracy", given, rows=where(set=challenge.name), what="as_given"),
            Figure("accuracy", shifted, rows=where(set=challenge.name), what="shifted"),
        ],
        views={"shifts": _view(shifts, n)},
        tests={"best": TestResult(f"{best.test.method}, Bonferroni", None, p_value, n)},
        settings={"data": challenge.name, **best.settings},
        on=challenge.name,
        role="proof",
    )


def _in_file_order(challenge: Challenge, predictions: Predictions, scored: Finding) -> tuple[Labels, Labels]:
    """Return gold and answers in the order of the predictions, in the scheme that they were compared in."""
    if scored.items is None:
        none = np.array([], dtype=np.str_)
        return none, none
    answers = scored.items.select("id", pl.col("answer").cast(pl.String)).drop_nulls()
    gold = challenge.items.select("id", gold=pl.col("label").cast(pl.String))
    rows = (
        predictions.frame.select("id")
        .join(answers, on="id", how="inner", maintain_order="left")
        .join(gold, on="id", how="inner", maintain_order="left")
    )
    if Label.NON_ENTAILMENT in rows["answer"]:
        names = {label.value: two_way_label(label).value for label in Label}
        rows = rows.with_columns(pl.col("gold").replace_strict(names, return_dtype=pl.String))
    return rows["gold"].to_numpy().astype(np.str_), rows["answer"].to_numpy().astype(np.str_)


def _shifts(gold: Labels, answers: Labels, as_given: npt.NDArray[np.bool_]) -> Iterator[_Shift]:
    steps = [step for step in range(-FARTHEST, FARTHEST + 1) if step] if len(gold) > FARTHEST else []
    tried: dict[int | None, Labels] = {step: np.roll(answers, -step) for step in steps}
    if len(gold) > 1:
        tried[None] = answers[::-1]
    for rows, moved in tried.items():
        right = moved == gold
        only_moved, only_given = int((right & ~as_given).sum()), int((as_given & ~right).sum())
        yield _Shift(rows, int(right.sum()), mcnemar_one_sided(only_moved, only_given, len(gold)))


def _from_a_row(gold: Labels, answers: Labels, as_given: npt.NDArray[np.bool_]) -> Iterator[_Shift]:
    """Yield every shift, begun at the row from which it makes most answers right."""
    n = len(gold)
    for step in [step for step in range(-FARTHEST, FARTHEST + 1) if step] if n > 2 * FARTHEST else []:
        source = np.arange(n) + step
        inside = (source >= 0) & (source < n)
        right = inside & (answers[np.clip(source, 0, n - 1)] == gold)
        more = np.cumsum((right.astype(np.int64) - as_given)[::-1])[::-1]  # by moving a row and all after it
        start = int(more.argmax())
        moved, given = right[start:], as_given[start:]
        test = mcnemar_one_sided(int((moved & ~given).sum()), int((given & ~moved).sum()), n)
        yield _Shift(step, int(as_given[:start].sum() + moved.sum()), test, start, n)


def _best(whole: list[_Shift], parts: list[_Shift]) -> _Shift | None:
    """Return the shift that makes most right; one of a part where it is plainly better than of all rows."""
    best = max(whole, key=lambda shift: shift.right, default=None)
    part = max(parts, key=lambda shift: shift.right, default=None)
    if best is None or part is None:
        return best
    return part if part.start > 0 and part.right >= PLAINLY * best.right else best


def _in_words(shift: _Shift) -> str:
    if shift.rows is None:
        return fill("row_shift.reversed")
    rows, way = abs(shift.rows), "up" if shift.rows > 0 else "down"
    moved = fill(f"row_shift.{way}", rows=rows) if rows > 1 else fill(f"row_shift.{way}_one")
    return fill("row_shift.from_row", moved=moved, row=shift.start + 1) if shift.start else moved


def _view(shifts: list[_Shift], n: int) -> View:
    lines = []
    for shift in shifts:
        share = proportion(shift.right, n)
        lines.append((shift.name, n, shift.right, share.value, *share.bounds, shift.test.p_value))
    return View(
        fill("row_shift.shifts"),
        ("shift", "n", "correct", "accuracy", "low", "high", "p_value"),
        tuple(lines),
        by=("shift",),
        bounds={"accuracy": ("low", "high")},
    )
