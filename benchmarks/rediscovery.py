"""Whether HANS's overlap heuristic is found again, without name or templates, from a model's answers.

    python benchmarks/rediscovery.py DATA MODEL [MODEL...] -o OUT

The pairs: SNLI dev, 3,000 pairs of HANS's training set, and 3,000 of its premises with the hypothesis of
another pair (those that contain all its words are left out), so that "is HANS" and "full overlap" part. None
of HANS's columns is read but its label. Of each model: how often it says entailment on HANS's pairs, which
rules it follows where gold does not, the Jaccard index of each rule's rows with those of full overlap, and
how many of the model's errors on HANS's pairs each explains.
"""

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.jobs.discover import discover
from rightreasons.jobs.probe import probe
from rightreasons.runs.folder import read_run
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.vocabulary import holds, predicate_of
from rightreasons.sources.read import read_pairs

OF_HANS = 3_000
NOT_ENTAILED = "non-entailment"


def pool(data: Path, path: Path, seed: int = 1) -> None:
    """Write the pairs, each with where it comes from in its id."""
    rng = np.random.default_rng(seed)
    snli = read_pairs(data / "snli" / "snli_1.0_dev.jsonl.gz").with_gold().frame
    snli = snli.select("premise", "hypothesis", label=pl.col("label").cast(pl.String)).with_columns(
        label=pl.when(pl.col("label") == "entailment")
        .then(pl.lit("entailment"))
        .otherwise(pl.lit(NOT_ENTAILED))
    )
    with gzip.open(data / "hans" / "hans_train_set.tsv.gz", "rb") as file:
        hans = pl.read_csv(file.read(), separator="\t", quote_char=None)
    hans = hans.select(premise="sentence1", hypothesis="sentence2", label="gold_label")
    drawn = hans[rng.permutation(hans.height)[: 4 * OF_HANS]]
    own, other = drawn[:OF_HANS], drawn[OF_HANS:]
    mixed = other.select("premise", "label").with_columns(
        hypothesis=other["hypothesis"][rng.permutation(other.height)], label=pl.lit(NOT_ENTAILED)
    )
    words = pl.col("hypothesis").str.to_lowercase().str.split(" ")
    full = words.list.set_difference(pl.col("premise").str.to_lowercase().str.split(" ")).list.len() == 0
    mixed = mixed.filter(~full)[:OF_HANS].select("premise", "hypothesis", "label")
    parts = [("snli", snli), ("hans", own), ("mixed", mixed)]
    pl.concat(
        each.with_columns(id=pl.lit(f"{name}-") + pl.int_range(pl.len()).cast(pl.String))
        for name, each in parts
    ).unique(["premise", "hypothesis"], keep="first", maintain_order=True).write_ndjson(path)


def rediscovered(model: str, pairs: Path, out: Path) -> dict[str, Any]:
    """Return what is found of one model."""
    probe(model, str(pairs), out=out / "probe")
    discover(probe=out / "probe", out=out / "rules")
    items = read_run(out / "rules").items()
    finding = read_run(out / "rules").findings[0]
    block = Block(read_pairs(pairs))
    flags = holds(predicate_of("overlap: full"), block)
    full = set(block.pairs.frame["id"].filter(pl.Series(flags)))
    is_hans = pl.col("id").str.contains("hans-")
    hans = items.filter(is_hans)
    wrong = hans.filter(pl.col("predicted") != pl.col("label"))
    lines = []
    for line in finding.views["rules"].records() if "rules" in finding.views else ():
        held = items.filter(pl.col("rules_held").list.contains(str(line["rule"])))
        own = {each.split(":")[-1].strip() for each in held["id"]}
        explained = wrong["rules_held"].list.contains(str(line["rule"])).mean() if wrong.height else None
        lines.append(
            {name: line[name] for name in ("holds_where", "label", "rows", "model", "gold", "gap", "errors")}
            | {"jaccard": len(own & full) / len(own | full), "hans_errors": explained}
        )
    return {
        "model": model,
        "entailment_on_hans": (hans["predicted"] == "entailment").mean(),
        "hans": hans.height,
        "rules": lines,
    }


def main() -> None:
    """Write one line a model to OUT."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("models", nargs="+")
    parser.add_argument("-o", dest="out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    pairs = options.out / "pairs.jsonl"
    pool(options.data, pairs)
    for place, model in enumerate(options.models):
        found = rediscovered(model, pairs, options.out / f"model-{place}")
        with (options.out / "found.jsonl").open("a") as file:
            file.write(json.dumps(found) + "\n")
        print(json.dumps(found, indent=1), flush=True)


if __name__ == "__main__":
    main()
