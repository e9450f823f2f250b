"""Score a model on the label sets of AmbiEnt, and on the disambiguations of its ambiguous items.

    python benchmarks/ambient.py DATA MODEL

MODEL is anything `probe` takes that gives probabilities of three labels, saved answers excepted.
Thresholds are fitted to the other half of the items (`rightreasons.statistics.label_sets`).
"""

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons import read_pairs
from rightreasons.labels import THREE_WAY
from rightreasons.predictors.predictor import predictor_named
from rightreasons.statistics.label_sets import label_set_scores
from rightreasons.statistics.proportions import proportion

NAMES = [str(label) for label in THREE_WAY]


def probabilities(model: str, rows: list[dict[str, str]]) -> Any:
    """Return the probability of each label of every row, shape (rows, labels)."""
    pairs = read_pairs(pl.DataFrame(rows)).named("rows")
    frame = predictor_named(model).predict(pairs).frame
    return pairs.frame.select("id").join(frame, on="id", maintain_order="left").select(NAMES).to_numpy()


def percent(flags: Any) -> str:
    """Return a share with its interval and n."""
    share = proportion(int(flags.sum()), len(flags))
    low, high = (100 * (each or 0.0) for each in share.bounds)
    return f"{100 * (share.value or 0.0):.1f} ({low:.1f} to {high:.1f}, n = {len(flags):,})"


def pair(of: dict[str, Any], label: str) -> dict[str, str]:
    """Return the texts of an item or a reading of it with a label."""
    return {"premise": of["premise"], "hypothesis": of["hypothesis"], "label": label}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("model")
    arguments = parser.parse_args()
    with gzip.open(arguments.data / "ambient" / "ambient_full.jsonl.gz", "rt", encoding="utf-8") as stream:
        items = [json.loads(line) for line in stream]
    sets = [set(item["labels"].split(", ")) for item in items]
    right = np.array([[name in each for name in NAMES] for each in sets])
    several = right.sum(axis=1) > 1
    given = probabilities(
        arguments.model, [pair(item, sorted(each)[0]) for item, each in zip(items, sets, strict=True)]
    )
    found = label_set_scores(given, right)
    print("| | all | one label | several labels |")
    print("| --- | --- | --- | --- |")
    for name, flags in (("any of the labels", found.any_of), ("exact set", found.exact),
                        ("exact set, the most frequent one for all", found.most_frequent)):  # fmt: skip
        print(f"| {name} | {percent(flags)} | {percent(flags[~several])} | {percent(flags[several])} |")
    print(f"\nthresholds of the halves: {', '.join(f'{each:.2f}' for each in found.thresholds)}")
    readings = [
        (at, reading) for at in np.flatnonzero(several) for reading in items[at].get("disambiguations") or ()
    ]
    shares = probabilities(arguments.model, [pair(reading, reading["label"]) for _, reading in readings])
    chosen = shares.argmax(axis=1)
    correct = np.array(
        [NAMES[label] == reading["label"] for label, (_, reading) in zip(chosen, readings, strict=True)]
    )
    of_item: dict[int, list[int]] = {}
    for place, (at, _) in enumerate(readings):
        of_item.setdefault(int(at), []).append(place)
    whole = np.array([correct[places].all() for places in of_item.values()])
    moved = np.array([len(set(chosen[places].tolist())) > 1 for places in of_item.values()])
    only = np.array([found.any_of[at] and not correct[places].all() for at, places in of_item.items()])
    print(f"readings correct: {percent(correct)}")
    print(f"items with every reading correct: {percent(whole)}")
    print(f"items whose readings get more than one label: {percent(moved)}")
    print(f"items correct as they stand, of which a reading is wrong: {percent(only)}")


if __name__ == "__main__":
    main()
