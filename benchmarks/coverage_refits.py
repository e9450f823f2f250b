"""Hypothesis-only models on drawn data: intervals of accuracy and gain, and the level of their test.

Every run draws a data set, deals it out, chooses strengths and fits every model again, as the measure does
but for what it fits besides. Where labels say nothing of the texts a gain is 0; where some words tell
labels the truth is the mean over all runs, which is what the interval is of: models fitted to so many rows.
With a folder given, every run is appended to a file there, from which a later call goes on.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
from coverage_base import EXACT_TEST, ORDER, Array, Line, Rng

from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.features import ngram_features
from rightreasons.cross_fitting.folds import fold_plan
from rightreasons.cross_fitting.strength import LabelledTexts, selection_tasks, strengths_of
from rightreasons.errors import MeasureInputError
from rightreasons.measures.data.hypothesis_only.scoring import (
    Sample,
    accuracy,
    gain_over,
    majority_tests,
    scored,
)
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.statistics.cross_fitted import Dependence
from rightreasons.text.tokenisations import tokens

LABELS = ("entailment", "neutral", "contradiction")
NAMES = {
    "gain": "gain of a cross-fitted model",
    "accuracy": "accuracy of a cross-fitted model",
}
Outcome = dict[str, tuple[float, float, float] | float | None]
Rows = tuple[list[str], list[str], Array]


@dataclass(frozen=True)
class Design:
    """Data that are drawn anew in every run.

    Parameters
    ----------
    setting
        As the table has it.
    draw
        Premises, hypotheses and label codes.
    figures
        Those whose intervals are looked at, by the truth; None: the mean over all runs.
    """

    setting: str
    draw: Callable[[Rng], Rows]
    figures: dict[str, float | None]


def designs() -> tuple[Design, ...]:
    """Return the designs, those that take least time first."""
    nothing: dict[str, float | None] = {"gain": 0.0}
    something: dict[str, float | None] = {"gain": None, "accuracy": None}
    return (
        *(
            Design(f"n = {n:,}, {what}", partial(_plain, n, each, share), truth)
            for n, each in ((300, 3), (1_500, 1))
            for what, share, truth in (("no signal", 0.0, nothing), ("with signal", 0.4, something))
        ),
        *(
            Design(
                f"{claims} claims of unequal numbers of rows, no signal", partial(_claims, claims), nothing
            )
            for claims in (10, 20, 50)
        ),
        Design("450 of 30 x 30 pairs, two-way, no signal", _crossed, nothing),
    )


def lines(runs: int, seed: int, folder: Path | None) -> Iterator[Line]:
    """Return the lines of every design after so many runs."""
    for design in designs():
        yield from _lines(design, list(_outcomes(design, runs, seed, folder)))


def _lines(design: Design, found: list[Outcome]) -> Iterator[Line]:
    for name, truth in design.figures.items():
        intervals = [each[name] for each in found if isinstance(each[name], list | tuple)]
        values = np.array(intervals, dtype=np.float64).reshape(-1, 3)
        true = float(values[:, 0].mean()) if truth is None else truth
        covered = (values[:, 1] <= true + 1e-12) & (true <= values[:, 2] + 1e-12)
        yield _line(NAMES[name], design, ORDER, covered, len(found))
    if design.figures["gain"] == 0:
        p_values = [each["p"] for each in found if each["p"] is not None]
        yield _line("gain, t over components", design, EXACT_TEST, np.array(p_values) <= 0.05, len(found))


def _line(kind: str, design: Design, asked: str, happened: Array, runs: int) -> Line:
    share = 100 * float(happened.mean()) if len(happened) else float("nan")
    return Line(kind, design.setting, asked, share, None, runs - len(happened), runs)


def _outcomes(design: Design, runs: int, seed: int, folder: Path | None) -> Iterable[Outcome]:
    """Return the outcome of every run; those in the folder are taken from there."""
    if folder is None:
        yield from (_outcome(design, seed, run) for run in range(runs))
        return
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{seed} {design.setting}.jsonl"
    kept = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    yield from kept[:runs]
    with file.open("a") as out:
        for run in range(len(kept), runs):
            found = _outcome(design, seed, run)
            print(json.dumps(found), file=out, flush=True)
            yield found


def _outcome(design: Design, seed: int, run: int) -> Outcome:
    rng = np.random.default_rng([seed, run, *design.setting.encode()])
    premises, hypotheses, codes = design.draw(rng)
    labels = pl.Series("label", [LABELS[code] for code in codes], dtype=LABEL_TYPE)
    ids = list(map(str, range(len(codes))))
    frame = pl.DataFrame({"id": ids, "premise": premises, "hypothesis": hypotheses, "label": labels})
    pairs = PairTable(frame, Provenance("made"), Account(len(codes), len(codes)))
    try:
        found = _cross_fitted(pairs, run)
    except MeasureInputError:  # one claim has too many rows: not measured
        return {"gain": None, "accuracy": None, "p": None}
    outcome: Outcome = {"p": majority_tests(found)["majority"].p_value}
    for name, figure in (("accuracy", accuracy(found)), ("gain", gain_over(found, found.scored.guessed))):
        interval = figure.interval
        bounds = None if interval is None else (figure.value or 0.0, interval.low, interval.high)
        outcome[name] = bounds
    return outcome


def _cross_fitted(pairs: PairTable, seed: int) -> Sample:
    codes = label_codes(pairs.gold, pairs.labels)
    plan = fold_plan(pairs, codes, seed)
    data = LabelledTexts(ngram_features([tokens(pairs.hypotheses, "whitespace")]), codes, len(pairs.labels))
    tasks = selection_tasks(data, plan, plan.blocks, seed).values()
    losses = {key: loss for task in tasks for key, loss in task().items()}
    strengths = strengths_of(losses, plan, plan.blocks).by_block
    shares = np.zeros((len(codes), data.n_labels), dtype=np.float32)
    guess = np.zeros(len(codes), dtype=np.int64)
    for block in plan.blocks:
        seen, held_out = np.flatnonzero(plan.fitted_to(block)), np.flatnonzero(plan.held_out(block))
        shares[held_out] = data.predicted(data.fitted(seen, strengths[block]), held_out)
        guess[held_out] = np.bincount(codes[seen], minlength=data.n_labels).argmax()
    return Sample(scored(pairs, pairs, shares, guess), Dependence(plan.clusters, plan.fitted_share))


def _texts(rng: Rng, number: int) -> list[list[str]]:
    """Draw texts of eight words out of 500, frequent ones first; of one letter each, for speed."""
    return [[chr(0x4E00 + word) for word in row] for row in rng.zipf(1.3, size=(number, 8)) % 500]


def _plain(n: int, each: int, share: float, rng: Rng) -> Rows:
    """Draw rows, so many to a premise, of which a share has one of ten words of its label."""
    codes, texts = rng.integers(0, 3, n), _texts(rng, n)
    for row in np.flatnonzero(rng.random(n) < share).tolist():
        texts[row].append(chr(0x4000 + 10 * codes[row] + rng.integers(0, 10)))
    return [f"premise {row // each}" for row in range(n)], [" ".join(text) for text in texts], codes


def _claims(claims: int, rng: Rng) -> Rows:
    """Draw claims with 4 to 40 rows or so each, which lean to a label of their own."""
    sizes = np.maximum(2, np.exp(rng.normal(2.5, 0.6, claims)).round()).astype(np.int64)
    claim = np.repeat(np.arange(claims), sizes)
    shares = rng.dirichlet(np.ones(3), claims)
    codes = (rng.random(len(claim))[:, None] > shares[claim].cumsum(axis=1)[:, :2]).sum(axis=1)
    texts = [" ".join(text) for text in _texts(rng, claims)]
    return [f"evidence {row}" for row in range(len(claim))], [texts[each] for each in claim], codes


def _crossed(rng: Rng) -> Rows:
    """Pair 30 premises with 30 hypotheses, each of which leans to a label: no component can be dealt out."""
    words = rng.integers(0, 300, (2, 30, 8))  # none frequent, so that no two texts count as one
    premises, hypotheses = (
        [" ".join(chr(0x4E00 + word) for word in text) for text in side] for side in words
    )
    lean = rng.normal(size=(2, 30, 3))
    cells = rng.choice(900, 450, replace=False)
    codes = (lean[0][cells // 30] + lean[1][cells % 30] + rng.normal(size=(450, 3))).argmax(axis=1)
    return [premises[cell // 30] for cell in cells], [hypotheses[cell % 30] for cell in cells], codes
