"""The hypothesis-only model beside scikit-learn's, with the same folds, on published and on made data.

    python benchmarks/hypothesis_only_peers.py DATA [NAME ...]

prints a Markdown table, in per cent: our accuracy; that of scikit-learn's logistic regression over TF-IDF
with the strength of regularisation chosen inside, the label prior among the choices, as ours; the same at C
= 1 without a choice; and the standard error of our gain if rows were independent, then over groups of rows
that share texts. DATA is the folder with the published sets. Made sets are what published ones are like:
sparse and dense graphs of texts, stars (one claim, much evidence), one giant component, crossed minimal
pairs (a claim and its opposite, both with both pieces of evidence), claims edited into their opposite. A
word tells the label of half of the hypotheses, but in the last two, whose claims come in pairs of opposite
labels.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons import read_pairs
from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.folds import FoldPlan, fold_plan
from rightreasons.measures.data.hypothesis_only import hypothesis_only
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.statistics.clustered import cluster_spread, numbered
from rightreasons.text.tokenisations import tokens

SEED = 2018
PUBLISHED = {
    "HealthVer dev": "healthver/healthver_dev.csv.gz",
    "FEVER-symmetric dev": "fever_symmetric/fever_symmetric_dev.jsonl.gz",
    "COVID-Fact train": "covidfact/train.tsv.gz",
    "SICK train": "sick/SICK_train.txt",
    "MPE dev": "mpe/mpe_dev.txt",
    "HELP (conjunctions)": "help/leskexppmb_and.tsv.gz",
    "SNLI dev": "snli/snli_1.0_dev.jsonl.gz",
}
LABELS = ("entailment", "neutral", "contradiction")
WORDS = r"\w+|[^\w\s]"  # as our tokens: cut otherwise, n-grams of characters see spaces before punctuation
STRENGTHS = (0.0, 0.03, 0.1, 0.3, 1.0)
Rng = np.random.Generator
Array = np.ndarray[Any, Any]
Rows = list[tuple[str, str, int]]


# Made data: rows of premise, hypothesis and label, whose texts recur as the name says.


def _texts(rng: Rng, number: int, length: int) -> list[str]:
    return [" ".join(f"w{word}" for word in rng.integers(0, 400, length)) for _ in range(number)]


def _telling(rng: Rng, rows: Rows) -> Rows:
    """Give half of the hypotheses, each throughout, one of ten words of the label of their first row."""
    label = {hypothesis: code for _, hypothesis, code in reversed(rows)}
    ends = {each: f" t{code}{rng.integers(0, 10)}" for each, code in label.items() if rng.random() < 0.5}
    return [(premise, each + ends.get(each, ""), code) for premise, each, code in rows]


def sparse(rng: Rng) -> Rows:
    """Draw texts that do not recur."""
    texts = zip(_texts(rng, 1_500, 9), _texts(rng, 1_500, 7), rng.integers(0, 3, 1_500), strict=True)
    return _telling(rng, [(premise, hypothesis, int(code)) for premise, hypothesis, code in texts])


def dense(rng: Rng) -> Rows:
    """Pair sixty premises with sixty hypotheses, in five of twelve of all pairs."""
    premises, hypotheses, lean = _texts(rng, 60, 9), _texts(rng, 60, 7), rng.normal(size=(60, 3))
    cells = rng.choice(3_600, 1_500, replace=False).tolist()
    noise = rng.normal(size=(1_500, 3))
    codes = [int((lean[cell % 60] + noise[n]).argmax()) for n, cell in enumerate(cells)]
    return _telling(
        rng, [(premises[c // 60], hypotheses[c % 60], code) for c, code in zip(cells, codes, strict=True)]
    )


def stars(rng: Rng) -> Rows:
    """Give 150 claims ten pieces of evidence each; a claim leans to a label."""
    claims, lean = _texts(rng, 150, 7), rng.dirichlet(np.ones(3), 150)
    rows = [(claims[n // 10], str(rng.choice(3, p=lean[n // 10]))) for n in range(1_500)]
    evidence = _texts(rng, 1_500, 9)
    return _telling(rng, [(evidence[n], claim, int(code)) for n, (claim, code) in enumerate(rows)])


def giant(rng: Rng) -> Rows:
    """Draw premises and hypotheses from 700 each, so that nearly all rows hang together."""
    premises, hypotheses = _texts(rng, 700, 9), _texts(rng, 700, 7)
    drawn = zip(rng.integers(0, 700, (1_500, 2)).tolist(), rng.integers(0, 3, 1_500).tolist(), strict=True)
    return _telling(rng, [(premises[one], hypotheses[two], code) for (one, two), code in drawn])


def _minimal(rng: Rng, number: int) -> Iterator[tuple[list[str], list[str]]]:
    for claim, evidence in zip(_texts(rng, number, 8), _texts(rng, number, 9), strict=True):
        ends = [f" w{word}" for word in rng.integers(0, 400, 2)]
        yield [evidence + end for end in ends], [claim + end for end in ends]


def crossed(rng: Rng) -> Rows:
    """Pair a claim and its opposite with both pieces of evidence; links join all rows."""
    rows: Rows = []
    for evidence, claims in _minimal(rng, 300):
        rows += [(evidence[one], claims[two], 2 * (one != two)) for one in (0, 1) for two in (0, 1)]
    return [*rows, *((rows[4 * n][0], rows[(4 * n + 5) % 1_200][1], 1) for n in range(300))]


def opposites(rng: Rng) -> Rows:
    """Give a claim, and its opposite, which is one word from it, evidence of their own."""
    rows: Rows = []
    for evidence, claims in _minimal(rng, 750):
        turn = int(rng.integers(0, 2))
        rows += [(evidence[n], claims[n], 2 * (n ^ turn)) for n in (0, 1)]
    return rows


MADE: dict[str, Callable[[Rng], Rows]] = {
    "sparse": sparse,
    "dense": dense,
    "stars": stars,
    "one giant component": giant,
    "crossed minimal pairs": crossed,
    "edited into the opposite": opposites,
}


def made(name: str) -> PairTable:
    """Return a made set."""
    rows = MADE[name](np.random.default_rng(SEED))
    premises, hypotheses, codes = zip(*rows, strict=True)
    labels = pl.Series([LABELS[code] for code in codes], dtype=LABEL_TYPE)
    ids = list(map(str, range(len(rows))))
    frame = pl.DataFrame({"id": ids, "premise": premises, "hypothesis": hypotheses, "label": labels})
    return PairTable(frame, Provenance(name), Account(len(rows), len(rows)))


# scikit-learn with the same folds.


@dataclass(frozen=True)
class Peer:
    """What scikit-learn gets, as shares of rows: with the strength chosen inside, and at C = 1."""

    chosen: float
    fixed: float


def peer(table: PairTable) -> Peer:
    """Cross-fit scikit-learn's model in the folds that ours has."""
    codes = label_codes(table.gold, table.labels)
    plan = fold_plan(table, codes, SEED)
    texts = np.array([" ".join(words) for words in table.hypotheses.str.extract_all(WORDS)], dtype=object)
    chosen, fixed = np.zeros(len(codes)), np.zeros(len(codes))
    for block in plan.blocks:
        held_out, strength = plan.held_out(block), _best(texts, codes, plan, block)
        found = _predicted(texts, codes, plan.fitted_to(block), held_out, {strength, 1.0})
        for right, each in ((chosen, strength), (fixed, 1.0)):
            right[held_out] = found[each].argmax(axis=1) == codes[held_out]
    return Peer(float(chosen.mean()), float(fixed.mean()))


def _best(texts: Array, codes: Array, plan: FoldPlan, block: int) -> float:
    """Return the strength of the least log loss on blocks inside the rows fitted to; 0 is the label prior."""
    losses = dict.fromkeys(STRENGTHS, 0.0)
    for inner in plan.inner(block):
        held_out = plan.held_out(inner)
        found = _predicted(texts, codes, plan.fitted_to(block, inner), held_out, set(STRENGTHS))
        for strength, shares in found.items():
            gold = shares[np.arange(held_out.sum()), codes[held_out]]
            losses[strength] -= float(np.log(np.maximum(gold, 1e-7)).sum())
    return min(STRENGTHS, key=lambda strength: losses[strength])


def _predicted(
    texts: Array, codes: Array, seen: Array, held_out: Array, strengths: set[float]
) -> dict[float, Array]:
    """Return the probabilities of every label by strength; at 0 they are the shares of the labels."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline, make_union
    from sklearn.preprocessing import Normalizer

    vectors = make_pipeline(
        make_union(
            TfidfVectorizer(ngram_range=(1, 2), min_df=2, token_pattern=WORDS, norm=None),
            TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), min_df=2, norm=None),
        ),
        Normalizer(),
    ).fit(texts[seen])
    rows, others = vectors.transform(texts[seen]), vectors.transform(texts[held_out])
    counts = np.bincount(codes[seen], minlength=int(codes.max()) + 1)
    found: dict[float, Array] = {0.0: np.tile(counts / counts.sum(), (int(held_out.sum()), 1))}
    for strength in strengths - {0.0}:
        # Of two labels scikit-learn fits one vector where the softmax has two, which halves its penalty.
        model = LogisticRegression(C=strength * (2 if len(counts) == 2 else 1), max_iter=300)
        shares = np.zeros((int(held_out.sum()), len(counts)))
        shares[:, np.unique(codes[seen])] = model.fit(rows, codes[seen]).predict_proba(others)
        found[strength] = shares
    return found


# Ours, and the table.


def main() -> None:
    """Print a line for every set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*", default=[*PUBLISHED, *MADE])
    options = parser.parse_args()
    print("| set | rows | scheme | ours | scikit-learn, chosen | at C = 1 | majority | error of the gain |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | --- |")
    for name in options.names:
        table = published(options.data, name) if name in PUBLISHED else made(name)
        print(_line(name, table), flush=True)


def published(data: Path, name: str) -> PairTable:
    """Return a published set; MPE has a line without its last fields."""
    return read_pairs(data / PUBLISHED[name], on_malformed="drop").with_gold()


def _line(name: str, table: PairTable) -> str:
    found = hypothesis_only(table, tokens(table.hypotheses, "word-punct"), seed=SEED)
    if found.items is None:
        raise SystemExit(f"{name}: nothing was predicted")
    right = found.items["hypothesis_only_correct"].to_numpy().astype(np.float64)
    codes = label_codes(table.gold, table.labels)
    plan = fold_plan(table, codes, SEED)
    gain = right - (_guess(codes, plan) == codes)
    errors = [naive(gain), *(by_groups(gain, each) for each in plan.clusters)]
    theirs, figures = peer(table), found.figures
    shares = [figures["accuracy"].value or 0, theirs.chosen, theirs.fixed, figures["majority"].value or 0]
    cells = [
        f"{len(table):,}",
        str(found.settings["folds_scheme"]),
        *(f"{100 * share:.1f}" for share in shares),
        " / ".join(f"{100 * error:.1f}" for error in errors),
    ]
    return f"| {name} | {' | '.join(cells)} |"


def _guess(codes: Array, plan: FoldPlan) -> Array:
    """Return the most frequent label of the rows that the model of each row is fitted to."""
    guess = np.zeros(len(codes), dtype=np.int64)
    for block in plan.blocks:
        guess[plan.held_out(block)] = np.bincount(codes[plan.fitted_to(block)]).argmax()
    return guess


def naive(gain: Array) -> float:
    """Return the standard error of a mean of independent rows."""
    return math.sqrt(float(gain.var()) / len(gain))


def by_groups(gain: Array, groups: Array) -> float:
    """Return the standard error over groups of rows, one left out at a time."""
    variance = cluster_spread(gain, numbered(groups), np.ones(len(gain))).variance
    return math.nan if variance is None else math.sqrt(variance)


if __name__ == "__main__":
    main()
