"""Hold the training dynamics of a run beside PVI and label errors, where labels were flipped at random.

    python benchmarks/dynamics_beside_errors.py RUN FLIPPED ORIGINAL [--rows N]

RUN is a training on FLIPPED, whose rows are those of ORIGINAL with some labels changed (training_dynamics.py
writes such a file). Prints how well each score finds the changed rows, how many of them lie in the hard, the
ambiguous and the easy third, and what the rows of the hard third are that were not changed. PVI is that of
the hypothesis alone, and of words of both sentences (label_error_scores.py), all cross-fitted.
"""

import argparse
from pathlib import Path

import numpy as np
import polars as pl
from label_error_scores import LABELS, our_scores, probabilities
from sklearn.metrics import average_precision_score, roc_auc_score
from training_dynamics import SHARE, dynamics_of

from rightreasons import audit, read_pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("run", "flipped", "original"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--rows", type=int, help="the first rows only, as the run was trained")
    arguments = parser.parse_args()
    frame, before = (
        pl.read_ndjson(path, infer_schema_length=None).head(arguments.rows or 10**9)
        for path in (arguments.flipped, arguments.original)
    )
    wrong = (frame["label"] != before["label"]).to_numpy()
    codes = frame["label"].replace_strict({label: at for at, label in enumerate(LABELS)}).to_numpy()
    both = our_scores(probabilities(frame, codes, 3), codes)
    audited = audit(read_pairs(frame), measures=("usable_information",)).finding("usable_information")
    assert audited.items is not None
    of_rows = pl.DataFrame({"id": frame["id"].cast(pl.String), "wrong": wrong, **both})
    rows = dynamics_of(arguments.run).join(of_rows, on="id").join(audited.items, on="id")
    truth, third = rows["wrong"].to_numpy(), round(SHARE * len(rows))
    scores = {
        "least confidence (hard)": -rows["confidence"].to_numpy(),
        "most variability (ambiguous)": rows["variability"].to_numpy(),
        "most confidence (easy)": rows["confidence"].to_numpy(),
        "least PVI of the hypothesis": -rows["pvi_hypothesis"].to_numpy(),
        "least PVI of words of both": rows["PVI"].to_numpy(),
        "suspected, then p(gold)": rows["confident learning, then p(gold)"].to_numpy(),
    }
    print(f"{truth.sum():,} of {len(rows):,} labels flipped ({100 * truth.mean():.1f} %)\n")
    print("| score | flipped rows in its third, % | AUROC | average precision | first 100, % |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, score in scores.items():
        order = np.argsort(-score, kind="stable")
        cells = (
            f"{100 * truth[order[:third]].sum() / truth.sum():.1f}",
            f"{roc_auc_score(truth, score):.3f}",
            f"{average_precision_score(truth, score):.3f}",
            f"{100 * truth[order[:100]].mean():.0f}",
        )
        print(f"| {name} | {' | '.join(cells)} |")
    hard = np.zeros(len(rows), dtype=bool)
    hard[np.argsort(-scores["least confidence (hard)"], kind="stable")[:third]] = True
    suspected = scores["suspected, then p(gold)"] > 0
    print("\n| rows | n | suspected, % | PVI of the hypothesis | PVI of words of both |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, part in (
        ("hard, flipped", hard & truth),
        ("hard, not flipped", hard & ~truth),
        ("other, flipped", ~hard & truth),
        ("other, not flipped", ~hard & ~truth),
    ):
        pvi = rows["pvi_hypothesis"].to_numpy()[part].mean(), -rows["PVI"].to_numpy()[part].mean()
        print(
            f"| {name} | {part.sum():,} | {100 * suspected[part].mean():.1f} | {pvi[0]:.3f} | {pvi[1]:.3f} |"
        )


if __name__ == "__main__":
    main()
