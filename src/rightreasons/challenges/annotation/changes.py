"""Changed claims judged by people: which are drawn, and in how many the gold label of the change is wrong."""

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl

from rightreasons.challenges.annotation.answers import agreement
from rightreasons.challenges.annotation.sheets import INCOHERENT, Question, majorities
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label, gold_set
from rightreasons.statistics.proportions import proportion

MEASURE = "changes"
CHANGE = "change"
DEFINITION = (
    "Changed claims drawn at random, equally many of each change as far as there are. wrong: share of "
    "those on which "
    "more than half of the people agree of which their answer is not the gold label of the change "
    "(neutral and "
    "contradiction are right where gold is non-entailment). incoherent: share of which they say that it "
    "makes no sense; "
    "it counts as neither right nor wrong. Bounds: Wilson's, 95 %."
)


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
        As of `rightreasons.challenges.annotation.cells.cell_finding`.

    Returns
    -------
    Finding
        Figures ``CHANGE.wrong`` and ``CHANGE.incoherent``, and those of `agreement`. Tables ``by_change``,
        ``people``.
    """
    agreed = majorities(placed).join(key.select("row", CHANGE, "gold"), on="row", maintain_order="left")
    shares = tuple(_shares(agreed))
    together, people = agreement(placed, list(question.choices))
    wrong = [each for each in shares if each.name.endswith(".wrong") and each.value is not None]
    shown = ", ".join(f"{each.value:.1%} of {each.n:,} ({each.group[CHANGE]})" for each in wrong)
    return Finding(
        measure=MEASURE,
        subject=name,
        definition=DEFINITION,
        headline=f"Wrong labels: {shown}." if shown else "Nothing is judged.",
        figures=(*shares, *together),
        views={"by_change": _view(shares), "people": people},
        settings={"question": question.question, "people": placed["participant"].n_unique()},
        notes=(f"{key.height - agreed.height:,} of {key.height:,} items are not judged",),
    )


def _shares(agreed: pl.DataFrame) -> Iterator[Figure]:
    for (change,), part in agreed.drop_nulls("answer").group_by([CHANGE], maintain_order=True):
        group = {CHANGE: str(change)}
        judged = part.filter(pl.col("answer") != INCOHERENT)
        wrong = sum(
            str(answer) not in gold_set(Label(str(gold)))
            for answer, gold in judged.select("answer", "gold").iter_rows()
        )
        yield Figure("share", proportion(wrong, judged.height), group, form="{group}.wrong")
        odd = proportion(part.height - judged.height, part.height)
        yield Figure("share", odd, group, form="{group}.incoherent")


def _view(figures: Sequence[Figure]) -> View:
    rows: list[tuple[Cell, ...]] = []
    for figure in figures:
        kind = figure.name.rpartition(".")[2]
        rows.append((figure.group[CHANGE], kind, figure.n, figure.value, *figure.bounds))
    return View(
        "Changed claims by what people say of them",
        (CHANGE, "judged", "n", "share", "low", "high"),
        tuple(rows),
        by=(CHANGE, "judged"),
        bounds={"share": ("low", "high")},
    )
