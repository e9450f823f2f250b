"""What the way of dealing rows out to folds does to a hypothesis-only model without a choice of strength.

    python benchmarks/hypothesis_only_dealing.py DATA

prints two Markdown tables, in per cent. HealthVer dev: folds by component of rows that share texts, dealt out
stratified by label as ours are, or by scikit-learn's GroupKFold, which is not; C = 1, lowest and highest of
eight dealings, and the standard error of the gain over components and of independent rows. SNLI dev: folds by
component and by row, then by row without fitting to rows of components that are held out, beside as many
rows drawn at random; C = 0.3, means of five dealings. DATA is the folder with the published sets.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis_only_peers import PUBLISHED, SEED, by_groups, naive
from sklearn.model_selection import GroupKFold

from rightreasons import read_pairs
from rightreasons.artifacts.shared_texts import components, text_graph
from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.features import ngram_features
from rightreasons.cross_fitting.folds import FoldPlan, dealt, fold_plan, row_plan
from rightreasons.cross_fitting.strength import LabelledTexts
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens

Array = np.ndarray[Any, Any]
Fitted = Callable[[FoldPlan, int, Array], Array]
DEALINGS = 8
PRIOR, FIXED, MILD = 0.0, 1.0, 0.3


def read(folder: Path, name: str) -> tuple[PairTable, Array, LabelledTexts]:
    """Return the rows of a published set, their labels as codes, and their hypotheses as features."""
    table = read_pairs(folder / PUBLISHED[name]).with_gold()
    codes = label_codes(table.gold, table.labels)
    features = ngram_features([tokens(table.hypotheses, "treebank")])
    return table, codes, LabelledTexts(features, codes, len(table.labels))


def right(data: LabelledTexts, fold: Array, strength: float) -> Array:
    """Return which rows are predicted right by a model of the other folds, as 0 and 1."""
    found = np.zeros(len(data.codes))
    for each in np.unique(fold):
        held_out = np.flatnonzero(fold == each)
        model = data.fitted(np.flatnonzero(fold != each), strength)
        found[held_out] = data.predicted(model, held_out).argmax(1) == data.codes[held_out]
    return found


def unstratified(codes: Array, groups: Array, seed: int) -> Array:
    """Return folds of whole groups as scikit-learn deals them."""
    fold = np.zeros(len(codes), dtype=np.int16)
    dealer = GroupKFold(5, shuffle=True, random_state=seed)
    for number, (_, test) in enumerate(dealer.split(codes, codes, groups)):
        fold[test] = number
    return fold


def healthver(folder: Path) -> None:
    """Print what stratifying does to HealthVer dev."""
    table, codes, data = read(folder, "HealthVer dev")
    groups = components(text_graph(table), near=True)
    dealers: dict[str, Callable[[int], Array]] = {
        "stratified by label": lambda seed: dealt(groups, codes, 5, np.random.default_rng(seed)),
        "not stratified": lambda seed: unstratified(codes, groups, seed),
    }
    print("| HealthVer dev, C = 1 | accuracy | standard error of the gain | of independent rows |")
    print("| --- | --- | --- | --- |")
    for name, deal in dealers.items():
        rows = [(right(data, deal(seed), FIXED), right(data, deal(seed), PRIOR)) for seed in range(DEALINGS)]
        shown = (
            [each.mean() for each, _ in rows],
            [by_groups(each - prior, groups) for each, prior in rows],
            [naive(each - prior) for each, prior in rows],
        )
        cells = (f"{100 * min(some):.1f} to {100 * max(some):.1f}" for some in shown)
        print(f"| {name} | {' | '.join(cells)} |")


def snli(folder: Path) -> None:
    """Print what rows of the same premise do to SNLI dev."""
    table, codes, data = read(folder, "SNLI dev")
    found: dict[str, list[tuple[float, float]]] = {}
    for seed in range(SEED, SEED + 5):
        plan = fold_plan(table, codes, seed)
        by_row, groups, rng = row_plan(plan, codes, seed), plan.clusters[0], np.random.default_rng(seed)

        def all_rows(plan: FoldPlan, block: int, _: Array) -> Array:
            return np.flatnonzero(plan.fitted_to(block))

        def of_others(plan: FoldPlan, block: int, held_out: Array, groups: Array = groups) -> Array:
            return np.flatnonzero(plan.fitted_to(block) & ~np.isin(groups, np.unique(groups[held_out])))

        def as_many(plan: FoldPlan, block: int, held_out: Array, rng: Any = rng) -> Array:
            some = rng.permutation(np.flatnonzero(plan.fitted_to(block)))
            return np.sort(some[: len(of_others(plan, block, held_out))])

        cases: dict[str, tuple[FoldPlan, Fitted]] = {
            "by component": (plan, all_rows),
            "by row": (by_row, all_rows),
            "by row, without components held out": (by_row, of_others),
            "by row, as many at random": (by_row, as_many),
        }
        for name, (dealing, rows) in cases.items():
            found.setdefault(name, []).append(crossed(data, dealing, rows))
    print("\n| SNLI dev, C = 0.3 | accuracy | rows fitted to |")
    print("| --- | --- | --- |")
    for name, each in found.items():
        accuracy, fitted = np.mean(each, axis=0)
        print(f"| {name} | {100 * accuracy:.1f} | {fitted:,.0f} |")


def crossed(data: LabelledTexts, plan: FoldPlan, rows: Fitted) -> tuple[float, float]:
    """Return the accuracy of cross-fitting by a plan, and to how many rows was fitted on average."""
    correct, sizes = np.zeros(len(data.codes)), []
    for block in plan.blocks:
        held_out = np.flatnonzero(plan.held_out(block))
        fitted = rows(plan, block, held_out)
        model = data.fitted(fitted, MILD)
        correct[held_out] = data.predicted(model, held_out).argmax(1) == data.codes[held_out]
        sizes.append(len(fitted))
    return float(correct.mean()), float(np.mean(sizes))


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    folder = parser.parse_args().data
    healthver(folder)
    snli(folder)


if __name__ == "__main__":
    main()
