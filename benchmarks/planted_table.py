"""What the lines of `planted_rules.py` come to: found, shadows and false rules by labels and share of rows.

    python benchmarks/planted_table.py OUT.jsonl [...] [--whole]

Found is the mean over seeds, with a t interval over them (95 %) where each seed has the same rules. Named are
the rules that were missed, with how many of their sets missed them. With `--whole` only seeds are counted
that have every set that any seed has. Of clean copies it says how many have a rule.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from rightreasons.statistics.clustered import t_quantile

Line = dict[str, Any]


def printed(lines: list[Line]) -> None:
    """Print a line a cell, then what all cells come to."""
    cells: dict[tuple[int, float], list[Line]] = {}
    for each in lines:
        cells.setdefault((each["labels"], each["share"]), []).append(each)
    for (labels, share), own in sorted(cells.items(), key=lambda cell: (-cell[0][0], -cell[0][1])):
        seeds = len({each["seed"] for each in own})
        planted = Counter(name for each in own for name in each["names"])
        found = Counter(name for each in own for name in each["found"])
        missed = [
            f"{name} {times - found[name]} of {times}"
            for name, times in planted.items()
            if times > found[name]
        ]
        print(
            f"{labels} labels, {share:.0%}, {seeds} seeds: {found.total() / seeds:.1f}{_interval(own)} of "
            f"{planted.total() / seeds:.1f} found, shadows {_number(own, 'shadows')}, "
            f"false {_number(own, 'false')}, proved {sum(each['proved'] for each in own)}; "
            f"missed: {', '.join(missed) or 'none'}"
        )
    proved = max(sum(each["proved"] for each in lines), 1)
    for kind in ("shadows", "false"):
        print(f"{kind}: {_number(lines, kind)} of {proved} ({_number(lines, kind) / proved:.1%})")
    print(f"code: {', '.join(sorted({each.get('code', 'not said') for each in lines}))}")


def _number(lines: list[Line], kind: str) -> int:
    return sum(len(each[kind]) for each in lines)


def _interval(lines: list[Line]) -> str:
    """Return the interval of how many rules a seed finds, nothing where seeds have not the same sets."""
    planted: Counter[int] = Counter()
    found: Counter[int] = Counter()
    for each in lines:
        planted[each["seed"]] += len(each["names"])
        found[each["seed"]] += len(each["found"])
    if len(planted) < 2 or len(set(planted.values())) > 1:
        return ""
    numbers = np.array([found[seed] for seed in planted], dtype=float)
    half = t_quantile(0.95, len(numbers) - 1) * numbers.std(ddof=1) / np.sqrt(len(numbers))
    return f" ({numbers.mean() - half:.1f} to {min(numbers.mean() + half, max(planted.values())):.1f})"


def whole_seeds(lines: list[Line]) -> list[Line]:
    """Return the lines of the seeds that have every set that any seed has."""
    sets: dict[int, set[tuple[Any, ...]]] = {}
    for each in lines:
        sets.setdefault(each["seed"], set()).add((each["labels"], each["share"], *each["names"]))
    every = set().union(*sets.values())
    return [each for each in lines if sets[each["seed"]] == every]


def main() -> None:
    """Print sets with rules, then clean copies."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--whole", action="store_true", help="only seeds that have every set")
    options = parser.parse_args()
    lines = [json.loads(line) for path in options.files for line in path.read_text().splitlines()]
    with_rules = [each for each in lines if each["names"]]
    if options.whole and with_rules:
        with_rules = whole_seeds(with_rules)
        print(f"seeds: {', '.join(map(str, sorted({each['seed'] for each in with_rules})))}")
    if with_rules:
        printed(with_rules)
    clean = [each for each in lines if not each["names"]]
    if clean:
        print(f"clean copies with a rule: {sum(each['proved'] > 0 for each in clean)} of {len(clean)}")


if __name__ == "__main__":
    main()
