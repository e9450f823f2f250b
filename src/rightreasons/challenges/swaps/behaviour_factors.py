"""The three factors of section 5.5: insensitivity, polarity, unseen word pairs, each tested."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import polars as pl

from rightreasons.artifacts.means import percent
from rightreasons.challenges.swaps.responses import Judged, shares_view
from rightreasons.challenges.swaps.swap_set import NONE
from rightreasons.challenges.swaps.tests import Counts, CrossTable, Definition, Family, Tested, counted
from rightreasons.challenges.swaps.tests import tested as tested_table
from rightreasons.figures import WRONG_FIRST, Figure, Figures
from rightreasons.findings import View
from rightreasons.labels import Label
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.stratified import stratified_independence

# Insensitivity: predictions that stay what they were where the transformation changed the gold label.


INSENSITIVITY_MEASURE = "insensitivity"
INSENSITIVITY_FACTOR = "insensitivity"
INSENSITIVITY_DEFINITION = (
    "Of the instances whose gold label the transformation changed: whether the prediction changed with it "
    "(the predictions for the control and the transformed instance differ), against whether the prediction "
    "for the transformed instance is right (Sanchez et al. 2018, section 5.5 and Table 2). no_change_rate: "
    "share of them whose prediction stayed the same."
)


def changed(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the instances whose gold label changed and whose control instance was predicted too."""
    return rows.filter(pl.col("gold_changed")).drop_nulls("prediction_changed")


def insensitivity_figures(judged: Judged) -> Iterator[Figure]:
    """Return ``SET.no_change_rate`` of every transformed set; its rows: wrong repetitions first."""
    for name, instances in judged.transformed():
        of_changed = changed(instances)
        share = proportion(int((~of_changed["prediction_changed"]).sum()), of_changed.height)
        compared = judged.rows(name, gold_changed=True, prediction_changed=("true", "false"))
        rows = compared.ordered_by("prediction_changed", "correct")
        yield Figure("share", share, set=name, rows=rows, form="{set}.no_change_rate")


def rates(found: Sequence[Figure]) -> View:
    """Return what `insensitivity_figures` returns as a view, one line a set."""
    title = "Instances whose gold label changed and whose prediction stayed the same"
    return replace(shares_view(title, found, "no_change_rate"), quantities={"no_change_rate": "share"})


def insensitivity_tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every transformed set whether right answers go with changed predictions."""
    found = []
    for name, rows in judged.transformed():
        title = f"{name}: instances whose gold label changed"
        names = ("change", "no change")
        cross = _with_answers(title, changed(rows), pl.col("prediction_changed"), "prediction", names)
        found.append(tested_table(cross, (name, INSENSITIVITY_FACTOR), definition, seed))
    return found


def _with_answers(
    title: str, rows: pl.DataFrame, holds: pl.Expr, rows_are: str, names: tuple[str, str]
) -> CrossTable:
    """Cross a property of instances, named where it holds and where not, with whether the answer is right."""
    answers = ("correct", "incorrect")
    cells = rows.select(
        property=pl.when(holds).then(pl.lit(names[0])).otherwise(pl.lit(names[1])),
        answer=pl.when("correct").then(pl.lit(answers[0])).otherwise(pl.lit(answers[1])),
    )
    return CrossTable(title, rows_are, names, answers, counted(cells, ("property", "answer"), names, answers))


def insensitivity_headline(found: Sequence[Figure], family: Family) -> str:
    """Return one sentence: how often predictions stay where gold changes."""
    shown = []
    for figure in found:
        if figure.value is not None and figure.set is not None:
            test = family.row(figure.set, INSENSITIVITY_FACTOR)
            harmful = bool(test["below_level"]) and isinstance(test["size"], float) and test["size"] > 0
            strong = " (and wrong answers go with that)" if harmful else ""
            shown.append(f"{percent(figure.value)} of {figure.n:,} in {figure.set}{strong}")
    if not shown:
        return "The transformation changes no gold label here, so that insensitivity does no harm."
    return f"Where the gold label changed, the prediction stayed the same: {', '.join(shown)}."


# Polarity: predictions that go with the label that training data mostly give to the pair of words.


POLARITY_MEASURE = "polarity"
POLARITY_FACTOR = "polarity"
BY_GOLD = "polarity_by_gold"
POLARITY_DEFINITION = (
    "Predicted label against the polarity of the word pair: the label of most training instances that hold "
    "it in that order, ties as categories of their own, none for unseen pairs (Sanchez et al. 2018, section "
    "5.5 and Table 4); a control instance is one of these itself. Labels never predicted are "
    "left out of the test. Where a set has several gold labels, gold itself may go with polarity; "
    "polarity_by_gold tests within gold labels (generalised Cochran-Mantel-Haenszel), and a model that is "
    "always right passes it. follows: share of predictions that are the polarity's label, where that is one "
    "label and not the gold one."
)
POLARITIES = (
    *("-".join(tied) for size in range(1, len(Label) + 1) for tied in combinations(Label, size)),
    NONE,
)
"""Every polarity, in the order in which tables show them."""


def polarity_figures(judged: Judged) -> Iterator[Figure]:
    """Return ``SET.follows`` of every set; its rows: those that follow the polarity first."""
    for name in judged.sets:
        follows = judged.of(name)["follows_polarity"].drop_nulls()
        rows = judged.rows(name, follows_polarity=("true", "false")).ordered_by("-follows_polarity")
        share = proportion(int(follows.sum()), len(follows))
        yield Figure("share", share, set=name, rows=rows, form="{set}.follows")


def polarity_tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every set whether predictions go with polarity; where gold varies, also within gold labels."""
    return [each for name in judged.sets for each in _tests(judged, name, definition, seed)]


def _tests(judged: Judged, name: str, definition: Definition, seed: int) -> Iterator[Tested]:
    rows = judged.of(name).cast({"answer": pl.String, "label": pl.String})
    order = _present(rows), tuple(label.value for label in judged.labels)
    whole = CrossTable(f"{name}: predicted label", POLARITY_FACTOR, *order, _counts(rows, order))
    found = tested_table(whole.occupied(), (name, POLARITY_FACTOR), definition, seed)
    # Which figures there are must not depend on how many polarities a set happens to hold.
    effects = {"cramers_v": found.effects["cramers_v"]}
    yield replace(found, views={name: whole.view()}, effects=effects)
    golds = [label.value for label in judged.labels if (rows["label"] == label.value).any()]
    if len(golds) > 1:
        strata = [_counts(rows.filter(label=gold), order) for gold in golds]
        within = stratified_independence(np.stack(strata))
        view = _by_gold(name, golds, strata, order)
        yield Tested(name, BY_GOLD, "by_gold", {"by_gold": within}, views={f"{name}.by_gold": view})


def _present(rows: pl.DataFrame) -> tuple[str, ...]:
    found = set(rows["polarity"].unique().to_list())
    return tuple(name for name in POLARITIES if name in found)


def _counts(rows: pl.DataFrame, order: tuple[tuple[str, ...], tuple[str, ...]]) -> Counts:
    return counted(rows, ("polarity", "answer"), *order)


def _by_gold(
    name: str, golds: list[str], strata: list[Counts], order: tuple[tuple[str, ...], tuple[str, ...]]
) -> View:
    rows = tuple(
        (gold, polarity, *counts.tolist(), int(counts.sum()))
        for gold, stratum in zip(golds, strata, strict=True)
        for polarity, counts in zip(order[0], stratum, strict=True)
        if counts.sum()
    )
    title, columns = f"{name}: predicted label by gold label", ("gold", POLARITY_FACTOR, *order[1], "all")
    return View(title, columns, rows, by=("gold", POLARITY_FACTOR))


def polarity_headline(judged: Judged, family: Family, definition: Definition) -> str:
    """Return one sentence: where predictions go with polarity beyond what gold does."""
    decided = {}
    for name in judged.sets:
        several = judged.of(name)["label"].n_unique() > 1
        decided[name] = family.row(name, BY_GOLD if several else POLARITY_FACTOR).get("below_level")
    yes, no, untold = ([name for name in decided if decided[name] is which] for which in (True, False, None))
    how = "after Holm, " if definition.adjust == "holm" else ""
    level = f"({how}p < {family.level:g}; within gold labels where there are several)"
    unvaried = f" On {', '.join(untold)} they do not vary with it at all." if untold else ""
    if not yes:
        return f"Predictions do not go with the polarity of the word pair {level}.{unvaried}"
    others = f", not on {', '.join(no)}" if no else ""
    return f"Predictions go with the polarity of the word pair on {', '.join(yes)}{others} {level}.{unvaried}"


# Unseen word pairs: answers that are worse where training data lack the pair of words in that order.


UNSEEN_MEASURE = "unseen_pairs"
UNSEEN_FACTOR = "unseen"
UNSEEN_DEFINITION = (
    "Accuracy on transformed instances whose word pair no training instance holds in that order, against "
    "that on the others (Sanchez et al. 2018, section 5.5 and Table 3). difference: seen minus unseen, with "
    "Newcombe's interval, 95 %."
)


def unseen_figures(judged: Judged) -> Iterator[Figure]:
    """Return ``SET.seen``, ``SET.unseen`` and ``SET.difference`` of every transformed set."""
    for name, instances in judged.transformed():
        parts = [instances.filter(pl.col("unseen") == unseen)["correct"] for unseen in (False, True)]
        right_and_all = [(int(part.sum()), len(part)) for part in parts]
        for word, unseen, part in zip(("seen", "unseen"), (False, True), right_and_all, strict=True):
            rows = judged.rows(name, unseen=unseen).ordered_by(*WRONG_FIRST)
            group = {"unseen": str(unseen).lower()}
            yield Figure("accuracy", proportion(*part), group, set=name, rows=rows, form=f"{{set}}.{word}")
        difference = proportion_difference(*right_and_all[0], *right_and_all[1])
        rows = judged.rows(name).ordered_by("-unseen", *WRONG_FIRST)
        yield Figure("difference", difference, set=name, rows=rows)


def accuracies(found: Figures) -> View:
    """Return what `unseen_figures` returns as a view, one line a set and kind of word pair."""
    lines = tuple(found.where("accuracy"))
    kinds = ["unseen" if each.group["unseen"] == "true" else "seen" for each in lines]
    title = "Accuracy by whether training holds the pair of words in this order"
    return shares_view(title, lines, "accuracy", {"word pair": kinds})


def unseen_tested(judged: Judged, definition: Definition, seed: int) -> list[Tested]:
    """Test on every transformed set whether right answers go with seen pairs."""
    found = []
    for name, rows in judged.transformed():
        title, names = f"{name}: word pairs seen or unseen in training", ("seen", "unseen")
        cross = _with_answers(title, rows, ~pl.col("unseen"), "word pair", names)
        found.append(tested_table(cross, (name, UNSEEN_FACTOR), definition, seed))
    return found


def unseen_headline(found: Figures) -> str:
    """Return one sentence: accuracy on unseen and on seen pairs."""
    shown = []
    for figure in found.where("accuracy", unseen="true"):
        if figure.value is not None:
            seen = found[f"{figure.set}.seen"].value
            beside = "none" if seen is None else percent(seen)
            shown.append(f"{percent(figure.value)} of {figure.n:,} against {beside} in {figure.set}")
    if not shown:
        return "Every word pair has been seen in training in its order."
    return f"Accuracy on unseen word pairs against seen ones: {', '.join(shown)}."
