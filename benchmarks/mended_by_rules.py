"""Does training against discovered rules mend a model? Beside plain, and beside the hypothesis-only bias.

    python benchmarks/training_sets.py DATA -o FOLDER/sets
    python benchmarks/mended_by_rules.py DATA FOLDER [--recipe R] [--pairs N] [--epochs N] [--vectors FILE]

FOLDER gets rules (`discover` of SNLI's part, tested on dev, HANS unseen), first-three.yaml, train/NAME of
three seeds each, and compared: accuracy on SNLI-hard and HANS (100 pairs a subcase, made anew). The epoch is
chosen on the first 2,000 rows of dev. What is finished is not done again.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from rightreasons.shortcuts.rules import read_rules, rules_text

SEEDS, FIRST = 3, 3
RULES = "first-three.yaml"
METHODS = {
    "plain": None,
    "hypothesis-only": "reweighting:bias=hypothesis-only",
    "rules-as-bias": f"reweighting:bias=rules:{RULES}",
    "rules-as-groups": f"group-dro:groups=rules:{RULES}",
}


def run(folder: Path, out: str, *words: str) -> None:
    """Run a command in the folder unless what it writes is there."""
    if (folder / out).exists():
        return
    command = ["rightreasons", *words, "-o", out]
    print("$", *command, flush=True)
    (folder / out).parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([sys.executable, "-m", *command], cwd=folder, check=False)  # noqa: S603 - ours
    print(f"{out}: exit code {done.returncode}", flush=True)


def main() -> None:
    """Take one step after the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--recipe", default="decomposable-attention-mccoy2019")
    parser.add_argument("--pairs", type=int, default=22_897)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--vectors", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    folder, snli = options.folder, (options.data / "snli").absolute()
    dev = str(snli / "snli_1.0_dev.jsonl.gz")
    run(folder, "rules", "discover", "sets/snli.jsonl", "--test", dev)
    if not (folder / RULES).exists():
        (folder / RULES).write_text(rules_text(read_rules(folder / "rules" / "rules.yaml")[:FIRST]))
    run(folder, "hans.jsonl", "make", "hans", "--per-subcase", "100")
    common = ["train", options.recipe, "--small", "--train", "sets/snli.jsonl"]
    common += ["--limit", f"train:{options.pairs}", "--dev", dev, "--limit", "dev:2000"]
    common += ["--set", f"epochs={options.epochs}", "--test", str(snli / "snli_1.0_test_hard.jsonl.gz")]
    for path in options.vectors:
        common += ["--vectors", str(path.absolute())]
    for name, method in METHODS.items():
        more = () if method is None else ("--debias", method)
        run(folder, f"train/{name}", *common, "--seeds", str(SEEDS), "--workers", "1", *more)
    trained = [f"train/{name}" for name in METHODS]
    run(folder, "compared", "compare", *trained, "--on", "hans.jsonl")


if __name__ == "__main__":
    main()
