"""Keep the findings of trainings and probes, and print the tables of docs/results.md from what is kept.

    python benchmarks/results.py keep RESULTS train=RUNS probe=PROBES ...
    python benchmarks/results.py tables RESULTS

Folders of runs, by kind: RUNS of `train` and PROBES of `probe`, named alike: MODEL, MODEL-hans, MODEL-hans-N,
MODEL-two, MODEL-withheld-K. Kept are findings, without sentences and weights, as KIND-NAME.json, and what the
trainings say against the majority and the hypothesis-only model, item by item.
"""

import argparse
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.hans.recipes import recipes
from rightreasons.statistics.paired import mcnemar, paired_difference

SETS = {
    "dev": "SNLI dev",
    "snli_1.0_test.jsonl.gz": "SNLI test",
    "snli_1.0_test_hard.jsonl.gz": "SNLI-hard",
    "dev_matched_val.jsonl.gz": "MultiNLI matched",
}
HANS = [
    f"{name}.{label}"
    for label in ("entailment", "non-entailment")
    for name in ("lexical_overlap", "subsequence", "constituent")
]
HANS_HEAD = (
    "overlap, entailed | subsequence | constituent | overlap, not entailed | subsequence | constituent"
)
BASELINE = "hypothesis-only"
Findings = list[dict[str, Any]]


def keep(results: Path, folders: Mapping[str, Path]) -> None:
    """Copy findings, and compare what was predicted."""
    for kind, folder in folders.items():
        for run in finished(folder):
            shutil.copyfile(run / "findings.json", results / f"{kind}-{run.name}.json")
    baseline = folders["train"] / BASELINE
    paired = {
        run.name: list(comparisons(run, baseline))
        for folder in folders.values()
        for run in finished(folder)
        if any(each["measure"] == "training" for each in read(run / "findings.json"))
    }
    (results / "paired.json").write_text(json.dumps(paired, indent=1) + "\n")


def finished(folder: Path) -> list[Path]:
    """Return the runs of a folder; what is still under way has a hidden name."""
    return [
        run for run in sorted(folder.iterdir()) if run.name[0] != "." and (run / "findings.json").is_file()
    ]


def comparisons(run: Path, baseline: Path) -> Iterator[dict[str, Any]]:
    """Compare the first seed of a training with the majority, and with the first of another, on every set."""
    own, other = (pl.read_parquet(each / "items.parquet") for each in (run, baseline))
    seed = next(name for name in own.columns if name.endswith("_predicted"))
    for name, items in own.group_by("set", maintain_order=True):
        majority = items["label"].cast(pl.String).value_counts(sort=True)["label"][0]
        right = items[seed].cast(pl.String) == items["label"].cast(pl.String)
        yield _compared(name[0], "majority", right, items["label"].cast(pl.String) == majority)
        beside = items.select("id", "label").join(other.filter(pl.col("set") == name[0]), on="id", how="left")
        if run != baseline and beside["label"].equals(beside["label_right"]):
            answered = beside["seed-1_predicted"].cast(pl.String) == beside["label"].cast(pl.String)
            yield _compared(name[0], BASELINE, right, answered)


def _compared(name: str, beside: str, first: pl.Series, second: pl.Series) -> dict[str, Any]:
    both = int((first & second).sum())
    only_first, only_second = int((first & ~second).sum()), int((~first & second).sum())
    neither = len(first) - both - only_first - only_second
    test = mcnemar(only_first, only_second, len(first))
    difference = paired_difference(both, only_first, only_second, neither)
    interval = difference.interval
    assert interval is not None
    return {
        "set": name,
        "beside": beside,
        "n": len(first),
        "difference": difference.value,
        "low": interval.low,
        "high": interval.high,
        "p_value": test.p_value,
        "test": test.method,
    }


def tables(results: Path) -> None:
    """Print all tables."""
    trained = {path.stem.removeprefix("train-"): read(path) for path in sorted(results.glob("train-*.json"))}
    probed = {path.stem.removeprefix("probe-"): read(path) for path in sorted(results.glob("probe-*.json"))}
    paired = json.loads((results / "paired.json").read_text())
    print(f"| run | seeds | {' | '.join(SETS.values())} |\n|{' --- |' * (len(SETS) + 2)}")
    for name, findings in trained.items():
        print(f"| {name} | {seeds(findings)} | {' | '.join(mean(findings, each) for each in SETS)} |")
    print(f"\n| run | beside | {' | '.join(SETS.values())} |\n|{' --- |' * (len(SETS) + 2)}")
    for name, rows in paired.items():
        for beside in ("majority", BASELINE):
            said = {row["set"]: row for row in rows if row["beside"] == beside}
            if said:
                print(f"| {name} | {beside} | {' | '.join(paired_cell(said.get(each)) for each in SETS)} |")
    print(f"\n| run | {HANS_HEAD} |\n|{' --- |' * 7}")
    for name, findings in probed.items():
        figures = hans(findings)
        if figures:
            print(f"| {name} | {' | '.join(value(figures, each) for each in HANS)} |")
    withheld_tables(probed)


def withheld_tables(probed: Mapping[str, Findings]) -> None:
    """Print accuracy on the subcases that were withheld, as McCoy et al. 2019, Tables 12 to 16."""
    for name, recipe in recipes().items():
        columns = [f"{case}.{'' if case[1] == 'e' else 'non-'}entailment" for case in recipe.without]
        rows = {
            run.removesuffix(f"-{name}"): hans(found) for run, found in probed.items() if run.endswith(name)
        }
        if rows and columns:
            print(f"\n| {name} | {' | '.join(recipe.without)} |\n|{' --- |' * (len(columns) + 1)}")
            for model, figures in rows.items():
                print(f"| {model} | {' | '.join(value(figures, each) for each in columns)} |")


def read(path: Path) -> Findings:
    """Return the findings of a file."""
    found: Findings = json.loads(path.read_text())["findings"]
    return found


def seeds(findings: Findings) -> int:
    """Return how many seeds a training has."""
    first = next(each for each in findings if each["measure"] == "accuracy")
    return sum(".seed-" in name for name in first["figures"])


def mean(findings: Findings, name: str) -> str:
    """Return the accuracy on a set, in per cent, with the spread over seeds."""
    for each in findings:
        if each["measure"] == "accuracy" and each["subject"] == name:
            figures = each["figures"]
            spread = figures.get(f"{name}.sd", {}).get("value")
            shown = f"{100 * figures[f'{name}.mean']['value']:.1f}"
            return shown if spread is None else f"{shown} (sd {100 * spread:.1f})"
    return ""


def paired_cell(row: Mapping[str, Any] | None) -> str:
    """Return a difference in points with its interval, and the p value of McNemar's test."""
    if row is None:
        return ""
    points = [100 * row[name] for name in ("difference", "low", "high")]
    return "{:+.1f} ({:+.1f} to {:+.1f})".format(*points) + f", p {row['p_value']:.1g}"


def hans(findings: Findings) -> Mapping[str, Any]:
    """Return the figures on HANS, none where it was not probed."""
    return next((each["figures"] for each in findings if each["measure"] == "hans"), {})


def value(figures: Mapping[str, Any], name: str) -> str:
    """Return an accuracy with two digits, as the paper prints it."""
    return f"{figures[name]['value']:.2f}"


def main() -> None:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = parser.add_subparsers(dest="command", required=True)
    keeping = parts.add_parser("keep")
    keeping.add_argument("results", type=Path)
    keeping.add_argument("folders", nargs="+", metavar="KIND=FOLDER")
    parts.add_parser("tables").add_argument("results", type=Path)
    given = parser.parse_args()
    if given.command == "keep":
        folders = dict(each.split("=", 1) for each in given.folders)
        keep(given.results, {kind: Path(folder) for kind, folder in folders.items()})
    else:
        tables(given.results)


if __name__ == "__main__":
    main()
