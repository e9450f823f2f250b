"""Audits of data that are not English, beside scikit-learn with character n-grams alone.

    python benchmarks/languages.py DATA [SET ...]

DATA is a folder laid out as in the catalogue. The script reads the files by the standard library and knows
nothing of rightreasons but the last column: TF-IDF of character 1-5-grams, logistic regression, five folds
that share no text; for overlap the shares of the character 1-, 2- and 3-grams of the hypothesis that are in
the premise, their interactions, and the lengths.
"""

import csv
import gzip
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from rightreasons import audit
from rightreasons.sources.options import Quoting

SETS: dict[str, tuple[str, str, Quoting]] = {
    "farstail": ("farstail/Train-word.csv.gz", "\t", "on"),
    "inferbr": ("inferbr/train.csv.gz", ",", "auto"),
    "jnli": ("jnli/valid-v1.3.json.gz", "", "auto"),
}
MEASURES = ("label_balance", "hypothesis_only", "premise_only", "overlap_only")
Row = tuple[str, str, str]


def rows_of(path: Path, separator: str) -> list[Row]:
    """Return premise, hypothesis and label as found."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8-sig")
    if separator:
        table = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator))
        return [(row["premise"], row["hypothesis"], row["label"]) for row in table]
    objects = [json.loads(line) for line in text.splitlines() if line.strip()]
    return [(row["sentence1"], row["sentence2"], row["label"]) for row in objects]


def groups_of(rows: Sequence[Row]) -> list[int]:
    """Return a number by row, the same for rows that share a text, directly or through others."""
    parent: dict[str, str] = {}

    def root(text: str) -> str:
        while parent.setdefault(text, text) != text:
            parent[text] = text = parent[parent[text]]
        return text

    for premise, hypothesis, _ in rows:
        parent[root(premise)] = root(hypothesis)
    numbers: dict[str, int] = {}
    return [numbers.setdefault(root(premise), len(numbers)) for premise, _, _ in rows]


def shared(premise: str, hypothesis: str) -> list[float]:
    """Return the shares of the character n-grams of a hypothesis that are in its premise, and the lengths."""
    found = []
    for n in (1, 2, 3):
        own = {hypothesis[at : at + n] for at in range(len(hypothesis) - n + 1)}
        other = {premise[at : at + n] for at in range(len(premise) - n + 1)}
        found.append(len(own & other) / max(1, len(own)))
    return [*found, len(hypothesis) / 50, len(premise) / 50]


def accuracies(rows: Sequence[Row]) -> dict[str, float]:
    """Return by measure what the independent models get."""
    labels = np.array([label for _, _, label in rows])
    folds = list(GroupKFold(5, shuffle=True, random_state=1).split(labels, groups=groups_of(rows)))
    ngrams = make_pipeline(
        TfidfVectorizer(analyzer="char", ngram_range=(1, 5), min_df=2, sublinear_tf=True),
        LogisticRegression(max_iter=300, C=1.0, tol=1e-3),
    )
    overlap = make_pipeline(
        PolynomialFeatures(2), StandardScaler(), LogisticRegression(max_iter=1_000, C=1.0)
    )
    inputs = {
        "hypothesis_only": (ngrams, [hypothesis for _, hypothesis, _ in rows]),
        "premise_only": (ngrams, [premise for premise, _, _ in rows]),
        "overlap_only": (overlap, np.array([shared(premise, hypothesis) for premise, hypothesis, _ in rows])),
    }
    found = {"label_balance": max(np.mean(labels == label) for label in set(labels))}
    for name, (model, given) in inputs.items():
        predicted = cross_val_predict(model, given, labels, cv=folds)
        found[name] = float(np.mean(predicted == labels))
    return found


def main() -> None:
    """Print a line a set and measure."""
    folder = Path(sys.argv[1])
    print("| set | measure | scikit-learn | audit | its interval |\n| --- | --- | --- | --- | --- |")
    for name in sys.argv[2:] or SETS:
        file, separator, quoting = SETS[name]
        theirs = accuracies(rows_of(folder / file, separator))
        ours = {
            each.measure: each for each in audit(folder / file, measures=MEASURES, quoting=quoting).findings
        }
        for measure, value in theirs.items():
            figure = ours[measure].figures["majority" if measure == "label_balance" else "accuracy"]
            low, high = (figure.interval.low, figure.interval.high) if figure.interval else (None, None)
            bounds = f"{100 * low:.1f} to {100 * high:.1f}" if low is not None and high is not None else ""
            print(
                f"| {name} | `{measure}` | {100 * value:.1f} | {100 * (figure.value or 0):.1f} | {bounds} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
