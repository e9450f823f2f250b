"""What `make challenge` does: the rows on which a rule and gold part, and as many on which they agree."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.errors import EmptyDataError, OptionError
from rightreasons.jobs.datasets import described, versions
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.runs.made_files import made_file
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.evidence import agreement
from rightreasons.shortcuts.rule import Rule
from rightreasons.shortcuts.rules import read_rules

FORMATS = (".csv", ".jsonl", ".parquet")


def make_challenge(rule: Path, pairs: PairTable, out: Path, seed: int = 1) -> Mapping[str, Any]:
    """Write a challenge of some rules: where each is wrong, and as many rows where it is right.

    Parameters
    ----------
    rule
        The file of rules.
    pairs
        Where the rows come from; every one has gold.
    out
        A file whose suffix is one of `FORMATS`; columns ``id``, ``premise``, ``hypothesis``, ``label``,
        ``rule`` (its sentence), ``rule_label``, ``side`` (``against`` or ``for``).
    seed
        Decides which rows are taken where there are more on one side.

    Returns
    -------
    Mapping
        The manifest, with the number of rows on either side of each rule.

    Raises
    ------
    InputError
        If the file holds no rules, or an unknown predicate.
    EmptyDataError
        If no row refutes a rule.
    OptionError
        If the format is unknown.
    RunExistsError
        If the file is there.
    """
    if out.suffix not in FORMATS:
        raise OptionError(
            f"'{printable(out.name)}'", f"a file called ...{', ...'.join(FORMATS)}", "choose another -o"
        )
    block, rng = Block(pairs), np.random.default_rng(seed)
    made = [_sides(each, number, block, rng) for number, each in enumerate(read_rules(rule), start=1)]
    frame = pl.concat(each for parts, _ in made for each in parts).cast({"label": pl.String})
    if not frame.height:
        raise EmptyDataError(
            f"no row of '{printable(pairs.name)}' on which a rule and gold part, and one on which they agree",
            "both kinds of rows",
            "take more data, or another rule",
        )

    def write(path: Path) -> Mapping[str, Any]:
        _WRITERS[out.suffix](frame, path)
        return {"rows": frame.height, "rules": [counts for _, counts in made]}

    manifest = {"job": "make challenge", "data": [described(pairs)], "seed": seed, "versions": versions()}
    return made_file(out, manifest, write)


def _sides(
    rule: Rule, number: int, block: Block, rng: np.random.Generator
) -> tuple[list[pl.DataFrame], dict[str, int]]:
    """Return as many rows against a rule as for it, and how many there are of each."""
    held, right = rule.holds(block), agreement(rule.label, block.pairs.gold)
    sides = {"against": np.flatnonzero(held & ~right), "for": np.flatnonzero(held & right)}
    most = min(map(len, sides.values()))
    named = pl.format("rule-{}:{}", pl.lit(number), "id").alias("id")
    parts = []
    for name, places in sides.items():
        chosen = np.sort(rng.choice(places, most, replace=False)) if most else places[:0]
        about = {"rule": rule.sentence, "rule_label": rule.label.value, "side": name}
        rows = block.pairs.frame[chosen].select(named, "premise", "hypothesis", "label")
        parts.append(rows.with_columns(**{key: pl.lit(value) for key, value in about.items()}))
    return parts, {name: len(places) for name, places in sides.items()} | {"each": most}


_WRITERS: Mapping[str, Callable[[pl.DataFrame, Path], object]] = {
    ".csv": pl.DataFrame.write_csv,
    ".jsonl": pl.DataFrame.write_ndjson,
    ".parquet": pl.DataFrame.write_parquet,
}
