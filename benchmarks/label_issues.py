"""Suspected labels beside cleanlab's `find_label_issues`, and labels that 100 people give otherwise.

    PYTHONPATH=src:CLEANLAB python benchmarks/label_issues.py DATA [--only issues|votes]

CLEANLAB is where cleanlab is installed (no dependency of ours). First part: SNLI dev with the probabilities
of ELECTRA-small, labels as they are and with a share of them flipped at random: which rows our confident
learning suspects, and which `find_label_issues(filter_by="confident_learning")` does. Second part: ChaosNLI's
items of SNLI with the probabilities of RoBERTa (Baan et al. 2022, dev and test files joined, mean of three
seeds): how well PVI, confident learning, the votes of SNLI's five annotators and cleanlab's scores rank the
items of which the label of most of 100 people is another than gold.
"""

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
from label_error_scores import SEEDS, cleanlab_scores, our_scores, table

from rightreasons.statistics.label_errors import confident_labels

FLIPPED = (0.0, 0.05, 0.10)
ROBERTA = ("SNLI_dev_roberta-base", "SNLI_test_roberta-base")
NAMES, LETTERS = ("entailment", "neutral", "contradiction"), "enc"
OURS = [0, 2, 1]
"""Places of entailment, neutral and contradiction among the probabilities of Baan et al."""


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def softmax(scores: Any) -> Any:
    """Return probabilities of logits, shape (rows, labels)."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def issues(data: Path) -> None:
    """Print which rows of SNLI dev either suspects."""
    from cleanlab.filter import find_label_issues  # type: ignore[import-not-found]  # no dependency

    rows = rows_of(data / "fp_dataset_artifacts" / "baseline_100k" / "eval_predictions.jsonl.gz")
    shares = softmax(np.array([row["predicted_scores"] for row in rows]))
    gold = np.array([row["label"] for row in rows])
    print("| labels flipped | rows | suspected | by cleanlab | by both | by one of them |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for flipped in FLIPPED:
        for seed in range(SEEDS if flipped else 1):
            rng = np.random.default_rng(seed)
            moved = rng.random(len(gold)) < flipped
            codes = np.where(moved, (gold + rng.integers(1, 3, len(gold))) % 3, gold)
            confident = confident_labels(shares, codes)
            own = (confident >= 0) & (confident != codes)
            theirs = find_label_issues(codes, shares, filter_by="confident_learning", n_jobs=1)
            counts = [int(each.sum()) for each in (own, theirs, own & theirs, own ^ theirs)]
            print(
                f"| {moved.mean():.3f} | {len(gold):,} | " + " | ".join(f"{each:,}" for each in counts) + " |"
            )


def votes(data: Path) -> None:
    """Print how well each score ranks the items that most of 100 people label otherwise than gold."""
    folder = data / "chaosnli"
    people = rows_of(folder / "chaosNLI_snli.jsonl.gz")
    seeds = []
    for seed in range(3):
        files = [folder / "predictions" / f"{name}_{seed}.json.gz" for name in ROBERTA]
        seeds.append({row["uid"]: row["probs"] for path in files for row in rows_of(path)})
    shares = np.array([np.mean([each[row["uid"]] for each in seeds], axis=0)[OURS] for row in people])
    shares /= shares.sum(axis=1, keepdims=True)
    codes = np.array([LETTERS.index(row["old_label"]) for row in people])
    wrong = np.array([row["majority_label"] != row["old_label"] for row in people])
    against = np.array(
        [
            np.mean([label != NAMES[code] for label in row["old_labels"]])
            for row, code in zip(people, codes, strict=True)
        ]
    )
    gold = shares[np.arange(len(codes)), codes]
    right = (shares.argmax(axis=1) == codes).mean()
    every = our_scores(shares, codes) | {
        "votes against gold": against,
        "votes against gold, then p(gold)": against - 1e-3 * gold,
        "votes against gold minus p(gold)": against - gold,
    }
    print(f"\n{wrong.sum()} of {len(wrong):,} labels; the model is correct in {100 * right:.1f} %\n")
    table(every | cleanlab_scores(shares, codes), wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", choices=("issues", "votes"))
    arguments = parser.parse_args()
    for name, part in (("issues", issues), ("votes", votes)):
        if arguments.only in (None, name):
            part(arguments.data)


if __name__ == "__main__":
    main()
