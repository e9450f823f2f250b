"""Usable information of the hypothesis beside scikit-learn's logistic regression on the same features.

    python benchmarks/information_peers.py DATA

prints a Markdown table in bits: ours, scikit-learn's with the same features, folds and strengths, and the
difference. Two labels need twice the C, since scikit-learn fits one vector where the softmax has two.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from rightreasons import read_pairs
from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.cross_fitting.regression import weighting
from rightreasons.engine.progress import silent
from rightreasons.measures.data.hypothesis_only.answers import fitted
from rightreasons.measures.data.hypothesis_only.measures import hypothesis_baseline
from rightreasons.measures.data.hypothesis_only.question import Question
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import choose_tokenisation, tokens

SETS = {
    "SNLI dev": "snli/snli_1.0_dev.jsonl.gz",
    "MPE dev": "mpe/mpe_dev.txt",
    "SICK train": "sick/SICK_train.txt",
    "HealthVer dev": "healthver/healthver_dev.csv.gz",
}
SEED = 2018


def occurrences(features: Features) -> tuple[Any, Any]:
    """Return the text and the feature of every occurrence, by plain loops over texts."""
    n_words, n_pairs, _ = features.sizes
    rows: list[int] = []
    columns: list[int] = []
    for text in range(features.n_texts):
        for place in range(features.offsets[text], features.offsets[text + 1]):
            word, pair = int(features.words[place]), int(features.pairs[place])
            first, last = features.ngram_offsets[word : word + 2]
            own = [word] + [n_words + n_pairs + each for each in features.ngrams[first:last].tolist()]
            own += [n_words + pair] if pair >= 0 else []
            rows += [text] * len(own)
            columns += own
    return np.array(rows), np.array(columns)


def measured(pairs: PairTable) -> tuple[int, float, float]:
    """Return the rows, our usable information of the hypothesis, and scikit-learn's."""
    kept = pairs.with_gold()
    own = tokens(kept.hypotheses, choose_tokenisation([False], [kept.hypotheses]))
    features = ngram_features([own])
    found = fitted(hypothesis_baseline(own), Question(kept, None, (), SEED, silent), features, memory=False)
    codes, plan, strengths = found.data.texts.codes, found.data.plan, found.fits.cross_fitted.strengths
    n, labels = len(codes), found.data.texts.n_labels
    text, column = occurrences(features)
    shares = np.zeros((n, labels))
    theirs = np.zeros((n, labels))
    for block in plan.blocks:
        seen, held = np.flatnonzero(plan.fitted_to(block)), np.flatnonzero(plan.held_out(block))
        prior = np.bincount(codes[seen], minlength=labels) / len(seen)
        shares[held] = prior
        if not strengths[block]:
            theirs[held] = prior
            continue
        counts = np.bincount(features.text_of_row[seen], minlength=features.n_texts).astype(np.float32)
        values = weighting(features, counts).values[column].astype(np.float64)
        norm = np.sqrt(np.bincount(text, np.square(values), minlength=features.n_texts))
        matrix = csr_matrix(
            (values / np.maximum(norm[text], 1e-12), (text, column)),
            shape=(features.n_texts, sum(features.sizes)),
        )
        of_rows = matrix[features.text_of_row]
        strength = strengths[block] * (2 if labels == 2 else 1)
        model = LogisticRegression(C=strength, tol=1e-6, max_iter=2000).fit(of_rows[seen], codes[seen])
        theirs[np.ix_(held, model.classes_)] = model.predict_proba(of_rows[held])
    at = np.arange(n), codes
    ours = found.fits.cross_fitted.probabilities
    bits = [np.log2(np.maximum(each[at], 2.0**-24)) - np.log2(shares[at]) for each in (ours, theirs)]
    return n, float(bits[0].mean()), float(bits[1].mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    folder = parser.parse_args().data
    print("| set | rows | ours | scikit-learn | difference |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, place in SETS.items():
        pairs = read_pairs(folder / place, on_malformed="drop")
        n, ours, theirs = measured(pairs)
        print(f"| {name} | {n:,} | {ours:.4f} | {theirs:.4f} | {ours - theirs:+.4f} |", flush=True)


if __name__ == "__main__":
    main()
