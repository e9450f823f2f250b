"""Time of finding all swap candidates in training data of SNLI's size, beside a plain double loop.

    python benchmarks/swaps.py FOLDER [ROWS]

FOLDER holds the published files ``train_subset_cat/train.csv.gz`` and ``test.csv`` of SNLI pairs. They are
repeated to ROWS, each repetition with a word of every sentence replaced by another one at random. All
antonyms and hypernyms of WordNet are looked for in both orders. The plain loop goes over pairs of word forms
and over instances, on a slice; what both find there must be the same.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import numpy as np
import polars as pl

from rightreasons.artifacts.words_of_pairs import Words, words_of
from rightreasons.challenges.swaps.candidates import both_orders, candidates
from rightreasons.challenges.swaps.forms import Forms
from rightreasons.challenges.swaps.options import SwapRelation
from rightreasons.challenges.swaps.sets import swap_sets
from rightreasons.pairs import PairTable
from rightreasons.sources.read import read_pairs
from rightreasons.text.word_pairs import ALL_POS, WordPairs
from rightreasons.text.wordnet import open_wordnet

ROWS = 550_152  # the size of SNLI's training set
SLICE, PAIRS = 2_000, 2_000
COLUMNS = {"label": "0", "premise": "2", "hypothesis": "3"}
CODES = {"1": "neutral", "2": "contradiction", "3": "entailment"}


def main(folder: Path, rows: int) -> None:
    train = repeated(folder, rows)
    wordnet = open_wordnet()
    read = {"antonym": wordnet.relation_pairs("antonym"), "hypernym": wordnet.relation_pairs("hypernym")}
    pairs = WordPairs(pl.concat([each.frame for each in read.values()]), "both", ())
    small = train.head(100)
    candidates(words_of(small), pairs, Forms(wordnet))  # loads or compiles the loop, reads WordNet

    start = time.perf_counter()
    words = words_of(train)
    indexed = time.perf_counter()
    found = candidates(words, pairs, Forms(wordnet))
    done = time.perf_counter()
    print(f"{rows:,} pairs of sentences, {len(pairs):,} pairs of words, {found.height:,} candidates")
    print(f"tokens to ids        {indexed - start:8.2f} s")
    print(f"candidates           {done - indexed:8.2f} s")
    beside_plain(train, pairs, Forms(wordnet), (done - start) / rows)
    for relation in get_args(SwapRelation):
        start = time.perf_counter()
        asked = read["hypernym" if relation == "hypernym" else "antonym"]
        made = swap_sets(train, relation, asked, wordnet=wordnet)
        sizes = ", ".join(f"{name} {len(each):,}" for name, each in made.sets.items())
        print(f"all sets of {relation:<20}{time.perf_counter() - start:8.1f} s  {sizes}", flush=True)


def repeated(folder: Path, rows: int) -> PairTable:
    names = ("train_subset_cat/train.csv.gz", "train_subset_cat/test.csv")
    tables = [read_pairs(folder / name, columns=COLUMNS, label_map=CODES) for name in names]
    frame = pl.concat([table.frame.select("premise", "hypothesis", "label") for table in tables])
    copies = -(-rows // frame.height)
    whole = pl.concat([frame] * copies).head(rows)
    random = np.random.default_rng(1)
    changed = {side: perturbed(whole[side].to_list(), random) for side in ("premise", "hypothesis")}
    whole = whole.with_columns(id=pl.int_range(pl.len()).cast(pl.String), **changed)
    return PairTable(whole, tables[0].provenance, type(tables[0].account)(rows, rows))


def perturbed(sentences: Sequence[str], random: np.random.Generator) -> pl.Series:
    split = [sentence.split(" ") for sentence in sentences]
    vocabulary = [word for words in split[:5_000] for word in words if word.isalpha()]
    drawn = random.integers(len(vocabulary), size=len(split)).tolist()
    for place, words in enumerate(split):
        words[drawn[place] % len(words)] = vocabulary[drawn[place]]
    return pl.Series([" ".join(words) for words in split])


def beside_plain(train: PairTable, pairs: WordPairs, forms: Forms, ours: float) -> None:
    few = train.head(SLICE)
    words = words_of(few)
    known = pl.col("first", "second").is_in(words.vocabulary.implode())
    rows = pairs.frame.filter(pl.all_horizontal(known)).sample(PAIRS, seed=1)
    sample = WordPairs(rows, "sample", ())
    quick = candidates(words, sample, forms)
    start = time.perf_counter()
    plain = plain_candidates(words, sample, forms)
    took = time.perf_counter() - start
    columns = ["row", "first", "second", "pos"]
    assert sorted(quick.select(columns).rows()) == sorted(plain), "the two differ"
    whole = took / SLICE / PAIRS * len(pairs)
    print(f"plain double loop    {took:8.2f} s, {PAIRS:,} pairs in {SLICE:,} instances")
    print(f"                     {len(plain):8,} candidates, the same ones")
    print(f"                     {whole / ours:8,.0f} times as long an instance, for all pairs")


def plain_candidates(words: Words, pairs: WordPairs, forms: Forms) -> list[tuple[int, str, str, str]]:
    sentences = [
        [
            {(pos, lemma) for word in text for pos in ALL_POS for lemma in forms.lemmas(word, pos)}
            for text in lists
        ]
        for lists in (words.premise.to_lists(), words.hypothesis.to_lists())
    ]
    ordered = both_orders(pairs, forms.wordnet).select("first", "second", "pos").rows()
    return [
        (row, first, second, pos)
        for first, second, pos in ordered
        for row, (premise, hypothesis) in enumerate(zip(*sentences, strict=True))
        if (pos, first) in premise and (pos, second) in hypothesis
    ]


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else ROWS)
