"""The scores of several guards on the same items of a set, with what each decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from rightreasons.labels import Label
from rightreasons.measures.comparison.compared_runs import ComparedRun
from rightreasons.measures.model.guard_thresholds import Flags, GuardScores
from rightreasons.statistics.checks import FloatArray

PROBABILITY = f"probability_{Label.ENTAILMENT}"
_PASSED = "passed_{place}"


@dataclass(frozen=True)
class GuardsOnASet:
    """Several guards on the items of one set that all of them scored.

    Parameters
    ----------
    set
        The set.
    names
        What each is called, in the order of the runs.
    guards
        Scores, gold and decisions of each, on the same items and halves.
    items
        These items, with groups and texts.
    groups
        Group columns that all runs know.
    """

    set: str
    names: tuple[str, ...]
    guards: tuple[GuardScores, ...]
    items: pl.DataFrame = field(repr=False)
    groups: tuple[str, ...] = ()

    @property
    def grounded(self) -> Flags:
        """Whether gold is entailment, shape (n,)."""
        return self.guards[0].grounded

    @property
    def scores(self) -> tuple[FloatArray, ...]:
        """Probability of entailment by every guard."""
        return tuple(guard.scores for guard in self.guards)


def guards_of_runs(probes: Sequence[ComparedRun], seed: int) -> Iterator[GuardsOnASet]:
    """Yield the guards of every set of two gold labels that two runs or more have scores of.

    Sets of which one asked a sample are passed over, and so are those that are made against shortcuts.
    """
    names = dict.fromkeys(name for run in probes for name in run.sets)
    for name in names:
        scored = [
            (run, items)
            for run in probes
            if name not in run.sampled | run.against_shortcuts and (items := scores_of(run, name)) is not None
        ]
        if len(scored) > 1:
            yield from _joined(name, scored, seed)


def scores_of(run: ComparedRun, name: str) -> pl.DataFrame | None:
    """Return id, label, score and answer of one set; None without scores, or of other labels than two."""
    if name not in run.sets or PROBABILITY not in run.items.columns:
        return None
    items = run.items.filter(pl.col("set") == name).select("id", "label", PROBABILITY, "answer")
    two_way = set(items["label"].unique().to_list()) == {Label.ENTAILMENT, Label.NON_ENTAILMENT}
    return items if two_way and not items[PROBABILITY].null_count() else None


def _joined(
    name: str, scored: Sequence[tuple[ComparedRun, pl.DataFrame]], seed: int
) -> Iterator[GuardsOnASet]:
    first, table = scored[0][0], scored[0][1].select("id", "label")
    for place, (_, items) in enumerate(scored):
        of_guard = items.select(
            "id",
            "label",
            pl.col(PROBABILITY).alias(str(place)),
            (pl.col("answer") == Label.ENTAILMENT).alias(_PASSED.format(place=place)),
        )
        table = table.join(of_guard, on=["id", "label"], how="inner", maintain_order="left")
    grounded = (table["label"] == Label.ENTAILMENT).to_numpy()
    if not 0 < int(grounded.sum()) < len(grounded):
        return
    texts = first.items.filter(pl.col("set") == name)
    items = table.select("id").join(texts, on="id", how="left", maintain_order="left")
    clusters = _clusters(items)
    yield GuardsOnASet(
        name,
        tuple(run.name for run, _ in scored),
        tuple(
            GuardScores(
                table[str(place)].to_numpy(),
                grounded,
                table[_PASSED.format(place=place)].to_numpy(),
                clusters,
                seed,
            )
            for place in range(len(scored))
        ),
        items,
        tuple(group for group in first.groups.get(name, ()) if group in items.columns),
    )


def _clusters(items: pl.DataFrame) -> np.ndarray:
    """Return a number an item, the same for items of one document where texts are known."""
    if items["premise"].null_count():
        return np.arange(len(items))
    return items["premise"].rank("dense").cast(pl.Int64).to_numpy()
