"""Usable information of the hypothesis beside scikit-learn's logistic regression on the same features.

    python benchmarks/information_peers.py DATA

prints a Markdown table in bits: ours and scikit-learn's with the same features, folds and strengths, at the
strength that is chosen and of both strengths together, and the X
"""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from rightreasons import read_pairs
from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.cross_fitting.regression import weighting
from rightreasons.cross_fitting.two_strengths import STRONG, BothStrengths
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


def measured(pairs: PairTable) -> tuple[int, tuple[float, ...]]:
    """Return the rows, and the bits of the hypothesis at the chosen strength and of both, ours first."""
    kept = pairs.with_gold()
    own = tokens(kept.hypotheses, choose_tokenisation([False], [kept.hypotheses]))
    features = ngram_features([own])
    found = fitted(hypothesis_baseline(own), Question(kept, None, (), SEED, silent), features, memory=False)
    codes, plan, strengths = found.data.texts.codes, found.data.plan, found.fits.cross_fitted.strengths
    n, labels = len(codes), found.data.texts.n_labels
    text, column = occurrences(features)
    ours = BothStrengths.of(found.data, found.fits.cross_fitted)
    every = {*ours.chosen, STRONG}
    fitted_by = {strength: np.zeros((n, labels), dtype=np.float32) for strength in every}
    for block in plan.blocks:
        seen, held = np.flatnonzero(plan.fitted_to(block)), np.flatnonzero(plan.held_out(block))
        counts = np.bincount(features.text_of_row[seen], minlength=features.n_texts).astype(np.float32)
        values = weighting(features, counts).values[column].astype(np.float64)
        norm = np.sqrt(np.bincount(text, np.square(values), minlength=features.n_texts))
        matrix = csr_matrix(
            (values / np.maximum(norm[text], 1e-12), (text, column)),
            shape=(features.n_texts, sum(features.sizes)),
        )
        of_rows = matrix[features.text_of_row]
        for strength in every:
            if not strength:
                fitted_by[strength][held] = np.bincount(codes[seen], minlength=labels) / len(seen)
                continue
            model = LogisticRegression(C=strength * (2 if labels == 2 else 1), tol=1e-6, max_iter=2000)
            model.fit(of_rows[seen], codes[seen])
            fitted_by[strength][np.ix_(held, model.classes_)] = model.predict_proba(of_rows[held])
    theirs = replace(ours, chosen={each: fitted_by[each] for each in ours.chosen}, strong=fitted_by[STRONG])
    at, mixed = (np.arange(n), codes), np.zeros((n, labels), dtype=np.float32)
    bits = []
    for each in (ours, theirs):
        for block in plan.blocks:
            held_out = plan.held_out(block)
            mixed[held_out] = each.chosen[strengths[block]][held_out]
        without = np.log2(each.shares[at])
        of_gold = [np.maximum(given[at], 2.0**-24) for given in (mixed, each.probabilities)]
        bits += [float((np.log2(given) - without).mean()) for given in of_gold]
    return n, tuple(bits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    folder = parser.parse_args().data
    print("| set | rows | chosen strength: ours | scikit-learn | both: ours | scikit-learn | difference |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, place in SETS.items():
        pairs = read_pairs(folder / place, on_malformed="drop")
        n, (one, both, their_one, their_both) = measured(pairs)
        cells = f"{one:.4f} | {their_one:.4f} | {both:.4f} | {their_both:.4f} | {both - their_both:+.4f}"
        print(f"| {name} | {n:,} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
