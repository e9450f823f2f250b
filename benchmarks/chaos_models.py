"""Hold the models of Baan et al. (2022) against the people of ChaosNLI, by seed and entropy third.

    python benchmarks/chaos_models.py DATA

Prints each model's accuracy to the label of most people and its distances from their shares, all and by
thirds of people's entropy, and the largest difference from an independent computation (scipy).
"""

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
import polars as pl
from scipy.spatial.distance import jensenshannon

from rightreasons import read_pairs
from rightreasons.challenges.challenge import from_pairs
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY
from rightreasons.measures.model.human_labels import human_labels
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions

SETS = {"SNLI": "chaosNLI_snli.jsonl.gz", "MNLI": "chaosNLI_mnli_m.jsonl.gz"}
NAMES = [str(label) for label in THREE_WAY]
OURS = [0, 2, 1]
"""Places of entailment, neutral and contradiction among their probabilities."""


def measured(people: Path, answers: Path) -> tuple[Finding, float, int]:
    """Return the finding, its largest difference from scipy's, and the items of the set."""
    with gzip.open(answers, "rt", encoding="utf-8") as stream:
        of_model = {row["uid"]: [row["probs"][at] for at in OURS] for row in map(json.loads, stream)}
    pairs = read_pairs(people).named("set")
    ids = [name for name in pairs.frame["id"] if name in of_model]
    shares = np.array([of_model[name] for name in ids])
    shares /= shares.sum(axis=1, keepdims=True)
    labels = pl.Series("label", [NAMES[at] for at in shares.argmax(axis=1)], dtype=LABEL_TYPE)
    columns = [pl.Series(name, shares[:, at]) for at, name in enumerate(NAMES)]
    frame = pl.DataFrame([pl.Series("id", ids), labels, *columns])
    found = human_labels(from_pairs("set", pairs, ()), pairs, Predictions(frame, THREE_WAY, Provenance("m")))
    with gzip.open(people, "rt", encoding="utf-8") as stream:
        given = {row["uid"]: row["label_dist"] for row in map(json.loads, stream)}
    theirs = np.array([given[name] for name in ids])
    expected = (jensenshannon(theirs, shares, base=2, axis=1) ** 2).mean()
    chosen = theirs[np.arange(len(ids)), shares.argmax(axis=1)]
    right = (chosen == theirs.max(axis=1)).mean()  # of labels that as many people chose, either is right
    own = [found.figures[f"model.{name}"].value or 0.0 for name in ("jensen_shannon", "accuracy")]
    apart = max(abs(own[0] - expected), abs(own[1] - right))
    return found, float(apart), len(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    folder = parser.parse_args().data / "chaosnli"
    print("| model | items | accuracy, % | Jensen-Shannon, bits | by thirds of entropy: low, middle, high | "
          "largest difference from scipy |")  # fmt: skip
    print("|" + " --- |" * 6)
    for name, people in SETS.items():
        for answers in sorted((folder / "predictions").glob(f"{name}_dev_*.json.gz")):
            found, apart, items = measured(folder / people, answers)
            accuracy, distance = (found.figures[f"model.{each}"] for each in ("accuracy", "jensen_shannon"))
            cells = []
            for figure, digits, scale in ((accuracy, 1, 100), (distance, 3, 1)):
                low, high = (scale * (each or 0.0) for each in figure.bounds)
                cells.append(
                    f"{scale * (figure.value or 0.0):.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"
                )
            lines = [each for each in found.views["by_entropy"].records() if each["source"] == "model"]
            thirds = ", ".join(f"{each['jensen_shannon']:.3f}" for each in lines)
            title = answers.name.removesuffix(".json.gz")
            print(f"| {title} | {distance.n} of {items:,} | {' | '.join(cells)} | {thirds} | {apart:.1e} |")


if __name__ == "__main__":
    main()
