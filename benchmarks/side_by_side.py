"""Every speed in one table: what this project takes, and what the plain way takes, by turns in one run.

    benchmarks/all [--only NAME ...] [--encoder FOLDER] [--folder DIR] [--rows N] [--keep]

Each row is one piece of work done both ways; `times` is the time of ours over that of the other, so that a
slow or busy machine changes both. It says which rows have become 1.3 times slower than in the table that is
kept in docs/performance.md; `--keep` writes that table anew, with machine and date. What needs something that
is not here (a C compiler, the reference corpus, an encoder, chromium) is named and left out. `--folder` keeps
the corpus of patterns, which takes a minute to make.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from measured import measured

from rightreasons.streams.trials import cpu_name

HERE = Path(__file__).resolve().parent
SHARED = HERE.parents[1] / "shared"
BENCH, SNLI = SHARED / "bench", SHARED / "data" / "snli"
TABLE = HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- benchmarks/all -->", "<!-- end -->"
TURNS = 3
SLOWER = 1.3
MEASURES = "label_balance,give_away_words,lengths,duplicates,hypothesis_only"


@dataclass(frozen=True)
class Row:
    """One piece of work, both ways.

    Parameters
    ----------
    name
        What is done, and on how much.
    ours, other
        Seconds.
    beside
        What the other way is; empty: there is none.
    limit
        How many times the other's time ours may take, where a bound was set.
    """

    name: str
    ours: float
    other: float | None = None
    beside: str = ""
    limit: float | None = None

    @property
    def times(self) -> float:
        """Ours over the other's, or ours in seconds."""
        return self.ours if self.other is None else self.ours / self.other

    def line(self) -> str:
        """As a line of a table in Markdown."""
        other = "" if self.other is None else f"{self.other:.2f}"
        times = "" if self.other is None else f"{self.times:.2f}"
        limit = "" if self.limit is None else f"{self.limit:.2f}"
        return f"| {self.name} | {self.ours:.2f} | {self.beside} | {other} | {times} | {limit} |"


class LackingError(Exception):
    """What a row needs is not here."""


@dataclass(frozen=True)
class Chosen:
    """How much is done, and where things lie."""

    folder: Path
    encoder: Path | None
    rows: int


def patterns(chosen: Chosen) -> Row:
    """Mine H(3, 3) of the reference corpus, beside the miner in C."""
    compiler = shutil.which("cc")
    if compiler is None or not (BENCH / "miner.c").is_file():
        raise LackingError("a C compiler and ../shared/bench")
    code = chosen.folder / "bench"
    shutil.copytree(BENCH, code, dirs_exist_ok=True)
    flags = ["-O3", "-march=native", "-shared", "-fPIC", "-pthread"]
    subprocess.run([compiler, *flags, "-o", str(code / "libminer.so"), str(code / "miner.c")], check=True)  # noqa: S603
    os.environ.setdefault("SICK_TRAIN", str(SHARED / "data" / "sick" / "SICK_train.txt"))
    os.environ["BENCH_DIR"], os.environ["BENCH_CODE"] = f"{chosen.folder}/", str(code)
    if not (chosen.folder / "lab_1.npy").is_file():
        subprocess.run([sys.executable, str(code / "gen.py"), "1"], check=True, cwd=chosen.folder)  # noqa: S603
    threads = str(os.cpu_count() or 1)

    def in_c() -> float:
        done = measured("C", [sys.executable, str(code / "c_miner.py"), "1", "prune", threads])
        return float(json.loads(done.output.splitlines()[-1])["t"])

    def ours() -> float:
        done = measured("ours", [sys.executable, str(HERE / "pattern_work.py"), "ids", "1"])
        return float(json.loads(done.output.splitlines()[-1])["seconds"])

    mine, theirs = by_turns(ours, in_c)
    return Row("patterns of 550,152 hypotheses", mine, theirs, "a-priori miner in C, same threads", 1.15)


def audit(chosen: Chosen) -> Row:
    """Five measures from a file of JSON lines, beside a script of Counters and scikit-learn."""
    path = chosen.folder / f"pairs-{chosen.rows}.jsonl"
    if not path.is_file():
        from audit import MAKE

        subprocess.run([sys.executable, "-c", MAKE.format(rows=chosen.rows, path=str(path))], check=True)  # noqa: S603
    command = [sys.executable, "-m", "rightreasons", "audit", str(path), "--json", "--measures", MEASURES]
    plain = [sys.executable, str(HERE / "plain_audit.py"), str(path)]
    mine, theirs = by_turns(
        lambda: measured("ours", command).cpu, lambda: measured("plain", plain).cpu, turns=2
    )
    return Row(
        f"audit of {chosen.rows:,} pairs, five measures (CPU)", mine, theirs, "plain script, no intervals"
    )


def hans(_: Chosen) -> Row:
    """9,000 pairs of HANS with parses, beside a loop that fills the same templates."""
    from hans import plain_loop, seconds

    from rightreasons.challenges.hans.generate import generate

    generate(10, seed=1)
    mine, theirs = by_turns(
        lambda: seconds(lambda: generate(300, seed=2), times=1)[1],
        lambda: seconds(lambda: plain_loop(300), times=1)[1],
    )
    return Row("HANS, 9,000 pairs (CPU)", mine, theirs, "plain generator")


def predictors(chosen: Chosen) -> Row:
    """128 pairs of SNLI through a network in the shape of BERT-base, beside the pipeline in batches of 32."""
    from predictors_model import save_model
    from transformers import pipeline

    from predictors import quiet
    from rightreasons.predictors.options import ModelOptions
    from rightreasons.predictors.predictor import predictor_named
    from rightreasons.sources.read import read_pairs

    source = SNLI / "snli_1.0_test.jsonl.gz"
    if not source.is_file():
        raise LackingError("../shared/data/snli")
    quiet()
    pairs = read_pairs(source, limit=128)
    model = save_model(chosen.folder / "bert", pairs)
    predictor = predictor_named(f"hf:{model}", ModelOptions(device="cpu"))
    classify = pipeline("text-classification", model=str(model), device="cpu")
    texts = [
        {"text": premise, "text_pair": hypothesis}
        for premise, hypothesis in zip(pairs.premises.to_list(), pairs.hypotheses.to_list(), strict=True)
    ]
    mine, theirs = by_turns(
        lambda: cpu_of(lambda: predictor.predict(pairs)),
        lambda: cpu_of(lambda: classify(texts, batch_size=32)),
    )
    return Row("128 pairs, BERT-base in fp32 (CPU)", mine, theirs, "pipeline, batches of 32")


def training(chosen: Chosen) -> Row:
    """320 pairs of SNLI, one epoch of a pretrained encoder, beside the Trainer of Hugging Face."""
    from encoders import Work, ours, trainers

    from rightreasons.sources.read import read_pairs

    source = SNLI / "snli_1.0_dev.jsonl.gz"
    if chosen.encoder is None or not source.is_file():
        raise LackingError("an encoder (--encoder FOLDER) and ../shared/data/snli")
    train = read_pairs(source, limit=340).with_gold()
    work = Work(str(chosen.encoder), train, train.head(32), 1)
    mine, theirs = by_turns(
        lambda: cpu_of(lambda: ours(work, "fp32", 1)),
        lambda: cpu_of(lambda: trainers(work, "fp32", 1)),
        turns=2,
    )
    return Row(
        f"{len(train):,} pairs, an epoch of {chosen.encoder.name} in fp32 (CPU)", mine, theirs, "Trainer"
    )


def page(chosen: Chosen) -> Row:
    """Open the page of an audit in a browser."""
    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        raise LackingError("chromium and chromedriver")
    done = measured("page", [sys.executable, str(HERE / "report.py"), str(chosen.rows)])
    found = re.search(r"([\d.]+) s$", done.output.strip())
    assert found is not None
    return Row(f"page of an audit of {chosen.rows:,} pairs, opened", float(found.group(1)))


WORK: dict[str, Callable[[Chosen], Row]] = {
    each.__name__: each for each in (patterns, audit, hans, predictors, training, page)
}


def cpu_of(work: Callable[[], object]) -> float:
    """Return the CPU seconds of this process that some work takes, those of all its threads."""
    before = time.process_time()
    work()
    return time.process_time() - before


def by_turns(
    ours: Callable[[], float], other: Callable[[], float], turns: int = TURNS
) -> tuple[float, float]:
    """Return the fewest seconds of either, done by turns."""
    taken = [(ours(), other()) for _ in range(turns)]
    return min(mine for mine, _ in taken), min(theirs for _, theirs in taken)


def kept_times(text: str) -> dict[str, float]:
    """Return what is kept of each row: ours over the other's, or ours in seconds."""
    found = {}
    for line in text.partition(BEGIN)[2].partition(END)[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 6 and re.fullmatch(r"[\d.]+", cells[1]):
            found[cells[0]] = float(cells[4] or cells[1])
    return found


def slower(rows: list[Row], kept: dict[str, float]) -> Iterator[str]:
    """Yield what has become slower than kept, and what is above its bound."""
    for row in rows:
        before = kept.get(row.name)
        if before is not None and row.times > SLOWER * before:
            yield f"{row.name}: {row.times:.2f}, kept {before:.2f}: {row.times / before:.2f} times slower"
        if row.limit is not None and row.times > row.limit:
            yield f"{row.name}: {row.times:.2f} times the other, at most {row.limit:.2f} asked"


def table(rows: list[Row], lacking: list[str]) -> str:
    """Return the rows as a table in Markdown, with machine and date."""
    machine = f"{cpu_name()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    load = f"load {os.getloadavg()[0]:.0f}"
    head = [
        f"{datetime.now(UTC):%Y-%m-%d}, {machine}, {load} at the end.",
        "",
        "| work | ours, s | beside | other, s | times | at most |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join(
        [*head, *(row.line() for row in rows), *(f"\nNot measured: {each}." for each in lacking)]
    )


def main() -> None:
    """Measure, print the table, and say what has become slower."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=tuple(WORK), default=list(WORK))
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    rows, lacking = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = (given.folder or Path(name)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        chosen = Chosen(folder, given.encoder, given.rows)
        for each in given.only:
            try:
                rows.append(WORK[each](chosen))
            except LackingError as lacks:
                lacking.append(f"{each} (needs {lacks})")
            else:
                print(rows[-1].line(), flush=True)
    made = table(rows, lacking)
    print(made)
    text = TABLE.read_text(encoding="utf-8")
    for line in slower(rows, kept_times(text)):
        print(line)
    if given.keep:
        before, _, rest = text.partition(BEGIN)
        TABLE.write_text(f"{before}{BEGIN}\n{made}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
