"""How far the seeds of a model lie apart on HANS, by subcase, beside the 100 BERTs of McCoy et al. (2020).

    python benchmarks/seed_spread.py DATA PROBE PROBE [PROBE ...]

prints a Markdown table, in per cent: of each subcase the accuracies of the seeds, their standard deviation
and its 95 % interval (chi-squared distribution: a few seeds tell it to within a factor only; not known where
all agree), then mean and standard deviation of 100 fine-tunings of one BERT that differ in the seed only
(DATA/hans/hans_100_berts_accuracies_by_run.csv), and a line on the same 100 on MultiNLI matched dev. Each
PROBE is a run of `rightreasons probe` of one seed.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import polars as pl
from scipy.stats import chi2

PUBLISHED = "hans/hans_100_berts_accuracies_by_run.csv"
RIGHT = "hans/mnli_development_set_number_of_correct_responses.txt.gz"
LARGEST = 50.0  # no standard deviation of figures between 0 and 100 is above it
PREFIXES = ("ln_", "le_", "sn_", "se_", "cn_", "ce_")


def of_seed(probe: Path) -> dict[str, float]:
    """Return the accuracy on each subcase, in per cent."""
    findings = json.loads((probe / "findings.json").read_text())["findings"]
    (hans,) = [each for each in findings if each["role"] == "score" and each["on"] == "hans"]
    values = {each["name"].split(".")[0]: each["estimate"]["value"] for each in hans["figures"]}
    return {name: 100 * value for name, value in values.items() if name.startswith(PREFIXES)}


def of_berts(data: Path) -> dict[str, tuple[float, float]]:
    """Return mean and standard deviation over the 100 runs, of each subcase, in per cent."""
    table = pl.read_csv(data / PUBLISHED, infer_schema=False, encoding="utf8-lossy")
    runs = table.filter(pl.col(table.columns[0]).str.contains(r"^Run \d+$"))
    names = [name for name in runs.columns if name.startswith(PREFIXES)]
    values = {name: 100 * runs[name].cast(pl.Float64).to_numpy() for name in names}
    return {name: (float(each.mean()), float(each.std(ddof=1))) for name, each in values.items()}


def on_mnli(data: Path) -> str:
    """Return in words how far the 100 runs lie apart on MultiNLI matched dev, and where they agree."""
    table = pl.read_csv(data / PUBLISHED, infer_schema=False, encoding="utf8-lossy")
    runs = table.filter(pl.col(table.columns[0]).str.contains(r"^Run \d+$"))
    accuracy = 100 * runs["MNLI dev acc."].cast(pl.Float64).to_numpy()
    answers = pl.read_csv(data / RIGHT, separator="\t", quote_char=None)
    right = answers[answers.columns[-1]].to_numpy()
    shares = [100 * float(np.mean(right == count)) for count in (100, 0)]
    return (
        f"100 BERTs on MultiNLI dev: mean {accuracy.mean():.2f}, sd {accuracy.std(ddof=1):.2f}, from "
        f"{accuracy.min():.2f} to {accuracy.max():.2f}; of {len(right):,} pairs all are right on "
        f"{shares[0]:.1f} % and none on {shares[1]:.1f} %"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("probes", type=Path, nargs="+")
    options = parser.parse_args()
    seeds, berts = [of_seed(probe) for probe in options.probes], of_berts(options.data)
    free = len(seeds) - 1
    bounds = [np.sqrt(free / chi2.ppf(level, free)) for level in (0.975, 0.025)]
    print("| subcase | seeds | sd | its interval | 100 BERTs: mean | sd |")
    print("| --- | --- | ---: | --- | ---: | ---: |")
    for name, (mean, spread) in berts.items():
        values = [seed[name] for seed in seeds]
        sd = float(np.std(values, ddof=1))
        shown = ", ".join(f"{value:.1f}" for value in values)
        interval = " to ".join(f"{min(sd * bound, LARGEST):.1f}" for bound in bounds) if sd else "not known"
        print(f"| {name} | {shown} | {sd:.1f} | {interval} | {mean:.1f} | {spread:.1f} |")
    print(f"\n{on_mnli(options.data)}")


if __name__ == "__main__":
    main()
