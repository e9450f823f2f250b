"""What the lines of `planted_rules.py` come to: found, shadows and false rules by labels and share of rows.

    python benchmarks/planted_table.py OUT.jsonl [...]

Found is the mean over seeds. Named are the rules that were missed in half of the seeds of a cell or more. Of
clean copies it says how many have a rule.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

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
        missed = [name for name, times in planted.items() if 2 * found[name] <= times]
        print(
            f"{labels} labels, {share:.0%}, {seeds} seeds: {found.total() / seeds:.1f} of "
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


def main() -> None:
    """Print sets with rules, then clean copies."""
    lines = [json.loads(line) for name in sys.argv[1:] for line in Path(name).read_text().splitlines()]
    with_rules = [each for each in lines if each["names"]]
    if with_rules:
        printed(with_rules)
    clean = [each for each in lines if not each["names"]]
    if clean:
        print(f"clean copies with a rule: {sum(each['proved'] > 0 for each in clean)} of {len(clean)}")


if __name__ == "__main__":
    main()
