"""Train on the ambiguous, hard and easy third of training data, beside random thirds; and where noise lies.

    python benchmarks/training_dynamics.py SETS/snli.jsonl DATA --vectors FILE ... -o FOLDER
    python benchmarks/training_dynamics.py SETS/snli.jsonl DATA --encoder MINILM --whole RUN --rows 4000
        --items 3000 -o FOLDER

SETS is what `training_sets.py` wrote, DATA the shared data. What is finished is not done again. Prints
accuracy on SNLI test, SNLI test hard and HANS over three seeds, the difference from random thirds with an
interval of 95 % over seeds (Welch), what the rows of each third are like, and where flipped labels lie. In
the second form, for a CPU: RUN is a training of the encoder on all rows, whose dynamics are taken; so many
rows are drawn from each third, two epochs, so many items of each set; the first table alone.
"""

import argparse
import gzip
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
from scipy.stats import ttest_ind
from sklearn.metrics import average_precision_score, roc_auc_score

from rightreasons.measures.training.dynamics import mean_of_seeds
from rightreasons.runs.folder import read_run

SEEDS, SHARE, FLIPPED = 3, 0.33, 0.05
BY = ("ambiguous", "hard", "easy")
LABELS = ("entailment", "neutral", "contradiction")


class Runs:
    """Commands in a folder, each done once."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.folder: Path = arguments.out
        self.train_file: Path = arguments.train
        self.whole: Path = arguments.whole or self.folder / "all"
        self.rows: int | None = arguments.rows
        snli, hans = arguments.data / "snli", arguments.data / "hans" / "hans_evaluation_set.tsv.gz"
        names = ("snli_1.0_dev", "snli_1.0_test", "snli_1.0_test_hard")
        self.dev, *tests = (
            self.drawn(path, arguments.items)
            for path in (*(snli / f"{name}.jsonl.gz" for name in names), hans)
        )
        self.tests = dict(zip(("SNLI test", "SNLI test hard", "HANS"), tests, strict=True))
        self.recipe: str = arguments.recipe
        self.options = ["--small", *(word for path in arguments.vectors for word in ("--vectors", path))]
        if arguments.encoder is not None:
            self.recipe = "encoder"
            self.options = [
                "--encoder",
                arguments.encoder,
                "--set",
                "settings.max_length=64",
                "--set",
                "epochs=2",
            ]

    def drawn(self, path: Path, rows: int | None) -> Path:
        """Return a file of so many lines of another, drawn at random; without a number the other itself."""
        if rows is None:
            return path
        out = self.folder / path.name.removesuffix(".gz")
        if not out.exists():
            opened = gzip.open if path.suffix == ".gz" else open
            with opened(path, "rt", encoding="utf-8") as stream:
                lines = stream.readlines()
            head = lines[:1] if ".tsv" in path.name else []
            body = lines[len(head) :]
            chosen = np.random.default_rng(1).permutation(len(body))[:rows]
            out.write_text("".join([*head, *(body[row] for row in sorted(chosen))]), encoding="utf-8")
        return out

    def command(self, out: Path, *words: object) -> None:
        """Run a command that writes `out`, unless that is there."""
        if not out.exists():
            said = [sys.executable, "-m", "rightreasons", *map(str, words), "-o", str(out)]
            print(" ".join(map(str, words)), "-o", out.name, file=sys.stderr, flush=True)
            subprocess.run(said, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command

    def train(self, name: str, data: Path, seeds: int = SEEDS, seed: int = 1) -> Path:
        """Return the run of a training on some data."""
        out = self.folder / name
        tests = [word for path in self.tests.values() for word in ("--test", path)]
        given = [*self.options, "--train", data, "--dev", self.dev, *tests]
        self.command(out, "train", self.recipe, *given, "--seeds", seeds, "--seed", seed, "--workers", 1)
        return out

    def subset(self, by: str, seed: int = 1) -> Path:
        """Return the file of a part of the training data."""
        out = self.folder / f"{by}-{seed}.jsonl"
        given = ["--train", self.train_file, "--by", by, "--share", SHARE, "--seed", seed]
        self.command(out, "make", "subset", self.whole, *given)
        if self.rows is None:
            return out
        part = self.folder / f"{by}-{seed}-drawn.jsonl"
        if not part.exists():
            lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
            chosen = np.random.default_rng(seed).permutation(len(lines))[: self.rows]
            part.write_text("".join(lines[row] for row in sorted(chosen)), encoding="utf-8")
        return part


def accuracies(runs: Sequence[Path]) -> dict[str, list[float]]:
    """Return the accuracy of every seed of some runs, by set."""
    found: dict[str, list[float]] = {}
    for run in runs:
        for finding in read_run(run).findings:
            if finding.measure == "accuracy" and finding.on != "dev":
                of_seeds = [each.value or 0.0 for each in finding.figures.where("accuracy", what="seed")]
                found.setdefault(str(finding.on), []).extend(of_seeds)
    return found


def in_words(values: Sequence[float], beside: Sequence[float] | None = None) -> str:
    mean, sd = 100 * np.mean(values), 100 * np.std(values, ddof=1)
    if beside is None:
        return f"{mean:.1f} (sd {sd:.1f})"
    low, high = ttest_ind(values, beside, equal_var=False).confidence_interval()
    return f"{mean:.1f}; {mean - 100 * np.mean(beside):+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def dynamics_of(run: Path) -> pl.DataFrame:
    return mean_of_seeds([pl.read_parquet(path) for path in sorted(run.glob("dynamics-seed-*.parquet"))])


def thirds(runs: Runs) -> None:
    whole = [] if runs.rows else [runs.train("all", runs.train_file)]
    by = {each: [runs.train(each, runs.subset(each))] for each in BY}
    seeds = range(1, SEEDS + 1)
    random = [runs.train(f"random-{seed}", runs.subset("random", seed), 1, seed) for seed in seeds]
    beside = accuracies(random)
    print("| trained on | " + " | ".join(beside) + " |")
    print("| --- |" + " --- |" * len(beside))
    lines = {"all rows": accuracies(whole)} if whole else {}
    lines["random thirds"] = beside
    for name, found in lines.items():
        print(f"| {name} | " + " | ".join(in_words(found[each]) for each in beside) + " |")
    for name, made in by.items():
        found = accuracies(made)
        print(
            f"| {name} third | " + " | ".join(in_words(found[each], beside[each]) for each in beside) + " |"
        )


def like(runs: Runs) -> None:
    """Print what the rows of each third are like, beside what a linear model of the hypothesis knows."""
    audited = runs.folder / "audited"
    runs.command(audited, "audit", runs.train_file, "--measures", "usable_information")
    items = read_run(audited).items().select("id", "pvi_hypothesis", "pvi_overlap")
    rows = dynamics_of(runs.folder / "all").join(items, on="id")
    print("\n| rows | confidence | variability | never learned, % | PVI hypothesis | PVI overlap |")
    print("| --- |" + " ---: |" * 5)
    for name in ("all", *BY):
        part = rows if name == "all" else rows.join(ids_of(runs.subset(name)), on="id", how="semi")
        means = part.select(pl.exclude("id", "label").mean()).row(0, named=True)
        cells = [f"{means[each]:.3f}" for each in ("confidence", "variability")]
        cells += [f"{100 * means['never_learned']:.1f}"]
        cells += [f"{means[each]:.3f}" for each in ("pvi_hypothesis", "pvi_overlap")]
        print(f"| {name} | {' | '.join(cells)} |")


def ids_of(path: Path) -> pl.DataFrame:
    return pl.read_ndjson(path, infer_schema_length=None).select("id")


def flipped(runs: Runs) -> None:
    """Flip labels at random and print in which third they end, and by what they are found."""
    path, rng = runs.folder / "flipped.jsonl", np.random.default_rng(31)
    frame = pl.read_ndjson(runs.train_file, infer_schema_length=None)
    wrong = rng.random(len(frame)) < FLIPPED
    other = [
        LABELS[(LABELS.index(label) + shift) % 3]
        for label, shift in zip(frame["label"], rng.integers(1, 3, len(frame)), strict=True)
    ]
    label = pl.select(pl.when(pl.Series(wrong)).then(pl.Series(other)).otherwise(frame["label"])).to_series()
    frame.with_columns(label.alias("label")).write_ndjson(path)
    run = runs.train("on-flipped", path, 1)
    audited = runs.folder / "flipped-audited"
    runs.command(audited, "audit", path, "--measures", "usable_information")
    items = read_run(audited).items().select("id", "pvi_hypothesis")
    is_wrong = pl.DataFrame({"id": frame["id"].cast(pl.String), "wrong": wrong})
    rows = dynamics_of(run).join(is_wrong, on="id").join(items, on="id")
    truth, third = rows["wrong"].to_numpy(), round(SHARE * len(rows))
    print(f"\n{truth.sum():,} of {len(rows):,} labels flipped ({100 * truth.mean():.1f} %)")
    orders = {
        "hard (least confidence)": -rows["confidence"].to_numpy(),
        "ambiguous (most variability)": rows["variability"].to_numpy(),
        "easy (most confidence)": rows["confidence"].to_numpy(),
        "least PVI of the hypothesis": -rows["pvi_hypothesis"].to_numpy(),
    }
    print("| third of the rows | of the flipped rows in it, % | AUROC | average precision |")
    print("| --- | ---: | ---: | ---: |")
    for name, score in orders.items():
        first = np.argsort(-score, kind="stable")[:third]
        found = 100 * truth[first].sum() / truth.sum()
        area, precision = roc_auc_score(truth, score), average_precision_score(truth, score)
        print(f"| {name} | {found:.1f} | {area:.3f} | {precision:.3f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("train", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--recipe", default="decomposable-attention-mccoy2019")
    parser.add_argument("--vectors", type=Path, nargs="+", default=[])
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("--whole", type=Path)
    parser.add_argument("--rows", type=int)
    parser.add_argument("--items", type=int)
    parser.add_argument("-o", "--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    runs = Runs(arguments)
    thirds(runs)
    if runs.rows is None:
        like(runs)
        flipped(runs)


if __name__ == "__main__":
    main()
