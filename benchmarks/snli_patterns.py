"""The figures of docs/patterns.md on real SNLI pairs: patterns, easy and hard, down-sampling.

    python benchmarks/snli_patterns.py FOLDER

FOLDER holds the published files ``train_subset_cat/train.csv.gz`` and ``test.csv``,
``train_subset_jack/snli_3k.json``, ``snli_1.0_test.jsonl.gz`` and ``snli_1.0_test_hard.jsonl.gz``.
"""

import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.patterns.settings import PatternOptions, PatternSettings
from rightreasons.debiasing.downsampling import downsample
from rightreasons.difficulty import (
    model_based_marks,
    pattern_marks,
    published_marks,
)
from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.measures.comparison.difficulty_notions import compare_marks
from rightreasons.measures.data.artificial_patterns import artificial_patterns
from rightreasons.measures.data.easy_hard import easy_hard
from rightreasons.measures.data.hypothesis_only import hypothesis_only
from rightreasons.measures.data.pattern_classifier import pattern_classifier
from rightreasons.pairs import PairTable
from rightreasons.sources.read import read_pairs

LISTING = """name: SNLI train (part)
files:
- path: {folder}/train_subset_cat/train.csv.gz
  columns: {{label: 0, premise: 2, hypothesis: 3}}
  label_map: {{1: neutral, 2: contradiction, 3: entailment}}
- path: {folder}/train_subset_cat/test.csv
  columns: {{label: 0, premise: 2, hypothesis: 3}}
  label_map: {{1: neutral, 2: contradiction, 3: entailment}}
"""
SECOND = """- path: {folder}/train_subset_jack/snli_3k.json
  columns: {{premise: 0, hypothesis: 1, label: 2}}
"""
PAPER_SIZES = {0.5: 4.0, 0.6: 19.8, 0.7: 43.8, 0.8: 67.4}
RARE = PatternSettings(min_count=10)


def main(folder: Path) -> None:
    train = _listed((LISTING + SECOND).format(folder=folder))
    test = read_pairs(folder / "snli_1.0_test.jsonl.gz", name="SNLI test")
    print(f"train {len(train):,} pairs, test {len(test):,}")
    _mining(train)
    _sizes(train, test)
    _down_sampling(train, test)
    sample = _listed(LISTING.format(folder=folder))
    _notions(sample, test, folder)
    _classifiers(train, test)


def _mining(train: PairTable) -> None:
    hypotheses, premises = sentence_tokens(train, "hypothesis"), sentence_tokens(train, "premise")
    print("\nH(3, 3, 0.5) at 50:", artificial_patterns(train, hypotheses, premises).headline)
    for count in (50, 10):
        large = PatternSet.fit(train, max_words=5, max_gap=5, min_count=count)
        small = PatternSet.fit(train, min_count=count)
        covering = large.covered_by(small)
        share = 100 * (covering.share or 0.0)
        print(
            f"at {count}: H(5, 5, 0.5) has {covering.patterns:,} patterns, {share:.1f} % of them hold one of "
            f"the {len(small):,} of H(3, 3, 0.5); {covering.identical:,} are identical"
        )


def _sizes(train: PairTable, test: PairTable) -> None:
    sets = [sentence_tokens(each, "hypothesis", "word-punct") for each in (train, test)]
    for count in (50, 10):
        patterns = PatternSet.from_tokens(train, sets[0], PatternSettings(min_count=count))
        finding = easy_hard(train, sets[0], test, sets[1], patterns)
        print(f"\neasy and hard on test, minimum count {count}: {finding.headline}")
        for row in finding.views["by_lambda"].lines:
            print("  ", dict(zip(finding.views["by_lambda"].columns, row, strict=True)))
        _print_figures(finding.figures, "agreement")


def _down_sampling(train: PairTable, test: PairTable) -> None:
    before = _accuracy(train, test)
    print(f"\nhypothesis-only accuracy on test, trained on all: {before}")
    for threshold, printed in PAPER_SIZES.items():
        mining = PatternOptions(threshold=threshold, min_count=RARE.min_count, tokenisation="word-punct")
        debiased = downsample(train, "debias", 1, mining)
        random = downsample(train, "rand", 1, mining)
        clean = downsample(train, "debias", 1, mining, until_clean=True)
        share = 100 * len(debiased.kept) / len(train)
        print(f"lambda {threshold}: {len(debiased.kept):,} kept, {share:.1f} % (paper {printed} %)")
        print(f"   debias {_accuracy(debiased.kept, test)}")
        print(f"   rand   {_accuracy(random.kept, test)}")
        arisen = debiased.arisen.head(4).select("pattern", "label", "p", "count").rows()
        print(f"   arisen {debiased.arisen.height}: {arisen}")
        rounds = [len(patterns) for patterns in clean.rounds]
        print(f"   until clean: {len(clean.kept):,} kept after {len(rounds)} rounds of {rounds} patterns")


def _notions(train: PairTable, test: PairTable, folder: Path) -> None:
    sets = [sentence_tokens(each, "hypothesis", "word-punct") for each in (train, test)]
    model = hypothesis_only(train, sets[0], test, sets[1])
    by_model = model_based_marks(test, model)
    hard = read_pairs(folder / "snli_1.0_test_hard.jsonl.gz").frame["id"]
    published = published_marks(test, hard.to_list(), "published hard set")
    patterns = PatternSet.from_tokens(train, sets[0], RARE, 0.8)
    by_patterns = pattern_marks(test, patterns)
    print(f"\nmodel of {len(train):,} pairs: {model.headline}")
    for first, second in ((by_model, published), (by_patterns, by_model), (by_patterns, published)):
        finding = compare_marks(test, first, second)
        print(f"\n{finding.headline}")
        for row in finding.views["crossed"].lines:
            print("  ", *row)
        _print_figures(finding.figures)


def _classifiers(train: PairTable, test: PairTable) -> None:
    sets = [sentence_tokens(each, "hypothesis", "word-punct") for each in (train, test)]
    for count in (50, 10):
        settings = PatternSettings(min_count=count)
        finding: Finding = pattern_classifier(train, sets[0], test, sets[1], settings=settings)
        print(f"\nminimum count {count}: {finding.headline}")
        _print_figures(finding.figures)


def _accuracy(train: PairTable, test: PairTable) -> str:
    sets = [sentence_tokens(each, "hypothesis", "word-punct") for each in (train, test)]
    figures = hypothesis_only(train, sets[0], test, sets[1]).figures
    return ", ".join(
        f"{name} {_shown(figures[name])}" for name in ("accuracy", "majority_own", "cross_fitted_accuracy")
    )


def _print_figures(figures: Mapping[str, Figure], beginning: str = "") -> None:
    for name, figure in figures.items():
        if name.startswith(beginning):
            print(f"   {name}: {_shown(figure)} of {figure.n:,}")


def _shown(figure: Figure) -> str:
    if figure.value is None:
        return f"none ({figure.reason})"
    bounds = "" if figure.interval is None else f" ({figure.interval.low:.4f} to {figure.interval.high:.4f})"
    return f"{figure.value:.4f}{bounds}"


def _listed(text: str) -> PairTable:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "snli.yaml"
        path.write_text(text, encoding="utf-8")
        pairs = read_pairs(path, on_duplicate="drop")
    return replace(pairs, frame=pairs.frame.select("id", "premise", "hypothesis", "label"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
