"""Train and probe what docs/results.md says of a pretrained encoder; what is finished is not done again.

    python benchmarks/encoder_runs.py DATA ENCODER FOLDER [NAME ...]
    python benchmarks/encoder_runs.py DATA ENCODER FOLDER --list

FOLDER gets train/NAME, probe/NAME and compared, each a run of `rightreasons`, whose command is printed;
sets/ (of benchmarks/training_sets.py) must be there. It takes about eight hours on two cores, and may be
stopped and started again at will, and several may work on different NAMEs at once.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

SEEDS = 3
SHORT = ("--limit", "train:10000", "--set", "epochs=2")  # of methods, and of the plain model beside them
METHODS = {
    "reweighting": "reweighting",
    "product": "product-of-experts",
    "mixin": "learned-mixin",
    "confidence": "confidence-regularisation",
    "reweighting-overlap": "reweighting:bias=overlap",
    "product-overlap": "product-of-experts:bias=overlap",
    "adversary": "adversary:gamma=0.5",
    "jtt": "just-train-twice",
    "dro": "group-dro:groups=patterns",
    "lff": "learning-from-failure",
}
LAST_LAYER = {"dfr": ("dfr:groups=patterns", "--train", "sets/snli.jsonl"), "self": ("self",)}
WITHHELD, HANS_EXAMPLES = range(1, 6), 6_000
SWAPS = tuple(
    word for name in ("antonym-swap", "hypernym-swap", "antonym-substitute") for word in ("--on", name)
)


@dataclass(frozen=True, slots=True)
class Step:
    """One command: what it writes, and what it is made of."""

    out: str
    words: tuple[str, ...]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Places:
    """Where data, encoder and runs are."""

    data: Path
    encoder: Path
    folder: Path

    def train(self, out: str, *more: str, seeds: int = 1, tests: tuple[Path, ...] | None = None) -> Step:
        """Return a training on SNLI's part; the epoch is chosen on the first 3,000 rows of dev."""
        snli = self.data / "snli"
        if tests is None:
            tests = (snli / "snli_1.0_test.jsonl.gz", snli / "snli_1.0_test_hard.jsonl.gz", self.matched)
        words = ["train", "encoder", "--encoder", str(self.encoder)]
        words += ["--train", str(self.folder / "sets" / "snli.jsonl")]
        words += ["--dev", str(snli / "snli_1.0_dev.jsonl.gz"), "--limit", "dev:3000"]
        words += [word for test in tests for word in ("--test", str(test))]
        return Step(f"train/{out}", (*words, "--seeds", str(seeds), "--workers", "1", *more))

    def short(self, out: str, *more: str) -> Step:
        """Return a training on fewer pairs, of all seeds."""
        return self.train(out, *SHORT, *more, seeds=SEEDS)

    @property
    def matched(self) -> Path:
        """MultiNLI's matched dev set, as it is at hand."""
        return next(self.data.glob("mnli/**/dev_matched_val*"))


def probe(model: str, *more: str) -> Step:
    """Return the probe of a model's first seed on all of HANS."""
    return Step(
        f"probe/{model}", ("probe", f"train/{model}/seed-1", "--on", "hans", *more), (f"train/{model}",)
    )


def steps(places: Places) -> Iterator[Step]:
    """Yield everything that is trained and probed, what is needed most first."""
    yield places.train("minilm", seeds=SEEDS)
    yield probe("minilm", "--on", "controls")
    swaps = ("probe", "train/minilm/seed-1", *SWAPS, "--train", "sets/snli.jsonl")
    yield Step("probe/minilm-swaps", swaps, ("train/minilm",))
    yield Step("sets/hans.jsonl", ("make", "hans", "--per-subcase", "200"))
    for seed in range(1, SEEDS + 1):
        asked = ("probe", f"train/minilm/seed-{seed}", "--on", "sets/hans.jsonl")
        yield Step(f"probe/minilm-seed-{seed}", asked, ("train/minilm", "sets/hans.jsonl"))
    yield places.short("plain")
    for name, method in METHODS.items():
        yield places.short(name, "--debias", method)
    for name, words in LAST_LAYER.items():
        retrained = ("train", "train/plain", "--retrain-last-layer", *words)
        yield Step(f"train/{name}", retrained, ("train/plain",))
    yield places.short("hans-augmented", "--augment", "hans")
    yield places.train("two", *SHORT, "--labels", "two", tests=())
    for k in WITHHELD:
        added = ("--augment", f"hans-withheld-{k}:{HANS_EXAMPLES}")
        yield places.train(f"withheld-{k}", *SHORT, *added, tests=())
    for name in ("hans-augmented", "two", *(f"withheld-{k}" for k in WITHHELD)):
        yield probe(name)
    yield from comparison(places)


def comparison(places: Places) -> Iterator[Step]:
    """Yield what compares the methods that are trained with the plain model, on a sample of HANS."""
    test = places.data / "snli" / "snli_1.0_test.jsonl.gz"
    marks = ("--train", "sets/snli.jsonl", "--on", str(test), "--lambda", "0.8", "--min-count", "10")
    yield Step("patterns", ("make", "easy-hard", *marks))
    names = ("plain", *METHODS, *LAST_LAYER, "hans-augmented")
    trained = tuple(f"train/{name}" for name in names if (places.folder / "train" / name).exists())
    words = ("compare", *trained, "--marks", "patterns", "--on", "sets/hans.jsonl")
    yield Step("compared", words, ("train/plain", "patterns", "sets/hans.jsonl"))


def do(step: Step, folder: Path) -> None:
    """Run a step unless what it writes is there; what another process does is left to it."""
    if (folder / step.out).exists():
        return
    missing = [need for need in step.needs if not (folder / need).exists()]
    if missing:
        print(f"{step.out} waits for {', '.join(missing)}", flush=True)
        return
    command = ["rightreasons", *step.words, "-o", step.out]
    print("$", *command, flush=True)
    (folder / step.out).parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([sys.executable, "-m", *command], cwd=folder, check=False)  # noqa: S603 - ours
    print(f"{step.out}: exit code {done.returncode}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the training sets, then take one step after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="only what is written under these names, as in train/minilm")
    parser.add_argument("--list", action="store_true", help="print the names, and which are finished")
    options = parser.parse_args(arguments)
    places = Places(options.data.resolve(), options.encoder.resolve(), options.folder.resolve())
    for step in steps(places):
        if options.list:
            print(f"{'finished' if (places.folder / step.out).exists() else 'open':9}{step.out}")
        elif not options.names or step.out in options.names:
            do(step, places.folder)


if __name__ == "__main__":
    main()
