"""Which rules four language models follow on INLI where gold does not, and whether training rewards them.

    python benchmarks/discovered_judges.py INLI_FOLDER OUT

Reads the workbook of verdicts (Havaldar et al. 2025), leaves out and counts rows without a verdict, probes
each model's answers, and discovers its rules; then every rule that holds for one is asked of all four on the
rows that were not searched.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.jobs.discover import discover
from rightreasons.jobs.probe import probe
from rightreasons.runs.folder import read_run
from rightreasons.statistics.clustered import clustered_mean

WORDS = {
    "Explicature": "entailment",
    "Implicature": "entailment",
    "Neutral": "neutral",
    "Contradiction": "contradiction",
}


def verdicts(book: Path, folder: Path) -> dict[str, tuple[Path, int]]:
    """Write the answers of each model as predictions; return the files, and rows without a verdict."""
    found = {}
    for name, sheet in pl.read_excel(book, sheet_id=0).items():
        told = sheet.filter(pl.col("response").is_in(list(WORDS)))
        frame = told.select(
            id=pl.col("index").cast(pl.String),
            premise="passage",
            hypothesis="statement",
            label=pl.col("true_label").replace_strict(WORDS),
            prediction=pl.col("response").replace_strict(WORDS),
        )
        path = folder / f"{name}.csv"
        frame.select("id", "prediction").write_csv(path)
        frame.drop("prediction").write_ndjson(path.with_suffix(".jsonl"))
        found[name] = path, sheet.height - told.height
    return found


def shared(runs: dict[str, Path]) -> list[dict[str, Any]]:
    """Return of each rule of each model how much more often than gold every model says its label there."""
    items = {name: read_run(path).items() for name, path in runs.items()}
    pair = ["premise", "hypothesis"]
    lines = []
    for name, path in runs.items():
        for line in read_run(path).findings[0].views["rules"].records() if path.exists() else ():
            if "gap" not in line:
                continue
            holds = pl.col("rules_held").list.contains(str(line["rule"]))
            held = items[name].filter(holds, pl.col("part") == "tested").select(pair)
            gaps = {
                other: gap(each.join(held, on=pair, how="semi"), str(line["label"]))
                for other, each in items.items()
            }
            lines.append({"judge": name, **line, "gaps": gaps})
    return lines


def gap(rows: pl.DataFrame, label: str) -> dict[str, Any]:
    """Return how much more often a model says a label than gold, with the interval over premises."""
    if rows.height < 10:
        return {"n": rows.height}
    values = (rows["predicted"] == label).cast(pl.Float64) - (rows["label"] == label).cast(pl.Float64)
    estimate = clustered_mean(values.to_numpy(), rows["premise"].to_numpy())
    bounds = None if estimate.interval is None else (estimate.interval.low, estimate.interval.high)
    return {"n": rows.height, "gap": estimate.value, "interval": bounds}


def main() -> None:
    """Probe, discover and compare, and print what was found as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inli", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    train, runs = str(options.inli / "train.csv.gz"), {}
    for name, (path, without) in verdicts(options.inli / "Few-shot_LLM_Results.xlsx", options.out).items():
        run, probed = options.out / f"rules-{name}", options.out / f"probe-{name}"
        probe(str(path), str(path.with_suffix(".jsonl")), out=probed, label_check=False)
        done = discover(probe=probed, train=train, out=run)
        runs[name] = run
        print(name, "without a verdict:", without, "|", str(done.findings[0].headline))
        for view in done.findings[0].views.values():
            for record in view.records():
                print("   ", json.dumps(record, default=str))
    for line in shared(runs):
        print(json.dumps(line, default=str))


if __name__ == "__main__":
    main()
