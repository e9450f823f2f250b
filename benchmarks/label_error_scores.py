"""Rank labels that people corrected, and labels that were flipped, by our scores and cleanlab's.

    PYTHONPATH=src:CLEANLAB python benchmarks/label_error_scores.py DATA SETS/snli.jsonl

CLEANLAB is where cleanlab is installed (no dependency of ours), SETS what `training_sets.py` wrote. All
scores are of the same probabilities: logistic regression on the words that premise and hypothesis have alone
and in common, cross-fitted over folds of premises (ten; three where labels are flipped).
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy.stats import t as student
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline

from rightreasons.statistics.information import pointwise_information, surprisal
from rightreasons.statistics.label_errors import confident_labels
from rightreasons.statistics.proportions import proportion

Shares = Any
LABELS = ("contradiction", "entailment", "neutral")
FIRST, FLIPPED, SEEDS, DRAWS = (50, 100, 400), (0.02, 0.05, 0.10), 5, 500


def words_of(frame: pl.DataFrame) -> list[str]:
    """Return for each pair the words of either side alone and of both, each marked."""
    texts = []
    for premise, hypothesis in frame.select("premise", "hypothesis").iter_rows():
        first, second = set(premise.lower().split()), set(hypothesis.lower().split())
        texts.append(
            " ".join(
                [f"p_{word}" for word in sorted(first - second)]
                + [f"h_{word}" for word in sorted(second - first)]
                + [f"b_{word}" for word in sorted(first & second)]
                + [f"share_{round(5 * len(first & second) / max(len(second), 1))}"]
            )
        )
    return texts


def probabilities(frame: pl.DataFrame, codes: Shares, folds: int = 10) -> Shares:
    """Return cross-fitted probabilities, shape (rows, labels)."""
    words = TfidfVectorizer(token_pattern=r"\S+", min_df=2)  # noqa: S106 - tokens of texts
    model = make_pipeline(words, LogisticRegression(C=3, max_iter=300))
    parts = GroupKFold(folds)
    return cross_val_predict(
        model, words_of(frame), codes, groups=frame["premise"].to_list(), cv=parts, method="predict_proba"
    )


def our_scores(shares: Shares, codes: Shares) -> dict[str, Shares]:
    """Return what is highest for the most suspected row."""
    gold = shares[np.arange(len(codes)), codes]
    prior = np.bincount(codes, minlength=shares.shape[1]) / len(codes)
    pvi = pointwise_information(surprisal(prior[codes]), surprisal(gold))
    confident = confident_labels(shares, codes)
    suspected = (confident >= 0) & (confident != codes)
    return {"PVI": -pvi, "confident learning, then p(gold)": suspected - gold}


def cleanlab_scores(shares: Shares, codes: Shares) -> dict[str, Shares]:
    """Return cleanlab's, highest for the most suspected row."""
    from cleanlab.rank import get_label_quality_scores  # type: ignore[import-not-found]  # no dependency

    methods = ("self_confidence", "normalized_margin", "confidence_weighted_entropy")
    return {f"cleanlab {name}": -get_label_quality_scores(codes, shares, method=name) for name in methods}


def drawn(score: Shares, wrong: Shares, of: Callable[..., float]) -> str:
    """Return a figure of a ranking with the interval of a bootstrap over items."""
    rng = np.random.default_rng(31)
    found = []
    for _ in range(DRAWS):
        rows = rng.integers(len(wrong), size=len(wrong))
        found.append(of(wrong[rows], score[rows]))
    low, high = np.quantile(found, [0.025, 0.975])
    return f"{of(wrong, score):.3f} ({low:.3f} to {high:.3f})"


def ranked(name: str, frame: pl.DataFrame, more: Mapping[str, Shares] | None = None) -> None:
    """Print how well each score finds the rows that people labelled otherwise."""
    codes = frame["label"].replace_strict({label: at for at, label in enumerate(LABELS)}).to_numpy()
    wrong = frame["wrong"].to_numpy()
    shares = probabilities(frame, codes)
    right = (shares.argmax(axis=1) == codes).mean()
    print(
        f"\n{name}: {wrong.sum():,} of {len(wrong):,} labels; the model is correct in {100 * right:.1f} %\n"
    )
    table(our_scores(shares, codes) | cleanlab_scores(shares, codes) | dict(more or {}), wrong)


def table(every: Mapping[str, Shares], wrong: Shares) -> None:
    """Print how well scores rank the rows that are wrong, and what each finds that the others do not."""
    print("| score | average precision | AUROC | " + " | ".join(f"first {n}" for n in FIRST) + " |")
    print("| --- | --- | --- |" + " --- |" * len(FIRST))
    for title, score in every.items():
        order = np.argsort(-score, kind="stable")
        cells = []
        for n in FIRST:
            estimate = proportion(int(wrong[order[:n]].sum()), n)
            low, high = estimate.bounds
            cells.append(f"{estimate.value:.3f} ({low:.3f} to {high:.3f})")
        precision = drawn(score, wrong, average_precision_score)
        area = drawn(score, wrong, roc_auc_score)
        print(f"| {title} | {precision} | {area} | {' | '.join(cells)} |", flush=True)
    found = {
        title: set(np.argsort(-each, kind="stable")[:400][wrong[np.argsort(-each, kind="stable")[:400]]])
        for title, each in every.items()
    }
    for title, own in found.items():
        others = set().union(*(each for other, each in found.items() if other != title))
        print(
            f"- {title}: {len(own)} among the first 400, {len(own - others)} that no other score finds there"
        )


def jsick(data: Path) -> pl.DataFrame:
    """Return SICK with the labels that were corrected (Kalouli et al. 2017, in JSICK)."""
    frame = pl.read_csv(
        data / "jsick" / "jsick.tsv.gz", separator="\t", quote_char=None, infer_schema_length=0
    )
    own, corrected = (pl.col(f"{name}_En") for name in ("entailment_label", "corr_entailment_labelAB"))
    return frame.select(
        premise="sentence_A_En",
        hypothesis="sentence_B_En",
        label=own,
        wrong=(corrected.is_in(LABELS) & (corrected != own)).fill_null(value=False),
    ).filter(pl.col("label").is_in(LABELS))


def taxinli(data: Path) -> pl.DataFrame:
    """Return MultiNLI's labels of TaxiNLI's pairs, beside those of its annotators."""
    frame = pl.read_csv(
        data / "taxinli" / "taxinli10k.tsv.gz", separator="\t", quote_char=None, infer_schema_length=0
    )
    return frame.select(
        premise="prem", hypothesis="hyp", label="label", wrong=pl.col("annotated_label") != pl.col("label")
    ).filter(pl.col("label").is_in(LABELS))


def flips(path: Path) -> Iterator[tuple[str, float, Shares, Shares, Shares]]:
    """Yield how labels were flipped, the share, which ones, their codes, and probabilities."""
    frame = pl.read_ndjson(path, infer_schema_length=None).select("premise", "hypothesis", "label")
    gold = frame["label"].replace_strict({label: at for at, label in enumerate(LABELS)}).to_numpy()
    negated = frame["hypothesis"].str.to_lowercase().str.contains(r"\b(?:not|no|nobody|n't|sleeping)\b")
    for share in FLIPPED:
        for seed in range(SEEDS):
            rng = np.random.default_rng([31, seed])
            wrong = rng.random(len(gold)) < share
            codes = np.where(wrong, (gold + rng.integers(1, 3, len(gold))) % 3, gold)
            yield "at random", share, wrong, codes, probabilities(frame, codes, 3)
        ruled = np.flatnonzero(negated.to_numpy() & (gold == LABELS.index("contradiction")))
        chosen = ruled[: round(share * len(gold))]
        wrong = np.zeros(len(gold), dtype=bool)
        wrong[chosen] = True
        codes = np.where(wrong, LABELS.index("neutral"), gold)
        yield "by a rule", share, wrong, codes, probabilities(frame, codes, 3)


def differences(path: Path) -> None:
    """Print AUROC and precision at the number flipped, ours minus cleanlab's, over seeds."""
    print(
        "\n| labels flipped | of the rows, % | AUROC: ours | cleanlab | difference, lower bound | "
        "precision: ours | cleanlab | difference, lower bound |"
    )
    print("| --- |" + " ---: |" * 7)
    rows: dict[tuple[str, float], list[tuple[float, ...]]] = {}
    for how, share, wrong, codes, shares in flips(path):
        ours = our_scores(shares, codes)["PVI"]
        gold = -shares[np.arange(len(codes)), codes]
        theirs = cleanlab_scores(shares, codes)["cleanlab self_confidence"]
        n = int(wrong.sum())
        own_area, their_area = roc_auc_score(wrong, gold), roc_auc_score(wrong, theirs)
        own, their = (wrong[np.argsort(-each, kind="stable")[:n]].mean() for each in (gold, theirs))
        values = (own_area, their_area, own, their, roc_auc_score(wrong, ours), n / len(wrong))
        rows.setdefault((how, share), []).append(values)
    for (how, _), of in rows.items():
        mean = np.mean(of, axis=0)
        cells = [f"{100 * mean[5]:.1f}"]
        for at in (0, 2):
            apart = np.array([each[at] - each[at + 1] for each in of])
            error = apart.std(ddof=1) / np.sqrt(len(apart)) if len(apart) > 1 else 0.0
            low = apart.mean() - (student.ppf(0.95, len(apart) - 1) * error if len(apart) > 1 else 0)
            cells += [f"{mean[at]:.4f}", f"{mean[at + 1]:.4f}", f"{apart.mean():+.4f}, {low:+.4f}"]
        print(f"| {how} ({len(of)} draws; PVI {mean[4]:.4f}) | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("snli", type=Path)
    parser.add_argument("--only", choices=("people", "flips"))
    arguments = parser.parse_args()
    if arguments.only != "flips":
        ranked("SICK, corrected in JSICK", jsick(arguments.data))
        ranked("MultiNLI, labelled anew in TaxiNLI", taxinli(arguments.data))
    if arguments.only != "people":
        differences(arguments.snli)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
