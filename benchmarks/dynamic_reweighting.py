"""Dynamic reweighting (Liu et al. 2020, equation 7) where it acts; benchmarks/kept has its figures.

    python benchmarks/dynamic_reweighting.py [--seeds N] [--keep RESULTS]
    python benchmarks/dynamic_reweighting.py --grid [--seeds N] [--keep RESULTS]

`--grid` takes the grid of the paper's section 3.2.3 instead: gamma, alpha (both alike) and the number of
discriminators. `--keep` puts what is printed into the archive of RESULTS, as `dynamic-reweighting.json` or
`adversary-grid.json`.

On the papers' data the gap of easy and hard dev pairs stays below phi, and alphas where they began. Here the
bias is planted and learned first (`planted_bias.FIRST`, in 9 of 10 hypotheses), so that the gap passes phi.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import planted_bias

from rightreasons.debiasing.method import LabelledData
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.figures import Figure
from rightreasons.findings import SCHEMA_VERSION, Finding, View
from rightreasons.labels import THREE_WAY
from rightreasons.papers.answers.kept import KeptFindings
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.seeds import seed_interval
from rightreasons.training.recipe_files import read_recipe
from rightreasons.training.seeds import train_seed
from rightreasons.training.state import Row

EPOCHS = 10
PATTERNS = "min-count=20"
ADVERSARY = f"{PATTERNS},hidden=32,gamma=0.1"
DYNAMIC = f"adversary:{ADVERSARY},dynamic=yes,easy-hard=0.6,alpha1=1,alpha2=1,epsilon=2"
METHODS = {
    "plain": "plain",
    "guidance alone": f"guidance:{PATTERNS}",
    "adversary, alphas 1": f"adversary:{ADVERSARY},alpha1=1,alpha2=1",
    "adversary, alphas 5": f"adversary:{ADVERSARY}",
    "adversary, alphas dynamic from 1": DYNAMIC,
}


def trained(
    method: str, data: planted_bias.Planted, seeds: int = len(planted_bias.SEEDS)
) -> tuple[np.ndarray, list[tuple[Row, ...]]]:
    """Train with every seed; return accuracy against the bias and on ordinary data, and all epochs."""
    changes = (
        "settings.longest=1",
        "text.tokenisation=whitespace",
        "words.size=16",
        f"epochs={EPOCHS}",
        "batches.pairs=64",
        "optimiser.learning_rate=0.04",
    )
    labelled = LabelledData(data.train, data.dev, THREE_WAY)
    made = (
        planted_bias.prepared("plain", data) if method == "plain" else parse_method(method).prepare(labelled)
    )
    tests = {"ordinary": data.ordinary, "against": data.against}
    shares, histories = [], []
    for seed in planted_bias.SEEDS[:seeds]:
        with tempfile.TemporaryDirectory() as folder:
            work = planted_bias.work_in(Path(folder), seed, made, data)
            recipe = read_recipe("ngrams-joulin2017", changes=changes)
            result = train_seed(replace(work, recipe=recipe, tests=tests))
        shares.append(
            [(result.predictions[name].frame["label"] == pairs.gold).mean() for name, pairs in tests.items()]
        )
        histories.append(result.history)
    return np.array(shares, dtype=np.float64), histories


GRID = {
    f"gamma {gamma}, alpha {alpha}": (
        f"adversary:{PATTERNS},hidden=32,gamma={gamma},alpha1={alpha},alpha2={alpha}"
    )
    for gamma in (0.1, 0.5, 1, 3, 5)
    for alpha in (1, 3, 5, 10)
}
DISCRIMINATORS = {f"k = {k}": f"adversary:{ADVERSARY},discriminators={k}" for k in (1, 2, 3)}
MEASURES = {"adversary-grid": "planted_grid", "dynamic-reweighting": "planted_dynamic"}
COLUMNS = ("model", "figure", "value", "low", "high", "n", "seeds")


def over_seeds(shares: np.ndarray) -> Estimate:
    """Return the mean over seeds with its t interval; where all are equal there is none."""
    mean, n = float(shares.mean()), len(shares)
    interval = seed_interval(shares) if np.ptp(shares) > 0 else None
    reason = None if interval else "one seed" if n == 1 else "every seed has the same value"
    return Estimate(mean, "points", n, interval, reason=reason)


def best_number(found: Mapping[tuple[str, str], Estimate]) -> Iterator[Figure]:
    """Yield the number of discriminators that is best against the bias, where it was asked."""
    by_k = {name: found[name, "against"] for name in DISCRIMINATORS if (name, "against") in found}
    if by_k:
        best = max(by_k, key=lambda name: by_k[name].value or 0.0)
        number = Estimate(int(best.removeprefix("k = ")), "count", by_k[best].n, reason="the best of three")
        yield Figure("count", number, what="best_k")


def keep(results: Path, name: str, found: Mapping[tuple[str, str], Estimate]) -> None:
    """Keep figures as a finding of its own."""
    rows = tuple(
        (model, figure, each.value, *each.bounds, each.n, each.n) for (model, figure), each in found.items()
    )
    finding = Finding(
        measure=MEASURES[name],
        subject="a bag of words on data with a planted bias",
        definition=(__doc__ or "").partition("\n")[0],
        headline=f"{len(found)} figures over seeds.",
        figures=[
            *(
                Figure("value", each, {"model": model, "figure": figure}, what="")
                for (model, figure), each in found.items()
            ),
            *best_number(found),
        ],
        views={"figures": View("Points over seeds", COLUMNS, rows)},
    )
    content = {"schema_version": SCHEMA_VERSION, "findings": [finding.to_json()]}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    KeptFindings(results).add({f"{name}.json": f"{text}\n".encode()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--grid", action="store_true")
    parser.add_argument("--seeds", type=int, default=len(planted_bias.SEEDS))
    parser.add_argument("--keep", type=Path, metavar="RESULTS")
    options = parser.parse_args()
    data = planted_bias.planted(plant=replace(planted_bias.FIRST, carried=0.9))
    plain, histories = trained("plain", data, options.seeds)
    sys.stdout.write(
        "| method | ordinary | against the bias | more than plain |\n| --- | --- | --- | --- |\n"
    )
    kept: dict[tuple[str, str], Estimate] = {}
    for name, method in ({"plain": "plain"} | GRID | DISCRIMINATORS if options.grid else METHODS).items():
        found, histories = (plain, histories) if method == "plain" else trained(method, data, options.seeds)
        of = {
            "ordinary": over_seeds(100 * found[:, 0]),
            "against": over_seeds(100 * found[:, 1]),
            "more than plain": over_seeds(100 * (found[:, 1] - plain[:, 1])),
        }
        kept |= {(name, figure): each for figure, each in of.items()}
        gain = of["more than plain"]
        more = f"{gain.value:+.1f} ({gain.bounds[0]:+.1f} to {gain.bounds[1]:+.1f})" if gain.interval else ""
        sys.stdout.write(f"| {name} | {of['ordinary'].value:.1f} | {of['against'].value:.1f} | {more} |\n")
        sys.stdout.flush()
    if options.keep:
        keep(options.keep, "adversary-grid" if options.grid else "dynamic-reweighting", kept)
    if not options.grid:
        sys.stdout.write(_by_epoch(histories))


def _by_epoch(histories: list[tuple[Row, ...]]) -> str:
    """Return gap and alpha by epoch, means over seeds, as a table."""
    lines = ["", "| epoch | gap, points | alpha2 in the next one |", "| --- | --- | --- |"]
    for epoch in range(EPOCHS):
        rows = [history[epoch] for history in histories if len(history) > epoch]
        gap, alpha = (np.mean([row[name] for row in rows]) for name in ("gap", "alpha2"))
        lines.append(f"| {epoch + 1} | {100 * gap:.1f} | {alpha:.1f} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
