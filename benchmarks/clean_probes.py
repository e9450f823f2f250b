"""How often clean models get a severe issue: answers of stated accuracy that no shortcut made.

    python benchmarks/clean_probes.py [--probes 40] [--seed 1]

Of every four, two are plain, one has 5 to 15 per cent of gold labels exchanged for wrong ones, and one has
labels of 80, 10 and 10 per cent with an accuracy of each. In every second set a word of half the hypotheses
goes with the label, which the model does not use. At most one probe in twenty may have a severe issue.
"""

import argparse
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
import polars as pl
from clean_verdicts import sentences

from rightreasons import probe
from rightreasons.issues import Verdict

LABELS = np.array(["entailment", "neutral", "contradiction"])
MARKERS = np.array(["bado", "kilu", "mena"])
ALLOWED = 1 / 20
Codes = npt.NDArray[np.int64]


def verdict(place: int, rng: np.random.Generator) -> Verdict:
    """Probe one model on one set."""
    rows, kind = int(np.exp(rng.uniform(np.log(300), np.log(6_000)))), place % 4
    shares = (0.8, 0.1, 0.1) if kind == 3 else (1 / 3, 1 / 3, 1 / 3)
    accuracy = rng.uniform(0.6, 0.97, 3) if kind == 3 else np.full(3, rng.uniform(0.55, 0.95))
    true = rng.choice(3, rows, p=shares)
    hypotheses = np.array(sentences(rows, 4, 10, rng))
    if place // 4 % 2:
        marked = rng.random(rows) < 0.5
        hypotheses = np.where(marked, np.char.add(np.char.add(hypotheses, " "), MARKERS[true]), hypotheses)
    gold = _exchanged(true, rng.uniform(0.05, 0.15), rng) if kind == 2 else true
    said = np.where(rng.random(rows) < accuracy[true], true, (true + rng.integers(1, 3, rows)) % 3)
    frame = pl.DataFrame(
        {
            "id": [f"r{row}" for row in range(rows)],
            "premise": sentences(rows, 6, 15, rng),
            "hypothesis": hypotheses.tolist(),
            "label": LABELS[gold].tolist(),
        }
    )
    with TemporaryDirectory() as folder:
        data, file = Path(folder) / "test.jsonl", Path(folder) / "said.csv"
        frame.write_ndjson(data)
        frame.select("id", label=pl.Series(LABELS[said])).write_csv(file)
        return probe(str(file), (str(data),)).verdict


def _exchanged(true: Codes, share: float, rng: np.random.Generator) -> Codes:
    """Return gold labels of which a share is another one than the true label."""
    wrong = rng.random(len(true)) < share
    return np.where(wrong, (true + rng.integers(1, 3, len(true))) % 3, true)


def main(probes: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    found: Counter[str] = Counter()
    worse = 0
    for place in range(probes):
        issues = verdict(place, rng).issues
        bad = {each.code for each in issues if each.severity in ("blocker", "severe")}
        worse += bool(bad)
        found.update({each.code for each in issues})
        if bad:
            print(f"probe {place}: {', '.join(sorted(bad))}")
    print(f"{worse} of {probes} clean probes have a severe issue ({ALLOWED * probes:.0f} are allowed)")
    print(f"codes: {dict(found.most_common())}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--probes", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    main(**vars(parser.parse_args()))
