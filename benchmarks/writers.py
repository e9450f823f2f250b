"""Say how well the writer of a hypothesis is told from it, and what a model gains on writers it has seen.

    python benchmarks/writers.py DATA

DATA/ling_in_loop names the writer of each hypothesis (AnonId; Parrish et al. 2021). Models are linear, of
words and pairs of words. No premise of a row that is predicted is in the rows that its model was fitted to,
and both models of the second table are fitted to equally many rows.
"""

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GroupKFold

from rightreasons.statistics.clustered import clustered_mean
from rightreasons.statistics.proportions import proportion

Flags = Any
GROUPS, SEED = 5, 31


def rows_of(data: Path) -> pl.DataFrame:
    """Return hypothesis, premise, label, writer and protocol of every training row that names its writer."""
    columns = {"AnonId": "writer", "premise": "premise", "hypothesis": "hypothesis", "label": "label"}
    rows = []
    for path in sorted((data / "ling_in_loop").glob("*/train_*")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                row = json.loads(line)
                named = {to: str(row[name]) for name, to in columns.items()}
                rows.append({**named, "protocol": path.parent.name[0]})
    frame = pl.DataFrame(rows).unique(["premise", "hypothesis"], keep="none", maintain_order=True)
    return frame.filter(pl.col("label").is_in(["entailment", "neutral", "contradiction"]))


def predicted(train: tuple[list[str], Flags], texts: list[str]) -> tuple[Flags, Flags, Flags]:
    """Return the label predicted of each text, the scores of all labels, and the labels."""
    features = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    model = SGDClassifier(loss="log_loss", alpha=1e-5, max_iter=15, tol=1e-3, average=True, random_state=SEED)
    model.fit(features.fit_transform(train[0]), train[1])
    scores = model.decision_function(features.transform(texts))
    return model.classes_[scores.argmax(axis=1)], scores, model.classes_


def writers(frame: pl.DataFrame) -> None:
    """Print how often the writer is told from the hypothesis, all protocols and within each."""
    print("| rows | writers | writer correct, % | among the first five, % | the most frequent writer, % |")
    print("| --- | ---: | --- | --- | --- |")
    for name, part in {
        "all": frame,
        **{f"protocol {n}": frame.filter(pl.col("protocol") == n) for n in ("1", "2", "3")},
    }.items():
        texts, names = part["hypothesis"].to_list(), part["writer"].to_numpy()
        right = np.zeros(len(texts), dtype=bool)
        five = np.zeros(len(texts), dtype=bool)
        most = np.zeros(len(texts), dtype=bool)
        for seen, held in GroupKFold(GROUPS).split(texts, groups=part["premise"].to_list()):
            chosen, scores, classes = predicted(
                ([texts[at] for at in seen], names[seen]), [texts[at] for at in held]
            )
            right[held] = chosen == names[held]
            first = classes[np.argsort(-scores, axis=1)[:, :5]]
            five[held] = (first == names[held][:, None]).any(axis=1)
            values, counts = np.unique(names[seen], return_counts=True)
            most[held] = names[held] == values[counts.argmax()]
        cells = []
        for flags in (right, five, most):
            share = proportion(int(flags.sum()), len(flags))
            low, high = (each or 0.0 for each in share.bounds)
            cells.append(f"{100 * (share.value or 0):.1f} ({100 * low:.1f} to {100 * high:.1f})")
        print(f"| {name}, {len(part):,} | {part['writer'].n_unique()} | {' | '.join(cells)} |", flush=True)


def seen_writers(frame: pl.DataFrame) -> None:
    """Print the accuracy of a hypothesis-only model on the same rows, their writers seen and not."""
    rng = np.random.default_rng(SEED)
    texts, labels = frame["hypothesis"].to_list(), frame["label"].to_numpy()
    writer = frame["writer"].rank("dense").to_numpy() - 1
    premise = frame["premise"].rank("dense").to_numpy() - 1
    group_of_writer = rng.permutation(int(writer.max()) + 1) % GROUPS
    half_of_premise = rng.integers(2, size=int(premise.max()) + 1)
    right = {name: np.zeros(len(texts), dtype=bool) for name in ("seen", "unseen")}
    for group in range(GROUPS):
        own = group_of_writer[writer.astype(int)] == group
        for half in range(2):
            held = np.flatnonzero(own & (half_of_premise[premise.astype(int)] == half))
            apart = ~np.isin(premise, premise[held])
            unseen = np.flatnonzero(apart & ~own)
            theirs = np.flatnonzero(apart & own)
            others = rng.permutation(unseen)[: len(unseen) - len(theirs)]
            for name, rows in (("seen", np.concatenate([theirs, others])), ("unseen", unseen)):
                given = [texts[at] for at in rows], labels[rows]
                right[name][held] = predicted(given, [texts[at] for at in held])[0] == labels[held]
    gain = right["seen"].astype(float) - right["unseen"]
    mean = clustered_mean(gain, writer.astype(int), "proportion")
    low, high = (each or 0.0 for each in mean.bounds)
    seen, unseen = (100 * right[name].mean() for name in ("seen", "unseen"))
    gained = f"{100 * (mean.value or 0):+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})"
    print(
        f"\nhypothesis alone, {len(texts):,} rows of {int(writer.max()) + 1} writers: {seen:.1f} % correct "
        f"where the writer was seen, {unseen:.1f} % where not, {gained}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    frame = rows_of(parser.parse_args().data)
    writers(frame)
    seen_writers(frame)


if __name__ == "__main__":
    main()
