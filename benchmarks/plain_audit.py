"""The audit as one would write it down: Counters and scikit-learn. The reference of `benchmarks/audit.py`."""

import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy.sparse import hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict

TOKEN = re.compile(r"\w+|[^\w\s]")


def give_away_words(hypotheses: list[str], labels: list[str]) -> int:
    joint: Counter[tuple[str, str]] = Counter()
    total: Counter[str] = Counter()
    for hypothesis, label in zip(hypotheses, labels, strict=True):
        for word in TOKEN.findall(hypothesis):
            joint[word, label] += 1
            total[word] += 1
    return sum(count / total[word] >= 0.8 and total[word] >= 5 for (word, _), count in joint.items())


def duplicates(hypotheses: list[str], labels: list[str]) -> int:
    found = defaultdict(set)
    for hypothesis, label in zip(hypotheses, labels, strict=True):
        found[hypothesis].add(label)
    return sum(len(each) > 1 for each in found.values())


def lengths(hypotheses: list[str], labels: list[str]) -> dict[str, float]:
    by_label = defaultdict(list)
    for hypothesis, label in zip(hypotheses, labels, strict=True):
        by_label[label].append(len(TOKEN.findall(hypothesis)))
    return {label: float(np.mean(each)) for label, each in by_label.items()}


def one_sided(texts: list[str], labels: list[str], groups: list[str]) -> float:
    words = TfidfVectorizer(token_pattern=TOKEN.pattern, ngram_range=(1, 2))
    letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5))
    features = hstack([words.fit_transform(texts), letters.fit_transform(texts)]).tocsr()
    model = LogisticRegression(C=0.5, max_iter=100)
    predicted = cross_val_predict(model, features, labels, groups=groups, cv=GroupKFold(5))
    return float(np.mean(predicted == np.array(labels)))


def main(path: Path) -> None:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    premises = [row["premise"] for row in rows]
    hypotheses = [row["hypothesis"] for row in rows]
    labels = [row["label"] for row in rows]
    print("majority", Counter(labels).most_common(1)[0][1] / len(labels))
    print("give-away words", give_away_words(hypotheses, labels))
    print("lengths", lengths(hypotheses, labels))
    print("hypotheses with more than one label", duplicates(hypotheses, labels))
    print("hypothesis-only", one_sided(hypotheses, labels, premises))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
