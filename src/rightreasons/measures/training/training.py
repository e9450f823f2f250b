"""The measure `training`: how it went, epoch by epoch, and what papers print for its recipe."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rightreasons.figures import Figure, quantities
from rightreasons.findings import Finding, View
from rightreasons.sentences.templates import fill, joined

if TYPE_CHECKING:
    from rightreasons.training.recipe import Recipe
    from rightreasons.training.seeds import SeedResult

MEASURE = "training"
_NOTED_FACTS = ("parses", "words", "with_vector", "backed_off", "learned", "checkpoint", "last_layer")
_ROW = ("epoch", "step", "loss", "rate", "dev_accuracy", "seconds", "pairs_per_second")
_HISTORY = ("epoch", "loss", "dev_accuracy", "rate", "pairs_per_second")


def training_finding(
    name: str,
    recipe: "Recipe",
    results: Sequence["SeedResult"],
    notes: Sequence[str],
    figures: Sequence[Figure] = (),
) -> Finding:
    """Return how training went: every epoch of every seed, and what papers print for this recipe.

    Parameters
    ----------
    name, recipe
        What was trained, as it is called, and by what.
    results
        Of every seed, at least one; their columns of history are alike.
    notes
        What a reader has to know beside what the recipe says.
    figures
        What was found of its data.
    """
    added = [column for column in results[0].history[0] if column not in _ROW] if results[0].history else []
    epochs = tuple(
        (result.seed, *(row[column] for column in (*_HISTORY, *added)), row["epoch"] == result.epoch)
        for result in results
        for row in result.history
    )
    tables = {
        "epochs": View(
            fill("training.epochs"),
            ("seed", *_HISTORY, *added, "kept"),
            epochs,
            by=("seed", "epoch"),
            roles={name: "number" for name in added if name not in quantities()},
        )
    }
    if recipe.printed:
        rows = tuple((each.accuracy, each.data, each.source) for each in recipe.printed)
        tables["printed"] = View(fill("training.printed"), ("accuracy", "on", "source"), rows)
    facts = results[0].facts
    noted = [_noted(name, facts[name]) for name in _NOTED_FACTS if name in facts]
    kept = joined(fill("training.kept", epoch=result.epoch, epochs=len(result.history)) for result in results)
    return Finding(
        MEASURE,
        name,
        fill("training.definition", about=recipe.about, source=recipe.source),
        fill("training.headline", kept=kept),
        figures,
        views=tables,
        notes=(*noted, *(fill("training.not_stated", what=each) for each in recipe.not_stated), *notes),
    )


def _noted(name: str, fact: object) -> str:
    """Return a fact of a training in words: a count, or a text."""
    if isinstance(fact, int):
        return fill("training.number", name=name, value=fact)
    return fill("training.fact", name=name, value=fact)
