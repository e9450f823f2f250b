"""Which rules that were found in one dataset hold in another? Two datasets, each asked for the other's rules.

    python benchmarks/training_sets.py DATA -o SETS
    python benchmarks/rules_on_two.py SETS DATA -o OUT

DATA is the folder of published datasets. Rules are searched in training pairs of SNLI and of MultiNLI, and
tested on dev of the same dataset (premises apart). Each that holds is asked of the other's dev, whole: the
share of its label where it holds, over its share in all rows (lift), with an interval over components of
shared texts. A rule holds on both where that interval is above 1. The table says of each whether the
hypothesis alone decides it.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.discovery.parts import Components
from rightreasons.jobs.discover import discover
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.evidence import agreement
from rightreasons.shortcuts.rule import Rule
from rightreasons.shortcuts.rules import read_rules
from rightreasons.sources.read import read_pairs
from rightreasons.statistics.clustered import clustered_proportion


@dataclass(frozen=True)
class Dataset:
    """Where rules are searched, and where they are tested."""

    name: str
    train: Path
    dev: Path


def rules_of(dataset: Dataset, out: Path) -> list[tuple[Rule, dict[str, Any]]]:
    """Return the rules that hold on dev, with their line of the table."""
    run = out / dataset.name
    found = discover(str(dataset.train), test=str(dataset.dev), out=run).findings[0]
    lines = found.views["rules"].records()
    return list(zip(read_rules(run / "rules.yaml"), lines, strict=True))


def asked(rule: Rule, block: Block, components: Components) -> dict[str, Any]:
    """Return what other data say of a rule."""
    held, right = rule.holds(block), agreement(rule.label, block.pairs.gold)
    if held.sum() < 2:
        return {"rows": int(held.sum()), "share": None, "lift": None, "low": None, "high": None}
    share, base = clustered_proportion(right[held], components.of_rows[held]), float(right.mean())
    low, high = (None, None) if share.interval is None else (share.interval.low, share.interval.high)
    return {
        "rows": int(held.sum()),
        "share": share.value,
        "lift": None if share.value is None else share.value / base,
        "low": None if low is None else low / base,
        "high": None if high is None else high / base,
    }


def crossed(one: Dataset, other: Dataset, out: Path) -> list[dict[str, Any]]:
    """Return a line for each rule of one dataset: its own figures, and those of the other's dev."""
    pairs: PairTable = read_pairs(other.dev).with_gold()
    block, components = Block(pairs), Components.of(pairs)
    return [
        {
            "found_on": one.name,
            "rule": rule.sentence,
            "when": rule.key,
            "label": Label(rule.label).value,
            "hypothesis_alone": all(each.predicate.is_of_hypothesis_alone for each in rule.literals),
            "own_rows": line["rows"],
            "own_share": line["share"],
            "own_elsewhere": line["elsewhere"],
            **asked(rule, block, components),
        }
        for rule, line in rules_of(one, out)
    ]


def main() -> None:
    """Print the rules that hold on both, then the others."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("-o", dest="out", type=Path, required=True)
    options = parser.parse_args()
    sets, data = options.sets, options.data
    snli = Dataset("SNLI", sets / "snli.jsonl", data / "snli" / "snli_1.0_dev.jsonl.gz")
    mnli = Dataset("MultiNLI", sets / "mnli.jsonl", data / "mnli" / "dev_matched_val.jsonl.gz")
    options.out.mkdir(parents=True, exist_ok=True)
    lines = [*crossed(snli, mnli, options.out), *crossed(mnli, snli, options.out)]
    (options.out / "rules.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    table = pl.DataFrame(lines, infer_schema_length=None).sort("lift", descending=True, nulls_last=True)
    holds = pl.col("low").fill_null(0) > 1
    with pl.Config(tbl_rows=60, fmt_str_lengths=160, tbl_width_chars=260, tbl_hide_dataframe_shape=True):
        for title, part in (("hold on both", table.filter(holds)), ("do not", table.filter(~holds))):
            print(title)
            print(part.drop("when").with_columns(pl.selectors.float().round(3)))


if __name__ == "__main__":
    main()
