"""What people judge beyond swap sets: items by gold and predicted label, and changed claims."""

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl

from rightreasons.annotation.agreement import agreement
from rightreasons.annotation.dealing import majorities
from rightreasons.annotation.questions import INCOHERENT, Question
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure
from rightreasons.findings import Finding, View
from rightreasons.labels import Label, gold_set
from rightreasons.printable import quoted
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.proportions import proportion

MEASURE = "cells"
_WRONG = "wrong"
PREDICTED = ("predicted", "hypothesis_only_prediction")
"""Columns of a run's items that hold a predicted label; the first that is there is taken."""


def draw_cells(
    items: pl.DataFrame, question: Question, per_cell: int, seed: int, predicted: str | None = None
) -> pl.DataFrame:
    """Draw items of every cell of gold and predicted label.

    Parameters
    ----------
    items
        A run's ``items.parquet``: ``id``, ``label``, perhaps ``set``, the predicted label, and the columns
        that the question shows. Rows without one of these are not drawn.
    question
        What is asked.
    per_cell
        How many of a cell; all where it has fewer.
    seed
        The same seed draws the same items.
    predicted
        Column of the predicted label; None takes the first of `PREDICTED` that is there.

    Returns
    -------
    pl.DataFrame
        ``id`` (with the set before it, where there are sets), ``gold``, ``predicted``, then the columns that
        the question shows.

    Raises
    ------
    MeasureInputError
        If a column is missing, or no row has all of them.
    """
    column = predicted or next((name for name in PREDICTED if name in items.columns), PREDICTED[0])
    texts = list(dict.fromkeys(question.texts.values()))
    missing = tuple(name for name in ("id", "label", column, *texts) if name not in items.columns)
    if missing:
        raise MeasureInputError(
            f"items without the columns {quoted(missing)}",
            "gold and predicted label, and what the question shows",
            f"name the column with --predicted; there are {quoted(tuple(items.columns), 40)}",
        )
    named = pl.format("{}:{}", "set", "id") if "set" in items.columns else pl.col("id")
    rows = items.select(
        named.alias("id"),
        pl.col("label").cast(pl.String).alias("gold"),
        pl.col(column).cast(pl.String).alias("predicted"),
        *(pl.col(name).cast(pl.String).alias(f"text {name}") for name in texts),
    ).drop_nulls()
    if not rows.height:
        raise MeasureInputError(
            f"no item has a gold label, a prediction in '{column}' and its text", "some", "choose another run"
        )
    random = np.random.default_rng(seed)
    drawn = [_drawn(part, per_cell, random) for _, part in rows.sort("gold", "predicted").group_by(
        "gold", "predicted", maintain_order=True)]  # fmt: skip
    return pl.concat(drawn).rename({f"text {name}": name for name in texts})


def _drawn(part: pl.DataFrame, n: int, random: np.random.Generator) -> pl.DataFrame:
    return part[np.sort(random.choice(part.height, min(n, part.height), replace=False))]


def cell_finding(key: pl.DataFrame, placed: pl.DataFrame, question: Question, name: str) -> Finding:
    """Say what people answered, cell by cell.

    Parameters
    ----------
    key
        The items that were drawn, as `dealt` returns them.
    placed
        The answers, as `placed` returns them.
    question
        What was asked.
    name
        What to call the study.

    Returns
    -------
    Finding
        Figures ``GOLD.PREDICTED.ANSWER`` for every cell and answer, and those of `agreement`. Tables
        ``by_cell``, ``people``.
    """
    agreed = majorities(placed).join(key.select("row", "gold", "predicted"), on="row", maintain_order="left")
    shares = tuple(_shares(key, agreed, question))
    together, people = agreement(placed, list(question.choices))
    unjudged = key.height - agreed.height
    return Finding(
        measure=MEASURE,
        subject=name,
        definition=fill("cells.definition"),
        headline=_headline(shares, question),
        figures=(*shares, *together),
        views={"by_cell": _view(shares, question), "people": people},
        settings={"question": question.question, "people": placed["participant"].n_unique()},
        notes=(fill("cells.unjudged", unjudged=unjudged, items=key.height),) if unjudged else (),
    )


def _shares(key: pl.DataFrame, agreed: pl.DataFrame, question: Question) -> Iterator[Figure]:
    order = {label.value: place for place, label in enumerate(Label)}
    cells = key.select("gold", "predicted").unique().rows()
    for gold, predicted in sorted(cells, key=lambda cell: [order.get(name, len(order)) for name in cell]):
        answers = agreed.filter(gold=gold, predicted=predicted)["answer"]
        for answer in question.choices:
            share = proportion(int((answers == answer).sum()), len(answers))
            group = {"gold": gold, "predicted": predicted, "answer": answer}
            yield Figure("share", share, group, what="")


def _view(figures: Sequence[Figure], question: Question) -> View:
    first = next(iter(question.choices))
    rows = tuple(
        (*figure.group.values(), figure.n, figure.value, *figure.bounds)
        for figure in figures
        if figure.group["answer"] == first or len(question.choices) > 2
    )
    return View(
        question.question,
        ("gold", "predicted", "answer", "judged", "share", "low", "high"),
        rows,
        by=("gold", "predicted", "answer"),
        bounds={"share": ("low", "high")},
        roles={"judged": "count"},
    )


def _headline(figures: Sequence[Figure], question: Question) -> str:
    first = next(iter(question.choices))
    shown = [
        _cell(figure) for figure in figures if figure.group["answer"] == first and figure.value is not None
    ]
    return fill("cells.headline", answer=first, shares=joined(shown)) if shown else fill("cells.nothing")


def _cell(figure: Figure) -> str:
    gold, predicted = figure.group["gold"], figure.group["predicted"]
    if gold == predicted:
        return fill("cells.right", share=figure, gold=gold)
    return fill("cells.wrong", share=figure, gold=gold, predicted=predicted)


CHANGES = "changes"
CHANGE = "change"


def draw_changes(rows: pl.DataFrame, per_change: int, seed: int) -> pl.DataFrame:
    """Draw changed claims, so many of each change.

    Parameters
    ----------
    rows
        ``id``, ``change``, ``gold``, ``premise``, ``hypothesis``.
    per_change
        How many of each; all where there are fewer.
    seed
        The same seed draws the same ones.
    """
    random = np.random.default_rng(seed)
    parts = [
        part[np.sort(random.permutation(part.height)[:per_change])]
        for _, part in rows.group_by(CHANGE, maintain_order=True)
    ]
    return pl.concat(parts)


def change_finding(key: pl.DataFrame, placed: pl.DataFrame, question: Question, name: str) -> Finding:
    """Return in how many changed claims people find another label than the rule.

    Parameters
    ----------
    key, placed, question, name
        As of `rightreasons.annotation.cells.cell_finding`.

    Returns
    -------
    Finding
        Figures ``CHANGE.wrong`` and ``CHANGE.incoherent``, and those of `agreement`. Tables ``by_change``,
        ``people``.
    """
    agreed = majorities(placed).join(key.select("row", CHANGE, "gold"), on="row", maintain_order="left")
    shares = tuple(_change_shares(agreed))
    together, people = agreement(placed, list(question.choices))
    wrong = [each for each in shares if each.what == _WRONG and each.value is not None]
    shown = [fill("changes.wrong", share=each, change=each.group[CHANGE]) for each in wrong]
    return Finding(
        measure=CHANGES,
        subject=name,
        definition=fill("changes.definition"),
        headline=fill("changes.headline", shares=joined(shown)) if shown else fill("cells.nothing"),
        figures=(*shares, *together),
        views={"by_change": _change_view(shares), "people": people},
        settings={"question": question.question, "people": placed["participant"].n_unique()},
        notes=(fill("cells.unjudged", unjudged=key.height - agreed.height, items=key.height),),
    )


def _change_shares(agreed: pl.DataFrame) -> Iterator[Figure]:
    for (change,), part in agreed.drop_nulls("answer").group_by([CHANGE], maintain_order=True):
        group = {CHANGE: str(change)}
        judged = part.filter(pl.col("answer") != INCOHERENT)
        wrong = sum(
            str(answer) not in gold_set(Label(str(gold)))
            for answer, gold in judged.select("answer", "gold").iter_rows()
        )
        yield Figure("share", proportion(wrong, judged.height), group, what=_WRONG)
        odd = proportion(part.height - judged.height, part.height)
        yield Figure("share", odd, group, what="incoherent")


def _change_view(figures: Sequence[Figure]) -> View:
    rows = [
        (figure.group[CHANGE], figure.what or figure.quantity, figure.n, figure.value, *figure.bounds)
        for figure in figures
    ]
    return View(
        fill("changes.title"),
        (CHANGE, "judged", "n", "share", "low", "high"),
        tuple(rows),
        by=(CHANGE, "judged"),
        bounds={"share": ("low", "high")},
    )
